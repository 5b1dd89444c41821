"""A player of Birdie who knows the text of a position and nothing else.

For rows it asks the exact scorer, as anybody may.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import groupby, permutations

from birdtable.agents.reading import PositionRead, count_unseen, read_position
from birdtable.game import Step
from birdtable.games.birdie.cards import BIRDS, TRAITS
from birdtable.games.birdie.solver import Problem, solve

LETTERS = dict(zip(TRAITS, "WOPRsuaw", strict=True))
LONG_RUN = 1.6
"""A run of so many cards is worth that many to this power."""
WRITTEN = 0.15
"""What a run is worth whose box is written."""

OPEN_BOX = 3.0
"""Points that a box is worth if it is left empty in round 1."""


def read_and_play(prompt: str) -> str:
    position = read_position("Birdie", prompt)
    legal = position.legal
    if "pass" in legal:
        return choose_turn(position)
    if "end" in legal:
        return "end"
    if any(step.startswith("stack ") for step in legal):
        return next(step for step in legal if step.startswith("stack "))
    return choose_scoring(position)


def cards_of(position: PositionRead, name: str) -> list[str]:
    return re.findall(r"[WOPR][suaw]", position.lines.get(name, ""))


def choose_turn(position: PositionRead) -> str:
    """The two cards that make the best runs with the pile. Hand cards are kept: they pay for abilities."""
    display, hand, pile = (cards_of(position, name) for name in ("Display", "Hand", "Pile"))
    if len(display) < 2:
        return f"take {display[0]}" if display else "pass"
    written = [LETTERS[trait] for trait in boxes_of(position)]
    best = max(permutations(display, 2), key=lambda pair: (worth_of_runs([*pile, *pair], written), pair))
    return ", ".join([*(f"stack {card}" for card in best), *(["end"] if hand else [])])


def worth_of_runs(row: Sequence[str], written: Collection[str]) -> float:
    worth = 0.0
    for trait in (0, 1):
        for letter, run in groupby(row, key=lambda card: card[trait]):
            length = len(list(run))
            worth += length**LONG_RUN * (WRITTEN if letter in written else 1.0) if length > 1 else 0.0
    return worth


def boxes_of(position: PositionRead) -> dict[str, int]:
    """What the seat to move has written."""
    mine = next((line for line in position.text.splitlines() if line.startswith(">Seat")), "")
    return {trait: int(cell) for trait, cell in zip(TRAITS, mine.split()[2:10], strict=False) if cell != "."}


def choose_scoring(position: PositionRead) -> str:
    """Robin and Owl whenever they can be used, Woodpecker if it gains, Pigeon never; sets as they gain most."""
    legal = position.legal
    for ability in ("use R", "use O"):
        if used := [step for step in legal if step.startswith(ability)]:
            return used[0]
    if any(step.startswith(("move ", "insert ", "bird ", "season ", "remove ")) or step == "leave" for step in legal):
        return next_of_plan(position)
    if movers := [step for step in legal if step.startswith("use W")]:
        return movers[0] if "use W" in plan(position, woodpeckers=1) else "done"
    return "done" if "done" in legal else next(iter(legal))


def next_of_plan(position: PositionRead) -> str:
    """Steps of the best way to score the row as it lies; where the text does not say enough, the first of the list."""
    legal = position.legal
    if moves := [step for step in legal if step.startswith("move ")]:
        return next((step for step in plan(position, woodpeckers=1) if step in moves), moves[0])
    if inserts := [step for step in legal if step.startswith("insert ")]:
        held = " ".join(cards_of(position, "On its way into the row"))
        return next((step for step in plan(position, insert=held) if step in inserts), inserts[0])
    if any(step.startswith("remove ") for step in legal):
        return next((step for step in plan(position, expert=True) if step in legal), "done")
    if "Next to be marked or left: card 1." not in position.text:
        return next(iter(legal))
    return ", ".join(step for step in plan(position) if step.split()[0] in ("bird", "season", "leave"))


def plan(position: PositionRead, *, woodpeckers: int = 0, insert: str = "", expert: bool = False) -> list[Step]:
    told = position.lines.get("Highest value written for a bird", "")
    records = {bird: int(value) for bird, value in re.findall(r"(\w+) (\d+)", told) if bird in BIRDS}
    row = " ".join(row_of(position))
    kept = dict.fromkeys(TRAITS, OPEN_BOX) if "\nRound 1 " in position.text else {}
    boxes = boxes_of(position)
    problem = Problem(
        row=row, insert=insert, woodpeckers=woodpeckers, expert=expert, boxes=boxes, records=records, open_value=kept
    )
    return solve(problem).steps


def row_of(position: PositionRead) -> list[str]:
    """The lines of cards below ``Row of Seat 2:``."""
    drawn = position.text.partition("\nRow of ")[2].partition("\nHand: ")[0]
    return [card for line in drawn.splitlines()[1:] for card in re.findall(r"(?<!\S)[WOPR][suaw](?!\S)", line)]


def read_and_answer(prompt: str) -> str:
    position = read_position("Birdie", prompt)
    if found := re.search(r"How many (\w+?)s? (?:cards )?are among", position.text):
        return str(count_unseen(position, LETTERS[found[1]]))
    return "0" if "ANSWER: a whole number" in prompt else "no" if "ANSWER: yes or no" in prompt else "B5.1"
