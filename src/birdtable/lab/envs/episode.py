"""One match as environments play it: chance moves by itself, every step is recorded, rewards come at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from birdtable import catalog
from birdtable.chance import Chance, Dice
from birdtable.game import CHANCE, NOBODY, BadInput, Outcome, Seat, Step, Value
from birdtable.lab.envs.encoding import Mask, Observation, encoding
from birdtable.record import Record, Recorder

Reward = Literal["win", "points"]


class Episode:
    """A match without people: the game's ``caps`` hold unless ``options`` say otherwise.

    ``chance`` may be any source, such as the recorded steps of another match.
    """

    def __init__(
        self,
        name: str,
        seats: int,
        seed: int,
        options: Mapping[str, Value] | None = None,
        chance: Chance | None = None,
    ) -> None:
        self.game = catalog.game(name)
        self.encoding = encoding(name)
        names = [f"seat {seat + 1}" for seat in range(seats)]
        self.recorder = Recorder(self.game, names, self.game.cap(options))
        self.chance = chance or Dice(seed)
        self.deal()

    @property
    def to_move(self) -> int:
        """A seat, or ``NOBODY`` when the match is over."""
        return int(self.recorder.state.to_move)

    @property
    def over(self) -> bool:
        return self.to_move == NOBODY

    def deal(self) -> None:
        """Lets chance move until a seat is to decide."""
        state = self.recorder.state
        while state.to_move == CHANCE:
            self.recorder.apply(self.chance.choose(self.game, state))

    def legal(self) -> list[int]:
        return [] if self.over else self.recorder.state.legal()

    def play(self, step: Step) -> None:
        """Takes a step of the seat to move; an illegal one is refused as the rules do it, and changes nothing."""
        if self.over:
            raise BadInput("the match is over: reset() begins another")
        if self.game.codes.get(step) not in self.recorder.state.legal():
            raise self.game.refusal(self.recorder.state, step)
        self.recorder.apply(step)
        self.deal()

    def observe(self, seat: Seat) -> Observation:
        return self.encoding.observe_seat(self.recorder.state, seat)

    def mask(self, seat: Seat) -> Mask:
        """1 for what ``seat`` may do now: nothing when it is not to move."""
        return self.encoding.mask(self.legal() if seat == self.to_move else [])

    def rewards(self, reward: Reward) -> list[float]:
        """At the end by ``shared_rewards``, or the points of each seat; 0 before."""
        outcome = self.game.outcome(self.recorder.state)
        if outcome is None:
            return [0.0] * len(self.recorder.header.seats)
        if reward == "points":
            return [float(points) for points in outcome.points]
        return shared_rewards(outcome)

    def record(self) -> Record:
        """The match so far, to be replayed, reviewed or opened on the page."""
        return self.recorder.record()


def shared_rewards(outcome: Outcome) -> list[float]:
    """+1 shared by the winners and -1 by the rest, 0 if all win."""
    winners, seats = len(outcome.winners), len(outcome.points)
    if winners == seats:
        return [0.0] * seats
    return [1 / winners if seat in outcome.winners else -1 / (seats - winners) for seat in range(seats)]


def parse_reward(text: str) -> Reward:
    match text:
        case "win" | "points":
            return text
        case _:
            raise BadInput(f"reward is 'win' or 'points', not {text!r}")


def bounds() -> tuple[int, int]:
    """The lowest and highest number of an observation."""
    limits = np.iinfo(np.int16)
    return int(limits.min), int(limits.max)
