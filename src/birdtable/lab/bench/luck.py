"""How well luck is measured: its mean, which must be 0, and what it takes out of the variance for how much work."""

from __future__ import annotations

import sys

from birdtable.lab.arena.arena import Scoreboard, arena
from birdtable.lab.bench.measure import GAMES, Figure

SEED = 1
EQUAL = [["greedy"] * seats for seats in (2, 3, 4)]
UNEQUAL = [["greedy", *["hasty"] * others] for others in (1, 2, 3)]
THINKING = ["champion:100", "champion:100"]


def luck_figures(games: int) -> list[Figure]:
    """Each from so many matches, or a few more."""
    figures = []
    for game in GAMES:
        for players in [*EQUAL, *UNEQUAL, THINKING]:
            print(f"  {game}: {', '.join(players)} ...", file=sys.stderr)
            *_, board = arena(game, players, games=games, seed=SEED, adjusted=True)
            figures += figures_of(f"{game}, {', '.join(players)}", board)
    return figures


def figures_of(what: str, board: Scoreboard) -> list[Figure]:
    """Of the first player."""
    rates, playing = board.adjusted[0].rates, sum(board.tally.seconds)
    ratio = rates.variance_ratio or 1.0
    return [
        Figure(f"{what}: mean luck", rates.luck.mean, "victories", "3 standard errors", 3 * rates.luck.error),
        Figure(f"{what}: variance, raw over adjusted", ratio, "times", "goal", 3.0),
        Figure(
            f"{what}: time for an interval, raw over adjusted",
            ratio * playing / (playing + board.tally.measuring),
            "times",
        ),
    ]
