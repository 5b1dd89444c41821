"""Several server processes on one PostgreSQL: any of them serves any table, and none is missed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from birdtable.cli.server.serve import cluster
from birdtable.game import BadInput
from birdtable.server.cluster.processes import CHANNEL, Cluster
from birdtable.server.crowd import Guest
from birdtable.server.room.limits import Limits
from birdtable.server.room.operators import deeds
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling.connection import BARRED
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.server.store.postgres import PostgresStore
from birdtable.server.table import lobby
from birdtable.wire.operator import Ban, NewBan
from birdtable.wire.tables import Clock
from kit.programs.databases import Postgres, Redis
from kit.server.evening import GAMES, Person, Process, check_kept, seat_people
from kit.server.serving import JUNE, MIRA, TOMAS, Client, Time, kinds, last, one_worker, room_of

pytestmark = pytest.mark.postgres


# --- rooms of two processes, in this one ----------------------------------------------------------------------------


@asynccontextmanager
async def process(address: str, now: Callable[[], float] = time.time, redis: str = "") -> AsyncIterator[Rooms]:
    store = store_at(address)
    assert isinstance(store, PostgresStore)
    others = Cluster(store, redis)
    rooms = make_rooms(store, limits=Limits(factor=1e6), workers=one_worker(), now=now, others=others)
    await rooms.open()
    rooms.caretaker.cancel()
    await so(others.is_heard)
    yield rooms
    await rooms.close()


async def so(is_so: Callable[[], Any], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():  # noqa: ASYNC110 - what is waited for happens elsewhere
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("through", ["postgresql", "redis"])
async def test_what_one_process_stores_the_other_tells(postgres: Postgres, redis: Redis, through: str) -> None:
    address, channel = await postgres.new_database(), redis.address if through == "redis" else ""
    async with process(address, redis=channel) as one, process(address, redis=channel) as two:
        room = await room_of(one, "kuhn", MIRA, TOMAS)
        mira = await Client(room, MIRA).enter()
        there = await two.get(room.table.id)
        tomas = await Client(there, TOMAS).enter()
        assert last(await mira.play("check"), "position")["to_move"] == 1
        await so(lambda: there.table.number == room.table.number)
        heard = last(tomas.read(), "position")
        assert heard["to_move"] == 1 and heard["news"][0]["what"] == "played"
        await tomas.play("bet")
        await so(lambda: room.table.number == there.table.number)
        assert last(mira.read(), "position")["to_move"] == 0


async def test_who_is_connected_elsewhere_is_here(postgres: Postgres) -> None:
    address, clock = await postgres.new_database(), Time()
    async with process(address, clock) as one, process(address, clock) as two:
        room = await room_of(one, "kuhn", MIRA, TOMAS)
        mira = await Client(room, MIRA).enter()
        there = await two.get(room.table.id)
        tomas = await Client(there, TOMAS).enter()
        await so(lambda: not room.presence.is_gone(TOMAS.id))
        assert last(mira.read(), "here")["seats"] == [0, 1]
        clock.pass_by(7)
        tomas.leave()
        await so(lambda: room.presence.is_gone(TOMAS.id))
        assert room.presence.gone_since(TOMAS.id) == clock.now
        assert last(mira.read(), "here")["seats"] == [0]


async def test_a_nudge_reaches_a_page_at_another_process(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with process(address) as one, process(address) as two:
        room, other = await room_of(one, "kuhn", MIRA, TOMAS), await room_of(one, "kuhn", MIRA, JUNE)
        tomas = await Client(room, TOMAS).enter()
        mira = await Client(await two.get(other.table.id), MIRA).enter()
        assert kinds(await tomas.say("nudge", seat=0)) == ["ok"]
        await so(lambda: MIRA.id in two.nudges.sent)
        await so(lambda: any(b"nudged" in message for message in mira.line.outbox))
        assert last(mira.read(), "nudged")["table"] == room.table.id
        assert await two.nudges.of(MIRA.id) == {room.table.id: TOMAS.id}


async def test_of_two_processes_that_append_one_is_first_and_the_other_goes_on_from_there(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with process(address) as one, process(address) as two:
        room = await room_of(one, "kuhn", MIRA, TOMAS)
        mira = await Client(room, MIRA).enter()
        there = await two.get(room.table.id)
        tomas = await Client(there, TOMAS).enter()
        before = room.table.number
        said = [
            mira.say("chat", phrase="Hello!"),
            tomas.say("chat", phrase="Hello!"),
            mira.play("check", after=before),
        ]
        answers = await asyncio.gather(*said)
        assert not [message for heard in answers for message in heard if message["type"] == "refused"]
        await so(lambda: room.table.number == there.table.number == before + 3)


async def test_a_click_on_what_another_process_has_changed_is_stale(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with process(address) as one, process(address) as two:
        room = await room_of(one, "kuhn", MIRA, TOMAS)
        mira, again = await Client(room, MIRA).enter(), await Client(await two.get(room.table.id), MIRA).enter()
        number = room.table.number
        first, second = await asyncio.gather(mira.play("check", after=number), again.play("bet", after=number))
        answered = [next(message for message in heard if message.get("re")) for heard in (first, second)]
        assert sorted(message["type"] for message in answered) == ["position", "stale"]


@pytest.mark.parametrize("through", ["postgresql", "redis"])
async def test_a_ban_reaches_every_process(postgres: Postgres, redis: Redis, through: str) -> None:
    address, channel = await postgres.new_database(), redis.address if through == "redis" else ""
    async with process(address, redis=channel) as one, process(address, redis=channel) as two:
        room = await room_of(one, "birdie", MIRA, TOMAS)
        there = await two.get(room.table.id)
        mira, tomas = await Client(there, MIRA).enter(), await Client(room, TOMAS).enter()
        two.people.note_address(MIRA.id, "192.0.2.7")
        await deeds.ban(one.store, NewBan(who=MIRA.id, address=True), "page", one.now())
        one.others.announce_deed()
        await one.enforcement.look()
        await so(lambda: mira.line.closing == BARRED)
        assert tomas.line.closing is None
        await so(lambda: room.table.chairs[0].stand_in and there.table.chairs[0].stand_in)
        await so(lambda: two.enforcement.of_address("192.0.2.7"))
        await one.enforcement.look()
        assert one.enforcement.of_address("192.0.2.7") and one.enforcement.of_person(MIRA)


async def test_whoever_is_kicked_in_one_process_is_shown_out_of_the_other(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with process(address) as one, process(address) as two:
        room = await room_of(one, "birdie", MIRA, TOMAS)
        mira = await Client(await two.get(room.table.id), MIRA).enter()
        await room.change(lambda t, at: lobby.kick(t, MIRA, "casual", at))
        await so(lambda: mira.line.closing == BARRED)


async def test_a_name_hidden_in_one_process_is_hidden_in_the_other(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with process(address) as one, process(address) as two:
        room = await room_of(one, "birdie", MIRA, TOMAS)
        tomas = await Client(await two.get(room.table.id), TOMAS).enter()
        assert last(tomas.read(), "table")["table"]["seats"][0]["name"] == "Mira"
        await deeds.hide_name(one.store, MIRA.id, "page", one.now(), on=True)
        one.others.announce_deed()
        await so(lambda: two.people.name_of(MIRA.id) == "")
        assert last(tomas.read(), "table")["table"]["seats"][0]["name"] == ""


async def test_deeds_of_others_are_found_without_being_told(postgres: Postgres) -> None:
    """A command tells nobody, and a number may be stored after a higher one."""
    address = await postgres.new_database()
    async with process(address) as one:
        assert isinstance(one.store, PostgresStore)
        await one.store.execute("INSERT INTO deeds VALUES (7, 0, 'command', 'kicked', 'x', '')")
        await one.enforcement.look()
        await one.store.put_ban(Ban(id="n1", person=MIRA.id, network="", reason="", since=0.0, until=None))
        await one.store.execute("INSERT INTO deeds VALUES (3, 0, 'command', 'banned', 'n1', '')")
        assert one.enforcement.of_person(MIRA) is None
        await one.enforcement.look()
        assert one.enforcement.of_person(MIRA)


async def test_a_bot_thinks_in_one_process_only(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with process(address) as one, process(address) as two:
        room = await room_of(one, "kuhn", MIRA, "random", pace=3)
        there = await two.get(room.table.id)
        watching, playing = await Client(there, TOMAS).enter(), await Client(room, MIRA).enter()
        await playing.play("check")
        await so(lambda: there.table.number == room.table.number)
        assert room.table.to_move == 1
        assert room.bot is not None and there.bot is None
        watching.leave()


async def test_another_process_takes_over_what_a_dead_one_kept(postgres: Postgres) -> None:
    """The clock of a table whose keeper is gone runs out all the same, and once."""
    address, clock = await postgres.new_database(), Time()
    async with process(address, clock) as other:
        async with process(address, clock) as keeper:
            room = await room_of(keeper, "birdie", MIRA, TOMAS, clock=Clock(kind="turn", seconds=30))
            seat, id = room.table.to_move, room.table.id
        clock.pass_by(31 + 60)
        await other.round()
        assert id not in other.rooms
        clock.pass_by(3)
        await other.round()
        found = await other.get(id)
        assert found.table.chairs[seat].stand_in


async def test_a_name_that_changes_and_a_badge_that_is_void_are_known_everywhere(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with process(address) as one, process(address) as two:
        room = await room_of(one, "kuhn", MIRA, TOMAS)
        there = await two.get(room.table.id)
        tomas = await Client(there, TOMAS).enter()
        mira = await one.people.rename(MIRA, "Miranda")
        await one.tell_name(MIRA.id)
        await so(lambda: two.people.name_of(MIRA.id) == "Miranda")
        badge = two.people.badge("link", mira)
        await one.people.renew(mira)
        one.show_out(MIRA.id)
        await so(lambda: two.people.known[MIRA.id][1].generation == 2)  # type: ignore[union-attr]
        assert await two.people.bearer(badge, ("link",)) is None
        await one.people.renew(TOMAS)
        one.show_out(TOMAS.id)
        await so(lambda: tomas.line.closing == 4401)


# --- real processes -------------------------------------------------------------------------------------------------


class Wanderer(Guest):
    """Goes to the next server when one does not answer."""

    addresses: Sequence[str] = ()

    async def connect(self, table: str, since: int = 0) -> ClientConnection:
        try:
            async with asyncio.timeout(10):
                return await super().connect(table, since)
        except Exception:
            place = self.addresses.index(self.url)
            self.url = self.addresses[(place + 1) % len(self.addresses)]
            raise


class Stubborn(Person):
    """Asks again when the store is away, as people do."""

    async def hear(self, socket: Any, message: dict[str, Any]) -> None:
        if message["type"] == "refused":
            await asyncio.sleep(0.3)
            raise OSError(message["reason"])
        await super().hear(socket, message)


@contextmanager
def servers(count: int, db: str, *options: str) -> Iterator[list[Process]]:
    started = [Process(db, *options) for _ in range(count)]
    try:
        for each in started:
            each.start()
        yield started
    finally:
        for each in started:
            if each.process.poll() is None:
                each.process.kill()
                each.process.wait(30)


async def wanderers(addresses: Sequence[str], tables: int, *, bots: int = 1, pause: float = 0.0) -> list[Person]:
    """People who sit at tables all over these servers, two of a table never at the same one."""
    people: list[Person] = []
    for number in range(tables):
        turn = [addresses[(number + place) % len(addresses)] for place in range(len(addresses))]
        people += await seat_people(turn[0], GAMES[number % 2], number * 10, to=turn, bots=bots)
    return [stubborn(person, addresses, pause) for person in people]


def stubborn(person: Person, addresses: Sequence[str], pause: float) -> Person:
    guest = Wanderer(person.guest.url, "")
    guest.headers, guest.addresses = person.guest.headers, addresses
    other = Stubborn(guest, person.table, person.game.name, person.seat, person.seat)
    other.pause = pause
    return other


async def played_out(people: Sequence[Person], seconds: float = 240) -> None:
    await asyncio.wait_for(asyncio.gather(*(person.play() for person in people)), seconds)


def test_three_processes_one_is_killed_and_nothing_acknowledged_is_lost(postgres: Postgres) -> None:
    """The others go on at once; the bots' turns that the dead one had undertaken are taken over."""
    db = asyncio.run(postgres.new_database())
    with servers(3, db) as (first, *others):
        addresses = [server.address for server in (first, *others)]

        async def evening() -> list[Person]:
            people = await wanderers(addresses, 6, pause=0.02)
            playing = asyncio.create_task(played_out(people))
            await asyncio.sleep(1.5)
            await asyncio.to_thread(first.kill)
            await playing
            return people

        people = asyncio.run(evening())
        for server in others:
            server.stop()
    assert check_kept(db, people) > 50


def test_a_restart_of_the_database_loses_nothing(postgres: Postgres) -> None:
    server = Postgres()
    server.start()
    try:
        db = asyncio.run(server.new_database())
        with servers(2, db) as running:

            async def evening() -> list[Person]:
                people = await wanderers([each.address for each in running], 4, pause=0.02)
                playing = asyncio.create_task(played_out(people))
                await asyncio.sleep(1)
                await asyncio.to_thread(server.stop)
                await asyncio.sleep(1)
                await asyncio.to_thread(server.start)
                await playing
                return people

            people = asyncio.run(evening())
        assert check_kept(db, people) > 30
    finally:
        server.remove()


def test_a_restart_of_redis_is_noticed_and_made_up_for(postgres: Postgres, redis: Redis) -> None:
    db = asyncio.run(postgres.new_database())
    with servers(2, db, "--redis", redis.address) as running:

        async def evening() -> list[Person]:
            people = await wanderers([each.address for each in running], 4, pause=0.02)
            playing = asyncio.create_task(played_out(people))
            await asyncio.sleep(1)
            await asyncio.to_thread(redis.stop)
            await asyncio.sleep(1)
            await asyncio.to_thread(redis.start)
            await playing
            return people

        people = asyncio.run(evening())
        for server in running:
            server.stop()
    assert check_kept(db, people) > 30


def workers_of(server: Process) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.process.pid)], capture_output=True, text=True)
    return [int(pid) for pid in listed.stdout.split()]


def test_workers_are_replaced_when_they_die_and_one_by_one_when_asked(postgres: Postgres) -> None:
    """On one port: killed with -9, then all of them renewed as for an upgrade, and everybody plays to the end."""
    db = asyncio.run(postgres.new_database())
    server = Process(db, "--workers", "2")
    server.start()
    before = workers_of(server)
    assert len(before) == 2

    async def evening() -> list[Person]:
        people = await wanderers([server.address], 4, pause=0.05)
        playing = asyncio.create_task(played_out(people))
        await asyncio.sleep(1)
        os.kill(before[0], signal.SIGKILL)
        await so(lambda: len(set(workers_of(server)) - set(before)) == 1)
        server.process.send_signal(signal.SIGHUP)
        await so(lambda: len(workers_of(server)) == 2 and not set(workers_of(server)) & set(before), 60)
        await playing
        return people

    try:
        people = asyncio.run(evening())
    finally:
        server.process.terminate()
        server.process.wait(30)
    assert check_kept(db, people) > 30
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.address)


def test_workers_go_when_whoever_started_them_is_killed(postgres: Postgres) -> None:
    server = Process(asyncio.run(postgres.new_database()), "--workers", "2")
    server.start()
    server.kill()
    asyncio.run(so(lambda: not answers(server)))


def answers(server: Process) -> bool:
    try:
        return httpx.get(server.address + "/healthz").is_success
    except httpx.TransportError:
        return False


def test_redis_needs_postgresql_and_an_address_of_its_kind(tmp_path: Any) -> None:
    with pytest.raises(BadInput, match="needs PostgreSQL"):
        cluster(store_at(str(tmp_path / "one.sqlite3")), "redis://127.0.0.1")
    with pytest.raises(BadInput, match="not the address of Redis"):
        cluster(store_at("postgresql://127.0.0.1/x"), "http://127.0.0.1")


async def test_what_a_stranger_says_on_the_channel_is_passed_over(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with process(address) as one, process(address) as two:
        room = await room_of(one, "kuhn", MIRA, TOMAS)
        there = await two.get(room.table.id)
        for said in ("", "hello", '{"process": 1}', '{"process": "x", "tables": {"none": 5}}'):
            assert isinstance(one.store, PostgresStore)
            await one.store.execute("SELECT pg_notify($1, $2)", CHANNEL, said)
        await (await Client(room, MIRA).enter()).play("check")
        await so(lambda: there.table.number == room.table.number)


def test_workers_need_postgresql(tmp_path: Any) -> None:
    server = Process(tmp_path / "one.sqlite3", "--workers", "2")
    with pytest.raises(AssertionError, match="needs PostgreSQL"):
        server.start()


class Cable:
    """A way to the database that can be unplugged: bytes stop, and nobody is disclosure."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.plugged = asyncio.Event()
        self.plugged.set()

    async def lay(self) -> int:
        self.server = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        port: int = self.server.sockets[0].getsockname()[1]
        return port

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.plugged.wait()
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(self.carry(reader, back), self.carry(there, writer), return_exceptions=True)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self.plugged.wait()
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()


@pytest.mark.long
async def test_a_process_cut_from_the_database_for_ten_seconds_comes_back(postgres: Postgres) -> None:
    """It takes nothing meanwhile, is not ready, and catches up; the others go on."""
    db = await postgres.new_database()
    cable = Cable(postgres.port)
    behind = Process(db.replace(f":{postgres.port}/", f":{await cable.lay()}/"))
    before = Process(db)
    try:
        await asyncio.to_thread(before.start)
        await asyncio.to_thread(behind.start)
        people = await wanderers([before.address, behind.address], 6, pause=0.1)
        playing = asyncio.create_task(played_out(people))
        await asyncio.sleep(1)
        cable.plugged.clear()
        async with httpx.AsyncClient(timeout=30) as http:
            ready = await http.get(behind.address + "/readyz")
            assert ready.status_code == 503
            assert (await http.get(behind.address + "/healthz")).status_code == 200
            assert (await http.get(before.address + "/readyz")).status_code == 200
            await asyncio.sleep(5)
            cable.plugged.set()
            await playing
            assert (await http.get(behind.address + "/readyz")).status_code == 200
    finally:
        for server in (before, behind):
            server.process.kill()
            server.process.wait(30)
    kept = await asyncio.to_thread(check_kept, db, people)
    assert kept > 50


@pytest.mark.long
def test_processes_killed_again_and_again_lose_nothing(postgres: Postgres) -> None:
    db = asyncio.run(postgres.new_database())
    with servers(3, db) as running:

        async def evening() -> list[Person]:
            people = await wanderers([each.address for each in running], 20, pause=0.2)
            playing = asyncio.create_task(played_out(people, 600))
            for number in range(6):
                await asyncio.sleep(2)
                await asyncio.to_thread(running[number % 3].kill)
                await asyncio.sleep(1)
                await asyncio.to_thread(running[number % 3].start)
            await playing
            return people

        people = asyncio.run(evening())
    assert check_kept(db, people) > 200
