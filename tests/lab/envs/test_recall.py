"""Information states: they tell all that a seat has seen and done, and nothing that it has not."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

from kit.matches.spiel import SETTINGS, move_on, play_some


def digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


class Witness:
    """What a seat was shown and did, kept apart from the code under test: views as they change, events, its steps."""

    def __init__(self, state: Any, player: int) -> None:
        self.player = player
        self.view = ""
        self.story = b""
        self.look(state)

    def copy(self) -> Witness:
        twin = Witness.__new__(Witness)
        twin.player, twin.view, twin.story = self.player, self.view, self.story
        return twin

    def look(self, state: Any) -> None:
        """After every step."""
        for event in state.rules.events(state.match):
            self.story = digest(f"{self.story.hex()} heard {event.seen_by(self.player)}")
        view = state.observation_string(self.player)
        if view != self.view:
            self.view, self.story = view, digest(f"{self.story.hex()} saw {view}")

    def act(self, mover: int, action: int) -> None:
        if mover == self.player:
            self.story = digest(f"{self.story.hex()} did {action}")


class Ledger:
    """Information states and stories: each must have one of the other kind."""

    def __init__(self) -> None:
        self.stories: dict[bytes, bytes] = {}
        self.known: dict[bytes, bytes] = {}
        self.compared = 0

    def enter(self, state: Any, witness: Witness) -> None:
        known = digest(state.information_state_string(witness.player))
        self.compared += 1
        assert self.stories.setdefault(known, witness.story) == witness.story, "it has forgotten something"
        assert self.known.setdefault(witness.story, known) == known, "it knows what nobody showed it"


def branches(state: Any, witnesses: list[Witness], depth: int) -> Iterator[tuple[Any, list[Witness]]]:
    """All that can follow within so many steps: most of it differs in little, and much in nothing that a seat sees."""
    yield state, witnesses
    if depth and not state.is_terminal():
        for action in state.legal_actions():
            after, seen = state.clone(), [witness.copy() for witness in witnesses]
            for witness in seen:
                witness.act(state.current_player(), action)
            after.apply_action(action)
            for witness in seen:
                witness.look(after)
            yield from branches(after, seen, depth - 1)


def compare_many(name: str, least: int) -> None:
    """Along random matches, and off the way from every so many steps."""
    game, ledger, seed = pyspiel.load_game(name), Ledger(), 0
    while ledger.compared < least:
        pick = random.Random(seed)
        state = game.new_initial_state()
        witnesses = [Witness(state, player) for player in range(game.num_players())]
        while not state.is_terminal():
            for each, seen in branches(state, witnesses, 2 if pick.random() < 0.02 else 0):
                for witness in seen:
                    ledger.enter(each, witness)
            mover = state.current_player()
            action = move_on(state, pick)
            for witness in witnesses:
                witness.act(mover, action)
                witness.look(state)
        seed += 1


@pytest.mark.parametrize("name", SETTINGS)
def test_an_information_state_is_what_was_seen_and_done(name: str) -> None:
    compare_many(name, 3_000)


@pytest.mark.long
@pytest.mark.parametrize("name", SETTINGS)
def test_an_information_state_is_what_was_seen_and_done_for_long(name: str) -> None:
    compare_many(name, 100_000)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("python_birdie", ["starter 1", "deal Ws", "deal Rs"], ["starter 1", "deal Rs", "deal Ws"]),
        ("python_cubirds", ["starter 1", "deal F", "deal O", "deal F"], ["starter 1", "deal F", "deal F", "deal O"]),
    ],
)
def test_the_order_is_remembered_where_a_view_forgets_it(name: str, one: list[str], other: list[str]) -> None:
    states = []
    for steps in (one, other):
        states.append(pyspiel.load_game(name).new_initial_state())
        for step in steps:
            states[-1].apply_action(states[-1].string_to_action(step))
    first, second = states
    assert first.observation_string(0) == second.observation_string(0)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert (first.information_state_string(1) == second.information_state_string(1)) == (name == "python_birdie")


def resample_all(game: Any, seed: int, chance: float) -> None:
    """Along a random match: every seat imagines it otherwise, and could not tell."""
    state, pick = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        move_on(state, pick)
        if state.is_terminal() or pick.random() < chance:
            for player in range(game.num_players()):
                twin = state.resample_from_infostate(player, pick.random)
                assert twin.information_state_string(player) == state.information_state_string(player)
                assert twin.observation_string(player) == state.observation_string(player)
                assert twin.current_player() == state.current_player()
                if state.current_player() == player:
                    assert twin.legal_actions() == state.legal_actions()
                again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, twin))[1]
                assert str(again) == str(twin)


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_hidden_is_dealt_anew(name: str) -> None:
    resample_all(pyspiel.load_game(name), 3, 0.02)


@pytest.mark.long
@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_hidden_is_dealt_anew_for_long(name: str) -> None:
    for seed in range(20):
        resample_all(pyspiel.load_game(name), seed, 0.05)


@pytest.mark.parametrize("name", [name for name in SETTINGS if "players=5" not in name])
def test_dealing_anew_needs_nothing_but_what_the_player_knows(name: str) -> None:
    """The same numbers give the same state, from whichever of the states that look alike one starts."""
    game = pyspiel.load_game(name)
    for seed in range(4):
        state = play_some(game, seed, 25 + 40 * seed)
        player = game.num_players() - 1
        twin = state.resample_from_infostate(player, random.Random(seed).random)
        one, other = (each.resample_from_infostate(player, random.Random(9).random) for each in (state, twin))
        assert one.history() == other.history()


@pytest.mark.parametrize("name", ["python_birdie", "python_cubirds"])
def test_what_is_dealt_anew_has_its_odds(name: str) -> None:
    """The first card of the other's first hand, held against the cards that may be there."""
    game = pyspiel.load_game(name)
    state, pick = play_some(game, 5, 0), random.Random(5)
    player = state.current_player()
    number = len(state.rules.view(state.match, 1 - player).hand)
    cards: Counter[str] = Counter()
    for _ in range(400):
        twin = state.resample_from_infostate(player, pick.random)
        cards.update(twin.rules.view(twin.match, 1 - player).hand)
    unseen = Counter(state.rules.unseen(state.rules.view(state.match, player)))
    assert set(cards) <= set(unseen)
    expected = {card: 400 * number * unseen[card] / unseen.total() for card in unseen}
    chi_square = sum((cards[card] - mean) ** 2 / mean for card, mean in expected.items())
    assert chi_square < len(unseen) + 5 * (2 * len(unseen)) ** 0.5
