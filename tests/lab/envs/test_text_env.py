"""Gymnasium's text spaces."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest

from birdtable import catalog
from birdtable.game import BadInput
from birdtable.lab.agents.scripted import reader
from birdtable.lab.envs.gymnasium import environment_id
from birdtable.lab.envs.text import TextWrapper


def make(game: str, **more: Any) -> TextWrapper:
    return TextWrapper(gymnasium.make(environment_id(catalog.game(game)), players=("random",)), **more)


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_match_is_played_in_texts(game: str) -> None:
    env = make(game)
    text, _ = env.reset(seed=3)
    over = False
    while not over:
        assert env.observation_space.contains(text)
        text, reward, over, _, info = env.step(reader("\n" + text))
        assert "refused" not in info
    assert reward in (1.0, -1.0) and "Legal steps" not in text


def test_refusals_change_nothing_and_then_the_turn_is_forfeited() -> None:
    env = make("birdie", attempts=2)
    first, _ = env.reset(seed=3)
    text, reward, over, _, info = env.step("PLAY: remove 1")
    assert (reward, over) == (0.0, False) and "[B5.1]" in text and "[B5.1]" in info["refused"]
    assert text.startswith(first.partition("\nEnd your answer")[0])
    _, _, _, _, info = env.step("fly")
    assert info["forfeited"] and "1: pass" in env.seat_env.record_text()


def test_what_is_no_answer_is_refused() -> None:
    env: Any = make("cubirds", attempts=1)
    env.reset(seed=3)
    for thing in (5, None, b"PLAY: keep"):
        with pytest.raises(BadInput, match="an answer is a text, not"):
            env.step(thing)
    while not env.step("nonsense")[2]:
        pass
    for answer in ("nonsense", "PLAY: keep"):
        with pytest.raises(BadInput, match="the match is over: reset"):
            env.step(answer)


def test_bad_settings_are_refused() -> None:
    for attempts in (0, "3"):
        with pytest.raises(BadInput, match="attempts are a whole number from 1 on"):
            make("birdie", attempts=attempts)
    with pytest.raises(BadInput, match=r"environments of birdtable\.lab\.envs\.gymnasium, not <.*CartPole"):
        TextWrapper(gymnasium.make("CartPole-v1"))
