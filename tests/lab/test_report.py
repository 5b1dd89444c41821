"""Studies of many matches, and the page about them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from distributed import LocalCluster

from birdtable import catalog
from birdtable.bots.match import MatchResult, RecordForm, matches
from birdtable.game import BadInput
from birdtable.lab.report.page import page
from birdtable.lab.report.study import MatchFacts, Study, luck_of, study
from birdtable.lab.work import open_executor


def small(name: str = "birdie", **more: Any) -> Study:
    return study(name, ["greedy", "random"], {}, deals=6, seed=3, **more)


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_every_deal_is_played_in_all_rotations(name: str) -> None:
    found = small(name)
    assert found.games == 12
    assert [share.times for share in found.by_player] == [12, 12]
    assert sum(share.wins for share in found.by_seat) == pytest.approx(12)
    assert sum(found.clauses.values()) == 12
    assert found.branching > 1


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_the_page_stands_alone(name: str) -> None:
    text = page(small(name))
    assert text.startswith("<!doctype html>")
    assert "http" not in text
    assert "<script" not in text
    assert "Who wins" in text
    assert text.count("<svg") >= 7


def test_luck_is_all_where_the_seat_wins_whoever_sits_there() -> None:
    def match(deal: int, turn: int, winner: int) -> MatchFacts:
        return MatchFacts(deal, [float(seat == winner) for seat in range(2)], [turn, 1 - turn], [0, 0], 1, 1, [{}, {}],
                    [[], []], "B6.2")  # fmt: skip

    always_seat = [match(deal, turn, deal % 2) for deal in range(10) for turn in range(2)]
    always_player = [match(deal, turn, turn) for deal in range(10) for turn in range(2)]
    assert luck_of(always_seat, 2) == pytest.approx(1)
    assert luck_of(always_player, 2) == 0


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A real scheduler with two workers in processes of their own."""
    start: Any = LocalCluster
    with start(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as running:
        yield running.scheduler_address


def test_a_cluster_gives_the_result_of_one_machine(cluster: str) -> None:
    with open_executor(1, cluster) as executor:
        assert msgspec.json.encode(small(executor=executor)) == msgspec.json.encode(small())


def test_the_games_of_a_killed_worker_are_played_again(cluster: str) -> None:
    alone = study("birdie", ["greedy", "random"], {}, deals=32, seed=5)
    killer = subprocess.Popen([sys.executable, "-c", KILL_ONE, cluster])
    with open_executor(1, cluster) as executor:
        together = study("birdie", ["greedy", "random"], {}, deals=32, seed=5, executor=executor)
    assert killer.wait(30) == 0
    assert msgspec.json.encode(together) == msgspec.json.encode(alone)


@pytest.mark.parametrize("recorded", ["", "line", "whole"])
def test_matches_do_not_depend_on_who_plays_them(cluster: str, recorded: RecordForm) -> None:
    game = catalog.game("birdie")

    def play(executor: Executor | None) -> list[MatchResult]:
        players = ["random", "random"] if recorded == "line" else ["greedy", "random"]
        return list(matches(game, players, {}, games=90, seed=4, recorded=recorded, executor=executor))

    alone = play(None)
    for place in ({"processes": 2}, {"processes": 1, "cluster": cluster}):
        with open_executor(**place) as executor:
            assert play(executor) == alone


KILL_ONE = """
import os, signal, sys, time
from distributed import Client
with Client(sys.argv[1]) as client:
    time.sleep(0.3)
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
"""


def test_a_cluster_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("birdtable.lab.work.REACH", "1s")
    with pytest.raises(BadInput, match="cannot be reached"), open_executor(1, "tcp://127.0.0.1:1"):
        pass


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    command = [sys.executable, "-m", "birdtable", "report", "cubirds", "--players", "random,random", "--games", "3"]
    done = subprocess.run([*command, "--out", str(out)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("4 matches of CuBirds")
    assert "<svg" in out.read_text()
