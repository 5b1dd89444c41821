"""A player's own scoring, entered on a score sheet step by step: the rules play it, and it is compared with the
best."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from birdtable.companion import Ask, BirdieAnswer, recompute
from birdtable.companion.birdie.sheet import Scored
from birdtable.games.birdie.cards import KINDS
from birdtable.games.birdie.notation import STEPS
from birdtable.languages import LANGUAGES

EXPERT = "Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw"
"""[B10.3]"""
STANDARD = "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww"
"""[B10.2]"""
CUTS = [4, 6, 9, 10]
KSR = {"owl": "move", "same_trait_sets": "choose", "robin_source": "bird_deck"}


def answer(*scorings: dict[str, Any], language: str = "en", second: Any = (), **options: Any) -> BirdieAnswer:
    """``scorings`` of the first round by seat; ``second`` those of the second one."""
    rounds = [{"order": [0, 1, 2], "scorings": entered} for entered in (scorings, second) if entered]
    sheet = {"game": "birdie", "players": ["Ana", "Ben", "Cloe"], "options": options, "rounds": rounds}
    found = recompute(msgspec.convert({"sheet": sheet, "language": language}, Ask))
    assert isinstance(found, BirdieAnswer)
    return found


def own(steps: str, row: str = EXPERT, hand: str = "", **more: Any) -> dict[str, Any]:
    return {"row": row, "hand": hand, "steps": steps.split(", ") if steps else [], **more}


def score(scoring: dict[str, Any], **options: Any) -> Scored:
    found = answer(scoring, **options)
    assert not found.faults
    first = found.rounds[0][0]
    assert first is not None and first.play is not None
    assert sum(line.points for line in first.lines) == first.gain
    return first


# --- The expert game -------------------------------------------------------------------------------------------------


def test_removals_are_played_by_the_rules_and_held_against_the_best() -> None:
    pigeons = score(own("remove 7, by bird"), expert=True)
    assert pigeons.how == "own" and pigeons.boxes == {"spring": 5, "pigeon": 4, "winter": 3}
    assert pigeons.proved and pigeons.gain == 5 + 4 + 3 + 3 + 3
    assert pigeons.best >= pigeons.gain
    seasons = score(own("remove 7, by season, by season"), expert=True)
    assert seasons.boxes == {"spring": 5, "summer": 2, "winter": 5}


def test_a_choice_that_the_rules_ask_for_has_to_be_made() -> None:
    asked = score(own("remove 7"), expert=True)
    assert asked.play is not None and asked.play.asks
    assert (asked.play.phase, asked.play.legal) == ("trait", ("by bird", "by season"))
    assert asked.boxes == {"spring": 5}


def test_a_game_is_not_over_while_something_is_asked() -> None:
    other = {"row": ""}
    rounds: dict[str, Any] = {"second": [other] * 3, "expert": True}
    assert not answer(own("remove 7"), other, other, **rounds).over
    assert answer(own("remove 7, by bird"), other, other, **rounds).over


def test_pigeon_is_used_on_a_set_at_the_moment_it_arises() -> None:
    asked = score(own("remove 7", hand="Pa"), expert=True)
    assert asked.play is not None
    assert (asked.play.phase, asked.play.taking, asked.play.trait) == ("set", (5, 9), "spring")
    swapped = score(own("remove 7, use Pa, by bird", hand="Pa"), expert=True)
    assert swapped.boxes == {"pigeon": 4, "winter": 3} and swapped.used == {"pigeon": 1} and swapped.flaps == 4
    later = score(own("remove 7, done, by bird, use Pa", hand="Pa"), expert=True)
    assert later.boxes == {"spring": 5, "winter": 3}


def test_a_set_that_arises_when_its_box_is_full_is_known_to_bring_nothing() -> None:
    row = "Rs Ow Ru Wa Ra Ps Rw"
    asked = [score(own(steps, row, hand="Pa"), expert=True).play for steps in ("remove 2", "remove 2, done, remove 3")]
    assert [(play.phase, play.trait, play.lost) for play in asked if play] == [
        ("set", "robin", False),
        ("set", "robin", True),
    ]


def test_owl_goes_without_saying_that_no_more_is_removed() -> None:
    copied = score(own("remove 7, by bird, use Oa, box owl", hand="Oa"), expert=True)
    assert copied.boxes == {"spring": 5, "pigeon": 4, "winter": 3, "owl": 3} and copied.used == {"owl": 1}


def test_robin_and_woodpecker_come_first() -> None:
    drew = score(own("use Ra, deal Ow, insert 1, use Wa, move 2, insert 1", "Ws Ps", "Ra Wa"), expert=True)
    assert drew.row == "Ws Ow Ps" and drew.used == {"robin": 1, "woodpecker": 1}
    at_first = score(own("", "Ws Ps", "Ra Wa"), expert=True).play
    assert at_first is not None and at_first.phase == "remove"
    assert at_first.legal == ("remove 1", "remove 2", "done") and at_first.uses == ("use Wa", "use Ra")
    answered = answer(own("remove 1, use Wa", "Ws Ps Ou", "Wa"), expert=True)
    assert [(fault.clause, fault.seat) for fault in answered.faults] == [("B7.2", 0)]


@pytest.mark.parametrize(
    ("steps", "clause", "says"),
    [
        ("remove 14", "B8.2", "Step 1, remove 14: the row has no card 14"),
        ("remove 7, by bird, remove 1", "B8.3", "Step 3, remove 1"),
        ("remove 7, by bird, use Oa, box owl, box robin", "B5.1", "the scoring is finished"),
        ("remove 1, use Pa", "B7.4", "Step 2, use Pa: Pigeon is used on a set just formed, before it is written"),
        ("use Os", "B7.1", "Step 1, use Os: Os is not in the hand"),
        ("remove 7, by bird, use Oa, box spring", "B7.3", "the spring box is full"),
        ("bird 2", "B8.5", "Step 1, bird 2"),
        ("fly away", "", "fly away is not a step of a scoring"),
    ],
)
def test_what_the_rules_forbid_is_told_with_its_clause_and_the_steps_before_it_count(
    steps: str, clause: str, says: str
) -> None:
    found = answer(own(steps, hand="Pa Oa"), expert=True)
    assert [(fault.round, fault.seat, fault.clause) for fault in found.faults] == [(0, 0, clause)]
    assert says in found.faults[0].text
    first = found.rounds[0][0]
    assert first is not None and first.play is not None
    assert first.play.accepted == len(steps.split(", ")) - 1


def test_refusals_speak_the_language_asked_for() -> None:
    texts = {
        language: answer(own("remove 7, by bird, use Oa, box spring", hand="Oa"), expert=True, language=language)
        .faults[0]
        .text
        for language in LANGUAGES
    }
    assert len(set(texts.values())) == 5
    assert texts["de"] == "Schritt 4, box spring: das Feld Frühling ist voll"


def test_with_single_removals_there_is_no_second_one() -> None:
    found = answer(own("remove 1, remove 1"), expert=True, expert_removals="single")
    assert found.faults[0].text.startswith("Step 2, remove 1")


def test_the_stop_pile_of_a_round_runs_out() -> None:
    two = own("use Ra, deal Ws, insert 1, use Rs, deal Wa, insert 1", "", "Ra Rs")
    found = answer(two, two, own("", "", "Ra"), expert=True)
    assert [(fault.seat, fault.clause) for fault in found.faults] == [(1, "B7.2")]


def test_an_answer_to_what_is_no_longer_asked_is_passed_over() -> None:
    """A correction in round 1 may use up Pigeon: then nobody asks for it in round 2."""
    second = own("remove 7, done, by bird, done, remove 1", EXPERT + " Ps", "Pw")
    for spent in ({}, {"pigeon": 2}):
        found = answer({"row": "", "spent": spent}, {"row": ""}, {"row": ""}, second=[second], expert=True)
        assert not found.faults
        last = found.rounds[1][0]
        assert last is not None and last.boxes == {"spring": 5, "pigeon": 4, "winter": 3} and last.row == ""


def test_a_row_that_cannot_be_laid_out_is_told() -> None:
    found = answer(own("", "Rs Rs Rs Rs Rs"), expert=True)
    assert [fault.clause for fault in found.faults] == ["B1.1"]
    found = answer(own("", " ".join(KINDS * 3)), expert=True)
    assert [fault.clause for fault in found.faults] == ["B3.3"]


# --- The standard game -----------------------------------------------------------------------------------------------


def test_cuts_are_scored_with_the_abilities_that_the_player_used() -> None:
    nothing = score(own("", STANDARD, "Pa Oa", cuts=CUTS))
    assert nothing.boxes == {"robin": 4, "summer": 2, "winter": 3} and nothing.used == {}
    assert nothing.play is not None and set(nothing.play.uses) == {"use Pa", "use Oa"}
    winter = score(own("use Pa, set 3, use Oa, box owl", STANDARD, "Pa Oa", cuts=CUTS))
    assert winter.boxes == {"robin": 4, "summer": 2, "winter": 2, "owl": 2} and winter.flaps == 5
    assert [group.fate for group in winter.stages[0].groups] == ["written", "written", "dropped", "written"]
    assert winter.gain <= winter.best and winter.proved


def test_the_same_can_be_said_in_steps_alone() -> None:
    cut = score(own("", STANDARD, cuts=CUTS))
    marked = score(own("bird 4, season 2, season 3, season 2", STANDARD))
    assert (cut.gain, cut.boxes) == (marked.gain, marked.boxes)


def test_robins_card_is_part_of_the_row_that_is_cut() -> None:
    drew = score(own("use Ra, deal Rw, insert 1", STANDARD, "Ra", cuts=[5]))
    assert drew.row.startswith("Rw Rs Ra") and drew.boxes["robin"] == 5 and drew.used == {"robin": 1}


def test_where_sets_can_be_chosen_the_player_chooses() -> None:
    row = "Rs Ra Ow Rw Ru Rs"
    asked = score(own("", row, cuts=[2, 3]), same_trait_sets="choose")
    assert asked.play is not None and asked.play.asks and asked.play.legal == ("set 1", "set 2")
    chosen = score(own("set 1", row, cuts=[2, 3]), same_trait_sets="choose")
    assert chosen.boxes == {"robin": 2} and chosen.gain < chosen.best


def test_the_owl_of_the_short_rules_moves_a_set() -> None:
    moved = score(own("use Oa, box owl", "Rs Ra Ru Ow Pw", "Oa", cuts=[3]), **KSR)
    assert moved.boxes == {"robin": 3, "owl": 2} and moved.flaps == 1
    assert [group.fate for group in moved.stages[0].groups] == ["written", "held"]


# --- Proposals -------------------------------------------------------------------------------------------------------


def test_a_proposal_entered_as_ones_own_brings_the_same() -> None:
    """In all games and options, on boards that were written on, with Robin's card and without its cost in hand."""
    rng = random.Random(11)
    games: list[dict[str, Any]] = [{}, {"expert": True}, {"expert": True, "expert_removals": "single"}, KSR]
    for number in range(60):
        options = games[number % len(games)]
        deck = [kind for kind in KINDS for _ in range(4)]
        rng.shuffle(deck)
        scorings = []
        for seat in range(3):
            cards = deck[seat * 16 : seat * 16 + rng.choice([0, 1, 5, 9])]
            if rng.random() < 0.6:
                trait = rng.randrange(2)
                cards.sort(key=lambda card, trait=trait: card[trait])  # type: ignore[misc]
            hand = deck[seat * 16 + 9 : seat * 16 + 12]
            drawn = deck[seat * 16 + 12] if rng.random() < 0.4 else ""
            scorings.append({"row": " ".join(cards), "hand": " ".join(hand), "drawn": drawn})
        best = answer(*scorings, **options)
        proposals = [msgspec.to_builtins(each.proposal) for each in best.rounds[0] if each]
        again = answer(*proposals, **options)
        assert not again.faults
        for one, two in zip(best.rounds[0], again.rounds[0], strict=True):
            assert one is not None and two is not None and two.play is not None and not two.play.asks
            assert (one.gain, one.boxes, one.flaps, one.used) == (two.gain, two.boxes, two.flaps, two.used)
            assert set(one.trophies) == set(two.trophies)
            assert sum(line.points for line in two.lines) == two.gain


def test_whatever_is_entered_is_answered() -> None:
    """Steps of all kinds at random, of no kind, and rows that cannot be: faults, but no failure."""
    rng = random.Random(5)
    games: list[dict[str, Any]] = [{}, {"expert": True, "flap_values": [1, 2]}, KSR]
    odd = ["   ", "remove", "deal Xx", "use", "set 99", "REMOVE 1", "take Rs", "starter 1"]
    played = 0
    for number in range(90):
        scorings = []
        for _ in range(3):
            hand = rng.choices(KINDS, k=rng.choice([0, 1, 3]))
            likely = [*(f"use {card}" for card in hand), "remove 1", "remove 3", "by bird", "done", "set 1", "box owl"]
            steps = rng.choices([*likely, *likely, *rng.sample(STEPS, 8), rng.choice(odd)], k=rng.randrange(8))
            row = rng.choices(KINDS, k=rng.choice([0, 1, 4, 9, 60 if number % 30 == 0 else 6]))
            cuts = rng.choices(range(12), k=3) if rng.random() < 0.5 else None
            scorings.append({"row": " ".join(row), "hand": " ".join(hand), "steps": steps, "cuts": cuts})
        for each in answer(*scorings, **games[number % 3]).rounds[0]:
            if each is not None and each.play is not None:
                played += each.play.accepted
                assert sum(line.points for line in each.lines) == each.gain
    assert played > 30
