"""A match that broke off is carried on from its record, here or elsewhere: nothing that was played is lost."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from birdtable import committed
from birdtable.game import CHANCE, BadInput
from birdtable.game import fill as fill_holes
from birdtable.record import Play, Record, Undo
from birdtable.server.past.carrying import carried_entries
from birdtable.server.past.replays import fill
from birdtable.server.table.refusal import Refusal
from kit.server.serving import Guest, Live

GAMES = ["birdie", "cubirds"]
SEATS = [{"player": "me"}, {"player": "bot", "level": "random"}]


def open_match(guest: Guest, game: str) -> str:
    table: str = guest.ok("POST", "/tables", {"game": game, "seats": SEATS, "pace": 0})["id"]
    guest.ok("POST", f"/tables/{table}/start", {})
    return table


def play(guest: Guest, table: str, plays: int, *, undo: bool = False) -> dict[str, Any] | None:
    """So many plays, always what is legal first; the outcome if there is one."""
    with guest.socket(table) as talk:
        while True:
            position = talk.until("position")
            while position["to_move"] == position["seat"] and not position["outcome"]:
                if not plays:
                    return None
                steps: list[str] = []
                found = talk.say("consider", after=position["number"], steps=steps)
                while not found["complete"]:
                    steps = [*steps, found["legal"][0]]
                    found = talk.say("consider", after=position["number"], steps=steps)
                position = talk.say("play", after=position["number"], steps=steps)
                plays -= 1
                if undo and plays == 2:
                    position = talk.say("undo", after=position["number"])
                    undo = False
            if position["outcome"]:
                outcome: dict[str, Any] = position["outcome"]
                return outcome


def close(guest: Guest, table: str) -> Record:
    guest.ok("POST", f"/tables/{table}/close")
    return Record.parse(guest.call("GET", f"/tables/{table}/record").text)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_where_it_broke_off_and_leaves_one_whole_record(live: Live, game: str) -> None:
    guest = live.guest()
    first = open_match(guest, game)
    play(guest, first, 5, undo=True)
    before = close(guest, first)
    assert any(isinstance(line, Undo) for line in before.lines)
    wish = {"record": before.text(), "seats": SEATS, "pace": 0}
    second = guest.ok("POST", "/records/carry", wish)
    assert second["phase"] == "playing" and not second["trial"]
    assert play(guest, second["id"], 1000)
    whole = Record.parse(guest.call("GET", f"/tables/{second['id']}/record").text)
    assert whole.lines[: len(before.lines)] == before.lines
    assert whole.outcome is not None
    draws = sum(len(line.steps) for line in before.lines if isinstance(line, Play) and line.seat == CHANCE)
    verdict = committed.verify(whole)
    assert verdict.carried == draws < verdict.draws
    assert committed.verify(before).draws == draws


def test_draws_of_this_table_are_checked_and_a_false_count_is_noticed(live: Live) -> None:
    guest = live.guest()
    first = open_match(guest, "cubirds")
    play(guest, first, 3)
    wish = {"record": close(guest, first).text(), "seats": SEATS, "pace": 0}
    second: str = guest.ok("POST", "/records/carry", wish)["id"]
    play(guest, second, 3)
    record = close(guest, second)
    for carried, complaint in (("0", "by the secret"), ("100000", "of another table"), ("many", "not a number")):
        extra = {**record.extra, "shuffle carried": carried}
        with pytest.raises(BadInput, match=complaint):
            committed.verify(msgspec.structs.replace(record, extra=extra))


def test_a_match_that_broke_off_is_listed_among_mine_and_a_table_without_cards_is_not(live: Live) -> None:
    guest = live.guest()
    begun = open_match(guest, "birdie")
    gathering: str = guest.ok("POST", "/tables", {"game": "birdie", "seats": [*SEATS, {"player": "open"}]})["id"]
    for table in (begun, gathering):
        guest.ok("POST", f"/tables/{table}/close")
    assert [table["id"] for table in guest.ok("GET", "/mine/matches")["tables"]] == [begun]


def broken_off(live: Live) -> Record:
    guest = live.guest()
    table = open_match(guest, "birdie")
    play(guest, table, 3)
    return close(guest, table)


def test_bad_wishes_are_refused_by_name(live: Live) -> None:
    record, guest = broken_off(live), live.guest()
    text, me, bot = record.text(), *SEATS

    def refused(**wish: Any) -> tuple[int, str]:
        answer = guest.call("POST", "/records/carry", {"record": text, "seats": SEATS, **wish})
        told = answer.json()
        return answer.status_code, fill_holes(told["reason"], told["details"])

    assert refused(seats=[me]) == (400, "the record has 2 seats")
    assert refused(seats=[me, {"player": "open"}])[1] == "you carry on a match yourself, against bots"
    assert refused(seats=[bot, bot])[1] == "you carry on a match yourself, against bots"
    assert refused(seats=[me, {"player": "bot", "level": "nobody"}])[1] == "there is no bot nobody"
    assert "format 2 is unknown" in refused(record=text.replace("birdtable: 1", "birdtable: 2", 1))[1]
    assert not guest.ok("GET", "/mine")["tables"]
    assert live.nobody().refused("POST", "/records/carry", {"record": text, "seats": SEATS})[0] == 401


def test_a_record_that_ends_in_a_play_or_is_over_is_refused(live: Live) -> None:
    record = broken_off(live)
    last = next(place for place in range(len(record.lines) - 1, 0, -1) if len(steps_of(record, place)) > 1)
    head, cut = record.lines[:last], Play(seat_of(record, last), steps_of(record, last)[:1])
    with pytest.raises(BadInput, match="breaks off in the middle of a play"):
        carried_entries(msgspec.structs.replace(record, lines=(*head, cut)).text(), 0)
    guest = live.guest()
    table = open_match(guest, "birdie")
    play(guest, table, 1000)
    with pytest.raises(Refusal, match="this match is over"):
        carried_entries(guest.call("GET", f"/tables/{table}/record").text, 0)


def steps_of(record: Record, place: int) -> tuple[str, ...]:
    line = record.lines[place]
    return line.steps if isinstance(line, Play) else ()


def seat_of(record: Record, place: int) -> int:
    line = record.lines[place]
    assert isinstance(line, Play)
    return line.seat


def test_what_is_written_down_again_is_the_same_record(live: Live) -> None:
    guest = live.guest()
    table = open_match(guest, "cubirds")
    play(guest, table, 6, undo=True)
    record = close(guest, table)
    frame = msgspec.structs.replace(record, lines=())
    opened = carried_entries(record.text(), 0)
    # The entry that opens a table has no lines: any other such entry stands for it.
    assert fill(frame, [opened[0], *opened]) == record
