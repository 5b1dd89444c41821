"""The hasty player of play-outs."""

from __future__ import annotations

import pytest

from birdtable.engine import Rng, rollout
from birdtable.game import CHANCE, NOBODY
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.rules import CuBirdsState
from kit.cubirds.table import play, position


def suggested(state: CuBirdsState, seed: int = 1) -> str:
    return GAME.steps[state.suggest(Rng(seed))]


def test_it_lays_where_it_takes_what_makes_a_flock() -> None:
    state = position(rows=("O O P M", "T", "D", "R"), hands=("POWW", "R"))
    assert suggested(state) == "lay P 1 left"


def test_it_completes_a_flock_and_first_of_all_one_that_wins() -> None:
    assert suggested(position(hands=("FFOW", "R"), phase="flock")) == "flock F"
    winning = position(hands=("FFTTTT", "R"), collections=("OOOTT", ""), phase="flock")
    assert suggested(winning) == "flock T"
    assert suggested(position(hands=("OOWW", "R"), phase="flock")) == "end"


def test_it_draws_unless_it_can_end_the_round() -> None:
    assert suggested(play(position(hands=("WWM", "R")), "lay W 1 left")) == "draw"
    assert suggested(play(position(hands=("WW", "R")), "lay W 1 left")) == "keep"


@pytest.mark.parametrize("seats", [2, 5])
def test_it_only_suggests_legal_steps_and_beats_players_at_random(seats: int) -> None:
    rng, won = Rng(8), 0.0
    for number in range(40):
        state, hasty = GAME.start(seats, {"turn_limit": 200}), number % seats
        while state.to_move != NOBODY:
            legal = state.legal()
            if state.to_move == hasty:
                code = state.suggest(rng)
                assert code in legal
            else:
                code = state.roll(rng) if state.to_move == CHANCE else legal[rng.below(len(legal))]
            state.apply(code)
        outcome = GAME.outcome(state)
        assert outcome is not None
        won += (hasty in outcome.winners) / len(outcome.winners)
    assert won > 36


def test_play_outs_end_and_their_seeds_decide() -> None:
    ends = []
    for _ in range(2):
        state = GAME.start(3)
        assert rollout(state, Rng(5), hasty=True) > 30
        ends.append(GAME.state_text(state))
    assert ends[0] == ends[1]
