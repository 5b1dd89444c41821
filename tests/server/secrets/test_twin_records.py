"""Looking back, playing on and lessons: what a seat could not know then changes nothing that it is told now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable import lessons
from birdtable.bots.advice.review import Depth, review
from birdtable.lessons import Lesson
from birdtable.record import Record
from birdtable.server.past import lookback
from birdtable.server.past.carrying import carried_entries, carried_setting
from birdtable.server.past.replays import record_of
from birdtable.server.room.levels import levels
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.entries import AnyEntry, Opened
from birdtable.server.table.person import Person
from birdtable.server.table.table import replay
from birdtable.wire.past import CarryOn, Trial
from birdtable.wire.tables import SeatWish
from kit.server.serving import JUNE, MIRA, SECRET, TOMAS, http_to
from kit.server.twins import SPY, compare, match_log, twins

Pair = tuple[Record, Record, int]
"""Two records that a seat could not tell apart while it played, and the seat."""

SEATS = {"birdie": (2, 3, 4), "cubirds": (2, 3, 4, 5)}
PEOPLE = (MIRA, TOMAS, JUNE, MIRA, TOMAS)
CASES = [(game, seats) for game, counts in SEATS.items() for seats in counts]
LIGHT = Depth(simulations=30, worlds=8, playouts=4, prospects=2)


def record(log: list[AnyEntry]) -> Record:
    return record_of(replay("table1", SECRET, log), log, lambda person: person)


def pairs(game: str, seats: int, seeds: range, **wishes: Any) -> Iterator[Pair]:
    for seed in seeds:
        seat = seed % seats
        people: list[Person] = [*PEOPLE[:seats]]
        log = match_log(game, seed, *people, **wishes)
        for twin in islice(twins(log, seat), seed % 5, seed % 5 + 1):
            yield record(log), record(twin), seat


@pytest.mark.parametrize(("game", "seats"), CASES)
async def test_a_seat_looks_back_on_twins_alike(rooms: Rooms, game: str, seats: int) -> None:
    """Every moment and every position of a record, as the seat knew it."""
    compared = 0
    async with http_to(rooms) as client:

        async def ask(path: str, **wish: Any) -> bytes:
            answer = await client.post(f"/api/records/{path}", json=wish)
            assert answer.status_code == 200, answer.text
            return answer.content

        for one, two, seat in islice(pairs(game, seats, range(20)), 2):
            assert one != two
            first, second = one.text(), two.text()
            assert await ask("replay", record=first, seat=seat) == await ask("replay", record=second, seat=seat)
            for number in range(len(one.steps()) + 1):
                wish = {"number": number, "seat": seat}
                assert await ask("position", record=first, **wish) == await ask("position", record=second, **wish)
            compared += 1
    assert compared


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_who_plays_on_from_twins_plays_the_same_match(game: str, seats: int) -> None:
    """What the seat could not know is dealt anew, from what it knew and from nothing else."""
    compared = 0
    for one, two, seat in islice(pairs(game, seats, range(20)), 2):
        for number in range(1, len(one.steps()) + 1, 5):
            for seed in (1, 2):
                first, second = (
                    lookback.trial(
                        Trial(record=each.text(), number=number, seat=seat, level="casual"), MIRA, levels(game), seed
                    )
                    for each in (one, two)
                )
                assert first == second
                compared += 1
    assert compared


@pytest.mark.parametrize("game", SEATS)
async def test_who_carries_on_from_twins_is_told_the_same(tmp_path: Path, game: str) -> None:
    """Over the socket and over every route; bots have the other seats, with the cards as they were."""
    found = (pair for plays in (12, 9, 6, 4) for pair in pairs(game, 2, range(40), plays=plays))
    for one, two, seat in found:
        log, twin = carried_log(one, seat), carried_log(two, seat)
        if replay("table1", SECRET, log).to_move == seat:  # otherwise a bot plays on, and may show the card
            assert await compare(tmp_path, log, twin, [MIRA, None, SPY]) > 100
            return
    raise AssertionError("no twins were found")


def carried_log(record: Record, seat: int) -> list[AnyEntry]:
    seats = [SeatWish(player="bot", level="random")] * 2
    seats[seat] = SeatWish(player="me")
    wish = CarryOn(record=record.text(), seats=tuple(seats))
    setting = carried_setting(wish, MIRA, levels(record.game))
    return [Opened(at=0.0, setting=setting, commitment=""), *carried_entries(wish.record, 1.0)]


@pytest.mark.parametrize(("seats", "seeds"), [(2, range(30)), (4, range(60))])
def test_decisions_are_judged_by_what_could_be_known(seats: int, seeds: range) -> None:
    """Cost, better step and reason are the same in twins; hindsight and luck are about the cards as they were."""
    judged = 0
    wishes: dict[str, Any] = {"plays": 200, "options": {"turn_limit": 8}}
    for one, two, seat in islice(pairs("cubirds", seats, seeds, **wishes), 3):
        assert one.outcome is not None and one.outcome == two.outcome
        for mine, theirs in zip(
            review(one, seat, depth=LIGHT).decisions, review(two, seat, depth=LIGHT).decisions, strict=True
        ):
            assert blind(mine) == blind(theirs)
            judged += 1
    assert judged > 5


def blind(decision: Any) -> Any:
    """A judgement without what only hindsight shows."""
    return msgspec.structs.replace(decision, hindsight="", hindsight_cost=0.0)


def twin_lessons(lesson: Lesson) -> Iterator[Lesson]:
    """Lessons with another card in a hand that the learner does not see, as far as they can be played through."""
    game = lesson.rules
    deals = [step for step in game.steps if step.startswith("deal ")]
    state = game.start(len(lesson.players), lesson.options)
    first = lesson.stops[0]
    named = {word for stop in lesson.stops for step in stop.before if step not in deals for word in step.split()}
    for place, step in enumerate(first.before):
        events = game.play(state, step)
        if not any(event.secret and event.seat != lesson.seat for event in events):
            continue
        for other in deals:
            before = (*first.before[:place], other, *first.before[place + 1 :])
            stops = (msgspec.structs.replace(first, before=before), *lesson.stops[1:])
            twin = msgspec.structs.replace(lesson, stops=stops)
            seen = named & {step.removeprefix("deal "), other.removeprefix("deal ")}
            if other != step and not seen and can_be_played(twin):
                yield twin


def can_be_played(lesson: Lesson) -> bool:
    try:
        lessons.follow(lesson, lessons.model_plays(lesson))
    except Exception:
        return False
    return True


async def test_a_lesson_tells_nothing_of_hidden_cards(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the round ends, when hands are discarded openly [C4.1]."""
    lesson = lessons.lesson("cubirds")
    found = [*islice(twin_lessons(lesson), 5)]
    assert len(found) > 2
    plays = lessons.model_plays(lesson)
    stops = range(len(lesson.stops))
    hidden = [number for number in stops if lessons.follow(lesson, plays[:number]).state.round == 1]
    assert len(hidden) > 3

    async def everything() -> list[bytes]:
        told = []
        async with http_to(rooms) as client:
            for number in hidden:
                done = {"plays": plays[:number]}
                told.append((await client.post("/api/lessons/cubirds/position", json=done)).content)
                for step in lesson.rules.steps[::5]:
                    for route in ("consider", "try"):
                        wish = {**done, "steps": [step]}
                        told.append((await client.post(f"/api/lessons/cubirds/{route}", json=wish)).content)
        return told

    expected = await everything()
    for twin in found:
        monkeypatch.setattr(lessons, "lesson", lambda name, twin=twin: twin)
        assert await everything() == expected
