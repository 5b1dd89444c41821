"""How tests wait for what another thread or process does."""

from __future__ import annotations

import time
from collections.abc import Callable

LOOK_AGAIN = 0.1
"""Seconds, which is as often as a server answers one person for long."""


def wait_for(is_so: Callable[[], object], what: str = "it", seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(LOOK_AGAIN)
