"""Sitting down before a match, and coming and going during it: who may change which seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.game import Seat, Value
from birdtable.server.table import clocks
from birdtable.server.table.entries import AnyEntry, Arranged, CameBack, Chair, Closed, Kicked, Setting, StoodIn
from birdtable.server.table.person import Person, clean_name, visible_text
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table
from birdtable.wire.tables import ChangedTable, Clock, Join, NewTable, Rematch, SeatWish


def new_setting(wish: NewTable, host: Person, levels: Mapping[str, Any]) -> Setting:
    game = catalog.game(wish.game)
    game.check_seats(len(wish.seats))
    options = game.complete(wish.options)
    game.start(len(wish.seats), options)
    return Setting(
        game=game.name,
        rules=game.rules_version,
        options=options,
        memory=wish.memory or game.memory,
        clock=require_clock(wish.clock),
        public=wish.public,
        pace=wish.pace,
        redraws=wish.redraws,
        host=host.id,
        chairs=tuple(chair_for(seat, host, levels) for seat in wish.seats),
        commitments={host.id: wish.commitment} if wish.commitment else {},
    )


def require_clock(clock: Clock) -> Clock:
    if clock.kind != "none" and clock.seconds < 5:
        raise Refusal(400, "a clock needs at least {seconds} seconds", seconds=5)
    return clock if clock.kind != "none" else Clock()


def chair_for(wish: SeatWish, person: Person, levels: Mapping[str, Any]) -> Chair:
    match wish.player:
        case "me":
            return person_chair(person, wish.name)
        case "bot":
            return Chair(level=require_level(wish.level, levels))
        case "open":
            return Chair()


def person_chair(person: Person, name: str = "") -> Chair:
    return Chair(person=person.id, name=clean_name(name) if visible_text(name) else "", remote=person.kind == "bot")


def require_level(level: str, levels: Mapping[str, Any]) -> str:
    if level not in levels:
        raise Refusal(400, "there is no bot {level}", level=level)
    return level


def require_gathering(table: Table) -> Setting:
    """Nothing is arranged at a match that is compared with others: it was set up as they were."""
    if table.phase != "gathering" or table.is_compared:
        raise Refusal(409, "the match has started")
    return table.setting


def require_welcome(table: Table, person: str) -> None:
    if person in table.kicked:
        raise Refusal(403, "you were removed from this table")


def require_host(table: Table, person: Person) -> None:
    if table.setting.host != person.id:
        raise Refusal(403, "only the host can do this")


def arrange(table: Table, at: float, **fields: Any) -> list[AnyEntry]:
    setting = msgspec.structs.replace(table.setting, **fields)
    sitting = {chair.person for chair in setting.chairs}
    kept = {person: hashed for person, hashed in setting.commitments.items() if person in sitting}
    return [Arranged(at=at, setting=msgspec.structs.replace(setting, commitments=kept))]


def with_chair(setting: Setting, seat: Seat, chair: Chair) -> tuple[Chair, ...]:
    return *setting.chairs[:seat], chair, *setting.chairs[seat + 1 :]


def require_chair(table: Table, seat: Seat) -> Chair:
    if not 0 <= seat < len(table.chairs):
        raise Refusal(404, "there is no seat {seat}", seat=seat + 1)
    return table.chairs[seat]


def change_setting(table: Table, person: Person, wish: ChangedTable, at: float) -> list[AnyEntry]:
    """The host changes settings. Seats are added at the end, and taken away there if they are open."""
    setting = require_gathering(table)
    require_host(table, person)
    game, chairs = table.game, setting.chairs
    if wish.seat_count is not None:
        game.check_seats(wish.seat_count)
        if any(not chair.is_open for chair in chairs[wish.seat_count :]):
            raise Refusal(409, "seat {seat} is taken", seat=len(chairs))
        chairs = (*chairs, *(Chair(),) * (wish.seat_count - len(chairs)))[: wish.seat_count]
    options = setting.options if wish.options is None else game.complete(wish.options)
    game.start(len(chairs), options)
    return arrange(
        table,
        at,
        chairs=chairs,
        options=options,
        memory=setting.memory if wish.memory is None else wish.memory,
        clock=setting.clock if wish.clock is None else require_clock(wish.clock),
        public=setting.public if wish.public is None else wish.public,
        pace=setting.pace if wish.pace is None else wish.pace,
        redraws=setting.redraws if wish.redraws is None else wish.redraws,
    )


def join(table: Table, person: Person, wish: Join, at: float, *, thought: int = 0) -> list[AnyEntry]:
    """A person takes a seat: their own from a bot that stood in, or one that is open. ``thought``: milliseconds for
    which the seat to move has been thinking."""
    require_welcome(table, person.id)
    if table.phase == "playing":
        return come_back(table, person, wish.seat, at, thought)
    setting = require_gathering(table)
    seat = wish.seat
    if seat is None:
        kept = [s for s, chair in enumerate(setting.chairs) if chair.is_open and chair.kept_for == person.id]
        free = [s for s, chair in enumerate(setting.chairs) if chair.is_open and not chair.kept_for]
        if not kept and not free:
            raise Refusal(409, "this table is full")
        seat = (kept or free)[0]
    chair = require_chair(table, seat)
    if not chair.is_open or chair.kept_for not in ("", person.id):
        raise Refusal(409, "seat {seat} is taken", seat=seat + 1)
    check_one_seat(table, person, seat)
    commitments = setting.commitments | ({person.id: wish.commitment} if wish.commitment else {})
    chairs = with_chair(setting, seat, person_chair(person, wish.name))
    return arrange(table, at, chairs=chairs, commitments=commitments)


def check_one_seat(table: Table, person: Person, seat: Seat) -> None:
    """Only the host sits in several seats, and whoever did so in the match before."""
    sits = any(chair.person == person.id for other, chair in enumerate(table.chairs) if other != seat)
    if sits and person.id not in (table.setting.host, table.chairs[seat].kept_for):
        raise Refusal(409, "you are already sitting at this table")


def come_back(table: Table, person: Person, seat: Seat | None, at: float, thought: int) -> list[AnyEntry]:
    own = [s for s, chair in enumerate(table.chairs) if chair.person == person.id and seat in (None, s)]
    back = [s for s in own if table.chairs[s].stand_in and not table.chairs[s].forfeited]
    if not back:
        raise Refusal(409, "no bot is playing for you here")
    if any(is_time_up(table, s, thought) for s in back):
        raise Refusal(409, "your time is up")
    return [CameBack(at=at, seat=s) for s in back]


def is_time_up(table: Table, seat: Seat, thought: int) -> bool:
    """Until the stand-in has played. A turn's time counts in this turn only."""
    clock, timing, moves = table.setting.clock, table.timing, seat == table.to_move
    if clock.kind == "none" or timing is None or (clock.kind != "total" and not moves):
        return False
    return clocks.time_left(timing, clock, seat, thought if moves else 0) == 0


def leave(table: Table, person: Person, level: str, at: float) -> list[AnyEntry]:
    """A person gives up all seats; in a match a bot of ``level`` stands in. A table that nobody waits at is closed.

    Who was replaced while away gives the seat to the bot then: nobody waits for their consent any more.
    """
    if table.phase == "playing":
        own = [seat for seat, chair in enumerate(table.chairs) if chair.person == person.id and chair.has_say]
        return [StoodIn(at=at, seat=seat, level=level, why="left") for seat in own]
    seats = table.seats_of(person.id)
    if table.phase == "shuffling" and seats:
        raise Refusal(409, "the match is about to start")
    if table.phase != "gathering" or not (seats or table.setting.host == person.id):
        return []
    chairs = tuple(Chair() if chair.person == person.id else chair for chair in table.chairs)
    heirs = [chair.person for chair in chairs if chair.person and not chair.remote]
    if not heirs:
        return [Closed(at=at, reason="everybody left")]
    host = table.setting.host
    return arrange(table, at, chairs=chairs, host=heirs[0] if host == person.id else host)


def kick(table: Table, person: Person, level: str, at: float) -> list[AnyEntry]:
    """Those who run the server send somebody away: the seats are given up, and there is no way back."""
    if person.id in table.kicked:
        return []
    return [*leave(table, person, level, at), Kicked(at=at, person=person.id)]


def close(table: Table, person: Person, at: float) -> list[AnyEntry]:
    """The host ends a table that has not started, or a player a match in which nobody else has a seat.

    People for whom a bot stands in count: the match is theirs too.
    """
    if table.phase in ("over", "closed"):
        return []
    is_host = table.setting.host == person.id
    if not is_host and not table.seats_of(person.id):
        raise Refusal(403, "only the host can do this")
    others = people_in(table) - {person.id}
    if others and (table.phase != "gathering" or not is_host):
        raise Refusal(403, "others are playing here: leave the table instead")
    return [Closed(at=at, reason="closed by the host")]


def people_in(table: Table) -> set[str]:
    """All who can still play here, those for whom a bot stands in included."""
    return {chair.person for chair in table.chairs if chair.person and not chair.forfeited}


def change_seat(
    table: Table,
    person: Person,
    seat: Seat,
    wish: SeatWish,
    levels: Mapping[str, Any],
    stand_in: str | None,
    at: float,
    *,
    thought: int = 0,
) -> list[AnyEntry]:
    """One seat gets another player. ``stand_in``: the level of the bot that others may put there, because its person
    has not been here for a while."""
    require_welcome(table, person.id)
    chair = require_chair(table, seat)
    if table.phase == "playing" and wish.player == "me":
        return come_back(table, person, seat, at, thought)
    if table.phase == "playing":
        return put_stand_in(table, person, seat, wish, levels, stand_in, at)
    setting = require_gathering(table)
    own = chair.person == person.id
    match wish.player:
        case "me":
            if not (chair.is_open and chair.kept_for in ("", person.id)) and not own:
                raise Refusal(409, "seat {seat} is taken", seat=seat + 1)
            check_one_seat(table, person, seat)
        case "open":
            if not own:
                require_host(table, person)
        case "bot":
            if not own:
                require_host(table, person)
                if chair.person:
                    raise Refusal(409, "seat {seat} is taken", seat=seat + 1)
    return arrange(table, at, chairs=with_chair(setting, seat, chair_for(wish, person, levels)))


def put_stand_in(
    table: Table,
    person: Person,
    seat: Seat,
    wish: SeatWish,
    levels: Mapping[str, Any],
    stand_in: str | None,
    at: float,
) -> list[AnyEntry]:
    """People choose the bot for their own seat. For somebody else's they do not: it would be a rival's choice."""
    chair = table.chairs[seat]
    if wish.player == "open" or not chair.is_present:
        raise Refusal(409, "the match has started")
    if table.is_compared:
        raise Refusal(409, "this match is compared with those of others: no bot can play for you")
    if chair.person == person.id:
        return [StoodIn(at=at, seat=seat, level=require_level(wish.level, levels), why="left")]
    if not table.seats_of(person.id):
        raise Refusal(403, "only players can do this")
    if table.setting.clock.kind == "days":
        raise Refusal(403, "at this table everybody has days for every move")
    if stand_in is None:
        raise Refusal(403, "this person is still here")
    return [StoodIn(at=at, seat=seat, level=stand_in, why="away")]


def swap(table: Table, person: Person, a: Seat, b: Seat, at: float) -> list[AnyEntry]:
    require_gathering(table)
    require_host(table, person)
    require_chair(table, a)
    require_chair(table, b)
    chairs = list(table.chairs)
    chairs[a], chairs[b] = chairs[b], chairs[a]
    return arrange(table, at, chairs=tuple(chairs), options=swap_named(table, a + 1, b + 1))


def swap_named(table: Table, a: int, b: int) -> dict[str, Value]:
    """Who was named in an option, such as to start, stays named in the other seat."""
    other = {a: b, b: a}
    naming = {option.name for option in table.game.options if option.kind == "seat"}
    return {
        name: other.get(value, value) if name in naming and isinstance(value, int) else value
        for name, value in table.setting.options.items()
    }


def fill_seats(table: Table, person: Person, level: str, levels: Mapping[str, Any], at: float) -> list[AnyEntry]:
    """What must happen before the match can be shuffled: open seats are filled, or it is refused."""
    setting = require_gathering(table)
    require_host(table, person)
    if not any(chair.is_open for chair in setting.chairs):
        return []
    if not level:
        raise Refusal(409, "there are open seats")
    bot = Chair(level=require_level(level, levels))
    return arrange(table, at, chairs=tuple(bot if chair.is_open else chair for chair in setting.chairs))


def rematch_setting(table: Table, person: Person, wish: Rematch) -> Setting:
    """The same table once more: bots and the one who asks sit, the seats of the others are kept for them. Nobody who
    was sent away from this one is asked, or asks."""
    require_welcome(table, person.id)
    if table.phase not in ("over", "closed"):
        raise Refusal(409, "the match is not over")
    if all(chair.person != person.id for chair in table.chairs):
        raise Refusal(403, "only players can do this")
    chairs = tuple(
        Chair(kept_for="" if chair.person in table.kicked else chair.person)
        if chair.person not in ("", person.id)
        else msgspec.structs.replace(
            chair, stand_in=False, left=False, forfeited=False, level="" if chair.person else chair.level
        )
        for chair in table.chairs
    )
    return msgspec.structs.replace(
        table.setting,
        chairs=chairs,
        host=person.id,
        commitments={person.id: wish.commitment} if wish.commitment else {},
        rules=table.game.rules_version,
        begins="",
        deal="",
    )
