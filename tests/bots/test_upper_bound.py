"""How much there is to gain by knowing everything: a bot that sees all cards, which exists here only.

It searches as the champion does, in the true state in place of imagined ones. What chance has not dealt yet it does not
know either. Run it to see its margin: ``pytest tests/bots/test_upper_bound.py -m long -s``.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

import pytest

from birdtable import catalog
from birdtable.bots.intervals import rate_interval
from birdtable.bots.knowledge import search_policy
from birdtable.bots.match import play_on
from birdtable.bots.roster import bot
from birdtable.bots.search.policy import Policy
from birdtable.bots.search.tree import search
from birdtable.chance import Deal
from birdtable.engine import Rng
from birdtable.game import AnyGame, Seat, Step

SIMULATIONS = 400
"""Of a turn, for both."""


class AllSeeing:
    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.policy: Policy = search_policy(game)

    def choose(self, state: Any, legal: list[Step], rng: Rng) -> Step:
        view = self.game.view(state, state.to_move)
        if len(legal) == 1:
            return legal[0]
        known = self.policy.answer(view, legal)
        if known is not None:
            return known
        simulations = max(1, round(SIMULATIONS * self.policy.share(view)))
        tree = search(lambda _: state.copy(), self.policy, rng, simulations=simulations)
        return self.game.steps[tree.best_step()]


def share_of_seer(game: AnyGame, seer: AllSeeing, seat: Seat, seed: int) -> float:
    """What part of the victory it has in one match against the champion."""
    champion, rng = bot(f"champion:{SIMULATIONS}", game.name), Rng(seed)
    state = game.start(2, game.cap())

    def decide(state: Any, mover: Seat, legal: list[Step]) -> Step:
        if mover == seat:
            return seer.choose(state, legal, rng)
        return champion.choose(game.view(state, mover), legal, rng)

    deque(play_on(game, state, decide, Deal(seed).choose), maxlen=0)
    outcome = game.outcome(state)
    assert outcome is not None
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def wins_of_seer(name: str, deals: int) -> list[float]:
    """By deal, in both seats."""
    game = catalog.game(name)
    seer = AllSeeing(game)
    return [sum(share_of_seer(game, seer, seat, deal) for seat in range(2)) for deal in range(deals)]


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_who_sees_all_cards_plays_by_the_rules(name: str) -> None:
    assert 0.0 <= sum(wins_of_seer(name, 1)) <= 2.0


@pytest.mark.long
@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_who_sees_all_cards_is_an_upper_bound(name: str) -> None:
    wins = wins_of_seer(name, 100)
    low, high = rate_interval(Counter((won, 2) for won in wins))
    print(f"{name}: all-seeing v. champion {sum(wins) / (2 * len(wins)):.1%} ({low:.1%} - {high:.1%})")
    assert high > 0.5
