"""Work on several processes and machines comes to the same as work on one, also when workers are lost."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from distributed import LocalCluster

from birdtable import catalog
from birdtable.bots.match import MatchResult, RecordForm, matches
from birdtable.game import BadInput, BirdtableError, IllegalStep
from birdtable.lab import work
from birdtable.lab.arena.arena import ArenaResult, arena
from birdtable.lab.data.parts import make
from birdtable.lab.report.study import Study, study
from birdtable.lab.training.training import Run
from birdtable.lab.work import do_all, open_executor
from kit.jobs import die_at_three, refuse, same

CHECKS = "def choose(view, legal, rng):\n    return legal[rng.below(len(legal))]"
KILLS = """
import os, pathlib, signal

def choose(view, legal, rng):
    mark = pathlib.Path({mark!r})
    if not mark.exists() and rng.below(40) == 0:
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    return legal[0]
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A real scheduler with two workers in processes of their own."""
    start: Any = LocalCluster
    with start(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as running:
        yield running.scheduler_address


@pytest.fixture(params=["processes", "cluster"])
def place(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Where the work is done, as ``open_executor`` takes it."""
    if request.param == "processes":
        return {"processes": 2}
    return {"processes": 1, "cluster": request.getfixturevalue("cluster")}


def arena_of(players: list[str], executor: Executor | None) -> ArenaResult:
    *_, last = arena("birdie", players, games=24, seed=5, executor=executor)
    return last.result()


def study_of(executor: Executor | None) -> Study:
    return study("birdie", ["novice", "random"], {}, deals=24, seed=3, executor=executor)


def test_arenas_and_reports_give_the_result_of_one_process(place: dict[str, Any]) -> None:
    with open_executor(**place) as executor:
        assert msgspec.json.encode(study_of(executor)) == msgspec.json.encode(study_of(None))
        players = ["novice", "random"]
        assert msgspec.json.encode(arena_of(players, executor)) == msgspec.json.encode(arena_of(players, None))


@pytest.mark.parametrize("recorded", ["", "line", "whole"])
def test_matches_do_not_depend_on_who_plays_them(place: dict[str, Any], recorded: RecordForm) -> None:
    game = catalog.game("birdie")

    def play(executor: Executor | None) -> list[MatchResult]:
        players = ["random", "random"] if recorded == "line" else ["novice", "random"]
        return list(matches(game, players, {}, games=90, seed=4, recorded=recorded, executor=executor))

    with open_executor(**place) as executor:
        assert play(executor) == play(None)


def test_data_do_not_depend_on_who_plays(place: dict[str, Any], tmp_path: Path) -> None:
    def make_data(executor: Executor | None, folder: str) -> list[bytes]:
        players = ["champion:4", "random"]
        made = make("cubirds", players, tmp_path / folder, games=30, seed=3, part=25, executor=executor)
        return [file.read_bytes() for file in made.files]

    with open_executor(**place) as executor:
        assert make_data(executor, "together") == make_data(None, "alone")


def test_training_does_not_depend_on_who_plays(place: dict[str, Any], tmp_path: Path) -> None:
    def train(executor: Executor | None, folder: str) -> bytes:
        run = Run("cubirds", tmp_path / folder, seed=3, matches=30)
        next(run.generations(3600, executor))
        return run.file.read_bytes()

    with open_executor(**place) as executor:
        assert train(executor, "together") == train(None, "alone")


def test_a_bot_in_a_file_goes_where_it_plays(place: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "checks.py"
    path.write_text(CHECKS, encoding="utf-8")
    alone = arena_of([str(path), "random"], None)
    with open_executor(**place) as executor:
        boards = arena("birdie", [str(path), "random"], games=24, seed=5, executor=executor)
        first = next(boards)
        path.unlink()  # a worker on another machine would not find it either
        *_, last = boards
    assert first is last
    assert not alone.faults
    assert msgspec.json.encode(last.result()) == msgspec.json.encode(alone)


def test_the_matches_of_a_killed_worker_are_played_again(place: dict[str, Any], tmp_path: Path) -> None:
    """A bot kills the worker that it plays for in the middle of a match."""
    path, mark = tmp_path / "kills.py", tmp_path / "mark"
    path.write_text(KILLS.format(mark=str(mark)), encoding="utf-8")
    with open_executor(**place) as executor:
        together = arena_of([str(path), "random"], executor)
    assert mark.exists()
    assert msgspec.json.encode(together) == msgspec.json.encode(arena_of([str(path), "random"], None))


def test_a_job_that_every_worker_dies_of_is_given_up() -> None:
    with open_executor(2) as executor:
        results = do_all(die_at_three, range(6), executor)
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(BirdtableError, match="3 workers were lost at the same job"):
            next(results)


def test_what_the_rules_refuse_on_a_worker_is_refused_here_in_the_same_words() -> None:
    with open_executor(2) as executor, pytest.raises(IllegalStep) as refused:
        next(do_all(refuse, range(9, 12), executor))
    error = refused.value
    assert (str(error), error.clause) == ("there is no card 9 [B5.4]", "B5.4")
    assert (error.reason, error.details) == ("there is no card {number}", {"number": 9})


def test_jobs_are_taken_a_few_ahead() -> None:
    taken = []

    def jobs() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    with open_executor(2) as executor:
        results = do_all(same, jobs(), executor)
        assert next(results) == 0
        assert len(taken) <= 10


def test_a_cluster_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("birdtable.lab.work.REACH", "1s")
    with pytest.raises(BadInput, match="cannot be reached"), open_executor(1, "tcp://127.0.0.1:1"):
        pass


def test_processes_beside_a_cluster_would_be_ignored_and_are_refused() -> None:
    with (
        pytest.raises(BadInput, match="give it or a number of processes, not both"),
        open_executor(2, "tcp://host:8786"),
    ):
        pass


@pytest.fixture
def empty_cluster() -> Iterator[Any]:
    start: Any = LocalCluster
    with start(n_workers=0, threads_per_worker=1, processes=False, dashboard_address=":0") as running:
        yield running


def test_a_cluster_without_workers_is_named(empty_cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "HIRE", 0.2)
    address = empty_cluster.scheduler_address
    message = f"at {address} has no workers: start some with 'dask worker"
    with pytest.raises(BadInput, match=message), open_executor(1, address):
        pass


def test_a_cluster_that_loses_all_its_workers_is_given_up(empty_cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "LOOK", 0.1)
    monkeypatch.setattr(work, "ALONE", 0.3)
    empty_cluster.scale(1)
    with open_executor(1, empty_cluster.scheduler_address) as executor:
        assert list(do_all(same, range(3), executor)) == [0, 1, 2]
        empty_cluster.scale(0)
        empty_cluster.sync(empty_cluster._correct_state)
        with pytest.raises(BirdtableError, match="has lost all its workers"):
            list(do_all(same, range(3), executor))


def test_a_worker_with_another_program_is_refused(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "fingerprint", lambda: "0123456789ab")
    message = r"has another Birdtable .*: not 0123456789ab"
    with open_executor(1, cluster) as executor, pytest.raises(BadInput, match=message):
        list(do_all(same, range(3), executor))


def test_threads_of_one_worker_do_not_share_bots(tmp_path: Path) -> None:
    """A worker of Dask has several threads unless it is told otherwise."""
    path = tmp_path / "checks.py"
    path.write_text(CHECKS, encoding="utf-8")
    players = [str(path), "novice"]
    with ThreadPoolExecutor(3) as threads:
        assert msgspec.json.encode(arena_of(players, threads)) == msgspec.json.encode(arena_of(players, None))


def test_workers_know_games_that_were_registered_here(cluster: str) -> None:
    catalog.register("kuhn", "kit.kuhn")
    try:
        with open_executor(1, cluster) as executor:
            *_, last = arena("kuhn", ["random", "search:8"], games=8, seed=1, executor=executor)
    finally:
        del catalog.GAMES["kuhn"]
    assert last.result().games == 8
