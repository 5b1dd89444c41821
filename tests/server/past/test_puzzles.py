"""Puzzles over the network: shown without their answers, tried, explained, and graded by how people fare."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.puzzles import days, pack, tries
from birdtable.puzzles.form import Puzzle, TurnPuzzle
from birdtable.server.past import solving
from birdtable.server.past.solving import ENOUGH, Fare
from birdtable.server.room.thinking import Asker
from kit.server.serving import Live


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def path(series: str, what: str = "") -> str:
    return f"/puzzles/{series}/{today()}{what}"


def puzzle_of(series: str) -> Any:
    day = days.parse_day(today())
    return days.puzzle_of(series, day, day)


def test_the_day_and_the_series_are_told(live: Live) -> None:
    told = live.guest("Ann").call("GET", "/puzzles").json()
    assert told["today"] == today()
    assert [each["name"] for each in told["series"]] == list(pack.BY_NAME)


@pytest.mark.parametrize("series", pack.BY_NAME)
def test_a_puzzle_is_shown_without_its_answer_and_without_what_the_seat_cannot_know(live: Live, series: str) -> None:
    ann, puzzle = live.guest("Ann"), puzzle_of(series)
    shown = ann.call("GET", path(series))
    assert shown.status_code == 200
    told = shown.json()
    assert not {"steps", "gain", "choices", "margin", "proof"} & set(told)
    if series == "cubirds-turn":
        assert all(board.get("hand") is None for board in told["position"]["view"].get("players", []))
    assert told["position"]["legal"]
    considered = ann.call("POST", path(series, "/consider"), {"steps": [told["position"]["legal"][0]]}).json()
    assert considered["said"]["type"] in ("considered", "refused")
    assert tries.state_of(puzzle).to_move == told["position"]["seat"]


@pytest.mark.parametrize("series", pack.BY_NAME)
def test_a_wrong_try_is_explained_and_never_accepted_and_the_first_try_counts(live: Live, series: str) -> None:
    ann, puzzle = live.guest("Ann"), puzzle_of(series)
    before = ann.call("GET", path(series)).json()["tried"]
    right = list(tries.engine_steps(puzzle))
    wrong = wrong_play(puzzle)
    answer = ann.call("POST", path(series, "/try"), {"steps": wrong}).json()["answer"]
    assert not answer["right"] and answer["own"]["cost"] > 0
    assert not answer.get("best")
    answer = ann.call("POST", path(series, "/try"), {"steps": right}).json()["answer"]
    assert answer["right"] and answer["best"]["cost"] == 0
    told = ann.call("GET", path(series)).json()
    assert (told["tried"], told["solved"]) == (before + 1, told["solved"])
    (mine,) = ann.call("GET", "/me/export").json()["results"]
    assert (mine["about"], mine["body"]) == (solving.about(puzzle), '{"right":false}')


def wrong_play(puzzle: Puzzle) -> list[str]:
    """The second best turn, or the row of somebody who does nothing that need not be done."""
    if isinstance(puzzle, TurnPuzzle):
        return list(puzzle.choices[1].steps)
    game, state, steps = catalog.game(puzzle.game), tries.state_of(puzzle), list[str]()
    while game.to_move(state) == puzzle.seat:
        legal = game.legal_steps(state)
        steps.append("done" if "done" in legal else legal[-1])
        game.play(state, steps[-1])
    return steps


def test_what_the_rules_forbid_and_half_a_play_are_refused_with_reasons(live: Live) -> None:
    ann = live.guest("Ann")
    said = ann.call("POST", path("cubirds-turn", "/try"), {"steps": ["lay X 9 left"]}).json()
    assert said["refused"]["reason"] and not said.get("answer")
    said = ann.call("POST", path("birdie-row", "/try"), {"steps": []}).json()
    assert said["refused"]["reason"] == "this play is not complete"
    assert ann.call("POST", path("birdie-row", "/try"), {"steps": ["x" * 41]}).status_code == 400


def test_a_clock_set_forward_gains_nothing(live: Live) -> None:
    tomorrow = (datetime.now(UTC).date() + timedelta(days=1)).isoformat()
    for what in ("", "/try", "/answer", "/consider"):
        method = "POST" if what else "GET"
        body: dict[str, list[str]] | None = {"steps": []} if what in ("/try", "/consider") else None
        said = live.guest("Ann").call(method, f"/puzzles/birdie-row/{tomorrow}{what}", body)
        assert said.status_code == 404 and "not there yet" in said.json()["reason"]
    assert live.guest("Ann").call("GET", "/puzzles/birdie-row/yesterday").status_code == 404
    assert live.guest("Ann").call("GET", "/puzzles/nothing/2026-11-02").status_code == 404


def test_who_gives_up_is_told_and_counts_as_not_solved(live: Live) -> None:
    ben, puzzle = live.guest("Ben"), puzzle_of("birdie-turn")
    answer = ben.call("POST", path("birdie-turn", "/answer")).json()
    assert answer["best"]["steps"] == list(puzzle.steps)
    costs = [each["cost"] for each in answer["others"]]
    assert costs == sorted(costs) and all(each["reason"] for each in answer["others"])
    before = ben.call("GET", path("birdie-turn")).json()
    ben.call("POST", path("birdie-turn", "/try"), {"steps": list(puzzle.steps)})
    assert ben.call("GET", path("birdie-turn")).json()["solved"] == before["solved"]


def test_a_puzzle_is_graded_by_how_people_fare_once_enough_have_tried() -> None:
    puzzle = msgspec.structs.replace(puzzle_of("birdie-row"))
    assert Fare(ENOUGH - 1, 0).level(puzzle) == puzzle.difficulty.level
    assert [Fare(100, solved).level(puzzle) for solved in (95, 70, 50, 30, 5)] == [1, 2, 3, 4, 5]


def test_workers_judge_tries_and_tell_answers_while_tables_go_on(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, run = [], live.rooms.helpers.run

    async def note(work: Callable[..., Any], *arguments: Any, asker: Asker) -> Any:
        asked.append(work.__name__)
        return await run(work, *arguments, asker=asker)

    monkeypatch.setattr(live.rooms.helpers, "run", note)
    ann = live.guest("Ann")
    for what, body in (("/try", {"steps": ["end"]}), ("/answer", None)):
        ann.ok("POST", path("birdie-row", what), body)
    assert asked == ["attempt", "solution"]
