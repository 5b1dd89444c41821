"""How much one person or address may ask for: token buckets, and all the numbers.

``now`` is monotonic time in seconds: setting the clock of the machine grants nobody more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from birdtable.server.table.refusal import Refusal

MESSAGE_BYTES = 16_384
"""Bytes of a WebSocket message."""
HEAD_BYTES = 32_768
"""Bytes of a request's address and headers."""
REQUESTS_AT_ONCE = 100
"""Requests that may be sent over a connection before the first of them is answered."""
BODY_BYTES = 65_536
"""Bytes of a request's body."""
EVENINGS_BYTES = 1_000_000
"""Bytes of a request that brings the evenings of a device."""
OUTBOX = 128
"""Messages that may wait for a slow client before it is disconnected."""
TABLES = 50
"""Unfinished tables of one guest."""
CONNECTIONS = 200
"""Connections of onlookers at one table; its players do not count."""
OWN_CONNECTIONS = 20
"""Connections of one player at one table."""
HEADER_SECONDS = 10.0
"""Seconds for the head of a request, from the connection or the first byte on."""
BODY_SECONDS = 30.0
"""Seconds for the body that follows."""
ANSWER_SECONDS = 30.0
"""Seconds that a client may leave unread what it was sent, on whatever connection."""
ANSWER_BYTES = 50_000
"""Bytes of it that a slow line takes in that time, at least."""
ADDRESS_CONNECTIONS = 250
"""Connections open at once from one address, WebSockets among them; trusted proxies have no limit."""
MUTES = 200
"""People that one person has muted."""
OWN_REPORTS = 20
"""Reports of one person that nobody has looked at yet."""
REPORTS_WAITING = 2000
"""Reports of all people that nobody has looked at yet."""


@dataclass(frozen=True, eq=False)
class Rate:
    """A limit. Two with the same numbers are still two."""

    each_second: float
    burst: float


KNOCKS = Rate(30, 400)
"""New connections from one address; a browser keeps its own and uses them again."""
HTTP_PERSON = Rate(10, 60)
"""Requests of one person."""
HTTP_ADDRESS = Rate(30, 300)
"""Requests from one address."""
GUESTS = Rate(0.2, 20)
"""New guests from one address."""
OPENING = Rate(0.2, 20)
"""New tables of one person."""
WORK = Rate(0.5, 10)
"""Calls that need a worker or replay a match: solver, hints, records, replays."""
PUZZLES = Rate(1.0, 20)
"""Tries at puzzles, and answers, from one address: a play that was not foreseen is compared with the best."""
DEALS = Rate(1, 30)
"""Looking at the results of a deal, from one address: up to 200 matches are read for it."""
CAREERS = Rate(0.05, 4)
"""Looking back at many matches of one person, which takes the workers a quarter of a minute."""
POSITIONS = Rate(5, 60)
"""Single positions when looking back at a match, and what is unseen there: for each a table may have to be opened."""
SHEETS = Rate(2, 30)
"""Score sheets, which are computed again after every entry."""
EVENINGS = Rate(1, 30)
"""Evenings that one person keeps on the server: asking whether they changed, and changing them."""
NEW_EVENINGS = Rate(1 / 60, 20)
"""People from one address who begin to keep their evenings on the server."""
RECORDS = Rate(4, 60)
"""Looking at a record that the client brings, or playing on from it, from one address."""
MESSAGES = Rate(20, 60)
"""WebSocket messages of one connection."""
NAMING = Rate(0.1, 10)
"""New names of one person."""
FRAMES = Rate(50, 500)
"""Frames of one WebSocket: parts of messages, and pings."""
ADDRESS_MESSAGES = Rate(200, 1000)
"""WebSocket messages of all connections from one address."""
CHAT = Rate(0.5, 8)
"""Chat messages of one person."""
MUTING = Rate(0.5, 30)
"""How often one person mutes somebody, or hears them again."""
TABLE_CHAT = Rate(2, 60)
"""Chat messages of all players at one table, and of all its onlookers."""
SEATING = Rate(0.5, 30)
"""Changes of one person at one table: sitting down, leaving, changing settings."""
TAKE_BACKS = Rate(1 / 20, 3)
"""Requests of one person at one table to take a play back, where others have to agree."""
NUDGES = Rate(1 / 60, 1)
"""Nudges of one player at one table, whoever sends them."""
QR_CODES = Rate(1, 60)
"""QR codes of invitations, by address."""
SOCKETS = Rate(5, 100)
"""New WebSockets from one address."""
REPORTS = Rate(1 / 60, 5)
"""Reports of one person, and from one address."""
WRONG_TOKENS = Rate(0.1, 10)
"""Wrong operator's tokens from one address; then the right one is refused as well."""
LOGGED = Rate(2, 50)
"""Refusals that are written to the log, whoever caused them."""
LOOPBACK = 1000
"""How many times more the machine itself may ask for than an address from outside."""


class Bucket:
    """Fills with time, and every request takes one out; an empty one means too fast."""

    __slots__ = ("level", "rate", "when")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.level = rate.burst
        self.when = now

    def take(self, now: float) -> bool:
        self.level = min(self.rate.burst, self.level + max(0.0, now - self.when) * self.rate.each_second)
        self.when = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def is_full(self, now: float) -> bool:
        return self.level + (now - self.when) * self.rate.each_second >= self.rate.burst


class Limits:
    """Buckets by what is done and by whom. Full ones are forgotten."""

    def __init__(self, *, factor: float = 1.0) -> None:
        self.factor = factor
        self.buckets: dict[tuple[Rate, str], Bucket] = {}
        self.held: Counter[str] = Counter()
        self.swept = 0.0

    def spend(self, rate: Rate, who: str, now: float) -> None:
        if now - self.swept > 60:
            self.sweep(now)
        key = rate, who
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate_for(rate, who), now)
        if not bucket.take(now):
            raise Refusal(429, "too many requests: wait a moment")

    def give_back(self, rate: Rate, who: str) -> None:
        """What was spent last was no fault."""
        if (rate, who) in self.buckets:
            self.buckets[rate, who].level += 1

    @contextmanager
    def hold(self, most: int, who: str) -> Iterator[None]:
        """One of so many things that somebody may hold at once."""
        if self.held[who] >= most * self.factor_for(who):
            raise Refusal(429, "too many connections: close one first")
        self.held[who] += 1
        try:
            yield
        finally:
            self.held[who] -= 1
            if not self.held[who]:
                del self.held[who]

    def rate_for(self, rate: Rate, who: str) -> Rate:
        factor = self.factor_for(who)
        return Rate(rate.each_second * factor, rate.burst * factor)

    def factor_for(self, who: str) -> float:
        return self.factor * (LOOPBACK if who in ("127.0.0.1", "::1") else 1)

    def sweep(self, now: float) -> None:
        self.swept = now
        self.buckets = {key: bucket for key, bucket in self.buckets.items() if not bucket.is_full(now)}
