"""Scoring against a reference that goes through everything the rules allow, written from RULES.md alone.

The reference knows no steps and no phases: it divides the row in every way, uses every ability in every way, and lists
the boards that can come of it. The engine must reach these boards and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from birdtable.engine import Rng
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import KINDS
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import ME, scoring

Row = tuple[str, ...]
DRAWN = "Ou"
"""What Robin draws here."""


class Position(NamedTuple):
    """A row to score, with the hand, the boxes written before, and what the options say."""

    row: Row
    hand: tuple[str, ...]
    boxes: dict[str, int]
    expert: bool = False
    owl_moves: bool = False
    sets_chosen: bool = False
    single_removal: bool = False


class Board(NamedTuple):
    boxes: frozenset[tuple[str, int]]
    flaps: int
    used: tuple[str, ...]


class Set(NamedTuple):
    trait: str
    size: int


NAMES = dict(
    zip("WOPRsuaw", ["woodpecker", "owl", "pigeon", "robin", "spring", "summer", "autumn", "winter"], strict=True)
)


def results(position: Position) -> set[Board]:
    """Every board that can come of scoring this position."""
    found = set()
    for row, hand, used in before_sets(position):
        score = expert_boards if position.expert else standard_boards
        found |= set(score(position, row, hand, used))
    return found


def limit(position: Position) -> int:
    """[B7.1] How often each bird can be used."""
    return 2 if position.expert else 1


def spend(position: Position, hand: Row, used: Row, bird: str) -> Iterator[tuple[Row, Row]]:
    """[B7.1] A card from the hand for the ability of its bird. Which card of that bird makes no difference here."""
    cards = [card for card in hand if card[0] == bird]
    if cards and used.count(bird) < limit(position):
        left = list(hand)
        left.remove(cards[0])
        yield tuple(left), tuple(sorted((*used, bird)))


def before_sets(position: Position) -> set[tuple[Row, Row, Row]]:
    """[B5.3] [B7.2] Rows that Robin and Woodpecker can make, with the hand that is left and what was used."""
    todo: list[tuple[Row, Row, Row]] = [(position.row, tuple(sorted(position.hand)), ())]
    found = set(todo)
    while todo:
        row, hand, used = todo.pop()
        following = [(inserted, *paid) for paid in spend(position, hand, used, "R") for inserted in inserts(row, DRAWN)]
        if len(row) >= 2:
            following += [(moved, *paid) for paid in spend(position, hand, used, "W") for moved in moves(row)]
        todo += set(following) - found
        found |= set(following)
    return found


def inserts(row: Row, card: str) -> Iterator[Row]:
    for place in range(len(row) + 1):
        yield (*row[:place], card, *row[place:])


def moves(row: Row) -> Iterator[Row]:
    for place, card in enumerate(row):
        rest = row[:place] + row[place + 1 :]
        for to in range(len(row)):
            if to != place:
                yield (*rest[:to], card, *rest[to:])


# The standard game


def divisions(row: Row) -> Iterator[tuple[Set, ...]]:
    """[B5.4] Every way to mark sets."""
    if len(row) < 2:
        yield ()
        return
    for rest in divisions(row[1:]):
        yield rest
    for size in range(2, len(row) + 1):
        for trait in shared_letters(row[:size]):
            for rest in divisions(row[size:]):
                yield Set(NAMES[trait], size), *rest


def shared_letters(cards: Iterable[str]) -> set[str]:
    return set.intersection(*(set(card) for card in cards))


def standard_boards(position: Position, row: Row, hand: Row, used: Row) -> Iterator[Board]:
    for sets in set(divisions(row)):
        yield from write_boards(position, sets, hand, used, flaps=0)
        for paid in spend(position, hand, used, "P"):  # [B7.4]
            for dropped in range(len(sets)):
                yield from write_boards(position, sets[:dropped] + sets[dropped + 1 :], *paid, flaps=2)


def write_boards(position: Position, sets: tuple[Set, ...], hand: Row, used: Row, flaps: int) -> Iterator[Board]:
    for counting in counting_sets(position, sets):
        boxes = {**position.boxes, **{each.trait: each.size for each in counting}}
        marks = flaps + len(counting)
        yield board(boxes, marks, used)
        if not counting:
            continue
        lowest = min(each.size for each in counting)
        for _, after_owl in spend(position, hand, used, "O"):
            if position.owl_moves:
                yield from move_lowest(position, counting, lowest, marks, after_owl)
            else:  # [B7.3]
                for trait in empty(boxes):
                    yield board({**boxes, trait: min(lowest, 5)}, marks, after_owl)


def counting_sets(position: Position, sets: tuple[Set, ...]) -> Iterator[tuple[Set, ...]]:
    """[B5.6] For each trait with an empty box the largest set, [B9.3] or any."""
    by_trait = {trait: {each for each in sets if each.trait == trait} for trait in empty(position.boxes)}
    choices: list[tuple[Set, ...]] = [()]
    for of_trait in by_trait.values():
        if of_trait:
            able = of_trait if position.sets_chosen else {max(of_trait)}
            choices = [(*so_far, each) for so_far in choices for each in able]
    yield from choices


def move_lowest(position: Position, counting: tuple[Set, ...], lowest: int, marks: int, used: Row) -> Iterator[Board]:
    """[B9.2] One of the lowest is not written in its own box but, at most as 5, in another."""
    for held in counting:
        if held.size == lowest:
            boxes = {**position.boxes, **{each.trait: each.size for each in counting if each != held}}
            for trait in empty(boxes):
                if trait != held.trait:
                    yield board({**boxes, trait: min(lowest, 5)}, marks - 1, used)


def empty(boxes: dict[str, int]) -> list[str]:
    return [trait for trait in NAMES.values() if trait not in boxes]


def board(boxes: dict[str, int], flaps: int, used: Row) -> Board:
    return Board(frozenset(boxes.items()), flaps, used)


# The expert game


class Expert(NamedTuple):
    """The scoring of an expert between two removals."""

    row: Row
    boxes: frozenset[tuple[str, int]]
    flaps: int
    hand: Row
    used: Row
    lowest: int
    """Of what was written from sets; 0 for none."""


def expert_boards(position: Position, row: Row, hand: Row, used: Row) -> Iterator[Board]:
    start = Expert(row, frozenset(position.boxes.items()), 0, hand, used, 0)
    todo, found = [start], {start}
    while todo:
        at = todo.pop()
        yield from owls(position, at)
        if position.single_removal and at is not start:
            continue
        for place in range(len(at.row)):
            left, right = at.row[:place], at.row[place + 1 :]
            following = set(cascade(position, at, left, right)) - found
            todo += following
            found |= following


def cascade(position: Position, at: Expert, left: Row, right: Row) -> Iterator[Expert]:
    """[B8.2] to [B8.4] What can come of a gap between two parts of the row."""
    traits = shared_letters((left[-1], right[0])) if left and right else set()
    if not traits:
        yield at._replace(row=left + right)
        return
    for trait in traits:
        low, high = len(left), 0
        while low > 0 and trait in left[low - 1]:
            low -= 1
        while high < len(right) and trait in right[high]:
            high += 1
        size = len(left) - low + high
        for after in take_set(position, at, NAMES[trait], size):
            yield from cascade(position, after, left[:low], right[high:])


def take_set(position: Position, at: Expert, trait: str, size: int) -> Iterator[Expert]:
    """[B8.3] Written at once, or lost; or Pigeon."""
    if trait in dict(at.boxes):
        yield at
    else:
        lowest = min(at.lowest or size, size)
        yield at._replace(boxes=at.boxes | {(trait, size)}, flaps=at.flaps + 1, lowest=lowest)
    for hand, used in spend(position, at.hand, at.used, "P"):
        yield at._replace(hand=hand, used=used, flaps=at.flaps + 2)


def owls(position: Position, at: Expert) -> Iterator[Board]:
    """[B8.6] Owl after the last set, each into another empty box."""
    yield Board(at.boxes, at.flaps, at.used)
    if not at.lowest:
        return
    value = min(at.lowest, 5)
    for hand, used in spend(position, at.hand, at.used, "O"):
        for trait in empty(dict(at.boxes)):
            yield from owls(position, at._replace(boxes=at.boxes | {(trait, value)}, hand=hand, used=used))


# The engine


def reachable_boards(position: Position) -> set[Board]:
    """Every board that steps of the engine lead to."""
    options: dict[str, Any] = {
        "expert": position.expert,
        "owl": "move" if position.owl_moves else "copy",
        "same_trait_sets": "choose" if position.sets_chosen else "largest",
        "expert_removals": "single" if position.single_removal else "repeat",
    }
    boxes = ", ".join(f"{trait} {points}" for trait, points in position.boxes.items())
    todo = [scoring(" ".join(position.row), " ".join(position.hand), boxes, **options)]
    seen: set[int] = set()
    found = set()
    while todo:
        state = todo.pop()
        if state.round == 2:
            found.add(board_of(state))
            continue
        for step in [f"deal {DRAWN}"] if state.to_move < 0 else GAME.legal_steps(state):
            after = state.copy()
            GAME.apply(after, step)
            key = hash(fingerprint(after))
            if key not in seen:
                seen.add(key)
                todo.append(after)
    return found


def fingerprint(state: BirdieState) -> str:
    """The same for states from which the same can still come."""
    if state.round == 2:
        return repr(board_of(state))
    return GAME.state_text(state)


def board_of(state: BirdieState) -> Board:
    seen = GAME.view(state, ME).boards[ME]
    letters = {name: letter for letter, name in NAMES.items()}
    used = sorted(letters[bird] for bird, times in seen.used.items() for _ in range(times))
    return Board(frozenset(seen.boxes.items()), seen.flaps, tuple(used))


def random_position(rng: Rng, cards: int, hand: str, **options: bool) -> Position:
    """A row in which neighbours often match, and some boxes written."""
    row: list[str] = []
    while len(row) < cards:
        card = KINDS[rng.below(16)]
        if row and rng.below(3):
            card = card[0] + row[-1][1] if rng.below(2) else row[-1][0] + card[1]
        if row.count(card) < 4 and card != DRAWN:
            row.append(card)
    boxes = {trait: 2 + rng.below(4) for trait in NAMES.values() if rng.below(3) == 0}
    return Position(tuple(row), tuple(hand.split()), boxes, **options)


def assert_agrees(position: Position) -> None:
    assert reachable_boards(position) == results(position)


HANDS = ("", "Pa", "Oa", "Wa", "Ra", "Pa Oa", "Wa Pa", "Ra Oa")


def check_standard(seed: int) -> None:
    rng = Rng(seed)
    for hand in HANDS:
        cards = rng.below(5 if "W" in hand or "R" in hand else 9)
        assert_agrees(random_position(rng, cards, hand))


def check_options(seed: int) -> None:
    rng = Rng(1000 + seed)
    for hand in ("", "Oa", "Pa Oa"):
        assert_agrees(random_position(rng, 2 + rng.below(6), hand, owl_moves=True, sets_chosen=bool(rng.below(2))))
    assert_agrees(random_position(rng, 2 + rng.below(7), "Oa", sets_chosen=True))


def check_expert(seed: int) -> None:
    rng = Rng(2000 + seed)
    for hand in ("", "Pa", "Oa Ow", "Pa Pw", "Pa Oa", "Wa", "Ra"):
        cards = 2 + rng.below(3 if "W" in hand or "R" in hand else 5)
        assert_agrees(random_position(rng, cards, hand, expert=True, single_removal=rng.below(4) == 0))


@clause("B5.4", "B5.6", "B7.2", "B7.3", "B7.4")
@pytest.mark.parametrize("seed", range(6))
def test_the_standard_game(seed: int) -> None:
    check_standard(seed)


@clause("B9.2", "B9.3")
@pytest.mark.parametrize("seed", range(6))
def test_the_options_of_the_standard_game(seed: int) -> None:
    check_options(seed)


@clause("B8.2", "B8.3", "B8.4", "B8.5", "B8.6")
@pytest.mark.parametrize("seed", range(5))
def test_the_expert_game(seed: int) -> None:
    check_expert(seed)


@clause("B7.1")
def test_all_abilities_together() -> None:
    assert_agrees(random_position(Rng(300), 3, "Ra Wa Pa Oa"))
    assert_agrees(random_position(Rng(301), 2, "Ra Wa Pa Oa", expert=True))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 110))
def test_many_more_positions(seed: int) -> None:
    check_standard(seed)
    check_options(seed)
    check_expert(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_rows_of_8_cards_with_each_ability(seed: int) -> None:
    for hand in ("Ra", "Wa", "Pa Oa"):
        assert_agrees(random_position(Rng(seed), 8, hand))
    for hand in ("Pa Pw Oa", "Pa Oa Ow"):
        assert_agrees(random_position(Rng(seed), 8, hand, expert=True))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_rows_of_4_cards_with_all_abilities(seed: int) -> None:
    assert_agrees(random_position(Rng(seed), 4, "Ra Wa Pa Oa"))
    assert_agrees(random_position(Rng(seed), 3, "Ra Wa Pa Oa", expert=True))
