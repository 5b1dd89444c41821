"""Positions of Birdie that fit on a line, for tests.

Cards and steps are in notation, several steps with commas between them, chance included: ``take Rs, deal Ow``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from birdtable.chance import Chance, Dice, draw
from birdtable.engine import Rng
from birdtable.game import CHANCE, Event
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import (
    ADD,
    ALL_CARDS,
    BIRDS,
    END,
    MAX_ROW,
    PASS,
    TRAITS,
    TURN,
    cards_text,
    members,
    multiset,
    parse_cards,
    size,
)
from birdtable.games.birdie.rules import BirdieState

ME, OTHER = 0, 1


def play(state: BirdieState, steps: str) -> list[Event]:
    """Plays the steps by the rules and tells what they made happen."""
    return [event for step in steps.split(", ") for event in GAME.play(state, step)]


def after(state: BirdieState, steps: str) -> BirdieState:
    """``state`` itself, when the steps have been played."""
    play(state, steps)
    return state


def can(state: BirdieState) -> str:
    """The legal steps."""
    return ", ".join(GAME.legal_steps(state))


def deal(state: BirdieState, cards: str) -> BirdieState:
    """``state`` itself, when chance has dealt these cards."""
    for card in cards.split():
        GAME.play(state, f"deal {card}")
    return state


def deal_all(state: BirdieState, chance: Chance | None = None) -> BirdieState:
    """``state`` itself, when chance has done all it has to."""
    chance = chance or Dice(1)
    while state.to_move == CHANCE:
        GAME.apply(state, chance.choose(GAME, state))
    return state


def open_game(hands: str, display: str, *, starter: int = 1, **options: Any) -> BirdieState:
    """The first turn of a game, with the opening hands of seat 1, seat 2, ... (commas between them)."""
    by_seat = hands.split(", ")
    state = GAME.start(len(by_seat), options)
    GAME.play(state, f"starter {starter}")
    for i in range(len(by_seat)):
        deal(state, by_seat[(starter - 1 + i) % len(by_seat)])
    return deal(state, display)


def turn(hands: str, display: str = "", *, deck: int = 0, passed: str = "", **options: Any) -> BirdieState:
    """A turn of seat 1 in round 1. The seats in ``passed`` (from 1) have passed, in this order."""
    by_seat = [parse_cards(hand) for hand in hands.split(",")]
    state = GAME.start(len(by_seat), options)
    state.hand = pad([multiset(hand) for hand in by_seat], 4)
    state.hand_count = pad([len(hand) for hand in by_seat], 4)
    state.display = multiset(parse_cards(display))
    state.display_count = size(state.display)
    state.deck, state.stop = deck, state.seats
    account(state)
    have_passed(state, [int(seat) - 1 for seat in passed.split()])
    state.phase, state.to_move, state.mover = TURN, ME, ME
    return state


def scoring(
    row: str,
    hand: str = "",
    boxes: str = "",
    *,
    other_row: str = "",
    other_hand: str = "",
    in_round: int = 1,
    **options: Any,
) -> BirdieState:
    """Seat 1 of two scores this row; ``boxes`` were written before (``robin 4, winter 2``); seat 2 scores next."""
    state = turn(f"{hand},{other_hand}", deck=6, **options)
    state.round = in_round
    have_passed(state, [ME])
    lay(state, ME, row)
    lay(state, OTHER, other_row)
    write(state, ME, boxes)
    account(state)
    state.to_move, state.mover = OTHER, OTHER
    return after(state, "pass")


def random_step(state: BirdieState, rng: Rng) -> int:
    """At random, but for seats that keep most of their hand cards and seldom pass."""
    if state.to_move == CHANCE:
        return GAME.codes[draw(GAME, state, rng)]
    codes = state.legal()
    code = codes[rng.below(len(codes))]
    if (code == PASS or ADD <= code < END) and rng.below(8):
        code = codes[rng.below(len(codes))]
    return code


def have_passed(state: BirdieState, seats: list[int]) -> None:
    points = state.pass_points
    for rank, seat in enumerate(seats):
        points[seat * 2 + state.round - 1] = 2 * (state.seats - 1 - rank)
    state.pass_points = points
    state.passed = pad(seats, 4)
    state.passed_count = len(seats)


def lay(state: BirdieState, seat: int, cards: str) -> None:
    """Puts these cards on an empty pile."""
    piles, counts, kinds = state.pile, state.pile_count, parse_cards(cards)
    piles[seat * MAX_ROW : seat * MAX_ROW + len(kinds)] = kinds
    counts[seat] = len(kinds)
    state.pile, state.pile_count = piles, counts


def write(state: BirdieState, seat: int, boxes: str) -> None:
    """Writes values as sets would, trophies included; Flap marks apart."""
    values, records, trophies = state.boxes, state.record, state.trophy
    for box in boxes.split(", ") if boxes else []:
        trait, points = TRAITS.index(box.split()[0]), int(box.split()[1])
        values[seat * 8 + trait] = points
        if trait < 4 and points > records[trait]:
            records[trait], trophies[trait] = points, seat
    state.boxes, state.record, state.trophy = values, records, trophies


def account(state: BirdieState) -> None:
    """Makes all other cards unseen; those of neither deck nor stop pile are out of this round."""
    piles = sum(multiset(parse_cards(pile_text(state, seat))) for seat in range(state.seats))
    state.unseen = ALL_CARDS - state.display - sum(state.hand) - piles
    state.rest = size(state.unseen) - state.deck - state.stop


def boxes(state: BirdieState, seat: int = ME) -> str:
    """What is written on a board, birds first: ``robin 4, winter 2``."""
    values = state.boxes[seat * 8 : seat * 8 + 8]
    return ", ".join(f"{trait} {points}" for trait, points in zip(TRAITS, values, strict=True) if points)


def row_text(state: BirdieState) -> str:
    return cards_text(state.row[: state.row_count])


def pile_text(state: BirdieState, seat: int = ME) -> str:
    return cards_text(state.pile[seat * MAX_ROW : seat * MAX_ROW + state.pile_count[seat]])


def hand_text(state: BirdieState, seat: int = ME) -> str:
    return cards_text(members(state.hand[seat]))


def display_text(state: BirdieState) -> str:
    return cards_text(members(state.display))


def trophies(state: BirdieState) -> dict[str, int]:
    """Who has which, by seat from 0."""
    return {bird: seat for bird, seat in zip(BIRDS, state.trophy, strict=True) if seat >= 0}


def find_events(events: Iterable[Event], what: str) -> list[Event]:
    return [event for event in events if event.what == what]


def pad(values: list[int], width: int) -> list[int]:
    return [*values, *[0] * (width - len(values))]
