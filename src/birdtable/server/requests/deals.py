"""Deals that several people play: that of the day, and those that somebody hands on."""

from __future__ import annotations

from birdtable.puzzles.deals import GAMES
from birdtable.server.requests.route import Route
from birdtable.server.room import limits
from birdtable.server.room.deals import daily, same
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.person import Person
from birdtable.wire.deals import DealInfo, SameDealInfo
from birdtable.wire.tables import TableInfo


async def all_deals(rooms: Rooms, visitor: Person | None) -> list[DealInfo]:
    """Today's, with what came of mine."""
    return [await daily.describe(rooms, game, visitor) for game in GAMES]


async def play_deal(rooms: Rooms, me: Person, game: str) -> TableInfo:
    """Begin my match, or go on with it; a second try is refused with the first result."""
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    return await daily.begin(rooms, game, me)


async def hand_on(rooms: Rooms, me: Person, table: str) -> SameDealInfo:
    """A link with which others play the cards of a match that I have played against bots."""
    return await same.hand_on(rooms, table, me)


async def same_deal(rooms: Rooms, visitor: Person | None, code: str) -> SameDealInfo:
    """What was handed on, and what came of it once mine is over."""
    return await same.describe(rooms, code, visitor)


async def play_same_deal(rooms: Rooms, me: Person, code: str) -> TableInfo:
    """Begin my match, or go on with it; a second try is refused with the first result."""
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    return await same.begin(rooms, code, me)


ROUTES = [
    Route("GET", "/deals", all_deals, limit=limits.DEALS),
    Route("POST", "/deals/{game}", play_deal),
    Route("POST", "/tables/{table}/same-deal", hand_on, limit=limits.DEALS),
    Route("GET", "/same-deals/{code}", same_deal, limit=limits.DEALS),
    Route("POST", "/same-deals/{code}", play_same_deal),
]
