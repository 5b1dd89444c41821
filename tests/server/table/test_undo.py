"""Taking back: free until somebody learnt something, then by consent."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from birdtable.engine import Rng
from birdtable.server.room.limits import Limits
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.server.table import lobby, undo
from birdtable.server.table.entries import Agreed, AnyEntry, Asked, CameBack, Declined, StoodIn, Undone
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Outdated, Refusal
from birdtable.server.table.table import Table, make_play, take
from kit.server.serving import (
    JUNE,
    MIRA,
    TOMAS,
    Client,
    Time,
    last,
    one_worker,
    play_on,
    room_of,
    some_play,
    started_table,
)


def after(table: Table, entries: list[AnyEntry]) -> Table:
    for entry in entries:
        table = take(table, entry)
    return table


def test_a_play_after_which_no_card_was_turned_is_taken_back_at_once() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    checked = make_play(table, 0, ["check"], 2.0)[1]
    assert undo.undo_info(checked, (0,)).can == "free"
    assert undo.undo_info(checked, (0,)).back_to == checked.plays[-2].number
    (entry,) = undo.ask(checked, MIRA.id, checked.number, 3.0)
    assert entry == Undone(at=3.0, seat=0, back_to=table.number)
    assert take(checked, entry).to_move == 0


def test_when_another_seat_has_acted_the_others_are_asked() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    table = make_play(make_play(table, 0, ["check"], 2.0)[1], 1, ["bet"], 3.0)[1]
    assert undo.undo_info(table, (0,)).can == "ask"
    asking = after(table, undo.ask(table, MIRA.id, table.number, 4.0))
    assert undo.waiting_for(asking) == (1,)
    assert undo.reply(asking, TOMAS.id, 5.0, agree=False) == [Declined(at=5.0, seat=1)]
    agreed = undo.reply(asking, TOMAS.id, 5.0, agree=True)
    assert agreed == [Agreed(at=5.0, seat=1), Undone(at=5.0, seat=0, back_to=table.plays[0].number)]
    assert after(asking, agreed).state.bets == ""


def test_what_others_played_meanwhile_does_not_make_the_wish_stale() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    checked = make_play(table, 0, ["check"], 2.0)[1]
    answered = make_play(checked, 1, ["bet"], 3.0)[1]
    (asked,) = undo.ask(answered, MIRA.id, checked.number, 4.0)
    assert asked == Asked(at=4.0, seat=0, back_to=table.number)


def test_one_wish_takes_back_one_play() -> None:
    table = play_on(started_table("birdie", MIRA, TOMAS), Rng(1), 4)
    seat = table.plays[-1].seat
    wish = table.number
    back = take(table, Undone(at=4.0, seat=seat, back_to=table.plays[-2].number))
    with pytest.raises(Outdated):
        undo.ask(back, (MIRA, TOMAS)[seat].id, wish, 5.0)
    with pytest.raises(Outdated):
        undo.ask(table, (MIRA, TOMAS)[seat].id, table.plays[-1].number - 1, 5.0)


def test_when_a_card_was_turned_the_others_are_asked() -> None:
    table = started_table("birdie", MIRA, TOMAS)
    seat = table.to_move
    assert table.plays
    table = play_on(table, Rng(1))
    assert table.plays[-1].draws
    assert undo.undo_info(table, (seat,)).can == "ask"


def test_everybody_else_must_agree() -> None:
    table = started_table("birdie", MIRA, TOMAS, JUNE)
    asker = table.to_move
    people = [MIRA, TOMAS, JUNE]
    table = play_on(table, Rng(1), 2)
    asking = after(table, undo.ask(table, people[asker].id, table.number, 4.0))
    others = [person for seat, person in enumerate(people) if seat != asker]
    half = undo.reply(asking, others[0].id, 5.0, agree=True)
    assert [type(entry) for entry in half] == [Agreed]
    asking = after(asking, half)
    with pytest.raises(Refusal, match="nobody asked you"):
        undo.reply(asking, others[0].id, 5.0, agree=True)
    whole = undo.reply(asking, others[1].id, 6.0, agree=True)
    assert [type(entry) for entry in whole] == [Agreed, Undone]


def test_a_remote_bot_is_asked_like_a_person() -> None:
    robo = Person(id="brobo", name="Robo", kind="bot", owner=TOMAS.id, created=0.0, seen=0.0)
    table = play_on(started_table("birdie", MIRA, robo), Rng(1), 3)
    (asked,) = undo.ask(table, MIRA.id, table.number, 4.0)
    assert isinstance(asked, Asked)
    asking = take(table, asked)
    assert undo.waiting_for(asking) == (1,)
    assert [type(entry) for entry in undo.reply(asking, robo.id, 5.0, agree=True)] == [Agreed, Undone]
    assert undo.reply(asking, robo.id, 5.0, agree=False) == [Declined(at=5.0, seat=1)]


def test_our_own_bots_always_consent() -> None:
    table = started_table("birdie", MIRA, "random")
    table = play_on(table, Rng(1), 3)
    assert [type(entry) for entry in undo.ask(table, MIRA.id, table.number, 4.0)] == [Undone]


def test_take_backs_after_which_cards_are_drawn_anew_are_counted() -> None:
    table = started_table("birdie", MIRA, "random")
    for count in (1, 2):
        while not table.plays[-1].draws or table.plays[-1].seat != 0:
            table = play_on(table, Rng(1))
        table = after(table, undo.ask(table, MIRA.id, table.number, 4.0))
        assert table.redrawn == undo.undo_info(table, ()).redrawn == count
    free = make_play(started_table("kuhn", MIRA, TOMAS), 0, ["check"], 2.0)[1]
    assert after(free, undo.ask(free, MIRA.id, free.number, 3.0)).redrawn == 0


def test_at_a_table_without_redraws_what_was_drawn_stays() -> None:
    table = started_table("birdie", MIRA, "random", redraws=False)
    while table.plays[-1].seat != 0:
        table = play_on(table, Rng(1))
    assert table.plays[-1].draws and undo.undo_info(table, (0,)).can == "no"
    with pytest.raises(Refusal, match="after cards have been drawn"):
        undo.ask(table, MIRA.id, table.number, 4.0)


def test_at_a_table_without_redraws_a_play_before_any_draw_can_be_taken_back() -> None:
    table = make_play(started_table("kuhn", MIRA, TOMAS, redraws=False), 0, ["check"], 2.0)[1]
    assert undo.undo_info(table, (0,)).can == "free"
    table = make_play(table, 1, ["bet"], 3.0)[1]
    assert isinstance(undo.ask(table, MIRA.id, table.number, 4.0)[0], Asked)


def test_at_a_table_without_redraws_a_bot_that_draws_ends_a_request() -> None:
    """Else those who agree would take back what has been drawn since."""
    table = started_table("cubirds", MIRA, "random", "random", TOMAS, redraws=False)
    rng = Rng(3)
    while table.to_move != 2 or undo.undo_info(table, (0,)).can != "ask":
        table = play_on(table, rng)
    table = after(table, undo.ask(table, MIRA.id, table.number, 4.0))
    drawing = next(then for seed in range(100) if (then := play_on(table, Rng(seed))).plays[-1].draws)
    assert drawing.plays[-1].seat == 2 and drawing.asking is None
    with pytest.raises(Refusal, match="nobody asked you"):
        undo.reply(drawing, TOMAS.id, 6.0, agree=True)


def test_a_bot_that_stands_in_consents_for_somebody_who_left() -> None:
    table = play_on(started_table("birdie", MIRA, TOMAS), Rng(1), 3)
    table = take(table, StoodIn(at=4.0, seat=1, level="random", why="left"))
    assert [type(entry) for entry in undo.ask(table, MIRA.id, table.number, 5.0)] == [Undone]


@pytest.mark.parametrize("why", ["away", "time"])
def test_nobody_draws_other_cards_while_the_person_who_must_agree_is_away(why: Literal["away", "time"]) -> None:
    table = play_on(started_table("birdie", MIRA, TOMAS), Rng(1), 3)
    table = take(table, StoodIn(at=4.0, seat=1, level="random", why=why))
    asking = after(table, undo.ask(table, MIRA.id, table.number, 5.0))
    assert asking.asking is not None and undo.waiting_for(asking) == (1,)
    back = take(asking, CameBack(at=6.0, seat=1))
    assert [type(entry) for entry in undo.reply(back, TOMAS.id, 7.0, agree=True)] == [Agreed, Undone]


def test_who_goes_away_when_asked_has_not_agreed() -> None:
    table = play_on(started_table("birdie", MIRA, TOMAS, JUNE), Rng(1), 3)
    asker, *others = ((MIRA, TOMAS, JUNE)[seat] for seat in (table.plays[-1].seat, *range(3)))
    others = [person for person in others if person != asker]
    table = after(table, undo.ask(table, asker.id, table.number, 4.0))
    gone = table.seats_of(others[0].id)[0]
    table = take(table, StoodIn(at=5.0, seat=gone, level="random", why="away"))
    assert [type(entry) for entry in undo.reply(table, others[1].id, 6.0, agree=True)] == [Agreed]


def test_nobody_waits_for_the_consent_of_somebody_who_was_away_and_then_gave_up_the_seat() -> None:
    table = play_on(started_table("birdie", MIRA, TOMAS), Rng(1), 3)
    table = take(table, StoodIn(at=4.0, seat=1, level="random", why="away"))
    assert undo.undo_info(table, (0,)).can == "ask"
    for gone in (lobby.leave(table, TOMAS, "random", 5.0), lobby.kick(table, TOMAS, "random", 5.0)):
        left = after(table, gone)
        assert undo.undo_info(left, (0,)).can == "free"
        assert [type(entry) for entry in undo.ask(left, MIRA.id, left.number, 6.0)] == [Undone]
        assert lobby.leave(left, TOMAS, "random", 6.0) == []


def test_a_request_that_nobody_is_left_to_answer_can_be_made_again() -> None:
    table = play_on(started_table("birdie", MIRA, TOMAS), Rng(1), 3)
    asking = after(table, undo.ask(table, MIRA.id, table.number, 4.0))
    left = after(asking, lobby.leave(asking, TOMAS, "random", 5.0))
    assert [type(entry) for entry in undo.ask(left, MIRA.id, left.number, 6.0)] == [Undone]


def test_a_request_stays_while_bots_play_and_ends_when_a_person_does() -> None:
    table = started_table("birdie", MIRA, "random", TOMAS)
    while not any(line.seat == 0 for line in table.plays):
        table = play_on(table, Rng(1))
    asking = after(table, undo.ask(table, MIRA.id, table.number, 4.0))
    assert asking.asking is not None
    while asking.to_move == 1 or asking.asking is not None:
        bot_moves = asking.to_move == 1
        asking = play_on(asking, Rng(2))
        assert (asking.asking is not None) == bot_moves


def test_there_is_nothing_to_take_back_before_one_has_played_nor_after_the_end() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    with pytest.raises(Refusal, match="nothing to take back"):
        undo.ask(table, MIRA.id, table.number, 2.0)
    over = play_on(table, Rng(1), 9)
    with pytest.raises(Refusal, match="nothing to take back"):
        undo.ask(over, MIRA.id, over.number, 2.0)


def test_the_others_are_asked_once() -> None:
    table = play_on(started_table("birdie", MIRA, TOMAS), Rng(1), 2)
    asking = after(table, undo.ask(table, MIRA.id, table.number, 4.0))
    assert isinstance(undo.ask(table, MIRA.id, table.number, 4.0)[0], Asked)
    with pytest.raises(Refusal, match="asked already"):
        undo.ask(asking, MIRA.id, asking.number, 4.0)


def test_what_was_declined_is_not_asked_again() -> None:
    table = started_table("kuhn", MIRA, TOMAS)
    table = make_play(make_play(table, 0, ["check"], 2.0)[1], 1, ["bet"], 3.0)[1]
    asking = after(table, undo.ask(table, MIRA.id, table.number, 4.0))
    declined = after(asking, undo.reply(asking, TOMAS.id, 5.0, agree=False))
    assert undo.undo_info(declined, (0,)).can == "no"
    with pytest.raises(Refusal, match="do not want"):
        undo.ask(declined, MIRA.id, declined.number, 6.0)
    assert undo.undo_info(declined, (1,)).can == "free"


async def test_others_are_not_flooded_with_requests(tmp_path: Path, time: Time) -> None:
    rooms = make_rooms(store_at(str(tmp_path / "rooms.sqlite3")), limits=Limits(), workers=one_worker(), now=time)
    await rooms.open()
    rooms.caretaker.cancel()
    room = await room_of(rooms, "birdie", MIRA, TOMAS)
    mira, tomas = [await Client(room, person).enter() for person in (MIRA, TOMAS)]
    rng, asked, refused = Rng(1), 0, []
    for _ in range(30):
        await (mira, tomas)[room.table.to_move].play(*some_play(room.table, rng))
        if room.table.plays[-1].seat == 0 and undo.undo_info(room.table, (0,)).can == "ask":
            answer = await mira.say("undo", after=room.table.number)
            if room.table.asking:
                asked += 1
                await tomas.say("undo_reply", after=room.table.number, agree=False)
            else:
                refused.append(last(answer, "refused")["reason"])
    assert asked == 3 and set(refused) == {"too many requests: wait a moment"}
    time.pass_by(20)
    while room.table.plays[-1].seat != 0 or undo.undo_info(room.table, (0,)).can != "ask":
        await (mira, tomas)[room.table.to_move].play(*some_play(room.table, rng))
    await mira.say("undo", after=room.table.number)
    assert room.table.asking is not None
    await rooms.close()


@given(
    game=st.sampled_from(["birdie", "cubirds", "kuhn"]),
    seed=st.integers(0, 2**32),
    plays=st.integers(1, 60),
    options=st.booleans(),
)
def test_no_seat_sees_a_new_card_through_a_free_take_back(game: str, seed: int, plays: int, options: bool) -> None:
    """Whatever a seat cannot see is dealt anew before its play: if the play can be taken back freely, the seat
    sees the same after it, so it has learnt nothing."""
    chosen = {"expert": True} if options and game == "birdie" else {}
    table = started_table(game, MIRA, TOMAS, options=chosen)
    rng = Rng(seed)
    table = play_on(table, rng, plays)
    if table.phase != "playing":
        return
    seat, rules = table.to_move, table.game
    steps = some_play(table, rng)
    after_play = make_play(table, seat, steps, 2.0)[1]
    if undo.undo_info(after_play, (seat,)).can != "free":
        return
    assert after_play.draws == table.draws
    for _ in range(5):
        imagined = rules.imagine(rules.view(table.state, seat), rng)
        for step in steps:
            rules.play(imagined, step)
        assert rules.view(imagined, seat) == rules.view(after_play.state, seat)
