"""Bots that need to know nothing of a game play any that is registered: Kuhn poker stands for those from outside the
package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from birdtable import catalog
from birdtable.bots.advice.hints import hint
from birdtable.bots.advice.reasons import REASONS
from birdtable.bots.advice.review import Depth, review
from birdtable.bots.interface import BotFault, ask
from birdtable.bots.knowledge import NOTHING, knowledge
from birdtable.bots.levels import LEVELS
from birdtable.bots.match import MatchResult, matches
from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput
from birdtable.lab.arena.arena import ArenaResult, arena
from birdtable.lab.report.page import page
from birdtable.lab.report.study import study
from birdtable.lab.training.training import Run
from birdtable.lab.work import open_executor
from birdtable.record import Recorder

SHALLOW = Depth(simulations=16, worlds=8, playouts=4, prospects=2)


@pytest.fixture(autouse=True)
def kuhn() -> Iterator[AnyGame]:
    catalog.register("kuhn", "kit.kuhn")
    yield catalog.game("kuhn")
    del catalog.GAMES["kuhn"]


def play(game: AnyGame, players: list[str], games: int = 12) -> list[MatchResult]:
    return list(matches(game, players, {}, games=games, seed=5, recorded="whole"))


def test_installed_packages_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog.find_installed()
    monkeypatch.setattr(catalog, "entry_points", None)
    assert "kuhn" in catalog.games()
    with pytest.raises(BadInput, match="there is no game 'chess'"):
        catalog.game("chess")


def test_nothing_is_known_of_it(kuhn: AnyGame) -> None:
    assert knowledge(kuhn) is NOTHING


@pytest.mark.parametrize("spec", ["random", "search:16", "search:1ms", *(level.id for level in LEVELS)])
def test_a_bot_plays_whole_matches_by_the_rules(kuhn: AnyGame, spec: str) -> None:
    for match in play(kuhn, [spec, "random"], games=2 if spec == "champion" else 12):
        assert match.record is not None
        match.record.check()
        assert match.record.outcome == match.outcome


@pytest.mark.parametrize("spec", ["greedy", "novice", "hasty", "learned", "champion:20"])
def test_a_bot_that_needs_to_know_the_game_says_so(spec: str) -> None:
    with pytest.raises(BadInput, match="cannot play Kuhn poker, which brings no policy: use random or search"):
        bot(spec, "kuhn")


def test_random_matches_are_the_same_written_down_in_bulk(kuhn: AnyGame) -> None:
    whole = [match.record.json() for match in play(kuhn, ["random", "random"]) if match.record]
    lines = matches(kuhn, ["random", "random"], {}, games=12, seed=5, recorded="line")
    assert b"".join(match.lines for match in lines).decode().splitlines() == whole


@pytest.mark.parametrize("spec", ["search:40", "intermediate", "strong"])
def test_whoever_searches_calls_with_a_king(kuhn: AnyGame, spec: str) -> None:
    player = bot(spec, "kuhn")
    for hands in ("JK", "QK"):
        state = kuhn.parse_state(f"{hands} b")
        assert player.choose(kuhn.view(state, 1), kuhn.legal_steps(state), Rng(1)) == "call"


def standing(processes: int) -> ArenaResult:
    with open_executor(processes) as executor:
        *_, last = arena("kuhn", ["search:16", "random"], games=40, seed=2, executor=executor)
    return last.result()


def test_the_arena_gives_one_result_with_one_process_and_with_two() -> None:
    alone = standing(1)
    assert alone.wins[0] > alone.wins[1]
    assert msgspec.json.encode(standing(2)) == msgspec.json.encode(alone)


BOT = """
from birdtable import catalog

def choose(view, legal, rng):
    assert catalog.game("kuhn").title == "Kuhn poker"
    return legal[0] if view.hand != "J" else "fly away"
"""


def test_a_bot_in_a_file_knows_the_game(kuhn: AnyGame, tmp_path: Path) -> None:
    path = tmp_path / "checks.py"
    path.write_text(BOT, encoding="utf-8")
    player = bot(str(path), "kuhn")
    king, jack = kuhn.parse_state("KQ -"), kuhn.parse_state("JQ -")
    assert ask(player, kuhn.view(king, 0), kuhn.legal_steps(king), Rng(1)) == "check"
    with pytest.raises(BotFault, match="'fly away' is not legal"):
        ask(player, kuhn.view(jack, 0), kuhn.legal_steps(jack), Rng(1))


def test_hints_rank_the_steps_with_a_plain_reason(kuhn: AnyGame) -> None:
    state = kuhn.parse_state("JK b")
    first, second = hint(kuhn, kuhn.view(state, 1), Rng(1), simulations=200)
    assert (first.steps, second.steps) == (("call",), ("fold",))
    assert first.value > second.value
    assert [first.reason.text, second.reason.text] == [REASONS["wins"], REASONS["tried"]]


def test_a_review_adds_up(kuhn: AnyGame) -> None:
    for match in play(kuhn, ["random", "random"]):
        assert match.record is not None
        for seat in range(2):
            found = review(match.record, seat, depth=SHALLOW)
            assert found.start + found.luck + found.others + found.own == pytest.approx(found.result)


def test_a_review_finds_the_king_that_was_folded(kuhn: AnyGame) -> None:
    match = Recorder(kuhn, ["Ann", "Ben"])
    for step in ("deal Q", "deal K", "bet", "fold"):
        match.play(step)
    found = review(match.record(), 1, depth=SHALLOW)
    assert [(each.step, each.best, each.cost, each.why) for each in found.decisions] == [
        ("fold", "call", 1.0, REASONS["wins"])
    ]
    assert found.moments == [4]


def test_a_report_shows_what_all_games_have(kuhn: AnyGame) -> None:
    found = study("kuhn", ["search:8", "random"], {}, deals=6, seed=3)
    assert found.games == 12
    assert (found.sources, found.marks) == ({}, [])
    text = page(found)
    assert "Kuhn poker" in text and "Who wins" in text
    assert "Where do points come from?" not in text


def test_there_is_nothing_to_train(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Kuhn poker has no features to learn from"):
        Run("kuhn", tmp_path, seed=1, matches=1)
