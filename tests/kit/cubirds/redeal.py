"""What C6.1 hides from a seat, said apart from the rules: everything of it is dealt anew."""

from __future__ import annotations

from birdtable.engine import Rng
from birdtable.game import Seat, Viewer
from birdtable.games.cubirds.cards import DEALT, DREW, UNITS, count, size
from birdtable.games.cubirds.rules import CuBirdsState


def redeal(state: CuBirdsState, seat: Viewer, rng: Rng) -> CuBirdsState:
    """A copy in which the secrets of all others are different: the cards they were dealt or drew, and the pile.

    Cards that others took from rows stay, as do the numbers. Whether others could have these cards, by what they laid
    before, does not matter here.
    """
    twin = state.copy()
    others = [other for other in range(state.seats) if other != seat]
    twin.hands, twin.pile = reshuffle_hands(state, others, rng)
    twin.unknown = redeal_unknown(state, others, rng)
    twin.told = [redeal_event(word, seat, rng) for word in state.told]
    return twin


def reshuffle_hands(state: CuBirdsState, others: list[Seat], rng: Rng) -> tuple[list[int], int]:
    hands = list(state.hands)
    secret = {other: hands[other] - state.known[other] for other in others}
    dealt, pile = deal_out(state.pile + sum(secret.values()), [size(secret[other]) for other in others], rng)
    for other, cards in zip(others, dealt, strict=True):
        hands[other] = state.known[other] + cards
    return hands, pile


def redeal_unknown(state: CuBirdsState, others: list[Seat], rng: Rng) -> list[int]:
    """Who of the others had which unknown cards at a reshuffle: all together they are public."""
    unknown = list(state.unknown)
    for start in range(0, 5 * state.reshuffles, 5):
        secret = [unknown[start + other] for other in others]
        dealt, _ = deal_out(sum(secret), [size(cards) for cards in secret], rng)
        for other, cards in zip(others, dealt, strict=True):
            unknown[start + other] = cards
    return unknown


def deal_out(pool: int, numbers: list[int], rng: Rng) -> tuple[list[int], int]:
    """So many cards each from a pool, and what is left of it."""
    deck = [unit for species, unit in enumerate(UNITS) for _ in range(count(pool, species))]
    for last in range(len(deck) - 1, 0, -1):
        other = rng.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    hands = []
    for number in numbers:
        hands.append(sum(deck[:number]))
        deck = deck[number:]
    return hands, sum(deck)


def redeal_event(word: int, seat: Viewer, rng: Rng) -> int:
    """A card dealt to another was any."""
    what, who = word & 31, word >> 5 & 7
    if what in (DEALT, DREW) and who != seat:
        return word & ~(0xFFFF << 8) | rng.below(8) << 8
    return word
