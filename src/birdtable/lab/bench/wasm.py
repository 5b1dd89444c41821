"""How fast the rules are in WebAssembly: the same program here and in Node, with the files of ``birdtable-tab``."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from birdtable.game import BadInput
from birdtable.lab.bench.measure import CONFIGURATIONS, Figure

PROGRAM = """
import json, sys, time
from birdtable import catalog, speed
from birdtable.engine import Rng, rollouts
from birdtable.server.workers.questions import choose_play

def rate(name, seats):
    game = catalog.game(name)
    state, rng = game.start(seats, game.cap()), Rng(1)
    rollouts(state, rng, 100)
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < 2:
        done += rollouts(state, rng, 200)[0]
    return done / (time.perf_counter() - began)

def thought(name, level):
    game = catalog.game(name)
    state = game.start(2)
    while state.to_move < 0:
        game.apply(state, game.odds(state)[0][0])
    view = game.view_text(game.view(state, state.to_move))
    steps = choose_play(name, game.rules_version, level, view, 1)
    began = time.perf_counter()
    steps = choose_play(name, game.rules_version, level, view, 2)
    return (time.perf_counter() - began) / len(steps)

found = {"speed": speed()}
for name, seats in json.loads(sys.argv[1]):
    found[f"{name} {seats}: play-outs"] = rate(name, seats)
for name in ("birdie", "cubirds"):
    for level in ("strong", "champion"):
        found[f"{name}: a decision of {level}"] = thought(name, level)
print(json.dumps(found))
"""
BARS = {"strong": 0.1, "champion": 1.0}
"""Seconds that a decision in the tab may take."""


def wasm_figures() -> list[Figure]:
    import birdtable_tab

    node = shutil.which("node")
    if node is None:
        raise BadInput("'birdtable bench wasm' needs Node")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "measure.py")
        program.write_text(PROGRAM, encoding="utf-8")
        arguments = [str(program), json.dumps(CONFIGURATIONS)]
        here = run(sys.executable, *arguments)
        there = run(node, str(Path(birdtable_tab.__file__).with_name("node.mjs")), str(birdtable_tab.FILES), *arguments)
    figures = []
    for name, value in there.items():
        if name.endswith("play-outs"):
            figures.append(Figure(f"{name}, WebAssembly", value, "decisions/s", "here, compiled", here[name]))
        elif name != "speed":
            figures.append(Figure(f"{name}, WebAssembly", value, "s", "bar", BARS[name.split()[-1]]))
    return figures


def run(*command: str) -> dict[str, float]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadInput(f"{Path(command[0]).name} failed: {done.stderr.strip().splitlines()[-1][:300]}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found
