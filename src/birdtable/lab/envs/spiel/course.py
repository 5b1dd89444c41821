"""A match that remembers every step, what each seat knows of them, and how it may have been instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from birdtable.game import Randomness, Seat
from birdtable.lab.envs.encoding import Encoding, encoding
from birdtable.lab.envs.spiel.recall import Recall
from birdtable.lab.envs.spiel.retelling import Guide, Script, retell, try_out


class Course:
    """The course of a match. It begins anew, or at one of several positions: each seat then begins with its view."""

    def __init__(self, coding: Encoding, starts: Sequence[tuple[int, Any]], *, anew: bool) -> None:
        self.coding = coding
        self.starts = starts
        """By their weights."""
        self.anew = anew
        self.start: Any = None
        """Where it has begun; before chance has chosen, nowhere."""
        self.match: Any = starts[0][1]
        self.codes: list[int] = []
        self.recalls: dict[Seat, Recall] = {}
        self.scripts: dict[Seat, tuple[Script, Guide | None]] = {}
        """Scripts for as many steps as there are."""
        if len(starts) == 1:
            self.begin(0)

    def begin(self, number: int) -> None:
        self.start = self.starts[number][1]
        self.match = self.start.copy()
        game = self.coding.game
        for seat in range(self.match.seats):
            known = "" if self.anew else game.view_text(game.view(self.start, seat)) + "\n"
            self.recalls[seat] = Recall(self.coding, seat, self.start, known)

    def apply(self, code: int) -> None:
        self.match.apply(code)
        self.codes.append(code)
        self.scripts = {}

    def remember(self, seat: Seat) -> str:
        """All that ``seat`` has seen and done."""
        return self.recalls[seat].write(self.codes) if self.recalls else f"seat {seat + 1} waits"

    def retell(self, seat: Seat, rng: Randomness) -> tuple[int, list[int]]:
        """Another course that looks the same to ``seat``, all secrets of others dealt anew: which start, and codes."""
        if seat not in self.scripts:
            script = Script(self.coding, self.start, self.codes, seat)
            guide = self.coding.part.guide
            self.scripts[seat] = script, guide(script) if guide is not None and self.anew else None
        script, guide = self.scripts[seat]
        if guide is not None:
            return 0, retell(script, guide, rng)
        chosen, codes = try_out(script, self.starts, rng)
        return next(number for number, (_, start) in enumerate(self.starts) if start is chosen), codes

    def copy(self) -> Course:
        twin = Course.__new__(Course)
        twin.coding, twin.starts, twin.anew, twin.start = self.coding, self.starts, self.anew, self.start
        twin.match = self.match.copy()
        twin.codes = self.codes[:]
        twin.recalls = {seat: recall.copy() for seat, recall in self.recalls.items()}
        twin.scripts = {}
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """A match is pickled by where it began and what was played."""
        game = self.coding.game
        starts = [(weight, game.state_text(start)) for weight, start in self.starts]
        number = next((number for number, (_, start) in enumerate(self.starts) if start is self.start), -1)
        return follow, (game.name, starts, self.anew, number, self.codes)


def follow(name: str, starts: list[tuple[int, str]], anew: bool, number: int, codes: list[int]) -> Course:
    """The course of a match that was pickled."""
    coding = encoding(name)
    course = Course(coding, [(weight, coding.game.parse_state(text)) for weight, text in starts], anew=anew)
    if number >= 0:
        course.begin(number)
    for code in codes:
        course.apply(code)
    return course
