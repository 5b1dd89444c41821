"""What was learnt is shipped with its origin; training learns something, can be interrupted, and repeats itself."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest

from birdtable import catalog
from birdtable.bots.interface import Bot
from birdtable.bots.knowledge import new_policy
from birdtable.bots.players.learned import LearnedBot
from birdtable.bots.players.random import RandomBot
from birdtable.bots.search.net import Net
from birdtable.bots.search.netfile import VERSION, parse_net
from birdtable.game import BadInput
from birdtable.lab.arena.arena import measure_rate
from birdtable.lab.training.training import Run

GAMES = ["birdie", "cubirds"]
HOUR = 3600.0


@pytest.mark.parametrize("name", GAMES)
def test_shipped_weights_are_small_and_say_where_they_come_from(name: str) -> None:
    file = files("birdtable.bots.search").joinpath("weights", f"{name}.net")
    content = file.read_bytes()
    origin, numbers = parse_net(content)
    assert len(content) < 2_000_000
    assert (origin.version, origin.game, origin.rules) == (VERSION, name, catalog.game(name).rules_version)
    assert origin.made_by.startswith(f"birdtable train {name} --seed {origin.seed} ")
    known = new_policy(catalog.game(name)).net
    net = Net(numbers, known.features, known.step_features)
    assert net.is_trained
    assert net.knows_steps and known.knows_steps


def against_random(name: str, net: Net, games: int) -> float:
    """The part of matches for two that the learned steps win."""
    game = catalog.game(name)
    policy = new_policy(game)
    policy.net = net
    players: list[Bot] = [LearnedBot(game, policy), RandomBot()]
    rate, _ = measure_rate(name, players, deals=games // 2, seed=7)
    return rate


def train(folder: Path, name: str, *, matches: int, generations: int) -> Run:
    run = Run(name, folder, seed=3, matches=matches)
    assert len(list(islice(run.generations(HOUR), generations))) == generations
    return run


def test_a_little_training_beats_random(tmp_path: Path) -> None:
    run = train(tmp_path, "cubirds", matches=100, generations=2)
    assert against_random("cubirds", run.net(), 40) > 0.8


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_minute_of_training_beats_random_and_judges_better_than_a_guess(name: str, tmp_path: Path) -> None:
    run = Run(name, tmp_path, seed=3, matches=1000)
    *_, last = run.generations(60.0)
    assert last.loss < last.guess
    assert against_random(name, run.net(), 100) > 0.9


def test_a_run_that_was_interrupted_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole", "cubirds", matches=1, generations=3)
    train(tmp_path / "parts", "cubirds", matches=1, generations=1)
    parts = train(tmp_path / "parts", "cubirds", matches=1, generations=2)
    assert parts.learner.numbers() == whole.learner.numbers()
    assert parts.progress.matches == whole.progress.matches
    assert parts.file.read_bytes() == whole.file.read_bytes()


def test_the_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    train(tmp_path, "cubirds", matches=1, generations=1)
    for name, seed in (("birdie", 3), ("cubirds", 4)):
        with pytest.raises(BadInput, match="is a run of cubirds with seed 3"):
            Run(name, tmp_path, seed=seed, matches=1)


def test_the_command_trains_and_says_how_it_goes(tmp_path: Path) -> None:
    out = tmp_path / "cubirds.net"
    command = [sys.executable, "-m", "birdtable", "train", "cubirds", "--hours", "0.0001", "--matches", "20"]
    command += ["--folder", str(tmp_path / "run"), "--out", str(out), "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "generation 1: 20 matches" in done.stderr
    assert "against greedy" in done.stderr
    assert done.stdout.strip() == str(out)
    assert parse_net(out.read_bytes())[0].seed == 1
