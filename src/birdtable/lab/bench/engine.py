"""How fast the rules are: play-outs, steps taken from Python, copies, imports, records; OpenSpiel for comparison."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from birdtable import catalog, speed
from birdtable.chance import Dice
from birdtable.engine import Rng, rollouts
from birdtable.game import CHANCE, NOBODY, AnyGame
from birdtable.lab.bench.measure import CONFIGURATIONS, Figure, Work, figures_by_turns, rate
from birdtable.record import Record, Recorder


def start(name: str, seats: int) -> tuple[AnyGame, Any]:
    game = catalog.game(name)
    return game, game.start(seats, game.cap())


def engine_figures() -> list[Figure]:
    compiled = {f"{name} {seats}: {speed()} play-outs": playouts(name, seats) for name, seats in CONFIGURATIONS}
    python = {f"{name} {seats}: from Python": python_steps(name, seats) for name, seats in CONFIGURATIONS}
    figures = figures_by_turns(compiled, "decisions/s", "spades in C++", spades_rollouts())
    figures += figures_by_turns(python, "decisions/s", "spades from Python", spades_from_python())
    figures += [
        Figure(f"{name} {seats}: interpreted", interpreted_playouts(name, seats), "decisions/s", "bar", 100_000)
        for name, seats in CONFIGURATIONS
    ]
    figures += [
        Figure(f"{name} {seats}: copies", copies(name, seats), "1/s", "bar", 1 / 0.3e-6)
        for name, seats in CONFIGURATIONS
    ]
    figures.append(Figure("import birdtable", import_seconds(), "s", "bar", 0.3))
    return figures + list(record_figures())


def playouts(name: str, seats: int) -> Work:
    _, state = start(name, seats)
    rng = Rng(1)
    return lambda: rollouts(state, rng, 500)[0]


def python_steps(name: str, seats: int) -> Work:
    """Lists the legal steps and applies one of them, as texts: what a bot or a learner does."""
    game, first = start(name, seats)
    rng, pick = Rng(1), random.Random(1)

    def match() -> int:
        state, decisions = first.copy(), 0
        while (seat := state.to_move) != NOBODY:
            if seat == CHANCE:
                state.apply(state.roll(rng))
            else:
                game.apply(state, pick.choice(game.legal_steps(state)))
                decisions += 1
        return decisions

    return match


def interpreted_playouts(name: str, seats: int) -> float:
    """The same play-outs in a process that may not use compiled rules."""
    program = f"from birdtable.lab.bench.engine import playouts, rate; print(rate(playouts({name!r}, {seats}), 2.0))"
    environment = {**os.environ, "BIRDTABLE_PURE": "1"}
    return float(subprocess.check_output([sys.executable, "-c", program], env=environment, text=True))


def copies(name: str, seats: int, times: int = 1000) -> float:
    _, state = start(name, seats)

    def copy() -> int:
        for _ in range(times):
            state.copy()
        return times

    return rate(copy)


def import_seconds() -> float:
    """The time that ``import birdtable`` adds to a bare interpreter, the best of five."""

    def seconds(program: str) -> float:
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        return time.perf_counter() - begun

    return min(seconds("import birdtable") for _ in range(5)) - min(seconds("pass") for _ in range(5))


def record_figures() -> Iterator[Figure]:
    game, _ = start("birdie", 2)
    recorder, dice, pick = Recorder(game, ["random", "random"]), Dice(1), random.Random(1)
    while (seat := game.to_move(recorder.state)) != NOBODY:
        chance = seat == CHANCE
        recorder.play(dice.choose(game, recorder.state) if chance else pick.choice(game.legal_steps(recorder.state)))
    record = recorder.record()
    line, text = record.json(), record.text()
    yield Figure("records written (JSON)", rate(lambda: len([record.json()])), "1/s")
    yield Figure("records read and checked (JSON)", rate(lambda: len([Record.parse(line)])), "1/s")
    yield Figure("records written (text)", rate(lambda: len([record.text()])), "1/s")
    yield Figure("records read and checked (text)", rate(lambda: len([Record.parse(text)])), "1/s")


def spades_rollouts() -> Work:
    """One simulation of OpenSpiel's search with 20,000 random play-outs in C++."""
    import pyspiel

    game = pyspiel.load_game("spades")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    decisions = mean_decisions(state)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(20_000, 1), 2.0, 1, 1000, False, 1, False)

    def simulate() -> int:
        bot.step(state)
        return round(decisions * 20_000)

    return simulate


def mean_decisions(state: Any, times: int = 200) -> float:
    pick, decisions = random.Random(1), 0
    for _ in range(times):
        match = state.clone()
        while not match.is_terminal():
            match.apply_action(pick.choice(match.legal_actions()))
            decisions += 1
    return decisions / times


def spades_from_python() -> Work:
    import pyspiel

    game, pick = pyspiel.load_game("spades"), random.Random(1)

    def match() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(pick.choices(actions, odds)[0])
            else:
                state.apply_action(pick.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return match
