"""The same deal for a friend: a match against bots is handed on as a link, and results are shown to those who are done.

The link leads to the match by a code of its own: anyone who knows a match that is over may look at all of its cards.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from birdtable.chance import settle
from birdtable.game import Seat, Step
from birdtable.puzzles.deals import handed_on_secret
from birdtable.server.room.deals.daily import (
    begin_once,
    is_over,
    is_played_out,
    matches_about,
    own_match,
    own_seat,
    player_of,
    points_of,
)
from birdtable.server.room.levels import levels
from birdtable.server.room.people.identity import ALPHABET
from birdtable.server.table import lobby, summary
from birdtable.server.table.entries import Chair, SameDeal, Setting
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.summary import Summary
from birdtable.server.table.table import Table, current_secret, first_state
from birdtable.wire.deals import SameDealInfo, SameDealResult
from birdtable.wire.tables import TableInfo

if TYPE_CHECKING:
    from birdtable.server.room.rooms import Rooms

CODE = 12
"""Letters of a code."""


def fact_name(code: str) -> str:
    return f"same deal {code}"


def about(code: str) -> str:
    """What results are about. People may read their own, so it does not name the match."""
    return f"same deal {code}"


# Handing it on


async def hand_on(rooms: Rooms, id: str, me: Person) -> SameDealInfo:
    """Who was handed a deal hands on the same: there is one comparison."""
    table = (await rooms.get(id)).table
    require_own(table, me)
    if table.same_deal is not None:
        return await describe(rooms, table.same_deal.code, me)
    code = code_of(table)
    await rooms.store.put_fact(fact_name(code), table.id.encode())
    return await describe(rooms, code, me)


def require_own(table: Table, me: Person) -> None:
    """A match that I have played to its end, alone against bots."""
    people = [chair for chair in table.chairs if chair.person]
    if table.phase != "over":
        raise Refusal(409, "the match is not over")
    if me.id not in {chair.person for chair in people}:
        raise Refusal(403, "only players can do this")
    if len(people) > 1:
        raise Refusal(409, "only a match of one person against bots can be handed on")
    if table.setting.begins or table.carried:
        raise Refusal(409, "a match that began in the middle of another one cannot be handed on")
    if table.setting.deal:
        raise Refusal(409, "everybody has the deal of the day: it is not handed on")
    if not people[0].is_present or people[0].forfeited:
        raise Refusal(409, "you did not play this match to its end")


def code_of(table: Table) -> str:
    """The same every time; nobody gets from it to the match."""
    digest = sha256(b"birdtable same deal code" + handed_on_secret(current_secret(table))).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:CODE])


# Playing it


async def begin(rooms: Rooms, code: str, me: Person) -> TableInfo:
    original = await find_original(rooms, code)
    first = summary.summary(original)
    if me.id == player_of(first):
        raise Refusal(409, "you have played this deal: {points} points", points=points_of(first))
    same = SameDeal(code, original.id, settle(original.game, first_state(original), all_steps(original)))
    secret = handed_on_secret(current_secret(original))
    create = partial(rooms.create, same_setting(original, me), me, secret=secret, same_deal=same)
    return await begin_once(rooms, about(code), me, create)


async def find_original(rooms: Rooms, code: str) -> Table:
    match = await rooms.store.fact(fact_name(code))
    if match is None:
        raise Refusal(404, "there is no deal {code}", code=code)
    if await rooms.store.summary(match.decode()) is None:
        raise Refusal(404, "the match that was handed on is not kept any more")
    return (await rooms.get(match.decode())).table


def all_steps(table: Table) -> list[Step]:
    return [step for play in table.plays for step in (*play.steps, *play.draws)]


def same_setting(original: Table, me: Person) -> Setting:
    """The same seat, bots, options and clock; what was drawn stays drawn."""
    known = levels(original.setting.game)
    return msgspec.structs.replace(
        original.setting,
        host=me.id,
        chairs=tuple(
            lobby.person_chair(me) if chair.person else Chair(level=lobby.require_level(chair.level, known))
            for chair in original.chairs
        ),
        commitments={},
        public=False,
        redraws=False,
    )


# What came of it


async def describe(rooms: Rooms, code: str, me: Person | None) -> SameDealInfo:
    """What others made of it is told to those who are done."""
    original = await find_original(rooms, code)
    first, setting = summary.summary(original), original.setting
    await rooms.people.meet([player_of(first)])
    own = await own_match(rooms, about(code), me)
    is_first = me is not None and me.id == player_of(first)
    over = is_first or (own is not None and is_over(own))
    others = await matches_about(rooms, about(code), own) if over else []
    return SameDealInfo(
        code=code,
        game=setting.game,
        seat=own_seat(first),
        bots=tuple(chair.level for chair in setting.chairs if not chair.person),
        options=setting.options,
        by=rooms.people.name_of(player_of(first)) or "",
        first=is_first,
        table=own.id if own else "",
        over=over,
        results=tuple(
            one_result(rooms, each, me, original.redrawn if each is first else 0)
            for each in [first, *others]
            if over and is_over(each)
        ),
        count=await rooms.store.count_results(about(code)),
    )


def one_result(rooms: Rooms, found: Summary, me: Person | None, redrawn: int) -> SameDealResult:
    counts = is_played_out(found)
    seat: Seat = own_seat(found)
    return SameDealResult(
        name=rooms.people.name_of(player_of(found)) or "",
        points=found.outcome.points if found.outcome and counts else (),
        won=bool(found.outcome and counts and seat in found.outcome.winners),
        mine=me is not None and player_of(found) == me.id,
        first=not found.same_deal,
        redrawn=redrawn,
        table=found.id,
    )
