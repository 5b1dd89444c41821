"""Who is asking: names, signed cookies, private links and tokens. No e-mail, no password.

A badge is ``purpose.person.generation.signature``. Its signature makes forging pointless; raising a person's generation
invalidates all of their badges. A cookie has a session before its signature and can be invalidated alone. The key that
signs can be replaced (``keys``); for a while badges signed by earlier ones stay valid.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from birdtable.server.room.people import keys
from birdtable.server.room.thinking import Asker
from birdtable.server.store.base import Store
from birdtable.server.table.person import Person, clean_name
from birdtable.server.table.refusal import Refusal
from birdtable.wire.people import Me, RemoteBot

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Ids are read aloud and typed: nothing that looks like something else."""
KEPT = 60.0
"""Seconds that a person is remembered without asking the store again."""
MANY = 50_000
"""How many people are remembered."""
ENDED = "ended "
"""Facts about sessions begin like this."""
MAX_BOTS = 20
NAMELESS = "you need a name for this: come in as a guest first"
LOOK = 1.0
"""Seconds after which an unknown signature is a reason to look for new keys again."""

Purpose = Literal["cookie", "link", "bot"]


def session_of(badge: str) -> str:
    """Of a cookie; those of earlier versions, and other badges, have none."""
    parts = badge.split(".")
    return parts[3] if len(parts) == 5 else ""


def new_id(length: int = 10) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


class People:
    """The people of a store, remembered for a while."""

    def __init__(self, store: Store, now: Callable[[], float], wall: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.wall = wall
        """What the ends of earlier keys are given in."""
        self.known: dict[str, tuple[float, Person | None]] = {}
        self.sessions: dict[str, tuple[float, bool]] = {}
        """Whether they have ended, and until when to believe it."""
        self.addresses: dict[str, str] = {}
        """Where people were last seen, by person; never stored."""

    async def open(self) -> None:
        await self.load_keys()

    async def load_keys(self) -> None:
        self.keys = await keys.load(self.store)
        self.looked = self.now()

    # --- badges ------------------------------------------------------------------------------------------------------

    def badge(self, purpose: Purpose, person: Person) -> str:
        claim = f"{purpose}.{person.id}.{person.generation}"
        if purpose == "cookie":
            claim += f".{new_id(12)}"
        return f"{claim}.{self.signature(claim)}"

    def signature(self, claim: str, key: bytes | None = None) -> str:
        signed = hmac.digest(key or self.keys.current, claim.encode(), "sha256")
        return base64.urlsafe_b64encode(signed).decode().rstrip("=")

    async def bearer(self, badge: str, purposes: Sequence[str]) -> Person | None:
        """The person a badge belongs to, or nobody if it is forged, void or for something else."""
        if not self.is_ours(badge) and self.now() - self.looked >= LOOK:
            # Another process may have a new key already.
            await self.load_keys()
        if not self.is_ours(badge):
            return None
        purpose, id, generation, *session = badge.split(".")[:-1]
        person = await self.find(id)
        if person is None or purpose not in purposes or person.generation != int(generation):
            return None
        return None if session and await self.has_ended(session[0]) else person

    def is_ours(self, badge: str) -> bool:
        return any(self.is_signed(badge, key) for key in self.keys.good(self.wall()))

    def is_old(self, badge: str) -> bool:
        """Signed by a key that will be dropped."""
        return not self.is_signed(badge, self.keys.current)

    def is_signed(self, badge: str, key: bytes) -> bool:
        claim, _, signature = badge.rpartition(".")
        return badge.isascii() and hmac.compare_digest(signature, self.signature(claim, key))

    async def end_session(self, badge: str) -> None:
        """Makes one cookie void. Other processes may believe it for as long as they remember people."""
        session = session_of(badge)
        if session and await self.bearer(badge, ("cookie",)) is not None:
            await self.store.put_fact(ENDED + session, b"")
            self.sessions[session] = self.now() + KEPT, True

    async def has_ended(self, session: str) -> bool:
        kept, ended = self.sessions.get(session, (0.0, False))
        if kept < self.now():
            ended = await self.store.fact(ENDED + session) is not None
            if len(self.sessions) > MANY:
                self.sessions.clear()
            self.sessions[session] = self.now() + KEPT, ended
        return ended

    # --- people ------------------------------------------------------------------------------------------------------

    async def find(self, id: str) -> Person | None:
        kept, person = self.known.get(id, (0.0, None))
        return await self.look_up(id) if kept < self.now() else person

    async def look_up(self, id: str) -> Person | None:
        """As the store has them now. Until it has answered, what was known of them stays."""
        person = await self.store.person(id)
        self.remember(id, person)
        return person

    def remember(self, id: str, person: Person | None) -> None:
        if len(self.known) > MANY:
            self.known.clear()
        self.known[id] = self.now() + KEPT, person

    def note_address(self, id: str, address: str) -> None:
        if len(self.addresses) > 50_000:
            self.addresses.clear()
        self.addresses[id] = address

    def asker(self, id: str) -> Asker:
        return Asker(self.addresses.get(id, ""), id)

    async def meet(self, ids: Iterable[str]) -> None:
        """Makes sure that ``name_of`` knows these people."""
        for id in ids:
            await self.find(id)

    def recall(self, id: str) -> Person | None:
        """As they were when they were last looked up."""
        return self.known.get(id, (0.0, None))[1]

    def name_of(self, id: str) -> str | None:
        """Empty if it is hidden, ``None`` if there is no such person."""
        person = self.recall(id)
        return None if person is None else "" if person.hidden else person.name

    async def add(self, name: str, now: float, id: str = "") -> Person:
        person = Person(id=id or "p" + new_id(), name=clean_name(name), created=now, seen=now)
        await self.store.add_person(person)
        self.remember(person.id, person)
        return person

    async def change(
        self, person: Person, *, name: str | None = None, seen: float | None = None, renew: bool = False
    ) -> Person:
        """As they are in the store then: what was known of them may have changed meanwhile."""
        changed = await self.store.change_person(person.id, name=name, seen=seen, renew=renew)
        self.remember(person.id, changed)
        if changed is None:
            raise Refusal(401, NAMELESS)
        return changed

    async def rename(self, person: Person, name: str) -> Person:
        return await self.change(person, name=clean_name(name))

    async def renew(self, person: Person) -> Person:
        """Makes every badge of this person void."""
        return await self.change(person, renew=True)

    async def drop(self, person: Person) -> None:
        for bot in await self.store.bots_of(person.id):
            await self.drop(bot)
        await self.store.drop_person(person.id)
        self.remember(person.id, None)

    async def add_bot(self, owner: Person, name: str, now: float) -> Person:
        if owner.kind == "bot":
            raise Refusal(403, "a bot cannot have bots of its own")
        if len(await self.store.bots_of(owner.id)) >= MAX_BOTS:
            raise Refusal(409, "nobody may have more than {count} bots", count=MAX_BOTS)
        bot = Person(id="b" + new_id(), name=clean_name(name), kind="bot", owner=owner.id, created=now, seen=now)
        await self.store.add_person(bot)
        self.remember(bot.id, bot)
        return bot

    def me(self, person: Person) -> Me:
        bot = person.kind == "bot"
        return Me(person=person.id, name=person.name, code="" if bot else self.badge("link", person), bot=bot)

    def remote_bot(self, bot: Person, *, with_token: bool) -> RemoteBot:
        return RemoteBot(person=bot.id, name=bot.name, token=self.badge("bot", bot) if with_token else "")
