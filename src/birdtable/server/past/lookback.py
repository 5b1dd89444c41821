"""Looking back at a record that somebody brings: replay, shuffle, and playing on from any moment.

A record is untrusted: it is read by the strict reader, whole, before anything is said about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.committed import read_attempts, read_carried, read_silent
from birdtable.engine import Rng
from birdtable.game import CHANCE, SPECTATOR, AnyGame, BadInput, Event, Seat, ends_play, viewer_of
from birdtable.record import Record, Walk
from birdtable.server.table.entries import Chair, Setting
from birdtable.server.table.lobby import require_level
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.wire.base import encode
from birdtable.wire.past import Draw, PastPosition, RecordMoment, RecordReplay, Shuffle, Trial
from birdtable.wire.tables import Clock


@lru_cache(maxsize=64)
def parse_record(text: str) -> Record:
    """What the strict reader makes of it; whoever looks back asks for the same record again and again."""
    try:
        return Record.parse(text)
    except BadInput as error:
        raise BadInput("this record cannot be read: {what}", what=str(error)) from None


def check_seat(record: Record, seat: Seat) -> None:
    if seat >= len(record.seats):
        raise BadInput("there is no seat {seat}: this match has {count}", seat=seat + 1, count=len(record.seats))


# --- replay ----------------------------------------------------------------------------------------------------------


class RecordPlay(msgspec.Struct):
    """A play of a record with what chance did after it, secrets included; the first one is the deal."""

    number: int
    """How many steps lead to its end."""
    seat: Seat
    events: list[Event]


@lru_cache(maxsize=64)
def plays_of(record_text: str) -> list[RecordPlay]:
    """The plays that stand."""
    plays = [RecordPlay(0, CHANCE, [])]
    ended = False
    for here in Walk(parse_record(record_text)):
        if here.mover != CHANCE:
            if ended or here.mover != plays[-1].seat:
                plays.append(RecordPlay(here.number, here.mover, []))
            ended = ends_play(here.state, here.mover, here.events)
        plays[-1].number = here.number
        plays[-1].events += here.events
    return plays


def replay(text: str, seat: Seat) -> RecordReplay:
    record, eyes = parse_record(text), viewer_of(seat)
    check_seat(record, seat)
    return RecordReplay(
        game=record.game,
        options=record.options,
        names=record.seats,
        seat=seat,
        steps=len(record.steps()),
        outcome=record.outcome,
        moments=tuple(
            RecordMoment(
                number=each.number,
                seat=each.seat,
                events=tuple(event.seen_by(eyes) for event in each.events),
            )
            for each in plays_of(text)
        ),
    )


def state_after(record: Record, number: int) -> Any:
    steps = len(record.steps())
    if number > steps:
        raise BadInput("there is no step {number}: this match has {count}", number=number, count=steps)
    walk = Walk(record)
    if number:
        next(here for here in walk if here.number == number)
    return walk.state


def position(text: str, number: int, seat: Seat) -> PastPosition:
    record = parse_record(text)
    check_seat(record, seat)
    game, state = catalog.game(record.game), state_after(record, number)
    return PastPosition(
        number=number,
        seat=seat,
        to_move=state.to_move,
        legal=tuple(game.legal_steps(state)) if viewer_of(seat) == state.to_move else (),
        view=msgspec.Raw(encode(game.view(state, viewer_of(seat)))),
        outcome=game.outcome(state),
    )


# --- the shuffle -----------------------------------------------------------------------------------------------------


def shuffle(text: str) -> Shuffle:
    """What the shuffle of a record is checked by, with what every draw was made from, which only the rules know."""
    record = parse_record(text)
    extra, seats = record.extra, range(1, len(record.seats) + 1)
    if "shuffle secret" not in extra:
        raise BadInput("the record has no shuffle secret: its shuffle cannot be checked")
    return Shuffle(
        match=extra.get("match", ""),
        commitment=extra.get("shuffle commitment", ""),
        commitments=tuple(extra.get(f"shuffle commitment {seat}", "") for seat in seats),
        secret=extra["shuffle secret"],
        nonces=tuple(extra.get(f"shuffle entropy {seat}", "") for seat in seats),
        draws=draws(record, catalog.game(record.game)),
        attempts=read_attempts(extra),
        silent=read_silent(extra),
        carried=read_carried(extra),
    )


def draws(record: Record, game: AnyGame) -> tuple[Draw, ...]:
    """Every draw ever made, in order."""
    pile = game.draw_pile(len(record.seats))
    told = pile.events if pile else set()
    found: list[Draw] = []
    trail: list[tuple[int, tuple[Event, ...]]] = [(-1, ())]  # after each step that stands: the last draw, and since
    for here in Walk(record, game=game, withdrawn=True, before=True):
        del trail[here.number :]
        follows, since = trail[-1]
        seen = tuple(event.seen_by(SPECTATOR) for event in here.events if event.what in told)
        if here.mover == CHANCE:
            n, odds = len(found), tuple(game.odds(here.before))
            found.append(Draw(n=n, odds=odds, step=here.step, withdrawn=not here.stands, follows=follows, since=since))
            trail.append((n, seen))
        else:
            trail.append((follows, since + seen))
    return tuple(found)


# --- what would have been --------------------------------------------------------------------------------------------


def trial(wish: Trial, person: Person, levels: Mapping[str, Any], seed: int) -> Setting:
    """A table that goes on from there: all that the seat could not know is dealt anew, bots play the others."""
    record, seat = parse_record(wish.record), wish.seat
    check_seat(record, seat)
    state = state_after(record, wish.number)
    game = catalog.game(record.game)
    if game.outcome(state) is not None:
        raise Refusal(409, "the match is already over at this point")
    imagined = game.imagine(game.view(state, seat), Rng(seed))
    chairs = [Chair(level=require_level(wish.level, levels)) for _ in record.seats]
    chairs[seat] = Chair(person=person.id, remote=person.kind == "bot")
    return Setting(
        game=record.game,
        rules=record.rules,
        options=record.options,
        memory="assisted",
        clock=Clock(),
        public=False,
        pace=wish.pace,
        host=person.id,
        chairs=tuple(chairs),
        begins=game.state_text(imagined),
    )
