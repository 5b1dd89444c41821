"""The course of a match told anew: as one seat knows it, with everything that it does not know dealt again.

What the seat did and saw stays (a ``Script``); where another was dealt or laid something unseen there is a gap, and a
guide says what may have been there. A game brings a guide of its own (``LabPart.guide``) where trying at random would
take too long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from birdtable.game import CHANCE, Event, Randomness, Seat
from birdtable.lab.envs.encoding import Encoding

TRIES = 50
"""Guesses that may turn out to be impossible before it is given up."""
WORLDS = 16
"""Courses of a game without a guide, of which one is drawn by its probability."""


class Gap(NamedTuple):
    """Steps of others that the seat could not see, with what it saw of them in the end."""

    seen: tuple[Event, ...]
    secret: Event
    """The one among them that hides something."""


class Taken(NamedTuple):
    """A step, the state after it, and what was seen of it."""

    code: int
    mover: Seat
    state: Any
    """One object that changes from step to step."""
    events: Sequence[Event]
    """With the secrets of all."""
    shows: bool
    """Somebody who did not do it notices it."""


Fill = Callable[[Any, Gap], list[int] | None]
"""The codes that fill a gap from a state on, or ``None`` where this course of the match turns out to be impossible."""


class Guide(Protocol):
    """What is prepared once for a script; called, it answers with a course of its own."""

    def __call__(self, rng: Randomness) -> Fill: ...


class Script:
    """What ``seat`` knows of the course of a match that began at ``start``."""

    def __init__(self, coding: Encoding, start: Any, codes: Sequence[int], seat: Seat) -> None:
        self.coding = coding
        self.start = start
        self.codes = codes
        self.seat = seat
        self.lines: list[int | Gap] = []
        for taken in self.walk():
            if (line := self.line(taken)) is not None:
                self.lines.append(line)

    def walk(self) -> Iterator[Taken]:
        """The match from its start on, as it was. A guide reads from its states only what ``seat`` may know."""
        state = self.start.copy()
        for code in self.codes:
            mover, before = state.to_move, state.copy()
            state.apply(code)
            events = self.coding.game.events(state)
            shows = bool(events) or mover == self.seat or self.differ(before, state)
            yield Taken(code, mover, state, events, shows)

    def differ(self, before: Any, after: Any) -> bool:
        look = self.coding.observe_seat
        return not np.array_equal(look(before, self.seat), look(after, self.seat))

    def line(self, taken: Taken) -> int | Gap | None:
        if taken.mover == self.seat:
            return taken.code
        secret = next((event for event in taken.events if event.secret and event.seat != self.seat), None)
        if secret is not None:
            return Gap(self.see(taken.events), secret.seen_by(self.seat))
        return taken.code if taken.shows else None

    def see(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(event.seen_by(self.seat) for event in events)


def retell(script: Script, guide: Guide, rng: Randomness) -> list[int]:
    """The codes of a course of the match that looks the same to the seat."""
    for _ in range(TRIES):
        codes = follow(script, guide(rng))
        if codes is not None:
            return codes
    raise RuntimeError(f"in {TRIES} tries nothing was found that seat {script.seat + 1} could have seen like this")


def follow(script: Script, fill: Fill) -> list[int] | None:
    state, codes = script.start.copy(), list[int]()
    for line in script.lines:
        filled = [line] if isinstance(line, int) else fill(state, line)
        if filled is None:
            return None
        for code in filled:
            if code not in state.legal():
                return None
            state.apply(code)
        if isinstance(line, Gap) and script.see(script.coding.game.events(state)) != line.seen:
            return None
        codes += filled
    return codes


class AnyGuide:
    """For every game: steps that fit what was seen, drawn by their odds; those of seats are equally likely.

    Of several courses one is drawn by how likely it makes all that was seen.
    """

    def __init__(self, script: Script) -> None:
        self.script = script

    def __call__(self, rng: Randomness) -> Fill:
        found = [attempt for attempt in (self.attempt(rng) for _ in range(WORLDS)) if attempt is not None]
        if not found:
            return lambda state, gap: None
        fillings = iter(pick(found, rng))
        return lambda state, gap: next(fillings)

    def attempt(self, rng: Randomness) -> tuple[float, list[list[int]]] | None:
        """What fills the gaps, with its probability."""
        state, weight, fillings = self.script.start.copy(), 1.0, list[list[int]]()
        for line in self.script.lines:
            if isinstance(line, int):
                odds = dict(state.odds()) if state.to_move == CHANCE else dict.fromkeys(state.legal(), 1)
                if line not in odds:
                    return None
                weight *= odds[line] / sum(odds.values()) if state.to_move == CHANCE else 1.0
                state.apply(line)
                continue
            filling = list[int]()
            while True:
                total, choices = self.choices(state, line)
                if not choices:
                    return None
                mass = sum(each[0] for each in choices)
                weight *= mass / total
                code, state, done = pick([(each[0], each[1:]) for each in choices], rng)
                filling.append(code)
                if done:
                    break
            fillings.append(filling)
        return weight, fillings

    def choices(self, state: Any, gap: Gap) -> tuple[int, list[tuple[float, int, Any, bool]]]:
        """Steps that lead to what was seen, or do not show: weight, code, the state after it, and which of both."""
        odds = state.odds() if state.to_move == CHANCE else [(code, 1) for code in state.legal()]
        found = list[tuple[float, int, Any, bool]]()
        for code, weight in odds:
            after = state.copy()
            after.apply(code)
            events = self.script.coding.game.events(after)
            if self.script.see(events) == gap.seen:
                found.append((weight, code, after, True))
            elif not events and not self.script.differ(state, after):
                found.append((weight, code, after, False))
        return sum(weight for _, weight in odds), found


def pick(weighed: Sequence[tuple[float, Any]], rng: Randomness) -> Any:
    """One of them by its weight."""
    left = rng.below(1 << 30) / (1 << 30) * sum(weight for weight, _ in weighed)
    for weight, each in weighed:
        left -= weight
        if left < 0:
            return each
    return weighed[-1][1]
