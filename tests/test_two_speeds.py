"""One law: the same seeds give the same matches, step by step, compiled and interpreted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("transcripts.py")


def begin(speed: str, matches: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "BIRDTABLE_PURE": "1" if speed == "interpreted" else "0"}
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), str(matches)], env=environment, stdout=subprocess.PIPE, text=True
    )


def differences(matches: int) -> list[str]:
    """The setups and seeds whose matches are not the same in both speeds."""
    playing = {speed: begin(speed, matches) for speed in ("compiled", "interpreted")}
    found = {}
    for wanted, process in playing.items():
        output, _ = process.communicate()
        speed, found[wanted] = json.loads(output)
        assert speed == wanted
    assert found["compiled"].keys() == found["interpreted"].keys()
    return [
        f"{setup}, seed {seed}"
        for setup, fingerprints in found["compiled"].items()
        for seed in range(matches)
        if fingerprints[seed] != found["interpreted"][setup][seed]
    ]


@pytest.mark.timeout(900)
def test_500_matches_of_every_setup_are_the_same_in_both_speeds() -> None:
    assert differences(500) == []


@pytest.mark.long
def test_10000_matches_of_every_setup_are_the_same_in_both_speeds() -> None:
    assert differences(10_000) == []
