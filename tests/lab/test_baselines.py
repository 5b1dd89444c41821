"""The examples that learn or search, run as a reader would run them: all in a short form, some to see them get good.

Those that need PyTorch run where it is installed (``make test-long`` installs it).
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import birdtable
from birdtable.bots.interface import BotFault
from birdtable.bots.players.random import RandomBot
from birdtable.bots.roster import bot
from birdtable.lab.arena.arena import arena, measure_rate
from birdtable.lab.data.parts import make

EXAMPLES = Path(__file__).parents[2] / "examples"
needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs the extra train")
needs_speed = pytest.mark.skipif(birdtable.speed() != "compiled", reason="the vector engine is compiled code")


def run(example: str, *words: object) -> list[float]:
    """The win rates that an example prints, in percent; each stands with its interval."""
    command = [sys.executable, str(EXAMPLES / example), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = [
        [float(each) for each in rates]
        for rates in re.findall(r"([\d.]+)% \(([\d.]+)% - ([\d.]+)%\) of .*matches won", done.stdout)
    ]
    assert all(low <= rate <= high for rate, low, high in found), done.stdout
    return [rate for rate, _, _ in found]


def load_example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 150


def test_a_few_matches_of_a_search_teach_to_beat_random(tmp_path: Path) -> None:
    make("cubirds", ["champion:64", "champion:64"], tmp_path, games=120, seed=1, part=30)
    against_random, _ = run("imitate.py", tmp_path, "--passes", 12, "--hidden", 64, "--deals", 20)
    assert against_random > 60


@needs_torch
def test_masked_ppo_runs() -> None:
    assert len(run("train_ppo.py", "--steps", 256, "--deals", 2)) == 2


@needs_torch
@needs_speed
def test_ppo_on_the_vector_engine_runs() -> None:
    words = ["--updates", 2, "--matches", 16, "--steps", 8, "--deals", 2]
    assert len(run("vector_ppo.py", *words)) == 2


@pytest.mark.long
@needs_torch
def test_masked_ppo_learns_to_beat_random() -> None:
    before, after = run("train_ppo.py", "--steps", 60_000)
    assert after >= 60 > before


@pytest.mark.long
@needs_torch
@needs_speed
def test_ppo_on_the_vector_engine_learns_to_beat_random() -> None:
    before, after = run("vector_ppo.py", "--updates", 30, "--seconds", 3600)
    assert after >= 75 > before


def test_openspiels_own_search_plays_whole_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    example = load_example("openspiel_bot")
    monkeypatch.setattr(example, "SECONDS", 0.0)
    rate, (low, high) = measure_rate("cubirds", [example.bot("cubirds"), RandomBot()], deals=1, seed=1)
    assert 0 <= low <= rate <= high <= 1


def test_a_measured_rate_is_that_of_the_arena_and_a_fault_is_raised() -> None:
    names = ["novice", "hasty", "random"]
    rate, bounds = measure_rate("birdie", [bot(name, "birdie") for name in names], deals=4, seed=1)
    *_, board = arena("birdie", names, games=12, seed=1)
    found = board.result()
    assert rate == pytest.approx(found.rate[0], abs=1e-5)
    assert bounds == pytest.approx(found.interval[0], abs=1e-5)

    class Odd:
        def choose(self, view: Any, legal: Any, rng: Any) -> str:
            return "fly away"

    with pytest.raises(BotFault, match="'fly away' is not legal"):
        measure_rate("birdie", [RandomBot(), Odd()], deals=1, seed=1)
