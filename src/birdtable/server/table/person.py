"""People as tables know them, and what may stand in a name or be said."""

from __future__ import annotations

import unicodedata
from typing import Literal

import msgspec

from birdtable.server.table.refusal import Refusal


class Person(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: Literal["guest", "bot"] = "guest"
    owner: str = ""
    """Of a remote bot: the guest it belongs to."""
    generation: int = 1
    """Cookies, links and tokens carry it; older ones are void."""
    created: float
    seen: float


def visible_text(text: str) -> str:
    """A text on one line, without characters that cannot be seen."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    return " ".join("".join(char for char in spaced if unicodedata.category(char)[0] != "C").split())


def clean_name(name: str) -> str:
    cleaned = visible_text(unicodedata.normalize("NFC", name))[:40].strip()
    if not cleaned:
        raise Refusal(400, "a name needs at least one letter")
    return cleaned
