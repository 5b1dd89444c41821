"""Score sheets of CuBirds."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable.companion.cubirds.paper import cubirds_answer
from birdtable.companion.cubirds.sheet import CuBirdsAnswer, CuBirdsSheet
from birdtable.companion.part import CompanionPart, SheetRow
from birdtable.companion.words import Words
from birdtable.game import Now, Outcome
from birdtable.games.cubirds.cards import NAMES, SPECIES


class CuBirdsCompanion(CompanionPart[CuBirdsSheet, CuBirdsAnswer]):
    def answer(self, sheet: CuBirdsSheet, words: Words, now: Now | None) -> CuBirdsAnswer:
        return cubirds_answer(sheet, words)

    def outcome(self, answer: CuBirdsAnswer) -> Outcome:
        return Outcome(self.points(answer), answer.winners, answer.clause)

    def points(self, answer: CuBirdsAnswer) -> tuple[int, ...]:
        return tuple(each.birds for each in answer.collections)

    def rows(self, answer: CuBirdsAnswer) -> Iterator[SheetRow]:
        for species, name in zip(SPECIES, NAMES, strict=True):
            yield name, [each.collection.get(species, 0) for each in answer.collections]
        yield "birds", [each.birds for each in answer.collections]


PART = CuBirdsCompanion()
