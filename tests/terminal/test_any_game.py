"""A game that brings nothing for the terminal is played there all the same: its view as text, its steps as choices."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from birdtable import catalog
from birdtable.record import Record, Walk, load
from birdtable.terminal.match.adviser import Adviser
from birdtable.terminal.match.session import Session
from birdtable.terminal.plain import PlainClient
from birdtable.terminal.screen.app import BirdtableApp
from birdtable.terminal.screen.replay_app import ReplayApp
from birdtable.terminal.screen.scene import Scene
from birdtable.terminal.speech import Speech


@pytest.fixture(autouse=True)
def kuhn() -> Iterator[None]:
    catalog.register("kuhn", "kit.kuhn")
    yield
    del catalog.GAMES["kuhn"]


def session(path: Path, *players: str) -> Session:
    people = players or ("human", "random")
    return Session(catalog.game("kuhn"), people, names=["Ann", "Ben"][: len(people)], seed=3, path=path)


def check_record(path: Path) -> Record:
    """The match as it was kept, played again by the rules to the same end."""
    [record] = load(path)
    game = catalog.game("kuhn")
    *_, end = Walk(record)
    state = end.state
    assert record.outcome is not None and game.outcome(state) == record.outcome
    return record


def enter(table: Session, *lines: str) -> str:
    """What is printed when these lines are typed."""
    out = StringIO()
    PlainClient(table, Speech("en"), StringIO("".join(f"{line}\n" for line in lines)), out).run()
    return out.getvalue()


def test_a_whole_match_in_typed_lines(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    table = session(path)
    said = enter(table, "steps", "BET", "call", "fold")
    assert said.startswith("Kuhn poker: Ann, Ben\n")
    assert ">Ann Ben\n" in said and "hand: " in said and "Choose a step" in said
    assert "  check " in said and "  bet " in said
    assert "Ann bet." in said and "Won by" in said and "[K5]" in said
    assert check_record(path).steps()[2] == "bet"


def test_what_is_no_step_or_not_legal_is_answered(tmp_path: Path) -> None:
    table = session(tmp_path / "match.txt")
    said = enter(table, "bte", "call", "rules", "help", "undo")
    assert "I do not understand: bte" in said and "Did you mean: bet" in said
    assert "Call does not answer what was done [K3]" in said
    assert "Kuhn poker comes without a text of its rules" in said
    assert "There is nothing to take back" in said or "there is nothing to take back" in said
    assert table.pending == []


def test_two_people_at_one_terminal_do_not_see_each_others_card(tmp_path: Path) -> None:
    table = session(tmp_path / "match.txt", "human", "human")
    before, first, second = enter(table, "", "check", "", "check").split("is next: press Enter")
    assert "hand: " not in before
    cards = [part.split("hand: ")[1][0] for part in (first, second)]
    assert cards[0] != cards[1]
    check_record(tmp_path / "match.txt")


def test_hints_and_the_best_play_need_no_knowledge_of_the_game(tmp_path: Path) -> None:
    table = session(tmp_path / "match.txt")
    table.adviser = Adviser(simulations=50)
    said = enter(table, "hint", *["best"] * 3)
    assert "Hint: " in said and "Won by" in said
    check_record(tmp_path / "match.txt")


async def test_a_whole_match_on_the_full_screen(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    app = BirdtableApp(session(path), Speech("en"), pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(10):
            await app.workers.wait_for_complete()
            await pilot.pause()
            if app.table.outcome is not None:
                break
            assert app.offered == app.table.legal == [str(each.prompt) for each in app.query_one(OptionList).options]
            assert any(line.plain.startswith("hand: ") for line in app.query_one(Scene).lines)
            await pilot.press("down", "enter")
        assert "Won by" in str(app.query_one("#question", Static).content)
        assert str(app.query_one("#head", Static).content) == "Kuhn poker"
        await pilot.press("f4")
        assert "without a text of its rules" in str(app.query_one("#preview", Static).content)
    check_record(path)


async def test_its_record_is_stepped_through(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    enter(session(path), "check", "call")
    app = ReplayApp(check_record(path), 0, ["Ann", "Ben"], Speech("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        assert "Won by" in str(app.query_one("#now", Static).content)
