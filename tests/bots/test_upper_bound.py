"""How much there is to gain beyond the champion: two bots with an unfair advantage, which exist here only.

The all-seeing one searches as the champion does, in the true state in place of imagined ones; what chance has not dealt
yet it does not know either. The exploiting one knows how the champion plays: it asks it what it would answer. Run them
to see their margins: ``pytest tests/bots/test_upper_bound.py -m long -s``.
"""

from __future__ import annotations

from collections import Counter, deque
from statistics import fmean
from typing import Any, Protocol

import pytest

from birdtable import catalog
from birdtable.bots.intervals import rate_interval
from birdtable.bots.knowledge import knowledge, search_policy
from birdtable.bots.match import play_on
from birdtable.bots.players.search import HALVED_FROM
from birdtable.bots.roster import bot
from birdtable.bots.search.tree import search
from birdtable.chance import Deal
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame, Seat, Step

SIMULATIONS = 100
"""Of a turn, for all."""
WORLDS = 12
"""States that the exploiter imagines,"""
CANDIDATES = 3
"""and steps that it compares in each of them."""
LEAF = 40
"""Simulations that judge what the champion's answer led to."""


class Advantaged(Protocol):
    def choose(self, state: Any, legal: list[Step], rng: Rng) -> Step: ...


class AllSeeing:
    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.policy = search_policy(game)

    def choose(self, state: Any, legal: list[Step], rng: Rng) -> Step:
        view = self.game.view(state, state.to_move)
        known = legal[0] if len(legal) == 1 else self.policy.answer(view, legal)
        if known is not None:
            return known
        simulations = max(1, round(SIMULATIONS * self.policy.share(view)))
        candidates = knowledge(self.game).candidates if simulations >= HALVED_FROM else 0
        tree = search(lambda _: state.copy(), self.policy, rng, simulations=simulations, candidates=candidates)
        return self.game.steps[tree.best_step()]


class Exploiting:
    """Sees what its seat may see. Compares the best steps of a search by what the champion would do next."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.policy = search_policy(game)
        self.champion = bot(f"champion:{SIMULATIONS}", game.name)

    def choose(self, state: Any, legal: list[Step], rng: Rng) -> Step:
        view = self.game.view(state, state.to_move)
        known = legal[0] if len(legal) == 1 else self.policy.answer(view, legal)
        if known is not None:
            return known
        imagine = self.game.imaginer(view)
        tree = search(imagine, self.policy, rng, simulations=4 * SIMULATIONS)
        codes = [code for code, visits, _ in tree.findings()[:CANDIDATES] if visits]
        if len(codes) == 1:
            return self.game.steps[codes[0]]
        worlds = [(imagine(rng), rng.word()) for _ in range(WORLDS)]
        worth = {code: fmean(self.foresee(world, code, Rng(luck)) for world, luck in worlds) for code in codes}
        return self.game.steps[max(codes, key=lambda code: worth[code])]

    def foresee(self, world: Any, code: int, rng: Rng) -> float:
        """What the seat to move may expect of a step in this world, once the champion has answered it."""
        own: Seat = world.to_move
        state = world.copy()
        state.apply(code)
        has_answered = False
        while state.to_move != NOBODY and not self.policy.is_settled(state):
            if state.to_move == CHANCE:
                state.apply(state.roll(rng))
                continue
            if state.to_move == own and has_answered:
                break
            has_answered = has_answered or state.to_move != own
            legal = self.game.legal_steps(state)
            view = self.game.view(state, state.to_move)
            state.apply(self.game.codes[self.champion.choose(view, legal, rng) if len(legal) > 1 else legal[0]])
        if state.to_move == NOBODY or self.policy.is_settled(state):
            return float(self.policy.shares_of(state)[own])
        tree = search(lambda _: state.copy(), self.policy, rng, simulations=LEAF)
        return float(tree.shares(state.seats)[own])


def share_of(player: Advantaged, game: AnyGame, seats: int, seat: Seat, seed: int) -> float:
    """What share of the victory it has in one match against champions."""
    champion, rng = bot(f"champion:{SIMULATIONS}", game.name), Rng(seed)
    state = game.start(seats, game.cap())

    def decide(state: Any, mover: Seat, legal: list[Step]) -> Step:
        if mover == seat:
            return player.choose(state, legal, rng)
        return champion.choose(game.view(state, mover), legal, rng)

    deque(play_on(game, state, decide, Deal(seed).choose), maxlen=0)
    outcome = game.outcome(state)
    assert outcome is not None
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def measure(player: Advantaged, name: str, seats: int, deals: int, seed: int = 0) -> str:
    """Its rate over so many deals in all seats, with the interval."""
    game = catalog.game(name)
    wins = [
        sum(share_of(player, game, seats, seat, deal) for seat in range(seats)) for deal in range(seed, seed + deals)
    ]
    low, high = rate_interval(Counter((won, seats) for won in wins))
    assert high > 1 / seats, f"worse than its share: {low:.1%} - {high:.1%}"
    return f"{sum(wins) / (seats * deals):.1%} ({low:.1%} - {high:.1%})"


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
@pytest.mark.parametrize("player", [AllSeeing, Exploiting])
def test_who_has_an_advantage_still_plays_by_the_rules(name: str, player: Any) -> None:
    game = catalog.game(name)
    assert 0.0 <= share_of(player(game), game, 2, 0, 1) <= 1.0


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats"), [("birdie", 2), ("birdie", 3), ("birdie", 4), *(("cubirds", seats) for seats in (2, 3, 4, 5))]
)
def test_who_sees_all_cards_is_an_upper_bound(name: str, seats: int) -> None:
    found = measure(AllSeeing(catalog.game(name)), name, seats, 100)
    print(f"{name}, {seats} players: all-seeing v. champions {found}")


@pytest.mark.long
@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_who_knows_the_champion_can_exploit_it(name: str) -> None:
    print(f"{name}: exploiting v. champion {measure(Exploiting(catalog.game(name)), name, 2, 50)}")
