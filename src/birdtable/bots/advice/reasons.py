"""Why a step is good, in a sentence: read off what it would make happen, as far as the player can know.

Sentences are message ids with named places. Those here suit every game; a game's own are in its package. A hint has one
``Reason``, in which counts stand apart from the words they count. A review has several for a costly decision, its
*claims*: facts only, which anyone who has the record can check. ``tests/bots/test_claims.py`` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from birdtable.game import NOBODY, Seat, fill
from birdtable.wording import Sentence

REASONS = {
    "wins": "This wins the game.",
    "tried": "Estimated by playing on from here many times.",
}
CLAIMS = {
    "compared": Sentence(
        "Played on from {count} possible positions, the better step gives a {chance}% chance of winning, yours "
        "{other}%.",
        one="Played on from {count} possible position, the better step gives a {chance}% chance of winning, yours "
        "{other}%.",
    ),
}


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    text: str
    """A message id."""
    details: Mapping[str, str | int]
    plural: str = ""
    """Its plural, where ``details["count"]`` chooses the form."""
    seat: Seat = NOBODY
    """Who is the ``{name}`` in it."""
    kind: str = ""
    """What it says, whatever the details."""

    def words(self, names: Sequence[str] = ()) -> str:
        """In English."""
        text = self.plural if self.plural and self.details["count"] != 1 else self.text
        return fill(text, {**self.details, "name": names[self.seat]} if self.seat >= 0 else self.details)

    __str__ = words


def because(name: str, **details: str | int) -> Reason:
    return reason_of(REASONS, name, details)


def reason_of(texts: Mapping[str, str], kind: str, details: Mapping[str, str | int]) -> Reason:
    return Reason(texts[kind], details, kind=kind)


def claim_of(
    sentences: Mapping[str, Sentence], kind: str, details: Mapping[str, str | int], seat: Seat = NOBODY
) -> Reason:
    sentence = sentences[kind]
    if sentence.one:
        return Reason(sentence.one, details, sentence.text, seat, kind)
    return Reason(sentence.text, details, seat=seat, kind=kind)
