"""Many matches of one player together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.bots.advice.assessment import Assessment
from birdtable.bots.advice.career import FEWEST, SPANS, PlayedMatch, career, played_of
from birdtable.bots.advice.reasons import Reason
from birdtable.bots.advice.review import Depth, review, weight
from birdtable.bots.knowledge import knowledge
from birdtable.bots.match import matches

SHALLOW = Depth(simulations=16, worlds=8, playouts=2, prospects=2)


def played(own: float = 0.0, luck: float = 0.0, against: str = "casual", **losses: float) -> PlayedMatch:
    return PlayedMatch(0.5 + own + luck, luck, own, losses, (against,))


def test_time_is_cut_into_few_stretches_of_enough_matches() -> None:
    for number in (0, 1, FEWEST, FEWEST + 1, SPANS * FEWEST, 97):
        found = career([played()] * number)
        assert found.matches == number == sum(span.matches for span in found.spans)
        assert len(found.spans) <= SPANS and all(span.matches >= FEWEST for span in found.spans[:-1])


def test_somebody_who_learns_is_seen_to() -> None:
    found = career([played(own=-0.2 + 0.001 * (i % 3)) for i in range(10)] + [played(own=0.1)] * 10)
    first, *_, last = [span.skill for span in found.spans]
    assert first.high is not None and last.low is not None and first.high < last.low
    assert found.skill.mean == pytest.approx(-0.05, abs=0.01)
    assert found.luck.mean == 0


def test_one_match_has_no_interval() -> None:
    (only,) = career([played(own=0.3)]).spans
    assert (only.skill.mean, only.skill.low, only.skill.high) == (0.3, None, None)


def test_the_largest_loss_comes_first_and_none_is_negative() -> None:
    found = career([played(Passing=0.0, Order=0.3), played(Passing=0.1, Order=0.0)])
    assert [loss.area for loss in found.losses] == ["Order", "Passing"]
    assert all(loss.lost.low is not None and loss.lost.low >= 0 for loss in found.losses)


def test_results_are_told_by_who_the_others_were() -> None:
    found = career([played(own=0.5), played(own=0.5), played(own=-0.5, against="champion")])
    assert {each.who: (each.matches, each.result.mean) for each in found.against} == {
        "casual": (2, 1.0),
        "champion": (1, 0.0),
    }
    for each in found.against:
        assert each.result.low is not None and each.result.high is not None
        assert 0 <= each.result.low < each.result.high <= 1, "two victories prove little"


@pytest.mark.parametrize("name", catalog.games())
def test_all_that_decisions_cost_is_lost_somewhere(name: str) -> None:
    options = {"turn_limit": 60} if name == "cubirds" else {}
    (match,) = matches(catalog.game(name), ["hasty", "random"], options, games=1, seed=5, recorded="whole")
    assert match.record is not None
    found = review(match.record, 1, depth=SHALLOW)
    kept, known = played_of(found, ["hasty", "hasty"]), knowledge(catalog.game(name))
    assert set(kept.losses) == set(known.areas) and kept.against == ("hasty",)
    assert sum(kept.losses.values()) == pytest.approx(sum(weight(each, known.match_width) for each in found.decisions))


def decision(step: str, best: str, unit: str = "win", *claims: str) -> Assessment:
    told = [Reason("", {}, kind=kind) for kind in claims]
    return Assessment(1, step, best, 0.1, unit, "", best, 0.0, claims=told)


@pytest.mark.parametrize(
    ("game", "judged", "area"),
    [
        ("birdie", decision("pass", "take Rs"), "Passing"),
        ("birdie", decision("stack Rs", "pass"), "Passing"),
        ("birdie", decision("take Rs", "stack Rs"), "Taking 1 card or 2"),
        ("birdie", decision("add Rs", "end"), "Order of the pile"),
        ("birdie", decision("leave", "bird 2", "points", "row", "box"), "Dividing the row"),
        ("birdie", decision("done", "use W", "points", "row", "spends"), "Abilities"),
        ("cubirds", decision("lay P 1 left", "lay O 2 left"), "Laying birds"),
        ("cubirds", decision("keep", "draw"), "Drawing cards"),
        ("cubirds", decision("end", "flock R"), "Flocks"),
    ],
)
def test_a_decision_belongs_to_what_it_is_about(game: str, judged: Assessment, area: str) -> None:
    assert knowledge(catalog.game(game)).area(judged) == area


def report(*arguments: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "birdtable", "report", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_tells_what_a_players_records_show(tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    played_now = matches(
        catalog.game("cubirds"), ["hasty", "random"], {"turn_limit": 8}, games=2, seed=5, recorded="whole"
    )
    path.write_text("".join(f"{match.record.json()}\n" for match in played_now if match.record), encoding="utf-8")
    told = report("cubirds", "--records", path, "--player", "hasty").stdout
    assert "hasty: 2 matches" in told and "Laying birds" in told and "random" in told
    found = msgspec.json.decode(report("cubirds", "--records", path, "--player", "random", "--json").stdout)
    assert found["matches"] == 2 and found["against"][0]["who"] == "hasty"
    for wrong, words in (([], "--player"), (["--player", "Mira"], "no finished match of cubirds")):
        refused = report("cubirds", "--records", path, *wrong)
        assert refused.returncode == 2 and words in refused.stderr
