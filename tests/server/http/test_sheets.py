"""Score sheets over HTTP: nobody needs a name for one, and nothing is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Asker
from kit.server.serving import Live, http_to

SHEET: dict[str, Any] = {
    "game": "birdie",
    "players": ["Ana", "Ben"],
    "rounds": [{"order": [1, 0], "scorings": [{"row": "Rs Ra Ru"}, None]}],
}


def test_a_sheet_is_recomputed_in_the_language_asked_for(live: Live) -> None:
    answer = live.nobody().ok("POST", "/sheet", {"sheet": SHEET, "language": "de"})
    assert answer["game"] == "birdie"
    assert [board["points"] for board in answer["boards"]] == [7, 2]
    assert answer["rounds"][0][0]["lines"][0]["text"] == "3 Rotkehlchen, Feld leer: 3"


def test_a_sheet_of_the_other_game_is_answered_too(live: Live) -> None:
    sheet = {"game": "cubirds", "players": ["Ana", "Ben"], "birds": [{"seat": 0, "species": "F"}]}
    answer = live.nobody().ok("POST", "/sheet", {"sheet": sheet})
    assert answer["collections"][0]["collection"] == {"F": 1}


def test_an_own_play_is_played_by_the_rules_and_told_how_it_can_go_on(live: Live) -> None:
    own = {"row": "Rs Ra Rs", "hand": "Pa", "steps": ["remove 2"]}
    sheet = {**SHEET, "options": {"expert": True}, "rounds": [{"order": [0, 1], "scorings": [own, None]}]}
    play = live.nobody().ok("POST", "/sheet", {"sheet": sheet})["rounds"][0][0]["play"]
    assert (play["phase"], play["legal"], play["asks"]) == ("trait", ["by bird", "by season"], True)
    own["steps"] = ["remove 2", "by bird", "remove 1"]
    faults = live.nobody().ok("POST", "/sheet", {"sheet": sheet, "language": "it"})["faults"]
    assert [(fault["clause"], fault["text"].split(":")[0]) for fault in faults] == [("B8.3", "Passo 3, remove 1")]


def test_a_sheet_that_makes_no_sense_is_refused(live: Live) -> None:
    nobody = live.nobody()
    for wrong in (
        {**SHEET, "players": ["Ana"]},
        {**SHEET, "options": {"flap_values": [2, 3]}},
        {**SHEET, "colour": "red"},
        {**SHEET, "game": "chess"},
        {**SHEET, "rounds": [{"order": [], "scorings": [{"row": "Rs", "steps": "remove 1"}]}]},
        {**SHEET, "rounds": [{"order": [], "scorings": [{"row": "Rs", "steps": ["x" * 21]}]}]},
    ):
        assert nobody.refused("POST", "/sheet", {"sheet": wrong})[0] == 400
    assert nobody.refused("POST", "/sheet", {"sheet": SHEET, "language": "fr"})[0] == 400


GAME: dict[str, Any] = {"game": "birdie", "players": ["Ana", "Ben"], "points": [30, 28], "winners": [0]}


async def test_evenings_are_counted_by_workers_while_tables_go_on(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, run = [], rooms.helpers.run

    async def note(work: Callable[..., Any], *arguments: Any, asker: Asker) -> Any:
        asked.append(work.__name__)
        return await run(work, *arguments, asker=asker)

    monkeypatch.setattr(rooms.helpers, "run", note)
    async with http_to(rooms) as client:
        answer = await client.post("/api/evenings", json={"games": [GAME]})
        assert answer.json()["standings"][0]["name"] == "Ana"
        refused = await client.post("/api/evenings", json={"games": [{**GAME, "points": [1]}]})
        assert refused.status_code == 400 and "game 1" in refused.json()["reason"]
    assert asked == ["tally_evenings", "tally_evenings"]
