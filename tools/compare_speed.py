"""Is a change slower? ``python tools/compare_speed.py OLD NEW [--runs 11]`` measures two source trees in turn.

OLD and NEW are checkouts that are built (``make build``). Every workload runs in a fresh process of each tree,
alternately, and counts CPU time; the table shows the best of all runs of each tree and their ratio. Below 1 the
new tree is faster.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

WORKLOADS = {
    "play-outs, Birdie 2": "playouts('birdie', 2, 60000)",
    "play-outs, Birdie 4": "playouts('birdie', 4, 30000)",
    "play-outs, CuBirds 2": "playouts('cubirds', 2, 40000)",
    "play-outs, CuBirds 4": "playouts('cubirds', 4, 30000)",
    "steps from Python, Birdie": "steps('birdie', 1500)",
    "steps from Python, CuBirds": "steps('cubirds', 800)",
    "search, Birdie": "arena('birdie', 'search:100', 20)",
    "search, CuBirds": "arena('cubirds', 'search:100', 20)",
    "champion, Birdie": "arena('birdie', 'champion:100', 20)",
    "champion, CuBirds": "arena('cubirds', 'champion:100', 20)",
    "vector engine, Birdie": "vector('birdie', 3000)",
    "vector engine, CuBirds": "vector('cubirds', 3000)",
    "environment, Birdie": "environment('birdie', 120)",
    "environment, CuBirds": "environment('cubirds', 60)",
    "exact scorer": "solver()",
}

PROGRAM = """
import sys, time
from importlib import import_module
import birdtable
from birdtable import NOBODY, catalog
from birdtable.engine import Rng, rollouts

def first(*names):
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            pass
    raise SystemExit(f"none of {names}")

def playouts(game, seats, times):
    state = catalog.game(game).start(seats)
    return lambda: rollouts(state, Rng(7), times)

def steps(name, matches):
    game = catalog.game(name)
    def work():
        rng = Rng(3)
        for _ in range(matches):
            state = game.start(2)
            while game.to_move(state) != NOBODY:
                legal = game.legal_steps(state)
                game.play(state, legal[rng.below(len(legal))])
    return work

def arena(game, player, games):
    play = first("birdtable.lab.arena.arena", "birdtable.lab.arena").arena
    list(play(game, [player, "greedy"], games=2, seed=1))  # what is imported on the way is not measured
    return lambda: list(play(game, [player, "greedy"], games=games, seed=5))

def vector(game, times):
    table = first("birdtable.lab.envs.vector", "birdtable.lab.vector").VectorTable(game, 512, threads=1)
    def work():
        for _ in range(times):
            table.step(table.random_actions())
    return work

def environment(game, episodes):
    gymnasium = import_module("gymnasium")
    first("birdtable.lab.envs.gymnasium", "birdtable.lab.gymnasium")
    name = max(each for each in gymnasium.registry if each.startswith(f"birdtable/{catalog.game(game).title}-v"))
    env = gymnasium.make(name, players=("random",), disable_env_checker=True)
    def work():
        for seed in range(episodes):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    return work

def solver():
    solver = import_module("birdtable.games.birdie.solver")
    row = "Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw"
    problems = [solver.Problem(row=row, woodpeckers=1, owls=1), solver.Problem(row=row[:26], expert=True)]
    return lambda: [solver.solve(problem) for problem in problems for _ in range(150)]

if birdtable.speed() != "compiled":
    raise SystemExit(f"{birdtable.__file__}: {birdtable.speed_reason()}")
work = eval(sys.argv[1])
began = time.process_time()
work()
print(time.process_time() - began)
"""


def seconds(tree: Path, workload: str) -> float:
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, workload]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{tree}: {workload}: {done.stderr.strip().splitlines()[-1]}")
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--only", default="", help="workloads whose names contain this")
    chosen = parser.parse_args()
    print(f"{'CPU seconds, the best of ' + str(chosen.runs):32}  {'old':>8}  {'new':>8}  new / old")
    for name, workload in WORKLOADS.items():
        if chosen.only in name:
            pairs = [(seconds(chosen.old, workload), seconds(chosen.new, workload)) for _ in range(chosen.runs)]
            old, new = (min(times) for times in zip(*pairs, strict=True))
            print(f"{name:32}  {old:8.3f}  {new:8.3f}  {new / old:9.3f}", flush=True)


if __name__ == "__main__":
    main()
