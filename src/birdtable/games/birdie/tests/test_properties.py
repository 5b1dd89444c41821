"""What holds at every moment of every game, over random games of all numbers of players and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, Event, Value
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import BIRDS, CHOOSING_STARTER, MAX_ROW, TRAITS, members
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import random_step

CHOICES = {option.name: option.choices for option in GAME.options if option.choices}
options = st.fixed_dictionaries(
    {
        **{name: st.sampled_from(choices) for name, choices in CHOICES.items()},
        "expert": st.booleans(),
        "flap_values": st.sampled_from([tuple(range(1, 11)), (1,), (1, 1, 4, 9)]),
    }
).filter(lambda chosen: not (chosen["expert"] and chosen["owl"] == "move"))
games = settings(max_examples=40)


class Moment(NamedTuple):
    """A state, and what the step that led to it made happen."""

    state: BirdieState
    events: list[Event]


def moments(seats: int, chosen: dict[str, Value], seed: int) -> Iterator[Moment]:
    """A random game, moment by moment. The state is always the same object."""
    rng = Rng(seed)
    state = GAME.start(seats, chosen)
    yield Moment(state, [])
    while state.to_move != NOBODY:
        state.apply(random_step(state, rng))
        yield Moment(state, GAME.events(state))


any_game = given(st.integers(2, 4), options, st.integers(0, 2**32))


@clause("B1.1", "B2.1")
@games
@any_game
def test_all_64_cards_are_accounted_for(seats: int, chosen: dict[str, Value], seed: int) -> None:
    for state, _ in moments(seats, chosen, seed):
        packed = [state.unseen, state.display, state.drawn, state.gone, *state.hand, *state.spent, *state.gone_hand]
        cards = Counter(card for each in packed for card in members(each))
        for seat in range(seats):
            cards.update(state.pile[seat * MAX_ROW : seat * MAX_ROW + state.pile_count[seat]])
        assert cards == dict.fromkeys(range(16), 4)
        if state.phase != CHOOSING_STARTER:
            assert len(members(state.unseen)) == state.deck + state.stop + state.rest


@clause("B5.6", "B5.7", "B5.8", "B7.4")
@games
@any_game
def test_boards_are_what_was_seen_to_be_written(seats: int, chosen: dict[str, Value], seed: int) -> None:
    """Each box once; the trophy to who writes more than anybody before; a mark for each set, two for Pigeon."""
    boxes: dict[tuple[int, str], int] = {}
    best: dict[str, tuple[int, int]] = {}
    flaps = [0] * seats
    for state, events in moments(seats, chosen, seed):
        for event in events:
            if event.what in ("wrote", "copied"):
                assert (event.seat, event.place) not in boxes
                boxes[event.seat, event.place] = event.points
                if event.place in BIRDS and event.points > best.get(event.place, (0, 0))[0]:
                    best[event.place] = event.points, event.seat
            flaps[event.seat] += {"wrote": 1, "dropped": 2}.get(event.what, 0)
        view = GAME.view(state, 0)
        assert {
            (seat, box): points for seat in range(seats) for box, points in view.boards[seat].boxes.items()
        } == boxes
        assert view.trophies == {bird: seat for bird, (_, seat) in best.items()}
        assert [board.flaps for board in view.boards] == [min(marks, state.places) for marks in flaps]


@clause("B4.1", "B5.1", "B7.1")
@games
@any_game
def test_passes_and_abilities_keep_their_limits(seats: int, chosen: dict[str, Value], seed: int) -> None:
    for state, _ in moments(seats, chosen, seed):
        assert max(state.used) <= (2 if chosen["expert"] else 1)
        order = state.passed[: state.passed_count]
        assert len(set(order)) == len(order)
        now = [state.pass_points[seat * 2 + state.round - 1] for seat in order]
        assert now == [2 * (seats - 1 - rank) for rank in range(len(order))]


@clause("B3.5")
@games
@any_game
def test_nothing_is_ever_negative_or_too_long(seats: int, chosen: dict[str, Value], seed: int) -> None:
    for state, events in moments(seats, chosen, seed):
        counts = [state.deck, state.stop, state.rest, *state.hand_count, *state.pile_count, *state.flaps, *state.boxes]
        assert min(counts) >= 0
        assert state.display_count == len(members(state.display)) <= 4
        assert state.row_count <= MAX_ROW
        assert len(events) < len(state.told)
        assert list(state.hand_count) == [len(members(hand)) for hand in state.hand]
        assert all(state.score(seat) >= 0 for seat in range(seats))
        legal = state.legal()
        assert (len(legal) == 0) == (state.to_move == NOBODY)
        assert len(legal) == len(set(legal)) <= 64
        if state.to_move == CHANCE:
            assert all(weight > 0 for _, weight in state.odds())


@clause("B6.1", "B6.2")
@games
@any_game
def test_every_game_ends_with_the_points_of_its_boards(seats: int, chosen: dict[str, Value], seed: int) -> None:
    *most, (state, _) = islice(moments(seats, chosen, seed), 1000)
    view, outcome = GAME.view(state, 0), GAME.outcome(state)
    assert len(most) < 999
    assert outcome is not None
    for seat, board in enumerate(view.boards):
        column = state.flap_values[board.flaps - 1] if board.flaps else 0
        trophies = sum(holder == seat for holder in view.trophies.values())
        assert outcome.points[seat] == sum(board.boxes.values()) + sum(board.passes) + column + 3 * trophies
    [winner] = outcome.winners
    assert winner == min(range(seats), key=lambda seat: (-outcome.points[seat], view.passed.index(seat)))


@clause("B1.3")
def test_there_is_a_box_for_every_trait() -> None:
    assert len(TRAITS) == len(set(TRAITS)) == 8
