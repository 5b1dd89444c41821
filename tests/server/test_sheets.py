"""Score sheets over HTTP: nobody needs a name for one, and nothing is kept."""

from __future__ import annotations

from typing import Any

from serving import Live

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


def test_a_sheet_that_makes_no_sense_is_refused(live: Live) -> None:
    nobody = live.nobody()
    for wrong in (
        {**SHEET, "players": ["Ana"]},
        {**SHEET, "options": {"flap_values": [2, 3]}},
        {**SHEET, "colour": "red"},
        {**SHEET, "game": "chess"},
    ):
        assert nobody.refused("POST", "/sheet", {"sheet": wrong})[0] == 400
    assert nobody.refused("POST", "/sheet", {"sheet": SHEET, "language": "fr"})[0] == 400
