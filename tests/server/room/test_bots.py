"""Bots at tables: they think elsewhere, come through the same door, and nobody waits for a broken one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time as clock
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from birdtable.bots.players.search import SearchBot
from birdtable.cli.server.processes import read_proc
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.server.room.levels import STAND_IN, levels
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import LEAST_PACE, Asker, bot_play, is_whole, pace
from birdtable.server.table.entries import Shuffling
from birdtable.server.table.table import make_play
from birdtable.server.workers.pool import Workers
from birdtable.server.workers.questions import bot, choose_play, hasten
from kit.server.serving import JUNE, MIRA, TOMAS, Client, kinds, last, play_on, room_of, some_play, started_table


async def settled(room: Room) -> None:
    """Until no bot is at work."""
    while room.bot is not None:
        await asyncio.wait([room.bot])
        await asyncio.sleep(0)


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_every_level_chooses_whole_plays(game: str) -> None:
    for level in levels(game):
        if level in ("strong", "champion"):
            continue
        table = started_table(game, MIRA, level)
        rng = Rng(1)
        for _ in range(4):
            seat = table.to_move
            view = table.game.view_text(table.game.view(table.state, seat))
            steps = choose_play(game, table.setting.rules, level, view, 7)
            assert is_whole(table, seat, steps)
            table = make_play(table, seat, some_play(table, rng), 2.0)[1]


def test_the_levels_are_those_of_the_roster() -> None:
    assert STAND_IN in levels("birdie") and len(levels("birdie")) >= 6
    with pytest.raises(BadInput):
        levels("chess")


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
async def test_bots_play_a_match_among_themselves_while_somebody_watches(
    rooms: Rooms, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("birdtable.server.room.thinking.LEAST_PACE", 0.0)
    room = await room_of(rooms, game, "random", STAND_IN, pace=0.0, start=False)
    client = await Client(room, None).enter()
    await room.change(lambda t, at: [Shuffling(at=at)])
    reader = asyncio.create_task(read_on(client))
    await settled(room)
    reader.cancel()
    client.read()
    assert room.table.phase == "over"


async def read_on(client: Client) -> None:
    while True:
        client.read()
        await asyncio.sleep(0.01)


async def test_a_bot_answers_a_play_and_is_seen_to_think(rooms: Rooms) -> None:
    room = await room_of(rooms, "birdie", MIRA, "random", pace=0.0)
    mira = await Client(room, MIRA).enter()
    await settled(room)
    mira.read()
    number = room.table.number
    await mira.play(*some_play(room.table, Rng(1)))
    await settled(room)
    heard = mira.read()
    assert "thinking" in kinds(heard) and room.table.number > number + 1
    assert last(heard, "position")["to_move"] == 0


async def test_bots_move_at_a_pace_that_people_can_follow(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    room = await room_of(rooms, "birdie", MIRA, "random", "random", pace=2.5)
    monkeypatch.setattr("birdtable.server.room.room.asyncio.sleep", noted)
    mira = await Client(room, MIRA).enter()
    await settled(room)
    await mira.play(*some_play(room.table, Rng(1)))
    await settled(room)
    assert 2.5 in waits


async def test_a_play_taken_back_meanwhile_is_thought_about_anew(rooms: Rooms) -> None:
    room = await room_of(rooms, "birdie", MIRA, "random", pace=0.2)
    mira = await Client(room, MIRA).enter()
    await settled(room)
    before = room.table
    await mira.play(*some_play(room.table, Rng(1)))
    await mira.say("undo", after=room.table.number)
    await settled(room)
    assert room.table.to_move == 0 and len(room.table.plays) == len(before.plays)


async def test_a_worker_that_dies_is_replaced() -> None:
    workers = Workers(1)
    try:
        pid = await workers.run(os.getpid)
        assert pid != os.getpid()
        os.kill(pid, signal.SIGKILL)
        assert await workers.run(os.getpid) not in (pid, os.getpid())
    finally:
        workers.close()


async def test_a_worker_knows_the_games_that_were_registered() -> None:
    table = started_table("kuhn", "random", "random")
    workers = Workers(1)
    try:
        view = table.game.view_text(table.game.view(table.state, 0))
        steps = await workers.play("kuhn", table.setting.rules, "random", view, 7)
        assert is_whole(table, 0, steps)
    finally:
        workers.close()


def test_workers_go_when_their_server_is_killed() -> None:
    program = """if __name__ == "__main__":
    import asyncio, os, signal, time
    from birdtable.server.workers.pool import Workers
    print(asyncio.run(Workers(1).run(os.getpid)), flush=True)
    time.sleep(60)
"""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(program)
        file.flush()
        server = subprocess.Popen([sys.executable, file.name], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        os.kill(worker, 0)
        server.kill()
        server.wait()
        for _ in range(600):
            if not read_proc(Path(f"/proc/{worker}/cmdline")):
                return
            clock.sleep(0.05)
        raise AssertionError("the worker stayed behind")


async def test_a_worker_that_hangs_is_not_waited_for() -> None:
    workers = Workers(1, patience=3)
    try:
        with pytest.raises(TimeoutError):
            await workers.run(clock.sleep, 3600)
        assert await workers.run(len, "abc") == 3
    finally:
        workers.close()


async def test_workers_that_die_one_after_the_other_do_not_answer_in_time() -> None:
    workers = Workers(1)
    try:
        with pytest.raises(TimeoutError, match="so did the next"):
            await workers.run(os._exit, 1)
    finally:
        workers.close()


async def test_a_queue_that_is_full_takes_no_more() -> None:
    workers = Workers(1, queue=0)
    with pytest.raises(TimeoutError, match="too many"):
        await workers.run(len, "abc")


def broken(*_: object) -> list[str]:
    raise RuntimeError("I have no idea")


def nonsense(*_: object) -> list[str]:
    return ["fly away"]


@pytest.mark.parametrize("fault", [broken, nonsense])
@pytest.mark.parametrize("slow_too", [False, True], ids=["quick play", "chance"])
async def test_a_quick_bot_plays_for_one_that_fails(
    fault: Callable[..., Any], slow_too: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And if that one fails too, chance."""
    table = started_table("birdie", "champion", "random")
    workers = Workers(1)

    async def fail(*_: object, asker: object = None) -> Any:
        return fault()

    monkeypatch.setattr(workers, "run", fail)
    if slow_too:
        monkeypatch.setattr(workers, "quick_play", fail)
    assert is_whole(table, table.to_move, await bot_play(workers, table, table.to_move))


@pytest.mark.parametrize("game", ["birdie", "cubirds", "kuhn"])
async def test_a_late_bot_plays_something_sensible(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the greedy bot would; where nothing is known of a game, anything."""
    table = play_on(started_table(game, "champion", "champion"), Rng(3), 1)
    workers = Workers(1)

    async def fail(*_: object, asker: object = None) -> Any:
        raise TimeoutError

    monkeypatch.setattr(workers, "run", fail)
    monkeypatch.setattr("birdtable.server.room.thinking.secrets.randbits", lambda bits: 7)
    view = table.game.view_text(table.game.view(table.state, table.to_move))
    level = "random" if game == "kuhn" else "greedy"
    expected = choose_play(game, table.setting.rules, level, view, 7)
    assert await bot_play(workers, table, table.to_move) == expected


def test_a_bot_that_searches_takes_the_part_of_its_time_that_it_has() -> None:
    champion = bot("champion", "birdie")
    assert isinstance(champion, SearchBot) and champion.budget.seconds == 0.9
    hasty = hasten(champion, 0.1)
    assert isinstance(hasty, SearchBot) and hasty.budget.seconds == pytest.approx(0.09)
    assert hasten(champion, 1.0) is champion
    assert hasten(bot("casual", "birdie"), 0.1) is bot("casual", "birdie")


def test_bots_among_themselves_keep_a_least_pace() -> None:
    assert pace(started_table("birdie", "random", "random", pace=0.0)) == LEAST_PACE >= 0.5
    assert pace(started_table("birdie", "random", "random", pace=2.0)) == 2.0
    assert pace(started_table("birdie", MIRA, "random", pace=0.0)) == 0.0


async def test_bots_think_on_account_of_the_host(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    askers: list[Asker] = []

    async def play(*arguments: Any) -> list[str]:
        askers.append(arguments[-1])
        raise TimeoutError

    monkeypatch.setattr(rooms.workers, "play", play)
    rooms.people.note_address(MIRA.id, "192.0.2.7")
    room = await room_of(rooms, "kuhn", MIRA, "random", pace=0.0)
    mira = await Client(room, MIRA).enter()
    await mira.play("check")
    await settled(room)
    assert askers == [Asker("192.0.2.7", MIRA.id)]


async def test_a_bot_is_hurried_by_who_plays_alone_against_bots(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others who play here, and those who only look on, have no say in how well it plays."""
    thinks = asyncio.Event()

    async def play(*arguments: Any) -> list[str]:
        thinks.set()
        await asyncio.sleep(600)
        raise AssertionError("nobody hurried the bot")

    monkeypatch.setattr(rooms.workers, "play", play)
    room = await room_of(rooms, "kuhn", MIRA, "random", pace=0.0)
    mira, june = await Client(room, MIRA).enter(), await Client(room, JUNE).enter()
    await mira.play("check")
    await thinks.wait()
    number = room.table.number
    assert kinds(await june.say("hurry")) == ["refused"] and room.table.number == number
    assert kinds(await mira.say("hurry")) == ["ok"]
    await settled(room)
    assert room.table.number > number
    shared = await room_of(rooms, "cubirds", MIRA, TOMAS, "random")
    refused = await (await Client(shared, MIRA).enter()).say("hurry")
    assert last(refused, "refused")["reason"] == "others are playing here: bots take their time"


async def test_bots_whose_host_was_not_seen_since_a_restart_think_on_account_of_who_watches(rooms: Rooms) -> None:
    """Else every host would stand in a line of their own."""
    room = await room_of(rooms, "kuhn", MIRA, "random")
    assert room.bots_account() == Asker("", MIRA.id)
    watching = Client(room, None)
    watching.line.source = "192.0.2.9"
    await watching.enter()
    assert room.bots_account() == Asker("192.0.2.9", MIRA.id)


async def test_a_bot_sees_a_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started_table("birdie", "random", "random")
    seat = table.to_move
    workers = Workers(1)
    given: list[object] = []

    async def run(function: object, *arguments: object, asker: Asker) -> list[str]:
        assert function is choose_play
        given.extend(arguments)
        return some_play(table, Rng(1))

    monkeypatch.setattr(workers, "run", run)
    await bot_play(workers, table, seat)
    game, rules, level, view, seed, part = given
    assert part == 1.0
    assert (game, rules, level) == ("birdie", table.setting.rules, "random") and isinstance(seed, int)
    assert view == table.game.view_text(table.game.view(table.state, seat))
