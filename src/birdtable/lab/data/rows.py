"""The decisions of a match as rows: what a seat saw, could do and did, what its search found, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from birdtable import catalog
from birdtable.bots.search.tree import Tree
from birdtable.game import CHANCE, Outcome, Seat, Step
from birdtable.lab.envs.encoding import Observation, encoding
from birdtable.lab.envs.episode import shared_rewards
from birdtable.record import Record


class Decision(NamedTuple):
    """A row; ``COLUMNS`` says what each field is."""

    match: int
    number: int
    seat: Seat
    observation: Observation
    legal: list[int]
    action: int
    step: Step
    visits: list[int] | None = None
    values: list[float | None] | None = None
    reward: float = 0.0
    points: int | None = None
    last: bool = False


class Column(NamedTuple):
    type: str
    """As Arrow writes it."""
    about: str


COLUMNS: Mapping[str, Column] = {
    "match": Column("int32", "number of the match, from 0"),
    "number": Column("int32", "number of the decision in its match, from 0; draws of chance are not counted"),
    "seat": Column("int8", "who decides, from 0"),
    "observation": Column("list<int16>", "what the seat knows: the compact form of [environments.md](environments.md)"),
    "legal": Column("list<int16>", "actions that the seat can choose from"),
    "action": Column("int16", "the action that it chose, one of `legal`"),
    "step": Column("string", "the same in the notation of the game"),
    "visits": Column(
        "list<int32>", "how often the search tried each action, in the order of `legal`; null if nothing was searched"
    ),
    "values": Column(
        "list<float>",
        "the share of the victory, from 0 to 1, that the search expects after each action, in the order of `legal`; "
        "null for an action that was not tried, and if nothing was searched",
    ),
    "reward": Column("float", "the result for the seat: +1 shared by the winners, -1 shared by the losers"),
    "points": Column("int32", "points of the seat at the end of the match"),
    "last": Column("bool", "whether it was the seat's last decision of the match"),
}


class DecisionLog:
    """The decisions of one match, as they are taken."""

    def __init__(self, game: str, match: int = 0) -> None:
        self.encoding = encoding(game)
        self.match = match
        self.rows: list[Decision] = []

    def see(self, state: Any, seat: Seat) -> None:
        """Before a decision."""
        self.observation = self.encoding.observe_seat(state, seat)
        self.legal: list[int] = state.legal()
        self.seat = seat
        self.tree: Tree | None = None

    def watch(self, tree: Tree) -> None:
        """What the seat's search has found."""
        self.tree = tree

    def add(self, step: Step) -> None:
        """What was decided."""
        action = self.encoding.action(step)
        row = Decision(self.match, len(self.rows), self.seat, self.observation, self.legal, action, step)
        if self.tree is not None:
            tries = self.tree.tries(self.legal)
            values = [mean if visits else None for visits, mean in tries]
            row = row._replace(visits=[visits for visits, _ in tries], values=values)
        self.rows.append(row)

    def finish(self, outcome: Outcome | None) -> list[Decision]:
        """All rows, with what the match came to; without an outcome rewards are 0 and there are no points."""
        if outcome is not None:
            rewards = shared_rewards(outcome)
            self.rows = [row._replace(reward=rewards[row.seat], points=outcome.points[row.seat]) for row in self.rows]
        for number in {row.seat: row.number for row in self.rows}.values():
            self.rows[number] = self.rows[number]._replace(last=True)
        return self.rows


def decisions(record: Record, match: int = 0) -> list[Decision]:
    """All decisions of a recorded match, in order. Nobody knows what was thought: there are no visits and values."""
    game, log = catalog.game(record.game), DecisionLog(record.game, match)
    state = game.start(len(record.seats), record.options)
    for step in record.steps():
        seat = game.to_move(state)
        if seat != CHANCE:
            log.see(state, seat)
            log.add(step)
        game.apply(state, step)
    return log.finish(game.outcome(state))
