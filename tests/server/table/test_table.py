"""Conversations with a table, without anything around it."""

from __future__ import annotations

import pytest

from birdtable.engine import Rng
from birdtable.game import IllegalStep
from birdtable.server.table import entries
from birdtable.server.table.entries import (
    Agreed,
    AnyEntry,
    Asked,
    Forfeited,
    Played,
    Shuffling,
    Started,
    StoodIn,
    Undone,
)
from birdtable.server.table.refusal import Outdated, Refusal
from birdtable.server.table.table import (
    REMEMBERED,
    Replayer,
    Table,
    check_current,
    consider,
    make_play,
    open_table,
    replay,
    start_match,
    take,
)
from kit.server.serving import JUNE, MIRA, TOMAS, new_table, play_on, some_play, started_table

GAMES = ["kuhn", "birdie", "cubirds"]


def state_text(table: Table) -> str:
    return table.game.state_text(table.state)


def whole_match(game: str, seed: int) -> tuple[list[AnyEntry], Table]:
    """A random match with its log, and a take-back in the middle."""
    table = new_table(game, MIRA, TOMAS)
    log: list[AnyEntry] = [entries.Opened(at=0.0, setting=table.setting, commitment="")]

    def append(*new: AnyEntry) -> None:
        nonlocal table
        for entry in new:
            log.append(entry)
            table = take(table, entry)

    append(Shuffling(at=1.0))
    append(start_match(table, 2.0)[0])
    rng = Rng(seed)
    while table.phase == "playing":
        entry, _ = make_play(table, table.to_move, some_play(table, rng), table.changed + 1.5, spent=1500)
        append(entry)
        if len(log) == 6 and table.phase == "playing":
            append(Asked(at=table.changed, seat=table.plays[2].seat, back_to=table.plays[1].number))
            append(Agreed(at=table.changed, seat=1 - table.plays[2].seat))
            append(Undone(at=table.changed, seat=table.plays[2].seat, back_to=table.plays[1].number))
    return log, table


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_what_its_entries_lead_to(game: str) -> None:
    log, table = whole_match(game, 1)
    stored = [entries.decode(entries.encode(entry)) for entry in log]
    again = replay("table1", table.secret, stored)
    assert state_text(again) == state_text(table)
    assert again.outcome == table.outcome is not None
    assert (again.number, again.moved, again.draws) == (table.number, table.moved, table.draws)
    assert again.plays == table.plays
    assert again.timing == table.timing


@pytest.mark.parametrize("game", GAMES)
def test_what_is_answered_is_what_is_taken(game: str) -> None:
    table = started_table(game, MIRA, TOMAS)
    rng = Rng(2)
    while table.phase == "playing":
        entry, answered = make_play(table, table.to_move, some_play(table, rng), 3.0)
        taken = take(table, entry)
        assert state_text(taken) == state_text(answered)
        assert (taken.events, taken.plays, taken.draws) == (answered.events, answered.plays, answered.draws)
        table = answered


def test_a_table_is_never_changed_by_an_answer() -> None:
    table = started_table("cubirds", MIRA, TOMAS)
    before = state_text(table)
    make_play(table, table.to_move, some_play(table, Rng(3)), 3.0)
    consider(table, table.to_move, some_play(table, Rng(4)))
    assert state_text(table) == before


def test_the_first_cards_are_dealt_at_the_start() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    assert (table.phase, table.to_move, table.draws) == ("playing", 0, 2)


def test_an_illegal_step_is_refused_by_its_clause() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    with pytest.raises(IllegalStep) as refused:
        make_play(table, 0, ["call"], 3.0)
    assert refused.value.clause == "K3"


def test_a_play_must_be_complete() -> None:
    table = started_table("cubirds", MIRA, TOMAS)
    steps = next(steps for seed in range(99) if len(steps := some_play(table, Rng(seed))) > 1)
    with pytest.raises(Refusal, match="not complete"):
        make_play(table, table.to_move, steps[:-1], 3.0)


def test_a_play_ends_where_it_ends() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    with pytest.raises(Refusal, match="step 2 comes after the end"):
        make_play(table, 0, ["check", "check"], 3.0)


def test_only_what_rests_on_the_last_move_is_current() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    check_current(table, table.number)
    later = play_on(table, Rng(5))
    with pytest.raises(Outdated):
        check_current(later, table.number)
    with pytest.raises(Outdated):
        check_current(table, table.number + 1)


@pytest.mark.parametrize("game", GAMES)
def test_considered_steps_show_what_the_seat_itself_would_do(game: str) -> None:
    table = started_table(game, MIRA, TOMAS)
    rng = Rng(6)
    while table.phase == "playing":
        seat, steps = table.to_move, some_play(table, rng)
        for count in range(len(steps) + 1):
            prospect = consider(table, seat, steps[:count])
            assert prospect.complete == (count == len(steps))
            assert all(event.seat == seat for event in prospect.events)
        table = make_play(table, seat, steps, 3.0)[1]


def test_a_play_ends_where_the_pile_of_another_is_turned_over() -> None:
    """Whoever passes last may be the next to decide, if the row that is scored first leaves no choice."""
    first, rng = started_table("birdie", MIRA, TOMAS), Rng(1)
    seat = first.to_move
    for _ in range(5000):
        steps = some_play(first, rng)
        if sum(step.startswith("add") for step in steps) < 2:
            continue
        table = play_on(make_play(first, seat, steps, 3.0)[1], rng)
        table = make_play(table, seat, ["pass"], 3.0)[1]
        last = table.to_move
        if make_play(table, last, ["pass"], 3.0)[1].to_move == last:
            assert consider(table, last, ["pass"]).complete
            with pytest.raises(Refusal, match="step 2 comes after the end"):
                consider(table, last, ["pass", "done"])
            return
    pytest.fail("the first row always left a choice")


def test_draws_after_a_take_back_are_new_ones() -> None:
    table = started_table("birdie", MIRA, TOMAS)
    first, after = make_play(table, table.to_move, some_play(table, Rng(7)), 3.0)
    back = take(after, Undone(at=4.0, seat=first.seat, back_to=table.number))
    assert state_text(back) == state_text(table)
    assert back.draws == after.draws > table.draws
    assert make_play(back, first.seat, first.steps, 5.0)[0].draws != first.draws


def test_a_seat_that_forfeits_loses_between_two() -> None:
    table = started_table("birdie", MIRA, TOMAS)
    table = take(table, Forfeited(at=3.0, seat=0, level="random"))
    assert table.phase == "over"
    assert table.outcome is not None and table.outcome.winners == (1,)


def test_among_three_a_bot_plays_a_forfeited_seat_to_the_end_and_cannot_win() -> None:
    for seed in range(12):
        table = started_table("birdie", MIRA, TOMAS, JUNE)
        table = play_on(take(table, Forfeited(at=3.0, seat=1, level="random")), Rng(seed), 1000)
        assert table.phase == "over" and table.outcome is not None
        assert 1 not in table.outcome.winners
        by_the_rules = table.game.outcome(table.state)
        assert by_the_rules is not None and by_the_rules.points == table.outcome.points
        if 1 in by_the_rules.winners:
            most = max(by_the_rules.points[0], by_the_rules.points[2])
            assert [by_the_rules.points[seat] for seat in table.outcome.winners] == [most]


def test_a_position_is_remembered_however_often_one_comes_back_to_it() -> None:
    """Else each time would cost a replay of the whole match."""
    table = started_table("kuhn", MIRA, TOMAS)
    replayer = Replayer(table.id, table.secret, table)
    first = replayer.take(make_play(table, 0, ["check"], 2.0)[0])
    for _ in range(REMEMBERED + 1):
        replayer.take(make_play(first, 1, ["bet"], 3.0)[0])
        again = replayer.take(Undone(at=4.0, seat=1, back_to=first.number))
        assert again.state is first.state


def test_a_play_of_which_nothing_is_said_took_no_time() -> None:
    entry, _ = make_play(started_table("kuhn", MIRA, TOMAS), 0, ["check"], 2.0)
    assert (entry.spent, entry.waited) == (0, 0)


def test_a_bot_that_stands_in_keeps_the_seat_of_its_person() -> None:
    table = take(started_table("kuhn", MIRA, TOMAS), StoodIn(at=3.0, seat=1, level="random", why="left"))
    assert table.seats_of(TOMAS.id) == ()
    assert table.chairs[1].person == TOMAS.id


def test_entropy_of_the_seats_changes_the_cards() -> None:
    plain = take(new_table("birdie", MIRA, TOMAS), Shuffling(at=1.0))
    given = take(plain, entries.Revealed(at=1.0, person=MIRA.id, nonce="ab" * 32))
    assert start_match(plain, 2.0)[0].draws != start_match(given, 2.0)[0].draws
    assert isinstance(start_match(given, 2.0)[0], Started)


def test_a_log_begins_with_its_opening() -> None:
    table = new_table("kuhn", MIRA, TOMAS)
    with pytest.raises(AssertionError):
        take(table, entries.Opened(at=0.0, setting=table.setting, commitment=""))
    assert open_table("x", b"", entries.Opened(at=0.0, setting=table.setting, commitment="")).number == 1
    assert Played(at=0.0, seat=0, steps=()).draws == ()
