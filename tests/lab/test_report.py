"""Studies of many matches, and the page about them."""

from __future__ import annotations

import random
import subprocess
import sys
from math import exp
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from birdtable import cli
from birdtable.lab.report.deciding import FEWEST, what_decides
from birdtable.lab.report.page import page
from birdtable.lab.report.study import Study, study


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


def parts(deals: list[list[list[float]]]) -> tuple[float, float, float]:
    found = what_decides(deals)
    assert found is not None
    return found.players.part, found.deal.part, found.rest.part


def test_the_players_decide_where_one_always_wins() -> None:
    assert parts([[[1.0, 0.0], [1.0, 0.0]]] * 40) == pytest.approx((1, 0, 0))


def test_the_deal_decides_where_the_same_seat_wins_whoever_sits_there() -> None:
    assert parts([[[1.0, 1.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 1.0]]] * 20) == pytest.approx((0, 1, 0), abs=0.03)


def test_nothing_is_said_of_few_deals_or_of_matches_that_all_win() -> None:
    assert what_decides([[[1.0, 0.0], [1.0, 0.0]]] * (FEWEST - 1)) is None
    assert what_decides([[[0.5, 0.5], [0.5, 0.5]]] * 40) is None


def play_model(skill: float, luck: float, deals: int, rng: random.Random) -> list[list[list[float]]]:
    """Seat 0 wins by the odds of the skill of who sits there, and of the deal."""
    found = []
    for _ in range(deals):
        deal = rng.gauss(0, luck)
        chances = [1 / (1 + exp(-deal - (skill if player == 0 else -skill))) for player in (0, 1)]
        winners = [int(rng.random() >= chance) for chance in chances]
        shares = [[0.0, 0.0], [0.0, 0.0]]
        for player, seat in enumerate(winners):
            shares[seat][player if seat == 0 else 1 - player] = 1.0
        found.append(shares)
    return found


@pytest.mark.parametrize(("skill", "luck"), [(0.0, 0.0), (0.0, 2.0), (1.0, 2.0), (3.0, 1.0)])
def test_the_intervals_of_the_parts_hold(skill: float, luck: float) -> None:
    rng, runs = random.Random(4), 60
    truth = parts(play_model(skill, luck, 20_000, rng))
    wrong = [0, 0, 0]
    for _ in range(runs):
        found = what_decides(play_model(skill, luck, 60, rng))
        assert found is not None
        for number, part in enumerate((found.players, found.deal, found.rest)):
            low, high = part.interval
            wrong[number] += not low - 0.02 <= truth[number] <= high + 0.02  # the truth is an estimate too
    assert max(wrong) / runs <= 0.1


def test_identical_bots_owe_nothing_to_who_plays() -> None:
    found = study("cubirds", ["novice", "novice"], {}, deals=FEWEST, seed=2).deciding
    assert found is not None
    assert found.players.interval[0] == 0 and found.players.part <= 0.1


def test_what_goes_with_winning_is_called_a_correlation() -> None:
    text = page(small())
    assert "Abilities and winning" in text
    assert text.count("This is a correlation") == text.count("and winning</h2>") > 0
    assert "worth" not in text and "luck" not in text.lower()


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    command = [sys.executable, "-m", "birdtable", "report", "cubirds", "--players", "random,random", "--games", "3"]
    done = subprocess.run([*command, "--out", str(out)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("4 matches of CuBirds")
    assert "<svg" in out.read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--records games.jsonl --player Mira --games 5", "leave out --games"),
        ("--records games.jsonl --player Mira --expert", "leave out --expert"),
        ("--records games.jsonl", "Name the player with --player"),
        ("--player Mira", "give their file with --records"),
    ],
)
def test_options_that_would_be_ignored_are_refused(options: str, said: str) -> None:
    done = CliRunner().invoke(cli.app, ["report", "birdie", *options.split()])
    assert done.exit_code == 2
    assert said in done.stderr
