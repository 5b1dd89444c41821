"""Luck, without bias: the value of what came, less the mean of the values of all that could have come by their odds.

Whatever the value function is worth, the mean of such a term is 0, since what came was drawn by the same odds. So a
result less the luck of its match is an estimate of the same mean as the result, and varies less if the values are good.
The same holds for the steps of a player whose odds are known: this is AIVAT (Burch, Schmid, Moravčík, Morrill and
Bowling, *AIVAT: a new variance reduction technique for agent evaluation in imperfect information games*, AAAI 2018),
without the imagined hands. A value function sees the whole state, hidden cards too: it judges after the fact, and
nobody plays by it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from birdtable import catalog
from birdtable.bots.knowledge import knowledge, search_policy
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, BadInput, Step, View
from birdtable.record import Record

LIMIT = 1.0
"""The luck of a match is counted up to so many victories, either way."""
SPREAD = 1_000_003
"""Keeps the numbers of one seed apart from those of the next."""
NUMBERS = 4096
"""As many numbers belong to one step of a match: a value function has at most so many play-outs."""
SAMPLES = 16
"""Play-outs before and after chance's steps, where they are sampled."""

Odds = Sequence[tuple[int, float]]
"""What can come, as codes of steps, each with its weight."""


class Valuer(Protocol):
    def __call__(self, state: Any, numbers: int) -> Sequence[float]:
        """What share of the victory each seat may expect in ``state``, which stays as it is.

        All luck of the valuer comes from ``numbers``: states that are compared get the same.
        """


class Foresight:
    """Values a state by playing on a little, in haste, and judging what that leads to.

    Chance has its say before a play-out begins: the value before a draw is then the mean of the values after it.
    Without a number of ``playouts`` they are as few and as short as reduces the variance most for their time.
    """

    def __init__(self, game: AnyGame, playouts: int = 0, policy: Any = None) -> None:
        self.policy = policy or search_policy(game)
        self.playouts = playouts or knowledge(game).luck_playouts
        if not playouts:
            knowledge(game).judge_soon(self.policy)

    def __call__(self, state: Any, numbers: int) -> Sequence[float]:
        sums = [0.0] * state.seats
        for number in range(self.playouts):
            for seat, value in enumerate(self.play_out(state, Rng(numbers + number))):
                sums[seat] += value
        return [each / self.playouts for each in sums]

    def play_out(self, state: Any, rng: Rng) -> Sequence[float]:
        world = state.copy()
        while world.to_move == CHANCE:
            world.apply(world.roll(rng))
        self.policy.rollout(world, rng)
        return self.policy.values[: world.seats]


class Possibility(NamedTuple):
    """Something that can come."""

    code: int
    odds: float
    """All of a step's possibilities together have 1."""
    values: Sequence[float]
    """By seat."""


def possibilities(state: Any, odds: Odds, value: Valuer, numbers: int) -> list[Possibility]:
    """All that can come in ``state``, judged by the same numbers."""
    whole = sum(weight for _, weight in odds)
    found = []
    for code, weight in odds:
        world = state.copy()
        world.apply(code)
        found.append(Possibility(code, weight / whole, value(world, numbers)))
    return found


def mean_values(found: Sequence[Possibility]) -> list[float]:
    """What each seat may expect before it comes."""
    seats = range(len(found[0].values))
    return [sum(each.odds * each.values[seat] for each in found) for seat in seats]


class Fortune:
    """The luck of each seat in a match so far.

    A step that could carry anybody's luck beyond ``limit`` does not count. That is settled before it is looked at what
    came, so the mean stays 0, and a result less its luck has known bounds.
    """

    def __init__(self, seats: int, value: Valuer, seed: int, limit: float = LIMIT) -> None:
        self.value = value
        self.numbers = seed * SPREAD
        self.limit = limit
        self.luck = [0.0] * seats

    def see(self, state: Any, odds: Odds, came: int) -> None:
        """In ``state`` the step ``came`` is about to be taken, which was drawn by these odds."""
        self.numbers += NUMBERS
        if len(odds) < 2:
            return
        found = possibilities(state, odds, self.value, self.numbers)
        means = mean_values(found)
        after = {
            each.code: [luck + value - mean for luck, value, mean in zip(self.luck, each.values, means, strict=True)]
            for each in found
        }
        if all(-self.limit <= luck <= self.limit for lucks in after.values() for luck in lucks):
            self.luck = after[came]

    def rest(self, state: Any) -> None:
        """No step of chance is to come in ``state`` before somebody has decided, or the match is over."""


class SampledFortune(Fortune):
    """The same for chance's steps that follow each other, taken as one: all that could have come is played out from
    before them, drawn by its odds, and not enumerated.

    That takes fewer play-outs, so that they can go further, and says nothing of a single card. It needs a value that is
    the mean of play-outs, in which chance has its say first: the mean before the steps is then that after them.
    """

    def __init__(self, seats: int, value: Foresight, seed: int, limit: float = LIMIT) -> None:
        super().__init__(seats, value, seed, limit)
        self.expected: Sequence[float] = ()
        """By seat, before chance began; empty once it has had its say."""

    def see(self, state: Any, odds: Odds, came: int) -> None:
        if state.to_move != CHANCE:
            super().see(state, odds, came)
        elif not self.expected:
            self.expected = self.look(state)

    def rest(self, state: Any) -> None:
        if not self.expected:
            return
        part = self.part()
        pairs = zip(self.look(state), self.expected, strict=True)
        self.luck = [luck + part * (value - mean) for luck, (value, mean) in zip(self.luck, pairs, strict=True)]
        self.expected = ()

    def look(self, state: Any) -> Sequence[float]:
        self.numbers += NUMBERS
        return self.value(state, self.numbers)

    def part(self) -> float:
        """As much of what comes counts as cannot carry anybody's luck beyond the limit, values being from 0 to 1.

        What is expected has no say in it: it is itself an estimate, and counting less of it where it is too high would
        move the mean of luck.
        """
        return max(0.0, min(1.0, self.limit - max(map(abs, self.luck))))


def sampled_fortune(game: AnyGame, seats: int, seed: int, limit: float = LIMIT) -> SampledFortune:
    """With the play-outs that lessen the variance most for their time."""
    policy = search_policy(game)
    knowledge(game).judge_draws(policy)
    return SampledFortune(seats, Foresight(game, SAMPLES, policy), seed, limit)


@runtime_checkable
class KnownPlayer(Protocol):
    """A bot that can tell how it chooses."""

    def odds(self, view: View, legal: Sequence[Step]) -> Sequence[float]:
        """How likely it is to choose each of the ``legal`` steps."""


def choice_odds(game: AnyGame, player: object, state: Any, seat: int) -> Odds:
    """How likely the player is to take which step; nothing if that is not known, or there is no choice."""
    if not isinstance(player, KnownPlayer) or len(legal := game.legal_steps(state)) < 2:
        return ()
    odds = zip(legal, player.odds(game.view(state, seat), legal), strict=True)
    return [(game.codes[step], weight) for step, weight in odds if weight]


def luck_of(
    record: Record,
    *,
    players: Mapping[str, object] | None = None,
    value: Valuer | None = None,
    seed: int = 0,
    limit: float = LIMIT,
    game: AnyGame | None = None,
    unseen: Collection[int] = (),
    sampled: bool = False,
) -> list[float]:
    """The luck of each seat in a recorded match, in shares of the victory.

    ``players`` are bots by the names that the record has for them: the choices of those that know their odds count as
    luck too. ``game`` is for games that the catalog does not know. ``unseen`` are the numbers of steps, counted from 1,
    whose card nobody saw: an assumed card is nobody's luck. ``sampled`` is as in ``SampledFortune``, for many matches;
    it takes neither a ``value`` nor ``unseen``.
    """
    if sampled and (value or unseen):
        raise BadInput("sampled luck is judged by play-outs of our own, and every card has to be seen")
    game = game or catalog.game(record.game)
    bots = [(players or {}).get(name) for name in record.seats]
    state = game.start(len(record.seats), record.options)
    if sampled:
        fortune: Fortune = sampled_fortune(game, len(bots), seed, limit)
    else:
        fortune = Fortune(len(bots), value or Foresight(game), seed, limit)
    for number, step in enumerate(record.steps(), start=1):
        seat = game.to_move(state)
        if seat != CHANCE:
            fortune.rest(state)
        odds = state.odds() if seat == CHANCE else choice_odds(game, bots[seat], state, seat)
        if odds and number not in unseen:
            fortune.see(state, odds, game.codes[step])
        game.apply(state, step)
    fortune.rest(state)
    return fortune.luck
