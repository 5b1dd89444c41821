"""How fast the rules are in WebAssembly: the same program here and in Node, with the files of ``birdtable-tab``.

All in CPU time, and by turns, so that others may use this machine too.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from birdtable.game import BadInput
from birdtable.lab.bench.measure import CONFIGURATIONS, Figure

PROGRAM = """
import json, sys, time
from birdtable import catalog, speed
from birdtable.engine import Rng, rollouts
from birdtable.server.workers.questions import choose_play
from birdtable.tab.thinker import SLOW

try:
    from js import process
    def now():
        used = process.cpuUsage()
        return (used.user + used.system) / 1e6
except ImportError:
    now = time.process_time

def rate(name, seats):
    game = catalog.game(name)
    state, rng = game.start(seats, game.cap()), Rng(1)

    def play(seconds):
        done, began = 0, now()
        while (spent := now() - began) < seconds:
            done += rollouts(state, rng, 200)[0]
        return done / spent

    play(0.5)  # WebAssembly is compiled while it runs
    return play(1)

def views(name, number):
    # Of a random match, from all of its length.
    game, rng, found = catalog.game(name), Rng(1), []
    state = game.start(2, game.cap())
    while state.to_move != -2:
        if state.to_move < 0:
            game.apply(state, game.steps[state.roll(rng)])
            continue
        legal = game.legal_steps(state)
        if len(legal) > 1:
            found.append(game.view_text(game.view(state, state.to_move)))
        game.apply(state, legal[rng.below(len(legal))])
    return found[:: max(1, len(found) // number)][:number]

def longest_thought(name, level):
    version, part = catalog.game(name).rules_version, 1.0 if speed() == "compiled" else SLOW
    found = []
    for view in views(name, 8):
        choose_play(name, version, level, view, 1, part)
        began = now()
        steps = choose_play(name, version, level, view, 2, part)
        found.append((now() - began) / len(steps))
    return max(found)

configurations, levels = json.loads(sys.argv[1])
found = {"speed": speed()}
for name, seats in configurations:
    found[f"{name} {seats}: play-outs"] = rate(name, seats)
for name in ("birdie", "cubirds"):
    for level in levels:
        found[f"{name}: longest of 8 decisions of {level}"] = longest_thought(name, level)
print(json.dumps(found))
"""
BARS = {("compiled", "strong"): 0.1, ("compiled", "champion"): 1.0, ("interpreted", "strong"): 0.5}
"""Seconds that a decision in the tab may take."""
TURNS = 3


def wasm_figures() -> list[Figure]:
    import birdtable_tab

    node = shutil.which("node")
    if node is None:
        raise BadInput("'birdtable bench wasm' needs Node")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "measure.py")
        program.write_text(PROGRAM, encoding="utf-8")
        inside = [node, str(Path(birdtable_tab.__file__).with_name("node.mjs")), str(birdtable_tab.FILES), str(program)]
        figures = rates([sys.executable, str(program)], inside)
        for speed in ("compiled", "interpreted"):
            figures += thoughts(inside, speed)
    return figures


def rates(here: list[str], inside: list[str]) -> list[Figure]:
    """Of play-outs, compiled in both places."""
    wish = json.dumps([CONFIGURATIONS, []])
    found = [(run([*here, wish], "compiled"), run([*inside, wish], "compiled")) for _ in range(TURNS)]
    return [
        Figure(
            f"{name} in WebAssembly",
            median(there[name] for _, there in found),
            "decisions/s",
            "here",
            median(native[name] for native, _ in found),
        )
        for name in found[0][0]
    ]


def thoughts(inside: list[str], speed: str) -> list[Figure]:
    levels = [level for each, level in BARS if each == speed]
    found = run([*inside, json.dumps([[], levels])], speed)
    return [Figure(f"{name}, {speed}", found[name], "s", "bar", BARS[speed, name.split()[-1]]) for name in found]


def run(command: list[str], speed: str) -> dict[str, float]:
    environment = os.environ | ({"BIRDTABLE_PURE": "1"} if speed == "interpreted" else {})
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise BadInput(f"{Path(command[0]).name} failed: {done.stderr.strip().splitlines()[-1][:300]}")
    found = json.loads(done.stdout.splitlines()[-1])
    if (ran := found.pop("speed")) != speed:
        raise BadInput(f"{Path(command[0]).name} ran the rules {ran}, not {speed}")
    figures: dict[str, float] = found
    return figures
