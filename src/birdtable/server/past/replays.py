"""Looking back: records, replays and what the shuffle is checked by. While a match is played nobody sees more of it
here than at the table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar, cast

import msgspec

from birdtable import catalog, committed
from birdtable.game import CHANCE, NO_SEAT, SPECTATOR, Seat, seat_number, viewer_of
from birdtable.record import Play, Record, Undo
from birdtable.server.past import lookback
from birdtable.server.room.room import Room
from birdtable.server.room.telling.chronicle import Deed
from birdtable.server.table import disclosure, entries, summary
from birdtable.server.table.disclosure import Watch
from birdtable.server.table.entries import AnyEntry, Played, Started, Undone
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, current_secret, entropy, people_to_reveal
from birdtable.wire.past import Moment, PastPosition, Replay, Shuffle

encode = msgspec.json.Encoder().encode


def is_open(table: Table) -> bool:
    """Everything may be known."""
    return table.phase in ("over", "closed")


def watch_of(table: Table, visitor: Person | None, seat: Seat | None) -> Watch:
    """Through whose eyes a visitor may look back: while a match is played, their own (only) seat's or an onlooker's."""
    if table.state is None:
        raise Refusal(409, "the match has not started")
    if seat is not None and not NO_SEAT <= seat < len(table.chairs):
        raise Refusal(404, "there is no seat {seat}", seat=seat + 1)
    if is_open(table):
        return Watch(SPECTATOR if seat is None else viewer_of(seat), recall=True)
    own = table.seats_of(visitor.id) if visitor else ()
    allowed = disclosure.screen(table, visitor.id if visitor else "", None)
    if seat not in (None, NO_SEAT, allowed):
        raise Refusal(403, "this is not your seat")
    recall = bool(own) and visitor is not None and visitor.kind == "bot"
    return Watch(allowed if seat is None else viewer_of(seat), own, recall=recall)


async def replay(room: Room, visitor: Person | None, seat: Seat | None) -> Replay:
    table = room.table
    watch = watch_of(table, visitor, seat)
    deeds = list((await room.rooms.chronicles.get(table)).deeds)
    oldest = 0 if is_open(table) else disclosure.oldest(table, watch)
    standing = {play.number for play in table.plays}
    moments: list[msgspec.Raw] = []

    def look_at(deed: Deed) -> None:
        if deed.news.what in ("started", "played") and oldest < deed.news.number <= table.number:
            told = moment(deed, watch, standing, is_over=is_open(table))
            moments.append(msgspec.Raw(encode(told)))  # As objects, thousands of them would be searched for garbage.

    await room.rooms.turns.do_all(look_at, deeds)
    return Replay(table=room.info(), seat=seat_number(watch.seat), moments=cast(tuple[Moment, ...], tuple(moments)))


def moment(deed: Deed, watch: Watch, standing: set[int], *, is_over: bool) -> Moment:
    news = deed.news
    return Moment(
        number=news.number,
        seat=news.seat if news.what == "played" else CHANCE,
        at=news.at,
        events=tuple(event.seen_by(watch.seat) for event in news.events),
        withdrawn=news.number not in standing,
        steps=deed.steps if is_over else 0,
    )


async def position(room: Room, visitor: Person | None, seat: Seat | None, number: int) -> PastPosition:
    table = room.table
    watch = watch_of(table, visitor, seat)
    if not is_open(table) and table.setting.memory == "strict" and not watch.recall:
        raise Refusal(403, "at a strict table nobody looks back before the end")
    then = await room.rooms.chronicles.table_after(table, number)
    if then is None:
        raise Refusal(404, "there is no position {number}", number=number)
    return disclosure.past_position(then, watch.seat, recall=watch.recall)


T = TypeVar("T", covariant=True)


class Work(NamedTuple, Generic[T]):
    """Makes something of a whole log: a function that another process can be given, and how long the log is."""

    make: Callable[[], T]
    entries: int = 0


class Download(NamedTuple):
    name: str
    media_type: str
    content: Work[bytes]


async def download(room: Room, visitor: Person | None, form: str) -> Download:
    table = room.table
    if not is_open(table):
        so_far = await replay(room, visitor, None)
        content = Work(partial(msgspec.json.encode, so_far))
        return Download(f"{table.id}-so-far.json", "application/json", content)
    if table.setting.begins:
        raise Refusal(409, "a match that began in the middle of another one has no record")
    frame, bodies = record_frame(table, room.rooms.people.name_of), await room.rooms.store.entries(table.id)
    if form == "json":
        return Download(f"{table.id}.jsonl", "application/jsonl", Work(partial(json_of, frame, bodies), len(bodies)))
    content = Work(partial(text_of, frame, bodies), len(bodies))
    return Download(f"{table.id}.birdtable", "text/plain; charset=utf-8", content)


def json_of(frame: Record, bodies: Sequence[bytes]) -> bytes:
    return fill(frame, map(entries.decode, bodies)).json().encode() + b"\n"


def text_of(frame: Record, bodies: Sequence[bytes]) -> bytes:
    return fill(frame, map(entries.decode, bodies)).text().encode()


def record_of(table: Table, stored: Iterable[AnyEntry], name_of: summary.Names) -> Record:
    """The whole match, withdrawn plays included."""
    return fill(record_frame(table, name_of), stored)


def record_frame(table: Table, name_of: summary.Names) -> Record:
    """All but the lines. A forfeit is a line of the header: by the rules it decides nothing."""
    setting = table.setting
    attempts, silent = attempts_of(table), silent_seats(table)
    extra = (
        {"match": table.id, **dealt, "shuffle commitment": table.commitment}
        if (dealt := deal_lines(table))
        else committed.header(current_secret(table), table.id, hashes(table), entropy(table), attempts, silent)
    )
    if table.carried:
        extra["shuffle carried"] = str(table.carried)
    if table.redrawn:
        extra["redraws"] = str(table.redrawn)
    forfeits = [str(seat + 1) for seat, chair in enumerate(table.chairs) if chair.forfeited]
    if forfeits:
        extra["forfeited"] = " ".join(forfeits)
    return Record(
        game=setting.game,
        rules=setting.rules,
        options=table.game.complete(setting.options),
        seats=tuple(summary.player_text(chair, name_of) for chair in table.chairs),
        extra=extra,
        lines=(),
        outcome=table.game.outcome(table.state) if table.state is not None else None,
    )


def deal_lines(table: Table) -> dict[str, str]:
    """Whose cards these are, if others have them too. What makes them is not told: others may still be playing."""
    if table.same_deal is not None:
        return {"same deal as": table.same_deal.match}
    return {"deal": table.setting.deal} if table.setting.deal else {}


def fill(frame: Record, stored: Iterable[AnyEntry]) -> Record:
    lines: list[Play | Undo] = []
    plays: list[int] = []
    for number, entry in enumerate(stored, start=1):
        match entry:
            case Started() | Played():
                steps = entry.steps if isinstance(entry, Played) else ()
                for seat, taken in ((getattr(entry, "seat", CHANCE), steps), (CHANCE, entry.draws)):
                    if taken:
                        lines.append(Play(seat, taken))
                        plays.append(number)
            case Undone():
                count = len(plays) - bisect_right(plays, entry.back_to)
                del plays[len(plays) - count :]
                lines.append(Undo(count))
            case _:
                pass
    return msgspec.structs.replace(frame, lines=tuple(lines))


async def shuffle(room: Room) -> Work[bytes]:
    """What the shuffle is checked by, a ``Shuffle`` in JSON: of a long match it has thousands of draws.

    A match that began in the middle of another one has no draws to check: what it began with was imagined.
    """
    table = room.table
    shown = Shuffle(
        match=table.id,
        commitment=table.commitment,
        commitments=hashes(table),
        attempts=attempts_of(table),
        silent=silent_seats(table),
        carried=table.carried,
    )
    if not is_open(table) or deal_lines(table):
        return Work(partial(msgspec.json.encode, shown))
    secret, nonces = current_secret(table).hex(), tuple(given.hex() for given in entropy(table))
    revealed = msgspec.structs.replace(shown, secret=secret, nonces=nonces)
    if table.state is None or table.setting.begins:
        return Work(partial(msgspec.json.encode, revealed))
    frame, bodies = record_frame(table, room.rooms.people.name_of), await room.rooms.store.entries(table.id)
    return Work(partial(with_draws, revealed, frame, bodies), len(bodies))


def with_draws(shuffle: Shuffle, frame: Record, bodies: Sequence[bytes]) -> bytes:
    record = fill(frame, map(entries.decode, bodies))
    draws = lookback.draws(record, catalog.game(record.game, record.rules))
    return msgspec.json.encode(msgspec.structs.replace(shuffle, draws=draws))


def hashes(table: Table) -> tuple[str, ...]:
    """What the person in each seat committed to."""
    return tuple(table.setting.commitments.get(chair.person, "") for chair in table.chairs)


def attempts_of(table: Table) -> int:
    """To shuffle; 0 for a match that an earlier release started without the reveals of all who committed."""
    return 0 if table.state is not None and people_to_reveal(table) else table.attempt


def silent_seats(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat, chair in enumerate(table.chairs) if chair.person in table.silent)
