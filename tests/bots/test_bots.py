"""Bots play by the rules, and know no more than their seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from itertools import islice
from typing import Any

import pytest

from birdtable import catalog
from birdtable.bots.knowledge import knowledge, search_policy, untaught_policy
from birdtable.bots.levels import LEVELS
from birdtable.bots.match import matches
from birdtable.bots.roster import bot
from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame, BadInput, Value

GAMES = ["birdie", "cubirds"]
BOTS = ["random", "novice", "hasty", "greedy", "learned", "search:24", "champion:24", "champion:80"]
"""The last one compares candidates by halving, where its game does."""
ROSTER = ["random", "novice", "hasty", "greedy", "learned", "search:8", "champion:8", "champion:72"]
OPTIONS: dict[str, tuple[dict[str, Value], ...]] = {
    "birdie": ({}, {"expert": True}),
    "cubirds": ({"turn_limit": 100},),
}
KINDS = [
    (name, seats, options)
    for name in GAMES
    for seats in range(2, catalog.game(name).max_seats + 1)
    for options in OPTIONS[name]
]


def positions(game: AnyGame, wanted: int, seed: int) -> Iterator[Any]:
    """States of random matches of all sizes in which a seat has a choice."""
    found, number = 0, 0
    while found < wanted:
        number += 1
        pick, dice = random.Random(seed + number), Dice(seed + number)
        state = game.start(game.min_seats + number % (game.max_seats - 1))
        for _ in range(300):
            seat = game.to_move(state)
            if seat == NOBODY or found == wanted:
                break
            if seat == CHANCE:
                game.apply(state, dice.choose(game, state))
                continue
            legal = game.legal_steps(state)
            if len(legal) > 1 and pick.random() < 0.2:
                found += 1
                yield state
            game.apply(state, pick.choice(legal))


def is_fair(name: str, spec: str, wanted: int) -> None:
    """Re-deals what the seat cannot see: with the same numbers the same step is chosen."""
    game, player, rng = catalog.game(name), bot(spec, name), Rng(9)
    for number, state in enumerate(positions(game, wanted, 50)):
        seat = game.to_move(state)
        view = game.view(state, seat)
        other = game.imagine(view, rng)
        chosen = player.choose(view, game.legal_steps(state), Rng(number))
        assert chosen in game.legal_steps(state)
        assert player.choose(game.view(other, seat), game.legal_steps(other), Rng(number)) == chosen


@pytest.mark.parametrize("name", GAMES)
def test_learned_steps_are_the_priors_where_they_measured_better(name: str) -> None:
    game = catalog.game(name)
    taught, untaught = search_policy(game), untaught_policy(game)
    for seats in range(2, game.max_seats + 1):
        state, dice = game.start(seats), Dice(seats)
        while game.to_move(state) == CHANCE:
            game.apply(state, dice.choose(game, state))
        are_learned = taught.guesses_of(state) != untaught.guesses_of(state)
        assert are_learned == (seats >= knowledge(game).learned_from), f"{seats} seats"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", BOTS)
def test_a_bot_chooses_the_same_whatever_it_cannot_see(name: str, spec: str) -> None:
    is_fair(name, spec, 100)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", [*BOTS, "search:200", "champion:200"])
def test_a_bot_chooses_the_same_whatever_it_cannot_see_for_long(name: str, spec: str) -> None:
    is_fair(name, spec, 1000)


def lineups(seats: int) -> Iterator[list[str]]:
    """All bots meet, again and again in another order."""
    pick, waiting = random.Random(seats), list[str]()
    while True:
        if len(waiting) < seats:
            waiting += pick.sample(ROSTER, len(ROSTER))
        yield waiting[:seats]
        del waiting[:seats]


def plays_legally(kind: tuple[str, int, dict[str, Value]], rounds: int, games: int) -> None:
    """So many matches of each of so many lineups."""
    name, seats, options = kind
    for number, players in enumerate(islice(lineups(seats), rounds)):
        for match in matches(catalog.game(name), players, options, games=games, seed=number):
            assert match.fault is None and match.outcome is not None, players


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_no_bot_plays_an_illegal_step(kind: tuple[str, int, dict[str, Value]]) -> None:
    plays_legally(kind, 8, 1)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_no_bot_plays_an_illegal_step_in_10_000_matches(kind: tuple[str, int, dict[str, Value]]) -> None:
    plays_legally(kind, 400, 25)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_simulations_give_the_same_choice(name: str) -> None:
    game = catalog.game(name)
    for state in positions(game, 5, 3):
        view, legal = game.view(state, game.to_move(state)), game.legal_steps(state)
        for spec in ("search:60", "champion:60"):
            first, again = (bot(spec, name).choose(view, legal, Rng(4)) for _ in range(2))
            assert first == again


@pytest.mark.parametrize("name", GAMES)
def test_however_short_the_time_a_step_is_chosen(name: str) -> None:
    game = catalog.game(name)
    for state in positions(game, 20, 3):
        view, legal = game.view(state, game.to_move(state)), game.legal_steps(state)
        for spec in ("search:0.001ms", "champion:0.001ms"):
            assert bot(spec, name).choose(view, legal, Rng(1)) in legal


@pytest.mark.parametrize(
    "spec",
    ["nobody", "search", "search:", "search:0", "search:-5", "search:fast", "greedy:3", "learned:9", "champion:never"],
)
def test_unknown_bots_and_malformed_budgets_are_refused(spec: str) -> None:
    with pytest.raises(BadInput):
        bot(spec, "birdie")


def test_there_are_at_least_five_levels_with_a_character() -> None:
    assert len(LEVELS) >= 5
    for level in LEVELS:
        assert level.character
        assert level.sentence
        for name in GAMES:
            assert bot(level.id, name)


@pytest.mark.parametrize("language", ["en", "it", "es", "de", "ru"])
def test_levels_are_told_in_every_language(language: str) -> None:
    path = resources.files("birdtable") / "locale" / language / "LC_MESSAGES" / "birdtable.mo"
    with path.open("rb") as file:
        known = GNUTranslations(file)
    known.add_fallback(Untold())
    for level in LEVELS:
        assert known.gettext(level.name)
        assert known.gettext(level.sentence)


class Untold(NullTranslations):
    def gettext(self, message: str) -> str:
        return ""
