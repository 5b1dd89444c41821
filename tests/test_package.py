"""What ``from birdtable import ...`` offers, and that it costs nothing before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import birdtable


@pytest.mark.parametrize("name", birdtable.__all__)
def test_every_name_that_is_listed_can_be_imported(name: str) -> None:
    assert getattr(birdtable, name) is not None
    assert name in dir(birdtable)


def test_a_match_of_bots_is_played_and_recorded_with_these_names_alone() -> None:
    from birdtable import CHANCE, NOBODY, Dice, Record, Recorder, Rng, bot, catalog

    game = catalog.game("cubirds")
    match, dice, rng = Recorder(game, ["Ann", "Ben"], {"turn_limit": 6}), Dice(seed=1), Rng(seed=1)
    player = bot("greedy", "cubirds")
    while (seat := game.to_move(match.state)) != NOBODY:
        if seat == CHANCE:
            match.play(dice.choose(game, match.state))
        else:
            match.play(player.choose(game.view(match.state, seat), game.legal_steps(match.state), rng))
    record = match.record()
    assert record.outcome is not None and Record.parse(record.text()) == record


def test_a_row_is_scored_with_these_names_alone() -> None:
    from birdtable import Problem, solve

    assert solve(Problem(row="Rs Ra Rs Ru Pu Ou")).gain > 0


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'birdtable' has no attribute 'chess'"):
        _ = birdtable.chess


def test_importing_the_package_imports_nothing_else_of_it() -> None:
    ask = "import sys, birdtable; print(sorted(name for name in sys.modules if name.startswith('birdtable.')))"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['birdtable._built', 'birdtable._speed']"
