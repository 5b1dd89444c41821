"""Hints and reviews."""

from __future__ import annotations

import random
import string
import subprocess
import sys
from gettext import GNUTranslations
from importlib import resources
from pathlib import Path
from statistics import fmean, variance
from typing import Any

import msgspec
import pytest

import birdtable
from birdtable import catalog
from birdtable.bots.advice import reasons
from birdtable.bots.advice.hints import SHOWN, hint
from birdtable.bots.advice.places import place_of
from birdtable.bots.advice.review import QUICK, Depth, Reviewer, review
from birdtable.bots.birdie.row_review import best_way
from birdtable.bots.intervals import Spread
from birdtable.bots.knowledge import Hint, knowledge
from birdtable.bots.match import matches
from birdtable.bots.roster import bot
from birdtable.chance import Dice
from birdtable.cli.review import parts as split_shown
from birdtable.cli.review import text as review_text
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame, BadInput, ends_play
from birdtable.games.birdie.cards import BIRDS
from birdtable.games.birdie.view import BirdieView
from birdtable.record import Record, Walk
from kit.cubirds.table import position
from kit.matches.blunders import blunder, blunder_and_luck

REASONS = {
    **reasons.REASONS,
    **knowledge(catalog.game("birdie")).reasons,
    **knowledge(catalog.game("cubirds")).reasons,
}
SHALLOW = Depth(simulations=16, worlds=8, playouts=4, prospects=2)


def positions(game: AnyGame, every: int, seed: int = 1) -> Any:
    """Some states of a random match in which a seat is to decide."""
    state, dice, pick, number = game.start(2), Dice(seed), random.Random(seed), 0
    while (seat := game.to_move(state)) != NOBODY and number < 400:
        if seat == CHANCE:
            game.apply(state, dice.choose(game, state))
            continue
        if number % every == 0:
            yield state
        number += 1
        game.apply(state, pick.choice(game.legal_steps(state)))


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_hints_are_whole_plays_and_the_best_comes_first(name: str) -> None:
    game = catalog.game(name)
    for state in positions(game, every=9):
        seat = game.to_move(state)
        hints = hint(game, game.view(state, seat), Rng(2), simulations=60)
        assert 1 <= len(hints) <= SHOWN
        assert [each.value for each in hints] == sorted((each.value for each in hints), reverse=True)
        assert len({tuple(sorted(each.steps)) for each in hints}) == len(hints), "no play twice in another order"
        for each in hints:
            assert str(each.reason)
            after = state.copy()
            for step in each.steps[:-1]:
                assert not ends_play(after, seat, game.play(after, step))
            assert ends_play(after, seat, game.play(after, each.steps[-1]))


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_hints_know_nothing_that_the_seat_cannot_know(name: str) -> None:
    game = catalog.game(name)
    for state in positions(game, every=15):
        view = game.view(state, game.to_move(state))
        other = game.view(game.imagine(view, Rng(5)), game.to_move(state))
        assert hint(game, view, Rng(3), simulations=40) == hint(game, other, Rng(3), simulations=40)


def test_a_hint_is_for_the_seat_to_move() -> None:
    game = catalog.game("cubirds")
    state = next(positions(game, every=1))
    with pytest.raises(BadInput, match="for the seat to move"):
        hint(game, game.view(state, 1 - game.to_move(state)), Rng(1))


@pytest.mark.parametrize("expert", [False, True])
def test_a_hint_while_scoring_promises_the_points_that_are_then_written(expert: bool) -> None:
    game, greedy, rng, dice = catalog.game("birdie"), bot("greedy", "birdie"), Rng(1), Dice(4)
    state = game.start(2, {"expert": expert})
    while (view := game.view(state, max(0, game.to_move(state)))).round == 1 or view.scorer < 0:
        chance = game.to_move(state) == CHANCE
        game.apply(state, dice.choose(game, state) if chance else greedy.choose(view, game.legal_steps(state), rng))
    seat, before, promised = view.seat, points_written(view), -1.0
    while view.scorer == seat:
        if view.to_move == CHANCE:  # what Robin draws nobody can promise
            game.apply(state, dice.choose(game, state))
            view, promised = game.view(state, seat), -1.0
        best, *rest = hint(game, view, Rng(1))
        assert best.unit == "points" and all(each.value <= best.value for each in rest)
        promised = best.value if promised < 0 else promised
        game.apply(state, best.steps[0])
        view = game.view(state, seat)
    assert promised == points_written(view) - before > 0


@pytest.mark.parametrize("options", [{}, {"expert": True}, {"owl": "move", "same_trait_sets": "choose"}])
def test_the_best_way_to_score_is_the_one_that_a_review_calls_best(options: dict[str, Any]) -> None:
    """And the way that writes most now is shown too, where it is another one."""
    game, greedy, rng = catalog.game("birdie"), bot("greedy", "birdie"), Rng(1)
    others = 0
    for seed in range(6):
        state, dice, seen = game.start(3, options), Dice(seed), set[tuple[int, int]]()
        while (seat := game.to_move(state)) != NOBODY:
            if seat == CHANCE:
                game.apply(state, dice.choose(game, state))
                continue
            view = game.view(state, seat)
            if view.scorer == seat and (view.round, seat) not in seen:
                seen.add((view.round, seat))
                others += check_row_hints(view, hint(game, view, Rng(1)))
            game.apply(state, greedy.choose(view, game.legal_steps(state), rng))
    assert others


def check_row_hints(view: BirdieView, hints: list[Hint]) -> bool:
    """Returns whether fewer points now were advised than could be written."""
    ways = [each for each in hints if not each.steps[-1].startswith("use R")]
    best, most = ways[0], ways[-1]
    assert best.value == best_way(view)[1].points
    assert str(most.reason) == "Most points now."
    assert len(ways) == 1 or most.value - most.kept > best.value - best.kept
    assert all(set(each.spends) == {BIRDS["WOPR".index(s[4])] for s in each.steps if s[:4] == "use "} for each in hints)
    assert view.round == 1 or not (best.kept or any(best.spends.values()))
    return len(ways) > 1


def points_written(view: Any) -> int:
    """Points on the board of the seat but for passing, with the trophies that it holds."""
    board = view.boards[view.seat]
    trophies = sum(holder == view.seat for holder in view.trophies.values())
    return int(sum(board.boxes.values()) + board.flaps + 3 * trophies)


def test_an_ability_is_promised_only_where_it_can_still_be_used() -> None:
    game, birds = catalog.game("birdie"), ("woodpecker", "owl", "pigeon", "robin")
    told = {REASONS[bird]: bird for bird in birds}
    found = 0
    for state in positions(game, every=1, seed=3):
        view = game.view(state, game.to_move(state))
        if view.phase != "turn" or not view.hand:
            continue
        for each in hint(game, view, Rng(2), simulations=16):
            if bird := told.get(each.reason.text):
                found += 1
                card = each.steps[0][5]
                assert card == bird[0].upper()
                assert bird not in view.boards[view.seat].used
                assert not any(held[0] == card for held in view.hand)
    assert found


@pytest.mark.parametrize(
    ("hand", "row", "step", "reason"),
    [
        ("FPP", "P F F D", "lay P 1 right", "captures big"),
        ("FPP", "P F D", "lay P 1 right", "captures flock"),
        ("OPP", "P F D", "lay P 1 right", "captures"),
        ("OPP", "F D O", "lay P 1 right", "lays"),
        ("PP", "F D O", "lay P 1 right", "lays last"),
    ],
)
def test_a_lay_is_told_by_what_it_brings(hand: str, row: str, step: str, reason: str) -> None:
    state = position(rows=[row, "T M R", "T M R", "T M R"], hands=[hand, "WWW"])
    game = catalog.game("cubirds")
    hints = hint(game, game.view(state, 0), Rng(1), simulations=16, shown=99)
    found = {each.steps[0]: each.reason.text for each in hints}
    assert found[step] == REASONS[reason]


@pytest.mark.parametrize("language", ["en", "it", "es", "de", "ru"])
def test_reasons_are_in_every_language(language: str) -> None:
    path = resources.files("birdtable") / "locale" / language / "LC_MESSAGES" / "birdtable.mo"
    with path.open("rb") as file:
        known = GNUTranslations(file)
    for text in REASONS.values():
        translated = known.gettext(text)
        assert language == "en" or translated != text
        assert set(fields(translated)) == set(fields(text))


def fields(text: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(text) if name]


def record_of(name: str, players: list[str], seed: int = 3) -> Record:
    game = catalog.game(name)
    (match,) = matches(game, players, game.cap(), games=1, seed=seed, recorded="whole")
    assert match.record is not None
    return match.record


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_luck_others_and_own_add_up_to_the_result(name: str) -> None:
    record = record_of(name, ["greedy", "hasty"])
    for seat in range(2):
        found = review(record, seat, depth=SHALLOW)
        assert found.start + found.luck + found.others + found.own == pytest.approx(found.result)
        assert record.outcome is not None
        assert found.result == (seat in record.outcome.winners)
        plays = [each.play for each in found.decisions if each.number in found.moments]
        assert len(plays) == len(set(plays)) == len(found.moments) <= 3, "the moments are three different plays"


@pytest.mark.parametrize("path", sorted(Path(birdtable.__file__).parent.glob("games/*/tests/golden/*.record.txt")))
def test_records_from_long_ago_are_reviewed(path: Path) -> None:
    """Three to five seats, the expert game and other options."""
    record = Record.parse(path.read_text(encoding="utf-8"))
    found = review(record, len(record.seats) - 1, depth=SHALLOW)
    assert found.start + found.luck + found.others + found.own == pytest.approx(found.result)
    assert (found.place is None) == path.name.startswith("five-by-the-limit"), "told where the table is of such matches"


def test_the_same_record_and_seed_give_the_same_report() -> None:
    record = record_of("cubirds", ["greedy", "hasty"])
    first, again = (msgspec.json.encode(review(record, 0, seed=4, depth=SHALLOW)) for _ in range(2))
    assert first == again


def test_a_planted_blunder_is_found() -> None:
    record, planted = blunder()
    found = review(record, 0, depth=QUICK)
    judged = max((each for each in found.decisions if each.number <= planted), key=lambda each: each.number)
    assert judged.unit == "points"
    assert judged.cost >= 1
    assert judged.number in found.moments
    assert found.own < -0.2, "a spoilt row is one's own doing, nobody else's"


def test_a_lucky_draw_and_a_blunder_are_told_apart() -> None:
    record, planted, drawn = blunder_and_luck()
    assert drawn
    found = review(record, 0, depth=Depth(simulations=16, worlds=8, playouts=200, prospects=60))
    assert drawn in [each.number for each in found.lucky]
    assert all(each.luck > each.error for each in found.lucky) and all(each.luck < 0 for each in found.unlucky)
    (draw,) = (each for each in found.lucky if each.number == drawn)
    assert draw.better < 0.2 and draw.likely != draw.step and draw.likely_luck < draw.luck
    assert found.own < -0.2
    assert any(each.number <= planted and each.cost >= 1 for each in found.decisions if each.number in found.moments)
    other = review(record, 1, depth=Depth(simulations=16, worlds=8, playouts=200, prospects=60))
    assert drawn in [each.number for each in other.unlucky], "what is luck for one is bad luck for the other"


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_before_a_draw_a_seat_expects_the_mean_of_what_can_come(name: str) -> None:
    """So the mean of luck is 0. It used to be judged by play-outs of its own, which ended elsewhere."""
    game, lucks = catalog.game(name), Spread()
    shallow = Depth(simulations=1, worlds=1, playouts=2, prospects=2)
    for seed in range(10):
        record = record_of(name, ["hasty", "hasty"], seed=seed)
        reviewer = Reviewer(game, 0, seed, shallow)
        state, luck = game.start(2, record.options), 0.0
        for number, step in enumerate(record.steps()):
            if game.to_move(state) == CHANCE:
                before = reviewer.worth(state, number)
                found = reviewer.look_out(state, number)
                assert before.mean == pytest.approx(
                    sum(odds * fmean(values) for odds, values in zip(found.odds, found.values, strict=True))
                )
                game.apply(state, step)
                luck += reviewer.worth(state, number + 1).mean - before.mean
            else:
                game.apply(state, step)
        lucks.add(luck)
    assert abs(lucks.mean) < 3 * lucks.error


def scorings(games: int, seed: int) -> Any:
    """What happens in matches of Birdie up to and during scorings."""
    game = catalog.game("birdie")
    for match in matches(game, ["greedy", "greedy"], game.cap(), games=games, seed=seed, recorded="whole"):
        assert match.record is not None
        for here in Walk(match.record, game=game, before=True):
            if game.view(here.state, 0).scorer >= 0:
                yield here


def test_cards_that_nobody_takes_any_more_are_nobodys_luck() -> None:
    """The display is filled up once more before rows are turned over. The value before was that of play-outs, which
    judge rows on their own, and the value after that of rows scored to the end: the difference was told as luck."""
    game, judged = catalog.game("birdie"), 0
    for here in scorings(12, seed=3):
        if here.mover != CHANCE or game.view(here.before, 0).scorer >= 0:
            continue
        reviewer = Reviewer(game, 0, 0, Depth(simulations=1, worlds=1, playouts=48, prospects=12))
        before, after = reviewer.worth(here.before, here.number - 1), reviewer.worth(here.state, here.number)
        assert abs(before.mean - after.mean) < 4 * (before.variance + after.variance) ** 0.5 + 0.01
        judged += 1
    assert judged > 3


def test_a_card_that_robin_may_still_draw_makes_a_value_uncertain() -> None:
    """A row is scored to its end before play-outs begin: once was not enough to know by how much that could err."""
    unclear = 0
    for here in scorings(4, seed=11):
        if here.before.to_move < 0 or unclear == 2:
            continue
        shallow = Depth(simulations=1, worlds=1, playouts=24, prospects=6, ways=6)
        values = [
            Reviewer(catalog.game("birdie"), 0, seed, shallow).worth(here.before, here.number) for seed in range(8)
        ]
        if (found := variance([value.mean for value in values])) > 0.02:
            assert found < 3 * fmean(value.variance for value in values)
            unclear += 1
    assert unclear == 2


def test_a_match_has_its_place_among_those_of_equal_bots() -> None:
    game = catalog.game("birdie")
    places = [place_of(game, 2, luck) for luck in (-9, -0.2, 0, 0.2, 9)]
    assert places == sorted(places) and (places[0], places[-1]) == (0, 1)  # type: ignore[type-var]
    assert places[2] == pytest.approx(0.5, abs=0.1), "what one seat wins by luck, the other loses"
    record = record_of("birdie", ["greedy", "hasty"])
    both = [review(record, seat, depth=SHALLOW) for seat in range(2)]
    assert [each.place for each in both] == [place_of(game, 2, each.luck) for each in both], "of the luck that is told"
    assert sum(each.place or 0 for each in both) == pytest.approx(1, abs=0.1)
    for name, seats in (("birdie", 4), ("cubirds", 5)):
        assert place_of(catalog.game(name), seats, 0.0) is not None


def test_a_row_scored_badly_is_told_with_every_point_of_the_better_way_and_its_clause() -> None:
    record, planted = blunder()
    found = review(record, 0, depth=SHALLOW)
    judged = max((each for each in found.decisions if each.number <= planted), key=lambda each: each.number)
    assert judged.scored is not None and judged.better is not None
    assert judged.cost == pytest.approx(judged.better.points - judged.scored.points)
    for way in (judged.scored, judged.better):
        assert way.points == pytest.approx(way.kept + sum(line.points for line in way.lines))
        assert all(line.clause and line.text() for line in way.lines)
    assert not any(line.points for line in judged.scored.lines), "nothing was marked"
    told = review_text(found, ("Ann", "Ben"))
    assert f"(-{judged.cost:g} points; better: {judged.best}" in told
    assert "box empty: 4 [B5.6]" in told


@pytest.mark.parametrize("expert", [False, True])
def test_rows_that_a_bot_scores_are_told_as_they_were_written(expert: bool) -> None:
    """What is read off the events of a scoring adds up to what the board gained."""
    game = catalog.game("birdie")
    (match,) = matches(game, ["casual", "random"], {"expert": expert}, games=1, seed=6, recorded="whole")
    assert match.record is not None
    for seat in range(2):
        rows = [each.scored for each in review(match.record, seat, depth=SHALLOW).decisions if each.scored]
        assert rows and all(line.clause for row in rows for line in row.lines)
        written = sum(line.points for row in rows for line in row.lines if line.what != "trophy")
        board = board_after(match.record, seat)
        assert written == sum(board.boxes.values()) + board.flaps, "the Flap column counts 1 to 10"


def board_after(record: Record, seat: int) -> Any:
    game = catalog.game(record.game)
    state = game.start(len(record.seats), record.options)
    for step in record.steps():
        game.apply(state, step)
    return game.view(state, seat).boards[seat]


def test_the_figures_of_the_split_add_up_as_they_are_shown() -> None:
    shown = split_shown(0.3334, 0.1114, 0.1114, 0.4438)
    assert [round(1000 * part) for part in shown] == [112, 111, 444]
    assert round(0.3334, 3) + sum(shown) == pytest.approx(1.0)


def test_a_match_without_an_end_or_a_seat_without_a_match_is_refused() -> None:
    record = record_of("birdie", ["random", "random"])
    with pytest.raises(BadInput, match="no seat 3"):
        review(record, 2)
    unfinished = msgspec.structs.replace(record, lines=record.lines[:3], outcome=None)
    with pytest.raises(BadInput, match="to its end"):
        review(unfinished, 0)


def test_the_command_reviews_a_file(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(record_of("cubirds", ["greedy", "random"]).text(), encoding="utf-8")
    command = [sys.executable, "-m", "birdtable", "review", str(path), "--seat", "2", "--quick"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "luck of the deal" in told and "±" in told and "had less luck" in told and "most likely instead" in told
    found = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout
    assert msgspec.json.decode(found)["seat"] == 1
