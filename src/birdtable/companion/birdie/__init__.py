"""Score sheets of Birdie."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable.companion.birdie.paper import birdie_answer
from birdtable.companion.birdie.sheet import BirdieAnswer, BirdieSheet
from birdtable.companion.part import CompanionPart, ScoredRow, SheetRow
from birdtable.companion.words import Words
from birdtable.game import Now, Outcome, Seat
from birdtable.games.birdie.cards import BIRDS, SEASONS


class BirdieCompanion(CompanionPart[BirdieSheet, BirdieAnswer]):
    senseless = (
        "flap_values must start with 1",
        "flap_values must not decrease",
        "flap_values has at most {places} places of at most {points} points",
        "the expert game and owl=move cannot be combined",
    )

    def answer(self, sheet: BirdieSheet, words: Words, now: Now | None) -> BirdieAnswer:
        return birdie_answer(sheet, words, now)

    def outcome(self, answer: BirdieAnswer) -> Outcome:
        return Outcome(self.points(answer), answer.winners, "B6.2")

    def points(self, answer: BirdieAnswer) -> tuple[int, ...]:
        return tuple(board.points for board in answer.boards)

    def scored_rows(self, answer: BirdieAnswer) -> dict[tuple[int, Seat], ScoredRow]:
        return {
            (number, seat): ScoredRow(scored.gain, scored.lines)
            for number, one in enumerate(answer.rounds)
            for seat, scored in enumerate(one)
            if scored is not None
        }

    def rows(self, answer: BirdieAnswer) -> Iterator[SheetRow]:
        boards = answer.boards
        for trait in (*SEASONS, *BIRDS):
            yield trait, [board.boxes.get(trait, "-") for board in boards]
        for number in range(2):
            yield f"pass, round {number + 1}", ["-" if (n := board.passes[number]) is None else n for board in boards]
        yield "Flap", [board.flap_points for board in boards]
        yield "trophies", [board.trophy_points for board in boards]
        yield "total", [board.points for board in boards]

    def remarks(self, answer: BirdieAnswer) -> list[str]:
        found = ["The Flap values 1 to 10 are our assumption [B1.5]."] if answer.assumed else []
        loose = [
            f"player {seat + 1} in round {number + 1}"
            for number, one in enumerate(answer.rounds)
            for seat, scored in enumerate(one)
            if scored is not None and scored.how == "best" and not scored.settled
        ]
        return found + ([f"Not settled, so the best scoring of today counts: {', '.join(loose)}."] if loose else [])


PART = BirdieCompanion()
