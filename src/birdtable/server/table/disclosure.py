"""What a connection is told of a match: all that a client learns of hidden things passes through here, redacted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from birdtable.game import CHANCE, SPECTATOR, Seat, Viewer, seat_number
from birdtable.server.table import undo
from birdtable.server.table.entries import (
    Agreed,
    AnyEntry,
    Asked,
    CameBack,
    Declined,
    Forfeited,
    Played,
    Started,
    StoodIn,
    Undone,
)
from birdtable.server.table.table import Table, consider
from birdtable.wire.past import PastPosition
from birdtable.wire.play import Clocks, Considered, News, Position

encode = msgspec.json.Encoder().encode


class Watch(msgspec.Struct, frozen=True):
    """Through whose eyes a connection sees the match."""

    seat: Viewer = SPECTATOR
    """The seat on the screen."""
    seats: tuple[Seat, ...] = ()
    """All seats of the person."""
    recall: bool = False
    """A remote bot that plays: it is told what a careful player would remember."""


def screen(table: Table, person: str, called: Seat | None) -> Viewer:
    """A person with one seat sees it; with several only the one called, and only while it is to move."""
    seats = table.seats_of(person)
    if len(seats) == 1 and not table.shares_device(person):
        return seats[0]
    return called if called is not None and called in seats and called == table.to_move else SPECTATOR


def view(table: Table, viewer: Viewer, *, recall: bool = False) -> msgspec.Raw:
    game = table.game
    seen = game.view(table.state, viewer)
    return msgspec.Raw(encode(seen if recall else game.shown(seen, table.setting.memory)))


def position(
    table: Table, watch: Watch, news: Iterable[News | msgspec.Raw], timing: Clocks | None, re: int = 0
) -> Position:
    """News that were published are told as they are."""
    to_move = table.to_move
    return Position(
        re=re,
        number=table.number,
        seat=seat_number(watch.seat),
        seats=watch.seats,
        to_move=to_move,
        legal=tuple(table.game.legal_steps(table.state)) if watch.seat == to_move else (),
        view=view(table, watch.seat, recall=watch.recall),
        undo=undo.undo_info(table, watch.seats),
        clocks=timing,
        outcome=table.outcome,
        decided_by=decided_by(table),
        news=tuple(cast(News, each) if isinstance(each, msgspec.Raw) else redact(each, watch.seat) for each in news),
    )


def decided_by(table: Table) -> str:
    """Nothing where it was not the rules that decided, as when somebody gave up."""
    game = table.game
    return game.decided_by(table.state) if table.outcome and table.outcome == game.outcome(table.state) else ""


def past_position(table: Table, viewer: Viewer, *, recall: bool) -> PastPosition:
    to_move = table.state.to_move
    return PastPosition(
        number=table.number,
        seat=seat_number(viewer),
        to_move=to_move,
        legal=tuple(table.game.legal_steps(table.state)) if to_move == viewer else (),
        view=view(table, viewer, recall=recall),
        outcome=table.outcome,
    )


def consideration(table: Table, watch: Watch, after: int, steps: Sequence[str], re: int) -> Considered:
    assert watch.seat is not SPECTATOR, "only a seat considers"
    prospect = consider(table, watch.seat, steps)
    game, state = table.game, prospect.state
    then = None if prospect.complete else msgspec.structs.replace(table, state=state)
    return Considered(
        re=re,
        after=after,
        steps=tuple(steps),
        events=prospect.events,
        complete=prospect.complete,
        chance=state.to_move == CHANCE,
        legal=tuple(game.legal_steps(state)) if then else (),
        view=view(then, watch.seat, recall=watch.recall) if then else None,
    )


def news(table: Table, entry: AnyEntry) -> News | None:
    """What ``entry``, which led to ``table``, was in the match, secrets included: send it ``redacted``."""
    number, at = table.number, entry.at
    match entry:
        case Started():
            return News(number=number, what="started", at=at, events=table.events)
        case Played():
            return News(number=number, what="played", at=at, seat=entry.seat, events=table.events)
        case Asked():
            return News(number=number, what="asked", at=at, seat=entry.seat, back_to=entry.back_to)
        case Agreed():
            return News(number=number, what="agreed", at=at, seat=entry.seat)
        case Declined():
            return News(number=number, what="declined", at=at, seat=entry.seat)
        case Undone():
            return News(number=number, what="undone", at=at, seat=entry.seat, back_to=entry.back_to)
        case StoodIn():
            return News(number=number, what="ran_out" if entry.why == "time" else "stood_in", at=at, seat=entry.seat)
        case CameBack():
            return News(number=number, what="came_back", at=at, seat=entry.seat)
        case Forfeited():
            return News(number=number, what="forfeited", at=at, seat=entry.seat)
        case _:
            return None


def publish(news: News) -> msgspec.Raw:
    """As an onlooker is told it, written once for all who come."""
    return msgspec.Raw(encode(redact(news, SPECTATOR)))


def redact(news: News, viewer: Viewer) -> News:
    if not any(event.secret for event in news.events):
        return news
    return msgspec.structs.replace(news, events=tuple(event.seen_by(viewer) for event in news.events))


def oldest(table: Table, watch: Watch) -> int:
    """The number after which news may be told again: at a strict table not before the seat's own last play."""
    if table.setting.memory == "assisted" or watch.recall or table.phase == "over":
        return 0
    if watch.seat is not SPECTATOR:
        own = [play.number for play in table.plays if play.seat == watch.seat]
        return own[-1] - 1 if own else 0
    plays = [play.number for play in table.plays[-len(table.chairs) :]]
    return plays[0] - 1 if plays else 0
