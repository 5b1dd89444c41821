"""Looking back at a record that somebody brings: replay, review, and what would have been.

A record is untrusted: it is read by the strict reader, whole, before anything is said about it.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.bots.advice.assessment import Reckoning
from birdtable.bots.advice.review import THOROUGH, Review, ReviewPart, review_part, whole
from birdtable.engine import Rng
from birdtable.game import CHANCE, BadInput, Event, Seat, ends_play
from birdtable.record import Play, Record
from birdtable.server.room.thinking import Workers
from birdtable.server.store import Person
from birdtable.server.table.entries import Chair, Setting
from birdtable.server.table.lobby import checked_level
from birdtable.server.table.refusal import Refusal
from birdtable.wire import (
    Clock,
    Decision,
    Draw,
    PastPosition,
    RecordMoment,
    RecordReplay,
    ReviewNews,
    ReviewReport,
    RowScore,
    ScoreLine,
    Shuffle,
    Trial,
)

SLICE = 0.4
"""Seconds of a worker that a review takes before others have their turn."""

encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=64)
def parsed(text: str) -> Record:
    """What the strict reader makes of it; whoever looks back asks for the same record again and again."""
    return Record.parse(text)


def checked_seat(record: Record, seat: Seat) -> Seat:
    if seat >= len(record.seats):
        raise BadInput(f"there is no seat {seat + 1}: this match has {len(record.seats)}")
    return seat


# --- replay ----------------------------------------------------------------------------------------------------------


class Walk(msgspec.Struct):
    """One play of a record, secrets included."""

    number: int
    seat: Seat
    events: list[Event]


@lru_cache(maxsize=64)
def walked(record_text: str) -> list[Walk]:
    """The plays that stand, each with what chance did after it; the first one is the deal."""
    record = parsed(record_text)
    game = catalog.game(record.game)
    state = game.start(len(record.seats), record.options)
    found = [Walk(0, CHANCE, [])]
    ended = False
    for number, step in enumerate(record.steps(), start=1):
        mover = game.to_move(state)
        if mover != CHANCE and (ended or mover != found[-1].seat):
            found.append(Walk(number, mover, []))
        game.apply(state, step)
        events = game.events(state)
        if mover != CHANCE:
            ended = ends_play(state, mover, events)
        found[-1].number = number
        found[-1].events += events
    return found


def replay(text: str, seat: Seat) -> RecordReplay:
    record = parsed(text)
    checked_seat(record, seat)
    return RecordReplay(
        game=record.game,
        options=record.options,
        names=record.seats,
        seat=seat,
        steps=len(record.steps()),
        outcome=record.outcome,
        moments=tuple(
            RecordMoment(number=each.number, seat=each.seat, events=tuple(event.seen_by(seat) for event in each.events))
            for each in walked(text)
        ),
    )


def state_after(record: Record, number: int) -> Any:
    steps = record.steps()
    if number > len(steps):
        raise BadInput(f"there is no step {number}: this match has {len(steps)}")
    game = catalog.game(record.game)
    state = game.start(len(record.seats), record.options)
    for step in steps[:number]:
        game.apply(state, step)
    return state


def position(text: str, number: int, seat: Seat) -> PastPosition:
    record = parsed(text)
    checked_seat(record, seat)
    game, state = catalog.game(record.game), state_after(record, number)
    return PastPosition(
        number=number,
        seat=seat,
        to_move=state.to_move,
        legal=tuple(game.legal_steps(state)) if state.to_move == seat >= 0 else (),
        view=msgspec.Raw(encode(game.view(state, seat))),
        outcome=game.outcome(state),
    )


# --- the shuffle -----------------------------------------------------------------------------------------------------


def shuffle(text: str) -> Shuffle:
    """What the shuffle of a record is checked by, with what every draw was made from, which only the rules know."""
    record = parsed(text)
    extra, seats = record.extra, range(1, len(record.seats) + 1)
    if "shuffle secret" not in extra:
        raise BadInput("the record has no line 'shuffle secret: ...': its shuffle cannot be checked")
    return Shuffle(
        match=extra.get("match", ""),
        commitment=extra.get("shuffle commitment", ""),
        commitments=tuple(extra.get(f"shuffle commitment {seat}", "") for seat in seats),
        secret=extra["shuffle secret"],
        nonces=tuple(extra.get(f"shuffle entropy {seat}", "") for seat in seats),
        draws=tuple(draws(record)),
    )


def draws(record: Record) -> list[Draw]:
    """Every draw ever made, in order."""
    game = catalog.game(record.game)
    state = game.start(len(record.seats), record.options)
    before: list[tuple[int, Any]] = []
    found: list[Draw] = []
    for line in record.lines:
        if not isinstance(line, Play):
            first, state = before[-line.count]
            del before[-line.count :]
            found[first:] = [msgspec.structs.replace(each, withdrawn=True) for each in found[first:]]
            continue
        before.append((len(found), state.copy()))
        for step in line.steps:
            if line.seat == CHANCE:
                found.append(Draw(n=len(found), odds=tuple(game.odds(state)), step=step))
            game.apply(state, step)
    return found


# --- review ----------------------------------------------------------------------------------------------------------


def check_reviewable(text: str, seat: Seat) -> None:
    record = parsed(text)
    checked_seat(record, seat)
    if record.outcome is None:
        raise BadInput("only a match that was played to its end can be reviewed")


def part(text: str, seat: Seat, after: int) -> ReviewPart:
    """Runs in a worker: as many steps as fit into a slice, at least one."""
    until = time.monotonic() + SLICE
    return review_part(parsed(text), seat, after, depth=THOROUGH, enough=lambda: time.monotonic() >= until)


async def review(workers: Workers, text: str, seat: Seat) -> AsyncIterator[bytes]:
    """Lines of JSON, each a ``ReviewNews``: how far it is, and at last the report."""
    parts: list[ReviewPart] = []
    steps = len(parsed(text).steps())
    while not parts or parts[-1].upto < steps:
        try:
            parts.append(await workers.run(part, text, seat, parts[-1].upto if parts else 0))
        except TimeoutError:
            return
        yield encode(ReviewNews(done=parts[-1].upto, steps=steps)) + b"\n"
    yield encode(ReviewNews(done=steps, steps=steps, report=reported(text, whole(parts)))) + b"\n"


def reported(text: str, found: Review) -> ReviewReport:
    ends = [each.number for each in walked(text)]

    def before(number: int) -> int:
        """Where the play began that this step belongs to."""
        return max((end for end in ends if end < number), default=0)

    return ReviewReport(
        seat=found.seat,
        result=found.result,
        start=found.start,
        luck=found.luck,
        others=found.others,
        own=found.own,
        moments=tuple(found.moments),
        decisions=tuple(
            Decision(
                number=each.number,
                before=before(each.number),
                step=each.step,
                best=each.best,
                cost=each.cost,
                unit="points" if each.unit == "points" else "win",
                reason=each.reason,
                details=each.details,
                hindsight=each.hindsight,
                hindsight_cost=each.hindsight_cost,
                scored=row_score(each.scored),
                better=row_score(each.better),
            )
            for each in found.decisions
        ),
    )


def row_score(way: Reckoning | None) -> RowScore | None:
    if way is None:
        return None
    return RowScore(points=way.points, kept=way.kept, lines=tuple(score_line(line) for line in way.lines))


def score_line(line: Any) -> ScoreLine:
    message, plural = line.messages
    return ScoreLine(**msgspec.structs.asdict(line), text=line.text(), message=message, plural=plural)


# --- what would have been --------------------------------------------------------------------------------------------


def trial(wish: Trial, person: Person, levels: Mapping[str, Any], seed: int) -> Setting:
    """A table that goes on from there: all that the seat could not know is dealt anew, bots play the others."""
    record, seat = parsed(wish.record), wish.seat
    checked_seat(record, seat)
    state = state_after(record, wish.number)
    game = catalog.game(record.game)
    if game.outcome(state) is not None:
        raise Refusal(409, "the match was over here")
    imagined = game.imagine(game.view(state, seat), Rng(seed))
    chairs = [Chair(level=checked_level(wish.level, levels)) for _ in record.seats]
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
