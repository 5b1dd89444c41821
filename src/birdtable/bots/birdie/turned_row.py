"""A row while it is scored, with all that its scorer knows and needs: read from a view or from a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from birdtable.engine import Rng
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import (
    BIRDS,
    KIND,
    KIND_BITS,
    KIND_OF,
    MAX_ROW,
    MAX_TURNS,
    PHASES,
    TRAITS,
    TWO_CARDS,
    UNITS,
    cards_text,
    parse_cards,
)
from birdtable.games.birdie.imagine import Imaginer, view_pool
from birdtable.games.birdie.points import is_one_shuffle, most_uses
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.solver.from_view import problem_of, uses_left
from birdtable.games.birdie.solver.marking import Marked
from birdtable.games.birdie.solver.problem import Problem
from birdtable.games.birdie.solver.search.board import Board
from birdtable.games.birdie.view import BirdieView, public_earlier
from birdtable.games.birdie.view import view as view_of

OPEN_VALUE = 2.4
"""What an empty box is worth after round 1, in points."""
ALL_OF_BIRD = 0xFFFF
"""The bits of a bird's four kinds in a multiset."""
TICKS = 600.0
"""Looks at the clock that the expert scorer may take; a clock that counts looks gives everybody the same answer."""


class TurnedRow(NamedTuple):
    phase: str
    round: int
    seat: int
    expert: bool
    single_removal: bool
    owl_moves: bool
    sets_chosen: bool
    row: tuple[int, ...]
    """The kinds of its cards."""
    board: Board
    """The scorer's, where empty boxes are worth what bots think they are."""
    abilities: set[str]
    """[B7.1] Those that can still be used and have a card in hand."""
    cursor: int
    held: int
    """A card on its way into the row, or -1."""
    lowest: int
    sets: list[Marked]
    pool: Callable[[], int]
    """Every card whose place the scorer does not know."""
    state: Callable[[], BirdieState]
    """One that fits what the scorer knows."""
    view: Callable[[], BirdieView]
    """The scorer's."""

    @property
    def open_value(self) -> float:
        """What an empty box is worth now."""
        return 0.0 if self.round == 2 else OPEN_VALUE

    def problem(self, abilities: Iterable[str]) -> Problem:
        """The best play of the row, with one use of each of these abilities at hand."""
        uses = {each: 1 for each in abilities if each != "woodpecker" or len(self.row) > 1}
        view = msgspec.structs.replace(self.view(), row=cards_text(self.row).split())
        return problem_of(view, uses, open_value=self.open_value, time=TICKS)


def open_values(in_round: int) -> tuple[int, ...]:
    """In hundredths of a point, by trait."""
    return (0 if in_round == 2 else round(100 * OPEN_VALUE),) * len(TRAITS)


def row_in_view(view: BirdieView) -> TurnedRow:
    board, options = view.boards[view.seat], view.options
    flap_values: Any = options["flap_values"]
    return TurnedRow(
        phase=view.phase,
        round=view.round,
        seat=view.seat,
        expert=bool(options["expert"]),
        single_removal=options["expert_removals"] == "single",
        owl_moves=options["owl"] == "move",
        sets_chosen=options["same_trait_sets"] == "choose",
        row=tuple(parse_cards(" ".join(view.row))),
        board=Board(
            tuple(board.boxes.get(trait, 0) for trait in TRAITS),
            board.flaps,
            tuple(view.records.get(bird, 0) for bird in BIRDS),
            tuple(flap_values),
            open_values(view.round),
        ),
        abilities={bird for bird, uses in uses_left(view).items() if uses > 0},
        cursor=view.cursor,
        held=KIND_OF[view.held] if view.held is not None else -1,
        lowest=view.lowest,
        sets=[Marked(each.start - 1, each.length, TRAITS.index(each.trait)) for each in view.sets],
        pool=lambda: view_pool(view),
        state=lambda: Imaginer(view)(Rng(0)),
        view=lambda: view,
    )


def row_in_state(state: BirdieState) -> TurnedRow:
    """For the seat to move: nothing is read that its view does not show."""
    seat = state.to_move
    hand, used, limit = state.hand[seat], state.used[4 * seat : 4 * seat + 4], most_uses(state.expert)
    return TurnedRow(
        phase=PHASES[state.phase],
        round=state.round,
        seat=seat,
        expert=state.expert,
        single_removal=state.single_removal,
        owl_moves=state.owl_moves,
        sets_chosen=state.sets_chosen,
        row=tuple(state.row[: state.row_count]),
        board=Board(
            tuple(state.boxes[8 * seat : 8 * seat + 8]),
            state.flaps[seat],
            tuple(state.record),
            tuple(state.flap_values[: state.places]),
            open_values(state.round),
        ),
        abilities={name for bird, name in enumerate(BIRDS) if hand >> 16 * bird & ALL_OF_BIRD and used[bird] < limit},
        cursor=state.cursor,
        held=state.held,
        lowest=state.lowest,
        sets=[Marked(state.set_start[i], state.set_length[i], state.set_trait[i]) for i in range(state.set_count)],
        pool=lambda: state_pool(state, seat),
        state=lambda: state,
        view=lambda: view_of(state, seat),
    )


def state_pool(state: BirdieState, seat: int) -> int:
    """``view_pool`` of the seat's view while a row is scored."""
    turns = [taken_openly(state.turns, each, state.turn_count[each]) for each in range(state.seats)]
    pile = cards.multiset(state.pile[seat * MAX_ROW : seat * MAX_ROW + state.pile_count[seat]])
    opening = state.hand[seat] + pile + state.spent[seat] - turns[seat]
    pool = cards.ALL_CARDS - state.display - state.drawn - opening - sum(turns)
    if is_one_shuffle(state.seats) and state.round == 2:
        turns = [taken_openly(state.old_turns, each, state.old_turn_count[each]) for each in range(state.seats)]
        pile = cards.multiset(state.old_pile[seat * MAX_ROW : seat * MAX_ROW + state.old_pile_count[seat]])
        opening = state.gone_hand[seat] + pile + state.old_spent[seat] - turns[seat]
        pool -= public_earlier(state) + opening + sum(turns)
    return pool


def taken_openly(turns: list[int], seat: int, count: int) -> int:
    """All cards that the seat took from the display."""
    codes = turns[seat * MAX_TURNS : seat * MAX_TURNS + count]
    return sum(
        UNITS[code] if code < TWO_CARDS else UNITS[code >> KIND_BITS & KIND] + UNITS[code & KIND] for code in codes
    )
