"""Files of puzzles: the same by whoever makes them, continued where they end, and refused where they are damaged."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable.game import BadInput
from birdtable.games.birdie.solver import answer
from birdtable.lab import puzzles
from birdtable.lab.work import open_executor
from birdtable.puzzles import form, pack

MAKE = [sys.executable, "-m", "birdtable", "puzzles", "make", "birdie", "--kind", "row", "--seed", "3"]


def make(path: Path, count: int = 6) -> bytes:
    puzzles.make("birdie", "row", path, count=count, seed=3)
    return path.read_bytes()


def test_the_same_seed_makes_the_same_file_by_one_process_or_two(tmp_path: Path) -> None:
    alone = make(tmp_path / "alone.jsonl")
    with open_executor(2) as executor:
        puzzles.make("birdie", "row", tmp_path / "two.jsonl", count=6, seed=3, executor=executor)
    assert (tmp_path / "two.jsonl").read_bytes() == alone
    assert alone.count(b"\n") == 6


def test_a_file_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    whole = make(path)
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:100])
    assert make(path) == whole
    assert make(path) == whole, "a finished file stays as it is"


@pytest.mark.long
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    run = subprocess.Popen([*MAKE, "--count", "40", "--out", str(path)], stderr=subprocess.DEVNULL)
    for _ in range(600):
        if path.exists() and path.read_bytes().count(b"\n") >= 2:
            break
        time.sleep(0.1)
    run.send_signal(signal.SIGKILL)
    run.wait()
    there = path.read_bytes().count(b"\n")
    assert 2 <= there < 40
    subprocess.run([*MAKE, "--count", "40", "--out", str(tmp_path / "other.jsonl")], check=True, timeout=300)
    subprocess.run([*MAKE, "--count", "40", "--out", str(path)], check=True, timeout=300)
    assert path.read_bytes() == (tmp_path / "other.jsonl").read_bytes()


def test_a_file_of_other_puzzles_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    before = make(path, 2)
    with pytest.raises(BadInput, match=r"line 1: made by .*--count 2 --seed 3.*choose another file"):
        puzzles.make("birdie", "row", path, count=2, seed=4)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'{"kind"', b'{"kind', "line 2: JSON is malformed"),
        (b'"kind":"row"', b'"kind":"cow"', "line 2: Invalid value 'cow'"),
        (b'"gain":', b'"gained":', "line 2: Object contains unknown field `gained`"),
        (b'"level":', b'"level":9', "line 2: a level is from 1 to 5"),
        (b'"gain":', b'"gain":1', "line 2: its answer gains"),
        (b'"row":"', b'"row":"Xx ', "line 2: .*Xx"),
        (b'},"gain"', b',"owls":99},"gain"', "line 2: there are not enough cards"),
        (b'"only":true', b'"only":false', "line 2: gain, bound, quick and only"),
        (b'"rules":1', b'"rules":7', "line 2: made for version 7 of the rules"),
        ("\u00e9".encode(), b"\xff", ""),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    path = tmp_path / "rows.jsonl"
    lines = make(path, 3).splitlines(keepends=True)
    if not said:
        lines[1] = b'{"kind":"row","game":"\xff"}\n'
    lines[1] = lines[1].replace(old, new, 1)
    path.write_bytes(b"".join(lines))
    with pytest.raises(BadInput, match=said or "line 2"):
        puzzles.check(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: line["choices"].clear(), "line 2: Expected `array` of length >= 1"),
        (lambda line: line["choices"][1].update(steps=[]), "line 2: Expected `array` of length >= 1"),
        (lambda line: line["choices"][0].update(steps=["lay W 4 left"]), "line 2: .+"),
        (lambda line: line["choices"][1].update(steps=["fly away"]), "line 2: .+"),
        (lambda line: line.update(seat=7), "line 2: seat 7 is not to move"),
        (lambda line: line.update(game="chess"), "line 2: .*chess"),
        (lambda line: line.update(position="seats=2"), "line 2: .+"),
    ],
)
def test_a_damaged_turn_is_named(tmp_path: Path, change: Callable[[dict[str, Any]], None], said: str) -> None:
    first, second = (msgspec.json.decode(form.encode(each)) for each in pack.puzzles("cubirds-turn")[:2])
    change(second)
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (first, second)))
    with pytest.raises(BadInput, match=said):
        puzzles.check(path)


def test_a_file_that_is_not_there_or_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        puzzles.check(tmp_path / "none.jsonl")
    with pytest.raises(BadInput, match="cannot be written"):
        make(tmp_path / "no" / "folder.jsonl", 1)
    with pytest.raises(BadInput, match="CuBirds has no row puzzles"):
        puzzles.make("cubirds", "row", tmp_path / "rows.jsonl", count=1, seed=1)


def test_the_problem_of_a_line_is_what_score_json_takes() -> None:
    for puzzle in pack.puzzles("birdie-row")[:20]:
        assert isinstance(puzzle, form.RowPuzzle)
        line = msgspec.json.decode(form.encode(puzzle))
        assert answer(msgspec.json.encode(line["problem"]))["gain"] == line["gain"] == puzzle.gain


def test_the_shipped_files_are_small() -> None:
    folder = Path(pack.__file__).parent / "shipped"
    assert sum(os.path.getsize(path) for path in folder.iterdir()) < 400_000


@pytest.mark.parametrize("series", ["birdie-row", "birdie-turn", "cubirds-turn"])
def test_a_shipped_puzzle_has_a_short_name_and_a_difficulty_made_of_what_it_has(series: str) -> None:
    for puzzle in pack.puzzles(series)[:20]:
        assert re.fullmatch("[0-9a-f]{10}", puzzle.id)
        difficulty = puzzle.difficulty
        assert (difficulty.cards > 0, difficulty.plays > 0) == ((True, False) if "row" in series else (False, True))
    assert any(puzzle.difficulty.close == 0 for puzzle in pack.puzzles(series))
