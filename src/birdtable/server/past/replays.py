"""Looking back: records, replays and what the shuffle is checked by. While a match is played nobody sees more of it
here than at the table."""

from __future__ import annotations

import msgspec

from birdtable import committed
from birdtable.game import CHANCE, NO_SEAT, SPECTATOR, Seat, seat_number, viewer_of
from birdtable.record import Play, Record, Undo
from birdtable.server.room.room import Room
from birdtable.server.table import disclosure, entries, summary
from birdtable.server.table.disclosure import Watch
from birdtable.server.table.entries import AnyEntry, Played, Started, Undone
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, entropy, first_state, history
from birdtable.wire.past import Draw, Moment, PastPosition, Replay, Shuffle


async def log(room: Room) -> list[AnyEntry]:
    return [entries.decode(body) for body in await room.rooms.store.entries(room.table.id)]


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
    allowed = disclosure.screen(table, own, None)
    if seat not in (None, NO_SEAT, allowed):
        raise Refusal(403, "this is not your seat")
    recall = bool(own) and visitor is not None and visitor.kind == "bot"
    return Watch(allowed if seat is None else viewer_of(seat), own, recall=recall)


async def replay(room: Room, visitor: Person | None, seat: Seat | None) -> Replay:
    table = room.table
    watch = watch_of(table, visitor, seat)
    stored = await log(room)
    oldest = 0 if is_open(table) else disclosure.oldest(table, watch)
    standing = {play.number for play in table.plays}
    moments = [
        Moment(
            number=then.number,
            seat=entry.seat if isinstance(entry, Played) else CHANCE,
            at=entry.at,
            events=tuple(event.seen_by(watch.seat) for event in then.events),
            withdrawn=then.number not in standing,
            steps=sum(len(play.steps) + len(play.draws) for play in then.plays) if is_open(table) else 0,
        )
        for then, entry in zip(history(table.id, table.secret, stored), stored, strict=True)
        if isinstance(entry, Played | Started) and oldest < then.number <= table.number
    ]
    return Replay(table=room.info(), seat=seat_number(watch.seat), moments=tuple(moments))


async def position(room: Room, visitor: Person | None, seat: Seat | None, number: int) -> PastPosition:
    table = room.table
    watch = watch_of(table, visitor, seat)
    if not is_open(table) and table.setting.memory == "strict" and not watch.recall:
        raise Refusal(403, "at a strict table nobody looks back before the end")
    for then in history(table.id, table.secret, (await log(room))[:number]):
        if then.number == number <= table.number and then.state is not None:
            return disclosure.past_position(then, watch.seat, recall=watch.recall)
    raise Refusal(404, "there is no position {number}", number=number)


async def download(room: Room, visitor: Person | None, form: str) -> tuple[str, str, bytes]:
    """Name, type and content of the file."""
    table = room.table
    if not is_open(table):
        so_far = await replay(room, visitor, None)
        return f"{table.id}-so-far.json", "application/json", msgspec.json.encode(so_far)
    if table.setting.begins:
        raise Refusal(409, "a match that began in the middle of another one has no record")
    record = record_of(table, await log(room), room.rooms.people.name_of)
    if form == "json":
        return f"{table.id}.jsonl", "application/jsonl", record.json().encode() + b"\n"
    return f"{table.id}.birdtable", "text/plain; charset=utf-8", record.text().encode()


def record_of(table: Table, stored: list[AnyEntry], name_of: summary.Names) -> Record:
    """The whole match, withdrawn plays included. A forfeit is a line of the header: by the rules it decides nothing."""
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
                count = sum(play > entry.back_to for play in plays)
                plays = plays[: len(plays) - count]
                lines.append(Undo(count))
            case _:
                pass
    setting = table.setting
    hashes = [setting.commitments.get(chair.person, "") for chair in table.chairs]
    extra = committed.header(table.secret, table.id, hashes, entropy(table))
    forfeits = [str(seat + 1) for seat, chair in enumerate(table.chairs) if chair.forfeited]
    if forfeits:
        extra["forfeited"] = " ".join(forfeits)
    return Record(
        game=setting.game,
        rules=setting.rules,
        options=table.game.complete(setting.options),
        seats=tuple(summary.player_text(chair, name_of) for chair in table.chairs),
        extra=extra,
        lines=tuple(lines),
        outcome=table.game.outcome(table.state) if table.state is not None else None,
    )


async def shuffle(room: Room) -> Shuffle:
    table = room.table
    hashes = tuple(table.setting.commitments.get(chair.person, "") for chair in table.chairs)
    shown = Shuffle(match=table.id, commitment=table.commitment, commitments=hashes)
    if not is_open(table):
        return shown
    return msgspec.structs.replace(
        shown,
        secret=table.secret.hex(),
        nonces=tuple(given.hex() for given in entropy(table)),
        draws=tuple(draws(table, await log(room))),
    )


def draws(table: Table, stored: list[AnyEntry]) -> list[Draw]:
    """Every draw ever made, with what it was made from."""
    game = table.game
    standing = {play.number for play in table.plays}
    found: list[Draw] = []
    state = None
    for then, entry in zip(history(table.id, table.secret, stored), stored, strict=True):
        if isinstance(entry, Started | Played):
            state = first_state(table) if state is None else state.copy()
            for step in entry.steps if isinstance(entry, Played) else ():
                game.apply(state, step)
            for step in entry.draws:
                odds = tuple(game.odds(state))
                found.append(Draw(n=len(found), odds=odds, step=step, withdrawn=then.number not in standing))
                game.apply(state, step)
        state = then.state
    return found
