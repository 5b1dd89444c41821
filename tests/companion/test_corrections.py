"""Whatever was entered wrong on a score sheet, and whenever it is put right: it says what was played at the table."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from birdtable.companion import Ask, BirdieAnswer, CuBirdsAnswer, recompute
from birdtable.companion.birdie.paper import settle
from birdtable.companion.birdie.sheet import Scoring
from birdtable.game import SPECTATOR
from birdtable.games.birdie.cards import BIRDS, KINDS
from birdtable.games.cubirds.cards import SPECIES
from kit.birdie.cardboard import Sheet, play_birdie, put
from kit.cubirds.cardboard import CuBirdsTable
from kit.matches.cardboard import NAMES


def answer_to(sheet: Sheet, before: Sheet | None = None) -> Any:
    return recompute(msgspec.convert({"sheet": sheet, "before": before}, Ask))


# Birdie: rows with the scoring that people made themselves, settled when they go on


class BirdiePaper:
    """A sheet while it is filled in, with mistakes in it; what people have gone on from is settled, as on the page."""

    def __init__(self, right: Sheet, rng: Random) -> None:
        self.right, self.rng = right, rng
        seats = len(right["players"])
        self.sheet = {**right, "rounds": [{"order": [], "scorings": [None] * seats} for _ in range(2)]}
        self.entered: set[tuple[int, int]] = set()
        self.orders: set[int] = set()
        self.wrong: set[tuple[int, int]] = set()
        """Rows; the order of passing has the seat -1."""

    def enter(self, number: int, seat: int, *, wrong: bool) -> None:
        self.wrong.discard((number, seat))
        if wrong:
            self.wrong.add((number, seat))
        one, right = self.sheet["rounds"][number], self.right["rounds"][number]
        if seat < 0:
            self.orders.add(number)
            one["order"] = self.rng.sample(right["order"], len(right["order"])) if wrong else list(right["order"])
        else:
            self.entered.add((number, seat))
            put(one, seat, self.mistaken(right["scorings"][seat]) if wrong else dict(right["scorings"][seat]))
        self.settle(number, seat)

    def mistaken(self, scoring: Sheet) -> Sheet:
        """Another card, one too few or too many, another scoring or none, other hand cards."""
        rng, row, steps = self.rng, scoring["row"].split(), list(scoring["steps"])
        match rng.randrange(6):
            case 0 if row:
                row[rng.randrange(len(row))] = rng.choice(KINDS)
            case 1 if row:
                del row[rng.randrange(len(row))]
            case 2:
                row.insert(rng.randrange(len(row) + 1), rng.choice(KINDS))
            case 3:
                return {**scoring, "steps": None}
            case 4:
                steps = steps[: rng.randrange(len(steps) + 1)]
            case _:
                return {**scoring, "hand": rng.choice(KINDS)}
        return {**scoring, "row": " ".join(row), "steps": steps}

    def settle(self, open_number: int, open_seat: int) -> None:
        answer = answer_to(self.sheet)
        for number, one in enumerate(self.sheet["rounds"]):
            for seat, scoring in enumerate(one["scorings"]):
                scored = answer.rounds[number][seat]
                if scored is None or (scored.play and scored.play.asks) or (number, seat) == (open_number, open_seat):
                    continue
                if not scoring.get("settled"):
                    fixed = settle(scored.proposal or msgspec.convert(scoring, Scoring))
                    put(one, seat, {**scoring, "settled": msgspec.to_builtins(fixed)})

    def assert_as_if_right(self) -> None:
        """The same boards as those of a sheet in which all that is entered by now was right from the start."""
        rounds = [
            {
                "order": one["order"] if number in self.orders else [],
                "scorings": [
                    each if (number, seat) in self.entered else None for seat, each in enumerate(one["scorings"])
                ],
            }
            for number, one in enumerate(self.right["rounds"])
        ]
        assert summary(answer_to(self.sheet)) == summary(answer_to({**self.right, "rounds": rounds}))


def summary(answer: BirdieAnswer) -> list[Any]:
    """All but what would be best, and whether it is settled."""
    rows = [one and (one.gain, one.row, one.lines, one.boxes, one.used) for each in answer.rounds for one in each]
    return [rows, answer.boards, answer.after, answer.over, answer.winners, answer.faults]


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_corrections_at_random_moments_lead_to_the_boards_of_the_table(seats: int, expert: bool) -> None:
    fill_in_birdie(seats, Random(f"{seats} {expert}"), expert=expert)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_many_corrections_lead_to_the_boards_of_the_table(seed: int) -> None:
    fill_in_birdie(2 + seed % 3, Random(seed), expert=seed % 2 == 0)


def fill_in_birdie(seats: int, rng: Random, **options: Any) -> None:
    table, right = play_birdie(seats, rng, **options)
    paper = BirdiePaper(right, rng)
    for number, one in enumerate(right["rounds"]):
        for seat in [-1, *one["order"]]:
            paper.enter(number, seat, wrong=rng.random() < 0.4)
            while paper.wrong and rng.random() < 0.3:
                paper.enter(*rng.choice(sorted(paper.wrong)), wrong=False)
            if not paper.wrong:
                paper.assert_as_if_right()
    for place in rng.sample(sorted(paper.wrong), len(paper.wrong)):
        paper.enter(*place, wrong=False)
    paper.assert_as_if_right()
    answer, view = answer_to(paper.sheet), table.game.view(table.state, SPECTATOR)
    assert answer.over and not answer.faults
    outcome = table.game.outcome(table.state)
    assert outcome is not None and answer.winners == outcome.winners
    for seat, board in enumerate(answer.boards):
        there = view.boards[seat]
        assert (board.boxes, board.flaps, board.points) == (dict(there.boxes), there.flaps, table.state.points[seat])
        assert set(board.trophies) == {bird for bird in BIRDS if view.trophies.get(bird) == seat}


# CuBirds: what comes into collections, one entry after another


def played_cubirds(seats: int, rng: Random) -> tuple[CuBirdsTable, list[Sheet]]:
    """A random match, as far as it went in so many plays, and what came into collections and ended rounds."""
    table = CuBirdsTable("cubirds", seats, (), rng)
    birds: list[Sheet] = []
    for _ in range(400):
        if table.is_over:
            break
        table.go_on()
        for event in table.all_happened:
            if event.what == "flocked":
                birds.append({"seat": event.seat, "species": event.cards[0], "flock": event.count})
            elif event.what == "first bird":
                birds.append({"seat": event.seat, "species": event.cards[0], "flock": 0})
            elif event.what == "round ended":
                birds.append({"seat": event.seat, "species": "", "flock": 0})
    return table, birds


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_corrections_at_random_moments_lead_to_the_collections_of_the_table(seats: int) -> None:
    rng = Random(seats)
    table, right = played_cubirds(seats, rng)
    sheet: Sheet = {"game": "cubirds", "players": NAMES[:seats], "birds": []}
    wrong: set[int] = set()
    for place, bird in enumerate(right):
        sheet["birds"].append(dict(bird))
        if rng.random() < 0.3:
            wrong.add(place)
            sheet["birds"][place] |= {
                "seat": rng.randrange(seats),
                "species": rng.choice(SPECIES),
                "flock": rng.randrange(12),
            }
        while wrong and (rng.random() < 0.3 or place + 1 == len(right)):
            mended = rng.choice(sorted(wrong))
            wrong.remove(mended)
            before = json.loads(json.dumps(sheet))
            sheet["birds"][mended] = dict(right[mended])
            answer = answer_to(sheet, before)
            assert answer.changes.wins == answer.winners
        if not wrong:
            told = msgspec.structs.replace(answer_to(sheet), changes=None)
            assert told == answer_to({**sheet, "birds": right[: place + 1]}) and not told.faults
    collections = table.game.view(table.state, SPECTATOR).collections
    answer = answer_to(sheet)
    assert isinstance(answer, CuBirdsAnswer) and len(right) > seats
    view = table.game.view(table.state, SPECTATOR)
    assert answer.round == view.round + (view.decided == "C5.2") > 1, "a round ended, and perhaps none could be dealt"
    for seat, collected in enumerate(answer.collections):
        assert collected.collection == {
            letter: count for letter in SPECIES if (count := "".join(collections[seat]).count(letter))
        }
