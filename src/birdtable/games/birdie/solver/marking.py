"""The standard game: what a marked row brings on a board, with the steps that bring it there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import NamedTuple

from birdtable.game import IllegalStep, Step
from birdtable.games.birdie.cards import TRAITS, parse_trait
from birdtable.games.birdie.runs import find_runs
from birdtable.games.birdie.solver.search.board import Board
from birdtable.games.birdie.solver.search.units import TRAIT_BITS, shared_bits
from birdtable.games.birdie.solver.sheet import Sheet
from birdtable.games.birdie.solver.stages import Fate


class Marked(NamedTuple):
    """[B5.4] A set: adjacent cards of the row that share a trait."""

    start: int
    """Its first card, counted from 0."""
    length: int
    trait: int

    @property
    def end(self) -> int:
        return self.start + self.length

    def __str__(self) -> str:
        return f"{self.start + 1}-{self.end}:{TRAITS[self.trait]}"


class Choice(NamedTuple):
    """What is done with the sets once they are marked, each by its place in the list."""

    counting: tuple[int, ...]
    """[B5.6] Those that count."""
    dropped: int = -1
    """[B7.4] The one Pigeon is used on."""
    held: int = -1
    """[B9.2] The one that Owl ``move`` holds back."""
    box: int = -1
    """The box that Owl writes into."""

    @property
    def abilities(self) -> int:
        return (self.dropped >= 0) + (self.box >= 0)

    def fate(self, number: int) -> Fate:
        if number == self.dropped:
            return "dropped"
        if number == self.held:
            return "held"
        return "written" if number in self.counting else "lost"


class Rules(NamedTuple):
    """The options that matter here, and the abilities at hand."""

    pigeons: int
    owls: int
    owl_moves: bool
    choose: bool


def choices(sets: list[Marked], board: Board, rules: Rules) -> Iterator[Choice]:
    """Everything that the rules allow, with nothing used first."""
    for dropped in range(-1, len(sets) if rules.pigeons else 0):
        for counting in countings(sets, dropped, board, rules):
            yield Choice(counting, dropped)
            taken = {sets[i].trait for i in counting}
            boxes = [trait for trait in range(8) if not board.boxes[trait] and trait not in taken]
            if not rules.owls or not counting:
                continue
            held = [-1]
            if rules.owl_moves:
                lowest = min(sets[i].length for i in counting)
                held = [i for i in counting if sets[i].length == lowest]
            for back, box in product(held, boxes):
                yield Choice(counting, dropped, back, box)


def countings(sets: list[Marked], dropped: int, board: Board, rules: Rules) -> Iterator[tuple[int, ...]]:
    """[B5.6] Of each trait with an empty box the largest, of equally large ones the first; [B9.3] or whichever."""
    groups = []
    for trait in range(8):
        group = [i for i, one in enumerate(sets) if one.trait == trait and i != dropped]
        if group and not board.boxes[trait]:
            largest = max(group, key=lambda i: (sets[i].length, -i))
            groups.append(group if rules.choose else [largest])
    for counting in product(*groups):
        yield tuple(sorted(counting))


def best_choice(sets: list[Marked], board: Board, rules: Rules) -> Choice:
    """The one that gains most; of equal ones that with fewer abilities."""

    def merit(choice: Choice) -> tuple[float, int]:
        sheet = carry_out(sets, choice, board)
        sheet.finish()
        return sheet.gain, -choice.abilities

    return max(choices(sets, board, rules), key=merit)


def settle(row: list[int], sets: list[Marked], choice: Choice, board: Board, *, free: bool = True) -> Sheet:
    """The sheet after it. ``free``: what is not marked was left by the best play, not by a person's choice."""
    sheet = carry_out(sets, choice, board)
    counted = {sets[i].trait: sets[i].length for i in choice.counting}
    for i, one in enumerate(sets):
        if i not in choice.counting and i != choice.dropped:
            explain_unwritten(sheet, one.trait, one.length, counted, choice)
    explain_unmarked(sheet, row, sets, counted, choice, free=free)
    sheet.finish()
    return sheet


def carry_out(sets: list[Marked], choice: Choice, board: Board) -> Sheet:
    """The sheet with all that brings points, but not finished."""
    sheet = Sheet(board)
    if choice.dropped >= 0:
        sheet.drop(sets[choice.dropped].trait, sets[choice.dropped].length, "B7.4")
    for i in choice.counting:
        if i != choice.held:
            sheet.write(sets[i].trait, sets[i].length, "B5.6")
    if choice.held >= 0:
        held = sets[choice.held]
        sheet.say(0, "B9.2", "held", held.trait, held.length)
        sheet.put(choice.box, held.length)
    elif choice.box >= 0:
        sheet.copy(choice.box)
    return sheet


def explain_unwritten(sheet: Sheet, trait: int, length: int, counted: dict[int, int], choice: Choice) -> bool:
    """Why no such set can bring anything, if that is so."""
    what = ""
    if sheet.board.boxes[trait]:
        what = "full"
    elif trait in counted:
        what = "larger" if counted[trait] > length else "as large" if counted[trait] == length else "other"
    elif trait == choice.box:
        what = "owl's"
    if what:
        sheet.say(0, "B5.6", what, trait, length)
    return bool(what)


def explain_unmarked(
    sheet: Sheet, row: list[int], sets: list[Marked], counted: dict[int, int], choice: Choice, *, free: bool
) -> None:
    """Runs that were not marked, and cards in none of them."""
    marked = {place for one in sets for place in range(one.start, one.end)}
    runs = sorted(Marked(*run) for run in find_runs(row, marked))
    for run in runs:
        if not explain_unwritten(sheet, run.trait, run.length, counted, choice):
            sheet.say(0, "B5.4", "worth more" if free else "unmarked", run.trait, run.length)
    singles = len(row) - len(marked.union(*(range(run.start, run.end) for run in runs)))
    if singles:
        sheet.say(0, "B5.4", "single", count=singles)


def marking_steps(row: list[int], sets: list[Marked], choice: Choice, board: Board, rules: Rules) -> list[Step]:
    """From the first mark to the end of the scoring, for a hand that holds the cards of the abilities at hand.

    ``use P`` and ``use O`` leave open which card pays.
    """
    steps = [*mark_steps(row, sets)]
    if sets and rules.pigeons:
        steps += ["use P", f"set {choice.dropped + 1}"] if choice.dropped >= 0 else ["done"]
    steps += choose_steps(sets, choice, board, rules)
    taken = {sets[i].trait for i in choice.counting}
    some_empty = any(not board.boxes[trait] and trait not in taken for trait in range(8))
    if choice.counting and rules.owls and some_empty:
        steps.append("use O" if choice.box >= 0 else "done")
        if choice.held >= 0:
            lowest = sets[choice.held].length
            if sum(sets[i].length == lowest for i in choice.counting) > 1:
                steps.append(f"set {choice.held + 1}")
        if choice.box >= 0:
            steps.append(f"box {TRAITS[choice.box]}")
    return steps


def mark_steps(row: list[int], sets: list[Marked]) -> Iterator[Step]:
    """Cards at which no set can begin are left by themselves."""
    starts = {one.start: one for one in sets}
    cursor = 0
    while cursor < len(row) - 1:
        one = starts.get(cursor)
        if one is not None:
            yield f"{'bird' if one.trait < 4 else 'season'} {one.length}"
            cursor = one.end
        else:
            if TRAIT_BITS[row[cursor]] & TRAIT_BITS[row[cursor + 1]]:
                yield "leave"
            cursor += 1


def choose_steps(sets: list[Marked], choice: Choice, board: Board, rules: Rules) -> Iterator[Step]:
    """[B9.3] The player says which counts, if there are several."""
    if rules.choose:
        for trait in range(8):
            group = [i for i, one in enumerate(sets) if one.trait == trait and i != choice.dropped]
            if len(group) > 1 and not board.boxes[trait]:
                yield f"set {next(i for i in group if i in choice.counting) + 1}"


def parse_sets(text: str, row: list[int]) -> list[Marked]:
    """Reads ``1-4:robin 5-6:summer``; the trait may be left out where only one is shared."""
    sets = sorted(parse_set(word, row) for word in text.replace(",", " ").split())
    for one, two in pairwise(sets):
        if two.start < one.end:
            raise IllegalStep(
                "B5.4", "the sets {one} and {two} overlap: no card is in two sets", one=str(one), two=str(two)
            )
    return sets


def parse_set(word: str, row: list[int]) -> Marked:
    places, _, name = word.partition(":")
    first, dash, last = places.partition("-")
    if not dash or not (first.isdecimal() and last.isdecimal()):
        raise IllegalStep("B5.4", "{word} is no set: its first and last card and its trait, as in 1-4:robin", word=word)
    start, end = int(first), int(last)
    if not 1 <= start <= end <= len(row):
        raise IllegalStep("B5.4", "there are no cards {word} in a row of {count}", word=places, count=len(row))
    if start == end:
        raise IllegalStep("B5.4", "{word} is one card: a set has at least 2", word=word)
    shared = shared_bits(row[start - 1 : end])
    if not shared:
        raise IllegalStep("B5.4", "cards {start} to {end} share neither bird nor season", start=start, end=end)
    trait = parse_trait(name) if name else shared.bit_length() - 1
    if not shared >> trait & 1:
        raise IllegalStep(
            "B5.4", "cards {start} to {end} do not share {trait}", start=start, end=end, trait=TRAITS[trait]
        )
    if not name and shared.bit_count() > 1:
        bird = (shared & 15).bit_length() - 1
        raise IllegalStep(
            "B5.4",
            "cards {start} to {end} share both: say {bird} or {season}",
            start=start,
            end=end,
            bird=TRAITS[bird],
            season=TRAITS[trait],
        )
    return Marked(start - 1, end - start + 1, trait)
