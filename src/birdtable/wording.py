"""How a game is told: a sentence for every event, and the words that go with it. Pure data, brought by the game.

Sentences are message ids in English with named places. Names are never declined, and a count always stands beside the
noun it counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an event is told. Places: name, cards, count, place, row, end, points, other, secret."""

    text: str
    """In general; empty if nothing need be said."""
    one: str = ""
    """Where the number is 1: ``one`` and ``text`` are singular and plural of one message."""
    none: str = ""
    """Where the number is 0."""
    own: str = ""
    """For those who know the secret."""
    other: str = ""
    """Where another seat is concerned."""
    at: str = ""
    """Where it is about cards at a place in a row."""
    number: Literal["count", "points"] = "count"


class Wording(NamedTuple):
    """What a game says. The defaults are for a game that says nothing: its events are told by their own words."""

    sentences: Mapping[str, Sentence] = {}
    """By the word of the event."""
    places: Mapping[str, str] = {}
    """What stands in ``Event.place``, and how it is said; in the catalogues under the name of the game."""
    between_cards: str = " "
    joined: frozenset[str] = frozenset()
    """Events that come one by one from chance and are told together."""
    context: str = ""
    """Where the words of the game, such as its birds, stand in the catalogues; under its name if not said."""
