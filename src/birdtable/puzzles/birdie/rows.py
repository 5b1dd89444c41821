"""Makes row puzzles: candidates at random, of which only those are kept whose answer is proved and hard to see.

A candidate is rejected if

- *few*: the best play writes fewer than ``FEWEST`` boxes, or there is an ability that no play can gain by;
- *several*: another sheet gains as much (``solver/only.py``);
- *obvious*: quick players (``quick.py``) gain as much.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import msgspec
from msgspec.structs import replace

from birdtable.engine import Rng
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import ALL_CARDS, BIRDS, TRAITS, cards_text, members
from birdtable.games.birdie.options import DEFAULT_FLAP_VALUES
from birdtable.games.birdie.solver import Problem, Solution, solve
from birdtable.games.birdie.solver.only import is_only_best
from birdtable.games.birdie.solver.problem import parse_case
from birdtable.games.birdie.solver.search.units import TRAIT_BITS
from birdtable.puzzles.birdie.quick import quick_gain
from birdtable.puzzles.form import Difficulty, RowProof, RowPuzzle

FEWEST = 3
CLOSE = 2
"""Points within which another way comes near the best."""
EVERY_EXPERT = 3
"""Every third puzzle is of the expert game."""
LEVELS_FROM = (3.5, 4.5, 5.5, 6.5)
"""What has to be reached for the levels from 2 on: about a fifth of all puzzles is of each."""


def make_row(seed: int, number: int, command: str) -> RowPuzzle:
    """The puzzle of this number. It depends on its seed, and on the number for its kind of game."""
    rng, dropped = Rng(seed), Counter[str]()
    expert = number % EVERY_EXPERT == EVERY_EXPERT - 1
    while True:
        problem = candidate(rng, expert=expert)
        found = judge(problem)
        if isinstance(found, str):
            dropped[found] += 1
            continue
        best, quick = found
        return RowPuzzle(
            game=GAME.name,
            rules=GAME.rules_version,
            problem=msgspec.to_builtins(shortest(problem)),
            gain=int(best.gain),
            steps=tuple(best.steps),
            proof=RowProof(bound=int(best.bound), only=True, quick=quick),
            difficulty=grade(problem, best, quick),
            dropped=dict(sorted(dropped.items())),
            command=command,
        )


def shortest(problem: Problem) -> dict[str, object]:
    """Without what is left at its default."""
    told = {name: getattr(problem, name) for name in problem.__struct_fields__}
    defaults = msgspec.structs.asdict(Problem(row=""))
    return {name: value for name, value in told.items() if value != defaults[name]}


def judge(problem: Problem) -> tuple[Solution, int] | str:
    """The answer and what quick players gain, or why it is no puzzle."""
    best = solve(problem)
    if len(best.boxes) < FEWEST or not all_matter(problem, int(best.gain)):
        return "few"
    if not is_only_best(problem, best):
        return "several"
    quick = quick_gain(parse_case(problem), int(best.gain))
    return (best, quick) if quick < best.gain else "obvious"


def all_matter(problem: Problem, gain: int) -> bool:
    """Without any of the abilities at hand the best would be less, so that none of them is there in vain."""
    return all(
        solve(replace(problem, **{name: getattr(problem, name) - 1})).gain < gain
        for name in ("woodpeckers", "pigeons", "owls")
        if getattr(problem, name)
    )


def grade(problem: Problem, best: Solution, quick: int) -> Difficulty:
    """From what solving it takes."""
    cards = len(best.row.split())
    close = count_close(problem, best)
    abilities = problem.woodpeckers + problem.pigeons + problem.owls + len(problem.insert.split())
    short = int(best.gain) - quick
    weight = (cards - 8) / 2 + close / 2 + abilities + min(short, 4) / 2 + problem.expert
    level = 1 + sum(weight >= least for least in LEVELS_FROM)
    return Difficulty(level=level, cards=cards, close=close, abilities=abilities, short=short)


def count_close(problem: Problem, best: Solution) -> int:
    """The boxes of the answer that one could do without and still come near."""
    boxes = [{**problem.boxes, trait: value} for trait, value in best.boxes.items()]
    return sum(solve(replace(problem, boxes=each)).gain >= best.gain - CLOSE for each in boxes)


# Candidates


def candidate(rng: Rng, *, expert: bool) -> Problem:
    """A row as players who look for neighbours make it, on a board such as there are in round 2."""
    deck = shuffle(rng, members(ALL_CARDS))
    inserts = one_in(rng, 4)
    uses = {bird: 1 for bird in ("woodpeckers", "pigeons", "owls") if one_in(rng, 3)}
    if expert:
        uses |= {bird: 2 for bird in ("pigeons", "owls") if bird in uses and one_in(rng, 4)}
    row = lay_row(rng, deck, 8 + rng.below(5 if "woodpeckers" in uses or inserts else 6))
    boxes = {trait: 2 + rng.below(4) for trait in TRAITS if one_in(rng, 3)}
    records = {bird: max(boxes.get(bird, 0), rng.below(6)) for bird in BIRDS if one_in(rng, 2) or bird in boxes}
    return Problem(
        row=cards_text(row),
        expert=expert,
        insert=cards_text(deck[-1:]) if inserts else "",
        boxes=boxes,
        flaps=min(len(boxes) + 2 * one_in(rng, 4), len(DEFAULT_FLAP_VALUES)),
        records={bird: value for bird, value in records.items() if value >= 2},
        woodpeckers=uses.get("woodpeckers", 0),
        pigeons=uses.get("pigeons", 0),
        owls=uses.get("owls", 0),
    )


def lay_row(rng: Rng, deck: list[int], length: int) -> list[int]:
    """Two of four cards at a time, those with most in common with their neighbours, and now and then any two."""
    display, row = [deck.pop() for _ in range(4)], list[int]()
    while len(row) < length:
        pairs = list(permutations(display, 2))
        pair = pairs[rng.below(len(pairs))] if one_in(rng, 3) else max(pairs, key=lambda pair: links([*row, *pair]))
        row += pair
        for card in pair:
            display.remove(card)
            display.append(deck.pop())
    return row[:length]


def links(row: list[int]) -> int:
    """Neighbours among the last three that share a trait."""
    last = row[-3:]
    return sum(bool(TRAIT_BITS[one] & TRAIT_BITS[two]) for one, two in pairwise(last))


def shuffle(rng: Rng, cards: list[int]) -> list[int]:
    for last in range(len(cards) - 1, 0, -1):
        other = rng.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def one_in(rng: Rng, count: int) -> bool:
    return rng.below(count) == 0
