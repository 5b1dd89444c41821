"""How bots score their row in Birdie: by the exact scorer, with a value for what should be kept for round 2.

Every answer is found anew from what the seat knows. The scorer is asked for the best play of what is left; what it does
not know, whether an ability is better kept, is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from birdtable.bots.birdie.lying import Lying, lying_in_state, lying_in_view
from birdtable.bots.birdie.planning import Planner, kept_value
from birdtable.game import Step
from birdtable.games.birdie.cards import BIRDS, REMOVING, SET_ASKED, TRAIT_ASKED, TRAITS
from birdtable.games.birdie.imagine import counts_of
from birdtable.games.birdie.notation import CODES, STEPS
from birdtable.games.birdie.points import TROPHY
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import BirdieView


def score_step(view: BirdieView, legal: Sequence[Step], planner: Planner | None = None) -> Step:
    """The step to take while one's own row is scored."""
    return choose_step(lying_in_view(view), legal, planner or Planner())


def score_code(state: BirdieState, planner: Planner) -> int:
    """The same for callers who have the state."""
    return CODES[choose_step(lying_in_state(state), state.legal_texts(STEPS), planner)]


def choose_step(lying: Lying, legal: Sequence[Step], planner: Planner) -> Step:
    if len(legal) == 1:
        return legal[0]
    if lying.expert and lying.phase in ("remove", "trait", "set"):
        return expert_step(lying, legal, planner)
    match lying.phase:
        case "before":
            return before_sets(lying, legal, planner)
        case "insert" | "put":
            return best_row(lying, legal, planner)
        case "move":
            return first_planned(planner.plan(lying, {"woodpecker"} | lying.abilities).steps, legal, "move")
        case "mark":
            return marked_step(lying, planner)
        case "owl" | "owl box":
            return owl_step(lying, legal)
        case _:
            return sets_step(lying, legal, planner)


def first_planned(steps: Sequence[Step], legal: Sequence[Step], word: str) -> Step:
    """The first planned step with this word that is legal, or the first legal one."""
    return next((step for step in steps if step.startswith(word) and step in legal), legal[0])


def card_for(bird: str, legal: Sequence[Step]) -> Step:
    """[B7.1] Any card of the bird pays."""
    return next(step for step in legal if step.startswith(f"use {bird}"))


# Robin and Woodpecker


def before_sets(lying: Lying, legal: Sequence[Step], planner: Planner) -> Step:
    """[B5.3] Robin first: what it draws may change what Woodpecker is good for."""
    abilities = lying.abilities
    robin = any(step.startswith("use R") for step in legal)
    if robin and gain_by_robin(lying, abilities, planner) > kept_value(lying, ["robin"]):
        return card_for("R", legal)
    if any(step.startswith("use W") for step in legal):
        best, chosen = planner.best_plan(lying, abilities)
        if "woodpecker" in chosen and best.steps and best.steps[0].startswith("use W"):
            return card_for("W", legal)
    return "done"


def gain_by_robin(lying: Lying, abilities: set[str], planner: Planner) -> float:
    """What a card from the stop pile adds on average: any card that nobody has seen."""
    unseen = counts_of(lying.pool())
    now = planner.gain(lying, lying.row, abilities)
    whole = sum(
        count * (planner.gain(lying, lying.row, abilities, kind) - now) for kind, count in enumerate(unseen) if count
    )
    return whole / max(1, sum(unseen))


def best_row(lying: Lying, legal: Sequence[Step], planner: Planner) -> Step:
    """The place that makes the best row of all."""
    abilities, row = lying.abilities, lying.row

    def gain(step: Step) -> float:
        place = int(step.split()[1]) - 1
        after = (*row[:place], lying.held, *row[place:])
        if lying.expert:
            return expert_gain(lying._replace(row=after), planner)
        return planner.gain(lying, after, abilities)

    return max(legal, key=gain)


def expert_gain(lying: Lying, planner: Planner) -> float:
    """What removals alone would bring [B8.2]."""
    return planner.plan(lying, set()).gain


# Sets, Pigeon and Owl in the standard game


def marked_step(lying: Lying, planner: Planner) -> Step:
    """The set of the best division that begins at the cursor, if one does."""
    best, _ = planner.best_plan(lying, lying.abilities - {"woodpecker"})
    for one in best.sets:
        if one.start == lying.cursor:
            return f"{'bird' if one.trait < len(BIRDS) else 'season'} {one.length}"
    return "leave"


def sets_step(lying: Lying, legal: Sequence[Step], planner: Planner) -> Step:
    """What is done with the sets once they are marked."""
    abilities = lying.abilities - {"woodpecker"}
    if lying.phase == "drop":
        abilities |= {"pigeon"}
    if lying.phase in ("hold", "held box"):
        abilities |= {"owl"}
    if lying.phase in ("drop", "hold", "held box"):
        best = planner.plan(lying, abilities, lying.sets)
    else:
        best, abilities = planner.best_plan(lying, abilities, lying.sets)
    match lying.phase:
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


def owl_step(lying: Lying, legal: Sequence[Step]) -> Step:
    """[B7.3] The empty box that gains most by the copy, if it is worth more than the ability later."""
    value, board = min(lying.lowest, 5), lying.board

    def gain(trait: int) -> float:
        trophy = TROPHY if trait < len(BIRDS) and value > board.records[trait] else 0
        return value + trophy - lying.open_value

    best = max((trait for trait in range(len(TRAITS)) if not board.boxes[trait]), key=gain)
    if lying.phase == "owl box":
        return f"box {TRAITS[best]}"
    return card_for("O", legal) if gain(best) > kept_value(lying, ["owl"]) else "done"


# The expert game


def expert_step(lying: Lying, legal: Sequence[Step], planner: Planner) -> Step:
    """[B8] By the scorer's plan for the row as it lies; in the middle of a cascade by what each answer leads to."""
    if lying.phase == "remove":
        best, _ = planner.best_plan(lying, lying.abilities - {"woodpecker"})
        return best.steps[0] if best.steps and best.steps[0] in legal else "done"
    # Nothing that is hidden matters for one's own cascade: any state that fits will do.
    state = lying.state()
    return max(legal, key=lambda step: cascade_value(lying, state, step, planner))


def cascade_value(lying: Lying, before: BirdieState, step: Step, planner: Planner) -> float:
    """Points after the cascade that ``step`` goes on with, and what the rest of the row would bring."""
    state = before.copy()
    state.apply(CODES[step])
    own = state.to_move == lying.seat
    if own and state.phase in (TRAIT_ASKED, SET_ASKED):
        return max(cascade_value(lying, state, STEPS[code], planner) for code in state.legal())
    value = float(state.score(lying.seat))
    if own and state.phase == REMOVING:
        value += expert_gain(after_cascade(lying, state), planner)
    return value


def after_cascade(lying: Lying, state: BirdieState) -> Lying:
    """The row and the board as they became in the state."""
    board = replace(
        lying.board,
        boxes=tuple(state.boxes[lying.seat * 8 : lying.seat * 8 + 8]),
        flaps=state.flaps[lying.seat],
        records=tuple(state.record),
    )
    return lying._replace(row=tuple(state.row[: state.row_count]), board=board)
