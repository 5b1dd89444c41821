"""The tool that looks for mistakes no test would notice, on a module of a few lines."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

TOOL = Path(__file__).resolve().parents[1] / "tools" / "mutate.py"

MODULE = """
def fare(age: int, zone: int) -> int:
    if age < 6:
        return 0
    return 2 + zone

def is_night(hour: int) -> bool:
    return hour < 6

def count_down(n: int) -> int:
    while n > 0:
        n -= 1
    return n

def colour() -> str:
    return "red"
"""
TESTS = """
import tiny

def test_the_fare_grows_with_the_zone():
    assert (tiny.fare(30, 1), tiny.fare(30, 2)) == (3, 4)

def test_children_travel_free():
    assert (tiny.fare(5, 3), tiny.fare(6, 0)) == (0, 2)

def test_nights_are_dark():
    assert tiny.is_night(3) and not tiny.is_night(12)

def test_counting_ends_at_zero():
    assert tiny.count_down(3) == 0
"""
PLAN = """
patience = 1
tests = ["tests/test_*.py"]
[areas]
all = ["src/*.py"]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module, its tests and the plan, after every mutant has been tried."""
    folder = tmp_path_factory.mktemp("project")
    for name, text in (("src/tiny.py", MODULE), ("tests/test_tiny.py", TESTS), ("plan.toml", PLAN)):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    mutate(folder, "--spots=100")
    return folder


def mutate(project: Path, *options: str) -> str:
    command = [sys.executable, str(TOOL), f"--root={project}", f"--plan={project / 'plan.toml'}", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert done.returncode in (0, 1) and not done.stderr, done.stderr
    return done.stdout


def verdicts(project: Path, *options: str) -> dict[tuple[str, str], Any]:
    lines = [line for line in mutate(project, "--json", *options).splitlines() if line.startswith("{")]
    return {(each["spot"]["before"], each["spot"]["after"]): each for each in map(json.loads, lines)}


def test_caught_and_missed_are_told_apart(project: Path) -> None:
    found = verdicts(project, "--spots=100")
    caught = {key: each["caught_by"] for key, each in found.items()}
    assert caught["return 2 + zone", "return 2 - zone"] == "tests/test_tiny.py::test_the_fare_grows_with_the_zone"
    assert caught["if age < 6:", "if age <= 6:"] == "tests/test_tiny.py::test_children_travel_free"
    assert caught["return hour < 6", "return hour <= 6"] == ""
    assert caught["n -= 1", "pass"] == "tests/test_tiny.py::test_counting_ends_at_zero (did not end)"
    unreached = found['return "red"', "return None"]
    assert unreached["caught_by"] == "" and unreached["spot"]["line"] == 16


def test_the_tree_stays_as_it_is(project: Path) -> None:
    assert (project / "src/tiny.py").read_text() == MODULE
    assert (project / "tests/test_tiny.py").read_text() == TESTS


def test_the_same_seed_gives_the_same_spots_and_another_others(project: Path) -> None:
    lists = [mutate(project, "--list", "--spots=4", f"--seed={seed}") for seed in (1, 1, 2)]
    assert lists[0] == lists[1] != lists[2]


def test_a_new_line_changes_no_other_spot(project: Path, tmp_path: Path) -> None:
    copytree(project, tmp_path, dirs_exist_ok=True)
    before = mutate(tmp_path, "--list", "--spots=6").splitlines()
    (tmp_path / "src/tiny.py").write_text(f"def is_free(age: int) -> bool:\n    return age < 5 or age > 99\n{MODULE}")
    after = mutate(tmp_path, "--list", "--spots=6").splitlines()
    new = {line for line in after if line not in before and not line.startswith("src")}
    assert before != after and all("age" in line for line in new)


def test_one_line_can_be_asked_about(project: Path) -> None:
    found = verdicts(project, "--at=src/tiny.py:8")
    missed = {after for (_, after), each in found.items() if not each["caught_by"]}
    assert len(found) == 4 and missed == {"return hour <= 6", "return hour < 7"}


def test_what_is_known_is_not_tried_again_until_the_tests_change(project: Path) -> None:
    kept = project / "build" / "mutants" / "verdicts.jsonl"
    first = kept.read_text()
    missed = {key for key, each in verdicts(project, "--spots=100").items() if not each["caught_by"]}
    assert kept.read_text() == first
    more = TESTS + "\ndef test_roses_are_red():\n    assert tiny.colour() == 'red'\n"
    (project / "tests/test_tiny.py").write_text(more)
    again = verdicts(project, "--spots=100")
    assert again['return "red"', "return None"]["caught_by"] == "tests/test_tiny.py::test_roses_are_red"
    assert len(kept.read_text().splitlines()) == len(first.splitlines()) + len(missed)


@pytest.mark.parametrize(("within", "is_left_out"), [(None, True), ("colour", True), ("fare", False)])
def test_a_mutant_that_does_the_same_can_be_left_out_with_its_reason(
    project: Path, within: str | None, is_left_out: bool
) -> None:
    entry = {"path": "src/tiny.py", "before": 'return "red"', "after": "return None", "reason": "nobody looks"}
    if within:
        entry["within"] = within
    allowed = "\n".join(f"{key} = {json.dumps(value)}" for key, value in entry.items())
    assert "+ return None" in mutate(project, "--list", "--spots=100")
    (project / "plan.toml").write_text(f"{PLAN}\n[[equivalent]]\n{allowed}\n")
    assert ("+ return None" not in mutate(project, "--list", "--spots=100")) is is_left_out
    (project / "plan.toml").write_text(PLAN)


def test_what_is_left_out_is_still_there() -> None:
    plan = tomllib.loads((TOOL.parent / "mutants.toml").read_text())
    for each in plan["equivalent"]:
        lines = (TOOL.parents[1] / each["path"]).read_text().splitlines()
        assert each["before"] in {line.strip() for line in lines}, each
