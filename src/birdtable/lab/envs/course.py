"""A match that remembers every step, what each seat knows of them, and how it may have been instead."""

from __future__ import annotations

from typing import Any

from birdtable.game import Randomness, Seat
from birdtable.lab.envs.encoding import Encoding, encoding
from birdtable.lab.envs.recall import Recall
from birdtable.lab.envs.retelling import AnyGuide, Guide, Script, retell


class Course:
    """The course of a match from ``start`` on; if that is no start of a match, each seat begins with its view."""

    def __init__(self, coding: Encoding, start: Any, *, anew: bool) -> None:
        self.coding = coding
        self.start = start
        self.anew = anew
        """The match began at the beginning."""
        self.match = start.copy()
        self.codes: list[int] = []
        self.recalls: dict[Seat, Recall] = {}
        self.scripts: dict[Seat, tuple[Script, Guide]] = {}
        """Scripts for as many steps as there are."""

    def apply(self, code: int) -> None:
        self.match.apply(code)
        self.codes.append(code)
        self.scripts = {}

    def remember(self, seat: Seat) -> str:
        """All that ``seat`` has seen and done."""
        if seat not in self.recalls:
            game = self.coding.game
            known = "" if self.anew else game.view_text(game.view(self.start, seat)) + "\n"
            self.recalls[seat] = Recall(self.coding, seat, self.start, known)
        return self.recalls[seat].write(self.codes)

    def retell(self, seat: Seat, rng: Randomness) -> list[int]:
        """The codes of another course, which looks the same to ``seat``; every secret of the others is dealt anew."""
        if seat not in self.scripts:
            script = Script(self.coding, self.start, self.codes, seat)
            guide = self.coding.part.guide if self.anew else None
            self.scripts[seat] = script, (guide or AnyGuide)(script)
        return retell(*self.scripts[seat], rng)

    def copy(self) -> Course:
        twin = Course.__new__(Course)
        twin.coding, twin.start, twin.anew = self.coding, self.start, self.anew
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
        return follow, (game.name, game.state_text(self.start), self.anew, self.codes)


def follow(name: str, start: str, anew: bool, codes: list[int]) -> Course:
    """The course of a match that was pickled."""
    coding = encoding(name)
    course = Course(coding, coding.game.parse_state(start), anew=anew)
    for code in codes:
        course.apply(code)
    return course
