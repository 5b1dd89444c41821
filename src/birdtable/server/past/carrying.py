"""A match that is carried on from its record: what was played elsewhere becomes the log of a new table.

Every play, draw and take-back of the record is in it, so the match has one whole record again when it ends. Only draws
that are made from now on come from the secret of the new table; ``Started.carried`` says how many do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.game import CHANCE, BadInput, Event, Seat, Step, ends_play
from birdtable.record import Play, Record, Undo
from birdtable.server.past.lookback import parse_record
from birdtable.server.table.entries import AnyEntry, Played, Setting, Shuffling, Started, Undone
from birdtable.server.table.lobby import chair_for
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.undo import MOST
from birdtable.wire.past import CarryOn
from birdtable.wire.tables import Clock


def carried_setting(wish: CarryOn, person: Person, levels: Mapping[str, Any]) -> Setting:
    record = parse_record(wish.record)
    if len(wish.seats) != len(record.seats):
        raise Refusal(400, "the record has {count} seats", count=len(record.seats))
    if any(seat.player == "open" for seat in wish.seats) or all(seat.player == "bot" for seat in wish.seats):
        raise Refusal(400, "you carry on a match yourself, against bots")
    game = catalog.game(record.game)
    return Setting(
        game=record.game,
        rules=record.rules,
        options=record.options,
        memory=wish.memory or game.memory,
        clock=Clock(),
        public=False,
        pace=wish.pace,
        host=person.id,
        chairs=tuple(chair_for(seat, person, levels) for seat in wish.seats),
    )


def count_draws(record: Record) -> int:
    """All that were ever made, withdrawn ones too."""
    return sum(len(line.steps) for line in record.lines if isinstance(line, Play) and line.seat == CHANCE)


class Unfinished(msgspec.Struct):
    """A play whose entry is not written yet, with what chance did after it; the first one is the deal."""

    seat: Seat
    steps: list[Step] = []
    draws: list[Step] = []
    events: list[Event] = []
    is_whole: bool = False


class Before(msgspec.Struct):
    """What there was before a line of the record that stands."""

    plays: int
    state: Any
    is_whole: bool
    """No play was under way."""


def carried_entries(text: str, at: float) -> list[AnyEntry]:
    """What the record says, as entries of a table that has just been opened."""
    record = parse_record(text)
    if record.outcome is not None:
        raise Refusal(409, "this match is over")
    log = CarriedLog(record, at)
    for line in record.lines:
        if isinstance(line, Undo):
            log.take_back(line.count)
        else:
            log.play(line)
    log.finish()
    return log.entries


class CarriedLog:
    def __init__(self, record: Record, at: float) -> None:
        self.game = catalog.game(record.game)
        self.state = self.game.start(len(record.seats), record.options)
        self.at = at
        self.draws = count_draws(record)
        self.entries: list[AnyEntry] = [Shuffling(at=at)]
        self.current: Unfinished | None = Unfinished(CHANCE, is_whole=True)
        self.standing: list[int] = []
        """Numbers of the entries whose plays stand."""
        self.before: list[Before] = []
        """By lines of the record that stand."""
        self.withdrawn = 0

    def add(self, entry: AnyEntry) -> int:
        self.entries.append(entry)
        return 1 + len(self.entries)  # the first entry of a table opens it

    def play(self, line: Play) -> None:
        plays = len(self.standing) + (self.current is not None)
        whole = self.current is None or self.current.is_whole
        self.before.append(Before(plays, self.state.copy(), whole and self.state.to_move != CHANCE))
        for step in line.steps:
            if line.seat == CHANCE:
                assert self.current is not None, "chance moves after somebody"
                self.game.apply(self.state, step)
                self.current.draws.append(step)
            else:
                self.step(line.seat, step)

    def step(self, seat: Seat, step: Step) -> None:
        if self.current is None or self.current.is_whole:
            self.finish()
            self.current = Unfinished(seat)
        current = self.current
        self.game.apply(self.state, step)
        current.steps.append(step)
        current.events += self.game.events(self.state)
        current.is_whole = ends_play(self.state, seat, current.events)

    def finish(self) -> None:
        """Writes down the play that is under way, if one is."""
        current, self.current = self.current, None
        if current is None:
            return
        if not current.is_whole or self.state.to_move == CHANCE:
            raise BadInput("the record breaks off in the middle of a play")
        draws = tuple(current.draws)
        self.standing.append(
            self.add(
                Started(at=self.at, draws=draws, carried=self.draws)
                if current.seat == CHANCE
                else Played(at=self.at, seat=current.seat, steps=tuple(current.steps), draws=draws)
            )
        )

    def take_back(self, count: int) -> None:
        self.finish()
        then = self.before[-count]
        self.withdrawn += len(self.standing) - then.plays
        if self.withdrawn > MOST:
            raise Refusal(409, "{count} plays have been taken back in this match: no more can be", count=MOST)
        del self.before[-count:], self.standing[then.plays :]
        self.state = then.state
        if not then.is_whole or not self.standing:
            raise BadInput("the record takes back a part of a play")
        self.add(Undone(at=self.at, seat=self.state.to_move, back_to=self.standing[-1]))
