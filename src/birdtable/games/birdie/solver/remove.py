"""The expert game answered: the best removals of a row, as steps and with their reasons."""

from __future__ import annotations

from collections.abc import Callable

from birdtable.game import Step
from birdtable.games.birdie.cards import KINDS, TRAITS, cards_text
from birdtable.games.birdie.solver.problem import Case
from birdtable.games.birdie.solver.search.expert import ExpertSearch, Found, Removal, TakenSet, after_removal
from birdtable.games.birdie.solver.search.units import ABILITY, HUNDREDTH
from birdtable.games.birdie.solver.sheet import Line, Sheet
from birdtable.games.birdie.solver.solution import Solution, arrangement_lines, before_steps, solution, unused_lines
from birdtable.games.birdie.solver.stages import Fate, Group, Stage


def best_removals(case: Case, is_late: Callable[[], bool]) -> Solution:
    problem = case.problem
    search = ExpertSearch(case.board, problem.pigeons, problem.owls, problem.expert_removals == "single", is_late)
    found = search.best(case.row, case.insert, problem.woodpeckers)
    play = RowInPlay(case, found)
    for removal in found.removals:
        play.remove(removal)
    play.stop()
    owls = [trait for _, trait in search.copies(play.full, play.sheet.lowest)]
    play.copy(owls)
    play.sheet.finish()
    lines = [*arrangement_lines(case, found.arrangement), *play.sheet.lines]
    if found.is_proved:
        lines += unused_lines(case, len(found.arrangement.moves), problem.pigeons - play.pigeons, len(owls))
    return solution(
        play.sheet,
        found.arrangement,
        bound=play.sheet.gain if found.is_proved else bound_points(case, found.bound),
        steps=before_steps(case, found.arrangement) + play.steps,
        lines=lines,
        stages=play.stages,
        sets=[],
    )


class RowInPlay:
    """A scoring while it is played."""

    def __init__(self, case: Case, found: Found) -> None:
        self.case = case
        self.row = list(found.arrangement.row)
        self.cards = list(range(len(self.row)))
        """Those that are left, by their numbers in the row."""
        self.pigeons = case.problem.pigeons
        self.sheet = Sheet(case.board)
        self.steps: list[Step] = []
        self.stages: list[Stage] = []

    @property
    def full(self) -> int:
        return sum(1 << trait for trait in range(8) if self.sheet.boxes[trait])

    def remove(self, removal: Removal) -> None:
        before = list(self.cards)
        place = before.index(removal.card) + 1
        self.steps.append(f"remove {place}")
        self.sheet.lines.append(Line(0, "B8.2", "removed", card=KINDS[self.row[removal.card]], place=place))
        groups = []
        for one in after_removal(self.row, self.cards, removal) or []:
            places = [before.index(card) + 1 for card in one.cards]
            groups.append(Group(TRAITS[one.trait], places, self.take(one)))
        self.stages.append(Stage(cards_text(self.row[card] for card in before), place, groups))

    def take(self, one: TakenSet) -> Fate:
        """[B8.3] Pigeon, or written at once, or lost."""
        trait, length = one.trait, len(one.cards)
        if one.chosen:
            self.steps.append("by bird" if trait < 4 else "by season")
        if self.pigeons:
            self.steps.append("use P" if one.dropped else "done")
        if one.dropped:
            self.pigeons -= 1
            self.sheet.drop(trait, length, "B8.3")
            return "dropped"
        if self.sheet.boxes[trait]:
            self.sheet.say(0, "B8.3", "lost", trait, length)
            return "lost"
        self.sheet.write(trait, length, "B8.3")
        return "written"

    def stop(self) -> None:
        """[B8.5] Unless it ends by itself: no cards left, or one removal is all there is."""
        if not self.cards:
            return
        if not (self.stages and self.case.problem.expert_removals == "single"):
            self.steps.append("done")
        self.sheet.say(0, "B8.5", "left", count=len(self.cards))

    def copy(self, traits: list[int]) -> None:
        for trait in traits:
            self.sheet.copy(trait)
            self.steps += ["use O", f"box {TRAITS[trait]}"]
        if len(traits) < self.case.problem.owls and self.sheet.lowest and 0 in self.sheet.boxes:
            self.steps.append("done")


def bound_points(case: Case, units: int) -> float:
    """A bound in units as points, with what the boxes are worth that are empty now."""
    board = case.board
    at_start = sum(value for value, box in zip(board.open_value, board.boxes, strict=True) if not box)
    hundredths = (units + 6 * ABILITY) // HUNDREDTH + at_start  # at most 6 uses of abilities were taken off
    if all(value % 100 == 0 for value in board.open_value):
        return hundredths // 100
    return hundredths / 100
