"""The forms of observations beside the compact one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.envs.episode import Episode
from birdtable.lab.envs.forms.forms import form_of
from birdtable.lab.envs.forms.history import COLUMNS, ROOM
from birdtable.lab.envs.forms.onehot import digits_of, one_hot, widths
from birdtable.lab.envs.pettingzoo import env as make_env

GAMES = ["birdie", "cubirds"]


def played(name: str, seed: int, steps: int = 60, **settings: Any) -> Episode:
    """A match of random play that is under way."""
    episode, rng = Episode(name, 3, seed, watched=True, **settings), Rng(seed)
    for _ in range(steps):
        if not episode.over:
            legal = episode.legal()
            episode.play(episode.game.steps[legal[rng.below(len(legal))]])
    return episode


def read_back(name: str, expanded: Any) -> list[int]:
    """The compact observation again, digit by digit."""
    numbers, place = [], 0
    for field in encoding(name).fields:
        for _ in range(field.width):
            number = 0
            for divisor, values in digits_of(field):
                width = max(1, values)
                part = expanded[place : place + width]
                number += divisor * int(part.argmax() if values else part[0])
                if values:
                    assert sorted(part) == [0] * (values - 1) + [1]
                place += width
            numbers.append(number)
    assert place == len(expanded)
    return numbers


@pytest.mark.parametrize("name", GAMES)
def test_one_hot_holds_the_same_as_compact(name: str) -> None:
    coding, hot = encoding(name), one_hot(name)
    assert hot.width == sum(widths(coding))
    for seed in range(4):
        episode = played(name, seed, 40 * seed)
        for seat in range(3):
            observation = coding.observe_seat(episode.recorder.state, seat)
            expanded = hot.expand(observation)
            assert ((hot.low <= expanded) & (expanded <= hot.high)).all()
            assert read_back(name, expanded) == observation.tolist()


@pytest.mark.parametrize("name", GAMES)
def test_a_history_holds_every_event_that_the_seat_saw(name: str) -> None:
    episode = played(name, 3)
    coding = encoding(name)
    words = tuple(coding.game.wording.sentences)
    history = form_of("history", coding).observe(episode, 1)
    rows = history[history[:, 0] > 0]
    assert history.shape == (ROOM, len(COLUMNS))
    assert not history[len(rows) :].any()
    told = [words[row[0] - 1] for row in rows]
    seen = [event.what for event in episode.log]
    assert list(dict.fromkeys(told)) == list(dict.fromkeys(seen))
    dealt = [row for row, what in zip(rows, told, strict=True) if what == "dealt"]
    assert {bool(row[2]) for row in dealt if row[1] == 1} == {True}  # one's own cards
    assert {bool(row[2]) for row in dealt if row[1] != 1} == {False}


@pytest.mark.parametrize("name", GAMES)
def test_a_history_tells_nothing_that_the_seat_cannot_know(name: str) -> None:
    """It is made of nothing but what ``seen_by`` leaves of the events."""
    coding = encoding(name)
    form = form_of("history", coding)
    for seat in range(3):
        episode = played(name, 5)
        before = form.observe(episode, seat)
        for number, event in enumerate(episode.log):
            hidden = event.seen_by(seat)
            if hidden != event:
                episode.log[number] = hidden
        assert np.array_equal(before, form.observe(episode, seat))


def test_when_there_is_no_more_room_the_oldest_go() -> None:
    episode, form = played("cubirds", 1), form_of("history", encoding("cubirds"))
    episode.log *= 20
    history = form.observe(episode, 0)
    assert (history[:, 0] > 0).all()
    episode.log = episode.log[-ROOM:]
    assert np.array_equal(history, form.observe(episode, 0))


@pytest.mark.parametrize("form", ["onehot", "history"])
def test_agents_are_given_the_form_they_ask_for(form: str) -> None:
    env = make_env("birdie", players=3, form=form)
    env.reset(seed=1)
    for _ in range(10):
        observation = env.last()[0]
        assert env.observation_space(env.agent_selection).contains(observation)
        env.step(int(observation["action_mask"].argmax()))


def test_other_forms_are_refused() -> None:
    with pytest.raises(BadInput, match="form is 'compact', 'onehot', 'history', not 'pixels'"):
        make_env("birdie", form="pixels")
