"""How bots score their row in Birdie: by the exact scorer, with a value for what should be kept for round 2.

Every answer is found anew from the view alone. The scorer is asked for the best play of what is left; what it does not
know, whether an ability is better kept, is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from birdtable.engine import Rng
from birdtable.game import Step
from birdtable.games.birdie.cards import (
    BIRDS,
    KIND_OF,
    KINDS,
    REMOVING,
    SET_ASKED,
    TRAIT_ASKED,
    TRAITS,
    parse_cards,
)
from birdtable.games.birdie.imagine import Imaginer, counts_of, view_pool
from birdtable.games.birdie.notation import CODES, STEPS
from birdtable.games.birdie.points import TROPHY
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.solver import Problem, Scorer, Solution, solve
from birdtable.games.birdie.solver.from_view import problem_of, uses_left
from birdtable.games.birdie.view import BirdieView

OPEN_VALUE = 2.4
"""What an empty box is worth after round 1, in points."""
KEPT = {"woodpecker": 0.6, "owl": 1.2, "pigeon": 0.8, "robin": 0.6}
"""What an ability not used in round 1 is worth."""
TICKS = 600.0
"""Looks at the clock that the expert scorer may take; a clock that counts looks gives everybody the same answer."""


def score_step(view: BirdieView, legal: Sequence[Step]) -> Step:
    """The step to take while one's own row is scored."""
    if len(legal) == 1:
        return legal[0]
    if view.options["expert"] and view.phase in ("remove", "trait", "set"):
        return expert_step(view, legal)
    match view.phase:
        case "before":
            return before_sets(view, legal)
        case "insert" | "put":
            return best_row(view, legal)
        case "move":
            return first_planned(plan(view, {"woodpecker"} | at_hand(view)).steps, legal, "move")
        case "mark":
            return marked_step(view, legal)
        case "owl" | "owl box":
            return owl_step(view, legal)
        case _:
            return sets_step(view, legal)


def at_hand(view: BirdieView) -> set[str]:
    """[B7.1] The abilities that can still be used and have a card in hand."""
    return {bird for bird, uses in uses_left(view).items() if uses > 0}


def kept_value(view: BirdieView, abilities: Iterable[str]) -> float:
    if view.round == 2:
        return 0.0
    return sum(KEPT[bird] for bird in abilities)


def open_value(view: BirdieView) -> float:
    """What an empty box is worth now."""
    return 0.0 if view.round == 2 else OPEN_VALUE


def plan(view: BirdieView, abilities: set[str], sets: str | None = None) -> Solution:
    """The best play of the row as it lies, with one use of each of these abilities at hand."""
    uses = {bird: 1 for bird in abilities if bird != "woodpecker" or len(view.row) > 1}
    return solve_once(msgspec.json.encode(problem_of(view, uses, open_value=open_value(view), time=TICKS, sets=sets)))


@lru_cache(maxsize=64)
def solve_once(problem: bytes) -> Solution:
    """Remembered: while sets are marked one by one, the row and with it the best division stay the same."""
    return solve(msgspec.json.decode(problem, type=Problem), counting_clock())


def counting_clock() -> Callable[[], float]:
    """A clock that goes on by one with every look at it."""
    looks = iter(range(1 << 60))
    return lambda: float(next(looks))


def best_plan(view: BirdieView, abilities: set[str], sets: str | None = None) -> tuple[Solution, set[str]]:
    """The play that gains most, less what the abilities it may use would be worth later; and those abilities."""
    plans = ((plan(view, chosen, sets), chosen) for chosen in choices(view, abilities))
    return max(plans, key=lambda each: each[0].gain - kept_value(view, each[1]))


def choices(view: BirdieView, abilities: set[str]) -> Iterator[set[str]]:
    """In round 2 nothing is kept: all of them. In round 1 every part of them, the smaller first."""
    ordered = sorted(abilities & {"woodpecker", "pigeon", "owl"})
    for size in range(len(ordered) + 1) if view.round == 1 else [len(ordered)]:
        for chosen in combinations(ordered, size):
            yield set(chosen)


def first_planned(steps: Sequence[Step], legal: Sequence[Step], word: str) -> Step:
    """The first planned step with this word that is legal, or the first legal one."""
    return next((step for step in steps if step.startswith(word) and step in legal), legal[0])


def card_for(bird: str, legal: Sequence[Step]) -> Step:
    """[B7.1] Any card of the bird pays."""
    return next(step for step in legal if step.startswith(f"use {bird}"))


# Robin and Woodpecker


def before_sets(view: BirdieView, legal: Sequence[Step]) -> Step:
    """[B5.3] Robin first: what it draws may change what Woodpecker is good for."""
    abilities = at_hand(view)
    if any(step.startswith("use R") for step in legal) and gain_by_robin(view, abilities) > kept_value(view, ["robin"]):
        return card_for("R", legal)
    if any(step.startswith("use W") for step in legal):
        best, chosen = best_plan(view, abilities)
        if "woodpecker" in chosen and best.steps and best.steps[0].startswith("use W"):
            return card_for("W", legal)
    return "done"


def scorer_of(view: BirdieView) -> Scorer:
    board = view.boards[view.seat]
    flap_values: Any = view.options["flap_values"]
    return Scorer(
        [board.boxes.get(trait, 0) for trait in TRAITS],
        board.flaps,
        [view.records.get(bird, 0) for bird in BIRDS],
        flap_values,
        [round(100 * open_value(view))] * len(TRAITS),
    )


def gain_of(view: BirdieView, scorer: Scorer, row: list[int], abilities: set[str], insert: int = -1) -> float:
    """In points. In the expert game this is only a hint: it takes the row for one of the standard game."""
    gain = scorer.gain(
        row,
        insert=insert,
        woodpecker="woodpecker" in abilities and len(row) > 1,
        pigeon="pigeon" in abilities,
        owl="owl" in abilities,
        owl_moves=view.options["owl"] == "move",
    )
    return gain / 100


def gain_by_robin(view: BirdieView, abilities: set[str]) -> float:
    """What a card from the stop pile adds on average: any card that nobody has seen."""
    scorer, row, unseen = scorer_of(view), kinds(view.row), counts_of(view_pool(view))
    now = gain_of(view, scorer, row, abilities)
    whole = sum(
        count * (gain_of(view, scorer, row, abilities, kind) - now) for kind, count in enumerate(unseen) if count
    )
    return whole / max(1, sum(unseen))


def best_row(view: BirdieView, legal: Sequence[Step]) -> Step:
    """The place that makes the best row of all."""
    scorer, abilities, row = scorer_of(view), at_hand(view), kinds(view.row)
    assert view.held is not None
    card = KIND_OF[view.held]

    def gain(step: Step) -> float:
        place = int(step.split()[1]) - 1
        after = [*row[:place], card, *row[place:]]
        if view.options["expert"]:
            return expert_gain(view, after)
        return gain_of(view, scorer, after, abilities)

    return max(legal, key=gain)


def expert_gain(view: BirdieView, row: Sequence[int]) -> float:
    """What removals alone would bring [B8.2]."""
    return plan(replace(view, row=[KINDS[kind] for kind in row]), set()).gain


def kinds(names: Sequence[str]) -> list[int]:
    return parse_cards(" ".join(names))


# Sets, Pigeon and Owl in the standard game


def marked_step(view: BirdieView, legal: Sequence[Step]) -> Step:
    """The set of the best division that begins at the cursor, if one does."""
    best, _ = best_plan(view, at_hand(view) - {"woodpecker"})
    for text in best.sets:
        places, _, trait = text.partition(":")
        start, _, end = places.partition("-")
        if int(start) == view.cursor + 1:
            return f"{'bird' if trait in BIRDS else 'season'} {int(end) - int(start) + 1}"
    return "leave"


def sets_step(view: BirdieView, legal: Sequence[Step]) -> Step:
    """What is done with the sets once they are marked."""
    abilities = at_hand(view) - {"woodpecker"}
    if view.phase == "drop":
        abilities |= {"pigeon"}
    if view.phase in ("hold", "held box"):
        abilities |= {"owl"}
    sets = " ".join(f"{each.start}-{each.start + each.length - 1}:{each.trait}" for each in view.sets)
    if view.phase in ("drop", "hold", "held box"):
        best = plan(view, abilities, sets)
    else:
        best, abilities = best_plan(view, abilities, sets)
    match view.phase:
        case "pigeon":
            return card_for("P", legal) if "use P" in best.steps else "done"
        case "owl move":
            return card_for("O", legal) if "use O" in best.steps else "done"
        case "held box":
            return first_planned(best.steps, legal, "box")
        case "drop":
            return first_planned(best.steps[best.steps.index("use P") :] if "use P" in best.steps else [], legal, "set")
        case _:
            return first_planned(best.steps, legal, "set")


def owl_step(view: BirdieView, legal: Sequence[Step]) -> Step:
    """[B7.3] The empty box that gains most by the copy, if it is worth more than the ability later."""
    value = min(view.lowest, 5)

    def gain(trait: str) -> float:
        trophy = TROPHY if trait in BIRDS and value > view.records.get(trait, 0) else 0
        return value + trophy - open_value(view)

    best = max((trait for trait in TRAITS if trait not in view.boards[view.seat].boxes), key=gain)
    if view.phase == "owl box":
        return f"box {best}"
    return card_for("O", legal) if gain(best) > kept_value(view, ["owl"]) else "done"


# The expert game


def expert_step(view: BirdieView, legal: Sequence[Step]) -> Step:
    """[B8] By the scorer's plan for the row as it lies; in the middle of a cascade by what each answer leads to."""
    if view.phase == "remove":
        best, _ = best_plan(view, at_hand(view) - {"woodpecker"})
        return best.steps[0] if best.steps and best.steps[0] in legal else "done"
    # Nothing that is hidden matters for one's own cascade: any state of the view will do.
    state = Imaginer(view)(Rng(0))
    return max(legal, key=lambda step: cascade_value(view, state, step))


def cascade_value(view: BirdieView, before: BirdieState, step: Step) -> float:
    """Points after the cascade that ``step`` goes on with, and what the rest of the row would bring."""
    state = before.copy()
    state.apply(CODES[step])
    own = state.to_move == view.seat
    if own and state.phase in (TRAIT_ASKED, SET_ASKED):
        return max(cascade_value(view, state, STEPS[code]) for code in state.legal())
    value = float(state.score(view.seat))
    if own and state.phase == REMOVING:
        value += expert_gain(expert_view(view, state), state.row[: state.row_count])
    return value


def expert_view(view: BirdieView, state: BirdieState) -> BirdieView:
    """The view with the board as it became in the state."""
    boxes = state.boxes[view.seat * 8 : view.seat * 8 + 8]
    boards = list(view.boards)
    boards[view.seat] = replace(
        boards[view.seat],
        boxes={trait: points for trait, points in zip(TRAITS, boxes, strict=True) if points},
        flaps=state.flaps[view.seat],
    )
    records = {bird: points for bird, points in zip(BIRDS, state.record, strict=True) if points}
    return replace(view, boards=boards, records=records)
