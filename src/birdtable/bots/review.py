"""A match looked back on: what each decision cost, what could be known, and how much was luck.

- The **cost** of a decision is judged over states that the player could have been in, knowing what they knew then.
- **Hindsight** is judged in the state as it really was, and stands apart: nobody could have known.
- The **split** follows one value function, the part of the victory that play-outs from the true state give the seat,
  through the match. Each step moves it a little; what chance, the others and oneself moved adds up exactly to the
  result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.bots.policy import Policy
from birdtable.bots.reasons import reason
from birdtable.bots.review_rows import Judged, RowJudge
from birdtable.bots.roster import policy_of
from birdtable.bots.search import search
from birdtable.engine import Rng
from birdtable.game import CHANCE, BadInput, Game, Seat, Step
from birdtable.record import Record

MOMENTS = 3


class Depth(msgspec.Struct, frozen=True):
    """How much is spent on a decision."""

    simulations: int
    worlds: int
    """States that a decision and its best alternative are compared in."""
    playouts: int
    """Play-outs for the value of a true state."""


QUICK = Depth(simulations=64, worlds=24, playouts=12)
THOROUGH = Depth(simulations=600, worlds=160, playouts=48)


class Review(msgspec.Struct):
    game: str
    seat: Seat
    result: float
    """The part of the victory that the seat had in the end."""
    start: float
    """What it could expect before the first card."""
    luck: float
    others: float
    own: float
    """``start + luck + others + own`` is ``result``."""
    decisions: list[Judged]
    moments: list[int]
    """The numbers of the decisions most worth playing again, the costliest first."""


def review(
    record: Record,
    seat: Seat,
    *,
    seed: int = 0,
    depth: Depth = THOROUGH,
    progress: Callable[[int, int], None] = lambda done, steps: None,
) -> Review:
    """Looks at a finished match from one seat. The same record and seed give the same report."""
    game = catalog.game(record.game)
    if not 0 <= seat < len(record.seats):
        raise BadInput(f"there is no seat {seat + 1}: this match has {len(record.seats)}")
    if record.outcome is None:
        raise BadInput("only a match that was played to its end can be reviewed")
    return Reviewer(game, seat, Rng(seed), depth).walk(record, progress)


class Reviewer:
    def __init__(self, game: Game[Any, Any], seat: Seat, rng: Rng, depth: Depth) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.depth = depth
        self.policy: Policy = policy_of(game)
        self.rows = RowJudge()

    def walk(self, record: Record, progress: Callable[[int, int], None]) -> Review:
        game, steps = self.game, record.steps()
        state = game.start(len(record.seats), record.options)
        value = start = self.value(state)
        moved = {"luck": 0.0, "others": 0.0, "own": 0.0}
        decisions: list[Judged] = []
        for number, step in enumerate(steps, start=1):
            mover = game.to_move(state)
            if mover == self.seat and self.policy.settles(view := game.view(state, self.seat)):
                self.rows.look(view, number, step)
            elif mover == self.seat and len(legal := game.legal_steps(state)) > 1:
                decisions.append(self.judge(state, step, legal, number))
            game.apply(state, step)
            if any(event.what == "scored" and event.seat == self.seat for event in game.events(state)):
                decisions += self.rows.judged(game.view(state, self.seat))
            after = self.value(state)
            moved["luck" if mover == CHANCE else "own" if mover == self.seat else "others"] += after - value
            value = after
            progress(number, len(steps))
        costly = sorted((each for each in decisions if each.cost > 0), key=lambda each: (-weight(each), each.number))
        return Review(
            game=game.name,
            seat=self.seat,
            result=value,
            start=start,
            luck=moved["luck"],
            others=moved["others"],
            own=moved["own"],
            decisions=decisions,
            moments=[each.number for each in costly[:MOMENTS]],
        )

    def value(self, state: Any) -> float:
        """The part of the victory that the seat can expect in this true state; at the end what it has."""
        if (outcome := self.game.outcome(state)) is not None:
            return 1 / len(outcome.winners) if self.seat in outcome.winners else 0.0
        return self.mean([state], self.depth.playouts)

    def mean(self, worlds: list[Any], playouts: int, step: Step | None = None) -> float:
        """Over play-outs from each of these states in turn, after ``step`` if one is given."""
        total = 0.0
        for i in range(playouts):
            state = worlds[i % len(worlds)].copy()
            if step is not None:
                self.game.apply(state, step)
            self.policy.played_out(state, self.rng)
            total += self.policy.values[self.seat]
        return total / playouts

    def judge(self, state: Any, step: Step, legal: list[Step], number: int) -> Judged:
        view = self.game.view(state, self.seat)
        tree = search(self.game.imaginer(view), self.policy, self.rng, simulations=self.depth.simulations)
        best = self.game.steps[tree.best_step()]
        cost = 0.0
        if best != step:
            imagine = self.game.imaginer(view)
            worlds = [imagine(self.rng) for _ in range(self.depth.worlds)]
            worth = self.mean(worlds, self.depth.worlds, best)
            cost = max(0.0, worth - self.mean(worlds, self.depth.worlds, step))
            if cost == 0.0:
                best = step
        open_values = {each: self.mean([state], max(4, self.depth.playouts // 2), each) for each in legal}
        hindsight = max(legal, key=lambda each: (open_values[each], each == step))
        return Judged(
            number=number,
            step=step,
            best=best,
            cost=round(cost, 4),
            unit="win",
            why=self.why(view, best),
            hindsight=hindsight,
            hindsight_cost=round(open_values[hindsight] - open_values[step], 4),
        )

    def why(self, view: Any, step: Step) -> str:
        imagined = self.game.imagine(view, self.rng)
        events = self.game.play(imagined, step)
        outcome = self.game.outcome(imagined)
        wins = outcome is not None and outcome.winners == (self.seat,)
        return str(reason(self.game.name, view, step, events, wins))


def weight(judged: Judged) -> float:
    """Points and parts of a victory on one scale: some 20 points are the width of a match."""
    return judged.cost if judged.unit == "win" else judged.cost / 20
