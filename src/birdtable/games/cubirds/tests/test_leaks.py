"""Leaks by double entry: what C6.1 hides is dealt anew, and nothing that a seat is given may change.

``kit.cubirds.redeal`` says what is hidden; the game says what is shown. They know nothing of each other.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR, Viewer, viewer_of
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import COUNTS, DEALING, DRAWING, count, size
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.view import CuBirdsView
from birdtable.testing import clause
from kit.cubirds.redeal import redeal
from kit.cubirds.table import eager_step


def random_step(state: CuBirdsState, rng: Rng) -> int:
    if state.to_move == CHANCE:
        return state.roll(rng)
    if rng.below(2):
        return eager_step(state, rng)
    codes = state.legal()
    return codes[rng.below(len(codes))]


def positions(seed: int, number: int) -> Iterator[tuple[CuBirdsState, Viewer, Rng]]:
    """Positions of games, each with somebody who looks at it."""
    rng = Rng(seed)
    while True:
        extras = ("shuffled", "discarded")[rng.below(2)]
        state = GAME.start(2 + rng.below(4), {"turn_limit": 100, "extras": extras})
        while state.to_move != NOBODY:
            state.apply(random_step(state, rng))
            if rng.below(4) == 0:
                yield state, viewer_of(rng.below(state.seats + 1) - 1), rng
                number -= 1
                if number == 0:
                    return


def assert_looks_the_same(state: CuBirdsState, twin: CuBirdsState, seat: Viewer) -> None:
    assert GAME.view(twin, seat) == GAME.view(state, seat)
    told, told_again = GAME.events(state), GAME.events(twin)
    assert [event.seen_by(seat) for event in told_again] == [event.seen_by(seat) for event in told]
    if seat == state.to_move:
        assert twin.legal() == state.legal()


def check_redeals(seed: int, number: int) -> int:
    """Re-deals so many positions; returns in how many of them something was different."""
    different = 0
    for state, seat, rng in positions(seed, number):
        twin = redeal(state, seat, rng)
        assert_looks_the_same(state, twin, seat)
        different += GAME.state_text(twin) != GAME.state_text(state)
    return different


@clause("C6.1")
def test_what_a_seat_cannot_know_changes_nothing_it_is_shown() -> None:
    assert check_redeals(seed=1, number=4000) > 3000


@clause("C6.1")
@pytest.mark.long
def test_what_a_seat_cannot_know_changes_nothing_it_is_shown_in_100_000_re_deals() -> None:
    assert check_redeals(seed=2, number=100_000) > 75_000


# The same steps in the open, other secrets: two worlds side by side


def same_step(state: CuBirdsState, twin: CuBirdsState, seat: Viewer, rng: Rng) -> tuple[int, int] | None:
    """A step for each world that looks the same to the seat, or ``None`` if there is none."""
    if state.to_move == CHANCE and state.phase in (DEALING, DRAWING) and receiver(state) != seat:
        return state.roll(rng), twin.roll(rng)
    code = random_step(state, rng)
    return (code, code) if code in twin.legal() else None


def receiver(state: CuBirdsState) -> int:
    """Who gets the card that chance is about to turn."""
    if state.phase == DRAWING:
        return state.player
    return (state.dealer + (8 * state.seats - state.left) // 8) % state.seats


def follow(seed: int, number: int) -> int:
    """Plays on from so many positions in two worlds as long as they look the same; returns how many steps did."""
    steps = 0
    for start, seat, rng in positions(seed, number):
        state, twin = start.copy(), GAME.imagine(GAME.view(start, seat), rng)
        for _ in range(15):
            codes = same_step(state, twin, seat, rng) if state.to_move != NOBODY else None
            if codes is None:
                break
            state.apply(codes[0])
            twin.apply(codes[1])
            if cards_shown(state, seat) != cards_shown(twin, seat):
                break
            assert_looks_the_same(state, twin, seat)
            steps += 1
    return steps


def cards_shown(state: CuBirdsState, seat: Viewer) -> list[str]:
    """The cards that the last step brought to light, the only thing by which two worlds may come to differ."""
    return [event.seen_by(seat).cards for event in GAME.events(state) if event.cards]


@clause("C3.5", "C6.1")
def test_nor_does_it_change_what_is_seen_later_of_the_same_steps() -> None:
    """Not even whether a player is asked for a flock."""
    assert follow(seed=3, number=600) > 2000


@clause("C3.5", "C6.1")
@pytest.mark.long
def test_nor_does_it_change_what_is_seen_later_in_20_000_positions() -> None:
    assert follow(seed=4, number=20_000) > 70_000


# The test itself is tested: what it must not touch, and what it must change


@clause("C6.1")
def test_a_re_deal_leaves_alone_what_the_seat_knows() -> None:
    for state, seat, rng in positions(seed=5, number=300):
        twin = redeal(state, seat, rng)
        assert [size(hand) for hand in twin.hands] == [size(hand) for hand in state.hands]
        if seat is not SPECTATOR:
            assert twin.hands[seat] == state.hands[seat]


@clause("C1.1", "C6.1")
def test_a_re_deal_accounts_for_all_cards() -> None:
    for state, seat, rng in positions(seed=6, number=300):
        twin = redeal(state, seat, rng)
        piles = [twin.pile, twin.discard, twin.aside, *twin.birds, *twin.hands, *twin.collections]
        assert [sum(count(pile, species) for pile in piles) for species in range(8)] == list(COUNTS)


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that tells how many flamingos a hand holds."""
    view = GAME.view

    def leaky(state: CuBirdsState, seat: int) -> CuBirdsView:
        seen = view(state, seat)
        seen.turned += count(state.hands[0], 0)
        return seen

    monkeypatch.setattr(type(GAME), "view", lambda self, state, seat: leaky(state, seat))
    with pytest.raises(AssertionError):
        check_redeals(seed=1, number=300)
