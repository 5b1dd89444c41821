"""Which clauses of the rules a test proves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

T = TypeVar("T", bound=Callable[..., Any] | type)


def clause(*ids: str) -> Callable[[T], T]:
    """Marks a test, or a class of tests, with the clauses it proves: ``@clause("B5.6")``."""
    if not ids:
        raise TypeError("a test proves at least one clause")
    return pytest.mark.clause(*ids)
