"""Questions about a position of Birdie."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable.agents.asking import A_NUMBER, can_hold, forbidding_clause, legality
from birdtable.agents.part import Question
from birdtable.engine import Rng
from birdtable.game import AnyGame
from birdtable.games.birdie.cards import BIRDS, KINDS, TRAITS
from birdtable.games.birdie.view import BirdieView

LETTERS = dict(zip(TRAITS, "WOPRsuaw", strict=True))


def questions(game: AnyGame, view: BirdieView, rng: Rng) -> Iterator[Question]:
    yield from legality(game, view, rng)
    yield from forbidding_clause(game, view, rng)
    yield from unseen_of_a_trait(game, view, rng)
    yield from another_hand(game, view, rng)
    yield from points_of_a_pass(game, view)


def unseen_of_a_trait(game: AnyGame, view: BirdieView, rng: Rng) -> Iterator[Question]:
    trait = TRAITS[rng.below(len(TRAITS))]
    what = f"{trait}s" if trait in BIRDS else f"{trait} cards"
    count = sum(LETTERS[trait] in card for card in game.unseen(view))
    text = f"How many {what} are among the cards you have not seen (in decks or in opening hands of others)?"
    yield Question("unseen", text, str(count), A_NUMBER)


def another_hand(game: AnyGame, view: BirdieView, rng: Rng) -> Iterator[Question]:
    others = [seat for seat in range(view.seats) if seat != view.seat and view.hands[seat]]
    if not others:
        return
    seat, card = others[rng.below(len(others))], KINDS[rng.below(len(KINDS))]
    openly = [taken for turn in view.played[seat].turns if turn.to == "hand" for taken in turn.cards]
    impossible = card not in openly and card not in game.unseen(view)
    yield from can_hold(game, view, seat, card, card, rng, impossible=impossible)


def points_of_a_pass(game: AnyGame, view: BirdieView) -> Iterator[Question]:
    """[B4.1] [B4.2]"""
    state = game.imagine(view, Rng(0))
    if "pass" in game.legal_steps(state):
        passed = next(event for event in game.play(state, "pass") if event.what == "passed")
        text = "How many points do you enter in your Pass box if you pass now?"
        yield Question("pass", text, str(passed.points), A_NUMBER)
