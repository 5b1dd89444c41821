"""Matches as tables of decisions, with where they come from."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import numpy as np
import pandas
import polars
import pyarrow
import pytest
from pyarrow import parquet
from typer.testing import CliRunner

import birdtable
from birdtable import catalog, cli
from birdtable.bots.match import matches
from birdtable.bots.search.netfile import shipped_file
from birdtable.game import BadInput, BirdtableError, Value
from birdtable.lab.data.arrays import load, stack, transitions
from birdtable.lab.data.parts import check, describe, make, read_part, read_table
from birdtable.lab.data.rows import COLUMNS, Decision, decisions
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.work import open_executor
from birdtable.record import Play, Record

PAGE = Path(__file__).parents[2] / "docs" / "data.md"


def records(name: str, games: int, players: Sequence[str] = ("random",) * 3, seed: int = 5) -> list[Record]:
    options: dict[str, Value] = {"turn_limit": 60} if name == "cubirds" else {}
    played = matches(catalog.game(name), players, options, games=games, seed=seed, recorded="whole")
    return [match.record for match in played if match.record]


def make_few(folder: Path, players: Sequence[str] = ("champion:8", "greedy"), **changes: Any) -> Path:
    """Five matches in three files."""
    settings: dict[str, Any] = {"games": 5, "seed": 3, "options": {"turn_limit": 60}, "part": 2}
    make("cubirds", players, folder, **(settings | changes))
    return folder


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_few(tmp_path_factory.mktemp("data"))


def read_all(folder: Path) -> list[dict[str, Any]]:
    return [row for path in sorted(folder.glob("*.parquet")) for row in read_table(path).to_pylist()]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# Rows


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_every_decision_of_a_recorded_match_is_there_and_its_action_was_legal(name: str) -> None:
    (record,) = records(name, 1)
    found = decisions(record)
    assert len(found) == sum(len(line.steps) for line in record.lines if isinstance(line, Play) and line.seat >= 0)
    assert all(each.action in each.legal for each in found)
    assert [each.number for each in found] == list(range(len(found)))
    lasts = [each for each in found if each.last]
    assert sorted(each.seat for each in lasts) == [0, 1, 2]
    assert sum(each.reward for each in lasts) == pytest.approx(0)
    assert record.outcome is not None
    assert [each.points for each in found] == [record.outcome.points[each.seat] for each in found]


def test_a_match_that_was_not_finished_has_neither_rewards_nor_points() -> None:
    (record,) = records("birdie", 1)
    found = decisions(msgspec.structs.replace(record, lines=record.lines[:12], outcome=None))
    assert found
    assert {(each.reward, each.points) for each in found} == {(0.0, None)}


def test_a_transition_leads_to_what_the_same_seat_sees_next() -> None:
    found = [each for match, record in enumerate(records("birdie", 2)) for each in decisions(record, match)]
    table = transitions(stack(found, encoding("birdie").actions))
    for match, seat in {(each.match, each.seat) for each in found}:
        numbers = [number for number, each in enumerate(found) if (each.match, each.seat) == (match, seat)]
        for number, following in pairwise(numbers):
            assert np.array_equal(table.next_observations[number], found[following].observation)
            assert table.rewards[number] == 0
        assert not table.next_observations[numbers[-1]].any()
        assert table.done[numbers[-1]]
        assert table.rewards[numbers[-1]] == pytest.approx(found[numbers[-1]].reward)
    with pytest.raises(BadInput, match="no decisions"):
        stack([], 3)


def test_files_hold_the_matches_that_sim_plays(few: Path) -> None:
    rows = read_all(few)
    played = records("cubirds", 5, ["champion:8", "greedy"], seed=3)
    again = [row for match, record in enumerate(played) for row in decisions(record, match)]
    known = [name for name in COLUMNS if name not in ("visits", "values")]
    plain = [{**row._asdict(), "observation": row.observation.tolist()} for row in again]
    assert [{name: row[name] for name in known} for row in rows] == [
        {name: pytest.approx(row[name]) if name == "reward" else row[name] for name in known} for row in plain
    ]


def test_what_a_search_found_stands_beside_the_actions(few: Path) -> None:
    rows = read_all(few)
    searched = [row for row in rows if row["visits"] is not None]
    assert searched and {row["seat"] for row in searched} == {0}
    for row in searched:
        assert len(row["visits"]) == len(row["values"]) == len(row["legal"])
        assert max(row["visits"]) == row["visits"][row["legal"].index(row["action"])]
        for visits, value in zip(row["visits"], row["values"], strict=True):
            assert (value is None) if visits == 0 else 0 <= value <= 1
    others = [row for row in rows if row["visits"] is None]
    assert all(row["values"] is None for row in others)
    assert all(row["seat"] == 1 or len(row["legal"]) == 1 for row in others)


def test_arrays_say_the_same_as_the_rows(few: Path) -> None:
    path = sorted(few.glob("*.parquet"))[1]
    found, rows = load(path), read_table(path).to_pylist()
    assert found.masks.shape == found.visits.shape == (len(rows), encoding("cubirds").actions)
    for number, row in enumerate(rows):
        assert np.flatnonzero(found.masks[number]).tolist() == sorted(row["legal"])
        assert found.visits[number, row["legal"]].tolist() == (row["visits"] or [0] * len(row["legal"]))
        assert found.observations[number].tolist() == row["observation"]
        assert (found.matches[number], found.seats[number], found.actions[number]) == (
            row["match"],
            row["seat"],
            row["action"],
        )


# Files


def test_a_file_says_where_it_comes_from(few: Path) -> None:
    part = read_part(few / "part-00002.parquet")
    origin, game = part.origin, catalog.game("cubirds")
    assert (part.number, part.first, part.games) == (2, 4, 1)
    assert (origin.game, origin.rules, origin.seed, origin.games) == ("cubirds", game.rules_version, 3, 5)
    assert origin.options == {"extras": "shuffled", "turn_limit": 60}
    assert origin.release == birdtable.__version__
    assert [player.bot for player in origin.players] == ["champion:8", "greedy"]
    hashed = subprocess.run(["sha256sum"], input=shipped_file("cubirds"), capture_output=True, check=True).stdout
    assert [player.weights for player in origin.players] == [hashed.split()[0].decode(), ""]
    row = read_all(few)[0]
    assert origin.steps[row["action"]] == row["step"]
    seats = next(field for field in origin.observation if field.name == "seats")
    assert row["observation"][seats.start : seats.start + seats.width] == [2]


def test_its_command_makes_the_same_again(few: Path, tmp_path: Path) -> None:
    """Byte for byte, and in two processes as in one."""
    words = describe(few).origin.command.split()
    command = [sys.executable, "-m", *words, "--out", str(tmp_path / "again"), "--processes", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert contents(tmp_path / "again") == contents(few)
    shown = [sys.executable, "-m", "birdtable", "data", "show", str(few), "--check"]
    checked = "checked   all rows are those of the digest\n"
    assert subprocess.run(shown, capture_output=True, text=True, check=True).stdout == done.stdout + checked
    assert re.search(r"^matches +5 of 5$", done.stdout, re.MULTILINE)
    assert describe(few).digest in done.stdout


def test_an_interrupted_run_goes_on_to_the_same_files(few: Path, tmp_path: Path) -> None:
    def stop(matches: Iterable[Any], total: int, what: str) -> Iterator[Any]:
        for number, match in enumerate(matches):
            if number == 3:
                raise KeyboardInterrupt
            yield match

    with pytest.raises(KeyboardInterrupt):
        make_few(tmp_path, watch=stop)
    assert list(contents(tmp_path)) == ["part-00000.parquet"]
    assert (describe(tmp_path).games, describe(tmp_path).parts) == (2, 3)
    played = []

    def count(matches: Iterable[Any], total: int, what: str) -> Iterator[Any]:
        played.append(total)
        return iter(matches)

    make_few(tmp_path, watch=count)
    assert played == [3]
    assert contents(tmp_path) == contents(few)


@pytest.mark.parametrize("options", [{}, {"expert": True, "flap_values": (1, 3, 6)}])
def test_a_run_of_birdie_goes_on_too(options: dict[str, Value], tmp_path: Path) -> None:
    """Its options hold a list of numbers."""
    for folder in (tmp_path / "one", tmp_path / "one", tmp_path / "other"):
        made = make("birdie", ["random", "novice"], folder, games=4, seed=1, options=options, part=2)
        (folder / "part-00001.parquet").unlink()
    make("birdie", ["random", "novice"], folder, games=4, seed=1, options=options, part=2)
    assert describe(folder) == made
    assert contents(folder)["part-00000.parquet"] == contents(tmp_path / "one")["part-00000.parquet"]


def test_more_matches_begin_with_the_same_ones(few: Path, tmp_path: Path) -> None:
    make_few(tmp_path, games=2)
    assert describe(tmp_path).digest == describe(few / "part-00000.parquet").digest


def test_other_data_in_the_folder_are_refused_and_left_alone(few: Path, tmp_path: Path) -> None:
    before = contents(few)
    with pytest.raises(BadInput, match=r"part-00000\.parquet is of other data, made by 'birdtable data make cubirds"):
        make_few(few, seed=4)
    stray = tmp_path / "stray.parquet"
    parquet.write_table(pyarrow.table({"birds": [1, 2]}), stray)
    with pytest.raises(BadInput, match=r"stray\.parquet was not made by 'birdtable data make'"):
        make_few(tmp_path)
    (tmp_path / "file").write_text("birds")
    with pytest.raises(BadInput, match="cannot be used as a folder: File exists"):
        make_few(tmp_path / "file")
    assert contents(few) == before
    assert {path.name for path in tmp_path.iterdir()} == {"stray.parquet", "file"}


def test_data_of_another_program_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_few(tmp_path, ("random", "random"))
    (tmp_path / "part-00001.parquet").unlink()
    monkeypatch.setattr("birdtable.lab.data.origin.fingerprint", lambda: "another")
    with pytest.raises(BadInput, match=r"part-00000\.parquet was made by another program \(\S+, \w+\)"):
        make_few(tmp_path, ("random", "random"))


def test_damaged_and_foreign_files_are_named(few: Path, tmp_path: Path) -> None:
    good = few / "part-00000.parquet"
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(good.read_bytes()[:-300])
    with pytest.raises(BadInput, match=r"cut\.parquet cannot be read as Parquet"):
        load(cut)
    with pytest.raises(BadInput, match=r"there is no .*nowhere\.parquet"):
        describe(tmp_path / "nowhere.parquet")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="no Parquet files in"):
        describe(tmp_path / "empty")
    table = read_table(good)
    wrong = tmp_path / "wrong.parquet"
    changed = pyarrow.array([0, *table.column("points").to_pylist()[1:]], pyarrow.int32())
    at = table.column_names.index("points")
    parquet.write_table(table.set_column(at, "points", changed).replace_schema_metadata(table.schema.metadata), wrong)
    check(good)
    with pytest.raises(BadInput, match=r"wrong\.parquet is damaged"):
        check(wrong)
    short = tmp_path / "short.parquet"
    parquet.write_table(table.drop_columns(["visits"]), short)
    with pytest.raises(BadInput, match=r"short\.parquet has not the columns of a table of form 1"):
        describe(short)


def test_files_of_different_data_do_not_pass_for_one(few: Path, tmp_path: Path) -> None:
    make_few(tmp_path, ("random", "random"))
    (tmp_path / "part-00001.parquet").write_bytes((few / "part-00001.parquet").read_bytes())
    with pytest.raises(BadInput, match=r"part-00001\.parquet and .*part-00000\.parquet are not of the same data"):
        describe(tmp_path)


def test_a_file_in_the_place_of_another_is_noticed(few: Path, tmp_path: Path) -> None:
    for name, content in contents(few).items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "part-00001.parquet").write_bytes((few / "part-00000.parquet").read_bytes())
    with pytest.raises(BadInput, match=r"part-00001\.parquet has the matches from 0 on"):
        describe(tmp_path)


def test_a_bot_that_fails_is_named(tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text("def choose(view, legal, rng):\n    return 'fly away'", encoding="utf-8")
    with pytest.raises(BirdtableError, match=r"bot '.*odd\.py' fails in match 0: 'fly away' is not legal"):
        make_few(tmp_path / "out", [str(path), "random"])
    with open_executor(2) as executor, pytest.raises(BirdtableError, match="fails in match 0"):
        make_few(tmp_path / "out", [str(path), "random"], executor=executor)
    assert contents(tmp_path / "out") == {}


def test_what_cannot_be_played_is_refused_before_there_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="names seat 3, and there are 2"):
        make_few(tmp_path / "out", options={"starter": 3})
    nothing: list[dict[str, Any]] = [{"games": 0}, {"part": 0}]
    for settings in nothing:
        with pytest.raises(BadInput, match="at least 1 match, in files of at least 1"):
            make_few(tmp_path / "out", **settings)
    assert not (tmp_path / "out").exists()


def test_a_bot_in_a_file_has_the_hash_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text("def choose(view, legal, rng):\n    return legal[0]", encoding="utf-8")
    make_few(tmp_path / "out", [str(path), "random"], games=1)
    hashed = subprocess.run(["sha256sum", str(path)], capture_output=True, text=True, check=True).stdout
    assert [player.code for player in describe(tmp_path / "out").origin.players] == [hashed.split()[0], ""]


def test_the_command_of_a_file_names_the_code_that_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "my first.py"
    path.write_text("def choose(view, legal, rng):\n    return legal[0]", encoding="utf-8")
    command = ["data", "make", "cubirds", "--players", "random,my first", "--games", "1", "--code", str(path)]
    done = CliRunner().invoke(cli.app, [*command, "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    words = shlex.split(describe(tmp_path / "out").origin.command)
    assert "random,my first" in words and words[words.index("--code") + 1] == str(path)


# Readers


def test_pandas_polars_and_duckdb_read_the_same(few: Path) -> None:
    rows = read_all(few)
    wanted = [(row["match"], row["seat"], row["step"], row["visits"], len(row["observation"])) for row in rows]
    sql = f"select match, seat, step, visits, len(observation) from '{few}/*.parquet' order by match, number"
    assert duckdb.execute(sql).fetchall() == wanted
    frame = polars.read_parquet(few / "*.parquet")
    columns = [frame[name].to_list() for name in ("match", "seat", "step", "visits")]
    assert [*zip(*columns, frame["observation"].list.len().to_list(), strict=True)] == wanted
    table = pandas.read_parquet(few)
    assert [
        (row.match, row.seat, row.step, None if row.visits is None else row.visits.tolist(), len(row.observation))
        for row in table.itertuples()
    ] == wanted


def test_the_page_describes_every_column() -> None:
    assert tuple(COLUMNS) == Decision._fields
    table = "\n".join(f"| `{name}` | {column.type} | {column.about} |" for name, column in COLUMNS.items())
    assert table in PAGE.read_text(encoding="utf-8")
