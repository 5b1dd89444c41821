"""Many matches of one person, reviewed together over the network."""

from __future__ import annotations

import json
from typing import Any

import pytest

from birdtable.server.room.limits import Limits
from birdtable.server.workers.careers import matches_of
from birdtable.wire.tables import SeatInfo, TableInfo
from kit.server.serving import Guest, Live


def play_match(mira: Guest, tomas: Guest) -> None:
    table = mira.open()
    tomas.ok("POST", f"/tables/{table}/join", {"seat": 1})
    mira.ok("POST", f"/tables/{table}/start", {})
    with mira.socket(table) as first, tomas.socket(table) as second:
        number = first.until("position")["number"]
        number = first.say("play", after=number, steps=["bet"])["number"]
        second.say("play", after=number, steps=["call"])


def career_lines(guest: Guest, game: str = "kuhn") -> list[dict[str, Any]]:
    with guest.http.stream("POST", "/mine/career", json={"game": game}) as answer:
        assert answer.status_code == 200
        return [json.loads(line) for line in answer.iter_lines() if line]


def test_my_matches_are_reviewed_together(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    for _ in range(2):
        play_match(mira, tomas)
    mine, theirs = (career_lines(guest) for guest in (mira, tomas))
    assert [line["done"] for line in mine] == [0, 1, 2] and all(line["matches"] == 2 for line in mine)
    assert ["career" in line for line in mine] == [False, False, True]
    found, other = mine[-1]["career"], theirs[-1]["career"]
    assert found["matches"] == 2 and [loss["area"] for loss in found["losses"]] == ["Decisions"]
    (against,), (back,) = found["against"], other["against"]
    assert against["who"] == "person" and against["matches"] == 2
    assert against["result"]["mean"] + back["result"]["mean"] == 1, "nobody is told of another's matches"


def test_nobody_to_look_back_at_is_no_fault(live: Live) -> None:
    (line,) = career_lines(live.guest("June"), "cubirds")
    assert line["career"]["matches"] == 0 and line["career"]["spans"] == []


def test_looking_back_at_many_matches_has_its_limits(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live.rooms, "limits", Limits())
    assert live.nobody().call("POST", "/mine/career", {"game": "kuhn"}).status_code == 401
    june = live.guest("June")
    assert june.refused("POST", "/mine/career", {"game": "chess"})[0] in (400, 404)
    statuses = [june.call("POST", "/mine/career", {"game": "kuhn"}).status_code for _ in range(6)]
    assert statuses[0] == 200 and statuses[-1] == 429


def table(*seats: SeatInfo, **more: Any) -> TableInfo:
    wire = {
        "id": "t",
        "game": "birdie",
        "options": {},
        "memory": "assisted",
        "public": False,
        "pace": 1,
        "phase": "over",
    }
    wire |= {"number": 9, "host": "m", "to_move": -2, "opened": 0, "changed": 0, "commitment": "", "seats": seats}
    return TableInfo(**{**wire, "clock": None, "outcome": True, **more})


ME, BOT = SeatInfo("person", person="m"), SeatInfo("bot", level="casual")


def test_only_whole_matches_of_ones_own_count() -> None:
    away = SeatInfo("person", person="m", level="casual", stand_in=True)
    tables = [
        table(BOT, ME, id="latest"),
        table(ME, ME, id="both seats"),
        table(ME, BOT, id="forfeited or closed", outcome=None),
        table(ME, BOT, id="what if", trial=True),
        table(away, BOT, id="a bot played"),
        table(ME, SeatInfo("person", person="t"), id="first"),
    ]
    found = list(matches_of("m", tables))
    assert [(each.table, each.seat, each.against) for each in found] == [
        ("first", 0, ("person",)),
        ("latest", 1, ("casual",)),
    ]
