"""The test of secrets: two matches that differ only in what a seat cannot know send that seat equal bytes."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from birdtable.engine import Rng
from birdtable.server.table.entries import AnyEntry, Played, Started, Undone
from birdtable.server.table.person import Person
from birdtable.server.table.table import Table, replay
from kit.findings import note_finding
from kit.server.serving import JUNE, MIRA, SECRET, TOMAS, new_table
from kit.server.twins import ADA, ROBOT, SPY, Log, compare, is_named, match_log, secret_deals, twins

Case = tuple[str, tuple[Person, ...], dict[str, Any]]

ASSISTED: dict[str, Any] = {"memory": "assisted"}
STRICT: dict[str, Any] = {"memory": "strict"}
EXPERT: dict[str, Any] = {"memory": "strict", "options": {"expert": True}}

TWO, SHARED = (MIRA, TOMAS), (MIRA, TOMAS, TOMAS)
THREE, FOUR, FIVE = (MIRA, TOMAS, ROBOT), (MIRA, ROBOT, TOMAS, JUNE), (MIRA, TOMAS, JUNE, ADA, ROBOT)

CASES: list[Case] = [
    ("birdie", TWO, ASSISTED),
    ("birdie", TWO, EXPERT),
    ("birdie", SHARED, EXPERT),
    ("birdie", THREE, STRICT),
    ("birdie", FOUR, ASSISTED),
    ("birdie", FOUR, EXPERT),
    ("cubirds", TWO, ASSISTED),
    ("cubirds", SHARED, STRICT),
    ("cubirds", THREE, STRICT),
    ("cubirds", FOUR, ASSISTED),
    ("cubirds", FIVE, STRICT),
    ("cubirds", FIVE, ASSISTED),
]


def case_name(case: Case) -> str:
    game, people, wishes = case
    kind = "shared " * (people is SHARED) + "expert " * ("options" in wishes)
    return f"{game} {len(people)} {kind}{wishes['memory']}"


async def compare_some(folder: Path, case: Case, seeds: range, enough: int) -> tuple[int, int, int]:
    """Twins of several matches, each for one seat after the other: how many pairs, messages and take-backs."""
    game, people, wishes = case
    pairs = messages = withdrawn = 0
    for seed in seeds:
        knower = people[seed % len(people)]
        own = [seat for seat, person in enumerate(people) if person is knower]
        log = match_log(game, seed, *people, **wishes)
        possible = list(islice(twins(log, *own), 7))
        if not possible:
            continue
        twin = possible[seed % len(possible)]
        messages += await compare(folder / str(seed), log, twin, [knower, None, SPY])
        pairs += 1
        withdrawn += sum(isinstance(entry, Undone) for entry in log)
        if pairs >= enough and withdrawn:
            break
    return pairs, messages, withdrawn


@pytest.mark.parametrize("case", CASES, ids=case_name)
async def test_twins_send_a_seat_equal_bytes(tmp_path: Path, case: Case) -> None:
    """Another seat's secret card is exchanged: a person, a remote bot and onlookers are told the same, over the socket
    and over every route, whatever was taken back."""
    pairs, messages, withdrawn = await compare_some(tmp_path, case, range(20), 1)
    assert pairs and messages > 100 * pairs and withdrawn, (pairs, messages, withdrawn)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=case_name)
async def test_many_twins_send_a_seat_equal_bytes(tmp_path: Path, case: Case) -> None:
    pairs, messages, withdrawn = await compare_some(tmp_path, case, range(100, 1000), 20)
    note_finding(f"twins, {case_name(case)}", pairs=pairs, messages=messages, take_backs=withdrawn)
    assert pairs > 10


async def test_a_device_of_two_seats_learns_nothing_of_a_seat_that_was_not_called(tmp_path: Path) -> None:
    """Both seats are Mira's: a card of the seat that is not to move is exchanged, and the other one is called."""
    for seed in range(40):
        log, rng = Log(new_table("cubirds", MIRA, MIRA)), Rng(seed)
        for _ in range(4):
            log.play(rng)
        twin = next(twins(log.entries, log.table.to_move), None)
        if twin is not None and log.table.phase == "playing":
            await compare(tmp_path, log.entries, twin, [MIRA, None])
            return
    raise AssertionError("no twins were found")


def test_the_test_would_notice_a_card_that_was_seen() -> None:
    """Where the exchanged card is named later the matches are no twins: the seat sees the difference."""
    log = match_log("cubirds", 1, *TWO)
    place, number = next(secret_deals(log, {0}))
    entry = log[place]
    assert isinstance(entry, Started | Played)
    assert is_named(log, place, {0}, {"deal F", "deal O", "deal T", "deal D", "deal P", "deal M", "deal R", "deal W"})
    assert entry.draws[number].startswith("deal ")


def views_differ(one: Table, two: Table, seat: int) -> bool:
    return bool(one.game.view(one.state, seat) != two.game.view(two.state, seat))


def first_twin(game: str, people: tuple[Person, ...]) -> tuple[list[AnyEntry], list[AnyEntry]]:
    for seed in range(40):
        log = match_log(game, seed, *people)
        twin = next(twins(log, 0), None)
        if twin is not None:
            return log, twin
    raise AssertionError("no twins were found")


@pytest.mark.parametrize("people", [TWO, FIVE], ids=["two", "five"])
def test_the_owner_of_the_card_sees_the_difference(people: tuple[Person, ...]) -> None:
    log, twin = first_twin("cubirds", people)
    one, two = replay("table1", SECRET, log), replay("table1", SECRET, twin)
    assert not views_differ(one, two, 0)
    assert sum(views_differ(one, two, seat) for seat in range(len(people))) == 1


async def test_what_the_owner_is_told_differs(tmp_path: Path) -> None:
    """The comparison itself notices a secret that gets out."""
    log, twin = first_twin("cubirds", TWO)
    with pytest.raises(AssertionError, match="hand"):
        await compare(tmp_path, log, twin, [TOMAS])
