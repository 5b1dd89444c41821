"""Questions that every game has: what is legal, which clause forbids a step, what another seat can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from birdtable.agents.part import Question
from birdtable.engine import Rng
from birdtable.game import BirdtableError, Game, IllegalStep, S, Seat, Step, V

CHANCE_VERBS = ("deal", "starter")
WORLDS = 24
"""Imagined states in which a witness is looked for."""
TRIES = 12
"""Illegal steps that are looked at for the sake of variety."""
AGREEING = 4
"""Imagined states in which a refusal must name the same clause."""
YES_OR_NO = "yes or no"
A_NUMBER = "a whole number"
A_CLAUSE = "the number of a clause, such as {example}"


def pick(things: Sequence[Step], rng: Rng) -> Step:
    return things[rng.below(len(things))]


def seat_steps(game: Game[S, V]) -> list[Step]:
    return [step for step in game.steps if step.partition(" ")[0] not in CHANCE_VERBS]


def legality(game: Game[S, V], view: V, rng: Rng) -> Iterator[Question]:
    """Is a step legal, half of the time one that is."""
    legal = game.legal_steps(game.imagine(view, rng))
    others = [step for step in seat_steps(game) if step not in legal]
    is_legal = not others or rng.below(2) == 0
    step = pick(legal if is_legal else others, rng)
    yield Question("legal", f"Is the step `{step}` legal for you now?", "yes" if is_legal else "no", YES_OR_NO)


def forbidding_clause(game: Game[S, V], view: V, rng: Rng) -> Iterator[Question]:
    """The clause that a refusal names, where it is the same in every state that the view could be of."""
    legal = game.legal_steps(game.imagine(view, rng))
    others = [step for step in seat_steps(game) if step not in legal]
    by_clause: dict[str, Step] = {}
    for step in (pick(others, rng) for _ in range(TRIES) if others):
        if clause := refusing_clause(game, game.imagine(view, rng), step):
            by_clause.setdefault(clause, step)
    if not by_clause:
        return
    clause, step = sorted(by_clause.items())[rng.below(len(by_clause))]
    if all(refusing_clause(game, game.imagine(view, rng), step) == clause for _ in range(AGREEING)):
        form = A_CLAUSE.format(example=game.seats_clause + ".1")
        yield Question("clause", f"You may not `{step}` now. Which clause does a refusal name?", clause.lower(), form)


def refusing_clause(game: Game[S, V], state: S, step: Step) -> str:
    try:
        game.play(state, step)
    except IllegalStep as refusal:
        return refusal.clause
    except BirdtableError:
        return ""
    return ""


def can_hold(
    game: Game[S, V], view: V, seat: Seat, card: str, name: str, rng: Rng, *, impossible: bool
) -> Iterator[Question]:
    """Whether another seat can hold a card: shown by a state in which it does, or proved ``impossible``."""
    if impossible:
        answer = "no"
    else:
        imagine = game.imaginer(view)
        hands = (getattr(game.view(imagine(rng), seat), "hand", ()) for _ in range(WORLDS))
        if not any(card in (hand or ()) for hand in hands):
            return
        answer = "yes"
    yield Question("hold", f"By what you can know: could seat {seat + 1} hold {name} now?", answer, YES_OR_NO)
