"""Files of puzzles: made by several processes, the same whoever made them, and continued after an interruption.

Puzzle ``n`` depends on the seed and on ``n`` alone, so a file that is not finished goes on with the next line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import BinaryIO, NamedTuple

from birdtable import catalog
from birdtable.bots.match import match_seeds
from birdtable.game import BadInput, BirdtableError
from birdtable.lab.work import Watch, do_all
from birdtable.puzzles import form
from birdtable.puzzles.checking import check_puzzle
from birdtable.puzzles.form import Kind, Puzzle, RowPuzzle, TurnPuzzle
from birdtable.puzzles.part import part_of
from birdtable.puzzles.turns import make_turn


class PuzzleJob(NamedTuple):
    """A puzzle to make; what comes of it depends on nothing else."""

    game: str
    kind: Kind
    number: int
    seed: int
    command: str


class Tally(NamedTuple):
    """What is in a file."""

    puzzles: int
    levels: Counter[int]
    dropped: Counter[str]
    """Candidates that were rejected, by reason."""


def make(
    game: str,
    kind: Kind,
    path: Path,
    *,
    count: int,
    seed: int,
    executor: Executor | None = None,
    watch: Watch[Puzzle] | None = None,
) -> Tally:
    """Makes the puzzles that are not in the file yet. A file of others is refused, and nothing is changed."""
    if kind not in part_of(game).kinds:
        raise BadInput(f"{catalog.game(game).title} has no {kind} puzzles")
    command = f"birdtable puzzles make {game} --kind {kind} --count {count} --seed {seed}"
    there = read_unfinished(path, command, count)
    seeds = list(match_seeds(seed, count))
    jobs = (PuzzleJob(game, kind, number, seeds[number], command) for number in range(there, count))
    made = do_all(make_one, jobs, executor)
    with open_file(path) as file:
        for puzzle in watch(made, count - there, "puzzles") if watch is not None else made:
            file.write(form.encode(puzzle))
            file.flush()
    return tally(path)


def make_one(job: PuzzleJob) -> Puzzle:
    """Runs wherever the executor likes."""
    if job.kind == "row":
        return part_of(job.game).make_row(job.seed, job.number, job.command)
    return make_turn(catalog.game(job.game), job.seed, job.command)


def open_file(path: Path) -> BinaryIO:
    try:
        return path.open("ab")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def read_unfinished(path: Path, command: str, count: int) -> int:
    """How many puzzles the file has. A line that was cut off is dropped: its puzzle is made again."""
    if not path.exists():
        return 0
    content = read_bytes(path)
    whole = content[: content.rfind(b"\n") + 1]
    found = list(form.decode(whole, str(path)))
    for number, puzzle in enumerate(found, start=1):
        if puzzle.command != command:
            raise BadInput(f"{path}, line {number}: made by {puzzle.command!r}; choose another file")
    if len(found) > count:
        raise BadInput(f"{path} has {len(found)} puzzles already, more than {count}")
    if len(whole) < len(content):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return len(found)


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def read(path: Path) -> list[Puzzle]:
    return list(form.decode(read_bytes(path), str(path)))


def tally(path: Path) -> Tally:
    return count_all(iter(read(path)))


def count_all(puzzles: Iterator[Puzzle]) -> Tally:
    count, levels, dropped = 0, Counter[int](), Counter[str]()
    for count, puzzle in enumerate(puzzles, start=1):  # noqa: B007
        levels[puzzle.difficulty.level] += 1
        dropped.update(puzzle.dropped)
    return Tally(count, levels, dropped)


def check(path: Path, executor: Executor | None = None, watch: Watch[str] | None = None) -> Tally:
    """Solves every puzzle again; one whose answer is not what its line says is refused with the number of the line."""
    puzzles = read(path)
    checked = do_all(fault_of, puzzles, executor)
    for number, fault in enumerate(watch(checked, len(puzzles), "puzzles") if watch is not None else checked, start=1):
        if fault:
            raise BadInput(f"{path}, line {number}: {fault}")
    return count_all(iter(puzzles))


def fault_of(puzzle: RowPuzzle | TurnPuzzle) -> str:
    """What is wrong with a puzzle, if anything. Runs wherever the executor likes."""
    try:
        check_puzzle(puzzle)
    except BirdtableError as error:
        return str(error)
    return ""
