"""Questions about a position of CuBirds."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable.agents.asking import A_NUMBER, can_hold, forbidding_clause, legality
from birdtable.agents.part import Question
from birdtable.engine import Rng
from birdtable.game import AnyGame
from birdtable.games.cubirds.cards import NAMES, PLURALS, SPECIES
from birdtable.games.cubirds.view import CuBirdsView


def questions(game: AnyGame, view: CuBirdsView, rng: Rng) -> Iterator[Question]:
    yield from legality(game, view, rng)
    yield from forbidding_clause(game, view, rng)
    yield from unseen_of_a_species(game, view, rng)
    yield from another_hand(game, view, rng)
    yield from cards_of_a_lay(game, view, rng)


def unseen_of_a_species(game: AnyGame, view: CuBirdsView, rng: Rng) -> Iterator[Question]:
    species = rng.below(len(SPECIES))
    text = f"How many {PLURALS[species]} are among the cards you have not seen (in the draw pile or in hands)?"
    yield Question("unseen", text, str(game.unseen(view).count(SPECIES[species])), A_NUMBER)


def another_hand(game: AnyGame, view: CuBirdsView, rng: Rng) -> Iterator[Question]:
    others = [seat for seat in range(view.seats) if seat != view.seat and view.hands[seat]]
    if not others or view.known is None:
        return
    seat, species = others[rng.below(len(others))], rng.below(len(SPECIES))
    letter = SPECIES[species]
    impossible = letter not in view.known[seat] and letter not in game.unseen(view)
    yield from can_hold(game, view, seat, letter, f"a {NAMES[species]}", rng, impossible=impossible)


def cards_of_a_lay(game: AnyGame, view: CuBirdsView, rng: Rng) -> Iterator[Question]:
    """[C3.2] Rows are open to all, so that any state of the view will do."""
    state = game.imagine(view, Rng(0))
    lays = [step for step in game.legal_steps(state) if step.startswith("lay ")]
    if lays:
        step = lays[rng.below(len(lays))]
        taken = "".join(event.cards for event in game.play(state, step) if event.what == "took")
        yield Question("lay", f"How many cards do you take with `{step}`?", str(len(taken)), A_NUMBER)
