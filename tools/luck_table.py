"""Makes the table of how much luck seats have in matches of equal bots: ``bots/advice/luck.json``.

Prints the mean luck of each kind of match, which must be 0, with its standard error.

.venv/bin/python tools/luck_table.py --matches 10000 --processes 2
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev, variance
from typing import Any

import msgspec

import birdtable
from birdtable import catalog
from birdtable.bots.advice.places import LuckTable, luck_table
from birdtable.bots.advice.review import Depth, Reviewer, Worth, worth_of
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY
from birdtable.lab.envs.opponents import Opponent
from birdtable.lab.work import open_executor

PATH = Path(birdtable.__file__).parent / "bots" / "advice" / "luck.json"
KINDS = ("birdie:2", "birdie:3", "birdie:4", "cubirds:2", "cubirds:3", "cubirds:4", "cubirds:5")
BOT = "greedy"
STEPS = 200
CHUNK = 20
DEPTH = Depth(simulations=0, worlds=0, playouts=16, prospects=0, ways=4)


class LuckReviewer(Reviewer):
    """Follows a match while it is played, and knows only the luck of its seat.

    The value is that of a review. Scoring counts as one step of chance: these bots score as the value expects, so what
    it moves there is luck.
    """

    def follow_match(self, players: list[Opponent], rng: Rng) -> Worth:
        state: Any = self.game.start(len(players), self.game.cap())
        before, luck, error = None, 0.0, 0.0
        while True:
            if before and (state.to_move == NOBODY or (state.to_move != CHANCE and not self.policy.settles_at(state))):
                after = self.value(state)
                luck += after.mean - before.mean
                error += after.variance + before.variance
                before = None
            if state.to_move == NOBODY:
                return Worth(luck, error)
            if state.to_move == CHANCE:
                before = before or self.value(state)
                code = state.roll(rng)
            else:
                code = players[state.to_move].choose(state, rng)
            state.apply(code)

    def value(self, state: Any) -> Worth:
        """Chance has its say before a play-out begins: before its steps this is the mean of what it is after them."""
        if (outcome := self.game.outcome(state)) is not None:
            return Worth(outcome.share(self.seat), 0.0)
        if not self.policy.settles_at(self.roll_on(state.copy(), self.rng)):
            return worth_of([self.play_on(state, self.rng) for _ in range(self.depth.playouts)])
        worlds = [
            self.settle_with_chance(self.answer(self.roll_on(state.copy(), self.rng))) for _ in range(self.depth.ways)
        ]
        return worth_of(self.play_all(worlds, [self.rng] * self.depth.playouts, self.depth.ways))


def lucks(game_name: str, seats: int, seed: int) -> list[Worth]:
    """Of one seat in each of a few matches, by turns."""
    game, players, rng = catalog.game(game_name), [Opponent(BOT, game_name)] * seats, Rng(seed)
    return [LuckReviewer(game, number % seats, rng.word(), DEPTH).follow_match(players, rng) for number in range(CHUNK)]


def places(found: Sequence[Worth]) -> list[float]:
    """From the least luck to the most, at equal distances.

    The errors of play-outs spread luck more widely than it is, so it is drawn together by as much.
    """
    means = sorted(luck.mean for luck in found)
    spread, noise = variance(means), fmean(luck.variance for luck in found)
    part = sqrt(max(0.0, 1 - noise / spread))
    return [round(part * means[round(i * (len(means) - 1) / STEPS)], 3) for i in range(STEPS + 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=KINDS, help="such as birdie:2; the others stay as they are")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=1)
    wanted = parser.parse_args()
    made = LuckTable(f"tools/luck_table.py --matches {wanted.matches}", wanted.matches, luck_table().luck)
    with open_executor(wanted.processes) as executor:
        for kind in wanted.kinds:
            game, _, seats = kind.partition(":")
            work = (executor.map if executor else map)(partial(lucks, game, int(seats)), range(wanted.matches // CHUNK))
            found = [luck for each in work for luck in each]
            made.luck.setdefault(game, {})[seats] = places(found)
            mean, spread = fmean(luck.mean for luck in found), stdev(luck.mean for luck in found)
            noise = sqrt(fmean(luck.variance for luck in found))
            error = spread / sqrt(len(found))
            print(f"{kind}: {mean:+.4f} +- {error:.4f}, spread {spread:.3f}, of play-outs {noise:.3f}", flush=True)
            PATH.write_bytes(msgspec.json.encode(made) + b"\n")


if __name__ == "__main__":
    main()
