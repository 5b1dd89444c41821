"""Which cards can have come to people's hands unseen in one round, given all that was seen since.

Whoever lays or flocks a species shows all that they hold of it. So it is known how many of the cards that came to a
hand between two such moments were of the species; after the last of them any number may be. All cards come from draw
piles whose contents are known: what was left when the round began, and after a reshuffle the discard pile.

This is a flow from demands (so many of a species, from one draw pile, to one hand in a stretch of time) to batches
(cards that came to a hand between two of its leavings). Where a demand could be met from two draw piles, the ways to
split it are tried one after another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from birdtable.engine import Rng
from birdtable.game import Seat

ATTEMPTS = 40
"""How often splitting demands between draw piles is begun anew, in another order."""
MOST_TRIES = 500
"""How long an attempt lasts: a part of a split counts 1, a whole one ``A_FLOW``."""
A_FLOW = 20


class Batch(NamedTuple):
    seat: Seat
    pile: int
    """Which draw pile of the round, from 0."""
    leavings: int
    """How many leavings this hand had before."""


class Demand(NamedTuple):
    """``number`` cards of a species came to a hand after its leaving ``after`` and not later than before ``until``."""

    seat: Seat
    species: int
    after: int
    until: int
    number: int

    def includes(self, batch: Batch) -> bool:
        return batch.seat == self.seat and self.after < batch.leavings <= self.until


class Source(NamedTuple):
    """Cards that flow to batches."""

    species: int
    number: int
    all: bool
    """All of them have to, not only as many as are needed."""
    to: tuple[int, ...]


Split = list[tuple[Demand, int, int]]
"""Each demand with a draw pile and how many of its cards come from there."""
EVER = 1 << 30


class Hands:
    """What was seen of one round."""

    def __init__(self, pile: Counter[int]) -> None:
        self.piles = [pile]
        """What each draw pile had when it was begun, less what was turned up from it since."""
        self.slots: list[Batch] = []
        """Every card that came unseen, in order."""
        self.leavings: Counter[Seat] = Counter()
        self.last: dict[tuple[Seat, int], int] = {}
        """The number of the last leaving of a species from a hand."""
        self.demands: list[Demand] = []
        self.shown: set[Seat] = set()
        """Hands of which everything is known: they lay open at the end of the round."""

    def copy(self) -> Hands:
        other = Hands(Counter())
        other.piles = [Counter(pile) for pile in self.piles]
        other.slots, other.demands, other.shown = list(self.slots), list(self.demands), set(self.shown)
        other.leavings, other.last = Counter(self.leavings), dict(self.last)
        return other

    def come(self, seat: Seat) -> None:
        self.slots.append(Batch(seat, len(self.piles) - 1, self.leavings[seat]))

    def turn_up(self, species: int) -> None:
        self.piles[-1][species] -= 1

    def reshuffle(self, pile: Counter[int]) -> None:
        self.piles.append(pile)

    def leave(self, seat: Seat, species: int, unknown: int) -> None:
        """All birds of a species leave a hand; so many of them had come unseen."""
        until = self.leavings[seat]
        self.demands.append(Demand(seat, species, self.last.get((seat, species), -1), until, unknown))
        self.last[seat, species] = until
        self.leavings[seat] += 1

    def show(self, seat: Seat, unknown: Counter[int]) -> None:
        """A hand lies open: so many of each species had come unseen."""
        self.shown.add(seat)
        for species in range(8):
            after = self.last.get((seat, species), -1)
            self.demands.append(Demand(seat, species, after, EVER, unknown[species]))

    # What they can have been

    def deal(self) -> list[int] | None:
        """A species for every card that came unseen, or nothing if what was seen is impossible."""
        if any(number < 0 for pile in self.piles for number in pile.values()):
            return None
        batches = sorted(set(self.slots))
        if len(self.piles) > 1 and self.as_one_pile().deal() is None:
            return None
        for attempt in range(ATTEMPTS if len(self.piles) > 1 else 1):
            for split in self.splits(batches, Rng(attempt)):
                dealt = self.deal_split(batches, split)
                if dealt is not None:
                    return dealt
        return None

    def as_one_pile(self) -> Hands:
        """As if all draw piles had been one. What is impossible even then need not be split in vain."""
        other = self.copy()
        other.piles = [sum(self.piles, Counter())]
        other.slots = [batch._replace(pile=0) for batch in self.slots]
        return other

    def splits(self, batches: list[Batch], rng: Rng) -> Iterator[Split]:
        """Every demand with a draw pile and a number, in as many ways as an attempt may try."""
        left = [Counter(pile) for pile in self.piles]
        room = Counter(self.slots)
        options = [
            (demand, sorted({batch.pile for batch in batches if demand.includes(batch)})) for demand in self.demands
        ]
        options.sort(key=lambda option: (len(option[1]), rng.word()))
        chosen: Split = []
        tries = 0

        def go(number: int) -> Iterator[Split]:
            nonlocal tries
            if number == len(options):
                tries += A_FLOW
                yield list(chosen)
                return
            demand, piles = options[number]
            yield from spread(demand, piles, demand.number, number)

        def spread(demand: Demand, piles: list[int], wanted: int, number: int) -> Iterator[Split]:
            nonlocal tries
            tries += 1
            if wanted == 0 or not piles:
                if wanted == 0:
                    yield from go(number + 1)
                return
            pile, others = piles[0], piles[1:]
            there = sum(count for batch, count in room.items() if batch.pile == pile and demand.includes(batch))
            most = min(wanted, left[pile][demand.species], there)
            for amount in sorted(range(most + 1), key=lambda _: rng.word()) if others else [most]:
                if tries >= MOST_TRIES:
                    return
                left[pile][demand.species] -= amount
                chosen.append((demand, pile, amount))
                yield from spread(demand, others, wanted - amount, number)
                chosen.pop()
                left[pile][demand.species] += amount

        yield from go(0)

    def deal_split(self, batches: list[Batch], split: Split) -> list[int] | None:
        left = [Counter(pile) for pile in self.piles]
        sources = []
        for demand, pile, amount in split:
            left[pile][demand.species] -= amount
            to = tuple(n for n, batch in enumerate(batches) if batch.pile == pile and demand.includes(batch))
            sources.append(Source(demand.species, amount, True, to))
        for pile, rest in enumerate(left):
            # Of a draw pile that ran out every card went somewhere.
            ran_out = pile < len(self.piles) - 1
            for species, number in rest.items():
                to = tuple(n for n, batch in enumerate(batches) if batch.pile == pile and self.is_open(batch, species))
                sources.append(Source(species, number, ran_out, to))
        sources.sort(key=lambda source: not source.all)
        flow = fill(sources, Counter(self.slots), batches)
        if flow is None:
            return None
        return [flow[batch].pop() for batch in self.slots]

    def is_open(self, batch: Batch, species: int) -> bool:
        """A card of this batch may be one of the species and still be in the hand."""
        return batch.seat not in self.shown and batch.leavings > self.last.get((batch.seat, species), -1)


def fill(sources: list[Source], room: Counter[Batch], batches: list[Batch]) -> dict[Batch, list[int]] | None:
    """The species of each batch, filled to the last card; nothing if that cannot be done."""
    flow: list[Counter[int]] = [Counter() for _ in sources]
    used = [0] * len(batches)

    def push(source: int, seen: set[int]) -> bool:
        for batch in sources[source].to:
            if batch in seen:
                continue
            seen.add(batch)
            if used[batch] < room[batches[batch]]:
                used[batch] += 1
                flow[source][batch] += 1
                return True
            for other in range(len(sources)):
                if flow[other][batch] > 0 and other != source and push(other, seen):
                    flow[other][batch] -= 1
                    flow[source][batch] += 1
                    return True
        return False

    for number, source in enumerate(sources):
        for _ in range(source.number):
            if not push(number, set()):
                if source.all:
                    return None
                break
    if sum(used) < room.total():
        return None
    dealt: dict[Batch, list[int]] = {batch: [] for batch in batches}
    for number, source in enumerate(sources):
        for place, count in flow[number].items():
            dealt[batches[place]] += [source.species] * count
    return dealt
