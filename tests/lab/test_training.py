"""The training example, run as a reader would run it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_masked_ppo_learns_to_beat_random() -> None:
    command = [sys.executable, str(ROOT / "examples" / "train_ppo.py"), "--steps", "60000", "--games", "200"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    before, after = (int(rate) for rate in re.findall(r"(\d+)% of matches won", done.stdout))
    assert after >= 60 > before
