"""What is imagined against all that could have been: every deal and every draw, with just the events that were seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, sqrt
from typing import Any

import msgspec
import pytest

from birdtable.engine import Rng
from birdtable.game import CHANCE, SPECTATOR, BadInput, Event, Step, Viewer, seat_number
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import HEED_LEAVINGS, HEED_NUMBERS, count, size
from birdtable.games.cubirds.redeal import Redealing, redeal
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.view import Note
from birdtable.testing import clause
from kit.cubirds.table import play, position

Weighed = dict[str, tuple[CuBirdsState, float]]
"""States by their text, each with a weight."""


def hands_of(pool: int, number: int) -> Iterator[tuple[int, int]]:
    """Every hand of so many cards from a pool, with the number of ways to get it."""
    for numbers in product(*(range(min(count(pool, species), number) + 1) for species in range(8))):
        if sum(numbers) == number:
            ways = 1
            for species, taken in enumerate(numbers):
                ways *= comb(count(pool, species), taken)
            yield sum(taken << 8 * species for species, taken in enumerate(numbers)), ways


def deals(state: CuBirdsState, viewer: Viewer) -> Weighed:
    """Every state that differs only in what the viewer cannot know of a fresh deal."""
    others = [seat for seat in range(state.seats) if seat != viewer]
    pool = state.pile + sum(state.hands[seat] for seat in others)
    found = [(1, pool, list(state.hands))]
    for seat in others:
        found = [
            (ways * more, rest - hand, [*hands[:seat], hand, *hands[seat + 1 :]])
            for ways, rest, hands in found
            for hand, more in hands_of(rest, size(state.hands[seat]))
        ]
    weighed: Weighed = {}
    for ways, rest, hands in found:
        copy = state.copy()
        copy.hands = hands
        copy.pile = rest
        weighed[GAME.state_text(copy)] = copy, ways
    return weighed


def events_for(state: CuBirdsState, viewer: Viewer) -> list[Event]:
    return [event.seen_by(viewer) for event in GAME.events(state)]


def after(before: Weighed, step: Step, chance: bool, told: list[Event], viewer: Viewer) -> Weighed:
    """All that a step (of chance: any) can lead to, if the viewer is told just this."""
    found: Weighed = {}
    for state, weight in before.values():
        odds = state.odds() if chance else [(GAME.codes[step], 1)] * (step in GAME.legal_steps(state))
        whole = sum(each for _, each in odds)
        for code, each in odds:
            copy = state.copy()
            copy.apply(code)
            if events_for(copy, viewer) == told:
                text = GAME.state_text(copy)
                found[text] = copy, found.get(text, (copy, 0.0))[1] + weight * each / whole
    return found


def posterior(start: CuBirdsState, steps: Sequence[Step], viewer: Viewer) -> tuple[CuBirdsState, dict[str, float]]:
    """What a match led to, and all it could have led to as the viewer saw it, with probabilities."""
    truth = start.copy()
    weighed = deals(start, viewer)
    for step in steps:
        chance = truth.to_move == CHANCE
        GAME.play(truth, step)
        weighed = after(weighed, step, chance, events_for(truth, viewer), viewer)
    whole = sum(weight for _, weight in weighed.values())
    return truth, {text: weight / whole for text, (_, weight) in weighed.items()}


CASES: dict[str, tuple[str, str, Viewer]] = {
    "a species leaves twice": (
        "seats=2 phase=lay player=2 round=2 rows=M15R20,W18T9,O6D12,P9F4 hands=PFWO,WPDM",
        "lay D 1 right, keep, end, lay F 4 right, keep, end, lay M 3 right, draw, deal M, deal F, end, lay W 4 right, "
        "draw, deal F, deal O, end, lay M 1 left, draw, deal O, deal P, end",
        0,
    ),
    "and another between": (
        "seats=2 phase=lay player=2 round=2 rows=M15R19,W19T7,O7D11,P10F5 hands=FTDO,PWOR",
        "lay P 2 right, keep, end, lay F 1 left, draw, deal P, deal M, end, lay O 2 left, draw, deal M, deal P, end, "
        "lay P 3 left, draw, deal F, deal T, end, lay P 1 left, draw, deal D",
        0,
    ),
    "two others": (
        "seats=3 phase=lay player=2 round=2 rows=M16R18,W19T8,O9D11,P12F6 hands=RT,MF,PD",
        "lay M 1 left, draw, deal O, deal R, end, lay P 2 right, keep, lay R 3 right, draw, deal W, deal D, end, "
        "lay O 1 right",
        0,
    ),
    "a reshuffle, and one looks on": (
        "seats=2 phase=lay player=2 round=2 rows=M14R20,W20T7,O8D10,P11F4 hands=MPFM,FOPM discard=FTTDDT",
        "lay P 1 right, draw, deal D, deal O, end, lay M 2 left, keep, end, lay M 2 left, draw, deal T, deal T, end, "
        "lay F 2 right, draw, deal T, deal F, end",
        SPECTATOR,
    ),
    "a reshuffle and two others": (
        "seats=3 phase=lay player=2 round=2 rows=M15R18,W19T10,O9D10,P11F5 hands=PR,FD,FD discard=DOPWMR",
        "lay F 4 left, deal M, flock P, lay D 2 right, draw, deal P, deal P, end, lay R 3 right, draw, deal P, deal R, "
        "end, lay D 4 left, draw, deal M, deal P, end",
        0,
    ),
    "a reshuffle and three": (
        "seats=3 phase=lay player=2 round=2 rows=M15R18,W20T10,O7D11,P12F5 hands=PO,FR,DM discard=RMDO",
        "lay R 1 right, draw, deal F, deal O, flock F, lay D 4 left, draw, deal F, deal O, end, lay P 2 left, draw, "
        "deal D, deal M, end, lay O 4 left",
        SPECTATOR,
    ),
    "two reshuffles": (
        "seats=3 phase=lay player=2 round=2 rows=M16R19,W19T7,O9D10,P12F5 hands=TM,FD,OW discard=DFPRDT",
        "lay D 1 right, draw, deal T, deal F, flock F, lay O 4 right, draw, deal T, deal D, end, lay M 3 left, draw, "
        "deal R, deal P, end, lay T 1 left, draw, deal D",
        SPECTATOR,
    ),
}


@clause("C6.1")
@pytest.mark.parametrize("name", CASES)
def test_what_is_imagined_is_as_likely_as_it_was_by_all_deals_and_draws(name: str) -> None:
    start, steps, viewer = CASES[name]
    truth, exact = posterior(GAME.parse_state(start), steps.split(", "), viewer)
    assert len(exact) > 10
    assert_as_likely(truth, exact, viewer, samples=60 * len(exact))


def assert_as_likely(truth: CuBirdsState, exact: dict[str, float], viewer: Viewer, samples: int) -> None:
    """Counts what is imagined; the sum of squares is 5 deviations or less above what it is by chance."""
    imagine, rng = GAME.imaginer(GAME.view(truth, viewer)), Rng(1)
    found = Counter(GAME.state_text(imagine(rng)) for _ in range(samples))
    assert found.keys() <= exact.keys()
    squares = sum((found[text] - samples * chance) ** 2 / (samples * chance) for text, chance in exact.items())
    assert squares < len(exact) - 1 + 5 * sqrt(2 * len(exact))


@clause("C6.1")
@pytest.mark.parametrize("heed", [HEED_LEAVINGS, HEED_NUMBERS])
def test_a_bias_would_be_found(heed: int) -> None:
    """Without heeding reshuffles, or anything, cards are imagined that cannot be there."""
    start, steps, viewer = CASES["a reshuffle and three"]
    truth, exact = posterior(GAME.parse_state(start), steps.split(", "), viewer)
    dealing, rng = Redealing(truth, seat_number(viewer), heed), Rng(1)
    texts = set()
    for _ in range(200):
        assert dealing.deal(truth, rng)
        texts.add(GAME.state_text(truth))
    assert not texts <= exact.keys()


@clause("C6.1")
def test_one_may_imagine_again_and_again_from_what_was_imagined() -> None:
    state = play(position(hands=("PPMR", "OOWT")), "lay P 4 left", "draw", "deal P", "deal O", "end")
    view = GAME.view(state, 1)
    rng = Rng(3)
    for _ in range(50):
        redeal(state, 1, rng)
        assert GAME.view(state, 1) == view


@clause("C6.1")
def test_imagining_many_times_is_imagining_each_time() -> None:
    view = GAME.view(play(position(hands=("PPMR", "OOWT")), "lay P 4 left", "keep", "end"), 1)
    imagine = GAME.imaginer(view)
    for seed in range(20):
        assert GAME.state_text(imagine(Rng(seed))) == GAME.state_text(GAME.imagine(view, Rng(seed)))


@clause("C6.1")
def test_any_source_of_numbers_will_do() -> None:
    class Zero:
        def below(self, n: int) -> int:
            return 0

    view = GAME.view(position(), 0)
    assert GAME.view(GAME.imagine(view, Zero()), 0) == view


@pytest.mark.parametrize(
    "text",
    [
        # An owl left after it was said that no owl could be there.
        "rows=FOP,OTD,DPM,MRW hands=PP,OO notes=,3O0.0O1",
        # Two owls left that both came as one card.
        "rows=FOP,OTD,DPM,MRW hands=PP,F notes=,2O0.1O2",
        # All species left, and yet cards remain.
        "rows=FOP,OTD,DPM,MRW hands=PP,OO notes=,2F0.0O0.0T0.0D0.0P0.0M0.0R0.0W0",
        # A flamingo left that was not there at the reshuffle, nor came since.
        "rows=FOP,OTD,DPM,MRW hands=PP,OO notes=0*,1*.3F2 unknown=,O",
        # Three owls were there at the reshuffle, one left, and yet no owl remains.
        "rows=FOP,OTD,DPM,MRW hands=PP,FFT notes=0*,3*.1O1 unknown=,OOO",
        "rows=FOP,OTD,DPM,MRW hands=PP,FFT notes=0*,3*.0O0 unknown=,OFT",
        # Three flamingos were there at the reshuffle, and all flamingos lie in a row.
        "rows=F7OP,OTD,DPM,MRW hands=PP,OOT notes=0*,3* unknown=,FFF",
        # Too much to think through.
        "rows=,,, hands=PP,R18W18 notes=,99F5.0O9.0T9.0D12.0P12.0M16",
        "rows=,,, hands=PP,R18W18 notes=,99F5.0O9.0T9.0D12.0P12.0M16.2R2",
    ],
)
def test_notes_that_cannot_be_true_or_are_too_many_are_not_heeded(text: str) -> None:
    view = GAME.view(GAME.parse_state(f"phase=lay {text}"), 0)
    assert GAME.view(GAME.imagine(view, Rng(1)), 0) == view
    assert GAME.view(GAME.imaginer(view)(Rng(1)), 0) == view


SEEN = GAME.view(play(position(rows=("F O P M", "T", "D", "R"), hands=("OPM", "OWW")), "lay O 1 left", "end"), 1)


@pytest.mark.parametrize(
    "change",
    [
        {"seats": 6},
        {"seat": 2},
        {"hand": None},
        {"hand": ["X"]},
        {"hand": ["O", "W"]},
        {"player": 2},
        {"rows": [[], [], []]},
        {"rows": [["F"] * 8, [], [], []]},
        {"hands": [3]},
        {"hands": [1, 3]},
        {"hands": [2, 3]},
        {"pile": 3},
        {"phase": "nap"},
        {"notes": [[Note(came=1)] * 41, []]},
        {"notes": [[Note(came=-1, species="F")], []]},
        {"notes": [[Note(came=9, species="F")], []]},
        {"notes": [[Note(came=3)], []]},
        {"unseen": [["F"]]},
        {"mine": [["F"]]},
        {"winners": [7]},
        {"decided": "C1.1"},
    ],
    ids=str,
)
def test_a_view_of_nothing_is_refused(change: dict[str, Any]) -> None:
    assert GAME.view(GAME.imagine(SEEN, Rng(1)), 1) == SEEN
    with pytest.raises(BadInput, match="nothing in CuBirds looks like this view"):
        GAME.imagine(msgspec.structs.replace(SEEN, **change), Rng(1))
