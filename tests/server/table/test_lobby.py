"""Coming, going and changing places, before a match and during it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from birdtable.engine import Rng
from birdtable.game import BadInput, BirdtableError
from birdtable.server.room.levels import levels
from birdtable.server.table import lobby
from birdtable.server.table.entries import AnyEntry, Chair, Closed, Forfeited, Shuffling, StoodIn
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.summary import distinct_names
from birdtable.server.table.table import Table, take
from birdtable.testing import clause
from birdtable.wire.tables import ChangedTable, Clock, Join, NewTable, Rematch, SeatWish
from kit.server.serving import JUNE, MIRA, TOMAS, new_table, play_on, started_table

BOT = Person(id="brobo", name="Robo", kind="bot", owner=TOMAS.id, created=0.0, seen=0.0)
LEVELS = levels("birdie")


def after(table: Table, entries: list[AnyEntry]) -> Table:
    for entry in entries:
        table = take(table, entry)
    return table


def seats(table: Table) -> list[str]:
    return [chair.person or chair.level or "-" for chair in table.chairs]


def sit(table: Table, person: Person, seat: int | None = None, **wish: Any) -> Table:
    return after(table, lobby.join(table, person, Join(seat=seat, **wish), 1.0))


def wish(table: Table, person: Person, seat: int, player: str, *, away: bool = False, level: str = "random") -> Table:
    """``away``: others may put a bot of the level ``casual`` there."""
    wished = SeatWish(player=player, level=level if player == "bot" else "")  # type: ignore[arg-type]
    return after(table, lobby.change_seat(table, person, seat, wished, LEVELS, "casual" if away else None, 1.0))


def test_a_newcomer_takes_the_first_open_seat() -> None:
    table = new_table("birdie", MIRA, "", "")
    assert seats(sit(sit(table, TOMAS), JUNE)) == ["pmira", "ptomas", "pjune"]


def test_a_person_may_take_several_seats_each_with_a_name() -> None:
    table = sit(new_table("birdie", MIRA, ""), MIRA, name="  Little\u200b  Bird ")
    assert table.seats_of(MIRA.id) == (0, 1)
    assert table.chairs[1].name == "Little Bird"


@clause("B3.7")
def test_a_table_remembers_what_the_rules_of_its_game_let_it_show() -> None:
    assert new_table("birdie", MIRA, "").setting.memory == "strict"
    assert new_table("cubirds", MIRA, "").setting.memory == "assisted"
    assert new_table("birdie", MIRA, "", memory="assisted").setting.memory == "assisted"


def test_a_full_table_and_a_taken_seat_are_refused() -> None:
    table = new_table("birdie", MIRA, TOMAS)
    with pytest.raises(Refusal, match="full"):
        sit(table, JUNE)
    with pytest.raises(Refusal, match="seat 1 is taken"):
        sit(table, JUNE, 0)
    with pytest.raises(Refusal, match="no seat 8"):
        sit(table, JUNE, 7)


def test_only_the_host_sits_in_several_seats() -> None:
    table = new_table("birdie", MIRA, JUNE, "")
    assert sit(table, MIRA).seats_of(MIRA.id) == (0, 2)
    with pytest.raises(Refusal, match="already sitting"):
        sit(table, JUNE)


def test_everybody_gives_up_their_own_seat_and_only_the_host_those_of_others() -> None:
    table = new_table("birdie", MIRA, TOMAS, "")
    assert seats(wish(table, TOMAS, 1, "open")) == ["pmira", "-", "-"]
    assert seats(wish(table, MIRA, 1, "open")) == ["pmira", "-", "-"]
    with pytest.raises(Refusal, match="only the host"):
        wish(table, TOMAS, 0, "open")


def test_the_host_puts_bots_into_open_seats() -> None:
    table = new_table("birdie", MIRA, TOMAS, "")
    assert seats(wish(table, MIRA, 2, "bot")) == ["pmira", "ptomas", "random"]
    with pytest.raises(Refusal, match="only the host"):
        wish(table, TOMAS, 2, "bot")
    with pytest.raises(Refusal, match="seat 2 is taken"):
        wish(table, MIRA, 1, "bot")
    with pytest.raises(Refusal, match="no bot genius"):
        wish(table, MIRA, 2, "bot", level="genius")


def test_the_host_swaps_seats() -> None:
    table = new_table("birdie", MIRA, TOMAS, "")
    assert seats(after(table, lobby.swap(table, MIRA, 0, 2, 1.0))) == ["-", "ptomas", "pmira"]
    with pytest.raises(Refusal, match="only the host"):
        lobby.swap(table, TOMAS, 0, 1, 1.0)
    with pytest.raises(Refusal, match="no seat"):
        lobby.swap(table, MIRA, 0, 3, 1.0)


def test_one_can_always_leave_and_the_next_becomes_host() -> None:
    table = new_table("birdie", MIRA, TOMAS)
    table = after(table, lobby.leave(table, MIRA, "random", 1.0))
    assert seats(table) == ["-", "ptomas"]
    assert table.setting.host == TOMAS.id


def test_a_table_that_the_last_person_leaves_is_closed() -> None:
    table = new_table("birdie", MIRA, "random", "")
    assert after(table, lobby.leave(table, MIRA, "random", 1.0)).phase == "closed"
    empty = wish(new_table("birdie", MIRA, ""), MIRA, 0, "open")
    assert after(empty, lobby.leave(empty, MIRA, "random", 1.0)).phase == "closed"


def test_a_program_does_not_become_host() -> None:
    table = new_table("birdie", MIRA, BOT, TOMAS)
    assert after(table, lobby.leave(table, MIRA, "random", 1.0)).setting.host == TOMAS.id


def test_a_host_who_does_not_sit_hands_over_when_leaving() -> None:
    table = wish(new_table("birdie", MIRA, TOMAS), MIRA, 0, "open")
    assert after(table, lobby.leave(table, MIRA, "random", 1.0)).setting.host == TOMAS.id
    assert lobby.leave(table, JUNE, "random", 1.0) == []


def test_the_host_changes_the_settings() -> None:
    table = new_table("birdie", MIRA, "")
    changes = ChangedTable(options={"expert": True}, memory="strict", public=True, seat_count=4, pace=0.5)
    changed = after(table, lobby.change_setting(table, MIRA, changes, 1.0)).setting
    assert changed.options["expert"] and changed.memory == "strict" and changed.public and len(changed.chairs) == 4
    with pytest.raises(Refusal, match="only the host"):
        lobby.change_setting(table, TOMAS, changes, 1.0)


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"expert": 3}},
        {"options": {"feathers": True}},
        {"options": {"expert": True, "owl": "move"}},
        {"seat_count": 5},
        {"seat_count": 1},
        {"clock": Clock(kind="turn", seconds=1)},
    ],
)
def test_settings_that_make_no_sense_are_refused(changes: dict[str, Any]) -> None:
    table = new_table("birdie", MIRA, "")
    with pytest.raises(BirdtableError):
        lobby.change_setting(table, MIRA, ChangedTable(**changes), 1.0)


def test_a_clock_says_how_many_seconds_it_needs() -> None:
    with pytest.raises(Refusal, match="at least 5 seconds"):
        lobby.require_clock(Clock(kind="turn", seconds=4))


def test_a_taken_seat_is_not_taken_away_with_the_others() -> None:
    table = new_table("birdie", MIRA, "", TOMAS)
    with pytest.raises(Refusal, match="seat 3 is taken"):
        lobby.change_setting(table, MIRA, ChangedTable(seat_count=2), 1.0)


@pytest.mark.parametrize(("game", "count"), [("birdie", 5), ("birdie", 1), ("cubirds", 6), ("chess", 2)])
def test_a_table_has_seats_for_a_game_that_there_is(game: str, count: int) -> None:
    with pytest.raises(BadInput):
        lobby.new_setting(NewTable(game=game, seats=(SeatWish(),) * count), MIRA, {})


def test_the_match_starts_when_all_seats_are_taken_or_filled() -> None:
    table = new_table("birdie", MIRA, "", "")
    with pytest.raises(Refusal, match="open seats"):
        lobby.fill_seats(table, MIRA, "", LEVELS, 1.0)
    assert seats(after(table, lobby.fill_seats(table, MIRA, "random", LEVELS, 1.0))) == ["pmira", "random", "random"]
    with pytest.raises(Refusal, match="only the host"):
        lobby.fill_seats(table, TOMAS, "random", LEVELS, 1.0)
    with pytest.raises(Refusal, match="has started"):
        lobby.fill_seats(started_table("birdie", MIRA, TOMAS), MIRA, "", LEVELS, 1.0)


def test_who_leaves_a_match_is_stood_in_for_and_may_come_back() -> None:
    table = started_table("birdie", MIRA, TOMAS)
    left = after(table, lobby.leave(table, TOMAS, "random", 1.0))
    assert left.chairs[1] == Chair(person=TOMAS.id, level="random", stand_in=True, left=True)
    back = sit(left, TOMAS)
    assert back.chairs[1] == Chair(person=TOMAS.id)
    with pytest.raises(Refusal, match="no bot is playing"):
        sit(left, JUNE)


def test_a_bot_takes_the_seat_of_a_person_who_is_away_and_of_nobody_else() -> None:
    table = started_table("birdie", MIRA, TOMAS)
    assert wish(table, MIRA, 1, "bot", away=True).chairs[1] == Chair(person=TOMAS.id, level="casual", stand_in=True)
    assert wish(table, TOMAS, 1, "bot", away=True).chairs[1].level == "random"
    assert wish(table, TOMAS, 1, "bot").chairs[1].stand_in
    with pytest.raises(Refusal, match="still here"):
        wish(table, MIRA, 1, "bot")
    with pytest.raises(Refusal, match="only players"):
        wish(table, JUNE, 1, "bot", away=True)
    with pytest.raises(Refusal, match="has started"):
        wish(table, MIRA, 1, "open")


@pytest.mark.parametrize(
    ("kind", "seat", "left", "up"),
    [
        ("none", 0, 0, False),
        ("total", 0, 5, True),
        ("total", 0, 6, False),
        ("total", 1, 0, True),
        ("total", 1, 1, False),
        ("turn", 0, 5, True),
        ("turn", 0, 6, False),
        ("turn", 1, 0, False),
    ],
)
def test_time_is_up_when_all_of_it_was_thought_and_a_turns_only_for_the_seat_to_move(
    kind: Any, seat: int, left: int, up: bool
) -> None:
    """Seat 0 is to move and has thought for 5 ms."""
    table = started_table("kuhn", MIRA, TOMAS, clock=Clock(kind=kind, seconds=60))
    assert table.timing is not None and table.to_move == 0
    timing = msgspec.structs.replace(table.timing, bank=(left, left), turn=60_000 - left)
    assert lobby.is_time_up(msgspec.structs.replace(table, timing=timing), seat, 5) is up


def test_nobody_joins_or_rearranges_a_running_match() -> None:
    table = started_table("birdie", MIRA, TOMAS)
    for attempt in (
        lambda: sit(table, JUNE),
        lambda: lobby.swap(table, MIRA, 0, 1, 1.0),
        lambda: lobby.change_setting(table, MIRA, ChangedTable(memory="strict"), 1.0),
    ):
        with pytest.raises(Refusal):
            attempt()


def test_nobody_leaves_while_the_seats_reveal_their_entropy() -> None:
    table = take(new_table("birdie", MIRA, TOMAS), Shuffling(at=1.0))
    with pytest.raises(Refusal, match="about to start"):
        lobby.leave(table, MIRA, "random", 1.0)


def test_a_commitment_goes_with_the_one_who_gave_it() -> None:
    table = sit(new_table("birdie", MIRA, ""), TOMAS, commitment="ab" * 32)
    assert table.setting.commitments == {TOMAS.id: "ab" * 32}
    assert after(table, lobby.leave(table, TOMAS, "random", 1.0)).setting.commitments == {}


def test_the_host_says_whether_cards_can_be_drawn_twice() -> None:
    table = new_table("birdie", MIRA, TOMAS)
    assert table.setting.redraws
    table = after(table, lobby.change_setting(table, MIRA, ChangedTable(redraws=False), 1.0))
    assert not table.setting.redraws
    table = after(table, lobby.change_setting(table, MIRA, ChangedTable(public=True), 2.0))
    assert not table.setting.redraws
    assert not new_table("birdie", MIRA, TOMAS, redraws=False).setting.redraws


def test_a_rematch_keeps_the_seats_of_the_others_for_them() -> None:
    table = play_on(started_table("birdie", MIRA, TOMAS, "random"), Rng(1), 1000)
    setting = lobby.rematch_setting(table, TOMAS, Rematch(commitment="ab" * 32))
    assert setting.host == TOMAS.id and setting.commitments == {TOMAS.id: "ab" * 32}
    assert setting.chairs == (Chair(kept_for=MIRA.id), Chair(person=TOMAS.id), Chair(level="random"))
    assert distinct_names(setting, {MIRA.id: "Mira", TOMAS.id: "Mira"}.get) == ["Mira (2)", "Mira", ""]
    assert distinct_names(setting, {TOMAS.id: "Tomás"}.get) == ["", "Tomás", ""]
    again = msgspec.structs.replace(new_table("birdie", TOMAS, "", "random"), setting=setting)
    with pytest.raises(Refusal, match="full"):
        sit(again, JUNE)
    with pytest.raises(Refusal, match="taken"):
        sit(again, JUNE, 0)
    assert seats(sit(again, MIRA)) == ["pmira", "ptomas", "random"]
    with pytest.raises(Refusal, match="only players"):
        lobby.rematch_setting(table, JUNE, Rematch())
    with pytest.raises(Refusal, match="not over"):
        lobby.rematch_setting(started_table("birdie", MIRA, TOMAS), MIRA, Rematch())


def test_who_was_sent_away_calls_nobody_to_a_rematch_and_is_not_called() -> None:
    table = started_table("birdie", MIRA, TOMAS, JUNE)
    for entry in lobby.kick(table, TOMAS, "random", 2.0):
        table = take(table, entry)
    table = play_on(table, Rng(1), 1000)
    with pytest.raises(Refusal, match="removed from this table"):
        lobby.rematch_setting(table, TOMAS, Rematch())
    setting = lobby.rematch_setting(table, MIRA, Rematch())
    assert setting.chairs == (Chair(person=MIRA.id), Chair(), Chair(kept_for=JUNE.id))


def test_a_program_with_a_token_sits_as_a_bot() -> None:
    assert sit(new_table("birdie", MIRA, ""), BOT).chairs[1] == Chair(person=BOT.id, remote=True)


# --- closing ---------------------------------------------------------------------------------------------------------


def test_a_match_cannot_be_closed_while_a_bot_stands_in_for_somebody_else() -> None:
    table = take(started_table("birdie", MIRA, TOMAS), StoodIn(at=3.0, seat=1, level="random", why="away"))
    with pytest.raises(Refusal, match="others are playing here"):
        lobby.close(table, MIRA, 4.0)


def test_who_has_lost_by_time_does_not_keep_a_match_open() -> None:
    table = take(started_table("birdie", MIRA, TOMAS, "random"), Forfeited(at=3.0, seat=1, level="random"))
    assert lobby.close(table, MIRA, 4.0) == [Closed(at=4.0, reason="closed by the host")]


def test_before_the_start_the_host_closes_and_nobody_else() -> None:
    table = new_table("birdie", MIRA, TOMAS)
    assert lobby.close(table, MIRA, 4.0) == [Closed(at=4.0, reason="closed by the host")]
    standing = wish(table, MIRA, 0, "open")
    assert lobby.close(standing, MIRA, 4.0) == [Closed(at=4.0, reason="closed by the host")]
    with pytest.raises(Refusal, match="others are playing here"):
        lobby.close(table, TOMAS, 4.0)
    with pytest.raises(Refusal, match="only the host"):
        lobby.close(table, JUNE, 4.0)


@clause("B2.5")
def test_who_starts_is_named_and_stays_named_in_another_seat() -> None:
    table = new_table("birdie", MIRA, TOMAS, "", options={"starter": 2})
    table = after(table, lobby.swap(table, MIRA, 0, 1, 1.0))
    assert (seats(table), table.setting.options["starter"]) == (["ptomas", "pmira", "-"], 1)
    with pytest.raises(BadInput, match=r"names seat 4, and there are 3 \[B2.5\]"):
        lobby.change_setting(table, MIRA, ChangedTable(options={"starter": 4}), 1.0)
    table = after(table, lobby.change_setting(table, MIRA, ChangedTable(options={"starter": 3}), 1.0))
    with pytest.raises(BadInput, match=r"names seat 3, and there are 2 \[B2.5\]"):
        lobby.change_setting(table, MIRA, ChangedTable(seat_count=2), 1.0)
    unnamed = ChangedTable(options={**table.setting.options, "starter": None}, seat_count=2)
    table = after(table, lobby.change_setting(table, MIRA, unnamed, 1.0))
    assert "starter" not in table.setting.options
