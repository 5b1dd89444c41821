"""A match looked back on: what each decision cost, what could be known, and how much was luck.

- The **cost** of a decision is judged over states that the player could have been in, knowing what they knew then.
- **Hindsight** is judged in the state as it really was, and stands apart: nobody could have known.
- The **split** follows one value function, the share of the victory that play-outs from the true state give the seat,
  through the match. Each step moves it a little; what chance, the others and oneself moved adds up exactly to the
  result. Before a draw the value is the mean of the values of all that could come, so the mean of luck is 0.

A match can be looked at in parts, one after the other: chance in the judging of a step depends on its number alone, so
the report is the same however it was cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt
from statistics import fmean, pstdev, variance
from typing import Any, NamedTuple

import msgspec

from birdtable import catalog
from birdtable.bots.advice.assessment import Assessment
from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.places import place_of
from birdtable.bots.advice.reasons import CLAIMS, Reason, claim_of
from birdtable.bots.knowledge import explain, knowledge, search_policy
from birdtable.bots.luck import NUMBERS, SPREAD
from birdtable.bots.search.policy import Policy
from birdtable.bots.search.tree import search
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, BadInput, Seat, Step, Value
from birdtable.record import Record, Walk

MOMENTS = 3
CLAIMS_TOLD = 3
"""As many sentences are told about a decision."""
DRAWS = 3
"""As many of the luckiest draws are told, and of the unluckiest."""


class Depth(msgspec.Struct, frozen=True):
    """How much is spent on a decision."""

    simulations: int
    worlds: int
    """States that a decision and its best alternative are compared in."""
    playouts: int
    """Play-outs for the value of a true state. The split needs many: what they err by goes from one side to another."""
    prospects: int
    """Play-outs for each card that could be drawn."""
    ways: int = 3
    """A phase that chance has a say in is played to its end so often."""


QUICK = Depth(simulations=200, worlds=80, playouts=200, prospects=6)
THOROUGH = Depth(simulations=1000, worlds=400, playouts=1100, prospects=36, ways=6)
HINDSIGHT = 8
"""One play-out with open cards, for each step there is, for so many worlds."""


class Draw(msgspec.Struct):
    """A step of chance, and what could have come in its place."""

    number: int
    """The step of the record, counted from 1."""
    step: Step
    luck: float
    """What it was worth more to the seat than the mean of all that could come."""
    error: float
    """Standard error of the luck."""
    odds: float
    """How likely it was."""
    better: float
    """How likely something better was."""
    likely: Step
    """What was most likely in its place."""
    likely_odds: float
    likely_luck: float


class Review(msgspec.Struct):
    game: str
    seat: Seat
    result: float
    """The share of the victory that the seat had in the end."""
    start: float
    """What it could expect before the first card."""
    luck: float
    others: float
    own: float
    """``start + luck + others + own`` is ``result``."""
    luck_error: float
    others_error: float
    own_error: float
    """Standard errors."""
    lucky: list[Draw]
    unlucky: list[Draw]
    """The draws that mattered most, each clear of its standard error, the most extreme first."""
    place: float | None
    """The part of many matches of equal bots in which a seat had less luck, where that is known."""
    decisions: list[Assessment]
    moments: list[int]
    """The numbers of the decisions most worth playing again, the costliest first."""


class ReviewPart(msgspec.Struct):
    """The steps after ``after`` up to ``upto`` looked back on."""

    game: str
    seats: int
    options: Mapping[str, Value]
    """Of the match."""
    seat: Seat
    after: int
    upto: int
    steps: int
    """How many the match has."""
    start: float
    """The share of the victory to expect before these steps."""
    end: float
    luck: float = 0.0
    others: float = 0.0
    own: float = 0.0
    luck_variance: float = 0.0
    others_variance: float = 0.0
    own_variance: float = 0.0
    """How uncertain the split is: squares of standard errors."""
    draws: list[Draw] = []
    decisions: list[Assessment] = []


class Comparison(NamedTuple):
    """Of a better step with the one that was played, by the share of the victory that they lead to."""

    cost: float
    """What the better one is worth more; nothing, if it is within what luck alone does."""
    better: float
    played: float


EQUAL = Comparison(0.0, 0.0, 0.0)


class Worth(NamedTuple):
    """An estimate of the share of the victory that the seat can expect, and the square of its standard error."""

    mean: float
    variance: float


class Outlook(NamedTuple):
    """All that chance can do."""

    codes: list[int]
    odds: list[float]
    values: list[list[float]]
    """Of each, by play-out; the same numbers make the first play-out of each."""

    def means(self) -> list[float]:
        """Of everything together, by play-out."""
        together = zip(*self.values, strict=True)
        return [sum(odds * value for odds, value in zip(self.odds, each, strict=True)) for each in together]

    def draw(self, number: int, step: Step, steps: Sequence[Step]) -> Draw:
        """What it means that ``step`` came."""
        means, came = self.means(), [steps[code] for code in self.codes].index(step)
        lucks = [fmean(values) - fmean(means) for values in self.values]
        gains = [value - mean for value, mean in zip(self.values[came], means, strict=True)]
        likely = max((i for i in range(len(lucks)) if i != came), key=lambda i: (self.odds[i], -abs(lucks[i])))
        return Draw(
            number=number,
            step=step,
            luck=lucks[came],
            error=sqrt(worth_of(gains).variance),
            odds=self.odds[came],
            better=sum(odds for odds, luck in zip(self.odds, lucks, strict=True) if luck > lucks[came]),
            likely=steps[self.codes[likely]],
            likely_odds=self.odds[likely],
            likely_luck=lucks[likely],
        )


def worth_of(values: Sequence[float]) -> Worth:
    return Worth(fmean(values), variance(values) / len(values) if len(values) > 1 else 0.0)


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
    game = catalog.game(parts[0].game)
    width, luck = knowledge(game).match_width, sum(part.luck for part in parts)
    decisions = [each for part in parts for each in part.decisions]
    costly = sorted((each for each in decisions if each.cost > 0), key=lambda each: (-weight(each, width), each.number))
    return Review(
        game=game.name,
        seat=parts[0].seat,
        result=parts[-1].end,
        start=parts[0].start,
        luck=luck,
        others=sum(part.others for part in parts),
        own=sum(part.own for part in parts),
        luck_error=sqrt(sum(part.luck_variance for part in parts)),
        others_error=sqrt(sum(part.others_variance for part in parts)),
        own_error=sqrt(sum(part.own_variance for part in parts)),
        lucky=extremes(parts, 1),
        unlucky=extremes(parts, -1),
        place=place_of(game, parts[0].seats, luck, parts[0].options),
        decisions=decisions,
        moments=[each.number for each in first_of_plays(costly)][:MOMENTS],
    )


def extremes(parts: Sequence[ReviewPart], sign: int) -> list[Draw]:
    """The luckiest draws, or with the other sign the unluckiest."""
    draws = [each for part in parts for each in part.draws if sign * each.luck > each.error]
    return sorted(draws, key=lambda each: (-sign * each.luck, each.number))[:DRAWS]


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
        self.steps: Sequence[Step] = ()
        """Of the record that is looked at."""
        self.last: Seat = CHANCE
        self.began = 0
        """The first step of the play that the last step belongs to."""
        self.outlook: tuple[int, Outlook] | None = None
        """The last one that was looked at, and after how many steps that was."""

    def walk(
        self, record: Record, after: int, enough: Callable[[], bool], progress: Callable[[int, int], None]
    ) -> ReviewPart:
        self.steps = record.steps()
        steps, walk = len(self.steps), Walk(record, game=self.game, before=True)
        ahead = iter(walk)
        for here in islice(ahead, after):
            self.pass_over(here)
        worth = self.worth(walk.state, after)
        part = ReviewPart(
            game=self.game.name,
            seats=len(record.seats),
            options=record.options,
            seat=self.seat,
            after=after,
            upto=after,
            steps=steps,
            start=worth.mean,
            end=worth.mean,
        )
        if after == 0:
            part.luck_variance = worth.variance
        for here in ahead:
            part.decisions += self.judge_step(here)
            part.draws += self.judge_draw(here)
            part.upto = here.number
            progress(here.number, steps)
            ends = enough() or here.number == steps
            mover, next_mover = side(here.mover, self.seat), side(here.state.to_move, self.seat)
            if ends or next_mover != mover:
                worth = self.worth(here.state, here.number)
                self.account(part, mover, worth.mean)
            if next_mover != mover:
                for each in (mover, next_mover):
                    setattr(part, f"{each}_variance", getattr(part, f"{each}_variance") + worth.variance)
            if ends:
                break
        return part

    def account(self, part: ReviewPart, moved_by: str, value: float) -> None:
        """Steps that one side took in a row have led to this value: looked at together, they hide less in the noise.

        What the value errs by goes from one side to the next, so it makes both uncertain.
        """
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
            each.area = self.knowledge.area(each)
            each.claims = each.claims[:CLAIMS_TOLD]
        return found

    def judge_draw(self, here: Walk) -> list[Draw]:
        """What came by chance, if anything else could have come."""
        if here.mover != CHANCE or len(here.before.odds()) < 2:
            return []
        return [self.look_out(here.before, here.number - 1).draw(here.number, here.step, self.game.steps)]

    def worth(self, state: Any, number: int) -> Worth:
        """What the seat can expect in this true state, after so many steps; at the end what it has."""
        if (outcome := self.game.outcome(state)) is not None:
            return Worth(outcome.share(self.seat), 0.0)
        if state.to_move == CHANCE:
            return worth_of(self.look_out(state, number).means())
        self.rng = Rng(self.seed * SPREAD + 2 * number + 1)
        worlds = self.settle(state)
        return worth_of(self.play_all(worlds, (self.rng for _ in range(self.depth.playouts)), len(worlds)))

    def look_out(self, state: Any, number: int) -> Outlook:
        """All that chance can do now, each judged by the same numbers."""
        if self.outlook is None or self.outlook[0] != number:
            odds = state.odds()
            whole = sum(weight for _, weight in odds)
            self.rng = Rng((self.seed * SPREAD + number) * NUMBERS + NUMBERS - 2)
            settling = self.is_settling(self.roll_on(state.copy(), self.rng))
            values = [self.values_after(state, code, number, settling=settling) for code, _ in odds]
            self.outlook = number, Outlook([code for code, _ in odds], [weight / whole for _, weight in odds], values)
        return self.outlook[1]

    def values_after(self, state: Any, code: int, number: int, *, settling: bool) -> list[float]:
        first = (self.seed * SPREAD + number) * NUMBERS
        self.rng = Rng(first + NUMBERS - 1)
        worlds = [state.copy()]
        worlds[0].apply(code)
        if settling:  # after what chance still has to do: the next value is that of a phase played to its end
            worlds = self.settle(self.roll_on(worlds[0], self.rng))
        numbers = (Rng(first + i) for i in range(self.depth.prospects))
        return self.play_all(worlds, numbers, self.depth.ways if settling else 1)

    def play_all(self, worlds: Sequence[Any], rngs: Iterable[Rng], parts: int) -> list[float]:
        """A play-out for each of ``rngs``, from the worlds by turns. With several ``parts`` they are averaged in so
        many: those of one world have in common how it came about, and do not tell how uncertain that is."""
        values = [self.play_on(worlds[i % len(worlds)], rng) for i, rng in enumerate(rngs)]
        return values if parts == 1 else [fmean(values[i::parts]) for i in range(min(parts, len(values)))]

    def play_on(self, state: Any, rng: Rng) -> float:
        """A play-out, which begins when chance has had its say: so it goes as far before a draw as after it."""
        state = self.roll_on(state.copy(), rng)
        self.policy.rollout(state, rng)
        return self.policy.values[self.seat]

    def roll_on(self, state: Any, rng: Rng) -> Any:
        """Lets chance do all that it has to do now."""
        while state.to_move == CHANCE:
            state.apply(state.roll(rng))
        return state

    def settle(self, state: Any) -> list[Any]:
        """A phase under way played to its end as the policy would: play-outs do not look at how it went so far.

        In several ways if chance has a say in it, which comes as often as it would.
        """
        state = self.answer(state.copy())
        if state.to_move != CHANCE or not self.is_settling(state):
            return [state]
        return [self.settle_with_chance(state.copy()) for _ in range(self.depth.ways)]

    def settle_with_chance(self, state: Any) -> Any:
        while state.to_move == CHANCE and self.is_settling(state):
            self.answer(self.roll_on(state, self.rng))
        return state

    def answer(self, state: Any) -> Any:
        """Takes what steps the policy settles, up to what chance has to do."""
        while state.to_move >= 0 and self.policy.settles_at(state):
            state.apply(self.policy.answer_at(state))
        return state

    def is_settling(self, state: Any) -> bool:
        return self.knowledge.is_settling(self.game.view(state, max(0, state.to_move)))

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
        seen = (
            self.compare([imagine(self.rng) for _ in range(self.depth.worlds)], step, best) if best != step else EQUAL
        )
        if not seen.cost:
            best = step
        open_values = {each: self.mean(state, max(4, self.depth.worlds // HINDSIGHT), each) for each in legal}
        hindsight = max(legal, key=lambda each: (open_values[each], each == step))
        # The best of many estimates is too high: it is looked at once more, alone.
        opened = self.compare([state] * self.depth.worlds, step, hindsight) if hindsight != step else EQUAL
        if not opened.cost:
            hindsight = step
        return Assessment(
            number=number,
            step=step,
            best=best,
            cost=round(seen.cost, 4),
            unit="win",
            why=str(why := explain(self.game, view, best, self.rng)),
            reason=why.text,
            details=dict(why.details),
            hindsight=hindsight,
            hindsight_cost=round(opened.cost, 4),
            claims=self.claims(state, step, best, number, seen) if seen.cost else [],
        )

    def compare(self, worlds: list[Any], step: Step, better: Step) -> Comparison:
        """Both steps played on from each of the worlds, with the same luck."""
        seed = self.rng.below(SPREAD)
        values = [
            [self.play_out(world, each, Rng(seed + i)) for i, world in enumerate(worlds)] for each in (better, step)
        ]
        gains = [of_better - of_step for of_better, of_step in zip(*values, strict=True)]
        mean = fmean(gains)
        is_clear = mean > pstdev(gains, mean) / sqrt(len(gains))
        return Comparison(mean if is_clear else 0.0, fmean(values[0]), fmean(values[1]))

    def claims(self, state: Any, step: Step, best: Step, number: int, seen: Comparison) -> list[Reason]:
        fork = Fork(self.game, state, self.seat, step, best, self.steps, number)
        return [*self.knowledge.facts(fork), *self.compare_futures(seen)]

    def compare_futures(self, seen: Comparison) -> Iterator[Reason]:
        better, played = round(100 * seen.better), round(100 * seen.played)
        if better > played:
            yield claim_of(CLAIMS, "compared", {"count": self.depth.worlds, "chance": better, "other": played})


def side(mover: Seat, seat: Seat) -> str:
    """Whose doing a step is: the field of ``ReviewPart`` that it counts in."""
    if mover == CHANCE:
        return "luck"
    return "own" if mover == seat else "others"


def weight(decision: Assessment, match_width: float) -> float:
    """Points and parts of a victory on one scale."""
    return decision.cost if decision.unit == "win" else decision.cost / match_width
