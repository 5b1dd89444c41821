"""A puzzle while it is solved: the position to play, and what a try brings. Nothing is stored here; that is the
caller's business.

A try is a whole play, step by step as the engine takes it. Wrong ones are scored and explained like the right one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.bots.advice.assessment import PointsLine
from birdtable.bots.advice.reasons import Reason
from birdtable.bots.knowledge import explain, search_policy
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, Event, Step, ends_play
from birdtable.puzzles.form import Puzzle, RowPuzzle, TurnPuzzle
from birdtable.puzzles.part import part_of

WORLDS = 400
"""States in which a play that was not searched is compared with the best."""
NEGLIGIBLE = 0.001


class ScoredPlay(msgspec.Struct, frozen=True):
    """A play, and what it is worth."""

    steps: tuple[Step, ...]
    points: float = 0.0
    """That a row gains."""
    lines: Sequence[PointsLine] = ()
    """Why, point by point."""
    win: float = 0.0
    """The share of the victory to expect after a turn."""
    cost: float = 0.0
    """What the best play is worth more."""
    why: Reason | None = None
    """What speaks for a turn."""
    bots: tuple[str, ...] = ()
    """The quick players who choose it."""
    is_estimate: bool = False
    """Not searched for long: compared with the best in a hurry."""


class Verdict(msgspec.Struct, frozen=True):
    """What is said to a try."""

    right: bool
    own: ScoredPlay
    best: ScoredPlay
    others: tuple[ScoredPlay, ...] = ()
    """What else could have been chosen, the better first."""


def state_of(puzzle: Puzzle) -> Any:
    """The position; one that makes no sense is refused."""
    if isinstance(puzzle, RowPuzzle):
        return part_of(puzzle.game).row_state(puzzle.problem)
    game = catalog.game(puzzle.game)
    state = game.parse_state(puzzle.position)
    if game.to_move(state) != puzzle.seat:
        raise BadInput(f"seat {puzzle.seat} is not to move in this position")
    return state


def judge(puzzle: Puzzle, steps: Sequence[Step]) -> Verdict:
    """A try. What the rules forbid, and what is not a whole play, is refused with its clause."""
    return judge_row(puzzle, steps) if isinstance(puzzle, RowPuzzle) else judge_turn(puzzle, tuple(steps))


def answer(puzzle: Puzzle) -> Verdict:
    """The solution, told as if it had been found."""
    return judge(puzzle, engine_steps(puzzle))


# Rows


def judge_row(puzzle: RowPuzzle, steps: Sequence[Step]) -> Verdict:
    own = score_play(puzzle, steps)
    best = own if own.points == puzzle.gain else score_play(puzzle, engine_steps(puzzle))
    if own.points > puzzle.gain:
        raise BadInput(f"the row gains {own.points:g} points, more than the {puzzle.gain} of the puzzle")
    return Verdict(own.points == puzzle.gain, own, best)


def score_play(puzzle: RowPuzzle, steps: Sequence[Step]) -> ScoredPlay:
    game, state = catalog.game(puzzle.game), state_of(puzzle)
    lines = part_of(puzzle.game).row_lines(puzzle.problem, play_all(game, state, puzzle.seat, steps))
    points = sum(line.points for line in lines)
    return ScoredPlay(tuple(steps), points=points, lines=lines, cost=puzzle.gain - points)


def engine_steps(puzzle: Puzzle) -> tuple[Step, ...]:
    """The answer as the engine takes it: a row's leaves open which card pays, and what there is nothing to say to."""
    if isinstance(puzzle, TurnPuzzle):
        return puzzle.steps
    game, state, plan = catalog.game(puzzle.game), state_of(puzzle), list(puzzle.steps)
    steps: list[Step] = []
    events: list[Event] = []
    while not ends_play(state, puzzle.seat, events):
        steps.append(part_of(puzzle.game).next_step(plan, game.legal_steps(state)))
        events = game.play(state, steps[-1])
    return tuple(steps)


def play_all(game: AnyGame, state: Any, seat: int, steps: Sequence[Step]) -> list[Event]:
    """Plays a whole play in place."""
    events: list[Event] = []
    for number, step in enumerate(steps, start=1):
        if ends_play(state, seat, events):
            raise BadInput("step {number} comes after the end of this play", number=number)
        events += game.play(state, step)
    if not ends_play(state, seat, events):
        raise BadInput("this play is not complete")
    return events


# Turns


def judge_turn(puzzle: TurnPuzzle, steps: tuple[Step, ...]) -> Verdict:
    game, state = catalog.game(puzzle.game), state_of(puzzle)
    view = game.view(state, puzzle.seat)
    best = puzzle.choices[0]
    known = {
        choice.steps: ScoredPlay(
            choice.steps,
            win=choice.win,
            cost=best.win - choice.win,
            why=explain(game, view, choice.steps[0], Rng(0)),
            bots=choice.bots,
        )
        for choice in puzzle.choices
    }
    play_all(game, state, puzzle.seat, steps)
    own = known.get(steps) or estimate(game, view, steps, best.steps, best.win)
    others = [play for play in known.values() if play.steps not in (best.steps, steps)]
    return Verdict(steps == best.steps, own, known[best.steps], tuple(others))


def estimate(game: AnyGame, view: Any, steps: tuple[Step, ...], best: tuple[Step, ...], win: float) -> ScoredPlay:
    """What a play costs that was not searched: both are played on from the same states, with the same luck."""
    policy, rng, imagine = search_policy(game), Rng(0), game.imaginer(view)
    cost = 0.0
    for number in range(WORLDS):
        world = imagine(rng)
        for play, sign in ((best, 1), (steps, -1)):
            state = world.copy()
            for step in play:
                game.apply(state, step)
            policy.rollout(state, Rng(number))
            cost += sign * policy.values[view.seat] / WORLDS
    cost = max(NEGLIGIBLE, cost)
    why = explain(game, view, steps[0], Rng(0))
    return ScoredPlay(steps, win=max(0.0, win - cost), cost=cost, why=why, is_estimate=True)
