"""Leaks by double entry: what B3.8 hides is dealt anew, and nothing that a seat is given may change.

``kit.birdie.redeal`` says what is hidden; the game says what is shown. They know nothing of each other.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR, Value, Viewer, viewer_of
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import (
    ADD,
    DEAL,
    DONE,
    END,
    MAX_ROW,
    OPENING,
    STACK,
    TURN,
    USE,
    members,
    multiset,
)
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.redeal import before_turn, redeal, shuffle, with_value
from kit.birdie.table import random_step

OPTIONS: tuple[dict[str, Value], ...] = (
    {},
    {"expert": True},
    {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"},
    {"expert": True, "expert_removals": "single", "robin_source": "bird_deck"},
)


def positions(seed: int, count: int) -> Iterator[tuple[BirdieState, Viewer, Rng]]:
    """Positions of random games, each with somebody who looks at it."""
    rng = Rng(seed)
    while True:
        state = GAME.start(2 + rng.below(3), OPTIONS[rng.below(len(OPTIONS))])
        while state.to_move != NOBODY:
            state.apply(random_step(state, rng))
            if rng.below(4) == 0:
                yield state, viewer_of(rng.below(state.seats + 1) - 1), rng
                count -= 1
                if count == 0:
                    return


def assert_looks_the_same(state: BirdieState, twin: BirdieState, seat: Viewer) -> None:
    assert GAME.view(twin, seat) == GAME.view(state, seat)
    told, told_again = GAME.events(state), GAME.events(twin)
    assert [event.seen_by(seat) for event in told_again] == [event.seen_by(seat) for event in told]
    if seat == state.to_move:
        assert twin.legal() == state.legal()


def check_redeals(seed: int, count: int) -> int:
    """Re-deals so many positions; returns in how many of them something was different."""
    different = 0
    for state, seat, rng in positions(seed, count):
        twin = redeal(state, seat, rng)
        assert_looks_the_same(state, twin, seat)
        different += GAME.state_text(twin) != GAME.state_text(state)
    return different


@clause("B3.8")
def test_what_a_seat_cannot_know_changes_nothing_it_is_shown() -> None:
    assert check_redeals(seed=1, count=4000) > 3000


@clause("B3.8")
@pytest.mark.long
def test_what_a_seat_cannot_know_changes_nothing_it_is_shown_in_100_000_re_deals() -> None:
    assert check_redeals(seed=2, count=100_000) > 75_000


# The same steps in the open, other secrets: two worlds side by side


class Worlds:
    """A state and its re-deal, in which the same is done in the open until it would show that they differ."""

    def __init__(self, state: BirdieState, seat: Viewer, rng: Rng) -> None:
        self.state = before_turn(state, seat)
        self.seat = seat
        self.rng = rng
        self.twin = redeal(self.state, seat, rng)

    def go_on(self) -> bool:
        """One more step, or one more turn of another seat; False where the worlds part in the open."""
        state, twin, mover = self.state, self.twin, self.state.to_move
        if mover == CHANCE:
            return self.deal()
        if mover == self.seat:
            return self.both(random_step(state, self.rng))
        if state.phase == TURN:
            code = random_step(state, self.rng)
            return self.take_2() if STACK <= code < END else self.both(code)
        codes = [code for code in state.legal() if code in twin.legal()]
        return self.both(codes[self.rng.below(len(codes))])

    def both(self, code: int, other: int | None = None) -> bool:
        """Does a step in one world and a step in the other that looks the same."""
        self.state.apply(code)
        self.twin.apply(code if other is None else other)
        if any(event.what == "turned over" for event in GAME.events(self.state)) and not self.rows_are_equal():
            return False
        assert_looks_the_same(self.state, self.twin, self.seat)
        return True

    def rows_are_equal(self) -> bool:
        """Whether the piles turned over by now are the same in both worlds."""
        return [event for event in GAME.events(self.state) if event.what == "turned over"] == [
            event for event in GAME.events(self.twin) if event.what == "turned over"
        ]

    def deal(self) -> bool:
        """Another seat may be dealt different opening cards; what is turned up is the same."""
        code = random_step(self.state, self.rng)
        if self.state.phase == OPENING and self.state.mover != self.seat:
            return self.both(code, random_step(self.twin, self.rng))
        if code >= DEAL and code not in self.twin.legal():
            return False
        return self.both(code)

    def take_2(self) -> bool:
        """The same two display cards and as many hand cards, but which and in what order is up to each world."""
        mover = self.state.to_move
        display = members(self.state.display)
        shuffle(display, self.rng)
        added = self.rng.below(self.state.hand_count[mover] + 1)
        orders = []
        for world in (self.state, self.twin):
            hand = members(world.hand[mover])
            shuffle(hand, self.rng)
            codes = [STACK + kind for kind in display[:2]] + [ADD + kind for kind in hand[:added]]
            shuffle(codes, self.rng)
            orders.append(codes + [END] * (added < len(hand)))
        return all(self.both(code, other) for code, other in zip(*orders, strict=True))


def follow(seed: int, count: int) -> int:
    """Plays on from so many positions in two worlds; returns how many steps looked the same."""
    steps = 0
    for state, seat, rng in positions(seed, count):
        worlds = Worlds(state, seat, rng)
        for _ in range(12):
            if worlds.state.to_move == NOBODY or not worlds.go_on():
                break
            steps += 1
    return steps


@clause("B3.8")
def test_nor_does_it_change_what_is_seen_later_of_the_same_steps() -> None:
    assert follow(seed=3, count=1000) > 4000


@clause("B3.8")
@pytest.mark.long
def test_nor_does_it_change_what_is_seen_later_in_20_000_positions() -> None:
    assert follow(seed=4, count=20_000) > 80_000


# The test itself is tested: what it must not touch, and what it must change


@clause("B3.8")
def test_a_re_deal_leaves_alone_what_the_seat_knows() -> None:
    for state, seat, rng in positions(seed=5, count=300):
        if seat is not SPECTATOR:
            twin = redeal(state, seat, rng)
            assert twin.hand[seat] == state.hand[seat]
            own = slice(seat * MAX_ROW, seat * MAX_ROW + state.pile_count[seat])
            assert twin.pile[own] == state.pile[own]


@clause("B1.1", "B3.8")
def test_a_re_deal_accounts_for_all_cards() -> None:
    for state, seat, rng in positions(seed=6, count=300):
        twin = before_turn(redeal(state, seat, rng), SPECTATOR)
        truth = before_turn(state, SPECTATOR)
        assert sorted(cards_of(twin)) == sorted(cards_of(truth))
        assert twin.hand_count == truth.hand_count == [len(members(hand)) for hand in twin.hand]


def cards_of(state: BirdieState) -> list[int]:
    piles = [state.pile[seat * MAX_ROW : seat * MAX_ROW + state.pile_count[seat]] for seat in range(state.seats)]
    hidden = [members(packed) for packed in (state.unseen, *state.hand, *state.gone_hand)]
    return [kind for cards in piles + hidden for kind in cards]


@clause("B3.8")
def test_whether_a_player_is_asked_for_an_ability_does_not_depend_on_hidden_cards() -> None:
    """Every hand of the same size: after the same steps it is the same question."""
    asked = 0
    for state, _, rng in positions(seed=7, count=3000):
        if state.to_move >= 0 and DONE in state.legal():
            mover = state.to_move
            twin = state.copy()
            cards = members(twin.unseen) + members(twin.hand[mover])
            shuffle(cards, rng)
            twin.hand = with_value(twin.hand, mover, multiset(cards[: twin.hand_count[mover]]))
            public = [[code for code in each.legal() if not USE <= code < USE + 16] for each in (state, twin)]
            assert public[0] == public[1]
            after = state.copy()
            after.apply(DONE)
            twin.apply(DONE)
            assert (after.phase, after.to_move) == (twin.phase, twin.to_move)
            asked += 1
    assert asked > 100


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that tells how many springs a pile holds."""
    view = GAME.view

    def leaky(state: BirdieState, seat: int) -> object:
        seen = view(state, seat)
        seen.cursor += sum(kind & 3 == 0 for kind in state.pile[: state.pile_count[0]])
        return seen

    monkeypatch.setattr(type(GAME), "view", lambda self, state, seat: leaky(state, seat))
    with pytest.raises(AssertionError):
        check_redeals(seed=1, count=300)
