"""The deal of the day on a server: its secret, who plays it, and what they made of it. Everybody plays it once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, timedelta
from functools import partial
from hmac import new as hmac
from typing import TYPE_CHECKING

import msgspec

from birdtable.committed import commitment
from birdtable.game import BadInput, Seat
from birdtable.puzzles import days, deals
from birdtable.puzzles.deals import OPPONENTS, PAR_MATCHES, PAR_PLAYER, Par
from birdtable.server.room.levels import levels
from birdtable.server.room.people.identity import new_id
from birdtable.server.room.room import Room
from birdtable.server.room.thinking import BUSY
from birdtable.server.store.base import Result, Store
from birdtable.server.table import lobby, summary
from birdtable.server.table.entries import Shuffling
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.summary import Summary
from birdtable.wire.deals import DealInfo, DealPar, DealResult, LastDeal
from birdtable.wire.tables import NewTable, SeatWish, TableInfo

if TYPE_CHECKING:
    from birdtable.server.room.rooms import Rooms


OPENING = 10.0
"""Seconds that opening a table takes at most. If there is none after that, it was broken off."""
COMPARED = 200
"""Matches of a deal that are read for a comparison."""


class Begun(msgspec.Struct, frozen=True):
    """The body of a ``Result``."""

    table: str


def about(game: str, day: date) -> str:
    return f"deal {game} {day.isoformat()}"


async def secret_of(rooms: Rooms, game: str, day: date) -> bytes:
    """Made of the server's key when it is first asked for, and kept from then on: its hash may have been shown."""
    if rooms.dated_deals:
        return deals.secret_of_date(game, day)
    store, name = rooms.store, about(game, day)
    if (kept := await store.fact(name)) is not None:
        return kept
    secret = hmac(await store.signing_key(), f"birdtable {name}".encode(), "sha256").digest()
    await store.put_fact(name, secret)
    return secret


def shown_name(game: str, day: date) -> str:
    return f"shown {about(game, day)}"


async def show_secret(rooms: Rooms, game: str, day: date) -> bytes:
    """From then on nobody can begin this deal, whatever the clock says."""
    if await rooms.store.fact(shown_name(game, day)) is None:
        await rooms.store.put_fact(shown_name(game, day), b"yes")
    return await secret_of(rooms, game, day)


async def begin(rooms: Rooms, game: str, me: Person) -> TableInfo:
    today = require_game(rooms, game)
    if await rooms.store.fact(shown_name(game, today)) is not None:
        raise Refusal(409, "the secret of this deal has been shown: nobody can begin it any more")
    seats = (SeatWish(player="me"), *(SeatWish(player="bot", level=level) for level in OPPONENTS))
    wish = NewTable(game=game, seats=seats, redraws=False)
    setting = msgspec.structs.replace(lobby.new_setting(wish, me, levels(game)), deal=today.isoformat())
    secret = await secret_of(rooms, game, today)
    return await begin_once(rooms, about(game, today), me, partial(rooms.create, setting, me, secret=secret))


async def begin_once(rooms: Rooms, name: str, me: Person, create: Callable[..., Awaitable[Room]]) -> TableInfo:
    """The one match of a person that a result is about: it is begun, continued, or refused with its result."""
    mine = await rooms.store.result(name, me.id)
    if mine is None:
        await rooms.check_tables(me)
        new = Result(name, me.id, rooms.now(), msgspec.json.encode(Begun(new_id(9))).decode())
        if await rooms.store.add_result(new):
            return await start(await create(id=table_of(new)))
        mine = await rooms.store.result(name, me.id) or new
    stored = await rooms.store.summary(table_of(mine))
    if stored is not None:
        return await go_on(rooms, summary.decode(stored))
    if abs(rooms.now() - mine.at) < OPENING:
        raise Refusal(429, BUSY)
    return await start(await create(id=table_of(mine)))


async def start(room: Room) -> TableInfo:
    await room.change(lambda t, at: [Shuffling(at=at)] if t.phase == "gathering" else [])
    return room.info()


async def go_on(rooms: Rooms, found: Summary) -> TableInfo:
    if found.phase == "gathering":  # the server stopped before it was started, or somebody is just starting it
        return await start(await rooms.get(found.id))
    if not is_over(found):
        return await rooms.info_of(found.id)
    points = points_of(found) if is_played_out(found) else 0
    raise Refusal(409, "you have played this deal: {points} points", points=points)


def require_game(rooms: Rooms, game: str) -> date:
    today = days.day_at(rooms.now())
    try:
        deals.check_game(game, today)
    except BadInput as error:
        raise Refusal(404, error.reason, **error.details) from None
    return today


def table_of(result: Result) -> str:
    return msgspec.json.decode(result.body, type=Begun).table


async def describe(rooms: Rooms, game: str, me: Person | None) -> DealInfo:
    """Par and what others made of it is told to those who are done."""
    today, store = require_game(rooms, game), rooms.store
    own = await own_match(rooms, about(game, today), me)
    over = own is not None and is_over(own)
    return DealInfo(
        game=game,
        day=today.isoformat(),
        bots=OPPONENTS,
        dated=rooms.dated_deals,
        commitment=commitment(await secret_of(rooms, game, today)),
        next_commitment=commitment(await secret_of(rooms, game, today + timedelta(days=1))),
        last=await describe_last(rooms, game, today - timedelta(days=1), me),
        table=own.id if own else "",
        over=over,
        par_matches=PAR_MATCHES,
        par=describe_par(await par_of(store, game, today)) if over else None,
        results=ranking(rooms, await matches_about(rooms, about(game, today), own), me, today) if own and over else (),
        count=await store.count_results(about(game, today)),
    )


async def describe_last(rooms: Rooms, game: str, day: date, me: Person | None) -> LastDeal | None:
    """What came of it, for everybody. Whoever was at it when the secret was shown is not ranked."""
    if day < days.FIRST or rooms.dated_deals:
        return None
    found = await matches_about(rooms, about(game, day), await own_match(rooms, about(game, day), me))
    return LastDeal(
        day=day.isoformat(),
        secret=(await show_secret(rooms, game, day)).hex(),
        par=describe_par(await par_of(rooms.store, game, day)),
        results=tuple(each for each in ranking(rooms, found, me, day) if each.mine or not each.late),
    )


def ranking(rooms: Rooms, found: Sequence[Summary], me: Person | None, day: date) -> tuple[DealResult, ...]:
    told = [
        msgspec.structs.replace(
            result_of(each),
            name=rooms.people.name_of(each.setting.host) or "",
            mine=me is not None and each.setting.host == me.id,
            late=days.day_at(each.ended) > day,
        )
        for each in found
        if is_counted(each)
    ]
    return tuple(sorted(told, key=lambda result: (result.late, -result.points)))


async def matches_about(rooms: Rooms, name: str, own: Summary | None) -> list[Summary]:
    """What the first people to begin made of it, and the own match if there is one."""
    begun = await rooms.store.results(name, COMPARED)
    found = await rooms.infos(await rooms.store.summaries([table_of(each) for each in begun]))
    return found if own is None or own.id in {each.id for each in found} else [*found, own]


async def own_match(rooms: Rooms, name: str, me: Person | None) -> Summary | None:
    mine = await rooms.store.result(name, me.id) if me else None
    stored = await rooms.store.summary(table_of(mine)) if mine else None
    return summary.decode(stored) if stored else None


def is_over(found: Summary) -> bool:
    return found.phase in ("over", "closed")


def is_counted(found: Summary) -> bool:
    """Played to the end by the person, against the bots it is for."""
    others = tuple(chair.level for chair in found.setting.chairs if not chair.person)
    return is_played_out(found) and others == OPPONENTS


def is_played_out(found: Summary) -> bool:
    """Played to the end by the person who began it."""
    return found.outcome is not None and found.setting.chairs[own_seat(found)].is_present


def own_seat(found: Summary) -> Seat:
    """Where the person of a match against bots sits."""
    return next(seat for seat, chair in enumerate(found.setting.chairs) if chair.person)


def player_of(found: Summary) -> str:
    return found.setting.chairs[own_seat(found)].person


def points_of(found: Summary) -> int:
    assert found.outcome is not None
    return found.outcome.points[own_seat(found)]


def result_of(found: Summary) -> DealResult:
    assert found.outcome is not None
    return DealResult(name="", points=points_of(found), won=own_seat(found) in found.outcome.winners, mine=False)


# Par


def par_name(game: str, day: date) -> str:
    return f"par {game} {day.isoformat()}"


async def par_of(store: Store, game: str, day: date) -> Par:
    kept = await store.fact(par_name(game, day))
    return msgspec.json.decode(kept, type=Par) if kept else Par()


def describe_par(par: Par) -> DealPar | None:
    if not par.points:
        return None
    return DealPar(bot=PAR_PLAYER, matches=len(par.points), mean=par.mean, spread=par.spread, wins=par.wins)
