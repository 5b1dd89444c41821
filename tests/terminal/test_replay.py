"""Stepping through a recorded match on the full screen."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from birdtable import catalog
from birdtable.bots.match import matches
from birdtable.game import SPECTATOR, seat_number
from birdtable.record import Record
from birdtable.terminal.screen.replay_app import ReplayApp, frames
from birdtable.terminal.speech import Speech


def random_match(game: str, seed: int = 2) -> Record:
    rules = catalog.game(game)
    options = rules.cap()
    (match,) = matches(rules, ["random", "random"], options, games=1, seed=seed, recorded="whole")
    assert match.record is not None
    return match.record


@pytest.mark.parametrize("game", catalog.games())
async def test_one_steps_forwards_and_back_to_both_ends(game: str) -> None:
    record = random_match(game)
    app = ReplayApp(record, 0, ["Ann", "Ben"], Speech("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        first = str(app.query_one("#now", Static).content)
        await pilot.press("right")
        assert app.at == 1
        await pilot.press("left", "left")
        assert app.at == 0 and str(app.query_one("#now", Static).content) == first
        await pilot.press("end")
        assert app.at == len(app.frames) - 1
        assert "Won by" in str(app.query_one("#now", Static).content)
        await pilot.press("home", "q")
    assert app.return_code == 0


def test_a_seat_sees_its_own_secrets_only() -> None:
    record = random_match("birdie")
    for seat in (SPECTATOR, 0, 1):
        seen = list(frames(record, seat))
        assert all(each.view.seat == seat_number(seat) for each in seen)
        assert all(event.seat == seat for each in seen for event in each.events if event.secret)
