"""Puzzles: one a day in each series, and those of earlier days."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from birdtable.game import BadInput
from birdtable.puzzles import days
from birdtable.puzzles.form import Puzzle
from birdtable.server.past import solving
from birdtable.server.requests.route import Route
from birdtable.server.room import limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import BUSY, Asker
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.wire.puzzles import PuzzleAnswer, PuzzleConsidered, PuzzleDays, PuzzleInfo, PuzzleTried, PuzzleTry

T = TypeVar("T")


async def all_puzzles(rooms: Rooms) -> PuzzleDays:
    """The series, and what day it is here."""
    return solving.list_series(days.day_at(rooms.now()))


async def one_puzzle(rooms: Rooms, series: str, day: str) -> PuzzleInfo:
    puzzle = find(rooms, series, day)
    fare = await solving.fare_of(rooms.store, puzzle)
    return solving.describe(series, days.parse_day(day), days.day_at(rooms.now()), fare)


async def consider_in_puzzle(rooms: Rooms, series: str, day: str, data: PuzzleTry) -> PuzzleConsidered:
    """What these steps would lead to."""
    return PuzzleConsidered(said=solving.consider(find(rooms, series, day), data.steps))


async def try_puzzle(
    rooms: Rooms, asker: Asker, visitor: Person | None, series: str, day: str, data: PuzzleTry
) -> PuzzleTried:
    """Is this the best play? A wrong one is scored and explained; the first try of a person counts."""
    puzzle = find(rooms, series, day)
    said = await ask_helpers(rooms, asker, solving.attempt, puzzle, data.steps)
    if said.answer is not None and visitor is not None:
        await solving.note_try(rooms.store, puzzle, visitor.id, rooms.now(), right=said.answer.right)
    return said


async def answer_of_puzzle(rooms: Rooms, asker: Asker, visitor: Person | None, series: str, day: str) -> PuzzleAnswer:
    """For those who give up: it counts as a first try, if there was none."""
    puzzle = find(rooms, series, day)
    said = await ask_helpers(rooms, asker, solving.solution, puzzle)
    if visitor is not None:
        await solving.note_try(rooms.store, puzzle, visitor.id, rooms.now(), right=False)
    return said


async def ask_helpers(rooms: Rooms, asker: Asker, work: Callable[..., T], *arguments: Any) -> T:
    try:
        return await rooms.helpers.run(work, *arguments, asker=asker)
    except TimeoutError:
        raise Refusal(429, BUSY) from None


def find(rooms: Rooms, series: str, day: str) -> Puzzle:
    try:
        return days.puzzle_of(series, days.parse_day(day), days.day_at(rooms.now()))
    except BadInput as error:
        raise Refusal(404, error.reason, **error.details) from None


ROUTES = [
    Route("GET", "/puzzles", all_puzzles),
    Route("GET", "/puzzles/{series}/{day}", one_puzzle),
    Route("POST", "/puzzles/{series}/{day}/consider", consider_in_puzzle),
    Route("POST", "/puzzles/{series}/{day}/try", try_puzzle, limit=limits.PUZZLES),
    Route("POST", "/puzzles/{series}/{day}/answer", answer_of_puzzle, limit=limits.PUZZLES),
]
