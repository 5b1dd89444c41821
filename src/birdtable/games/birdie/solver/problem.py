"""What the scorer is asked: a row, a board, abilities; checked against the rules before anything is searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import isfinite
from typing import Literal

import msgspec

from birdtable.game import BadInput
from birdtable.games.birdie.cards import BIRDS, COPIES, KINDS, parse_cards, parse_trait
from birdtable.games.birdie.options import DEFAULT_FLAP_VALUES, check_flap_values
from birdtable.games.birdie.points import most_uses
from birdtable.games.birdie.solver.marking import Rules
from birdtable.games.birdie.solver.search.board import Board

MOST_OPEN_VALUE = 100
HIGHEST = 1000
"""Of values in boxes and records, which only have to be plausible."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row to be scored. Boxes go by the names of traits, records by the names of birds."""

    row: str
    """In notation: ``Ow Ww Pw``; the first card put on the pile comes first."""
    expert: bool = False
    insert: str = ""
    """Cards that Robin has drawn already and that must go into the row."""
    woodpeckers: int = 0
    """How often Woodpecker can still be used, with cards in hand for it."""
    pigeons: int = 0
    """The same of Pigeon."""
    owls: int = 0
    """The same of Owl."""
    boxes: dict[str, int] = {}
    """What the player's boxes hold; those that are empty are left out."""
    flaps: int = 0
    """Places of the player's Flap column that are marked."""
    records: dict[str, int] = {}
    """The highest value that anybody has written so far for each bird."""
    flap_values: tuple[int, ...] = DEFAULT_FLAP_VALUES
    open_value: dict[str, float] = {}
    """What a box is worth if it stays empty, in points; counted to the hundredth."""
    time: float = 10.0
    """Seconds that the expert game may take."""
    sets: str | None = None
    """A division to be checked: ``1-4:robin 5-6:summer``. Without it the best one is found."""
    owl: Literal["copy", "move"] = "copy"
    same_trait_sets: Literal["largest", "choose"] = "largest"
    expert_removals: Literal["repeat", "single"] = "repeat"
    robin_source: Literal["stop_pile", "bird_deck"] = "stop_pile"
    """Makes no difference here: the card is drawn."""


class Case(msgspec.Struct, frozen=True):
    """A problem that makes sense, in the engine's numbers."""

    problem: Problem
    row: tuple[int, ...]
    insert: tuple[int, ...]
    board: Board

    @property
    def rules(self) -> Rules:
        problem = self.problem
        return Rules(problem.pigeons, problem.owls, problem.owl == "move", problem.same_trait_sets == "choose")


def parse_case(problem: Problem) -> Case:
    """Raises ``BadInput`` with the thing that is wrong and its clause."""
    row, insert = tuple(parse_cards(problem.row)), tuple(parse_cards(problem.insert))
    for kind, count in Counter(row + insert).items():
        if count > COPIES:
            raise BadInput(f"{count} cards {KINDS[kind]}: there are {COPIES} of each kind [B1.1]")
    if problem.expert and problem.owl == "move":
        raise BadInput("the expert game and owl=move cannot be combined [B9.1]")
    check_uses(problem, len(insert))
    check_flap_values(problem.flap_values)
    if not 0 <= problem.flaps <= len(problem.flap_values):
        raise BadInput(f"flaps = {problem.flaps}: the column has {len(problem.flap_values)} places [B1.5]")
    if not (isfinite(problem.time) and problem.time > 0):
        raise BadInput(f"time = {problem.time}: not above 0 seconds")
    board = Board(
        box_values(problem.boxes),
        problem.flaps,
        record_values(problem.records),
        problem.flap_values,
        open_values(problem.open_value),
    )
    return Case(problem, row, insert, board)


def check_uses(problem: Problem, inserts: int) -> None:
    """[B7.1]"""
    limit, game = most_uses(problem.expert), "expert" if problem.expert else "standard"
    for name in ("woodpeckers", "pigeons", "owls"):
        if not 0 <= getattr(problem, name) <= limit:
            raise BadInput(f"{name} = {getattr(problem, name)}: from 0 to {limit} in the {game} game [B7.1]")
    if inserts > limit:
        raise BadInput(f"{inserts} cards to insert: Robin is used at most {limit} times in the {game} game [B7.1]")


def box_values(values: Mapping[str, int]) -> tuple[int, ...]:
    """By trait, 0 for an empty box."""
    found = [0] * 8
    for name, value in values.items():
        trait = parse_trait(name)
        if not 1 <= value <= HIGHEST:
            raise BadInput(f"boxes {name} = {value}: not from 1 to {HIGHEST}; an empty box is left out [B5.6]")
        found[trait] = value
    return tuple(found)


def record_values(values: Mapping[str, int]) -> tuple[int, ...]:
    """By bird."""
    for name, value in values.items():
        if name not in BIRDS:
            raise BadInput(f"records {name}: trophies are for {', '.join(BIRDS)} [B1.4]")
        if not 0 <= value <= HIGHEST:
            raise BadInput(f"records {name} = {value}: not from 0 to {HIGHEST} [B5.8]")
    return tuple(values.get(bird, 0) for bird in BIRDS)


def open_values(values: Mapping[str, float]) -> tuple[int, ...]:
    """By trait, in hundredths."""
    found = [0] * 8
    for name, value in values.items():
        trait = parse_trait(name)
        if not abs(value) <= MOST_OPEN_VALUE:
            raise BadInput(f"open_value {name} = {value}: not from -{MOST_OPEN_VALUE} to {MOST_OPEN_VALUE}")
        found[trait] = round(100 * value)
    return tuple(found)
