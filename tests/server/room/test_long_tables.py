"""Tables with thousands of entries: taking back has an end, and nobody waits while a long log is replayed."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable.server.past import replays
from birdtable.server.past.replays import Work
from birdtable.server.requests import records
from birdtable.server.room.limits import POSITIONS, RECORDS, TABLE_CHAT, WORK, Limits, Rate
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling import chronicle
from birdtable.server.room.thinking import Asker
from birdtable.server.room.turns import SLICE
from birdtable.server.table import chat, disclosure, entries, table, undo
from birdtable.server.table.entries import AnyEntry, Closed
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, make_play, take
from birdtable.server.workers import writing
from birdtable.server.workers.writing import finish
from birdtable.wire.past import CarryOn
from birdtable.wire.play import Chat
from birdtable.wire.tables import SeatWish, TableInfo
from kit.server.serving import MIRA, TOMAS, Client, last, live_server, one_worker, room_of, started_table

PAIRS = 1500


async def long_room(rooms: Rooms, pairs: int = PAIRS, *, closed: bool = False) -> Room:
    """A room of a match in which the first play was made and taken back so often; nothing of it is in memory."""
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    current, added = room.table, list[AnyEntry]()
    for _ in range(pairs):
        entry, played = make_play(current, 0, ["check"], current.changed + 1)
        undone = entries.Undone(at=played.changed + 1, seat=0, back_to=current.plays[-1].number)
        current = take(played, undone, current.state)
        added += [entry, undone]
    if closed:
        added.append(Closed(at=current.changed, reason="closed by the host"))
        current = take(current, added[-1])
    await rooms.store.append(room.row(current, members=False), [entries.encode(entry) for entry in added])
    rooms.rooms.clear()
    return await rooms.get(current.id)


class Meter:
    """Counts what is replayed from one turn of the event loop to the next."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most = self.total = self.now = 0
        monkeypatch.setattr(table, "take", self.count(table.take))

    def count(self, take: Any) -> Any:
        def counted(*arguments: Any) -> Any:
            self.now += 1
            self.total += 1
            return take(*arguments)

        return counted

    async def run(self, *work: Awaitable[Any]) -> list[Any]:
        """Does the work, all at once, and measures what came between two turns."""
        self.most = self.total = 0
        doing = asyncio.gather(*work)
        while not doing.done():
            self.now = 0
            await asyncio.sleep(0)
            self.most = max(self.most, self.now)
        return await doing


@pytest.fixture
def meter(monkeypatch: pytest.MonkeyPatch) -> Meter:
    return Meter(monkeypatch)


# --- taking back has an end -------------------------------------------------------------------------------------------


def test_so_many_plays_can_be_taken_back_in_a_match_and_no_more() -> None:
    current = started_table("kuhn", MIRA, TOMAS)
    for _ in range(undo.MOST):
        current = make_play(current, 0, ["check"], 2.0)[1]
        (entry,) = undo.ask(current, MIRA.id, current.number, 3.0)
        current = take(current, entry)
    assert current.withdrawn == undo.MOST
    current = make_play(current, 0, ["check"], 2.0)[1]
    with pytest.raises(Refusal, match="200 plays have been taken back"):
        undo.ask(current, MIRA.id, current.number, 3.0)


async def carry_on(rooms: Rooms, room: Room) -> TableInfo:
    """The match of a room is carried on from its record, against a bot."""
    record = (await replays.download(room, MIRA, "text")).content.make().decode()
    seats = (SeatWish(player="me"), SeatWish(player="bot", level="random"))
    return await records.carry_on(rooms, MIRA, CarryOn(record=record, seats=seats))


async def test_a_match_with_more_of_them_is_not_carried_on_from_its_record(rooms: Rooms) -> None:
    carried = await carry_on(rooms, await long_room(rooms, undo.MOST, closed=True))
    assert (await rooms.get(carried.id)).table.withdrawn == undo.MOST
    with pytest.raises(Refusal, match="plays have been taken back") as refused:
        await carry_on(rooms, await long_room(rooms, undo.MOST + 1, closed=True))
    assert refused.value.details == {"count": undo.MOST}


async def test_a_match_is_carried_on_a_slice_at_a_time(rooms: Rooms, meter: Meter) -> None:
    room = await long_room(rooms, undo.MOST, closed=True)
    await replays.download(room, MIRA, "text")
    (carried,) = await meter.run(carry_on(rooms, room))
    assert meter.total > 2 * undo.MOST and meter.most <= SLICE + 5
    assert len(await rooms.store.entries(carried.id, 0)) == 2 * undo.MOST + 3


def test_everything_that_one_wish_takes_back_counts() -> None:
    current = started_table("kuhn", MIRA, "random")
    first = current.plays[-1].number
    current = make_play(make_play(current, 0, ["check"], 2.0)[1], 1, ["bet"], 3.0)[1]
    (entry,) = undo.ask(current, MIRA.id, current.number, 4.0)
    after = take(current, entry)
    assert (after.plays[-1].number, after.withdrawn) == (first, 2)


def test_talk_does_not_make_a_log_without_end() -> None:
    long = msgspec.structs.replace(started_table("kuhn", MIRA, TOMAS), number=chat.LONGEST_LOG)
    with pytest.raises(Refusal, match="only plays are noted"):
        chat.speak(long, MIRA.id, Chat(text="hello"), 2.0)
    make_play(long, 0, ["check"], 2.0)


async def test_all_people_together_say_so_much_at_a_table(rooms: Rooms) -> None:
    rooms.limits = Limits()
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    people = [Person(id=f"p{number}", name="Eve", created=0.0, seen=0.0) for number in range(20)]
    lines = [await Client(room, person).enter() for person in people]
    answers = [last(await line.say("chat", text="hello"), "chat") for line in lines for _ in range(3)]
    assert len(answers) == 60
    assert last(await lines[0].say("chat", text="hello"), "refused")["reason"].startswith("too many requests")


async def test_onlookers_do_not_silence_the_players(rooms: Rooms) -> None:
    rooms.limits = Limits()
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    people = [Person(id=f"p{number}", name="Eve", created=0.0, seen=0.0) for number in range(20)]
    for line in [await Client(room, person).enter() for person in people]:
        for _ in range(4):
            await line.say("chat", text="hello")
    assert last(await (await Client(room, MIRA).enter()).say("chat", text="Shall we?"), "chat")
    half = msgspec.structs.replace(room.table, number=chat.LONGEST_LOG // 2)
    assert chat.speak(half, MIRA.id, Chat(text="hello"), 2.0)
    with pytest.raises(Refusal, match="only plays are noted"):
        chat.speak(half, "p1", Chat(text="hello"), 2.0)


async def test_what_is_refused_takes_no_part_of_what_others_may_say(rooms: Rooms) -> None:
    rooms.limits = Limits()
    eve = Person(id="peve", name="Eve", created=0.0, seen=0.0)
    room = await room_of(rooms, "kuhn", MIRA, eve)
    rooms.limits.buckets.clear()
    rude = await Client(room, eve).enter()
    for _ in range(8):
        assert last(await rude.say("chat", phrase="no such phrase"), "refused")["reason"] == "there is no such phrase"
    assert not any(rate is TABLE_CHAT for rate, _ in rooms.limits.buckets)


def test_nobody_leaves_and_comes_back_without_end(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=Limits(), workers=one_worker()) as live:
        mira = live.guest()
        table = mira.open("birdie", {"player": "me"}, {"player": "bot", "level": "random"}, pace=10)
        mira.ok("POST", f"/tables/{table}/start", {})
        codes = [mira.call("POST", f"/tables/{table}/{deed}", {}).status_code for deed in ("leave", "join") * 20]
        assert 429 in codes and live.rooms.rooms[table].table.number < 60


async def test_over_the_line_it_is_a_clear_refusal(rooms: Rooms) -> None:
    room = await long_room(rooms, undo.MOST)
    mira = await Client(room, MIRA).enter()
    await mira.play("check")
    answer = last(await mira.say("undo", after=room.table.number), "refused")
    assert "taken back" in answer["reason"] and answer["details"] == {"count": 200}


# --- nobody waits -----------------------------------------------------------------------------------------------------


async def test_opening_a_long_table_is_done_in_slices(rooms: Rooms, meter: Meter) -> None:
    room = await long_room(rooms)
    rooms.rooms.clear()
    await meter.run(rooms.get(room.table.id))
    assert meter.total > 2 * PAIRS and meter.most <= SLICE <= 50


async def test_arrivals_at_a_long_table_are_told_in_slices(rooms: Rooms, meter: Meter) -> None:
    room = await long_room(rooms)
    client = Client(room, MIRA)
    await meter.run(client.enter(since=0))
    assert meter.total > 2 * PAIRS and meter.most <= SLICE <= 50
    assert len(last(client.read(), "position")["news"]) == 1000


async def test_arrivals_at_several_long_tables_are_told_one_after_the_other(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = [Client(await long_room(rooms, 600), MIRA) for _ in range(4)]
    for client in clients:
        await replays.replay(client.room, MIRA, None)
    all_at_once, meter = asyncio.Barrier(4), Meter(monkeypatch)

    async def read_nothing(*_: Any) -> list[Any]:
        await all_at_once.wait()
        return []

    monkeypatch.setattr(rooms.store, "entries_of_kind", read_nothing)
    monkeypatch.setattr(disclosure, "position", meter.count(disclosure.position))
    monkeypatch.setattr(disclosure, "redact", None)  # What everybody may know was written when it was first asked for.
    await meter.run(*(client.enter(since=0) for client in clients))
    assert meter.total == 4 and meter.most == 1


@pytest.mark.parametrize("closed", [False, True], ids=["played", "closed"])
async def test_looking_back_at_long_tables_is_done_in_slices(rooms: Rooms, meter: Meter, closed: bool) -> None:
    """All that there is to ask about several tables, at once: one slice at a time for all of them together."""
    several = [await long_room(rooms, closed=closed) for _ in range(3)]
    questions: list[Awaitable[Any]] = []
    for room in several:
        questions += [replays.replay(room, MIRA, None), replays.download(room, MIRA, "text"), replays.shuffle(room)]
        questions += [replays.position(room, MIRA, None, number) for number in (room.table.number, 500)]
    await meter.run(*questions)
    assert meter.total > 6 * PAIRS and meter.most <= SLICE <= 50


@pytest.mark.parametrize(("pairs", "elsewhere"), [(20, False), (writing.LONG, True)], ids=["short", "long"])
async def test_another_process_writes_down_long_matches(rooms: Rooms, pairs: int, elsewhere: bool) -> None:
    room = await long_room(rooms, pairs, closed=True)
    for work in ((await replays.download(room, MIRA, "text")).content, await replays.shuffle(room)):
        process = await finish(Work(os.getpid, work.entries), rooms, Asker())
        assert (process != os.getpid()) == elsewhere
        assert await finish(work, rooms, Asker()) == work.make()


async def test_between_two_slices_is_a_pause_for_everybody_else(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as long as the slice took, however many tables are replayed at once."""
    ids = [(await long_room(rooms, 200)).table.id for _ in range(3)]
    rooms.rooms.clear()
    worked, paused, under_way = 0, 0.0, 0
    loop = asyncio.get_running_loop()

    def taking(*arguments: Any) -> Table:
        nonlocal worked
        worked += 1
        found: Table = take(*arguments)
        return found

    async def pause(seconds: float) -> None:
        nonlocal paused, under_way
        under_way += 1
        assert under_way == 1, "two replays at a time"
        paused += seconds
        await sleep(0)
        under_way -= 1

    sleep = asyncio.sleep
    monkeypatch.setattr(table, "take", taking)
    monkeypatch.setattr(loop, "time", lambda: worked * 0.001)
    monkeypatch.setattr(asyncio, "sleep", pause)
    await asyncio.gather(*map(rooms.get, ids))
    assert worked > 1200
    assert paused > 1.9 * worked * 0.001


async def test_what_was_replayed_once_is_kept(rooms: Rooms, meter: Meter) -> None:
    room = await long_room(rooms)
    (first,) = await meter.run(replays.replay(room, MIRA, None))
    (again,) = await meter.run(replays.replay(room, MIRA, None))
    assert meter.total == 0 and again == first
    mira = Client(room, MIRA)
    await meter.run(mira.enter(since=0))
    assert meter.total == 0
    await mira.play("check")
    (then,) = await meter.run(replays.replay(room, MIRA, None))
    assert meter.total == 1 and then.moments[:-1] == first.moments


async def test_a_position_is_replayed_from_the_last_milestone(rooms: Rooms, meter: Meter) -> None:
    room = await long_room(rooms)
    await replays.replay(room, MIRA, None)
    for number in (99, 100, 101, 1050, room.table.number):
        (found,) = await meter.run(replays.position(room, MIRA, None, number))
        assert found.number == number and meter.total < chronicle.MILESTONE


async def test_of_a_long_log_only_what_is_needed_is_read(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await long_room(rooms)
    await replays.replay(room, MIRA, None)
    read, entries_of = list[int](), rooms.store.entries

    async def note(*arguments: Any) -> list[bytes]:
        found = await entries_of(*arguments)
        read.append(len(found))
        return found

    monkeypatch.setattr(rooms.store, "entries", note)
    await replays.position(room, MIRA, None, 1050)
    assert read == [50]


async def test_taking_back_does_not_replay_the_match(monkeypatch: pytest.MonkeyPatch, rooms: Rooms) -> None:
    room = await long_room(rooms)
    monkeypatch.setattr(table, "state_after", None)
    rooms.rooms.clear()
    assert (await rooms.get(room.table.id)).table.number == room.table.number


async def test_no_more_than_so_much_is_kept(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chronicle, "KEPT", 300)
    for _ in range(5):
        await replays.replay(await long_room(rooms, 60), MIRA, None)
    assert sum(each.size for each in rooms.chronicles.kept.values()) <= 300
    assert len(rooms.chronicles.kept) == 2


async def test_what_is_kept_of_long_tables_is_no_work_for_the_garbage_collector(rooms: Rooms) -> None:
    """Every full collection stops the server for as long as it takes to look at all that is tracked."""
    room = await long_room(rooms)
    await replays.replay(room, MIRA, None)
    gc.collect()  # It leaves out what cannot be part of a cycle.
    (kept,) = rooms.chronicles.kept.values()
    assert sum(map(gc.is_tracked, [*kept.deeds, *(deed.news for deed in kept.deeds)])) == 0


# --- looking back is charged for --------------------------------------------------------------------------------------


class WorkLimits(Limits):
    """Only work is limited, for this machine as for everybody else."""

    def rate_for(self, rate: Rate, who: str) -> Rate:
        return rate if rate in (WORK, POSITIONS, RECORDS) else Rate(1e9, 1e9)


def test_looking_back_is_charged_for_by_address(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=WorkLimits(), workers=one_worker()) as live:
        guest = live.guest()
        id = guest.open("kuhn", {"player": "me"}, {"player": "bot", "level": "random"})
        guest.ok("POST", f"/tables/{id}/start", {})
        for path in (f"/tables/{id}/replay", f"/tables/{id}/record", f"/tables/{id}/shuffle"):
            live.rooms.limits.buckets.clear()
            answers = [guest.call("GET", path).status_code for _ in range(12)]
            assert answers[0] == 200 and answers[-1] == 429, path
        for path in ("replay", "position", "shuffle"):
            live.rooms.limits.buckets.clear()
            body = {"record": "nonsense", "seat": 0, **({"number": 1} if path == "position" else {})}
            answers = [guest.call("POST", f"/records/{path}", body).status_code for _ in range(100)]
            assert answers[0] == 400 and 429 in answers, path
