"""The full screen in a real terminal: sizes, leaving, and going on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

pytestmark = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")

COMMAND = f"{sys.executable} -W ignore -m birdtable"


class Terminal:
    """A terminal of a given size in which a shell command runs."""

    def __init__(self, folder: Path, width: int, height: int, command: str) -> None:
        self.name = f"birdtable-{uuid4().hex[:8]}"
        self.server = ["tmux", "-L", self.name]
        around = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        environment = {**around, "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        shell = f"{command}; echo left with $?; stty -a | grep -q -e ' -echo ' || echo typing is seen; sleep 60"
        size = ["-x", str(width), "-y", str(height)]
        subprocess.run([*self.server, "new-session", "-d", *size, shell], env=environment, check=True)

    def shown(self) -> str:
        done = subprocess.run([*self.server, "capture-pane", "-p"], capture_output=True, text=True, check=True)
        return done.stdout

    def until(self, text: str, bottom: str = "", seconds: float = 60) -> str:
        """The screen that has this text, and ``bottom`` in its last line: it is drawn bit by bit."""
        end = time.monotonic() + seconds
        while text not in (shown := self.shown()) or bottom not in shown.splitlines()[-1]:
            assert time.monotonic() < end, f"{text!r} and {bottom!r} do not appear:\n{shown}"
            time.sleep(0.1)
        return shown

    def press(self, *keys: str) -> None:
        subprocess.run([*self.server, "send-keys", *keys], check=True)

    def close(self) -> None:
        subprocess.run([*self.server, "kill-server"], check=False)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


@pytest.mark.parametrize(("game", "width", "height"), [("birdie", 80, 24), ("cubirds", 200, 60)])
def test_the_table_fits_and_ctrl_c_leaves_the_terminal_clean(
    game: str, width: int, height: int, terminals: list[Terminal], tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, width, height, f"{COMMAND} play {game} --seed 3 --name Ann")
    terminals.append(terminal)
    question = {"birdie": "Take 1 card to the hand", "cubirds": "Lay all birds of a species"}[game]
    shown = terminal.until(question, bottom="f10 Quit")
    lines = shown.splitlines()
    assert len(lines) == height and lines[-1].lstrip().startswith("f1 Help")
    assert "Hand: " in shown and "Juno" in shown
    terminal.press("C-c")
    left = terminal.until("typing is seen")
    assert "To go on: birdtable play --resume" in left.replace("\n", "") and "left with 0" in left
    again = Terminal(tmp_path, width, height, f"{COMMAND} play --resume")
    terminals.append(again)
    assert question in again.until(question)
