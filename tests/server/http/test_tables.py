"""Tables over HTTP, and who may do what to them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from birdtable.committed import verify
from birdtable.record import Record
from birdtable.server.requests import tables
from birdtable.server.room import limits
from kit.server.serving import Guest, Live

BOT = {"player": "bot", "level": "random"}
ME, OPEN = {"player": "me"}, {"player": "open"}


def finished(live: Live, *, undo: bool = False) -> tuple[str, Guest, Guest]:
    """A match of Kuhn poker that is over."""
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open()
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    with mira.socket(table) as first, tomas.socket(table) as second:
        number = first.until("position")["number"]
        if undo:
            number = first.say("play", after=number, steps=["check"])["number"]
            number = first.say("undo", after=number)["number"]
        number = first.say("play", after=number, steps=["bet"])["number"]
        second.say("play", after=number, steps=["call"])
    return table, mira, tomas


def match_ids(guest: Guest, query: str = "") -> list[str]:
    return [table["id"] for table in guest.ok("GET", f"/mine/matches{query}")["tables"]]


def test_everybody_finds_their_own_matches_and_nobody_elses(live: Live) -> None:
    table, mira, tomas = finished(live)
    running = mira.open("birdie", ME, BOT)
    mira.open()
    mira.ok("POST", f"/tables/{running}/start", {})
    assert match_ids(mira) == [running, table]
    assert match_ids(tomas) == [table]
    assert match_ids(live.guest("June")) == []
    assert match_ids(mira, "?phase=over") == match_ids(mira, "?game=kuhn") == [table]
    assert match_ids(mira, "?phase=playing&game=kuhn") == []
    (match,) = tomas.ok("GET", "/mine/matches")["tables"]
    assert match["outcome"]["winners"] and [seat["name"] for seat in match["seats"]] == ["Mira", "Tomás"]
    assert live.nobody().call("GET", "/mine/matches").status_code == 401


def test_matches_come_in_pages(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PAGE", 2)
    mira = live.guest("Mira")
    opened = [mira.open("birdie", ME, BOT) for _ in range(5)]
    for table in opened:
        mira.ok("POST", f"/tables/{table}/start", {})
    found, more = [], ""
    for size in (2, 2, 1):
        page = mira.ok("GET", f"/mine/matches?after={quote(more)}")
        assert len(page["tables"]) == size
        found += [table["id"] for table in page["tables"]]
        more = page["more"]
    assert not more and sorted(found) == sorted(opened)
    assert mira.refused("GET", "/mine/matches?after=yesterday")[0] == 400


def test_a_lobby_that_one_has_left_is_gone(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open()
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/leave")
    assert mira.ok("GET", "/mine")["tables"] == []
    assert [each["id"] for each in tomas.ok("GET", "/mine")["tables"]] == [table]
    assert tomas.ok("POST", f"/tables/{table}/leave")["phase"] == "closed"
    assert tomas.ok("GET", "/mine")["tables"] == []


def test_games_tell_what_can_be_chosen(live: Live) -> None:
    games = {game["name"]: game for game in live.nobody().ok("GET", "/games")}
    assert {"birdie", "cubirds"} <= set(games)
    birdie = games["birdie"]
    assert (birdie["min_seats"], birdie["max_seats"]) == (2, 4)
    assert "expert" in [option["name"] for option in birdie["options"]] and "ksr" in birdie["presets"]
    assert len(birdie["levels"]) >= 5 and all(level["name"] and level["sentence"] for level in birdie["levels"])


def test_a_table_is_opened_joined_and_started(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.ok("POST", "/tables", {"game": "birdie", "seats": [ME, OPEN, BOT], "options": {"expert": True}})
    assert table["phase"] == "gathering" and table["options"]["expert"] and len(table["commitment"]) == 64
    path = f"/tables/{table['id']}"
    assert mira.refused("POST", f"{path}/start", {}) == (409, "there are open seats")
    joined = tomas.ok("POST", f"{path}/join", {"name": "Tom"})
    assert [seat["name"] for seat in joined["seats"]] == ["Mira", "Tom", ""]
    assert tomas.refused("POST", f"{path}/start", {})[0] == 403
    assert mira.ok("POST", f"{path}/start", {})["phase"] == "playing"
    assert mira.refused("POST", f"{path}/start", {})[0] == 409


def test_open_seats_are_filled_with_bots_on_request(live: Live) -> None:
    mira = live.guest()
    table = mira.open("birdie", ME, OPEN, OPEN)
    started = mira.ok("POST", f"/tables/{table}/start", {"fill": "random"})
    assert [seat["player"] for seat in started["seats"]] == ["person", "bot", "bot"]


def test_public_tables_are_listed_and_others_are_not(live: Live) -> None:
    mira = live.guest()
    public, private = mira.open(public=True), mira.open()
    listed = [table["id"] for table in live.nobody().ok("GET", "/tables?game=kuhn")]
    assert public in listed and private not in listed
    assert public not in [table["id"] for table in live.nobody().ok("GET", "/tables?game=birdie")]


def test_the_inbox_says_where_it_is_my_move(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    tables = [mira.open(clock={"kind": "days", "seconds": 3 * 86_400}) for _ in range(3)]
    for table in tables[:2]:
        tomas.ok("POST", f"/tables/{table}/join", {})
        mira.ok("POST", f"/tables/{table}/start", {})
    inbox = mira.ok("GET", "/mine")
    assert inbox["waiting"] == 2
    assert {table["id"] for table in inbox["tables"][:2]} == set(tables[:2]) and inbox["tables"][2]["id"] == tables[2]
    assert tomas.ok("GET", "/mine")["waiting"] == 0
    with mira.socket(tables[0]) as talk:
        talk.say("play", after=talk.until("position")["number"], steps=["check"])
    assert mira.ok("GET", "/mine")["waiting"] == 1 == tomas.ok("GET", "/mine")["waiting"]


def test_a_seat_is_left_and_taken_back(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open("birdie")
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    assert tomas.ok("POST", f"/tables/{table}/leave")["seats"][1]["stand_in"]
    assert not tomas.ok("POST", f"/tables/{table}/join", {})["seats"][1]["stand_in"]


def test_the_host_arranges_the_table_in_one_place(live: Live) -> None:
    mira = live.guest()
    table = mira.open("birdie", ME, OPEN)
    path = f"/tables/{table}"
    mira.ok("PATCH", path, {"seat_count": 3, "memory": "strict", "clock": {"kind": "turn", "seconds": 60}})
    mira.ok("PUT", f"{path}/seats/1", BOT)
    mira.ok("PUT", f"{path}/seats/2", {"player": "me", "name": "Dad"})
    arranged = mira.ok("POST", f"{path}/swap", {"a": 0, "b": 1})
    assert [seat["name"] or seat["level"] for seat in arranged["seats"]] == ["random", "Mira", "Dad"]
    assert arranged["memory"] == "strict" and arranged["clock"]["seconds"] == 60


def test_a_rematch_is_one_for_all(live: Live) -> None:
    table, mira, tomas = finished(live)
    again = mira.ok("POST", f"/tables/{table}/rematch", {"commitment": "ab" * 32})
    assert again["committed"] == [True, False]
    assert again["id"] != table and again["seats"][1]["kept_for"] == tomas.me["person"]
    assert tomas.ok("POST", f"/tables/{table}/rematch")["id"] == again["id"]
    assert live.nobody().ok("GET", f"/tables/{table}")["next"] == again["id"]
    assert live.guest().refused("POST", f"/tables/{again['id']}/join", {})[0] == 409
    assert tomas.ok("POST", f"/tables/{again['id']}/join", {})["seats"][1]["person"] == tomas.me["person"]
    assert live.guest().refused("POST", f"/tables/{table}/rematch")[0] == 403
    mira.ok("POST", f"/tables/{again['id']}/close")
    assert tomas.ok("POST", f"/tables/{table}/rematch")["phase"] == "gathering"


def test_the_record_is_whole_when_the_match_is_over(live: Live) -> None:
    table, mira, _ = finished(live, undo=True)
    text = live.nobody().call("GET", f"/tables/{table}/record")
    assert text.headers["content-disposition"] == f'attachment; filename="{table}.birdtable"'
    record = Record.parse(text.text)
    assert record.seats == ("Mira", "Tomás") and verify(record).draws == 2
    assert "~1: check" in text.text and "undo: 1" in text.text
    bulk = mira.call("GET", f"/tables/{table}/record?form=json")
    assert Record.parse(bulk.text) == record


def test_while_it_is_played_a_download_shows_what_one_was_told(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open("birdie")
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    mine, theirs = (guest.call("GET", f"/tables/{table}/record").json() for guest in (mira, tomas))
    assert (mine["seat"], theirs["seat"]) == (0, 1)
    assert not any("steps" in moment for moment in mine["moments"]), "a count of steps tells what others hold"
    own = [event for event in mine["moments"][0]["events"] if "secret" in event]
    assert len(own) == 2 and all(event["seat"] == 0 for event in own)
    public = live.nobody().call("GET", f"/tables/{table}/record").text
    assert '"secret"' not in public


def test_a_match_is_opened_at_any_moment_from_any_seat_once_it_is_over(live: Live) -> None:
    table, mira, _ = finished(live)
    moments = live.nobody().ok("GET", f"/tables/{table}/replay?seat=1")["moments"]
    assert [moment["events"][-1]["what"] for moment in moments[1:]] == ["bet", "showed"]
    record = Record.parse(live.nobody().call("GET", f"/tables/{table}/record").text)
    assert moments[-1]["steps"] == len(record.steps())
    hands = {
        seat: mira.ok("GET", f"/tables/{table}/replay/{moments[0]['number']}?seat={seat}")["view"]["hand"]
        for seat in (0, 1, -1)
    }
    assert hands[0] != hands[1] and hands[-1] == ""
    assert mira.refused("GET", f"/tables/{table}/replay/1")[0] == 404
    assert mira.refused("GET", f"/tables/{table}/replay/999")[0] == 404
    assert mira.refused("GET", f"/tables/{table}/replay?seat=2")[0] == 404


def test_the_shuffle_can_be_checked_without_knowing_the_rules(live: Live) -> None:
    from birdtable.committed import commitment, pick, shuffle_key

    table, *_ = finished(live, undo=True)
    shuffle = live.nobody().ok("GET", f"/tables/{table}/shuffle")
    assert commitment(bytes.fromhex(shuffle["secret"])) == shuffle["commitment"]
    key = shuffle_key(bytes.fromhex(shuffle["secret"]), table, [bytes.fromhex(nonce) for nonce in shuffle["nonces"]])
    for draw in shuffle["draws"]:
        steps = [step for step, weight in draw["odds"] for _ in range(weight)]
        assert steps[pick(key, draw["n"], len(steps))] == draw["step"]


def test_a_table_is_closed_by_its_host_or_by_who_plays_alone(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open("birdie")
    assert tomas.refused("POST", f"/tables/{table}/close")[0] == 403
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    assert mira.refused("POST", f"/tables/{table}/close") == (403, "others are playing here: leave the table instead")
    tomas.ok("POST", f"/tables/{table}/leave")
    assert mira.refused("POST", f"/tables/{table}/close") == (403, "others are playing here: leave the table instead")
    alone = mira.open("birdie", ME, BOT)
    mira.ok("POST", f"/tables/{alone}/start", {})
    assert mira.ok("POST", f"/tables/{alone}/close")["phase"] == "closed"
    assert mira.ok("POST", f"/tables/{alone}/close")["phase"] == "closed"


def test_nobody_sits_at_tables_without_end(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("birdtable.server.room.rooms.TABLES", 3)
    assert limits.TABLES == 50
    mira = live.guest()
    for _ in range(3):
        mira.open()
    assert mira.refused("POST", "/tables", {"game": "kuhn", "seats": [ME, OPEN]})[0] == 409


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "chess", "seats": [ME, OPEN]},
        {"game": "birdie", "seats": [ME]},
        {"game": "birdie", "seats": [ME] * 5},
        {"game": "birdie", "seats": [ME, {"player": "bot", "level": "search:600s"}]},
        {"game": "birdie", "seats": [ME, {"player": "bot", "level": "/etc/passwd.py"}]},
        {"game": "birdie", "seats": [ME, OPEN], "options": {"flap_values": [3, 2, 1]}},
        {"game": "birdie", "seats": [ME, OPEN], "options": {"expert": "yes"}},
        {"game": "birdie", "seats": [ME, OPEN], "colour": "red"},
        {"game": "birdie", "seats": [ME, OPEN], "pace": -1},
        {"game": "birdie", "seats": [ME, OPEN], "clock": {"kind": "turn", "seconds": 1}},
        {"game": "birdie", "seats": [ME, OPEN], "commitment": "xyz"},
        [],
        "x",
    ],
)
def test_a_table_that_makes_no_sense_is_refused(live: Live, body: Any) -> None:
    status, reason = live.guest().refused("POST", "/tables", body)
    assert status == 400 and reason


OTHERS = [
    ("PATCH", "/tables/{t}", {"memory": "strict"}),
    ("PUT", "/tables/{t}/seats/0", {"player": "open"}),
    ("PUT", "/tables/{t}/seats/0", BOT),
    ("PUT", "/tables/{t}/seats/0", ME),
    ("PUT", "/tables/{t}/seats/1", BOT),
    ("POST", "/tables/{t}/swap", {"a": 0, "b": 1}),
    ("POST", "/tables/{t}/start", {"fill": "random"}),
    ("POST", "/tables/{t}/rematch", None),
    ("POST", "/tables/{t}/close", None),
]


@pytest.mark.parametrize(("method", "path", "body"), OTHERS)
@pytest.mark.parametrize("who", ["nobody", "another"])
def test_nobody_acts_at_the_table_of_others(live: Live, who: str, method: str, path: str, body: Any) -> None:
    table = live.guest().open("birdie", ME, OPEN)
    stranger = live.nobody() if who == "nobody" else live.guest("Stranger")
    before = live.nobody().ok("GET", f"/tables/{table}")
    status, _ = stranger.refused(method, path.format(t=table), body)
    assert status == 401 if who == "nobody" else status in (403, 409)
    assert live.nobody().ok("GET", f"/tables/{table}") == before


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/me", None),
        ("PATCH", "/me", {"name": "x"}),
        ("POST", "/me/link", None),
        ("GET", "/me/export", None),
        ("DELETE", "/me", None),
        ("GET", "/bots", None),
        ("POST", "/bots", {"name": "x"}),
        ("DELETE", "/bots/bxyz", None),
        ("GET", "/mine", None),
        ("POST", "/tables", {"game": "kuhn", "seats": [ME, OPEN]}),
        ("POST", "/tables/{t}/join", {}),
        ("POST", "/tables/{t}/leave", None),
    ],
)
def test_what_is_ones_own_needs_a_name(live: Live, method: str, path: str, body: Any) -> None:
    table = live.guest().open()
    assert live.nobody().refused(method, path.format(t=table), body)[0] == 401


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("who", ["nobody", "another", "the other player"])
def test_nobody_looks_into_the_seat_of_another(live: Live, seat: int, who: str) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open("birdie")
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    spy = {"nobody": live.nobody(), "another": live.guest(), "the other player": (mira, tomas)[1 - seat]}[who]
    number = spy.ok("GET", f"/tables/{table}")["number"]
    assert spy.refused("GET", f"/tables/{table}/replay?seat={seat}")[0] == 403
    assert spy.refused("GET", f"/tables/{table}/replay/{number}?seat={seat}")[0] == 403
    assert spy.ok("GET", f"/tables/{table}/shuffle")["secret"] == ""


def test_what_is_not_there_is_not_there(live: Live) -> None:
    mira = live.guest()
    assert mira.refused("GET", "/tables/nothing") == (404, "there is no table {table}")
    assert mira.refused("GET", "/nothing")[0] == 404
    assert mira.refused("POST", "/tables/nothing/join", {})[0] == 404
    assert mira.call("DELETE", "/games").status_code == 405
