"""The full screen: whole games by keyboard, the mouse, and everything around a step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from birdtable import catalog
from birdtable.bots.knowledge import Hint
from birdtable.game import NO_SEAT, SPECTATOR
from birdtable.terminal.match.adviser import Adviser
from birdtable.terminal.match.session import Session, player_names
from birdtable.terminal.screen.app import BirdtableApp
from birdtable.terminal.screen.scene import Scene
from birdtable.terminal.screen.screens import Curtain, Reading
from birdtable.terminal.speech import Speech
from kit.birdie.table import scoring

SMALL = (80, 24)


def new_app(game: str, *people: str, seed: int = 4, expert: bool = False) -> BirdtableApp:
    players = people or ("human", "casual")
    options = {"expert": True} if expert else {}
    table = Session(catalog.game(game), players, names=player_names(players, "Ann"), seed=seed, options=options)
    table.adviser = Adviser(simulations=20)
    return BirdtableApp(table, Speech("en"), pace=0)


async def settle(pilot: Pilot[None]) -> BirdtableApp:
    """When the others have played and everything is drawn."""
    app = pilot.app
    assert isinstance(app, BirdtableApp)
    await app.workers.wait_for_complete()
    await pilot.pause()
    return app


def screen(app: BirdtableApp) -> list[str]:
    """What is on the screen, line by line."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip)[:width].rstrip() for strip in strips[:height]]


def text_of(app: BirdtableApp, id: str) -> str:
    return str(app.query_one(id, Static).content)


async def play_out(pilot: Pilot[None], *, by_hand: int) -> BirdtableApp:
    """A whole match: some steps chosen in the list, the rest as the adviser would."""
    app = await settle(pilot)
    for turn in range(400):
        if app.table.outcome is not None:
            return app
        if turn < by_hand:
            await pilot.press(*["down"] * (turn % 3), "enter")
        else:
            await pilot.press("f5")
        await settle(pilot)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("game", "expert"), [("birdie", False), ("birdie", True), ("cubirds", False)])
async def test_a_whole_game_is_played_with_the_keyboard(game: str, expert: bool) -> None:
    app = new_app(game, expert=expert)
    async with app.run_test(size=SMALL) as pilot:
        await play_out(pilot, by_hand=8)
        assert re.search(r"Points: Ann \d+, Juno \d+\. Won by", "\n".join(screen(app)))
        assert all(len(line) <= SMALL[0] for line in screen(app))


async def test_a_bot_that_fails_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def choose(view, legal, rng):\n    return 'fly away'", encoding="utf-8")
    app = new_app("cubirds", str(path), "human")
    app.table.names[0] = "Broken"
    async with app.run_test(size=(200, 60), notifications=True) as pilot:
        await settle(pilot)
        assert "Broken failed to play ('fly away'" in "\n".join(screen(app))


@pytest.mark.parametrize("size", [SMALL, (200, 60)], ids=str)
@pytest.mark.parametrize("game", catalog.games())
async def test_everything_is_in_sight(game: str, size: tuple[int, int]) -> None:
    app = new_app(game, "human", *["casual"] * (catalog.game(game).max_seats - 1))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        seen = "\n".join(screen(app))
        for name in app.table.names:
            assert name[:12] in seen
        assert "Hand:" in seen and "f1 Help" in seen and "f10 Quit" in seen
        assert text_of(app, "#question")[:30] in seen
        assert len(app.query_one(OptionList).options) == len(app.table.legal)
        assert app.query_one(OptionList).size.height >= 4


async def test_a_card_is_taken_with_two_clicks() -> None:
    app = new_app("birdie")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        place = str(app.query_one(Scene).lines[0].plain).index(":") + 2
        card = app.table.view.display[0]  # type: ignore[attr-defined]
        await pilot.click(Scene, offset=(place, 0))
        assert app.offered == [f"take {card}", f"stack {card}"]
        await pilot.click(OptionList, offset=(3, 0))
        await settle(pilot)
        assert any(event.what == "took" and event.cards == card and event.seat == 0 for event in app.table.log)


async def test_birds_are_laid_by_clicking_their_species_and_an_end() -> None:
    app = new_app("cubirds")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        hand = next(n for n, line in enumerate(app.query_one(Scene).lines) if line.plain.startswith("Hand"))
        species = app.query_one(Scene).lines[hand].plain[6]
        await pilot.click(Scene, offset=(6, hand))
        assert app.offered and all(step.startswith(f"lay {species} ") for step in app.offered)
        await pilot.click(Scene, offset=(app.query_one(Scene).lines[1].plain.index("[>]") + 1, 1))
        await settle(pilot)
        assert app.table.pending or any(event.what == "laid" and event.place == "2 right" for event in app.table.log)


async def test_what_is_typed_filters_the_steps_and_enter_takes_it() -> None:
    app = new_app("birdie")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        display = app.table.view.display  # type: ignore[attr-defined]
        await pilot.press(*"ta")
        assert app.offered == [step for step in app.offered if step.startswith("take ")]
        await pilot.press("escape")
        app.query_one(Input).value = f"stack {display[0]} {display[1]}"
        await pilot.press("enter")
        await settle(pilot)
        assert any(event.what == "stacked" and event.seat == 0 for event in app.table.log)
        app.query_one(Input).value = "tkae Xx"
        await pilot.press("enter")
        assert "Did you mean" in text_of(app, "#preview")


async def test_a_pass_shows_its_points_and_asks() -> None:
    app = new_app("birdie")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        app.query_one(OptionList).highlighted = app.offered.index("pass")
        await pilot.pause()
        await pilot.press("enter")
        assert text_of(app, "#preview") == "Pass for 2 points? Repeat to confirm"
        assert app.table.is_mine
        await pilot.press("enter")
        await settle(pilot)
        assert any(event.what == "passed" and event.seat == 0 for event in app.table.log)


async def test_undo_hint_rules_and_help_have_keys() -> None:
    app = new_app("birdie")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        start = app.table.view
        await pilot.press("enter")
        await settle(pilot)
        assert app.table.view != start
        await pilot.press("f3")
        await settle(pilot)
        assert app.table.view == start
        await pilot.press("f2")
        await settle(pilot)
        hint = text_of(app, "#preview")
        assert hint.startswith("Hint: ") and any(step in hint for step in app.table.legal)
        for key in ("f1", "f4", "f6"):
            await pilot.press(key)
            assert isinstance(app.screen, Reading) and len(app.screen.text) > 40
            await pilot.press("escape")
            assert not isinstance(app.screen, Reading)


def scoring_app(row: str, hand: str = "", *, expert: bool = False) -> BirdtableApp:
    """At the moment when one's row is scored."""
    app = new_app("birdie", "human", "random", expert=expert)
    assert isinstance(app.table, Session)
    app.table.state = app.table.taken = scoring(row, hand, expert=expert)
    app.table.look()
    return app


async def test_the_cards_of_the_set_in_question_are_marked_and_the_score_so_far_is_told() -> None:
    app = scoring_app("Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww", "Ps")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert app.offered[0] == "bird 4" and app.query_one(Scene).marked == {1, 2, 3, 4}
        await pilot.click(Scene, offset=(7, 2))
        await settle(pilot)
        assert app.table.pending[-1] == "bird 3"
        await pilot.press("f3")
        await pilot.press("enter")
        await settle(pilot)
        assert app.table.pending[-1] == "bird 4"
        assert "As it stands: Ann writes 4 in the box robin." in text_of(app, "#preview")
        assert any(line.startswith(" R4=========") for line in screen(app))


async def test_a_click_on_a_card_removes_it_in_the_expert_game() -> None:
    app = scoring_app("Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw", expert=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        app.query_one(OptionList).highlighted = app.offered.index("remove 7")
        await pilot.pause()
        assert "takes out a set of 5 cards: spring" in text_of(app, "#preview")
        await pilot.click(Scene, offset=(6 * 3, 2))
        await settle(pilot)
        assert app.table.pending == ["remove 7"] and app.offered == ["by bird", "by season"]


async def test_nothing_shows_between_two_people_at_one_terminal() -> None:
    app = new_app("birdie", "human", "human")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, Curtain)
        assert "Hand" not in "\n".join(screen(app))
        await pilot.press("enter")
        await pilot.pause()
        first = app.table.seat
        assert app.table.view.seat == first
        await pilot.press("f5")
        await settle(pilot)
        assert isinstance(app.screen, Curtain)
        await pilot.press("enter")
        assert app.table.seat == 1 - first


async def sit_down(pilot: Pilot[None]) -> Session:
    """The first of two people at CuBirds is at the screen."""
    app = await settle(pilot)
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(app.table, Session)
    return app.table


async def test_nothing_of_the_first_person_is_kept_under_the_curtain() -> None:
    app = new_app("cubirds", "human", "human")
    async with app.run_test(size=SMALL) as pilot:
        table = await sit_down(pilot)
        while not isinstance(app.screen, Curtain):
            app.do("draw" if "draw" in table.legal else table.legal[0])
            await settle(pilot)
        assert any(event.secret for event in table.all if event.what == "drew")
        assert table.seat is SPECTATOR and table.view.seat == NO_SEAT
        assert not any(event.secret for event in table.log)
        assert "draws 2 cards" in text_of(app, "#log")
        assert app.offered == [] and app.previews == {} and text_of(app, "#preview") == ""
        await pilot.press("f6")
        assert isinstance(app.screen, Curtain)
        await pilot.press("enter")
        await pilot.pause()
        assert {event.seat for event in table.log if event.secret} == {table.view.seat}


async def test_what_one_person_was_reading_is_closed_before_the_next_sits_down() -> None:
    app = new_app("cubirds", "human", "human")
    async with app.run_test(size=SMALL) as pilot:
        table = await sit_down(pilot)
        await pilot.press("f6")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        while table.curtain is None:
            table.take(table.legal[0])
            list(table.wait())
        app.end_wait()
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(app.screen, Reading)


async def test_a_hint_that_comes_late_is_not_for_the_next_person(monkeypatch: pytest.MonkeyPatch) -> None:
    app = new_app("cubirds", "human", "human")
    async with app.run_test(size=SMALL) as pilot:
        table = await sit_down(pilot)
        hint = table.hint()

        def late() -> Hint:
            table.call(SPECTATOR)
            return hint

        monkeypatch.setattr(table, "hint", late)
        await pilot.press("f2")
        await settle(pilot)
        assert hint.steps[0] not in text_of(app, "#preview")
