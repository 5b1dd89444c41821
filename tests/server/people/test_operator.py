"""Those who run a server: bans, kicks, hidden names and words, reports, and the door they come in by."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from birdtable.server.room import limits
from birdtable.server.room.limits import Limits
from birdtable.server.room.operators import bans, deeds, reports
from birdtable.server.room.operators.bans import BANNED, Bans, parse_range
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling.connection import BARRED
from birdtable.server.running import make_rooms
from birdtable.server.table.entries import Arranged, Hid, Shuffling, StoodIn
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.wire.operator import Ban, NewBan
from birdtable.wire.tables import Clock
from kit.server.serving import MIRA, TOMAS, Client, Guest, Live, Time, last, live_server, one_worker, room_of
from kit.server.twins import World, match_log, twins

TOKEN = "for-tests-only-0123456789"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live_server(tmp_path_factory.mktemp("live"), workers=one_worker(), token=TOKEN, trusted="*") as running:
        yield running


@pytest.fixture
def operator(live: Live) -> Iterator[Guest]:
    """Somebody with the token; afterwards nobody is banned."""
    operator = with_token(live)
    yield operator
    for ban in operator.ok("GET", "/operator/bans"):
        operator.call("DELETE", f"/operator/bans/{ban['id']}")


def with_token(live: Live, token: str = TOKEN, **headers: str) -> Guest:
    return Guest(live.address, {"Authorization": f"Bearer {token}", **headers})


def at(live: Live, address: str, name: str = "Eve") -> Guest:
    """A guest from some address, which a proxy tells."""
    guest = Guest(live.address, {"X-Forwarded-For": address})
    guest.me = guest.ok("POST", "/guests", {"name": name})
    return guest


def match_of(live: Live, *guests: Guest, **wishes: Any) -> str:
    """A match of Birdie of these people."""
    host, *others = guests
    table = host.open("birdie", {"player": "me"}, *[{"player": "open"}] * len(others), **wishes)
    for guest in others:
        guest.ok("POST", f"/tables/{table}/join", {})
    host.ok("POST", f"/tables/{table}/start", {})
    return table


def seats(live: Live, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = live.nobody().ok("GET", f"/tables/{table}")["seats"]
    return found


# --- the door --------------------------------------------------------------------------------------------------------

ROUTES = [
    ("GET", "/operator/reports", None),
    ("DELETE", "/operator/reports/x", None),
    ("GET", "/operator/people", None),
    ("POST", "/operator/people/x/hide", {}),
    ("GET", "/operator/bans", None),
    ("POST", "/operator/bans", {"who": "192.0.2.1"}),
    ("DELETE", "/operator/bans/x", None),
    ("GET", "/operator/tables/x", None),
    ("POST", "/operator/tables/x/close", None),
    ("POST", "/operator/tables/x/kick", {"person": "p"}),
    ("POST", "/operator/tables/x/talk/3/hide", {}),
    ("GET", "/operator/deeds", None),
]


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
def test_nobody_comes_in_without_the_token(live: Live, method: str, path: str, body: Any) -> None:
    refused = (401, "this token is not valid")
    mira = live.guest()
    for guest in (live.nobody(), mira, with_token(live, mira.me["code"]), with_token(live, TOKEN + "x")):
        assert guest.refused(method, path, body) == refused
    assert with_token(live, TOKEN.upper()).refused(method, path, body) == refused


def test_these_are_all_routes_of_the_operator(live: Live) -> None:
    paths = live.nobody().ok("GET", "/schema/openapi.json")["paths"]
    described = {
        (verb.upper(), path.removeprefix("/api"))
        for path, verbs in paths.items()
        if path.startswith("/api/operator/")
        for verb in verbs
    }
    named = {(method, path.replace("/x", "/{}").replace("/3/", "/{}/")) for method, path, _ in ROUTES}
    assert {(verb, re.sub(r"\{\w+\}", "{}", path)) for verb, path in described} == named


def test_a_server_without_a_token_has_no_such_door(tmp_path: Path) -> None:
    with live_server(tmp_path, workers=one_worker()) as live:
        for guest in (live.nobody(), with_token(live)):
            assert guest.refused("GET", "/operator/bans") == (404, "there is nothing here")


def test_guessing_a_token_ends_soon_and_is_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with live_server(tmp_path, workers=one_worker(), token=TOKEN, trusted="*", limits=Limits(factor=100)) as live:
        live.rooms.limits = Limits()
        before = wrong_tokens(live)
        evil = {"X-Forwarded-For": "203.0.113.9"}
        codes = [with_token(live, f"guess-{n}", **evil).call("GET", "/operator/bans").status_code for n in range(15)]
        assert codes == [401] * 10 + [429] * 5
        assert with_token(live, **evil).call("GET", "/operator/bans").status_code == 429
        assert with_token(live, **{"X-Forwarded-For": "203.0.113.10"}).ok("GET", "/operator/bans") == []
        assert wrong_tokens(live) == before + 10
    assert "wrong operator's token" in caplog.text and "guess" not in caplog.text


def test_the_right_token_is_never_too_much(tmp_path: Path) -> None:
    with live_server(tmp_path, workers=one_worker(), token=TOKEN, trusted="*", limits=Limits()) as live:
        operator = with_token(live, **{"X-Forwarded-For": "203.0.113.9"})
        assert [operator.call("GET", "/operator/bans").status_code for _ in range(30)] == [200] * 30


def wrong_tokens(live: Live) -> float:
    text = httpx.get(live.address + "/metrics").text
    return float(next(line.split()[1] for line in text.splitlines() if line.startswith("birdtable_wrong_tokens_total")))


# --- ranges of addresses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:3::/112", "2001:db8:1:2::/64"),
        ("2001:db8:1::/48", "2001:db8:1::/48"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_what_is_banned_by_a_range(text: str, network: str) -> None:
    assert str(parse_range(text)) == network


@pytest.mark.parametrize("text", ["", "pmira", "192.0.2", "192.0.2.0/33", "::/x", "localhost"])
def test_what_is_no_range(text: str) -> None:
    assert parse_range(text) is None


@pytest.mark.parametrize("text", ["0.0.0.0/0", "::/0", "10.0.0.0/7", "2000::/3", "127.0.0.1", "::1", "127.0.0.0/8"])
def test_nobody_bans_the_world_or_the_machine_itself(text: str) -> None:
    with pytest.raises(Refusal):
        parse_range(text)


def ban_of(person: str = "", network: str = "", until: float | None = None) -> Ban:
    return Ban(id=person + network, person=person, network=network, reason="", since=0.0, until=until)


def test_a_ban_ends() -> None:
    found = Bans([ban_of("pmira", until=10.0), ban_of(network="192.0.2.0/24", until=20.0)])
    assert found.of_person(MIRA, 9.0) and not found.of_person(MIRA, 10.0)
    assert found.of_address("192.0.2.9", 19.0) and not found.of_address("192.0.2.9", 20.0)


def test_of_several_bans_the_longest_counts() -> None:
    found = Bans([ban_of(network="192.0.2.0/24", until=10.0), ban_of(network="192.0.2.9/32", until=30.0)])
    ban = found.of_address("192.0.2.9", 0.0)
    assert ban is not None and ban.until == 30.0


@pytest.mark.parametrize("address", ["192.0.3.0", "193.0.2.1", "2001:db8:1:3::1", "::ffff:192.0.3.1", "", "nonsense"])
def test_neighbours_of_a_banned_range_are_welcome(address: str) -> None:
    found = Bans([ban_of(network="192.0.2.0/24"), ban_of(network="2001:db8:1:2::/64")])
    assert found.of_address(address, 0.0) is None
    assert found.of_address("::ffff:192.0.2.200", 0.0) and found.of_address("2001:db8:1:2:ffff::9", 0.0)


def test_a_bot_is_banned_with_its_owner() -> None:
    bot = Person(id="brobo", name="Robo", kind="bot", owner=MIRA.id, created=0.0, seen=0.0)
    assert Bans([ban_of(MIRA.id)]).of_person(bot, 0.0) and not Bans([ban_of("brobo")]).of_person(MIRA, 0.0)


# --- a banned person -------------------------------------------------------------------------------------------------


def test_a_banned_person_is_refused_everywhere_and_the_match_goes_on(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table, gathering = match_of(live, eve, tomas), eve.open("birdie")
    robo = eve.ok("POST", "/bots", {"name": "Robo"})
    with eve.socket(table) as talk, tomas.socket(table) as stays:
        talk.until("position")
        wish = {"who": eve.me["person"], "reason": "insults", "seconds": 3600}
        ban = operator.ok("POST", "/operator/bans", wish)
        assert ban["until"] == ban["since"] + 3600 and talk.until_closed() == BARRED
        while not stays.until("table")["table"]["seats"][0]["stand_in"]:
            pass
    refusals = [
        eve.call("GET", "/me"),
        eve.call("GET", "/games"),
        eve.call("POST", "/guests", {"name": "New"}),
        eve.call("POST", f"/tables/{table}/join", {}),
        live.nobody().call("POST", "/guests/return", {"code": eve.me["code"]}),
        Guest(live.address, {"Authorization": f"Bearer {eve.me['code']}"}).call("GET", "/me"),
        Guest(live.address, {"Authorization": f"Bearer {robo['token']}"}).call("GET", "/tables"),
    ]
    for answer in refusals:
        assert answer.status_code == 403 and answer.json()["reason"] == BANNED
        assert answer.json()["details"] == {"why": "insults", "until": int(ban["until"])}
    with eve.socket(table) as talk:
        assert talk.until_closed() == BARRED
    assert live.nobody().ok("GET", f"/tables/{gathering}")["phase"] == "closed"
    assert seats(live, table)[1]["stand_in"] is False
    operator.ok("DELETE", f"/operator/bans/{ban['id']}")
    assert eve.ok("POST", f"/tables/{table}/join", {})["seats"][0]["stand_in"] is False


def test_what_is_kept_about_banned_people_is_theirs_to_have_and_to_delete(live: Live, operator: Guest) -> None:
    eve = at(live, "192.0.2.7", "Eve")
    for who in (eve.me["person"], "192.0.2.7"):
        operator.ok("POST", "/operator/bans", {"who": who})
    assert eve.refused("GET", "/me") == (403, BANNED)
    assert eve.ok("GET", "/me/export")["person"]["name"] == "Eve"
    assert eve.call("DELETE", "/me").status_code == 204
    assert eve.refused("GET", "/me") == (403, BANNED)


def test_a_banned_person_who_is_away_leaves_their_tables_too(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = match_of(live, tomas, eve)
    live.rooms.rooms.pop(table)
    operator.ok("POST", "/operator/bans", {"who": eve.me["person"]})
    assert [seat["stand_in"] for seat in seats(live, table)] == [False, True]


def test_the_table_of_a_banned_host_goes_to_whoever_sits_there_or_is_closed(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    alone, together = eve.open("birdie"), eve.open("birdie")
    tomas.ok("POST", f"/tables/{together}/join", {})
    operator.ok("POST", "/operator/bans", {"who": eve.me["person"]})
    assert live.nobody().ok("GET", f"/tables/{together}")["host"] == tomas.me["person"]
    assert live.nobody().ok("GET", f"/tables/{alone}")["phase"] == "closed"


def look(live: Live) -> None:
    """The server looks around, as it does every two seconds."""
    loop = live.rooms.caretaker.get_loop()
    asyncio.run_coroutine_threadsafe(live.rooms.enforcement.look(), loop).result(60)


def test_an_unknown_person_is_not_banned(live: Live, operator: Guest) -> None:
    reason = "{who} is neither a person nor a range of addresses"
    assert operator.refused("POST", "/operator/bans", {"who": "pnobody"}) == (404, reason)
    assert operator.refused("POST", "/operator/bans", {"who": "0.0.0.0/0"})[0] == 400
    assert operator.refused("POST", "/operator/bans", {"who": "192.0.2.1", "seconds": -1})[0] == 400
    assert operator.refused("DELETE", "/operator/bans/nothing")[0] == 404


async def test_seats_are_given_up_once_the_shuffle_is_over(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "birdie", MIRA, TOMAS, start=False)
    setting = msgspec.structs.replace(room.table.setting, commitments={TOMAS.id: "0" * 64})
    await room.change(lambda t, at: [Arranged(at=at, setting=setting), Shuffling(at=at)])
    await deeds.ban(rooms.store, NewBan(who=MIRA.id), "command", time.now)
    await rooms.enforcement.look()
    assert [room.table.phase, *(chair.stand_in for chair in room.table.chairs)] == ["shuffling", False, False]
    time.pass_by(11)
    await room.look_after()
    await rooms.enforcement.look()
    assert [room.table.phase, *(chair.stand_in for chair in room.table.chairs)] == ["playing", True, False]


async def test_a_clock_is_not_wasted_by_who_was_banned(rooms: Rooms, time: Time) -> None:
    """As when somebody leaves: the stand-in plays, the other's time is untouched."""
    room = await room_of(rooms, "birdie", MIRA, TOMAS, clock=Clock(kind="total", seconds=300))
    mover = room.table.chairs[room.table.to_move].person
    other = await Client(room, TOMAS if mover == MIRA.id else MIRA).enter()
    await deeds.ban(rooms.store, NewBan(who=mover), "command", time.now)
    await rooms.enforcement.look()
    assert "stood_in" in [news["what"] for news in last(other.read(), "position")["news"]]


async def test_nobody_waits_for_the_consent_of_somebody_banned_while_a_bot_stands_in(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "birdie", MIRA, TOMAS)
    await room.change(lambda t, at: [StoodIn(at=at, seat=1, level="random", why="away")])
    assert room.table.chairs[1].has_say
    await deeds.ban(rooms.store, NewBan(who=TOMAS.id), "command", time.now)
    await rooms.enforcement.look()
    assert not room.table.chairs[1].has_say


async def test_the_ban_is_there_after_a_restart(rooms: Rooms, time: Time) -> None:
    await room_of(rooms, "birdie", MIRA, TOMAS)
    await deeds.ban(rooms.store, NewBan(who=MIRA.id, reason="again"), "command", time.now)
    later = make_rooms(rooms.store, workers=one_worker(), now=time)
    await later.people.open()
    await later.enforcement.open()
    ban = later.enforcement.of_person(MIRA)
    assert ban is not None and ban.reason == "again" and later.enforcement.of_person(TOMAS) is None
    later.workers.close()
    later.helpers.close()


# --- a banned address ------------------------------------------------------------------------------------------------


def test_a_new_identity_from_a_banned_address_is_no_way_in(live: Live, operator: Guest) -> None:
    eve, mira = at(live, "192.0.2.7"), at(live, "192.0.3.7", "Mira")
    table = match_of(live, mira, eve)
    with eve.socket(table, headers={"X-Forwarded-For": "192.0.2.7"}) as talk:
        talk.until("position")
        operator.ok("POST", "/operator/bans", {"who": "192.0.2.0/24", "reason": "flood"})
        assert talk.until_closed() == BARRED
    assert [seat["stand_in"] for seat in seats(live, table)] == [False, True]
    for address in ("192.0.2.7", "192.0.2.200", "::ffff:192.0.2.8"):
        stranger = Guest(live.address, {"X-Forwarded-For": address})
        assert stranger.refused("POST", "/guests", {"name": "New"}) == (403, BANNED)
        assert stranger.refused("GET", f"/tables/{table}") == (403, BANNED)
        with stranger.socket(table, headers={"X-Forwarded-For": address}) as talk:
            assert talk.until_closed() == BARRED
    assert mira.ok("GET", "/me")["name"] == "Mira"
    page = httpx.get(live.address + "/", headers={"X-Forwarded-For": "192.0.2.7"})
    assert page.status_code == 200 and live.nobody().call("GET", "/games").status_code == 200


def test_neighbours_in_ipv6_are_one(live: Live, operator: Guest) -> None:
    eve, mira = at(live, "2001:db8:1:2::7"), at(live, "2001:db8:1:3::7", "Mira")
    table = match_of(live, mira, eve)
    operator.ok("POST", "/operator/bans", {"who": "2001:db8:1:2::1"})
    inside, outside = "2001:db8:1:2:aaaa::9", "2001:db8:1:3::1"
    assert Guest(live.address, {"X-Forwarded-For": inside}).refused("GET", "/games")[0] == 403
    assert Guest(live.address, {"X-Forwarded-For": outside}).call("GET", "/games").status_code == 200
    assert [seat["stand_in"] for seat in seats(live, table)] == [False, True]


@pytest.mark.parametrize("path", ["//api/games", "/api//games", "/api/games/", "/./api/games", "/api/%67ames"])
def test_no_spelling_of_an_address_leads_past_a_ban(live: Live, operator: Guest, path: str) -> None:
    operator.ok("POST", "/operator/bans", {"who": "192.0.2.7"})
    answer = httpx.get(live.address + path, headers={"X-Forwarded-For": "192.0.2.7"})
    assert "birdie" not in answer.text


def test_forwarded_headers_of_strangers_change_nothing(tmp_path: Path) -> None:
    """Only what trusted proxies say counts; nobody gets another banned, nor past a ban."""
    with live_server(tmp_path, workers=one_worker(), token=TOKEN, trusted="10.9.9.9") as live:
        with_token(live).ok("POST", "/operator/bans", {"who": "192.0.2.7"})
        claims = Guest(live.address, {"X-Forwarded-For": "192.0.2.7", "Forwarded": "for=192.0.2.7"})
        assert claims.call("GET", "/games").status_code == 200
        assert claims.ok("POST", "/guests", {"name": "Eve"})


def test_the_last_of_several_forwarded_addresses_counts(tmp_path: Path) -> None:
    """A proxy appends: what the client wrote before it is not believed."""
    with live_server(tmp_path, workers=one_worker(), token=TOKEN) as live:
        with_token(live).ok("POST", "/operator/bans", {"who": "192.0.2.7"})
        for claim in ("198.51.100.1, 192.0.2.7", "10.0.0.1, 198.51.100.1,192.0.2.7"):
            assert Guest(live.address, {"X-Forwarded-For": claim}).refused("GET", "/games") == (403, BANNED)


def test_operators_who_ban_themselves_can_undo_it(live: Live, operator: Guest) -> None:
    here = with_token(live, **{"X-Forwarded-For": "192.0.2.7"})
    ban = here.ok("POST", "/operator/bans", {"who": "192.0.2.7"})
    assert here.refused("GET", "/games")[0] == 403
    assert here.call("DELETE", f"/operator/bans/{ban['id']}").status_code == 204
    assert Guest(live.address, {"X-Forwarded-For": "192.0.2.7"}).call("GET", "/games").status_code == 200


def test_a_persons_address_is_banned_with_them_and_freed_with_them(live: Live, operator: Guest) -> None:
    eve = at(live, "2001:db8:7:7::5")
    eve.ok("GET", "/me")
    operator.ok("POST", "/operator/bans", {"who": eve.me["person"], "address": True, "reason": "flood"})
    found = operator.ok("GET", "/operator/bans")
    assert sorted(ban["network"] for ban in found) == ["", "2001:db8:7:7::/64"]
    assert {(ban["person"], ban["reason"]) for ban in found} == {(eve.me["person"], "flood")}
    assert Guest(live.address, {"X-Forwarded-For": "2001:db8:7:7::6"}).refused("GET", "/games")[0] == 403
    operator.ok("DELETE", f"/operator/bans/{eve.me['person']}")
    assert operator.ok("GET", "/operator/bans") == []
    assert Guest(live.address, {"X-Forwarded-For": "2001:db8:7:7::6"}).call("GET", "/games").status_code == 200


def test_an_old_socket_that_does_not_read_is_of_no_use(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = tomas.open("birdie")
    with eve.socket(table) as talk:
        talk.until("table")
        operator.ok("POST", "/operator/bans", {"who": eve.me["person"]})
        for _ in range(3):
            try:
                talk.socket.send(json.dumps({"type": "chat", "id": 1, "text": "still here"}))
            except ConnectionClosed:
                break
    with tomas.socket(table) as talk:
        talk.say("ping")
    assert "still here" not in str(talk.seen)


# --- kicks and closed tables -----------------------------------------------------------------------------------------


def test_whoever_is_kicked_does_not_come_back_to_that_table(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table, other = match_of(live, eve, tomas), match_of(live, eve, tomas)
    removed = (403, "you were removed from this table")
    with eve.socket(table) as talk:
        talk.until("position")
        operator.ok("POST", f"/operator/tables/{table}/kick", {"person": eve.me["person"]})
        assert talk.until_closed() == BARRED
    assert [seat["stand_in"] for seat in seats(live, table)] == [True, False]
    assert eve.refused("POST", f"/tables/{table}/join", {}) == removed
    assert eve.refused("PUT", f"/tables/{table}/seats/0", {"player": "me"}) == removed
    with eve.socket(table) as talk:
        assert talk.until_closed() == BARRED
    assert [seat["stand_in"] for seat in seats(live, other)] == [False, False]
    operator.ok("POST", f"/operator/tables/{table}/kick", {"person": eve.me["person"]})
    assert operator.ok("GET", f"/operator/tables/{table}")["kicked"] == [eve.me["person"]]
    assert operator.refused("POST", f"/operator/tables/{table}/kick", {"person": "pnobody"})[0] == 404


def test_somebody_kicked_before_the_match_leaves_an_open_seat(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = tomas.open("birdie")
    eve.ok("POST", f"/tables/{table}/join", {})
    operator.ok("POST", f"/operator/tables/{table}/kick", {"person": eve.me["person"]})
    assert seats(live, table)[1]["player"] == "open"
    live.guest("June").ok("POST", f"/tables/{table}/join", {})


def test_a_table_is_closed_in_the_middle_of_a_play(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = match_of(live, eve, tomas)
    with eve.socket(table) as one, tomas.socket(table) as two:
        position = one.until("position")
        mover = one if position["to_move"] == 0 else two
        operator.ok("POST", f"/operator/tables/{table}/close")
        refused = mover.say("play", after=position["number"], steps=["pass"])
        assert (refused["type"], refused["reason"]) == ("refused", "no match is being played here")
    info = live.nobody().ok("GET", f"/tables/{table}")
    assert (info["phase"], info["reason"], info["outcome"]) == ("closed", "closed by the server", None)
    assert operator.refused("POST", f"/operator/tables/{table}/close") == (409, "this table is closed")
    assert operator.refused("POST", "/operator/tables/nothing/close")[0] == 404


# --- hidden names and words ------------------------------------------------------------------------------------------


def test_a_hidden_name_is_seen_by_its_owner_and_the_operator_alone(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Rude Name"), live.guest("Tomás")
    table = tomas.open("kuhn")
    eve.ok("POST", f"/tables/{table}/join", {"name": "Rude Seat"})
    tomas.ok("POST", f"/tables/{table}/start", {})
    with tomas.socket(table) as before:
        before.until("position")
        operator.ok("POST", f"/operator/people/{eve.me['person']}/hide", {})
        assert before.until("table")["table"]["seats"][1]["name"] == ""
    with eve.socket(table) as talk:
        talk.say("chat", phrase="Hello!")
    with tomas.socket(table) as talk:
        assert talk.until("chat")["name"] == ""
        talk.until("position")
    shown = str(talk.seen) + str(tomas.ok("GET", f"/tables/{table}")) + str(tomas.ok("GET", "/mine"))
    operator.ok("POST", f"/operator/tables/{table}/close")
    for path in ("replay", "record", "record?form=json"):
        shown += tomas.call("GET", f"/tables/{table}/{path}").text
    assert "Rude" not in shown
    assert eve.ok("GET", "/me/export")["person"]["name"] == "Rude Name" and eve.ok("GET", "/me")["name"] == "Rude Name"
    found = operator.ok("GET", "/operator/people?search=rude")
    assert [(each["name"], each["hidden"]) for each in found] == [("Rude Name", True)]
    assert operator.ok("GET", f"/operator/tables/{table}")["people"][1]["name"] == "Rude Name"


def test_another_name_is_hidden_as_well_until_the_operator_shows_it(live: Live, operator: Guest) -> None:
    eve = live.guest("Rude")
    table = eve.open()
    operator.ok("POST", f"/operator/people/{eve.me['person']}/hide", {"on": True})
    eve.ok("PATCH", "/me", {"name": "Ruder"})
    assert seats(live, table)[0]["name"] == ""
    operator.ok("POST", f"/operator/people/{eve.me['person']}/hide", {"on": False})
    assert seats(live, table)[0]["name"] == "Ruder"
    assert operator.refused("POST", "/operator/people/pnobody/hide", {})[0] == 404


def test_a_hidden_message_is_gone_for_everybody_else(live: Live, operator: Guest) -> None:
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = tomas.open()
    with eve.socket(table) as talk, tomas.socket(table) as hears:
        number = talk.say("chat", text="something rude")["number"]
        assert hears.until("chat")["text"] == "something rude"
        operator.ok("POST", f"/operator/tables/{table}/talk/{number}/hide", {})
        assert hears.until("chat")["hides"] == number
        heard = hears.seen[-1]["number"]
    with tomas.socket(table) as talk:
        again = talk.until("chat")
        assert again["hidden"] and "text" not in again
        talk.say("ping")
    assert "something rude" not in str(talk.seen)
    with tomas.socket(table, since=number) as talk:
        assert talk.until("chat")["hides"] == number
    assert eve.ok("GET", "/me/export")["tables"][0]["said"] == ["something rude"]
    (line,) = operator.ok("GET", f"/operator/tables/{table}")["talk"]
    assert (line["text"], line["hidden"]) == ("something rude", True)
    operator.ok("POST", f"/operator/tables/{table}/talk/{number}/hide", {"on": False})
    with tomas.socket(table) as talk:
        assert talk.until("chat")["text"] == "something rude"
    assert operator.refused("POST", f"/operator/tables/{table}/talk/{heard}/hide", {})[0] == 404


# --- reports ---------------------------------------------------------------------------------------------------------


def settle_all(operator: Guest) -> None:
    for case in operator.ok("GET", "/operator/reports"):
        operator.ok("DELETE", f"/operator/reports/{case['report']['id']}")


def test_a_report_brings_table_people_and_talk_and_no_card(live: Live, operator: Guest) -> None:
    settle_all(operator)
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = match_of(live, eve, tomas)
    with eve.socket(table) as talk:
        for text in ("hello", "something rude", "and more"):
            said = talk.say("chat", text=text)
    wish = {"person": eve.me["person"], "number": said["number"] - 1, "reason": "  rude\nwords "}
    assert tomas.call("POST", f"/tables/{table}/report", wish).content == b""
    assert [each["reason"] for each in tomas.ok("GET", "/me/export")["reported"]] == ["rude words"]
    assert eve.ok("GET", "/me/export")["reported"] == []
    (case,) = operator.ok("GET", "/operator/reports")
    assert (case["person"]["name"], case["reporter"]["name"]) == ("Eve", "Tomás")
    assert case["report"]["reason"] == "rude words" and case["report"]["table"] == table
    watched = operator.ok("GET", f"/operator/tables/{table}?number={case['report']['number']}")
    assert [line["text"] for line in watched["talk"]] == ["hello", "something rude", "and more"]
    assert [seat["name"] for seat in watched["table"]["seats"]] == ["Eve", "Tomás"]
    assert no_card_in(live, table, case, watched)
    operator.ok("DELETE", f"/operator/reports/{case['report']['id']}")
    assert operator.ok("GET", "/operator/reports") == []


def test_the_talk_around_a_message_is_shown_and_else_its_end(
    live: Live, operator: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "TALK", 4)
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = match_of(live, eve, tomas)
    with eve.socket(table) as talk:
        numbers = [talk.say("chat", text=str(number))["number"] for number in range(8)]
        numbers.append(talk.say("chat", phrase="Hello!")["number"])

    def shown(number: int) -> str:
        talk = operator.ok("GET", f"/operator/tables/{table}?number={number}")["talk"]
        return "".join(line["text"] for line in talk)

    assert shown(0) == "567Hello!"
    assert [shown(numbers[place]) for place in (0, 1, 2, 4, 8)] == ["0123", "0123", "0123", "2345", "567Hello!"]


def no_card_in(live: Live, table: str, *answers: Any) -> bool:
    """Neither the secret of the shuffle, nor a step or a draw, nor any view."""
    text = json.dumps(answers)
    secret = live.rooms.rooms[table].table.secret.hex()
    return secret not in text and not any(
        f'"{field}"' in text for field in ("draws", "steps", "view", "events", "nonce", "nonces", "secret", "begins")
    )


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
async def test_the_operators_view_is_the_same_whatever_the_hidden_cards(tmp_path: Path, game: str) -> None:
    """Another world, where a card is exchanged that only one seat has seen."""
    logs = (match_log(game, seed, MIRA, TOMAS, memory="assisted") for seed in range(20))
    log, twin = next((log, twin) for log in logs for twin in twins(log, 0))
    async with World(tmp_path / "one", log) as one, World(tmp_path / "two", twin) as two:
        assert one.truth != two.truth
        first, second = [await reports.watch(world.rooms.store, "table1", 0) for world in (one, two)]
        assert msgspec.json.encode(first) == msgspec.json.encode(second)


def test_what_may_be_reported(live: Live, operator: Guest) -> None:
    eve, tomas, june = live.guest("Eve"), live.guest("Tomás"), live.guest("June")
    table = match_of(live, eve, tomas)
    with tomas.socket(table) as talk:
        own = talk.say("chat", text="mine")["number"]
    path, about = f"/tables/{table}/report", {"person": eve.me["person"], "reason": "cheats"}
    june.ok("POST", path, about)
    assert live.nobody().refused("POST", path, about)[0] == 401
    assert tomas.refused("POST", path, {**about, "person": tomas.me["person"]})[0] == 409
    assert tomas.refused("POST", path, {**about, "person": june.me["person"]})[0] == 404
    assert june.refused("POST", path, {**about, "number": own})[0] == 404
    assert tomas.refused("POST", path, {**about, "number": 1})[0] == 404
    assert tomas.refused("POST", path, {**about, "reason": " \u200b"})[0] == 400
    assert tomas.refused("POST", path, {**about, "reason": "x" * 201})[0] == 400
    assert tomas.refused("POST", "/tables/nothing/report", about)[0] == 404
    settle_all(operator)


def test_the_same_thing_is_reported_once(live: Live, operator: Guest) -> None:
    settle_all(operator)
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = match_of(live, eve, tomas)
    for reason in ("cheats", "cheats again"):
        tomas.ok("POST", f"/tables/{table}/report", {"person": eve.me["person"], "reason": reason})
    assert len(operator.ok("GET", "/operator/reports")) == 1
    settle_all(operator)


def test_reports_do_not_come_in_floods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_server(tmp_path, workers=one_worker(), token=TOKEN, trusted="*") as live:
        eve, tomas = at(live, "192.0.2.7"), at(live, "192.0.2.8", "Tomás")
        june = at(live, "192.0.2.8", "June")
        tables = [match_of(live, eve, tomas) for _ in range(8)]
        monkeypatch.setattr(limits, "OWN_REPORTS", 6)
        wish = {"person": eve.me["person"], "reason": "cheats"}
        reported = [tomas.call("POST", f"/tables/{table}/report", wish) for table in tables]
        assert [answer.status_code for answer in reported] == [204] * 6 + [429] * 2
        live.rooms.limits = Limits()
        codes = [june.call("POST", f"/tables/{table}/report", wish).status_code for table in tables]
        assert codes == [204] * 5 + [429] * 3


def test_no_more_reports_wait_than_can_be_read(live: Live, operator: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    settle_all(operator)
    monkeypatch.setattr(limits, "REPORTS_WAITING", 2)
    eve, *others = (live.guest(name) for name in ("Eve", "Tomás", "June", "Ann"))
    table = match_of(live, eve, *others)
    wish = {"person": eve.me["person"], "reason": "cheats"}
    codes = [other.call("POST", f"/tables/{table}/report", wish).status_code for other in others]
    assert codes == [204, 204, 429]
    settle_all(operator)
    assert others[2].call("POST", f"/tables/{table}/report", wish).status_code == 204
    settle_all(operator)


def test_a_person_is_shown_with_their_own_bans_and_no_ranges() -> None:
    every = [ban_of(MIRA.id), ban_of(TOMAS.id), ban_of(network="192.0.2.0/24")]
    assert reports.describe_person(MIRA, every).bans == (every[0],)
    bot = Person(id="brobo", name="Robo", kind="bot", owner=TOMAS.id, created=0.0, seen=0.0)
    assert reports.describe_person(bot, every).bans == (every[1],)


def test_what_was_hidden_and_is_shown_again_is_not_hidden() -> None:
    log = [(4, Hid(at=0.0, said=2)), (5, Hid(at=0.0, said=3)), (6, Hid(at=0.0, said=2, on=False))]
    assert reports.hidden_numbers([*log]) == {3}


def test_a_report_outlives_what_it_is_about(live: Live, operator: Guest) -> None:
    settle_all(operator)
    eve, tomas = live.guest("Eve"), live.guest("Tomás")
    table = match_of(live, eve, tomas)
    tomas.ok("POST", f"/tables/{table}/report", {"person": eve.me["person"], "reason": "cheats"})
    eve.call("DELETE", "/me")
    (case,) = operator.ok("GET", "/operator/reports")
    assert case["person"] is None and case["report"]["person"] == eve.me["person"]
    settle_all(operator)


# --- what was done ---------------------------------------------------------------------------------------------------


def test_whatever_an_operator_does_is_noted(live: Live, operator: Guest, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "birdtable.operator")
    eve, tomas = live.guest("Eve Secretname"), live.guest("Tomás")
    table = match_of(live, eve, tomas)
    with eve.socket(table) as talk:
        number = talk.say("chat", text="rude")["number"]
    before = len(operator.ok("GET", "/operator/deeds"))
    person = eve.me["person"]
    operator.ok("POST", f"/operator/people/{person}/hide", {})
    operator.ok("POST", f"/operator/people/{person}/hide", {"on": False})
    operator.ok("POST", f"/operator/tables/{table}/talk/{number}/hide", {})
    operator.ok("POST", f"/operator/tables/{table}/talk/{number}/hide", {"on": False})
    operator.ok("POST", f"/operator/tables/{table}/kick", {"person": person})
    operator.ok("POST", f"/operator/tables/{table}/close")
    operator.ok("DELETE", f"/operator/bans/{operator.ok('POST', '/operator/bans', {'who': '192.0.2.77'})['id']}")
    operator.ok("DELETE", "/operator/reports/rx")
    found = operator.ok("GET", "/operator/deeds")
    done = [deed["what"] for deed in found[: len(found) - before]][::-1]
    assert done == [
        "hid name",
        "showed name",
        "hid message",
        "showed message",
        "kicked",
        "closed table",
        "banned",
        "lifted ban",
        "settled report",
    ]
    assert caplog.text.count("page: ") == len(done)
    assert not any(secret in caplog.text for secret in ("192.0.2.77", "Secretname", "rude", TOKEN))


def test_a_name_that_is_a_program_is_a_text(live: Live, operator: Guest) -> None:
    """The page shows texts as texts; here they come through unchanged and as JSON."""
    evil = "<img src=x onerror=alert(1)>"
    eve = live.guest(evil)
    answer = operator.call("GET", f"/operator/people?search={eve.me['person']}")
    assert answer.json()[0]["name"] == evil and answer.headers["content-type"].startswith("application/json")
    assert operator.ok("GET", "/operator/people?search=%25_'\"\\") == []


def test_a_refusal_says_why_and_until_when() -> None:
    bans.refuse(None)
    with pytest.raises(Refusal) as refused:
        bans.refuse(Ban(id="n", person="p", network="", reason="{x} insults", since=0.0, until=99.5))
    assert refused.value.details == {"why": "{x} insults", "until": 99}
