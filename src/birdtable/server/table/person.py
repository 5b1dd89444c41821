"""People as tables know them, and what may stand in a name or be said."""

from __future__ import annotations

import unicodedata
from typing import Literal

import msgspec

from birdtable.server.table.refusal import Refusal

MARKS = 4
"""Accents and the like that one letter may carry."""
BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs that are drawn as nothing."""
LOOKALIKES = str.maketrans("авекмнорстухѕіјԁԛԝαβεζηικμνορτυχıl1|0", "abekmhopctyxsijdqwabezhikmnoptyxiiiio")
"""Small letters of other alphabets, and digits, that look like Latin letters, or whose capitals do."""


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
    hidden: bool = False
    """Those who run the server have hidden the name."""


def visible_text(text: str) -> str:
    """A text on one line, without characters that cannot be seen and without piles of accents."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    seen, marks = "", 0
    for char in spaced:
        kind = unicodedata.category(char)[0]
        marks = marks + 1 if kind == "M" else 0
        if kind != "C" and char not in BLANK and marks <= MARKS:
            seen += char
    return " ".join(seen.split())


def clean_name(name: str) -> str:
    """At most 40 characters; refused without a letter or digit."""
    cleaned = visible_text(unicodedata.normalize("NFC", name))[:40].strip()
    if not any(unicodedata.category(char)[0] in "LN" for char in cleaned):
        raise Refusal(400, "a name needs at least one letter")
    return cleaned


def name_key(name: str) -> str:
    """The same for names that look alike to somebody who does not look closely."""
    return unicodedata.normalize("NFKC", name).casefold().translate(LOOKALIKES)
