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

TRIES = 200
"""Guesses that may turn out to be impossible before it is given up."""
HOPELESS = "in {tries} tries nothing was found that seat {seat} could have seen like this"
WORLDS = 16
"""Courses of a game without a guide, of which one is drawn by its probability."""


class Gap(NamedTuple):
    """Steps of others that the seat could not see, with what it saw of them in the end."""

    seen: tuple[Event, ...]
    secret: Event
    """The one among them that hides something."""


class StepTaken(NamedTuple):
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
    """What is prepared once for a script of a whole match; called, it answers with a course of its own."""

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

    def walk(self) -> Iterator[StepTaken]:
        """The match from its start on, as it was. A guide reads from its states only what ``seat`` may know."""
        state = self.start.copy()
        for code in self.codes:
            mover, before = state.to_move, state.copy()
            state.apply(code)
            events = self.coding.game.events(state)
            shows = bool(events) or mover == self.seat or self.differ(before, state)
            yield StepTaken(code, mover, state, events, shows)

    def differ(self, before: Any, after: Any) -> bool:
        look = self.coding.observe_seat
        return not np.array_equal(look(before, self.seat), look(after, self.seat))

    def line(self, taken: StepTaken) -> int | Gap | None:
        if taken.mover == self.seat:
            return taken.code
        secret = next((event for event in taken.events if event.secret and event.seat != self.seat), None)
        if secret is not None:
            return Gap(self.see(taken.events), secret.seen_by(self.seat))
        return taken.code if taken.shows else None

    def view(self, state: Any) -> str:
        game = self.coding.game
        return game.view_text(game.view(state, self.seat))

    def see(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(event.seen_by(self.seat) for event in events)


def retell(script: Script, guide: Guide, rng: Randomness) -> list[int]:
    """The codes of a course of the match that looks the same to the seat."""
    for _ in range(TRIES):
        codes = follow(script, guide(rng))
        if codes is not None:
            return codes
    raise RuntimeError(HOPELESS.format(tries=TRIES, seat=script.seat + 1))


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


def try_out(script: Script, starts: Sequence[tuple[int, Any]], rng: Randomness) -> tuple[Any, list[int]]:
    """A start and the codes that follow, for every game: what fits is drawn by its odds, choices are equally likely.

    Of several courses one is drawn by how likely it makes all that was seen.
    """
    view = script.view(script.start)
    alike = [(weight, start) for weight, start in starts if script.view(start) == view]
    found = list[tuple[float, tuple[Any, list[int]]]]()
    for _ in range(TRIES):
        attempt = guess(script, pick(alike, rng), rng)
        if attempt is not None:
            found.append(attempt)
        if len(found) == WORLDS:
            break
    if not found:
        raise RuntimeError(HOPELESS.format(tries=TRIES, seat=script.seat + 1))
    start, codes = pick(found, rng)
    return start, codes


def guess(script: Script, start: Any, rng: Randomness) -> tuple[float, tuple[Any, list[int]]] | None:
    """The course of a match from ``start`` on, with its probability, or ``None`` if it comes to a dead end."""
    state, likelihood, codes = start.copy(), 1.0, list[int]()
    for line in script.lines:
        done = False
        while not done:
            total, choices = fitting_choices(script, state, line)
            if not choices:
                return None
            likelihood *= sum(weight for weight, _ in choices) / total
            code, state, done = pick(choices, rng)
            codes.append(code)
    return likelihood, (start, codes)


Choice = tuple[float, tuple[int, Any, bool]]
"""A step by its weight: its code, the state after it, and whether the line is told with it."""


def fitting_choices(script: Script, state: Any, line: int | Gap) -> tuple[int, list[Choice]]:
    """The weight of all steps, and those that lead to the line or do not show."""
    if isinstance(line, int) and state.to_move != CHANCE:
        after = state.copy()
        if line not in state.legal():
            return 1, []
        after.apply(line)
        return 1, [(1, (line, after, True))]
    odds = state.odds() if state.to_move == CHANCE else [(code, 1) for code in state.legal()]
    found = list[Choice]()
    for code, weight in odds:
        after = state.copy()
        after.apply(code)
        events = script.coding.game.events(after)
        if code == line if isinstance(line, int) else script.see(events) == line.seen:
            found.append((weight, (code, after, True)))
        elif not isinstance(line, int) and not events and not script.differ(state, after):
            found.append((weight, (code, after, False)))
    return sum(weight for _, weight in odds), found


def pick(weighed: Sequence[tuple[float, Any]], rng: Randomness) -> Any:
    """One of them by its weight."""
    left = rng.below(1 << 30) / (1 << 30) * sum(weight for weight, _ in weighed)
    for weight, each in weighed:
        left -= weight
        if left < 0:
            return each
    return weighed[-1][1]
