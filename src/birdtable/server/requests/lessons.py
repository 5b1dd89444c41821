"""Lessons: the server stores nothing about them. The learner's plays come with every question, and go through the
rules."""

from __future__ import annotations

import msgspec

from birdtable import lessons
from birdtable.game import CHANCE, BadInput, BirdtableError
from birdtable.lessons import Reached
from birdtable.server.requests.route import Route
from birdtable.server.table import disclosure, summary
from birdtable.server.table.position import only_watch, position_table
from birdtable.server.table.refusal import Refusal, refused_message
from birdtable.server.table.table import Table, consider
from birdtable.wire.lessons import (
    LessonAct,
    LessonAnswer,
    LessonConsidered,
    LessonInfo,
    LessonPlays,
    LessonStop,
    LessonTry,
)
from birdtable.wire.play import News
from birdtable.wire.tables import TableInfo

LEARNER = "learner"


async def all_lessons() -> list[LessonInfo]:
    found = map(lessons.lesson, lessons.names())
    return [
        LessonInfo(
            name=each.name,
            game=each.game,
            title=each.title,
            text=each.text,
            minutes=each.minutes,
            stops=len(each.stops),
        )
        for each in found
    ]


async def lesson_position(lesson: str, data: LessonPlays) -> LessonStop:
    """Where these plays lead."""
    reached = reach(lesson, data.plays)
    table, watch = table_of(reached), only_watch(reached.lesson.seat)
    news = News(number=table.number, what="played", at=0.0, seat=CHANCE, events=reached.events)
    return LessonStop(
        stop=reached.number,
        stops=len(reached.lesson.stops),
        text=reached.stop.text,
        clause=reached.stop.clause,
        asks=bool(reached.stop.plays),
        acts=tuple(LessonAct(text=act.text, spot=act.spot) for act in reached.stop.acts),
        spot=reached.stop.spot,
        cards=reached.stop.cards,
        table=info_of(table, reached),
        position=disclosure.position(table, watch, [news] if reached.events else [], None),
    )


async def consider_in_lesson(lesson: str, data: LessonTry) -> LessonConsidered:
    """What these steps would lead to. That the rules forbid them is an answer like any other."""
    reached = reach(lesson, data.plays)
    table = table_of(reached)
    try:
        check_asks(reached)
        said = disclosure.consideration(table, only_watch(reached.lesson.seat), table.number, data.steps, 0)
        return LessonConsidered(said=said, acts=lessons.acts_done(reached.stop, data.steps) if said.complete else -1)
    except BirdtableError as error:
        return LessonConsidered(said=refused_message(error, 0))


async def try_in_lesson(lesson: str, data: LessonTry) -> LessonAnswer:
    """Is this what the stop is about? What the rules forbid is answered with its clause."""
    reached = reach(lesson, data.plays)
    stop = reached.stop
    try:
        check_asks(reached)
        if not consider(table_of(reached), reached.lesson.seat, data.steps).complete:
            raise Refusal(409, "this play is not complete")
    except BirdtableError as error:
        why = refused_message(error, 0)
        return LessonAnswer(right=False, text=why.reason, details=why.details, clause=why.clause)
    if lessons.is_right(stop, data.steps):
        return LessonAnswer(right=True)
    return LessonAnswer(right=False, text=stop.wrong, clause=stop.clause)


def reach(name: str, plays: tuple[tuple[str, ...], ...]) -> Reached:
    try:
        return lessons.follow(lessons.lesson(name), plays)
    except BadInput as error:
        raise Refusal(404 if name not in lessons.names() else 400, error.reason, **error.details) from None


def check_asks(reached: Reached) -> None:
    if not reached.stop.plays:
        raise Refusal(409, "there is nothing to play here: read on")


def table_of(reached: Reached) -> Table:
    """The lesson as a table, so that everything is told as at one."""
    lesson = reached.lesson
    number = reached.number + 1
    return position_table(
        f"lesson{lesson.name}", lesson.rules, reached.state, lesson.options, lesson.seat, LEARNER, number
    )


def info_of(table: Table, reached: Reached) -> TableInfo:
    info = summary.table_info(summary.summary(table), lambda person: "")
    named = [
        msgspec.structs.replace(seat, player="person", name=name)
        for seat, name in zip(info.seats, reached.lesson.players, strict=True)
    ]
    return msgspec.structs.replace(info, seats=tuple(named))


ROUTES = [
    Route("GET", "/lessons", all_lessons),
    Route("POST", "/lessons/{lesson}/position", lesson_position),
    Route("POST", "/lessons/{lesson}/consider", consider_in_lesson),
    Route("POST", "/lessons/{lesson}/try", try_in_lesson),
]
