"""A correction changes what it corrects: rows that people went on from keep their scoring."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from birdtable.companion import Ask, BirdieAnswer, recompute
from birdtable.companion.birdie.paper import settle
from birdtable.companion.birdie.sheet import Scored
from birdtable.companion.sheetfile import outcome_of, parse_sheet
from birdtable.games.birdie.cards import KINDS

Sheet = dict[str, Any]


def answer_to(sheet: Sheet, before: Sheet | None = None) -> BirdieAnswer:
    answer = recompute(msgspec.convert({"sheet": sheet, "before": before}, Ask))
    assert isinstance(answer, BirdieAnswer)
    return answer


def settle_all(sheet: Sheet) -> Sheet:
    """As the page does when one goes on from every row."""
    answer = answer_to(sheet)
    settled: Sheet = json.loads(json.dumps(sheet))
    for one, rounds in zip(settled["rounds"], answer.rounds, strict=True):
        for scoring, scored in zip(one["scorings"], rounds, strict=True):
            if scored is not None and scored.proposal is not None:
                scoring["settled"] = msgspec.to_builtins(settle(scored.proposal))
    return settled


def evening(*rows: str, **options: Any) -> Sheet:
    """Two players, two rounds: the rows of the first round, then of the second, in the order of passing."""
    rounds = [{"order": [0, 1], "scorings": [{"row": row} for row in pair]} for pair in (rows[:2], rows[2:])]
    return {"game": "birdie", "players": ["Ana", "Ben"], "options": options, "rounds": rounds}


def with_row(sheet: Sheet, round: int, seat: int, row: str) -> Sheet:
    changed: Sheet = json.loads(json.dumps(sheet))
    changed["rounds"][round]["scorings"][seat] = {"row": row}
    return changed


def random_evening(rng: Random) -> Sheet:
    deck = [kind for kind in KINDS for _ in range(4)]
    rng.shuffle(deck)
    scorings: list[dict[str, str]] = []
    for _ in range(4):
        hand = [deck.pop() for _ in range(rng.randrange(3))]
        row = [deck.pop() for _ in range(rng.randrange(11))]
        drawn = [deck.pop()] if len(scorings) < 2 and rng.random() < 0.3 else []
        scorings.append({"row": " ".join(row), "hand": " ".join(hand), "drawn": " ".join(drawn)})
    options: dict[str, Any] = rng.choice([{}, {"owl": "move", "same_trait_sets": "choose"}])
    rounds = [{"order": rng.choice([[0, 1], [1, 0]]), "scorings": scorings[n : n + 2]} for n in (0, 2)]
    return {"game": "birdie", "players": ["Ana", "Ben"], "options": options, "rounds": rounds}


def summary(answer: BirdieAnswer) -> list[Any]:
    rows = [(one.gain, one.boxes, one.used, one.flaps) if one else None for each in answer.rounds for one in each]
    return [rows, [board.points for board in answer.boards], answer.winners]


@pytest.mark.parametrize("seed", range(8))
def test_settling_changes_nothing_by_itself(seed: int) -> None:
    sheet = random_evening(Random(seed))
    before, after = answer_to(sheet), answer_to(settle_all(sheet))
    assert summary(after) == summary(before)
    assert all(one.settled for each in after.rounds for one in each if one)
    assert not any(one.settled for each in before.rounds for one in each if one)


@pytest.mark.parametrize("seed", range(8))
def test_a_correction_leaves_the_cut_of_every_other_row(seed: int) -> None:
    rng = Random(seed)
    sheet = settle_all(random_evening(rng))
    cards = sheet["rounds"][0]["scorings"][0]["row"].split()
    corrected = with_row(sheet, 0, 0, " ".join(cards[1:]))
    before, after = answer_to(sheet), answer_to(corrected, sheet)
    for number, seat in ((0, 1), (1, 0), (1, 1)):
        was, is_now = before.rounds[number][seat], after.rounds[number][seat]
        assert was is not None and is_now is not None
        assert marked(was) == marked(is_now)
    assert after.changes is not None
    told = {(change.round, change.seat): (change.before, change.after) for change in after.changes.totals}
    for seat in (0, 1):
        points = before.boards[seat].points, after.boards[seat].points
        assert told.get((-1, seat), (points[0], points[0])) == points


def marked(scored: Scored) -> list[tuple[int, int]]:
    """The first card and the length of every set marked in a row."""
    return [(group.places[0], len(group.places)) for stage in scored.stages for group in stage.groups]


def test_an_unsettled_row_is_solved_anew_and_a_settled_one_is_not() -> None:
    """With the robin box full, the row would be cut by seasons."""
    loose = evening("Ow Ow", "", "Rs Ra Rw Ow Pw", "")
    settled = settle_all(loose)
    row = "Rs Rs Ru"
    anew, kept = answer_to(with_row(loose, 0, 0, row)), answer_to(with_row(settled, 0, 0, row), settled)
    second = [each.rounds[1][0] for each in (anew, kept)]
    assert second[0] is not None and second[1] is not None
    assert second[0].gain == second[0].best > second[1].gain
    assert second[1].settled and second[1].best == second[0].gain
    assert kept.changes is not None
    assert [(change.round, change.seat) for change in kept.changes.rows] == [(0, 0), (1, 0)]


def test_a_correction_that_makes_a_settled_scoring_impossible_says_so() -> None:
    sheet = evening("Rs Ra Ru", "Ow Ow", "Pw Pw", "")
    sheet["rounds"][1]["scorings"][0]["hand"] = "Os"
    settled = settle_all(sheet)
    steps = settled["rounds"][1]["scorings"][0]["settled"]["steps"]
    box = next(step.split()[1] for step in steps if step.startswith("box "))
    wrote = {"wrote": {"robin": 3, box: 2}, "marks": 2, "row": ""}
    corrected = json.loads(json.dumps(settled))
    corrected["rounds"][0]["scorings"][0] = wrote
    answer = answer_to(corrected, settled)
    assert answer.changes is not None and not answer.over
    assert [(fault.round, fault.seat) for fault in answer.changes.faults] == [(1, 0)]


def test_an_old_file_is_read_and_says_that_nothing_was_settled() -> None:
    sheet = evening("Rs Ra Ru", "Ow Ow", "Pw Pw", "")
    old = {"format": "birdtable-sheet", "version": 1, "rules": 1, "sheet": sheet}
    file = parse_sheet(json.dumps(old))
    answer = recompute(Ask(sheet=file.sheet))
    assert isinstance(answer, BirdieAnswer) and outcome_of(answer) is not None
    assert [one.settled for each in answer.rounds for one in each if one] == [False] * 4


def test_the_changes_of_a_sheet_to_itself_are_none() -> None:
    sheet = settle_all(evening("Rs Ra Ru", "Ow Ow", "Pw Pw", "Ws Wa"))
    changes = answer_to(sheet, sheet).changes
    assert changes is not None and not (changes.rows or changes.totals or changes.faults)
    assert changes.won == changes.wins
