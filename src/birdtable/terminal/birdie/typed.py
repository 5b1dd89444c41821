"""Whole plays of Birdie on one line: ``stack Rs Pu + Ow``, ``sets 1-4:robin 5-6:summer``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from birdtable.game import AnyGame, BadInput, Step
from birdtable.games.birdie.cards import BIRDS, TRAITS
from birdtable.games.birdie.view import BirdieView
from birdtable.terminal.match.table import Table
from birdtable.terminal.typed import parse_step

SETS = re.compile(r"(\d+)-(\d+):(\w+)")


class TypedSet(NamedTuple):
    """A set as it is typed, ``1-4:robin``."""

    first: int
    last: int
    trait: str

    @property
    def step(self) -> Step:
        return f"{'bird' if self.trait in BIRDS else 'season'} {self.last - self.first + 1}"


def parse_stack(words: Sequence[str], game: AnyGame) -> list[Step]:
    """``Rs Pu + Ow``: two cards of the display, then hand cards; ``+Ow`` is one hand card among the others."""
    steps: list[Step] = []
    from_hand = False
    for word in words:
        if word == "+":
            from_hand = True
            continue
        verb = "add" if from_hand or word.startswith("+") else "stack"
        steps.append(parse_step(f"{verb} {word.removeprefix('+')}", game))
    if sum(step.startswith("stack") for step in steps) == 2:
        steps.append("end")
    return steps


def parse_sets(words: Sequence[str]) -> list[TypedSet]:
    """``1-4:robin 5-6:summer``: a division of the row."""
    found = []
    for word in words:
        form = SETS.fullmatch(word.lower())
        if form is None or form[3] not in TRAITS or int(form[1]) >= int(form[2]):
            raise BadInput("{word} is no set: its first and last card and its trait, as in 1-4:robin [B5.4]", word=word)
        found.append(TypedSet(int(form[1]), int(form[2]), form[3]))
    return found


def mark_sets(table: Table, sets: Sequence[TypedSet]) -> Iterator[Step]:
    """Marks a division of the row from the cursor on; the cards between the sets are left."""
    for each in sets:
        while -1 < cursor(table) < each.first - 1:
            yield "leave"
        if cursor(table) != each.first - 1:
            raise BadInput("no set can begin at card {place} now [B5.4]", place=each.first)
        yield each.step
    while cursor(table) > -1:
        yield "leave"


def cursor(table: Table) -> int:
    """The card at which a set can be marked, counted from 0; -1 while no sets are marked."""
    view = table.view
    assert isinstance(view, BirdieView)
    return view.cursor if table.is_mine and view.phase == "mark" else -1
