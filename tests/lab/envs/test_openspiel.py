"""Our games in OpenSpiel: what it asks of a game, and that its own algorithms play them unaided."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from birdtable.game import BadInput, IllegalStep
from birdtable.record import Record
from kit.matches.spiel import SETTINGS, play_some

GAMES = ["python_birdie", "python_cubirds"]


@pytest.mark.parametrize("name", SETTINGS)
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = play_some(pyspiel.load_game(name), 1, 40)
    before, known = str(state), state.information_state_string(0)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before
    assert str(twin) != before
    assert state.information_state_string(0) == known
    assert twin.history() == [*state.history(), twin.history()[-1]]


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("steps", [0, 1, 40, 10_000])
def test_what_cannot_be_done_is_refused_and_changes_nothing(name: str, steps: int) -> None:
    state = play_some(pyspiel.load_game(name), 1, steps)
    before, known, history = str(state), state.information_state_string(0), state.history()
    possible = [] if state.is_terminal() else state.legal_actions()
    for action in sorted({*range(400), 9999, 2**40} - {*possible}):
        with pytest.raises((BadInput, IllegalStep)):
            state.apply_action(action)
    assert (str(state), state.information_state_string(0), state.history()) == (before, known, history)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("steps", [0, 30, 10_000])
def test_a_state_is_saved_and_read_back(name: str, steps: int) -> None:
    game = pyspiel.load_game(name)
    state = play_some(game, 2, steps)
    saved = pyspiel.serialize_game_and_state(game, state)
    again, read = pyspiel.deserialize_game_and_state(saved)
    assert str(again) == str(pickle.loads(pickle.dumps(game))) == str(game)
    for twin in (read, pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        assert twin.returns() == state.returns()
        for player in range(game.num_players()):
            assert twin.information_state_string(player) == state.information_state_string(player)
    assert Record.parse(read.record_text()).text() == state.record_text()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("python_birdie(players=5)", "2 to 4 players, not 5"),
        ("python_birdie(owl=fly)", "option 'owl' cannot be 'fly': one of copy, move"),
        ("python_birdie(flap_values=2 3)", "flap_values must start with 1"),
        ("python_birdie(flap_values=one)", "option 'flap_values' cannot be 'one'"),
        ("python_birdie(expert=True,owl=move)", "the expert game and owl=move cannot be combined"),
        ("python_cubirds(turn_limit=0)", "turn_limit must be given"),
        ("python_cubirds(turn_limit=-4)", "option 'turn_limit' cannot be -4"),
        ("python_cubirds(turn_limit=2000000)", "turn_limit is at most 1000000"),
        ("python_cubirds(position=seats~2 phase~lay)", "the player has no card to lay"),
        ("python_cubirds(position=seats~2 phase~lay hands~R)", "turn_limit must be given"),
        ("python_cubirds(players=3,position=seats~2 phase~lay hands~R turn_limit~9)", "players cannot be 3"),
        ("python_cubirds(turn_limit=7,position=seats~2 phase~lay hands~R turn_limit~9)", "turn_limit cannot be 7"),
    ],
)
def test_a_bad_parameter_is_named(parameters: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        pyspiel.load_game(parameters)


def test_every_option_is_a_parameter() -> None:
    game = pyspiel.load_game("python_birdie(players=3,expert=True,expert_removals=single,robin_source=bird_deck)")
    view = game.new_initial_state().rules.view(game.new_initial_state().match, 0)
    assert (view.seats, view.options["expert"], view.options["expert_removals"]) == (3, True, "single")
    assert view.options["robin_source"] == "bird_deck"
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()
    assert pyspiel.load_game("python_cubirds").get_parameters()["turn_limit"] == 1000
    assert (
        pyspiel.load_game("python_cubirds(turn_limit=2500)").max_game_length()
        == 3 * pyspiel.load_game("python_cubirds(turn_limit=1000)").max_game_length()
    )


def test_a_position_can_be_where_it_begins() -> None:
    position = "seats=2 phase=lay player=2 turn_limit=9 rows=FOP,OTD,DPM,MRW hands=PPM,OO collections=F,O"
    game = pyspiel.load_game("python_cubirds", {"position": position})
    state = game.new_initial_state()
    assert state.current_player() == 1
    assert str(state).startswith("seats=2 phase=lay player=2 ")
    assert '"hand":["O","O"]' in state.information_state_string(1)
    assert '"hand":["P","P","M"]' not in state.information_state_string(1)
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == str(state)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    with pytest.raises(BadInput, match="has no record"):
        state.record_text()


@pytest.mark.parametrize("name", GAMES)
def test_an_observer_remembers_or_looks(name: str) -> None:
    game = pyspiel.load_game(name)
    state = play_some(game, 3, 60)
    looks = make_observation(game)
    looks.set_from(state, 1)
    assert np.array_equal(looks.tensor, state.encoding.observe_seat(state.match, 1))
    assert looks.string_from(state, 1) == state.observation_string(1)
    remembers = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert remembers.string_from(state, 1) == state.information_state_string(1)


@pytest.mark.parametrize("name", GAMES)
def test_its_tree_search_plays_our_games(name: str) -> None:
    game = pyspiel.load_game(name)
    state = play_some(game, 1, 0)
    bot = mcts.MCTSBot(game, 1.5, 5, mcts.RandomRolloutEvaluator(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", SETTINGS)
def test_its_search_for_hidden_information_plays_our_games(name: str) -> None:
    game = pyspiel.load_game(name)
    for steps in (0, 35):
        state = play_some(game, 1, steps)
        random_state = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, random_state)
        bot = ismcts.ISMCTSBot(game, evaluator, 1.5, 12, random_state=random_state)
        assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["python_birdie", "python_cubirds(turn_limit=8)"])
def test_its_sampling_learners_learn_from_our_games(name: str) -> None:
    game = pyspiel.load_game(name)
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    state = play_some(game, 1, 0)
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)
    assert set(policy) <= set(state.legal_actions())


def test_its_external_sampling_learns_from_the_end_of_our_games() -> None:
    position = "seats=2 phase=lay turns=6 turn_limit=7 rows=FOP,OTD,DPM,MRW hands=PPM,OO collections=F,O"
    game = pyspiel.load_game("python_cubirds", {"position": position})
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    solver.iteration()
    policy = solver.average_policy().action_probabilities(game.new_initial_state())
    assert sum(policy.values()) == pytest.approx(1)
