"""One match as environments play it: chance moves by itself, every step is recorded, rewards come at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from birdtable import catalog
from birdtable.chance import Chance, Dice
from birdtable.game import CHANCE, NOBODY, BadInput, Event, Outcome, Seat, Step, Value
from birdtable.lab.envs.encoding import Mask, Observation, encoding
from birdtable.record import Record, Recorder

Reward = Literal["win", "points"]


class Episode:
    """A match without people: the game's ``caps`` hold unless ``options`` say otherwise.

    ``chance`` may be any source, such as the recorded steps of another match. If ``watched``, its events are kept.
    """

    def __init__(
        self,
        name: str,
        seats: int,
        seed: int,
        options: Mapping[str, Value] | None = None,
        chance: Chance | None = None,
        *,
        watched: bool = False,
    ) -> None:
        self.seats = seats
        self.options = dict(options or {})
        self.watched = watched
        self.chance = chance or Dice(seed)
        self.begin(name)
        self.deal()

    def begin(self, name: str) -> None:
        self.game = catalog.game(name)
        self.encoding = encoding(name)
        names = [f"seat {seat + 1}" for seat in range(self.seats)]
        self.recorder = Recorder(self.game, names, self.game.cap(self.options))
        self.log: list[Event] = []
        """What has happened, secrets included."""

    def __getstate__(self) -> dict[str, Any]:
        """A match is copied and pickled by what was played."""
        kept = {name: getattr(self, name) for name in ("seats", "options", "watched", "chance")}
        return {**kept, "game": self.game.name, "plays": self.recorder.plays}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.seats, self.options, self.watched, self.chance = (
            kept[name] for name in ("seats", "options", "watched", "chance")
        )
        self.begin(kept["game"])
        for _, steps in kept["plays"]:
            for step in steps:
                self.apply(step)

    def apply(self, step: Step) -> None:
        self.recorder.apply(step)
        if self.watched:
            self.log += self.game.events(self.recorder.state)

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
            self.apply(self.chance.choose(self.game, state))

    def legal(self) -> list[int]:
        return [] if self.over else self.recorder.state.legal()

    def play(self, step: Step) -> None:
        """Takes a step of the seat to move; an illegal one is refused as the rules do it, and changes nothing."""
        if self.over:
            raise BadInput("the match is over: reset() begins another")
        if self.game.codes.get(step) not in self.recorder.state.legal():
            raise self.game.refusal(self.recorder.state, step)
        self.apply(step)
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
    return [outcome.share(seat) or -1 / (seats - winners) for seat in range(seats)]


def parse_reward(text: str) -> Reward:
    match text:
        case "win" | "points":
            return text
        case _:
            raise BadInput(f"reward is 'win' or 'points', not {text!r}")
