"""How well luck is measured: its mean, which must be 0, and what it takes out of the variance for how much work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import process_time
from typing import Any

from birdtable import catalog
from birdtable.bots.luck import LIMIT, Fortune, sampled_fortune
from birdtable.bots.match import matches, victory_shares
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame
from birdtable.lab.arena.adjusted import Adjustment
from birdtable.lab.bench.measure import GAMES, Figure
from birdtable.lab.envs.opponents import Opponent
from birdtable.lab.luck import estimate

SEED = 1
EQUAL = [["greedy"] * seats for seats in (2, 3, 4)]
UNEQUAL = [["greedy", *["hasty"] * others] for others in (1, 2, 3)]
THINKING = ["champion:100", "champion:100"]


def luck_figures(games: int) -> list[Figure]:
    """Each from so many matches."""
    figures = []
    for game in GAMES:
        for players in [*EQUAL, *UNEQUAL]:
            print(f"  {game}: {', '.join(players)} ...", file=sys.stderr)
            figures += quick_figures(game, players, games)
        print(f"  {game}: {', '.join(THINKING)} ...", file=sys.stderr)
        figures += thinking_figures(game, THINKING, games)
    return figures


def quick_figures(game_name: str, players: list[str], games: int) -> list[Figure]:
    """Of the first seat, for bots that need no view. Nobody changes seats: equal players that choose nothing at random
    would repeat each match."""
    game, adjustment, rng = catalog.game(game_name), Adjustment(0.0, LIMIT), Rng(SEED)
    bots = [Opponent(name, game_name) for name in players]
    for number in range(games):
        fortune = sampled_fortune(game, len(bots), SEED + number)
        outcome = game.outcome(play_with_luck(game, bots, fortune, rng))
        adjustment.add(victory_shares(len(bots), outcome)[0], fortune.luck[0])
    luck, ratio = adjustment.luck, adjustment.variance_ratio or 1.0
    return worth(f"{game_name}, {', '.join(players)}", luck.mean, luck.error, ratio)


def play_with_luck(game: AnyGame, bots: Sequence[Opponent], fortune: Fortune, rng: Rng) -> Any:
    """Plays a match, of which ``fortune`` sees what it would of a record, and returns its end."""
    state = game.start(len(bots), game.cap())
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            code = state.roll(rng)
            fortune.see(state, state.odds(), code)
        else:
            fortune.rest(state)
            code = bots[state.to_move].choose(state, rng)
        state.apply(code)
    fortune.rest(state)
    return state


def thinking_figures(game_name: str, players: list[str], games: int) -> list[Figure]:
    """Of the first seat, for any bots; what it costs to measure luck is part of the account."""
    game, what = catalog.game(game_name), f"{game_name}, {', '.join(players)}"
    began = process_time()
    played = list(matches(game, players, game.cap(), games=games, seed=SEED, recorded="whole"))
    then = process_time()
    found = estimate((match.record for match in played if match.record), 0, seed=SEED)
    playing, measuring = then - began, process_time() - then
    ratio = found.variance_ratio or 1.0
    return [
        *worth(what, found.luck.mean, found.luck.error, ratio),
        Figure(
            f"{what}: CPU time for an interval, raw over adjusted", ratio * playing / (playing + measuring), "times"
        ),
    ]


def worth(what: str, mean: float, error: float, ratio: float) -> list[Figure]:
    return [
        Figure(f"{what}: mean luck", mean, "victories", "3 standard errors", 3 * error),
        Figure(f"{what}: variance, raw over adjusted", ratio, "times", "goal", 3.0),
    ]
