"""A crowd that plays real games over the network, to see what a server can bear. Used by ``birdtable load`` and by
tests.

Every table has two guests with a WebSocket each. A guest plays at random, whole plays, worked out on a state imagined
from what the server shows; a move counts when its own position comes back, which is after it was stored.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from birdtable import catalog
from birdtable.engine import Rng
from birdtable.game import AnyGame, Event, Step, View, ends_play

SEATS = 2


class Seen(msgspec.Struct):
    """As much of a server's message as a player of the crowd needs."""

    type: str
    re: int = 0
    number: int = 0
    seat: int = -1
    to_move: int = -2
    view: msgspec.Raw = msgspec.Raw(b"null")
    outcome: Any = None


decode = msgspec.json.Decoder(Seen).decode
encode = msgspec.json.Encoder().encode


class Tally:
    """What happened, in all."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        """Seconds from a move to its acknowledgement."""
        self.errors: list[str] = []
        self.counting = False
        self.heard = 0
        """Bytes of messages from the server."""
        self.cpu: dict[str, float] = {}
        """Processor seconds used while moves were counted, by whom."""

    def count_move(self, seconds: float) -> None:
        if self.counting:
            self.waits.append(seconds)

    def count_message(self, size: int) -> None:
        if self.counting:
            self.heard += size

    def count_failure(self, what: str) -> None:
        self.errors.append(what)

    def percentile(self, part: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.waits)
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else 0.0


class Guest:
    """One person of the crowd: an identity and its requests."""

    def __init__(self, url: str, code: str) -> None:
        self.url = url
        self.headers = {"Authorization": f"Bearer {code}"}

    @classmethod
    async def arrive(cls, url: str, name: str) -> Guest:
        me = await asyncio.to_thread(request, f"{url}/api/guests", {"name": name}, {})
        return cls(url, me["code"])

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        return await asyncio.to_thread(request, f"{self.url}/api{path}", body, self.headers)

    async def connect(self, table: str, since: int = 0) -> ClientConnection:
        host = urlsplit(self.url).netloc
        scheme = "wss" if self.url.startswith("https") else "ws"
        address = f"{scheme}://{host}/api/tables/{table}/socket?since={since}"
        return await connect(address, additional_headers=self.headers, compression=None, max_queue=None)


def request(url: str, body: dict[str, Any], headers: dict[str, str]) -> Any:
    wanted = Request(url, encode(body), {"Content-Type": "application/json", **headers}, method="POST")
    try:
        with urlopen(wanted, timeout=60) as answer:
            return msgspec.json.decode(answer.read())
    except HTTPError as error:
        raise OSError(f"{error.code} {error.read().decode()[:200]}") from None


class CrowdTable:
    """Two guests who play match after match."""

    def __init__(self, game: str, rate: float, tally: Tally, seed: int) -> None:
        self.game = catalog.game(game)
        self.rate = rate
        self.tally = tally
        self.rng = Rng(seed)
        self.next_move = 0.0

    async def sit_down(self, url: str, name: str) -> None:
        self.guests = [await Guest.arrive(url, f"{name} {seat}") for seat in range(SEATS)]
        await self.open()

    async def open(self) -> None:
        host, *others = self.guests
        seats = [{"player": "me"}, *([{"player": "open"}] * (SEATS - 1))]
        # Guests play by what they are shown, and keep nothing in mind.
        wish = {"game": self.game.name, "seats": seats, "memory": "assisted"}
        self.table = (await host.post("/tables", wish))["id"]
        for guest in others:
            await guest.post(f"/tables/{self.table}/join", {})

    async def play(self) -> None:
        """Until cancelled."""
        while True:
            sockets = [await guest.connect(self.table) for guest in self.guests]
            try:
                await self.guests[0].post(f"/tables/{self.table}/start", {})
                await asyncio.gather(*(self.play_seat(socket) for socket in sockets))
            except (OSError, WebSocketException) as error:
                self.tally.count_failure(repr(error))
            finally:
                for socket in sockets:
                    await socket.close()
            await self.open()

    async def play_seat(self, socket: ClientConnection) -> None:
        """One guest's match."""
        sent, sent_at = 0, 0.0
        while True:
            message = await socket.recv()
            self.tally.count_message(len(message))
            seen = decode(message)
            if seen.type in ("refused", "stale", "bye"):
                self.tally.count_failure(seen.type)
                return
            if seen.type != "position":
                continue
            if sent and seen.re == sent:
                self.tally.count_move(time.perf_counter() - sent_at)
            if seen.outcome is not None:
                return
            if seen.to_move == seen.seat:
                steps = random_play(self.game, self.game.parse_view(bytes(seen.view).decode()), self.rng)
                await self.pace()
                sent, sent_at = sent + 1, time.perf_counter()
                play = {"type": "play", "id": sent, "after": seen.number, "steps": steps}
                await socket.send(encode(play).decode())

    async def pace(self) -> None:
        if self.rate:
            now = time.perf_counter()
            self.next_move = max(now - 1 / self.rate, self.next_move) + 1 / self.rate
            await asyncio.sleep(max(0.0, self.next_move - now))


def random_play(game: AnyGame, view: View, rng: Rng) -> list[Step]:
    """A whole play; nobody passes while there is something else to do, so that matches last."""
    seat, state = view.to_move, game.imagine(view, rng)
    steps: list[Step] = []
    events: list[Event] = []
    while not ends_play(state, seat, events):
        legal = game.legal_steps(state)
        if len(legal) > 1 and "pass" in legal:
            legal.remove("pass")
        steps.append(legal[rng.below(len(legal))])
        events = game.play(state, steps[-1])
    return steps


Meter = Callable[[], Mapping[str, float | None]]
"""Tells how much processor time somebody has used so far, where that is known."""


async def crowd(
    addresses: Sequence[str],
    games: Iterable[str],
    tables: int,
    rate: float,
    seconds: float,
    warm_up: float = 2.0,
    meter: Meter = dict,
) -> Tally:
    """Plays for so long at so many tables; the first seconds do not count. With several addresses, each table has its
    home at one of them."""
    tally = Tally()
    names = list(games)
    seated = [CrowdTable(names[number % len(names)], rate, tally, number) for number in range(tables)]
    arriving = asyncio.Semaphore(16)

    async def arrive(number: int, table: CrowdTable) -> None:
        async with arriving:
            await table.sit_down(addresses[number % len(addresses)], f"Guest {number}")

    await asyncio.gather(*(arrive(number, table) for number, table in enumerate(seated)))
    now = time.perf_counter()
    for number, table in enumerate(seated):
        table.next_move = now + number / (tables * rate) if rate else now
    playing = [asyncio.create_task(table.play()) for table in seated]
    await asyncio.sleep(warm_up)
    tally.counting = True
    before = meter()
    await asyncio.sleep(seconds)
    tally.counting = False
    tally.cpu = {who: used - (before[who] or 0.0) for who, used in meter().items() if used is not None}
    for task in playing:
        task.cancel()
    for result in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(result, Exception):
            tally.count_failure(repr(result))
    return tally
