"""What people say to each other: phrases that translate anywhere, free text only at tables known by link."""

from __future__ import annotations

from birdtable.game import NO_SEAT, Seat
from birdtable.server.table.entries import AnyEntry, Spoke
from birdtable.server.table.lobby import require_welcome
from birdtable.server.table.person import visible_text
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table
from birdtable.wire.play import PHRASES, REACTIONS, Chat, ChatNews

LONGEST_LOG = 5000
"""Entries of a log after which nothing that is said is added to it; what onlookers say, after half of them."""


def seats_of(table: Table, person: str) -> list[Seat]:
    """Of a player, even while a bot plays for them."""
    return [seat for seat, chair in enumerate(table.chairs) if person and chair.person == person]


def speak(table: Table, person: str, message: Chat, at: float) -> list[AnyEntry]:
    text = visible_text(message.text)
    seats = seats_of(table, person)
    if not person:
        raise Refusal(403, "only people with a name can speak")
    require_welcome(table, person)
    if bool(text) == bool(message.phrase):
        raise Refusal(400, "send either a phrase or a text")
    if message.phrase and message.phrase not in PHRASES + REACTIONS:
        raise Refusal(400, "there is no such phrase")
    if table.number >= (LONGEST_LOG if seats else LONGEST_LOG // 2):
        raise Refusal(409, "so much has happened at this table that only plays are noted")
    if table.setting.public and text:
        raise Refusal(403, "at a public table people use the phrases they are offered")
    if table.setting.public and not seats:
        raise Refusal(403, "at a public table only players may write")
    seat = seats[0] if seats else NO_SEAT
    return [Spoke(at=at, person=person, seat=seat, phrase=message.phrase, text=text)]


def chat_news(number: int, entry: Spoke, name: str | None, *, muted: bool, hidden: bool, re: int) -> ChatNews:
    """What a connection hears of it; from somebody deleted, or if it is hidden, only that something was said."""
    heard = not muted and not hidden and name is not None
    return ChatNews(
        re=re,
        number=number,
        person=entry.person if name is not None else "",
        name=name or "",
        seat=entry.seat,
        at=entry.at,
        phrase=entry.phrase if heard else "",
        text=entry.text if heard else "",
        muted=muted,
        hidden=hidden,
    )
