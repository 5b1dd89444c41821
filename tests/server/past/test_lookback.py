"""Looking back at records: replay, review and trials, in the server and over the network."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.bots.advice.review import Depth, ReviewPart, review, review_part, whole
from birdtable.bots.match import matches
from birdtable.engine import Rng
from birdtable.game import BadInput, fill, viewer_of
from birdtable.record import Record
from birdtable.server.past import lookback
from birdtable.server.room.levels import levels
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.entries import Setting
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import first_state
from birdtable.wire.past import RecordReplay, Trial
from kit.server.serving import MIRA, Guest, Live, http_to, started_table

GAMES = ["birdie", "cubirds"]
SHALLOW = Depth(simulations=16, worlds=8, playouts=4, prospects=2)


@cache
def recorded(name: str, seats: int = 3) -> Record:
    game = catalog.game(name)
    (match,) = matches(game, ["greedy"] * seats, game.cap(), games=1, seed=3, recorded="whole")
    assert match.record is not None
    return match.record


def states(record: Record) -> Iterator[Any]:
    game = catalog.game(record.game)
    state = game.start(len(record.seats), record.options)
    for step in record.steps():
        game.apply(state, step)
        yield state


def complaint(live: Live, path: str, body: dict[str, Any]) -> str:
    """What is said about a record that is none."""
    answer = live.nobody().call("POST", path, body)
    assert answer.status_code == 400
    told = answer.json()
    return fill(told["reason"], told["details"])


# --- replay ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_has_every_play_and_ends_where_the_record_ends(name: str) -> None:
    record = recorded(name)
    found = lookback.replay(record.text(), -1)
    assert found.steps == found.moments[-1].number == len(record.steps())
    assert found.moments[0].seat == -1 and found.names == record.seats
    numbers = [moment.number for moment in found.moments]
    assert numbers == sorted(set(numbers))
    assert all(lookback.state_after(record, number).to_move != -1 for number in numbers)


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_tells_a_seat_what_it_was_told_then(name: str) -> None:
    text = recorded(name).text()
    for seat in (-1, 0, 1):
        secrets = {
            event.seat for moment in lookback.replay(text, seat).moments for event in moment.events if event.secret
        }
        assert secrets <= {seat}


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_what_the_seat_knew(name: str) -> None:
    record = recorded(name)
    game = catalog.game(name)
    for number, state in enumerate(states(record), start=1):
        if number % 17 == 0:
            for seat in (-1, 0, 2):
                found = lookback.position(record.text(), number, seat)
                assert bytes(found.view).decode() == game.view_text(game.view(state, viewer_of(seat)))
                assert bool(found.legal) == (state.to_move == seat >= 0)


def test_plays_taken_back_are_not_part_of_a_replay() -> None:
    text = recorded("cubirds", 2).text()
    first = next(line for line in text.split("\n") if line.startswith(("1: ", "2: ")))
    again = text.replace(first, f"~{first}\nundo: 1\n{first}", 1)
    assert lookback.replay(again, -1).moments == lookback.replay(text, -1).moments


def test_a_moment_after_the_end_and_a_seat_that_is_not_there_are_refused() -> None:
    record = recorded("birdie")
    with pytest.raises(BadInput, match="there is no step"):
        lookback.position(record.text(), len(record.steps()) + 1, 0)
    with pytest.raises(BadInput, match="there is no seat 5"):
        lookback.replay(record.text(), 4)


# --- review ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_review_in_parts_is_the_review_as_a_whole(name: str) -> None:
    record = recorded(name)
    parts: list[ReviewPart] = []
    while not parts or parts[-1].upto < parts[-1].steps:
        seven = partial(next, iter([False] * 6), True)
        parts.append(review_part(record, 0, parts[-1].upto if parts else 0, depth=SHALLOW, enough=seven))
    assert len(parts) > 5
    together, alone = whole(parts), review(record, 0, depth=SHALLOW)
    assert together.decisions == alone.decisions and together.moments == alone.moments
    assert (together.luck, together.own) == pytest.approx((alone.luck, alone.own))
    assert (together.luck_error, together.own_error) == pytest.approx((alone.luck_error, alone.own_error))
    assert (together.lucky, together.unlucky, together.place) == (alone.lucky, alone.unlucky, alone.place)


@pytest.mark.parametrize("name", GAMES)
def test_a_review_tells_how_far_it_is_and_then_the_report(live: Live, name: str) -> None:
    record, guest = recorded(name, 2), live.nobody()
    with guest.http.stream("POST", "/records/review", json={"record": record.text(), "seat": 1}) as answer:
        assert answer.status_code == 200
        lines = [json.loads(line) for line in answer.iter_lines() if line]
    assert all(line["steps"] == len(record.steps()) for line in lines)
    assert [line["done"] for line in lines] == sorted(line["done"] for line in lines)
    assert [("report" in line) for line in lines] == [False] * (len(lines) - 1) + [True]
    report = lines[-1]["report"]
    assert report["start"] + report["luck"] + report["others"] + report["own"] == pytest.approx(report["result"])
    moments = [moment.number for moment in lookback.replay(record.text(), 1).moments]
    assert len(report["moments"]) <= 3 and report["decisions"]
    assert 0 <= report["place"] <= 1 and report["luck_error"] > 0
    for draw in [*report["lucky"], *report["unlucky"]]:
        assert draw["before"] < draw["number"] and draw["step"].startswith(("deal ", "starter "))
    for decision in report["decisions"]:
        assert decision["before"] in moments and decision["before"] < decision["number"]
        assert lookback.position(record.text(), decision["before"], 1).to_move == 1


def test_a_match_without_an_end_is_not_reviewed(live: Live) -> None:
    record = recorded("birdie")
    unfinished = msgspec.structs.replace(record, lines=record.lines[:3], outcome=None)
    assert "to its end" in complaint(live, "/records/review", {"record": unfinished.text(), "seat": 0})


# --- records from anywhere -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "line 1"),
        ("{}", "not a record"),
        ("birdtable: 1\ngame: chess\n", "breaks off"),
        ("\x00\x01", "line 1"),
        ("x" * 60_001, "length <= 60000"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(live: Live, text: str, reason: str) -> None:
    said = complaint(live, "/records/replay", {"record": text})
    assert reason in said and "\n" not in said


def test_a_record_that_breaks_the_rules_is_refused_with_its_line(live: Live) -> None:
    text = recorded("birdie").text()
    line = next(line for line in text.split("\n") if "take " in line)
    said = complaint(live, "/records/replay", {"record": text.replace(line, "1: take Xx", 1)})
    assert said.startswith("this record cannot be read: line ")


# --- trials ----------------------------------------------------------------------------------------------------------


def trial(record: Record, number: int, seat: int) -> Setting:
    wish = Trial(record=record.text(), number=number, seat=seat, level="random")
    return lookback.trial(wish, MIRA, levels(record.game), 5)


@pytest.mark.parametrize("name", GAMES)
def test_a_trial_begins_with_what_the_seat_knew(name: str) -> None:
    record = recorded(name)
    game = catalog.game(name)
    for moment in lookback.replay(record.text(), 1).moments[:-1:7]:
        setting = trial(record, moment.number, 1)
        state = game.parse_state(setting.begins)
        assert game.view(state, 1) == game.view(lookback.state_after(record, moment.number), 1)
        assert [chair.person for chair in setting.chairs] == ["", MIRA.id, ""]


@pytest.mark.parametrize("name", GAMES)
def test_a_trial_knows_nothing_that_the_seat_did_not(name: str) -> None:
    """Its twin: a match that the seat cannot tell from the true one gives the same trial, byte for byte."""
    game, record = catalog.game(name), recorded(name)
    state = lookback.state_after(record, lookback.replay(record.text(), 1).moments[4].number)
    view = game.view(state, 1)
    others = [game.imagine(view, Rng(seed)) for seed in range(8)]
    assert len({game.state_text(other) for other in others}) > 1
    assert {game.state_text(game.imagine(game.view(other, 1), Rng(5))) for other in others} == {
        game.state_text(game.imagine(view, Rng(5)))
    }


def test_a_trial_from_the_end_is_refused() -> None:
    record = recorded("birdie")
    with pytest.raises(Refusal, match="already over"):
        trial(record, len(record.steps()), 0)


def test_an_undo_in_a_trial_goes_back_to_where_it_began() -> None:
    record = recorded("birdie")
    begins = trial(record, 40, 0).begins
    table = started_table("birdie", MIRA, "random", "random")
    begun = msgspec.structs.replace(table, setting=msgspec.structs.replace(table.setting, begins=begins))
    assert table.game.state_text(first_state(begun)) == begins


@pytest.mark.parametrize("name", GAMES)
def test_a_trial_is_played_to_its_end(live: Live, name: str) -> None:
    record, guest = recorded(name), live.guest()
    moments = lookback.replay(record.text(), 0).moments
    at = next(each.number for each in moments[len(moments) * 3 // 4 :] if to_move(record, each.number) == 0)
    body = {"record": record.text(), "number": at, "seat": 0, "level": "random", "pace": 0}
    info = guest.ok("POST", "/records/trial", body)
    assert info["trial"] and info["phase"] == "playing"
    assert play_on(guest, info["id"])["winners"]
    status, reason = guest.refused("GET", f"/tables/{info['id']}/record")
    assert status == 409 and "no record" in reason
    rematch = guest.ok("POST", f"/tables/{info['id']}/rematch")
    assert not rematch["trial"]


def to_move(record: Record, number: int) -> int:
    moved: int = lookback.state_after(record, number).to_move
    return moved


def play_on(guest: Guest, table: str) -> dict[str, Any]:
    """Plays the first thing that is legal, again and again."""
    with guest.socket(table) as talk:
        while True:
            position = talk.until("position")
            while position["to_move"] == position["seat"] and not position["outcome"]:
                steps: list[str] = []
                found = talk.say("consider", after=position["number"], steps=steps)
                while not found["complete"]:
                    steps = [*steps, found["legal"][0]]
                    found = talk.say("consider", after=position["number"], steps=steps)
                position = talk.say("play", after=position["number"], steps=steps)
            if position["outcome"]:
                outcome: dict[str, Any] = position["outcome"]
                return outcome


def test_nobody_opens_a_trial_without_a_name(live: Live) -> None:
    body = {"record": recorded("birdie").text(), "number": 40, "seat": 0, "level": "random"}
    assert live.nobody().refused("POST", "/records/trial", body)[0] == 401
    assert live.guest().refused("POST", "/records/trial", {**body, "level": "nobody"})[0] == 400


async def test_few_records_are_read_at_a_time(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are brought at once: each is work for the processor that also serves those who play."""
    lock, now, most = threading.Lock(), 0, 0

    def slow_replay(text: str, seat: int) -> RecordReplay:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.02)
        with lock:
            now -= 1
        raise BadInput("read")

    monkeypatch.setattr(lookback, "replay", slow_replay)
    async with http_to(rooms) as client:
        wish = {"record": "birdtable: 1", "seat": 0}
        answers = await asyncio.gather(*(client.post("/api/records/replay", json=wish) for _ in range(12)))
    assert {answer.status_code for answer in answers} == {400}
    assert 1 <= most <= 2
