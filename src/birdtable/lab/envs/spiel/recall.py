"""What a seat has seen and done since a match began, in order: an information state with perfect recall.

Each thing is a line: ``> take Rs`` what the seat did itself, ``took seat=1 cards=Ws`` what it saw happen, without the
secrets of others. Where others did something that is not an event but can be noticed, the line has the numbers of the
observation that changed: ``~ phase[6]=0 phase[11]=1``. What cannot be noticed leaves no line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from birdtable.game import NOBODY, Event, Seat
from birdtable.lab.envs.encoding import Encoding, Observation


class Recall:
    """The memory of one seat. It is written when it is asked for: a match played out at random needs none."""

    def __init__(self, coding: Encoding, seat: Seat, start: Any, known: str = "") -> None:
        """``known`` is what the seat knows at the start; at the start of a match that is nothing."""
        self.coding = coding
        self.seat = seat
        self.then = start.copy()
        """The match as far as the text goes."""
        self.steps = 0
        """How many steps the text tells."""
        self.text = f"seat {seat + 1} of {start.seats}\n{known}"

    def copy(self) -> Recall:
        twin = Recall.__new__(Recall)
        twin.coding, twin.seat, twin.then, twin.steps, twin.text = (
            self.coding,
            self.seat,
            self.then.copy(),
            self.steps,
            self.text,
        )
        return twin

    def write(self, codes: Sequence[int]) -> str:
        """All that there is to remember after these steps, of which the first ones are in the text already."""
        if self.steps < len(codes):
            self.text += "".join(f"{line}\n" for code in codes[self.steps :] for line in self.take(code))
            self.steps = len(codes)
        return self.text

    def take(self, code: int) -> Iterator[str]:
        """The lines of one step, after which ``then`` is a step further."""
        game, mover, before = self.coding.game, self.then.to_move, self.then.copy()
        self.then.apply(code)
        if mover == self.seat:
            yield f"> {game.steps[code]}"
        seen = [event.seen_by(self.seat) for event in game.events(self.then)]
        yield from map(event_text, seen)
        if not seen and mover != self.seat:
            yield from changed_fields(self.coding, self.look(before), self.look(self.then))

    def look(self, state: Any) -> Observation:
        return self.coding.observe_seat(state, self.seat)


def event_text(event: Event) -> str:
    """What happened, in the words of the rules, and all that is known of it."""
    words = [event.what]
    if event.seat != NOBODY:
        words.append(f"seat={event.seat + 1}")
    details = ("cards", "count", "place", "points", "at", "secret")
    words += [f"{name}={value}" for name in details if (value := getattr(event, name))]
    if event.other != NOBODY:
        words.append(f"other={event.other + 1}")
    return " ".join(words)


def changed_fields(coding: Encoding, before: Observation, after: Observation) -> Iterator[str]:
    """A line with what is different, if anything is."""
    if np.array_equal(before, after):
        return
    old, new = coding.split(before), coding.split(after)
    changed = [
        f"{name}[{place}]={number}"
        for name, numbers in new.items()
        for place, number in enumerate(numbers)
        if number != old[name][place]
    ]
    yield f"~ {' '.join(changed)}"
