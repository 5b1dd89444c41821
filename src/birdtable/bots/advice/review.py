"""A match looked back on: what each decision cost, what could be known, and how much was luck.

- The **cost** of a decision is judged over states that the player could have been in, knowing what they knew then.
- **Hindsight** is judged in the state as it really was, and stands apart: nobody could have known.
- The **split** follows one value function, the part of the victory that play-outs from the true state give the seat,
  through the match. Each step moves it a little; what chance, the others and oneself moved adds up exactly to the
  result.

A match can be looked at in parts, one after the other: chance in the judging of a step depends on its number alone, so
the report is the same however it was cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.bots.advice.assessment import Assessment
from birdtable.bots.knowledge import explain, knowledge, search_policy
from birdtable.bots.search.policy import Policy
from birdtable.bots.search.tree import search
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, BadInput, Seat, Step
from birdtable.record import Record, Walk

MOMENTS = 3
SPREAD = 1_000_003
"""Keeps the numbers of one seed apart from those of the next."""


class Depth(msgspec.Struct, frozen=True):
    """How much is spent on a decision."""

    simulations: int
    worlds: int
    """States that a decision and its best alternative are compared in."""
    playouts: int
    """Play-outs for the value of a true state. The split needs many: what they err by goes from one side to another."""


QUICK = Depth(simulations=200, worlds=80, playouts=400)
THOROUGH = Depth(simulations=1000, worlds=400, playouts=1500)
HINDSIGHT = 8
"""One play-out with open cards, for each step there is, for so many worlds."""


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
    decisions: list[Assessment]
    moments: list[int]
    """The numbers of the decisions most worth playing again, the costliest first."""


class ReviewPart(msgspec.Struct):
    """The steps after ``after`` up to ``upto`` looked back on."""

    game: str
    seat: Seat
    after: int
    upto: int
    steps: int
    """How many the match has."""
    start: float
    """The part of the victory to expect before these steps."""
    end: float
    luck: float = 0.0
    others: float = 0.0
    own: float = 0.0
    decisions: list[Assessment] = []


def review(
    record: Record,
    seat: Seat,
    *,
    seed: int = 0,
    depth: Depth = THOROUGH,
    progress: Callable[[int, int], None] = lambda done, steps: None,
) -> Review:
    """Looks at a finished match from one seat. The same record and seed give the same report."""
    return whole([review_part(record, seat, 0, seed=seed, depth=depth, progress=progress)])


def review_part(
    record: Record,
    seat: Seat,
    after: int,
    *,
    seed: int = 0,
    depth: Depth = THOROUGH,
    enough: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, steps: None,
) -> ReviewPart:
    """Looks at the steps after number ``after`` until it is ``enough``, which is asked after each of them."""
    game = catalog.game(record.game)
    if not 0 <= seat < len(record.seats):
        raise BadInput("there is no seat {seat}: this match has {count}", seat=seat + 1, count=len(record.seats))
    if record.outcome is None:
        raise BadInput("only a match that was played to its end can be reviewed")
    return Reviewer(game, seat, seed, depth).walk(record, after, enough, progress)


def whole(parts: Sequence[ReviewPart]) -> Review:
    """The report that parts, which follow each other from the first step to the last, make together."""
    width = knowledge(catalog.game(parts[0].game)).match_width
    decisions = [each for part in parts for each in part.decisions]
    costly = sorted((each for each in decisions if each.cost > 0), key=lambda each: (-weight(each, width), each.number))
    return Review(
        game=parts[0].game,
        seat=parts[0].seat,
        result=parts[-1].end,
        start=parts[0].start,
        luck=sum(part.luck for part in parts),
        others=sum(part.others for part in parts),
        own=sum(part.own for part in parts),
        decisions=decisions,
        moments=[each.number for each in first_of_plays(costly)][:MOMENTS],
    )


def first_of_plays(costly: Sequence[Assessment]) -> Iterator[Assessment]:
    """Of several decisions in one play only the costliest: whoever tries it again makes them all."""
    seen: set[int] = set()
    for each in costly:
        if each.play not in seen:
            seen.add(each.play)
            yield each


class Reviewer:
    def __init__(self, game: AnyGame, seat: Seat, seed: int, depth: Depth) -> None:
        self.game = game
        self.seat = seat
        self.seed = seed
        self.rng = Rng(seed)
        self.depth = depth
        self.policy: Policy = search_policy(game)
        self.knowledge = knowledge(game)
        self.phase = self.knowledge.phase_judge()
        self.last: Seat = CHANCE
        self.began = 0
        """The first step of the play that the last step belongs to."""

    def walk(
        self, record: Record, after: int, enough: Callable[[], bool], progress: Callable[[int, int], None]
    ) -> ReviewPart:
        steps, walk = len(record.steps()), Walk(record, game=self.game, before=True)
        ahead = iter(walk)
        for here in islice(ahead, after):
            self.pass_over(here)
        value = self.value(walk.state, after)
        part = ReviewPart(self.game.name, self.seat, after, after, steps, value, value, decisions=[])
        for here in ahead:
            part.decisions += self.judge_step(here)
            part.upto = here.number
            progress(here.number, steps)
            ends = enough() or here.number == steps
            if ends or side(here.state.to_move, self.seat) != side(here.mover, self.seat):
                self.account(part, side(here.mover, self.seat), self.value(here.state, here.number))
            if ends:
                break
        return part

    def account(self, part: ReviewPart, moved_by: str, value: float) -> None:
        """Steps that one side took in a row have led to this value: looked at together, they hide less in the noise."""
        setattr(part, moved_by, getattr(part, moved_by) + value - part.end)
        part.end = value

    def pass_over(self, here: Walk) -> None:
        """A step that another part judges: all that is kept of it is where its play began, and a phase under way."""
        self.follow(here)
        if here.mover == self.seat and self.policy.settles(view := self.game.view(here.before, self.seat)):
            self.phase.look(view, here.number, here.step)
        if self.phase.hear(here.events):
            self.phase.forget()

    def follow(self, here: Walk) -> None:
        if here.mover != self.last:
            self.last, self.began = here.mover, here.number

    def judge_step(self, here: Walk) -> list[Assessment]:
        """Judges a step, if there was anything to decide."""
        game, found = self.game, []
        self.follow(here)
        self.rng = Rng(self.seed * SPREAD + 2 * here.number)
        if here.mover == self.seat:
            if self.policy.settles(view := game.view(here.before, self.seat)):
                self.phase.look(view, here.number, here.step)
            elif len(legal := game.legal_steps(here.before)) > 1:
                found.append(self.assess(here.before, here.step, legal, here.number))
        if self.phase.hear(here.events):
            found += self.phase.judge()
        for each in found:
            each.play = self.began
        return found

    def value(self, state: Any, number: int) -> float:
        """The part of the victory that the seat can expect in this true state, after so many steps; at the end what
        it has."""
        self.rng = Rng(self.seed * SPREAD + 2 * number + 1)
        if (outcome := self.game.outcome(state)) is not None:
            return 1 / len(outcome.winners) if self.seat in outcome.winners else 0.0
        return self.mean(self.settle(state), self.depth.playouts)

    def settle(self, state: Any) -> Any:
        """A phase under way played to its end as the policy would: play-outs do not look at how it went so far."""
        game, state = self.game, state.copy()
        while self.knowledge.is_settling(view := game.view(state, max(0, game.to_move(state)))):
            if game.to_move(state) == CHANCE:
                state.apply(state.roll(self.rng))
            else:
                step = self.policy.answer(view, game.legal_steps(state))
                assert step is not None, "the policy knows the answers of such a phase"
                game.apply(state, step)
        return state

    def mean(self, state: Any, playouts: int, step: Step | None = None) -> float:
        """Over play-outs from this state, after ``step`` if one is given."""
        return fmean(self.play_out(state, step, self.rng) for _ in range(playouts))

    def play_out(self, world: Any, step: Step | None, rng: Rng) -> float:
        state = world.copy()
        if step is not None:
            self.game.apply(state, step)
        self.policy.rollout(state, rng)
        return self.policy.values[self.seat]

    def assess(self, state: Any, step: Step, legal: list[Step], number: int) -> Assessment:
        view = self.game.view(state, self.seat)
        tree = search(self.game.imaginer(view), self.policy, self.rng, simulations=self.depth.simulations)
        best = self.game.steps[tree.best_step()]
        imagine = self.game.imaginer(view)
        cost = 0.0 if best == step else self.loss([imagine(self.rng) for _ in range(self.depth.worlds)], step, best)
        if not cost:
            best = step
        open_values = {each: self.mean(state, max(4, self.depth.worlds // HINDSIGHT), each) for each in legal}
        hindsight = max(legal, key=lambda each: (open_values[each], each == step))
        # The best of many estimates is too high: it is looked at once more, alone.
        open_cost = 0.0 if hindsight == step else self.loss([state] * self.depth.worlds, step, hindsight)
        if not open_cost:
            hindsight = step
        return Assessment(
            number=number,
            step=step,
            best=best,
            cost=round(cost, 4),
            unit="win",
            why=str(why := explain(self.game, view, best, self.rng)),
            reason=why.text,
            details=dict(why.details),
            hindsight=hindsight,
            hindsight_cost=round(open_cost, 4),
        )

    def loss(self, worlds: list[Any], step: Step, better: Step) -> float:
        """What ``better`` is worth more, with the same luck for both; nothing, if it is within what luck alone does."""
        seed = self.rng.below(SPREAD)
        gains = [
            self.play_out(world, better, Rng(seed + i)) - self.play_out(world, step, Rng(seed + i))
            for i, world in enumerate(worlds)
        ]
        mean = fmean(gains)
        return mean if mean > pstdev(gains, mean) / sqrt(len(gains)) else 0.0


def side(mover: Seat, seat: Seat) -> str:
    """Whose doing a step is: the field of ``ReviewPart`` that it counts in."""
    if mover == CHANCE:
        return "luck"
    return "own" if mover == seat else "others"


def weight(decision: Assessment, match_width: float) -> float:
    """Points and parts of a victory on one scale."""
    return decision.cost if decision.unit == "win" else decision.cost / match_width
