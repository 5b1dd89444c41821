"""A table of Birdie's cardboard: hands, and what is added to piles, are for their owners to know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from birdtable.companion.birdie.sheet import Scoring
from birdtable.game import CHANCE, SPECTATOR, Seat, Step
from birdtable.games.birdie.cards import DRAWING, OPENING, SET_ASKED
from kit.matches.cardboard import NAMES, Cardboard

Sheet = dict[str, Any]


class BirdieTable(Cardboard):
    def is_hidden(self) -> bool:
        return self.state.phase == OPENING and self.state.mover not in self.bots

    def play_person(self, seat: Seat) -> None:
        view = self.game.view(self.state, SPECTATOR)
        if view.scorer == seat:
            self.score(view.row)
            return
        steps = [self.take_any()]
        while not self.ends_play():
            steps.append(self.take_any())
        cards = [step[6:] for step in steps if step.startswith("stack ")]
        added = sum(step.startswith("add ") for step in steps)
        self.taps.append(f"stack {' '.join(cards)} {added}" if cards else steps[0])

    def show(self) -> None:
        """A row in which nothing can be done: whoever has it is not asked."""
        for event in self.all_happened:
            if event.what == "turned over" and event.count and event.seat not in self.bots:
                view = self.game.view(self.state, SPECTATOR)
                if view.scorer != event.seat or self.is_over:
                    self.taps.append(Scoring(row=event.cards))

    def score(self, row: list[str]) -> None:
        asked, steps = [self.state.phase], [self.take_any()]
        while not self.ends_play() and (self.state.to_move != CHANCE or self.state.phase == DRAWING):
            asked.append(self.state.phase)
            steps.append(self.take_any())
        hand = " ".join(step[4:] for step in steps if step.startswith("use "))
        self.taps.append(Scoring(row=" ".join(row), hand=hand, steps=tuple(what_is_seen(asked, steps))))


def what_is_seen(asked: Sequence[int], steps: Sequence[Step]) -> Iterator[Step]:
    """Without declining, set by set, what a Pigeon could do that stays in the hand: nobody says that."""
    for number, (phase, step) in enumerate(zip(asked, steps, strict=True)):
        is_used_later = any(later.startswith("use P") for later in steps[number:])
        if phase != SET_ASKED or step != "done" or is_used_later:
            yield step


def play_birdie(seats: int, rng: Random, **options: Any) -> tuple[BirdieTable, Sheet]:
    """A random match, and its sheet as it is entered right."""
    table = BirdieTable("birdie", seats, (), rng, **options)
    rounds: list[Sheet] = [{"order": [], "scorings": [{"row": "", "steps": []}] * seats} for _ in range(2)]
    number = 0
    while not table.is_over:
        seat, before = table.state.to_move, len(table.taps)
        table.go_on()
        rows = [msgspec.to_builtins(tap) for tap in table.taps[before:] if isinstance(tap, Scoring)]
        if rows and rows[0]["steps"] is not None:
            put(rounds[number], seat, rows.pop(0))
        for event in table.all_happened:
            if event.what == "passed":
                rounds[number]["order"].append(event.seat)
            elif event.what == "turned over" and rows and rows[0]["row"] == event.cards:
                put(rounds[number], event.seat, {**rows.pop(0), "steps": []})
            elif event.what == "round ended":
                number += 1
    return table, {"game": "birdie", "players": list(NAMES[:seats]), "options": options, "rounds": rounds}


def put(one: Sheet, seat: int, scoring: Sheet | None) -> None:
    one["scorings"] = [scoring if each == seat else old for each, old in enumerate(one["scorings"])]
