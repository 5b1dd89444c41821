"""What all messages are made of."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from birdtable.game import Step

Id = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=60)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Place = Annotated[int, Meta(ge=0, le=9)]
"""A seat that a client names."""
Steps = Annotated[tuple[Annotated[Step, Meta(max_length=40)], ...], Meta(max_length=200)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes: a hash or a nonce."""


class Wire(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, gc=False):
    """Base of all that comes from outside."""


class Told(msgspec.Struct, kw_only=True, frozen=True, gc=False):
    """Base of all that the server says."""


class Problem(Told, frozen=True):
    """The body of every HTTP error."""

    reason: str
    details: dict[str, Any] = {}
    clause: str = ""


encode = msgspec.json.Encoder().encode
