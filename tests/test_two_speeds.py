"""One law, two speeds: the transcripts of compiled and interpreted matches are the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import birdtable

SCRIPT = Path(__file__).parent / "kit" / "matches" / "speeds.py"

pytestmark = pytest.mark.skipif(birdtable.speed() != "compiled", reason=birdtable.speed_reason())


def run(matches: int, *, pure: bool) -> subprocess.Popen[str]:
    command = [sys.executable, str(SCRIPT), str(matches)]
    return subprocess.Popen(
        command, env=os.environ | {"BIRDTABLE_PURE": str(int(pure))}, stdout=subprocess.PIPE, text=True
    )


def compare(matches: int) -> None:
    """Both at the same time."""
    running = run(matches, pure=False), run(matches, pure=True)
    (compiled, _), (interpreted, _) = (each.communicate() for each in running)
    assert [each.returncode for each in running] == [0, 0]
    first, *digests = compiled.splitlines()
    assert (first, interpreted.splitlines()[0]) == ("compiled", "interpreted")
    assert len(digests) == len(set(digests)) >= 16
    assert digests == interpreted.splitlines()[1:]


def test_50_matches_of_each_kind_are_the_same_in_both_speeds() -> None:
    compare(50)


@pytest.mark.long
def test_10_000_matches_of_each_kind_are_the_same_in_both_speeds() -> None:
    compare(10_000)
