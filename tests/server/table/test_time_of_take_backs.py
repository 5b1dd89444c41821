"""Clocks of tables without a room: whatever is played, taken back, left to a stand-in, time spent stays spent."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from birdtable.engine import Rng
from birdtable.server.table import clocks, entries
from birdtable.server.table.entries import AnyEntry, CameBack, StoodIn, Undone
from birdtable.server.table.table import Table, make_play, take
from birdtable.wire.tables import Clock
from kit.server.serving import JUNE, MIRA, TOMAS, some_play, started_table

INITIAL, INCREMENT = 60_000, 5_000
TOTAL = Clock(kind="total", seconds=60, increment=5)
TURN = Clock(kind="turn", seconds=30)


def play(table: Table, spent: int, rng: Rng) -> Table:
    return make_play(table, table.to_move, some_play(table, rng), table.changed + 1, spent=spent)[1]


def bank(table: Table) -> tuple[int, ...]:
    assert table.timing is not None
    return table.timing.bank


def left(table: Table) -> int:
    assert table.timing is not None
    return clocks.time_left(table.timing, table.setting.clock, table.to_move, 0)


def test_plays_of_several_seats_that_are_taken_back_cost_what_each_seat_spent() -> None:
    table, rng = started_table("birdie", MIRA, TOMAS, JUNE, clock=TOTAL), Rng(1)
    first, start = table.to_move, table
    spent = [0, 0, 0]
    for thought in (3_000, 4_000, 5_000, 6_000, 7_000):
        spent[table.to_move] += thought
        table = play(table, thought, rng)
    thinker = table.to_move
    spent[thinker] += 1_500
    assert len({each.seat for each in table.plays[1:]}) == 3
    table = take(table, Undone(at=50.0, seat=first, back_to=start.number, spent=1_500))
    assert bank(table) == tuple(INITIAL - thought for thought in spent)
    assert table.to_move == first and table.timing is not None and table.timing.since == 50.0


def test_nobody_runs_out_of_time_because_several_plays_are_taken_back() -> None:
    table, rng = started_table("birdie", MIRA, TOMAS, clock=TURN), Rng(1)
    first, start = table.to_move, table
    while len({each.seat for each in table.plays[1:]}) < 2 or table.to_move != first:
        table = play(table, min(25_000, left(table) - 1), rng)
    table = take(table, Undone(at=50.0, seat=first, back_to=start.number, spent=25_000))
    assert left(table) == clocks.GRACE


def test_whoever_had_less_than_the_least_time_does_not_get_it_because_several_plays_are_taken_back() -> None:
    table, rng = started_table("birdie", MIRA, TOMAS, clock=TURN), Rng(1)
    first, start = table.to_move, table.number
    table = take(play(table, 25_000, rng), Undone(at=20.0, seat=first, back_to=start))
    assert left(table) == 5_000 < clocks.GRACE
    while len({each.seat for each in table.plays[1:]}) < 2:
        table = play(table, 0, rng)
    table = take(table, Undone(at=50.0, seat=first, back_to=start))
    assert left(table) == 5_000


def test_a_log_without_these_times_is_read_as_before() -> None:
    old = b'{"kind":"stood_in","at":3.0,"seat":0,"level":"random","why":"time"}'
    assert entries.decode(old) == StoodIn(at=3.0, seat=0, level="random", why="time", spent=0, waited=0)


Deed = tuple[str, int, int]
deeds = st.lists(
    st.tuples(
        st.sampled_from(["play", "play", "undo", "stand in", "come back"]), st.integers(0, 9), st.integers(0, 100)
    ),
    max_size=40,
)


@given(deeds=deeds, seed=st.integers(0, 2**32))
def test_no_seat_gains_time(deeds: list[Deed], seed: int) -> None:
    """The bank is at most what the match began with and the increments of the plays that stand, and no time that was
    spent is forgotten. The only gifts are ``GRACE`` after a stand-in's play and when others' plays are withdrawn."""
    start = table = started_table("birdie", MIRA, TOMAS, clock=TOTAL)
    rng = Rng(seed)
    log: list[AnyEntry] = []
    spent, gifts = [0, 0], [0, 0]
    by_person: dict[int, bool] = {}
    for what, which, percent in deeds:
        if table.phase != "playing":
            break
        seat, at = table.to_move, table.changed + 1
        present = table.chairs[seat].is_present
        thought = left(table) * percent // 100 if present else 0
        entry: AnyEntry
        match what:
            case "play":
                entry, _ = make_play(table, seat, some_play(table, rng), at, spent=thought)
                by_person[table.number + 1] = present
                gifts[seat] += 0 if present else clocks.GRACE
                spent[seat] += thought
            case "undo" if len(table.plays) > 1:
                place = max(1, len(table.plays) - 1 - which % 4)
                withdrawn = table.plays[place:]
                entry = Undone(at=at, seat=withdrawn[0].seat, back_to=table.plays[place - 1].number, spent=thought)
                spent[seat] += thought
                if len({each.seat for each in withdrawn}) > 1:
                    gifts = [gift + clocks.GRACE for gift in gifts]
            case "stand in" if table.chairs[which % 2].is_present:
                thought = thought if which % 2 == seat else 0
                entry = StoodIn(at=at, seat=which % 2, level="random", why="left", spent=thought)
                spent[seat] += thought
            case "come back" if not table.chairs[which % 2].is_present:
                entry = CameBack(at=at, seat=which % 2)
            case _:
                continue
        log.append(entry)
        table = take(table, entry)
        assert table.timing is not None and list(table.timing.spent) == spent
        for s in (0, 1):
            earned = INCREMENT * sum(each.seat == s and by_person[each.number] for each in table.plays[1:])
            assert bank(table)[s] <= INITIAL + earned
            due = INITIAL + earned + gifts[s] - spent[s]
            assert bank(table)[s] <= max(0, due)
            assert gifts[s] or bank(table)[s] == max(0, due)
            gifts[s] += max(0, -due)  # no clock goes below zero
    again = start
    for entry in log:
        again = take(again, entries.decode(entries.encode(entry)))
    assert again.timing == table.timing and again.plays == table.plays


@given(deeds=deeds, seed=st.integers(0, 2**32))
def test_no_turn_grows_longer(deeds: list[Deed], seed: int) -> None:
    """Back at a position a seat has what was left when it was last there, less all that it has spent since; at least
    ``GRACE``, if others' plays were withdrawn too and it had that much."""
    table = started_table("birdie", MIRA, TOMAS, clock=TURN)
    rng = Rng(seed)
    moments = {table.number: table}
    for what, which, percent in deeds:
        if table.phase != "playing":
            break
        seat, thought = table.to_move, left(table) * percent // 100
        if what == "play":
            after = play(table, thought, rng)
            if after.to_move == seat and after.state.round == table.state.round:
                assert left(after) == left(table) - thought
        elif what == "undo" and len(table.plays) > 1:
            place = max(1, len(table.plays) - 1 - which % 4)
            withdrawn, earlier = table.plays[place:], moments[table.plays[place - 1].number]
            mover = withdrawn[0].seat
            undone = Undone(at=table.changed + 1, seat=mover, back_to=table.plays[place - 1].number, spent=thought)
            after = take(table, undone)
            due = left(earlier) - (spent_by(after, mover) - spent_by(earlier, mover))
            gift = min(left(earlier), clocks.GRACE) if len({each.seat for each in withdrawn}) > 1 else 0
            assert left(after) == max(0, due, gift)
            moments[table.plays[place - 1].number] = after
        else:
            continue
        table = after
        moments[table.number] = table


def spent_by(table: Table, seat: int) -> int:
    assert table.timing is not None
    return table.timing.spent[seat]
