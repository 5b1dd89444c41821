"""The scene as text, for people and models."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import birdtable.lab.envs.gymnasium  # noqa: F401 (registers)
from birdtable import catalog
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR
from birdtable.lab.envs import pettingzoo
from birdtable.languages import LANGUAGES
from birdtable.terminal.scene_text import scene_text
from kit.birdie.redeal import redeal as redeal_birdie
from kit.cubirds.redeal import redeal as redeal_cubirds

REDEAL: dict[str, Any] = {"birdie": redeal_birdie, "cubirds": redeal_cubirds}


def decisions(name: str, seed: int) -> Any:
    """The states of a random match in which a seat is to decide, and the last one."""
    rng, game = Rng(seed), catalog.game(name)
    state = game.start(3, game.cap())
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            state.apply(state.roll(rng))
        else:
            yield state
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
    yield state


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_who_is_to_move_reads_every_legal_step(name: str) -> None:
    game = catalog.game(name)
    for state in decisions(name, 1):
        for viewer in (*range(3), SPECTATOR):
            view = game.view(state, viewer)
            text = scene_text(game, view)
            offered = [line.split("  ")[1].strip() for line in text.splitlines() if line.startswith("  ")]
            legal = game.legal_steps(state) if view.is_to_move else []
            assert set(legal) <= set(offered)
            assert ("You" in text) == (viewer is not SPECTATOR)


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_a_text_tells_nothing_that_the_seat_cannot_know(name: str) -> None:
    game, rng = catalog.game(name), Rng(9)
    for number, state in enumerate(decisions(name, 2)):
        if number % 5 == 0 and state.to_move >= 0:
            for seat in range(3):
                other = REDEAL[name](state, seat, rng)
                assert scene_text(game, game.view(state, seat)) == scene_text(game, game.view(other, seat))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_all_languages_and_calls_people_by_their_names(language: str) -> None:
    game = catalog.game("birdie")
    state = next(decisions("birdie", 1))
    text = scene_text(game, game.view(state, state.to_move), names=("Ada", "Bo", "Cy"), language=language)
    assert ">Ada" in text or ">Bo" in text or ">Cy" in text
    assert (language == "en") == ("Take 1 card to the hand" in text)


@pytest.mark.parametrize("name", ["birdtable/Birdie-v1", "birdtable/CuBirds-v1"])
def test_environments_render_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for mode in ("ansi", "human", None):
        env = gymnasium.make(name, render_mode=mode)
        _, info = env.reset(seed=1)
        env.step(np.int64(info["action_mask"].argmax()))
        texts.append(env.render())
    printed = capsys.readouterr().out
    assert isinstance(texts[0], str)
    assert ">You" in texts[0]
    assert texts[1:] == [None, None]
    assert printed.count(texts[0]) == 2  # after the step, and when asked


def test_every_agent_is_rendered_what_it_sees() -> None:
    env = pettingzoo.env("cubirds", players=3, render_mode="ansi")
    env.reset(seed=1)
    seen = set()
    for _ in range(12):
        text = env.render()
        assert text is not None
        seen.add(env.agent_selection)
        assert ">You" in text
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert len(seen) == 3
