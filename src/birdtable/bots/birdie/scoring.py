"""How bots score their row in Birdie: by the exact scorer, with a value for what should be kept for round 2.

Every answer is found anew from what the seat knows. The scorer is asked for the best play of what is left; what it does
not know, whether an ability is better kept, is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.bots.birdie.planning import Planner, kept_value
from birdtable.bots.birdie.turned_row import TurnedRow, row_in_state, row_in_view
from birdtable.game import Step
from birdtable.games.birdie.cards import BIRDS, REMOVING, SET_ASKED, TRAIT_ASKED, TRAITS
from birdtable.games.birdie.imagine import counts_of
from birdtable.games.birdie.notation import CODES, STEPS
from birdtable.games.birdie.points import copied_points, trophy_points
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import BirdieView


def score_step(view: BirdieView, legal: Sequence[Step], planner: Planner | None = None) -> Step:
    """The step to take while one's own row is scored."""
    return choose_step(row_in_view(view), legal, planner or Planner())


def score_code(state: BirdieState, planner: Planner) -> int:
    """The same for callers who have the state."""
    return CODES[choose_step(row_in_state(state), state.legal_texts(STEPS), planner)]


def choose_step(turned: TurnedRow, legal: Sequence[Step], planner: Planner) -> Step:
    if len(legal) == 1:
        return legal[0]
    if turned.expert and turned.phase in ("remove", "trait", "set"):
        return expert_step(turned, legal, planner)
    match turned.phase:
        case "before":
            return before_sets(turned, legal, planner)
        case "insert" | "put":
            return best_row(turned, legal, planner)
        case "move":
            return first_planned(planner.plan(turned, {"woodpecker"} | turned.abilities).steps, legal, "move")
        case "mark":
            return marked_step(turned, planner)
        case "owl" | "owl box":
            return owl_step(turned, legal)
        case _:
            return sets_step(turned, legal, planner)


def first_planned(steps: Sequence[Step], legal: Sequence[Step], word: str) -> Step:
    """The first planned step with this word that is legal, or the first legal one."""
    return next((step for step in steps if step.startswith(word) and step in legal), legal[0])


def card_for(bird: str, legal: Sequence[Step]) -> Step:
    """[B7.1] Any card of the bird pays."""
    return next(step for step in legal if step.startswith(f"use {bird}"))


# Robin and Woodpecker


def before_sets(turned: TurnedRow, legal: Sequence[Step], planner: Planner) -> Step:
    """[B5.3] Robin first: what it draws may change what Woodpecker is good for."""
    abilities = turned.abilities
    robin = any(step.startswith("use R") for step in legal)
    if robin and gain_by_robin(turned, abilities, planner) > kept_value(turned, ["robin"]):
        return card_for("R", legal)
    if any(step.startswith("use W") for step in legal):
        best, chosen = planner.best_plan(turned, abilities)
        if "woodpecker" in chosen and best.steps and best.steps[0].startswith("use W"):
            return card_for("W", legal)
    return "done"


def gain_by_robin(turned: TurnedRow, abilities: set[str], planner: Planner) -> float:
    """What a card from the stop pile adds on average: any card that nobody has seen."""
    unseen = counts_of(turned.pool())
    now = planner.gain(turned, turned.row, abilities)
    whole = sum(
        count * (planner.gain(turned, turned.row, abilities, kind) - now) for kind, count in enumerate(unseen) if count
    )
    return whole / max(1, sum(unseen))


def best_row(turned: TurnedRow, legal: Sequence[Step], planner: Planner) -> Step:
    """The place that makes the best row of all."""
    abilities, row = turned.abilities, turned.row

    def gain(step: Step) -> float:
        place = int(step.split()[1]) - 1
        after = (*row[:place], turned.held, *row[place:])
        if turned.expert:
            return expert_gain(turned._replace(row=after), planner)
        return planner.gain(turned, after, abilities)

    return max(legal, key=gain)


def expert_gain(turned: TurnedRow, planner: Planner) -> float:
    """What removals alone would bring [B8.2]."""
    return planner.plan(turned, set()).gain


# Sets, Pigeon and Owl in the standard game


def marked_step(turned: TurnedRow, planner: Planner) -> Step:
    """The set of the best division that begins at the cursor, if one does."""
    best, _ = planner.best_plan(turned, turned.abilities - {"woodpecker"})
    for one in best.sets:
        if one.start == turned.cursor:
            return f"{'bird' if one.trait < len(BIRDS) else 'season'} {one.length}"
    return "leave"


def sets_step(turned: TurnedRow, legal: Sequence[Step], planner: Planner) -> Step:
    """What is done with the sets once they are marked."""
    abilities = turned.abilities - {"woodpecker"}
    if turned.phase == "drop":
        abilities |= {"pigeon"}
    if turned.phase in ("hold", "held box"):
        abilities |= {"owl"}
    if turned.phase in ("drop", "hold", "held box"):
        best = planner.plan(turned, abilities, turned.sets)
    else:
        best, abilities = planner.best_plan(turned, abilities, turned.sets)
    match turned.phase:
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


def owl_step(turned: TurnedRow, legal: Sequence[Step]) -> Step:
    """[B7.3] The empty box that gains most by the copy, if it is worth more than the ability later."""
    value, board = copied_points(turned.lowest), turned.board

    def gain(trait: int) -> float:
        trophy = trophy_points(value, board.records[trait]) if trait < len(BIRDS) else 0
        return value + trophy - turned.open_value

    best = max((trait for trait in range(len(TRAITS)) if not board.boxes[trait]), key=gain)
    if turned.phase == "owl box":
        return f"box {TRAITS[best]}"
    return card_for("O", legal) if gain(best) > kept_value(turned, ["owl"]) else "done"


# The expert game


def expert_step(turned: TurnedRow, legal: Sequence[Step], planner: Planner) -> Step:
    """[B8] By the scorer's plan for the row as it lies; in the middle of a cascade by what each answer leads to."""
    if turned.phase == "remove":
        best, _ = planner.best_plan(turned, turned.abilities - {"woodpecker"})
        return best.steps[0] if best.steps and best.steps[0] in legal else "done"
    # Nothing that is hidden matters for one's own cascade: any state that fits will do.
    state = turned.state()
    return max(legal, key=lambda step: cascade_value(turned, state, step, planner))


def cascade_value(turned: TurnedRow, before: BirdieState, step: Step, planner: Planner) -> float:
    """Points after the cascade that ``step`` goes on with, and what the rest of the row would bring."""
    state = before.copy()
    state.apply(CODES[step])
    own = state.to_move == turned.seat
    if own and state.phase in (TRAIT_ASKED, SET_ASKED):
        return max(cascade_value(turned, state, STEPS[code], planner) for code in state.legal())
    value = float(state.score(turned.seat))
    if own and state.phase == REMOVING:
        value += expert_gain(row_in_state(state), planner)
    return value
