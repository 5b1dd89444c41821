"""Puzzles as a table shows them: positions, what steps would lead to, and the answer to a try."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.game import BirdtableError
from birdtable.puzzles import days, pack, tries
from birdtable.puzzles.form import Puzzle, TurnPuzzle
from birdtable.puzzles.tries import ScoredPlay
from birdtable.server.past.lines import score_line
from birdtable.server.store.base import Result, Store
from birdtable.server.table import disclosure, summary
from birdtable.server.table.position import only_watch, position_table
from birdtable.server.table.refusal import refused_message
from birdtable.server.table.table import Table
from birdtable.wire.play import Considered, Refused
from birdtable.wire.puzzles import PuzzleAnswer, PuzzleDays, PuzzleInfo, PuzzlePlay, PuzzleSeries, PuzzleTried

SOLVER = "solver"
OTHER = "Mira"
ENOUGH = 20
"""First tries after which a puzzle is graded by how many of them were right."""
SHARES = (0.8, 0.6, 0.4, 0.2)
"""Above these parts of right first tries a puzzle is of level 1, 2, 3, 4; else 5."""


class Fare(msgspec.Struct, frozen=True):
    """How people have fared with a puzzle."""

    tried: int = 0
    solved: int = 0

    def level(self, puzzle: Puzzle) -> int:
        if self.tried < ENOUGH:
            return puzzle.difficulty.level
        return 1 + sum(self.solved / self.tried <= share for share in SHARES)


class FirstTry(msgspec.Struct, frozen=True):
    """The body of a ``Result``."""

    right: bool


def about(puzzle: Puzzle) -> str:
    return f"puzzle {puzzle.id}"


async def fare_of(store: Store, puzzle: Puzzle) -> Fare:
    found = [msgspec.json.decode(result.body, type=FirstTry) for result in await store.results(about(puzzle))]
    return Fare(len(found), sum(each.right for each in found))


async def note_try(store: Store, puzzle: Puzzle, person: str, at: float, *, right: bool) -> None:
    """The first try of a person counts."""
    await store.add_result(Result(about(puzzle), person, at, msgspec.json.encode(FirstTry(right)).decode()))


def list_series(today: date) -> PuzzleDays:
    found = [
        PuzzleSeries(
            name=each.name,
            game=each.game,
            kind=each.kind,
            level=days.puzzle_of(each.name, today, today).difficulty.level,
        )
        for each in pack.SERIES
    ]
    return PuzzleDays(today=today.isoformat(), first=days.FIRST.isoformat(), series=tuple(found))


def describe(series: str, day: date, today: date, fare: Fare = Fare()) -> PuzzleInfo:  # noqa: B008
    puzzle = days.puzzle_of(series, day, today)
    table, watch = table_of(puzzle), only_watch(puzzle.seat)
    info = summary.table_info(summary.summary(table), lambda person: "")
    named = [msgspec.structs.replace(seat, player="person", name=OTHER) for seat in info.seats]
    named[puzzle.seat] = msgspec.structs.replace(named[puzzle.seat], name="")
    return PuzzleInfo(
        series=series,
        day=day.isoformat(),
        number=days.number_of(day),
        game=puzzle.game,
        kind=pack.series_of(series).kind,
        level=fare.level(puzzle),
        tried=fare.tried,
        solved=fare.solved,
        table=msgspec.structs.replace(info, seats=tuple(named)),
        position=disclosure.position(table, watch, [], None),
    )


def consider(puzzle: Puzzle, steps: tuple[str, ...]) -> Considered | Refused:
    """What these steps would lead to. That the rules forbid them is an answer like any other."""
    table = table_of(puzzle)
    try:
        return disclosure.consideration(table, only_watch(puzzle.seat), table.number, steps, 0)
    except BirdtableError as error:
        return refused_message(error, 0)


def attempt(puzzle: Puzzle, steps: tuple[str, ...]) -> PuzzleTried:
    """What is said to a try; the best is told only if it was found."""
    try:
        verdict = tries.judge(puzzle, steps)
    except BirdtableError as error:
        return PuzzleTried(refused=refused_message(error, 0))
    own = describe_play(verdict.own)
    if not verdict.right:
        return PuzzleTried(answer=PuzzleAnswer(right=False, own=own, search=search_size(puzzle)))
    return PuzzleTried(answer=whole_answer(puzzle, own, verdict.others))


def solution(puzzle: Puzzle) -> PuzzleAnswer:
    """For whoever gives up."""
    verdict = tries.answer(puzzle)
    return whole_answer(puzzle, describe_play(verdict.best), verdict.others)


def whole_answer(puzzle: Puzzle, best: PuzzlePlay, others: tuple[ScoredPlay, ...]) -> PuzzleAnswer:
    return PuzzleAnswer(
        right=True, own=best, best=best, others=tuple(map(describe_play, others)), search=search_size(puzzle)
    )


def search_size(puzzle: Puzzle) -> int:
    return puzzle.margin.batches * puzzle.margin.simulations if isinstance(puzzle, TurnPuzzle) else 0


def describe_play(play: ScoredPlay) -> PuzzlePlay:
    why = play.why
    return PuzzlePlay(
        steps=play.steps,
        points=play.points,
        lines=tuple(map(score_line, play.lines)),
        win=round(play.win, 4),
        cost=round(play.cost, 4),
        reason=why.text if why else "",
        details=dict(why.details) if why else {},
        bots=play.bots,
        estimate=play.is_estimate,
    )


def table_of(puzzle: Puzzle) -> Table:
    """The puzzle as a table, so that everything is told as at one."""
    game = catalog.game(puzzle.game)
    options = options_of(puzzle, game.complete({}))
    return position_table(f"puzzle{puzzle.id}", game, tries.state_of(puzzle), options, puzzle.seat, SOLVER)


def options_of(puzzle: Puzzle, options: dict[str, Any]) -> dict[str, Any]:
    """The rules that a row is scored by; turns are played by the usual ones."""
    problem = getattr(puzzle, "problem", {})
    return {name: problem.get(name, value) for name, value in options.items()}
