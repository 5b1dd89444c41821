"""How well luck is measured: its mean, which must be 0, and what it takes out of the variance for how much work."""

from __future__ import annotations

import sys
from time import process_time

from birdtable import catalog
from birdtable.bots.match import matches
from birdtable.lab.bench.measure import GAMES, Figure
from birdtable.lab.luck import estimate

SEED = 1
EQUAL = [["greedy"] * seats for seats in (2, 3, 4)]
UNEQUAL = [["greedy", *["hasty"] * others] for others in (1, 2, 3)]
THINKING = ["champion:100", "champion:100"]


def luck_figures(games: int) -> list[Figure]:
    """Each from so many matches."""
    figures = []
    for game in GAMES:
        for players in [*EQUAL, *UNEQUAL, THINKING]:
            print(f"  {game}: {', '.join(players)} ...", file=sys.stderr)
            figures += figures_of(game, players, games)
    return figures


def figures_of(game_name: str, players: list[str], games: int) -> list[Figure]:
    """Of the first seat. Nobody changes seats: equal players that choose nothing at random would repeat each match."""
    game, what = catalog.game(game_name), f"{game_name}, {', '.join(players)}"
    began = process_time()
    played = list(matches(game, players, game.cap(), games=games, seed=SEED, recorded="whole"))
    then = process_time()
    found = estimate((match.record for match in played if match.record), 0, seed=SEED)
    playing, measuring = then - began, process_time() - then
    ratio = found.variance_ratio or 1.0
    return [
        Figure(f"{what}: mean luck", found.luck.mean, "victories", "3 standard errors", 3 * found.luck.error),
        Figure(f"{what}: variance, raw over adjusted", ratio, "times", "goal", 3.0),
        Figure(
            f"{what}: CPU time for an interval, raw over adjusted", ratio * playing / (playing + measuring), "times"
        ),
    ]
