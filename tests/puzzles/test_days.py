"""One puzzle a day: the same on the server, in the terminal and without either; days that have not come are refused."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest

from birdtable.game import BadInput
from birdtable.puzzles import days, deals, pack, tries
from birdtable.puzzles.form import RowPuzzle
from birdtable.server.past import solving
from birdtable.terminal.puzzling import History, Occasion, PuzzleClient, PuzzleTable
from birdtable.terminal.speech import Speech

TODAY = date(2026, 11, 18)


def test_every_day_has_another_puzzle_and_after_the_last_it_begins_anew() -> None:
    later = days.FIRST + timedelta(days=10_000)
    found = [days.puzzle_of("birdie-row", days.FIRST + timedelta(days=n), later) for n in range(366)]
    assert len({puzzle.id for puzzle in found}) == 365
    assert found[365] is found[0]


def test_days_that_have_not_come_and_days_before_the_first_are_refused() -> None:
    with pytest.raises(BadInput, match="not there yet"):
        days.puzzle_of("birdie-row", TODAY + timedelta(days=1), TODAY)
    with pytest.raises(BadInput, match="first puzzle"):
        days.puzzle_of("birdie-row", days.FIRST - timedelta(days=1), TODAY)
    with pytest.raises(BadInput, match="there are no puzzles cubirds-row"):
        days.puzzle_of("cubirds-row", TODAY, TODAY)
    with pytest.raises(BadInput, match="first puzzle"):
        deals.check_game("birdie", days.FIRST - timedelta(days=1))
    deals.check_game("birdie", days.FIRST)
    for bad in ("", "today", "2026-02-30", "18.11.2026", "2026-11-18T00:00", "20261118"):
        with pytest.raises(BadInput, match="is not a date"):
            days.parse_day(bad)


def test_a_streak_is_of_days_solved_on_the_day_up_to_today_or_yesterday() -> None:
    solved = [TODAY - timedelta(days=n) for n in (1, 2, 3, 5)]
    assert days.streak(solved, TODAY) == 3
    assert days.streak([*solved, TODAY], TODAY) == 4
    assert days.streak(solved, TODAY + timedelta(days=1)) == 0


def test_what_is_shared_tells_how_many_tries_it_took_and_nothing_else() -> None:
    assert days.share_text("birdie-row", TODAY, 3, right=True) == "Birdtable birdie-row 18 ⬜⬜🟩"
    assert days.share_text("birdie-row", TODAY, 2, right=False) == "Birdtable birdie-row 18 ⬜⬜"
    assert days.share_text("birdie-row", TODAY, 40, right=True) == f"Birdtable birdie-row 18 {'⬜' * days.MOST_TRIES}🟩"


@pytest.mark.parametrize("series", pack.BY_NAME)
def test_a_days_puzzle_is_shown_alike_by_server_and_terminal(series: str) -> None:
    puzzle = days.puzzle_of(series, TODAY, TODAY)
    told = solving.describe(series, TODAY, TODAY)
    table = PuzzleTable(puzzle, "Ann")
    assert list(told.position.legal) == table.legal
    assert told.position.seat == table.seat == puzzle.seat
    assert (told.game, told.number, told.level) == (puzzle.game, 18, puzzle.difficulty.level)


@pytest.mark.parametrize("series", pack.BY_NAME)
def test_the_right_answer_is_accepted_explained_and_kept(series: str, tmp_path: Path) -> None:
    puzzle = days.puzzle_of(series, TODAY, TODAY)
    steps = tries.engine_steps(puzzle)
    out, history = StringIO(), History(tmp_path / "puzzles.json")
    source = StringIO("\n".join(steps) + "\n")
    client(puzzle, series, source, out, history).run()
    assert "Solved!" in out.getvalue()
    assert "1 day in a row" in out.getvalue()
    assert f"Birdtable {series} 18 🟩" in out.getvalue()
    kept = History(tmp_path / "puzzles.json").at(series, TODAY)
    assert (kept.tries, kept.right, kept.on) == (1, True, "2026-11-18")
    if isinstance(puzzle, RowPuzzle):
        assert "[B" in out.getvalue().split("Solved!")[1]


def client(
    puzzle: object, series: str, source: StringIO, out: StringIO, history: History, language: str = "en"
) -> PuzzleClient:
    table = PuzzleTable(puzzle, "Ann")  # type: ignore[arg-type]
    return PuzzleClient(table, Speech(language), source, out, Occasion(series, TODAY, TODAY), history)


def test_a_wrong_try_at_the_terminal_is_explained_and_one_may_try_again(tmp_path: Path) -> None:
    series = "cubirds-turn"
    puzzle = days.puzzle_of(series, TODAY, TODAY)
    wrong = next(choice.steps for choice in puzzle.choices[1:])  # type: ignore[union-attr]
    lines = ["hint", *wrong, *tries.engine_steps(puzzle)]
    out = StringIO()
    client(puzzle, series, StringIO("\n".join(lines) + "\n"), out, History(tmp_path / "x.json")).run()
    said = out.getvalue()
    assert "No hint is available now\n" in said and "Did you mean" not in said
    assert "Not the best turn: it lowers" in said
    assert f"Birdtable {series} 18 ⬜🟩" in said


def test_whoever_asks_for_the_answer_has_not_solved_it(tmp_path: Path) -> None:
    puzzle = days.puzzle_of("birdie-row", TODAY, TODAY)
    history, out = History(tmp_path / "x.json"), StringIO()
    client(puzzle, "birdie-row", StringIO("answer\n"), out, history).run()
    assert history.at("birdie-row", TODAY).shown and not history.at("birdie-row", TODAY).right
    assert history.streak("birdie-row", TODAY) == 0


def test_a_damaged_history_counts_as_empty(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{")
    assert History(tmp_path / "x.json").kept == {}


def test_the_command_speaks_five_languages(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-W", "ignore", "-m", "birdtable", "puzzle", "--day", "2026-11-02", "--language", "ru"]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, env=environment, timeout=60)
    assert "Сложность" in done.stdout
    refused = subprocess.run([*command, "--daily"], capture_output=True, text=True, env=environment, timeout=60)
    assert refused.returncode == 2 and "leave out --day" in refused.stderr
    refused = subprocess.run([*command, "--day", "soon"], capture_output=True, text=True, env=environment, timeout=60)
    assert refused.returncode == 2 and "Soon — не дата" in refused.stderr
