"""The row being scored: what it would bring as it is marked."""

from __future__ import annotations

from itertools import takewhile

from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, Event
from birdtable.games.birdie.view import BirdieView

WRITING = ("wrote", "flapped", "won trophy", "copied", "lost")
"""Events that change a board."""
DECLINING = ("leave", "done")


def prospect(game: AnyGame, view: BirdieView) -> list[Event]:
    """What would be written if nothing more were marked or used; nothing where a strict table tells too little."""
    if view.scorer != view.seat:
        return []
    try:
        state = game.imagine(view, Rng(0))
    except BadInput:
        return []
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
