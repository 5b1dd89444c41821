"""What may have happened unseen in a match of CuBirds: which card came to another's hand when [C6.1].

The hands are imagined by their odds, as everywhere. Every card in them, and every card that left one, then gets a time
at which it was dealt or drawn: after all birds of its species had left the hand last, and before it left itself. Which
of these times is arbitrary, and for rounds that are over, whose cards are all known, it is always the same.

Where many cards were reshuffled in the middle of a round, the search can take too long (five players, rarely). Then
the cards that were really there are exchanged with each other, and with the draw pile, as far as nobody could tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Any, NamedTuple

from birdtable.engine import Rng
from birdtable.game import Event, Randomness, Seat
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import cards_text
from birdtable.games.cubirds.notation import CODES
from birdtable.lab.envs.spiel.retelling import Fill, Gap, Script

END = 1 << 30
"""A time after all others."""
CHANGES = 3
"""Attempts to change the order, for each card."""
EXCHANGES = 30
"""Attempts to exchange it for any other, for each card."""
SPLITS = 100
"""Ways to divide cards that are tried before the search is given up."""
STATES = 10
"""Imagined states that are tried before the search is given up."""


class Stay(NamedTuple):
    """A card in a hand."""

    before: int
    """It had come by then."""
    after: int
    """It had not come yet then."""
    until: int
    """When it left."""
    species: str


class Hand:
    """What the others saw of the hand of a seat in one round."""

    def __init__(self) -> None:
        self.slots: list[int] = []
        """When unknown cards came."""
        self.stays: list[Stay] = []
        """Of the unknown cards that have left."""
        self.cards: list[str] = []
        """What they really were."""
        self.known: Counter[str] = Counter()
        self.left: dict[str, list[int]] = {}
        """When all birds of a species left."""
        self.rest: list[Stay] = []
        """Of the unknown cards that have not left."""

    def leave(self, cards: str, now: int) -> None:
        """All birds of a species."""
        species = cards[0]
        unknown = len(cards) - self.known.pop(species, 0)
        self.stays += [Stay(now, self.last_left(species), now, species)] * unknown
        self.left.setdefault(species, []).append(now)

    def last_left(self, species: str) -> int:
        return self.left.get(species, [-1])[-1]

    def leaves(self, species: str, slot: int) -> int:
        """When a bird that came at ``slot`` left, or will."""
        return next((time for time in self.left.get(species, ()) if time > slot), END)

    def keep(self, cards: str) -> None:
        """These, the known ones among them, are in the hand at last."""
        unknown = Counter(cards) - self.known
        self.rest = [Stay(END, self.last_left(species), END, species) for species in sorted(unknown.elements())]


class Place(NamedTuple):
    hand: Hand
    slot: int

    def like(self, other: Place, species: str) -> bool:
        """Whether nobody but their owners could tell in which of the two places a bird was."""
        left, others = self.hand.leaves(species, self.slot), other.hand.leaves(species, other.slot)
        return left == others and (left == END or self.hand is other.hand)


class Round:
    def __init__(self, seats: list[Seat]) -> None:
        self.hands = {seat: Hand() for seat in seats}
        self.shuffles: list[tuple[int, Counter[str]]] = []
        """When the draw pile was shuffled anew, and what was unknown in all of these hands together."""

    def order(self, rng: Randomness) -> dict[Seat, list[str]] | None:
        """The unknown cards of each hand in an order in which they can have come, or ``None`` if there is none."""
        stays = {seat: hand.stays + hand.rest for seat, hand in self.hands.items()}
        for split in islice(self.splits(stays, 0), SPLITS):
            placed = {seat: place(hand.slots, split[seat]) for seat, hand in self.hands.items()}
            if all(each is not None for each in placed.values()):
                return {
                    seat: mix(self.hands[seat].slots, each, rng) for seat, each in placed.items() if each is not None
                }
        return None

    def exchange(self, pile: str, rng: Randomness) -> dict[Seat, list[str]]:
        """What really came, mixed as far as nobody could tell; after the last shuffle with the draw pile too."""
        places = [Place(hand, slot) for hand in self.hands.values() for slot in hand.slots]
        places += [Place(Hand(), END - 1)] * len(pile)
        cards = [*(card for hand in self.hands.values() for card in hand.cards), *pile]
        for _ in range(EXCHANGES * len(places)):
            one, other = rng.below(len(places)), rng.below(len(places))
            same_pile = self.epoch(places[one].slot) == self.epoch(places[other].slot)
            if same_pile and all(places[one].like(places[other], cards[each]) for each in (one, other)):
                cards[one], cards[other] = cards[other], cards[one]
        left = iter(cards)
        return {seat: [next(left) for _ in hand.slots] for seat, hand in self.hands.items()}

    def epoch(self, slot: int) -> int:
        return sum(time < slot for time, _ in self.shuffles)

    def splits(self, stays: dict[Seat, list[Stay]], number: int) -> Iterator[dict[Seat, list[Stay]]]:
        """The stays divided by the shuffles: before and after each the cards are those of different draw piles."""
        if number == len(self.shuffles):
            yield stays
            return
        now, unknown = self.shuffles[number]
        for there in self.shares(list(self.hands), stays, now, unknown):
            yield from self.splits({seat: divide(each, now, there[seat]) for seat, each in stays.items()}, number + 1)

    def shares(
        self, seats: list[Seat], stays: dict[Seat, list[Stay]], now: int, unknown: Counter[str]
    ) -> Iterator[dict[Seat, Counter[str]]]:
        """Who may have had which of the unknown cards, beside those that they had for sure."""
        seat, *others = seats
        must = Counter(stay.species for stay in stays[seat] if stay.before <= now < stay.until)
        may = Counter(stay.species for stay in stays[seat] if stay.after < now < stay.before)
        if must - unknown:
            return
        unknown = unknown - must
        number = sum(slot < now for slot in self.hands[seat].slots) - sum(stay.before <= now for stay in stays[seat])
        for share in selections(sorted((may & unknown).items()), number):
            if others:
                for rest in self.shares(others, stays, now, unknown - share):
                    yield {seat: share, **rest}
            elif share == unknown:
                yield {seat: share}


def selections(counts: list[tuple[str, int]], number: int) -> Iterator[Counter[str]]:
    """So many cards of those counted."""
    if not counts:
        if number == 0:
            yield Counter()
        return
    (species, most), *others = counts
    for some in range(min(most, number), -1, -1):
        for rest in selections(others, number - some):
            yield rest + Counter({species: some})


def divide(stays: list[Stay], now: int, there: Counter[str]) -> list[Stay]:
    """Of the cards that may have come before ``now`` or after it, those that were ``there`` came before."""
    left, divided = Counter(there), []
    for stay in stays:
        if stay.after < now < stay.before:
            was_there = left[stay.species] > 0
            left[stay.species] -= was_there
            stay = stay._replace(before=now) if was_there else stay._replace(after=now)
        divided.append(stay)
    return divided


def place(slots: list[int], stays: list[Stay]) -> list[Stay] | None:
    """A stay for each slot, the most urgent first, or ``None`` if that does not work out."""
    waiting, ready, placed = sorted(stays, key=lambda stay: stay.after), list[Stay](), list[Stay]()
    following = 0
    for slot in slots:
        while following < len(waiting) and waiting[following].after < slot:
            heappush(ready, waiting[following])
            following += 1
        if not ready or ready[0].before < slot:
            return None
        placed.append(heappop(ready))
    return placed if len(placed) == len(stays) else None


def mix(slots: list[int], placed: list[Stay], rng: Randomness) -> list[str]:
    """The species, after some cards that may have come at each other's time have changed places."""
    for _ in range(CHANGES * len(slots)):
        one, other = rng.below(len(slots)), rng.below(len(slots))
        if fits(placed[one], slots[other]) and fits(placed[other], slots[one]):
            placed[one], placed[other] = placed[other], placed[one]
    return [stay.species for stay in placed]


def fits(stay: Stay, slot: int) -> bool:
    return stay.after < slot < stay.before


class CuBirdsGuide:
    def __init__(self, script: Script) -> None:
        self.others = [seat for seat in range(script.start.seats) if seat != script.seat]
        self.rounds = [Round(self.others)]
        self.now = 0
        self.over = False
        """The round is over, and all hands were shown."""
        self.state = script.start
        for taken in script.walk():
            self.state = taken.state
            for event in taken.events:
                self.see(event)
        self.imagine = None if self.over else GAME.imaginer(GAME.view(self.state, script.seat))
        past = self.rounds if self.over else self.rounds[:-1]
        self.past = [each.order(Rng(0)) or each.exchange("", Rng(0)) for each in past]

    def see(self, event: Event) -> None:
        self.now += 1
        if event.what == "round ended":
            self.over = True
        elif event.what == "dealt" and self.over:
            self.over = False
            self.rounds.append(Round(self.others))
        elif event.what == "reshuffled" and not self.over:
            self.rounds[-1].shuffles.append((self.now, self.unknown()))
        if event.seat in self.others:
            self.see_hand(self.rounds[-1].hands[event.seat], event)

    def see_hand(self, hand: Hand, event: Event) -> None:
        match event.what:
            case "dealt" | "drew":
                hand.slots.append(self.now)
                hand.cards.append(event.secret)
            case "took":
                hand.known.update(event.cards)
            case "laid" | "flocked":
                hand.leave(event.cards, self.now)
            case "hand discarded":
                hand.keep(event.cards)
            case _:
                pass

    def unknown(self) -> Counter[str]:
        """The unknown cards of all others together, which the seat knows when no other card is unseen."""
        hands, known = self.state.hands, self.state.known
        return Counter(cards_text(sum(hands[seat] - known[seat] for seat in self.others)))

    def __call__(self, rng: Randomness) -> Fill:
        orders = self.past if self.imagine is None else [*self.past, self.imagine_round(self.imagine, rng)]
        cards = {seat: iter([card for order in orders for card in order[seat]]) for seat in self.others}

        def fill(state: Any, gap: Gap) -> list[int] | None:
            card = next(cards[gap.secret.seat], None)
            return [CODES[f"deal {card}"]] if card else None

        return fill

    def imagine_round(self, imagine: Callable[[Randomness], Any], rng: Randomness) -> dict[Seat, list[str]]:
        current = self.rounds[-1]
        for _ in range(STATES):
            state = imagine(rng)
            for seat, hand in current.hands.items():
                hand.keep(cards_text(state.hands[seat]))
            if (order := current.order(rng)) is not None:
                return order
        return current.exchange(cards_text(self.state.pile), rng)
