"""The row being scored: what it would bring as it is marked, and the best way to score it."""

from __future__ import annotations

from itertools import takewhile
from time import monotonic

from birdtable.bots.birdie.reasons import because
from birdtable.bots.birdie.scoring import open_value
from birdtable.engine import Rng
from birdtable.game import AnyGame, Event
from birdtable.games.birdie.solver import next_step, solve
from birdtable.games.birdie.solver.from_view import problem_of, uses_left
from birdtable.games.birdie.view import BirdieView
from birdtable.terminal.part import Plan

WRITING = ("wrote", "flapped", "won trophy", "copied", "lost")
"""Events that change a board."""
DECLINING = ("leave", "done")


def prospect(game: AnyGame, view: BirdieView) -> list[Event]:
    """What would be written if nothing more were marked or used."""
    if view.scorer != view.seat:
        return []
    state = game.imagine(view, Rng(0))
    found: list[Event] = []
    while state.to_move == view.seat:
        legal = game.legal_steps(state)
        declining = [step for step in DECLINING if step in legal]
        if not declining:
            return []
        events = list(takewhile(lambda event: event.seat == view.seat, game.play(state, declining[0])))
        found += [event for event in events if event.what in WRITING]
        if any(event.what == "scored" for event in events):
            break
    return found


def plan(view: BirdieView, seconds: float) -> Plan | None:
    """The best scoring of the seat's row from here on, where the exact scorer can tell."""
    if view.scorer != view.seat:
        return None
    if view.options["expert"]:
        begins = view.phase == "remove"
    else:
        begins = view.phase == "mark" and not view.sets and view.round == 2
    if not begins:
        return None
    uses = {bird: left for bird, left in uses_left(view).items() if bird in ("pigeon", "owl")}
    problem = problem_of(view, uses, open_value=open_value(view), time=seconds)
    steps = solve(problem, monotonic).steps
    return Plan(steps, next_step, because("writes")) if steps else None
