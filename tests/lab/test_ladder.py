"""A ladder puts bots on one scale, and says how certain their places are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from math import inf, log10
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from birdtable import cli
from birdtable.game import BadInput
from birdtable.lab.arena.ladder import ELO, TableResult, climb, fit, rank


def run(command: str) -> Result:
    return CliRunner().invoke(cli.app, command.split())


TRUE = (-175.0, -75.0, 75.0, 175.0)
"""Elo of players that are made up; those in the middle have a mean of 0."""
FAR_APART = (-825.0, -125.0, 125.0, 325.0)
"""The first hardly ever wins."""


def make_up(random: Any, true: Sequence[float], seats: int, deals: int) -> list[list[TableResult]]:
    """Matches of made-up players. At half of the tables all rotations of a deal end alike."""
    found = []
    for _ in range(deals):
        deal = []
        for table in combinations(range(len(true)), seats):
            odds = np.exp(np.array([true[player] / ELO for player in table]))
            different = 1 if random.random() < 0.5 else seats
            wins = random.multinomial(different, odds / odds.sum()) * (seats / different)
            deal.append(TableResult(table, tuple(float(each) for each in wins)))
        found.append(deal)
    return found


def test_two_players_are_as_far_apart_as_their_rate_says() -> None:
    deals = [[TableResult((0, 1), (2.0, 0.0))]] * 30 + [[TableResult((0, 1), (0.0, 2.0))]] * 10
    first, second = rank(["a", "b"], deals)
    assert first.rate == 0.75
    # One drawn match is added to the 80.
    assert first.elo - second.elo == pytest.approx(400 * log10(60.5 / 20.5), abs=0.2)
    assert (second.above, first.above) == (0.25, None)
    assert second.above_interval is not None and second.above_interval[1] < 0.5


@pytest.mark.parametrize("true", [TRUE, FAR_APART])
@pytest.mark.parametrize("deals", [8, 24])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_truth_is_in_nearly_all_intervals(seats: int, deals: int, true: Sequence[float]) -> None:
    """Of each player, also of one who never won."""
    random, missed, runs = np.random.default_rng(5), np.zeros(len(true)), 60
    for _ in range(runs):
        rungs = rank("abcd", make_up(random, true, seats, deals))
        missed += [not rung.interval[0] <= elo <= rung.interval[1] for elo, rung in zip(true, rungs, strict=True)]
    assert max(missed) / runs < 0.12


def test_who_never_won_may_be_infinitely_low_and_makes_nobody_else_uncertain() -> None:
    even = [TableResult((0, 1), (0.0, 2.0)), TableResult((0, 2), (0.0, 2.0)), TableResult((1, 2), (1.0, 1.0))]
    last, *others = rank("abc", [even] * 40)
    assert last.interval[0] == -inf
    assert last.interval[1] < -300
    assert all(-200 < low < 0 < high < 200 for low, high in (rung.interval for rung in others))


def test_who_never_wins_is_at_the_foot_but_not_infinitely_low() -> None:
    deals = [[TableResult((0, 1), (0.0, 2.0)), TableResult((0, 2), (0.0, 2.0)), TableResult((1, 2), (1.0, 1.0))]] * 5
    strengths, errors = fit(3, deals)
    assert strengths[0] == min(strengths) > -1000
    assert all(np.isfinite(errors))


@pytest.mark.parametrize("seats", [2, 3])
def test_an_interval_has_a_width_even_if_all_deals_came_to_the_same(seats: int) -> None:
    tables = list(combinations(range(3), seats))
    found = []
    for deals in (3, 30):
        same = [[TableResult(table, (float(seats), *[0.0] * (seats - 1))) for table in tables]] * deals
        rungs = rank("abc", same)
        for rung in rungs:
            low, high = rung.interval
            assert low + 30 < rung.elo < high - 30
        found.append([rung.interval for rung in rungs])
    few, many = found
    assert few[0][0] < many[0][0] and many[2][1] < few[2][1], "more deals say more"
    assert many[0][1] == inf and many[2][0] == -inf, "of who always or never won"


def test_bots_come_in_their_order() -> None:
    *_, last = climb("cubirds", ["random", "hasty", "greedy"], seats=2, deals=12, seed=3)
    ladder = last.ladder()
    elos = [rung.elo for rung in ladder.rungs]
    assert elos == sorted(elos)
    assert (ladder.deals, ladder.games, ladder.faults) == (12, 72, {})
    assert elos[1] == 0


def test_deals_and_seats_are_checked_before_anything_is_played() -> None:
    with pytest.raises(BadInput, match="at least 2 deals"):
        next(climb("cubirds", ["random", "hasty"], seats=2, deals=1, seed=0))
    with pytest.raises(BadInput, match="3 seats need as many players"):
        next(climb("cubirds", ["random", "hasty"], seats=3, deals=2, seed=0))


def test_the_command_prints_a_table_or_json_for_each_number_of_seats() -> None:
    command = "ladder birdie --players random,novice,hasty --deals 2 --seats 2,3"
    text = run(command).stdout
    assert "Birdie: 12 matches of 2, 2 deals, seed 0" in text
    assert "Birdie: 6 matches of 3" in text
    assert "novice against random: " in text
    found = [json.loads(line) for line in run(f"{command} --json").stdout.splitlines()]
    assert [each["seats"] for each in found] == [2, 3]
    assert [rung["player"] for rung in found[0]["rungs"]] == ["random", "novice", "hasty"]


@pytest.mark.parametrize(
    ("seats", "said"), [("two", "'two' is no number of seats"), ("9", "CuBirds is for 2 to 5 players, not 9")]
)
def test_seats_that_are_none_are_refused(seats: str, said: str) -> None:
    done = run(f"ladder cubirds --seats {seats}")
    assert done.exit_code == 2
    assert said in done.stderr


def test_who_fails_to_choose_a_step_is_marked(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def choose(view, legal, rng):\n    return 'fly'\n")
    done = run(f"ladder cubirds --players broken,novice,hasty --deals 2 --seats 2 --code {tmp_path / 'broken.py'}")
    assert done.exit_code == 3
    assert "\nbroken *  " in done.stdout
    assert "* broken failed to choose a step and forfeited 8 matches" in done.stdout
