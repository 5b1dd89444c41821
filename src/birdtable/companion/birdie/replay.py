"""A player's own scoring, entered step by step and played by the rules.

People enter what they did. They need not say what they did not do, such as use an ability: where the rules ask for one,
``done`` is assumed. A ``done`` to a question that is no longer asked, because an earlier entry was corrected, is
ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from birdtable.companion.birdie.division import pieces_of, sets_text
from birdtable.companion.birdie.sheet import Piece, Scoring
from birdtable.game import NOBODY, BadInput, BirdtableError, Event, IllegalStep, Seat, Step
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import (
    ALL_CARDS,
    BIRDS,
    DROPPING,
    MARKING,
    REMOVING,
    TRAITS,
    TURN,
    cards_text,
    multiset,
    parse_cards,
)
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.solver.marking import mark_steps, parse_sets

MANY = 32
"""What may lie in the bird deck: nobody counts it at a table of cardboard."""
FINISHED = "the scoring is finished"
MARKS = ("bird", "season", "leave")


class Before(msgspec.Struct, frozen=True):
    """What a seat finds when its scoring begins."""

    seats: int
    options: dict[str, Any]
    boxes: Mapping[str, int]
    flaps: int
    used: Mapping[str, int]
    records: Mapping[str, int]
    holders: Mapping[str, Seat]
    robins: int
    """Cards that Robin has drawn this round already, by anybody."""


def about_to_score(before: Before, seat: Seat, scoring: Scoring) -> BirdieState:
    """The others have nothing to score, and the seat passes last: so its scoring is all that is left of the game."""
    state = GAME.start(before.seats, before.options)
    row, hand = parse_cards(scoring.row), parse_cards(scoring.hand)
    others = [each for each in range(before.seats) if each != seat]
    state.round, state.phase, state.to_move, state.mover = 2, TURN, seat, seat
    state.passed = pad(others, 4)
    state.passed_count = len(others)
    state.stop = max(0, before.seats - before.robins)
    state.deck = MANY if before.options["robin_source"] == "bird_deck" else 0
    state.unseen = ALL_CARDS - multiset(row) - multiset(hand)
    state.hand = at(seat, [multiset(hand)], 4)
    state.hand_count = at(seat, [len(hand)], 4)
    state.pile = at(seat, row, 160)
    state.pile_count = at(seat, [len(row)], 4)
    state.boxes = at(seat, [before.boxes.get(trait, 0) for trait in TRAITS], 32)
    state.flaps = at(seat, [before.flaps], 4)
    state.used = at(seat, [before.used.get(bird, 0) for bird in BIRDS], 16)
    state.record = [before.records.get(bird, 0) for bird in BIRDS]
    state.trophy = [before.holders.get(bird, -1) for bird in BIRDS]
    GAME.apply(state, "pass")
    return state


def pad(values: Sequence[int], length: int) -> list[int]:
    return [*values, *[0] * (length - len(values))]


def at(seat: Seat, values: Sequence[int], length: int) -> list[int]:
    """An array of all seats in which one has these values at the beginning of its part."""
    start = seat * (length // 4)
    return pad([*[0] * start, *values], length)


class Replay:
    """Steps played one after the other, as far as the rules allow."""

    def __init__(self, state: BirdieState, seat: Seat, scoring: Scoring, full: Mapping[str, int]) -> None:
        self.state = state
        self.seat = seat
        self.scoring = scoring
        self.full = full
        self.marks = scoring.cuts is None or any(step.partition(" ")[0] in MARKS for step in scoring.steps or ())
        """The sets are marked by steps, not by cuts."""
        self.events: list[Event] = []
        self.taken: list[Step] = []
        """Every step that was played, those that go without saying among them."""
        self.accepted = 0
        """How many of the steps entered could be played."""
        self.refused: BirdtableError | None = None
        self.passed_over: set[Step] = set()
        """Uses of abilities that could have been entered on the way."""
        self.row = row_of(state)
        """In the standard game as it was divided, in the expert game as it lies."""
        self.pieces: list[Piece] = []
        self.dropped: set[int] = set()
        self.held = -1

    def play_all(self) -> None:
        steps = self.scoring.steps or ()
        for number, step in enumerate(steps):
            try:
                self.play(step, steps[number + 1 : number + 2])
            except BirdtableError as error:
                self.refused = error
                return
            self.accepted += 1
        while self.state.to_move == self.seat and self.legal() == ["done"]:
            self.take("done")

    def play(self, step: Step, then: Sequence[Step]) -> None:
        """Takes the step, after all that goes without saying before it, or raises and leaves everything as it was."""
        if step == "done" and (step not in self.legal() or (self.state.phase == REMOVING and is_removal(then))):
            return
        trial = self.copy()
        seen = [trial.state.copy()]
        while step not in trial.legal():
            if not trial.go_on():
                raise refusal(seen, step)
            seen.append(trial.state.copy())
        trial.take(step)
        self.adopt(trial)

    def finish(self, *, within: Seat | None = None) -> bool:
        """All that goes without saying; false if something has to be decided first.

        In a match that goes on afterwards, nothing is played for others than the seat ``within``.
        """
        while (within is None or self.state.to_move == within) and self.go_on():
            pass
        return self.state.to_move != self.seat and (within is not None or not self.draws)

    @property
    def draws(self) -> bool:
        """[B7.2] Robin's card has yet to be turned up."""
        return any(step.startswith("deal ") for step in self.legal())

    def legal(self) -> list[Step]:
        return GAME.legal_steps(self.state)

    def go_on(self) -> bool:
        legal = self.legal()
        if self.state.phase == MARKING and self.marks:
            self.take("leave")
        elif self.state.phase == MARKING:
            self.mark()
        elif "done" in legal:
            self.passed_over.update(step for step in legal if step.startswith("use "))
            self.take("done")
        else:
            return False
        return True

    def mark(self) -> None:
        """[B5.4] The sets of the player's own division, all of them."""
        row = self.row.split()
        self.pieces = pieces_of(row, self.scoring.cuts or (), self.scoring.by_season, self.full)
        kinds = parse_cards(self.row)
        for step in mark_steps(kinds, parse_sets(sets_text(self.pieces), kinds)):
            self.take(step)

    def take(self, step: Step) -> None:
        if step.startswith("set ") and self.state.phase == DROPPING:
            self.dropped.add(int(step.split()[1]) - 1)
        self.events += GAME.play(self.state, step)
        self.taken.append(step)
        if self.state.holding >= 0:
            self.held = self.state.holding
        if self.state.expert or self.state.set_count == 0:
            self.row = row_of(self.state)

    def copy(self) -> Replay:
        other = Replay(self.state.copy(), self.seat, self.scoring, self.full)
        other.adopt(self, self.state.copy())
        return other

    def adopt(self, other: Replay, state: BirdieState | None = None) -> None:
        self.state = state or other.state
        self.events, self.taken = list(other.events), list(other.taken)
        self.accepted, self.refused = max(self.accepted, other.accepted), other.refused
        self.passed_over, self.dropped = set(other.passed_over), set(other.dropped)
        self.row, self.pieces, self.held = other.row, other.pieces, other.held


def row_of(state: BirdieState) -> str:
    return cards_text(state.row[: state.row_count])


def refusal(seen: Sequence[BirdieState], step: Step) -> BirdtableError:
    """Why not: as the rules say where such a step is asked for, else where anything is, else because it is over."""
    if step not in GAME.codes:
        return BadInput(step)
    verb = step.split()[0]
    asking = [state for state in seen if state.to_move != NOBODY and GAME.legal_steps(state) != ["done"]]
    if not asking:
        return IllegalStep("B5.1", FINISHED)
    like = [state for state in asking if any(each.split()[0] == verb for each in GAME.legal_steps(state))]
    return GAME.refusal((like or asking)[0], step)


def is_removal(steps: Sequence[Step]) -> bool:
    return any(step.startswith("remove ") for step in steps)
