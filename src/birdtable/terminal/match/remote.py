"""A seat at a table on a server: the same table as in a local match, over HTTP and a WebSocket.

The server knows the rules of the match; what it says is all that is known here. A broken connection is resumed where it
was.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

from birdtable import catalog
from birdtable.bots.advice.reasons import Reason
from birdtable.bots.knowledge import Hint
from birdtable.bots.levels import BY_ID
from birdtable.committed import BYTES, commitment
from birdtable.game import NOBODY, SPECTATOR, BadInput, Event, IllegalStep, Step, View, viewer_of
from birdtable.terminal.match.door import Door, parse_address
from birdtable.terminal.match.table import MovedOn, Nudge, Table
from birdtable.texts import distinct_names
from birdtable.wire.base import encode
from birdtable.wire.play import (
    AskHint,
    Bye,
    Call,
    ChatNews,
    Consider,
    Here,
    Hints,
    News,
    Nudged,
    Ok,
    Play,
    Position,
    Refused,
    Reveal,
    Said,
    Stale,
    TableNews,
    Thinking,
    Undo,
    UndoReply,
)
from birdtable.wire.tables import TableInfo

Heard = Position | Refused | Stale | TableNews | ChatNews | Here | Nudged | Thinking | Hints | Ok | Bye


class Tagged(msgspec.Struct):
    type: str


class Foreseen(msgspec.Struct):
    """``Considered``, whose view may be missing."""

    re: int
    complete: bool
    legal: list[Step]
    view: msgspec.Raw = msgspec.Raw(b"null")


decode_tag = msgspec.json.Decoder(Tagged).decode
decode_foreseen = msgspec.json.Decoder(Foreseen).decode
decode_heard = msgspec.json.Decoder(Heard).decode

MOVED_ON = "the match has moved on in the meantime"
ANSWER_SECONDS = 20.0
"""How long an answer may take."""
DELAYS = (0.2, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each attempt to resume a broken connection."""
FINAL = {
    4401: "you are not known here any more",
    4404: "there is no such table",
    1008: "the server closed the connection",
}


class NumberedEvents(NamedTuple):
    """News that is kept so that a take-back can withdraw it."""

    number: int
    events: tuple[Event, ...]


class Promises:
    """Entropy for the shuffle, each piece kept under its hash until it is revealed."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def make(self) -> str:
        """The hash of fresh entropy."""
        nonce = secrets.token_bytes(BYTES)
        self.kept[commitment(nonce)] = nonce.hex()
        return commitment(nonce)

    def redeem(self, hashes: Sequence[str]) -> str | None:
        """What was promised by one of these hashes; once only."""
        return next((self.kept.pop(each) for each in hashes if each in self.kept), None)


def join(address: str, name: str) -> RemoteTable:
    """Sits down at the table that a link names, or watches if no seat is free; returns when the match has begun."""
    server, id = parse_address(address)
    door = Door(server, name)
    promises = Promises()
    info = door.sit_down(id, promises.make())
    table = RemoteTable(door, info, promises, address)
    if info.phase == "gathering":
        print("Waiting for the match to begin ...", file=sys.stderr)
    table.begin()
    return table


class RemoteTable(Table):
    def __init__(self, door: Door, info: TableInfo, promises: Promises, address: str) -> None:
        super().__init__()
        self.door, self.promises, self.address = door, promises, address
        self.game = catalog.game(info.game)
        self.memory = info.memory
        self.number = 0
        self.count = 0
        """Of the messages sent, which is the id of the last."""
        self.past: list[NumberedEvents] = []
        self.unheard: list[list[Event]] = []
        self.base: Position | None = None
        """What the server said last, without pending steps."""
        self.stopped = False
        self.meet(info)
        self.line = ExitStack()
        self.socket = self.dial()

    def meet(self, info: TableInfo) -> None:
        """Who sits here."""
        self.info = info
        names = [
            each.name if each.player == "person" else BY_ID[each.level].character if each.level in BY_ID else each.level
            for each in info.seats
        ]
        self.names = distinct_names(names)
        if info.phase == "closed":
            raise BadInput("this table is closed")

    # The line

    def dial(self) -> ClientConnection:
        address = f"{self.door.server.replace('http', 'ws', 1)}/api/tables/{self.info.id}/socket?since={self.number}"
        try:
            line = connect(address, additional_headers=self.door.headers, open_timeout=ANSWER_SECONDS)
            self.line.close()
            return self.line.enter_context(line)
        except (OSError, InvalidHandshake, WebSocketException) as error:
            raise BadInput("{server} does not answer: {what}", server=self.door.server, what=str(error)) from None

    def receive(self, timeout: float) -> Any:
        """The next message, or ``None`` when none comes in time. A broken line is taken up again."""
        try:
            text = self.socket.recv(timeout)
            return decode_foreseen(text) if decode_tag(text).type == "considered" else decode_heard(text)
        except TimeoutError:
            return None
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 0
            if code in FINAL or self.stopped:
                raise BadInput(FINAL.get(code, "the connection is closed")) from None
        self.redial()
        return None

    def redial(self) -> None:
        for last, delay in enumerate(DELAYS, start=1 - len(DELAYS)):
            time.sleep(delay)
            try:
                self.socket = self.dial()
                return
            except BadInput:
                if last == 0:
                    raise

    def tell(self, message: Said) -> int:
        """Says something and returns the id that its answer will have."""
        self.count += 1
        numbered = msgspec.structs.replace(message, id=self.count)
        try:
            self.socket.send(encode(numbered).decode())
        except ConnectionClosed:
            self.redial()
            self.socket.send(encode(numbered).decode())
        return self.count

    def ask(self, message: Said) -> Any:
        """Says something and waits for the answer; what else is said meanwhile is heard later."""
        id, before = self.tell(message), self.base
        end = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < end:
            heard = self.receive(1.0)
            if heard is None:
                continue
            if heard.re != id:
                self.hear(heard)
                continue
            if isinstance(heard, Stale):
                self.hear_until_position()
                raise MovedOn(MOVED_ON)
            if isinstance(heard, Refused):
                raise refusal(heard) if heard.clause or self.base is before else MovedOn(MOVED_ON)
            return heard
        raise BadInput("the server does not answer")

    def hear_until_position(self) -> None:
        end = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < end:
            heard = self.receive(1.0)
            if heard is not None:
                self.hear(heard)
            if isinstance(heard, Position):
                return

    def hear(self, message: Any) -> None:
        match message:
            case Position():
                self.adopt(message)
            case TableNews():
                self.number = max(self.number, message.number)
                self.meet(message.table)
                if message.table.phase == "shuffling" and (nonce := self.promises.redeem(message.table.commitments)):
                    self.tell(Reveal(nonce=nonce, next=self.promises.make()))
            case Nudged():
                way = f"birdtable play --join {self.door.server}/#/table/{message.table}"
                self.nudges.append(Nudge(message.name, "" if message.table == self.info.id else way))
            case _:
                self.number = max(self.number, getattr(message, "number", 0))

    def adopt(self, position: Position) -> None:
        """Shows where the match stands, and keeps what happened for whoever waits for it."""
        self.base, self.pending = position, []
        self.number, self.seat, self.to_move = position.number, viewer_of(position.seat), position.to_move
        self.view = self.game.parse_view(bytes(position.view).decode())
        self.legal = list(position.legal)
        self.outcome = position.outcome
        waiting = position.undo.asked_by >= 0 and self.seat in position.undo.waiting_for
        self.asked_by = position.undo.asked_by if waiting else NOBODY
        for news in position.news:
            self.note(news)
        if self.seat is SPECTATOR and position.to_move in position.seats:
            self.tell(Call(seat=position.to_move))

    def note(self, news: News) -> None:
        if news.what == "undone":
            self.past = [each for each in self.past if each.number <= news.back_to]
        if self.memory == "strict" and news.what == "played" and news.seat == self.seat:
            self.past.clear()
        self.past.append(NumberedEvents(news.number, news.events))
        self.log = [event for each in self.past for event in each.events]
        self.unheard.append(list(news.events))

    def begin(self) -> None:
        """Waits for the first position."""
        while self.base is None:
            heard = self.receive(1.0)
            if heard is not None:
                self.hear(heard)

    # The table

    def take(self, step: Step) -> list[Event]:
        steps = (*self.pending, step)
        found: Foreseen = self.ask(Consider(after=self.number, steps=steps))
        if found.complete:
            self.hear(self.ask(Play(after=self.number, steps=steps)))
            return self.take_news()
        self.pending = list(steps)
        self.legal = found.legal
        self.view = self.game.parse_view(bytes(found.view).decode())
        return []

    def back(self) -> None:
        assert self.base is not None
        if self.pending:
            steps = self.pending[:-1]
            self.adopt(msgspec.structs.replace(self.base, news=()))
            for step in steps:
                self.take(step)
            return
        self.hear(self.ask(Undo(after=self.number)))

    def reply(self, agree: bool) -> list[Event]:
        if self.asked_by == NOBODY:
            return super().reply(agree)
        self.hear(self.ask(UndoReply(agree=agree, after=self.number)))
        return self.take_news()

    def take_news(self) -> list[Event]:
        events = [event for batch in self.unheard for event in batch]
        self.unheard.clear()
        return events

    def wait(self) -> Iterator[list[Event]]:
        while not self.stopped:
            while self.unheard:
                yield self.unheard.pop(0)
            if self.outcome is not None or self.is_mine or self.asked_by != NOBODY:
                return
            heard = self.receive(0.5)
            if heard is not None:
                self.hear(heard)

    def poll(self) -> list[Event]:
        if self.outcome is not None:
            return []
        before = (self.number, self.asked_by, len(self.nudges))
        while (heard := self.receive(0.001)) is not None:
            self.hear(heard)
        events = self.take_news()
        return events or ([Event("")] if (self.number, self.asked_by, len(self.nudges)) != before else [])

    def full_view(self) -> View | None:
        return self.view if self.memory == "assisted" and self.seat is not SPECTATOR else None

    def hint(self) -> Hint:
        """The server knows what the seat remembers, and whether there are hints at this table."""
        if not self.is_mine:
            return super().hint()
        found: Hints = self.ask(AskHint(after=self.number, steps=tuple(self.pending)))
        best = found.hints[0]
        return Hint(best.steps, best.value, best.unit, Reason(best.reason, best.details), best.kept, best.spends)

    def close(self) -> None:
        self.stopped = True
        self.line.close()
        self.door.close()

    def how_to_go_on(self) -> str:
        return "" if self.outcome is not None else f"birdtable play --join {self.address}"


def refusal(message: Refused) -> IllegalStep | BadInput:
    if message.clause:
        return IllegalStep(message.clause, message.reason, **message.details)
    return BadInput(message.reason, **message.details)
