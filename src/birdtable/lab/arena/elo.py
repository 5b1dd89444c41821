"""How sure a rate is, and how far apart players are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10, sqrt

Z_95 = 1.959964
PRIOR = 0.5
"""Wins that everybody is given against everybody met, so that who never won is far below and not infinitely so."""
ROUNDS = 500


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate. Shared wins count as fractions."""
    if games == 0:
        return 0.0, 1.0
    rate, z2 = wins / games, Z_95 * Z_95
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z_95 / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(players: int, won: Mapping[tuple[int, ...], Sequence[float]]) -> list[float]:
    """Elo numbers around 0 from the wins at each table: by the players there, one number for each of them.

    The model is Bradley and Terry's for two and Plackett and Luce's for more: a player wins with the odds of their own
    strength against the sum of all at the table. Fitted by Hunter's iteration.
    """
    wins = [0.0] * players
    tables: list[tuple[tuple[int, ...], float]] = []
    for table, by_player in won.items():
        tables.append((table, sum(by_player) + PRIOR * len(table)))
        for player, count in zip(table, by_player, strict=True):
            wins[player] += count + PRIOR
    strength = [1.0] * players
    for _ in range(ROUNDS):
        weight = [0.0] * players
        for table, games in tables:
            whole = sum(strength[player] for player in table)
            for player in table:
                weight[player] += games / whole
        strength = [win / load if load else 1.0 for win, load in zip(wins, weight, strict=True)]
        mean = sum(strength) / players
        strength = [each / mean for each in strength]
    numbers = [400 * log10(each) for each in strength]
    middle = sum(numbers) / players
    return [number - middle for number in numbers]
