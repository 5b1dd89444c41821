"""Whatever a review says about a costly decision is so: every claim is checked by replaying the record.

Claims do not depend on what a search calls better, so they are asked for at decisions of random matches of all kinds,
about steps that were not taken.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

import pytest

from birdtable import catalog
from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.reasons import CLAIMS, Reason
from birdtable.bots.advice.review import CLAIMS_TOLD, Depth, review
from birdtable.bots.birdie import claims as birdie
from birdtable.bots.birdie.row_review import RowJudge
from birdtable.bots.cubirds import claims as cubirds
from birdtable.bots.knowledge import knowledge
from birdtable.bots.match import matches
from birdtable.cli.review import text as review_text
from birdtable.game import CHANCE, AnyGame, Seat, Step, Value
from birdtable.languages import LANGUAGES, catalogue
from birdtable.testing import setups, walk
from birdtable.texts import sentence_messages
from kit.birdie.claims import ROW_KINDS, STEP_CHECKS, ScoredTwice
from kit.cubirds.claims import CHECKS

Check = Callable[[Fork, Reason], None]


def records(game: AnyGame, seeds: int) -> Iterator[tuple[int, Mapping[str, Value], list[Step]]]:
    """Random matches with every number of seats and every option."""
    limit = {"turn_limit": 100} if game.name == "cubirds" else {}
    for seed in range(seeds):
        for setup in setups(game, limit):
            yield setup.seats, setup.options, walk(game, setup, seed)[1]


def forks(game: AnyGame, seeds: int, every: int) -> Iterator[Fork]:
    """Decisions of these matches, each with a step that was not taken."""
    pick = random.Random(seeds)
    for seats, options, steps in records(game, seeds):
        state = game.start(seats, options)
        for number, step in enumerate(steps, start=1):
            legal = [each for each in game.legal_steps(state) if each != step] if state.to_move != CHANCE else []
            if legal and pick.randrange(every) == 0 and not is_scoring(game, state):
                yield Fork(game, state, state.to_move, step, pick.choice(legal), steps, number)
            game.apply(state, step)


def is_scoring(game: AnyGame, state: Any) -> bool:
    view: Any = game.view(state, 0)
    return game.name == "birdie" and view.scorer >= 0


def check_all(game: AnyGame, checks: Mapping[str, Check], seeds: int, every: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for fork in forks(game, seeds, every):
        before = fork.state.copy()
        claims = list(knowledge(game).facts(fork))
        assert game.view(fork.state, fork.seat) == game.view(before, fork.seat), "nothing was changed"
        for claim in claims:
            checks[claim.kind](fork, claim)
            found[claim.kind] += 1
    return found


@pytest.mark.parametrize(
    ("name", "checks", "facts", "every"),
    [
        ("birdie", STEP_CHECKS, {*birdie.FACTS, *birdie.CLAIMS} - ROW_KINDS, 6),
        ("cubirds", CHECKS, {*cubirds.FACTS, *cubirds.CLAIMS}, 1),
    ],
)
def test_every_claim_about_a_step_is_borne_out_by_the_record(
    name: str, checks: Mapping[str, Check], facts: set[str], every: int
) -> None:
    found = check_all(catalog.game(name), checks, seeds=1, every=every)
    assert set(found) == set(checks) == facts, "all there are were made and checked"


@pytest.mark.long
@pytest.mark.parametrize(("name", "checks"), [("birdie", STEP_CHECKS), ("cubirds", CHECKS)])
def test_every_claim_about_a_step_is_borne_out_by_many_records(name: str, checks: Mapping[str, Check]) -> None:
    assert set(check_all(catalog.game(name), checks, seeds=10, every=2)) == set(checks)


def check_rows(game: AnyGame, seats: int, options: Mapping[str, Value], steps: list[Step], seat: Seat) -> Iterator[str]:
    """Checks every claim about a row of this seat, and tells its kind."""
    judge, state = RowJudge(), game.start(seats, options)
    before = state
    for number, step in enumerate(steps, start=1):
        view: Any = game.view(state, seat)
        if state.to_move == seat and view.scorer == seat:
            before = state.copy() if judge.noted is None else before
            judge.look(view, number, step)
        if judge.hear(game.play(state, step)):
            for each in judge.judge():
                for claim in each.claims:
                    ScoredTwice(before, seat, each.best, state).check(claim)
                    yield claim.kind


def test_every_claim_about_a_row_is_borne_out_by_both_ways_to_score_it() -> None:
    game = catalog.game("birdie")
    found = {kind for seats, options, steps in records(game, 1) for kind in check_rows(game, seats, options, steps, 0)}
    assert found == ROW_KINDS == set(birdie.CLAIMS) - set(STEP_CHECKS)


@pytest.mark.parametrize("name", catalog.games())
def test_a_costly_decision_is_told_in_a_few_sentences_and_no_other(name: str) -> None:
    options = {"turn_limit": 60} if name == "cubirds" else {}
    (match,) = matches(catalog.game(name), ["hasty", "random"], options, games=1, seed=5, recorded="whole")
    assert match.record is not None
    depth = Depth(simulations=16, worlds=8, playouts=2, prospects=2)
    found = review(match.record, 1, depth=depth)
    assert found.moments
    for each in found.decisions:
        assert len(each.claims) <= CLAIMS_TOLD and (each.cost or not each.claims)
        for claim in each.claims:
            if claim.kind == "compared":
                gain = int(claim.details["chance"]) - int(claim.details["other"])
                assert claim.details["count"] == depth.worlds and abs(gain - 100 * each.cost) < 1.01
    told = review_text(found, match.record.seats)
    judged = {each.number: each for each in found.decisions}
    for claim in (claim for number in found.moments for claim in judged[number].claims):
        assert claim.words(match.record.seats) in told and "{" not in claim.words(match.record.seats)


def test_a_claim_counts_and_names_in_the_language_of_the_reader() -> None:
    claim = birdie.claim("worth", count=1, other=0)
    assert str(claim) == "Scored right after it, your pile would bring 1 point; after what you played, 0."
    assert "5 points" in str(birdie.claim("worth", count=5, other=0))
    assert birdie.claim("taken", 1, card="Rs").words(("Ann", "Ben")) == "Ben took it before your next turn: Rs."
    russian = catalogue("ru")
    said = [russian.ngettext(claim.text, claim.plural, count).format(count=count, other=0) for count in (1, 3, 5)]
    assert [text.split(";")[0].rsplit(" ", 2)[1:] for text in said] == [["1", "очко"], ["3", "очка"], ["5", "очков"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_claims_are_in_every_language(language: str) -> None:
    known = catalogue(language)
    for sentence in chain(CLAIMS.values(), birdie.CLAIMS.values(), cubirds.CLAIMS.values()):
        for message in sentence_messages(sentence):
            text = (
                known.ngettext(message.singular, message.plural, 7)
                if message.plural
                else known.gettext(message.singular)
            )
            assert language == "en" or text not in message
