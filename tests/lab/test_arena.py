"""Arenas: bots are measured on equal terms, and who fails to play does not win."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable.bots import roster
from birdtable.bots.intervals import elo
from birdtable.bots.players.random import RandomBot
from birdtable.game import BadInput
from birdtable.lab.arena.arena import ArenaResult, arena
from birdtable.lab.work import open_executor

GAMES = ["birdie", "cubirds"]
RAISES = "def choose(view, legal, rng):\n    raise RuntimeError('no idea')"
NOW_AND_THEN = "def choose(view, legal, rng):\n    return legal[0] if rng.below(60) else 'fly away'"
STALLS = "def choose(view, legal, rng):\n    while True: pass"


def standing(name: str, players: list[str], **more: Any) -> ArenaResult:
    *_, last = arena(name, players, seed=1, **more)
    return last.result()


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    path = tmp_path / "faulty.py"
    path.write_text(RAISES, encoding="utf-8")
    return str(path)


def heed_interrupts() -> None:
    """They are ignored in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(*words: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "birdtable", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, preexec_fn=heed_interrupts)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout or done.stderr


# Measuring


@pytest.mark.parametrize("name", GAMES)
def test_greedy_beats_random_clearly(name: str) -> None:
    result = standing(name, ["greedy", "random"], games=40)
    assert result.wins[0] >= 36
    assert (result.games, result.deals) == (40, 20)
    assert result.interval[0][0] > 0.5


@pytest.mark.parametrize("name", GAMES)
def test_two_runs_with_one_seed_are_identical(name: str) -> None:
    first, again = (msgspec.json.encode(standing(name, ["search:8", "hasty", "random"], games=6)) for _ in range(2))
    assert first == again


def test_a_run_stops_early_when_the_sequence_is_clear_of_the_bar() -> None:
    result = standing("cubirds", ["greedy", "random"], games=400, bar=0.5)
    assert result.stopped and result.anytime
    assert result.games < 400
    assert result.interval[0][0] > 0.5


def test_intervals_are_wider_for_who_may_stop_at_any_time() -> None:
    once = standing("cubirds", ["hasty", "random"], games=20)
    any_time = standing("cubirds", ["hasty", "random"], games=20, bar=1.0)
    assert not once.anytime
    assert once.rate == any_time.rate
    assert any_time.interval[0][0] < once.interval[0][0]


@pytest.mark.parametrize(("bar", "stops"), [(0.0, True), (1.0, False)])
def test_a_bar_may_be_0_or_1(bar: float, stops: bool) -> None:
    result = standing("birdie", ["greedy", "random"], games=4, bar=bar)
    assert result.stopped == stops
    assert result.games == (2 if stops else 4)


def test_elo_and_its_interval_are_the_rate_converted() -> None:
    result = standing("cubirds", ["hasty", "greedy", "random"], games=12)
    for rates, numbers in zip(result.interval, result.elo_interval, strict=True):
        assert numbers == pytest.approx([elo(rate, 3) for rate in rates], abs=0.1)
    assert result.rate[0] is not None and result.elo[0] == pytest.approx(elo(result.rate[0], 3), abs=0.1)


def test_one_deal_says_little() -> None:
    result = standing("birdie", ["greedy", "random"], games=1)
    assert result.games == 2
    assert result.interval[0][0] < 0.5 < result.interval[0][1]


def test_bad_arenas_are_refused() -> None:
    for players, games, bar in (
        (["greedy"], 10, None),
        (["greedy"] * 5, 10, None),
        (["greedy", "nobody"], 10, None),
        (["random"] * 2, 0, None),
        (["random"] * 2, 10, 1.5),
        (["random"] * 2, 10, float("nan")),
    ):
        with pytest.raises(BadInput):
            list(arena("birdie", players, games=games, seed=1, bar=bar))


# Faults


def test_a_bot_that_fails_forfeits_its_matches(faulty: str) -> None:
    result = standing("cubirds", [faulty, "random"], games=4)
    assert (result.games, result.wins) == (4, [0, 4])
    assert result.faults == [{"raised RuntimeError: no idea": 4}, {}]
    assert result.points == [None, None]


def test_with_three_seats_the_others_share_a_forfeited_match(faulty: str) -> None:
    result = standing("cubirds", [faulty, "random", "greedy"], games=3)
    assert result.wins == [0, 1.5, 1.5]


def test_a_deal_with_a_fault_may_be_void(faulty: str) -> None:
    result = standing("cubirds", [faulty, "random", "greedy"], games=6, seats=2, void=True)
    assert result.voided == 4
    assert (result.games, result.deals) == (2, 1)
    assert result.rate[0] is None and result.elo[0] is None and result.interval[0] == (0, 1)
    assert result.wins[1] + result.wins[2] == 2
    assert result.faults[0] == {"raised RuntimeError: no idea": 4}


def test_faults_are_the_same_with_one_process_and_with_two(tmp_path: Path) -> None:
    path = tmp_path / "now_and_then.py"
    path.write_text(NOW_AND_THEN, encoding="utf-8")

    def play(processes: int) -> ArenaResult:
        with open_executor(processes) as executor:
            return standing("cubirds", [str(path), "random"], games=20, executor=executor)

    alone = play(1)
    assert 0 < sum(alone.faults[0].values()) < 20
    assert msgspec.json.encode(play(2)) == msgspec.json.encode(alone)


class Broken:
    def choose(self, view: Any, legal: Any, rng: Any) -> str:
        raise ZeroDivisionError


def test_a_bot_of_ours_that_fails_forfeits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Broken()
    monkeypatch.setattr(roster, "BOTS", {"broken": lambda game, _: broken, "random": lambda game, _: RandomBot()})
    monkeypatch.setattr(roster, "PLAIN", ("broken", "random"))
    result = standing("birdie", ["broken", "random"], games=2)
    assert (result.wins, result.faults) == ([0, 2], [{"raised ZeroDivisionError: ": 2}, {}])


# The command


def test_the_command_marks_faults_and_does_not_succeed(faulty: str) -> None:
    words = ["arena", "cubirds", "--players", "faulty,random", "--games", "2", "--code", faulty]
    code, text = run(*words)
    assert code == 3
    assert "faulty *" in text and "* faulty: raised RuntimeError: no idea (2 matches)" in text
    assert "the others at the table share the victory" in text
    code, text = run(*words, "--json", "--void-faults")
    result = json.loads(text)
    assert (code, result["voided"], result["faults"][0]) == (3, 2, {"raised RuntimeError: no idea": 2})
    assert result["players"] == ["faulty", "random"]


def test_patience_can_be_set(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(STALLS, encoding="utf-8")
    words = ["arena", "cubirds", "--players", "slow,random", "--games", "1", "--code", str(path)]
    code, text = run(*words, "--patience", "0.3")
    assert code == 3 and "* slow: no step within 0.3 s (2 matches)" in text
    code, text = run(*words, "--patience", "0")
    assert (code, text) == (2, "error: patience is a time in seconds above 0, not 0\n")
    code, text = run(*words, "--patience", "inf")
    assert (code, text) == (2, "error: patience is a day (86400 seconds) at most, not inf\n")


@pytest.mark.parametrize("command", ["sim", "report"])
def test_other_commands_take_bots_in_files_and_tell_of_faults(command: str, tmp_path: Path) -> None:
    path = tmp_path / "now_and_then.py"
    path.write_text(NOW_AND_THEN, encoding="utf-8")
    words = [command, "cubirds", "--players", "now_and_then,random", "--games", "20", "--code", str(path), "--json"]
    code, text = run(*words)
    result = json.loads(text)
    failed = result["faults"][0]["'fly away' is not legal"]
    assert code == 3 and 0 < failed < 20
    if command == "sim":
        assert sum(result["wins"]) == 20 and result["wins"][1] >= failed
    else:
        assert result["games"] + result["voided"] == 20 and result["voided"] >= failed


def test_a_file_cannot_take_the_name_of_another_bot(tmp_path: Path) -> None:
    (tmp_path / "greedy.py").write_text(RAISES, encoding="utf-8")
    code, text = run("arena", "cubirds", "--players", "greedy,random", "--code", str(tmp_path / "greedy.py"))
    assert code == 2 and "which is a bot of ours: rename the file" in text


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_run_that_is_interrupted_tells_what_it_found(processes: str, tmp_path: Path) -> None:
    """The bot itself interrupts, in the middle of a match, the process that prints the result, once every process has
    played some."""
    path = tmp_path / "impatient.py"
    parent = "os.getppid()" if processes == "1" else "grandparent()"
    path.write_text(
        "import os, pathlib, signal\ncalls = 0\nplaying = pathlib.Path(__file__).parent / 'playing'\n"
        "def grandparent():\n    return int(open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2].split()[1])\n"
        "def choose(view, legal, rng):\n    global calls\n    calls += 1\n"
        "    if calls == 200:\n        playing.mkdir(exist_ok=True)\n        (playing / str(os.getpid())).touch()\n"
        f"    if calls % 400 == 0 and len(os.listdir(playing)) == {processes}: os.kill({parent}, signal.SIGINT)\n"
        "    return legal[-1]",
        encoding="utf-8",
    )
    words = ["arena", "birdie", "--players", "impatient,random", "--games", "100000", "--processes", processes]
    code, text = run(*words, "--code", str(path), "--json")
    result = json.loads(text)
    assert code == 128 + signal.SIGINT
    assert result["interrupted"] and result["anytime"]
    assert 0 < result["games"] < 100000 and "faults" not in result
