"""Whatever was entered wrong, and whenever it is put right: the table is what it would have been from the start."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, NamedTuple

import pytest

from birdtable.chair.table import Tap
from birdtable.companion.birdie.sheet import Scoring
from birdtable.games.birdie.cards import KINDS
from birdtable.games.cubirds.cards import SPECIES
from kit.birdie.cardboard import BirdieTable
from kit.cubirds.cardboard import CuBirdsTable
from kit.matches.cardboard import Cardboard

TABLES: list[tuple[type[Cardboard], str, int, tuple[int, ...], dict[str, Any]]] = [
    (BirdieTable, "birdie", 2, (1,), {}),
    (BirdieTable, "birdie", 3, (0, 2), {}),
    (BirdieTable, "birdie", 4, (2,), {}),
    (BirdieTable, "birdie", 2, (0,), {"expert": True}),
    (BirdieTable, "birdie", 3, (1,), {"expert": True, "robin_source": "bird_deck"}),
    (BirdieTable, "birdie", 4, (1, 3), {"expert": True}),
    (CuBirdsTable, "cubirds", 2, (1,), {}),
    (CuBirdsTable, "cubirds", 3, (0,), {}),
    (CuBirdsTable, "cubirds", 4, (2, 3), {}),
    (CuBirdsTable, "cubirds", 5, (1,), {}),
]
MOST = 3
"""So many mistakes are in the entries at the same time, at most."""
OFTEN = 0.1


class Mistake(NamedTuple):
    what: Literal["another", "forgotten", "one too many"]
    place: int
    right: Tap


class Device:
    """The entries of a table as the page keeps them: each can be replaced, removed, or get one before it."""

    def __init__(self, table: Cardboard, rng: Random) -> None:
        self.table, self.rng = table, rng
        self.taps: list[Tap] = []
        self.mistakes: list[Mistake] = []

    def enter(self) -> None:
        """The next thing that happens at the table, perhaps not as it happened."""
        seen = len(self.table.taps)
        self.table.go_on()
        for tap in self.table.taps[seen:]:
            place, chance = len(self.taps), self.rng.random()
            if len(self.mistakes) == MOST or chance > OFTEN:
                self.taps.append(tap)
                continue
            mistake = Mistake(self.rng.choice(["another", "forgotten", "one too many"]), place, tap)
            self.mistakes.append(mistake)
            if mistake.what != "forgotten":
                self.taps.append(self.mistaken())
            if mistake.what == "one too many":
                self.taps.append(tap)

    def mistaken(self) -> Tap:
        """What could be entered elsewhere, what was entered before, or nothing that makes sense."""
        rng = self.rng
        if self.table.game.name == "birdie":
            card, other = rng.choices(KINDS, k=2)
            row = " ".join(rng.choices(KINDS, k=rng.randrange(6)))
            steps = rng.choice([None, (), ("use Rs", "deal Ow"), ("done", "done")])
            there_is: list[Tap] = [f"take {card}", f"stack {card} {other} {rng.randrange(4)}", "pass", f"deal {card}"]
            there_is += [Scoring(row=row, hand=card, steps=steps), Scoring(row=row)]
        else:
            card, number = rng.choice(SPECIES), rng.randrange(9)
            there_is = [f"lay {card} {rng.randrange(6)} left {number}", f"lay {card} 2 right 1", "draw", "keep", "end"]
            there_is += [f"deal {card}", f"flock {card} {number}", f"hand {rng.randrange(6)} {card * number}"]
        nonsense: list[Tap] = ["jump", " ", "deal", "starter 9", "hand 1", "hand 1 x", f"lay {card}", f"stack {card}"]
        return rng.choice([rng.choice(there_is), rng.choice([*self.taps, *there_is]), rng.choice(nonsense)])

    def put_right(self) -> None:
        """Any of the mistakes; all that came later moves up or down with its place."""
        number = self.rng.randrange(len(self.mistakes))
        what, place, right = self.mistakes.pop(number)
        moved = 0
        match what:
            case "another":
                self.taps[place] = right
            case "forgotten":
                self.taps.insert(place, right)
                moved = 1
            case "one too many":
                del self.taps[place]
                moved = -1
        later = [each._replace(place=each.place + moved) for each in self.mistakes[number:]]
        self.mistakes[number:] = later

    def follow(self) -> None:
        """As far as everything is right it is followed, whatever comes after it; nothing breaks."""
        follower = self.table.follower(self.taps)
        fault = follower.follow()
        assert follower.taken >= min((mistake.place for mistake in self.mistakes), default=len(self.taps))
        assert (fault is None) == (follower.taken == len(self.taps))
        if not self.mistakes:
            assert self.taps == self.table.taps
            self.table.assert_seen_alike()


def play(device: Device, plays: int) -> int:
    """Returns how often everything was put right."""
    mended = 0
    for _ in range(plays):
        if device.table.is_over:
            break
        device.enter()
        if device.mistakes and device.rng.random() < 0.3:
            device.follow()
            device.put_right()
            device.follow()
            mended += not device.mistakes
    while device.mistakes:
        device.put_right()
        device.follow()
    return mended


@pytest.mark.parametrize(("kind", "game", "seats", "bots", "options"), TABLES)
def test_corrections_at_random_moments_lead_to_the_table_as_if_it_was_entered_right(
    kind: type[Cardboard], game: str, seats: int, bots: tuple[int, ...], options: dict[str, Any]
) -> None:
    rng = Random(f"{game} {seats} {options}")
    assert play(Device(kind(game, seats, bots, rng, **options), rng), 120) > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(150))
def test_many_corrections_lead_to_the_table_as_if_it_was_entered_right(seed: int) -> None:
    kind, game, seats, bots, options = TABLES[seed % len(TABLES)]
    rng = Random(seed)
    play(Device(kind(game, seats, bots, rng, **options), rng), 300)
