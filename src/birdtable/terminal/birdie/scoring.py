"""The row being scored: what it would bring as it is marked, and the best way to score it."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from time import monotonic

from birdtable.bots.birdie.reasons import because
from birdtable.engine import Rng
from birdtable.game import AnyGame, Event
from birdtable.games.birdie.cards import BIRDS, TRAITS
from birdtable.games.birdie.solver import Problem, next_step, solve
from birdtable.games.birdie.view import BirdieView
from birdtable.terminal.part import Plan

WRITING = ("wrote", "flapped", "won trophy", "copied", "lost")
"""Events that change a board."""
DECLINING = ("leave", "done")
OPEN_BOX = 3.0
"""What a box that stays empty is worth in round 1 of the expert game: a guess, which keeps twos out of it."""


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
    if view.scorer != view.seat or view.seat < 0:
        return None
    if view.options["expert"]:
        begins = view.phase == "remove"
    else:
        begins = view.phase == "mark" and not view.sets and view.round == 2
    if not begins:
        return None
    steps = solve(problem(view, seconds), monotonic).steps
    return Plan(steps, next_step, because("writes")) if steps else None


def problem(view: BirdieView, seconds: float) -> Problem:
    board, options = view.boards[view.seat], view.options
    limit = 2 if options["expert"] else 1
    hand = Counter(card[0] for card in view.hand or [])
    uses = {bird: min(hand[bird[0].upper()], limit - board.used.get(bird, 0)) for bird in BIRDS}
    return Problem(
        row=" ".join(view.row),
        expert=bool(options["expert"]),
        pigeons=uses["pigeon"],
        owls=uses["owl"],
        boxes=board.boxes,
        flaps=board.flaps,
        records=view.records,
        flap_values=tuple(options["flap_values"] or ()),  # type: ignore[arg-type]
        open_value=dict.fromkeys(TRAITS, OPEN_BOX) if view.round == 1 else {},
        time=seconds,
        owl="move" if options["owl"] == "move" else "copy",
        same_trait_sets="choose" if options["same_trait_sets"] == "choose" else "largest",
        expert_removals="single" if options["expert_removals"] == "single" else "repeat",
    )
