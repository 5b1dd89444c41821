"""Score sheets as files: read strictly, computed anew, and never taken for records."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from birdtable import catalog, cli
from birdtable.companion import Ask, recompute
from birdtable.companion.sheetfile import outcome_of, parse_sheet
from birdtable.game import BadInput, Outcome

DOCS = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"```json score-sheet\n(.*?)```", DOCS, re.DOTALL)


def with_changes(**changes: Any) -> str:
    return json.dumps({**json.loads(EXAMPLE), **changes})


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, words, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_the_example_of_the_documentation_is_a_whole_game() -> None:
    file = parse_sheet(EXAMPLE)
    outcome = outcome_of(recompute(Ask(sheet=file.sheet)))
    assert outcome == Outcome((17, 23), (1,), "B6.2")
    assert file.outcome is None and file.begun.startswith("2026")


def test_every_field_of_an_entry_is_documented() -> None:
    from birdtable.companion.birdie.sheet import BirdieSheet, Round, Scoring, Settled
    from birdtable.companion.cubirds.sheet import Bird, CuBirdsSheet
    from birdtable.companion.sheetfile import SheetFile

    told = set(re.findall(r"`(\w+)`", DOCS[DOCS.index("## Score sheets") :])) | {"seat", "species", "flock"}
    for kind in (SheetFile, BirdieSheet, CuBirdsSheet, Round, Scoring, Settled, Bird):
        assert set(kind.__struct_fields__) <= told


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a score sheet"),
        ("birdtable: 1", "not a score sheet"),
        ("[]", "not a score sheet"),
        (EXAMPLE[:-30], "not a score sheet"),
        (with_changes(format="other"), "not a score sheet"),
        (with_changes(version=3), "version 3: this program reads 1 and 2"),
        (with_changes(rules=2), "rules version 2"),
        (with_changes(colour="red"), "damaged: Object contains unknown field `colour`"),
        (with_changes(sheet={"game": "birdie"}), "damaged: Object missing required field `players`"),
        (with_changes(sheet={"game": "chess", "players": ["Ana", "Ben"]}), "damaged: Invalid value"),
        (EXAMPLE.replace('"row": "Os Oa Ou"', '"row": 3'), "damaged: Expected `str`, got `int`"),
    ],
)
def test_what_is_no_sheet_or_damaged_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=re.escape(says)):
        parse_sheet(text)


def test_a_game_that_has_no_score_sheets_is_refused() -> None:
    catalog.register("kuhn", "kit.kuhn")
    try:
        with pytest.raises(BadInput, match="there are no score sheets for Kuhn poker"):
            parse_sheet(with_changes(sheet={"game": "kuhn", "players": ["Ana", "Ben"]}))
    finally:
        del catalog.GAMES["kuhn"]


def test_a_sheet_is_computed_anew_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "evening.sheet.json"
    path.write_text(with_changes(outcome={"points": [17, 99], "winners": [1], "clause": "B6.2"}))
    code, out, err = run("score", str(path))
    assert (code, err) == (0, "")
    assert re.search(r"^total +17 +23$", out, re.MULTILINE) and "Won by Ben [B6.2]" in out
    assert "The file says 17 99, won by 2, B6.2; recomputed it is 17 23, won by 2, B6.2." in out
    code, out, _ = run("score", str(path), "--json")
    assert code == 0 and json.loads(out)["winners"] == [1]


def test_a_sheet_of_cubirds_is_computed_too(tmp_path: Path) -> None:
    path = tmp_path / "flocks.json"
    birds = [{"seat": 0, "species": "M", "flock": 4}, {"seat": 1, "species": "M", "flock": 7}]
    path.write_text(with_changes(sheet={"game": "cubirds", "players": ["Ana", "Ben"], "birds": birds, "ended": True}))
    code, out, _ = run("score", str(path))
    assert code == 0 and "Ana: magpie: 4 are fewer than a small flock (5) [C3.5]" in out and "Won by Ben [C5.2]" in out


@pytest.mark.parametrize("command", ["replay", "verify", "review"])
def test_a_sheet_is_no_record(tmp_path: Path, command: str) -> None:
    path = tmp_path / "evening.sheet.json"
    path.write_text(EXAMPLE)
    code, out, err = run(command, str(path))
    assert (code, out) == (2, "")
    assert err == f"error: {path} is a score sheet, not the record of a match: birdtable score {path}\n"


def test_a_file_that_is_not_there_or_no_sheet_is_one_line(tmp_path: Path) -> None:
    assert run("score", str(tmp_path / "none.json"))[2].endswith(
        "none.json cannot be read: No such file or directory\n"
    )
    path = tmp_path / "match.json"
    path.write_text("{}")
    code, _, err = run("score", str(path))
    assert code == 2 and err.startswith(f"error: {path}: this is not a score sheet")
