"""``birdtable score``: for people, and for programs that talk to it line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from typer.testing import CliRunner

from birdtable import cli
from birdtable.games.birdie.cards import TRAITS

ROW = "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww"
EXPERT_ROW = "Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw"


def run(*words: str, stdin: str | bytes = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, ["score", *words], input=stdin, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def output(*words: str) -> str:
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    return out


def error(*words: str) -> str:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err.removeprefix("error: ").strip()


def answers(lines: str | bytes) -> list[dict[str, Any]]:
    code, out, err = run("--json", stdin=lines)
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_the_row_is_drawn_with_its_sets_and_explained() -> None:
    told = output(ROW)
    assert told.startswith("15 points: nothing gains more\n")
    assert "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww \n1  1  1  1  2  2  3  3  3" in told
    assert "1 robin 4;  2 summer 2;  3 winter 3" in told
    assert "   +4  4 robins, box empty: 4 [B5.6]\n" in told
    assert "       2 winter birds: a larger winter set is written [B5.6]\n" in told
    assert "Steps: bird 4, season 2, season 3, leave\n" in told


def test_the_cards_need_no_quotes() -> None:
    assert output(*ROW.split()) == output(ROW)


def test_the_assumed_flap_values_are_named_and_can_be_changed() -> None:
    assert "our assumption [B1.5]" in output(ROW)
    told = output(ROW, "--option", "flap_values=1,3,9")
    assert "assumption" not in told
    assert "+9  3 Flap marks for sets written: 9 [B5.7]" in told


def test_a_board_and_abilities_can_be_given() -> None:
    told = output(
        *(ROW, "--boxes", "spring=4,robin=3", "--flaps", "2", "--records", "robin=4"),
        *("--insert", "Pu", "--woodpeckers", "1", "--pigeons", "1", "--owls", "1"),
    )
    assert "Robin's Pu becomes card" in told
    assert told.startswith("26 points: nothing gains more\n")


def test_the_expert_game_shows_each_removal_and_what_follows() -> None:
    told = output(EXPERT_ROW, "--expert", "--boxes", "spring=4")
    assert told.startswith("25 points: nothing gains more\n")
    assert told.count(" removed;") + told.count(" removed\n") == 2
    assert "Steps: remove " in told


def test_long_rows_are_broken_to_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "18")
    lines = output(ROW).splitlines()
    assert lines[3:7] == ["Rs Ra Rs Ru Pu Ou ", "1  1  1  1  2  2  ", "Ww Pw Ow Ps Rw Ww ", "3  3  3           "]


def test_ones_own_division_is_scored_beside_the_best() -> None:
    told = output("Rs Ra Rs Ru Pu Ou", "--sets", "1-2:robin 4-5:summer")
    assert told.startswith("9 points: the best play gains 11\n")
    assert "2 robins, box empty: 2 [B5.6]" in told
    assert error("Rs Ra Rs Ru Pu Ou", "--sets", "3-5") == "cards 3 to 5 share neither bird nor season [B5.4]"


def test_an_empty_row_is_a_row() -> None:
    assert output("").startswith("0 points: nothing gains more\n")


def test_one_problem_can_be_answered_in_json() -> None:
    told = json.loads(output(ROW, "--json"))
    assert (told["gain"], told["proved"], told["bound"], told["flaps"]) == (15, True, 15, 3)
    assert told["boxes"] == {"robin": 4, "summer": 2, "winter": 3}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "a row is missing: birdtable score 'Ow Ww Pw'; an empty one is ''"),
        (["Rs Qs"], "'Qs' is not a bird card: write a bird W O P R and a season s u a w, as in Rs [B1.1]"),
        (["Rs", "--boxes", "spring"], "--boxes spring: a name and a value, as in robin=4"),
        (["Rs", "--boxes", "spring=x"], "--boxes spring=x: not a whole number"),
        (["Rs", "--boxes", "tern=3"], f"'tern' is no box: {', '.join(TRAITS)} [B1.3]"),
        (["Rs", "--pigeons", "-1"], "pigeons = -1: from 0 to 1 in the standard game [B7.1]"),
        (["Rs", "--open-value", "owl=much"], "--open-value owl=much: not a number"),
        (["Rs", "--expert", "--preset", "ksr"], "the expert game and owl=move cannot be combined [B9.1]"),
        (["Rs", "--time", "0"], "time = 0.0: not above 0 seconds"),
    ],
)
def test_bad_input_is_answered_with_one_line(words: list[str], message: str) -> None:
    assert error(*words) == message


def test_programs_get_an_answer_to_every_line_and_a_bad_one_stops_nothing() -> None:
    told = answers('{"row": "Rs Ra"}\nnonsense\n\n{"row": "Rs Ra", "sets": "1-2"}\n{"row": "Rs Xx"}\n{"row": ""}\n')
    assert [next(iter(one)) for one in told] == ["gain", "error", "gain", "error", "gain"]
    assert told[0]["gain"] == 2 + 3 + 1
    assert told[4]["gain"] == 0


def test_bytes_that_are_no_text_are_an_error_of_their_line() -> None:
    told = answers(b'{"row": "\xff"}\n{"row": "Rs Ra"}\n')
    assert [next(iter(one)) for one in told] == ["error", "gain"]


def test_answers_come_at_once_not_at_the_end() -> None:
    command = [sys.executable, "-m", "birdtable", "score", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        for row, gain in (("Rs Ra", 6), ("Rs Ra Ru", 7)):
            process.stdin.write(json.dumps({"row": row}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["gain"] == gain
        process.stdin.close()
        assert process.wait() == 0
