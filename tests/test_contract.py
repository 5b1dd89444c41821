"""The contract catches games that break it: Kuhn poker, broken in one place at a time."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Self

import msgspec
import pytest

from birdtable import catalog
from birdtable.game import AnyGame, Event, IllegalStep, Outcome, Randomness, Step, Value, Viewer
from birdtable.testing import GameContract, clause, setups
from kit.kuhn import CARDS, Kuhn, KuhnState, KuhnView


class OneStateForAll(KuhnState):
    def copy(self) -> Self:
        return self


class CopiesAreTheSame(Kuhn):
    def start(self, seats: int, options: Mapping[str, Value] | None = None) -> KuhnState:
        super().start(seats, options)
        return OneStateForAll()


class PlaysAnything(Kuhn):
    def play(self, state: KuhnState, step: Step) -> list[Event]:
        self.apply(state, step)
        return self.events(state)


class RefusesInPart(Kuhn):
    def refusal(self, state: KuhnState, step: Step) -> IllegalStep:
        state.bets += "x"
        return super().refusal(state, step)


class NamesNoClause(Kuhn):
    def refusal(self, state: KuhnState, step: Step) -> IllegalStep:
        return IllegalStep("", "no")


class ShowsTheOtherCard(Kuhn):
    def view(self, state: KuhnState, viewer: Viewer) -> KuhnView:
        return msgspec.structs.replace(super().view(state, viewer), shown=state.hands)


class TellsTheOtherCard(Kuhn):
    def events(self, state: KuhnState) -> list[Event]:
        return [
            msgspec.structs.replace(event, cards=event.secret, secret="") if event.secret else event
            for event in super().events(state)
        ]


class ForgetsItsCard(Kuhn):
    def imagine(self, view: KuhnView, rng: Randomness) -> KuhnState:
        return KuhnState(CARDS[: view.dealt], view.bets)


class AsksTheClock(Kuhn):
    count = 0

    def imagine(self, view: KuhnView, rng: Randomness) -> KuhnState:
        self.count += 1
        return super().imagine(view, Fixed(self.count))


class Fixed:
    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, n: int) -> int:
        return self.number % n


class LosesTheBets(Kuhn):
    def state_text(self, state: KuhnState) -> str:
        return f"{state.hands or '-'} -"


class EndsTooSoon(Kuhn):
    def outcome(self, state: KuhnState) -> Outcome | None:
        return Outcome((0, 0), (0, 1), "K5") if state.bets else None


class HasNoWinner(Kuhn):
    def outcome(self, state: KuhnState) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and msgspec.structs.replace(outcome, winners=())


class TakesAnyCrowd(Kuhn):
    def check_seats(self, seats: int) -> None:
        pass


class DealsByTheBet(KuhnState):
    def slot(self) -> int:
        return 0


class DealsOneSlot(Kuhn):
    def start(self, seats: int, options: Mapping[str, Value] | None = None) -> KuhnState:
        super().start(seats, options)
        return DealsByTheBet()


BREACHES = [
    (CopiesAreTheSame, "test_every_listed_step_is_accepted_and_a_copy_is_independent"),
    (PlaysAnything, "test_no_other_step_is_accepted_and_a_refusal_changes_nothing"),
    (PlaysAnything, "test_after_the_end_every_step_is_refused"),
    (RefusesInPart, "test_no_other_step_is_accepted_and_a_refusal_changes_nothing"),
    (NamesNoClause, "test_no_other_step_is_accepted_and_a_refusal_changes_nothing"),
    (ShowsTheOtherCard, "test_a_view_differs_only_by_what_its_seat_was_told"),
    (TellsTheOtherCard, "test_of_chance_a_seat_is_told_no_more_than_it_sees"),
    (ForgetsItsCard, "test_what_is_imagined_looks_the_same"),
    (AsksTheClock, "test_imagining_changes_neither_view_nor_is_it_left_to_luck"),
    (LosesTheBets, "test_states_and_views_have_texts_that_parse_back"),
    (EndsTooSoon, "test_while_it_lasts_there_are_1_to_64_steps_and_no_outcome"),
    (HasNoWinner, "test_a_match_of_random_steps_ends_with_an_outcome"),
    (TakesAnyCrowd, "test_a_wrong_number_of_seats_is_refused_with_its_clause"),
    (DealsOneSlot, "test_a_deal_turns_the_same_cards_whatever_is_played"),
]


def hold(game: AnyGame, test: str) -> None:
    """Runs one test of the contract; those with examples are given plain ones, which do not shrink for seconds."""
    contract = type("Contract", (GameContract,), {"game": game})
    proof = getattr(contract, test)
    if not hasattr(proof, "hypothesis"):
        proof(contract())
        return
    for seed, length in product(range(10), range(6)):
        proof.hypothesis.inner_test(contract(), 0, seed, length)


@pytest.mark.parametrize(("broken", "test"), BREACHES)
def test_a_breach_is_caught(broken: type[Kuhn], test: str) -> None:
    hold(Kuhn(), test)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        hold(broken(), test)


def test_the_contract_tries_every_number_of_seats_and_every_choice() -> None:
    tried = setups(catalog.game("birdie"))
    assert {setup.seats for setup in tried} == {2, 3, 4}
    assert {"expert": True} in [setup.options for setup in tried]
    assert {"owl": "move"} in [setup.options for setup in tried]


def test_a_mark_names_its_clauses() -> None:
    @clause("B1.1", "B1.2")
    def proof() -> None: ...

    marks = proof.pytestmark  # type: ignore[attr-defined]
    assert [(mark.name, mark.args) for mark in marks] == [("clause", ("B1.1", "B1.2"))]
    with pytest.raises(TypeError):
        clause()
