"""A bot at a table of CuBirds: what people tap leads to what they see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kit.cubirds.cardboard import CuBirdsTable

TABLES: list[tuple[int, tuple[int, ...], dict[str, Any]]] = [
    (2, (1,), {}),
    (3, (0,), {}),
    (3, (0, 2), {"extras": "discarded"}),
    (4, (2,), {}),
    (5, (1,), {"turn_limit": 60}),
    (5, (0, 1, 3), {}),
]


def play(table: CuBirdsTable, rng: Random, *, plays: int, often: float) -> None:
    for _ in range(plays):
        if table.is_over:
            break
        table.go_on()
        if rng.random() < often:
            table.assert_seen_alike()
    table.assert_seen_alike()


@pytest.mark.parametrize(("seats", "bots", "options"), TABLES)
def test_a_match_is_followed_as_people_see_it(seats: int, bots: tuple[int, ...], options: dict[str, Any]) -> None:
    rng = Random(f"{seats} {bots}")
    play(CuBirdsTable("cubirds", seats, bots, rng, **options), rng, plays=260, often=0.02)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_whole_matches_are_followed(seed: int) -> None:
    rng = Random(seed)
    seats, bots, options = TABLES[seed % len(TABLES)]
    play(CuBirdsTable("cubirds", seats, bots, rng, **{"turn_limit": 200} | options), rng, plays=10_000, often=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_a_corrected_tap_leads_to_the_same_table(seed: int) -> None:
    rng = Random(seed)
    table = CuBirdsTable("cubirds", 3, (1,), rng)
    for _ in range(90):
        table.go_on()
    lays = [number for number, tap in enumerate(table.taps) if isinstance(tap, str) and tap.startswith("lay ")]
    number = rng.choice([each for each in lays if str(table.taps[each]).split()[-1].isdecimal()])
    right = str(table.taps[number])
    wrong = " ".join([*right.split()[:-1], str(int(right.split()[-1]) + 9)])
    mistaken = table.follower([*table.taps[:number], wrong, *table.taps[number + 1 :]])
    fault = mistaken.follow()
    assert fault is not None and fault.clause == "C3.1" and mistaken.taken == number
    table.assert_seen_alike()


@pytest.mark.parametrize(
    ("tap", "clause"),
    [
        ("deal F", "C2.1"),
        ("lay F 1 left 2", "C2.2"),
        ("starter 3", "C2.1"),
        ("hand 1 FF", "C4.1"),
        ("jump", ""),
        (" ", ""),
    ],
)
def test_what_cannot_happen_is_refused_with_the_rule(tap: str, clause: str) -> None:
    table = CuBirdsTable("cubirds", 2, (1,), Random(1))
    follower = table.follower([tap])
    fault = follower.follow()
    assert fault is not None and fault.clause == clause and follower.taken == 0


def test_a_card_too_many_is_refused() -> None:
    table = CuBirdsTable("cubirds", 2, (1,), Random(1))
    follower = table.follower(["starter 2", *["deal F", "deal O", "deal T"] * 4, *["deal F"] * 8])
    fault = follower.follow()
    assert fault is not None and fault.clause == "C1.1" and follower.taken == 16


def test_every_tap_is_told_in_words() -> None:
    table = CuBirdsTable("cubirds", 2, (1,), Random(1))
    while not {"draw", "end"} <= set(map(str, table.taps)):
        table.go_on()
    follower = table.follower(table.taps)
    follower.follow()
    told = dict(zip(map(str, table.taps), (each.text for each in follower.story), strict=True))
    assert told["draw"] == "Ana draws 2 cards" and told["end"] == "No flock: the turn is over"


def test_whoever_discards_a_hand_is_asked_for_all_of_its_cards() -> None:
    asked = 0
    for seed in range(3):
        table = CuBirdsTable("cubirds", 3, (1,), Random(seed))
        while not table.is_over:
            table.go_on()
        for number, tap in enumerate(table.taps):
            if str(tap).startswith("hand "):
                follower = table.follower(table.taps[:number])
                follower.follow()
                wanted = follower.next_wanted()
                assert (wanted.what, wanted.left) == ("hand", len(str(tap).partition(" ")[2].partition(" ")[2]))
                asked += 1
    assert asked
