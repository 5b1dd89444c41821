"""Kuhn poker: the contract, its whole tree counted, and the value that its inventor proved."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from birdtable.game import CHANCE, NOBODY
from birdtable.testing import GameContract
from kit.kuhn import GAME, KuhnState

SOMETIMES = {"Jx", "Qb", "Qxb"}
ALWAYS = {"Kx", "Kb", "Kxb"}
"""Where optimal players bet or call, by their card and the bets before; sometimes is one time in three."""


class TestKuhn(GameContract):
    game = GAME
    clauses = ("K1", "K2", "K3", "K4", "K5")


def after(state: KuhnState, step: str) -> KuhnState:
    copy = state.copy()
    GAME.apply(copy, step)
    return copy


def nodes(state: KuhnState) -> Counter[str]:
    count = Counter([{CHANCE: "chance", NOBODY: "terminal"}.get(state.to_move, "decision")])
    for step in GAME.legal_steps(state):
        count += nodes(after(state, step))
    return count


def value(state: KuhnState) -> Fraction:
    """What the first player wins on average when both play well."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return Fraction(outcome.points[0])
    if state.to_move == CHANCE:
        odds = GAME.odds(state)
        return sum((value(after(state, step)) for step, _ in odds), Fraction()) / len(odds)
    known = state.hands[state.to_move] + state.bets
    boldness = Fraction(1 if known in ALWAYS else 0) + Fraction(1 if known in SOMETIMES else 0, 3)
    bold, timid = ("bet", "check") if state.bets in ("", "x") else ("call", "fold")
    return boldness * value(after(state, bold)) + (1 - boldness) * value(after(state, timid))


def test_the_tree_has_4_chance_24_decision_and_30_terminal_nodes() -> None:
    assert nodes(GAME.start(2)) == {"chance": 4, "decision": 24, "terminal": 30}


def test_the_first_player_loses_an_eighteenth_of_a_chip() -> None:
    assert value(GAME.start(2)) == Fraction(-1, 18)
