"""Observations as a history: what the seat has seen happen since the match began, event by event.

Secrets are taken out by ``Event.seen_by``, as for everybody else. An event is one row of numbers; if it shows several
cards it is one row for each run of equal cards. Rows stand in the order of time, then zeros; when there is no more room
the oldest go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from birdtable.game import Event, Seat
from birdtable.lab.envs.encoding import Encoding, Observation
from birdtable.lab.envs.forms.plain import cut, digest
from birdtable.lab.part import LARGEST

ROOM = 1024
"""Rows of a history."""
COLUMNS = {
    "event": "what happened: its place in the list of events, from 1 on",
    "seat": "who did it, counted from you on: seat + 1, 0 for nobody",
    "card": "kind + 1, 0 for none",
    "cards": "how many of it one after the other",
    "secret": "1 if only you know it",
    "count": "the number that goes with the event",
    "place": "where: its place in the list of places, from 1 on",
    "points": "points",
    "other": "another seat concerned: seat + 1, 0 for none",
}
"""The numbers of a row, and what they hold."""


class Chronicle:
    """How the events of a game become rows. What the game's part of the lab does not name is a digest."""

    def __init__(self, coding: Encoding) -> None:
        wording = coding.game.wording
        self.events = tuple(wording.sentences)
        self.places = coding.part.places
        self.cards = coding.part.cards
        self.between = wording.between_cards

    def observe(self, events: Sequence[Event], seat: Seat, seats: int) -> Observation:
        """What ``seat`` has seen of ``events``, which may hold secrets of others."""
        rows = [row for event in events[-ROOM:] for row in self.rows(event.seen_by(seat), seat, seats)][-ROOM:]
        history = np.zeros((ROOM, len(COLUMNS)), np.int16)
        if rows:
            history[: len(rows)] = rows
        return history

    def rows(self, event: Event, seat: Seat, seats: int) -> Iterator[list[int]]:
        what, place = number_of(event.what, self.events), number_of(event.place, self.places)
        who, other = (place_from(each, seat, seats) for each in (event.seat, event.other))
        runs = [*self.runs(event.cards, 0), *self.runs(event.secret, 1)] or [(0, 0, 0)]
        for card, cards, secret in runs:
            yield [what, who, card, cards, secret, cut(event.count), place, cut(event.points), other]

    def runs(self, text: str, secret: int) -> Iterator[tuple[int, int, int]]:
        """The number of each card, how many there are one after the other, and whether they are secret."""
        cards = text.split(self.between) if self.between else list(text)
        for card, run in groupby(each for each in cards if each):
            yield number_of(card, self.cards), len(list(run)), secret


def number_of(word: str, words: tuple[str, ...]) -> int:
    """The place of a word in a list, from 1 on; 0 for none. A word that is not in the list is a digest."""
    if not word:
        return 0
    return words.index(word) + 1 if word in words else digest(word)


def place_from(other: Seat, seat: Seat, seats: int) -> int:
    return (other - seat) % seats + 1 if other >= 0 else 0


def bounds() -> tuple[Observation, Observation]:
    """The lowest and highest that each number can be."""
    shape = (ROOM, len(COLUMNS))
    return np.full(shape, -LARGEST - 1, np.int16), np.full(shape, LARGEST, np.int16)
