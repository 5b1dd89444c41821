"""Guests, private links, their data and their remote bots."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from birdtable.game import BirdtableError
from birdtable.server.room import limits
from birdtable.server.room.limits import Limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.table import lobby
from birdtable.server.table.person import MARKS, clean_name
from birdtable.wire.tables import Join
from kit.server.serving import MIRA, TOMAS, Guest, Live, live_server, new_table, one_worker, room_of


def test_a_guest_comes_in_by_a_name(live: Live) -> None:
    mira = live.guest("  Mira \n ")
    assert mira.ok("GET", "/me")["name"] == "Mira"
    assert mira.me["person"].startswith("p") and not mira.me["bot"]


def test_nobody_is_nobody(live: Live) -> None:
    status, reason = live.nobody().refused("GET", "/me")
    assert (status, reason) == (401, "you need a name for this: come in as a guest first")


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b\u202e", "\u3164", "\u2800\u2800", "\u115f\u1160", "\u0301", "...", "x" * 41, None, 5]
)
def test_a_name_that_is_none_is_refused(live: Live, name: object) -> None:
    assert live.nobody().refused("POST", "/guests", {"name": name})[0] == 400


def test_names_lose_what_cannot_be_seen() -> None:
    assert clean_name("Ми\u0301ра\u202e \t Ж") == "Ми\u0301ра Ж"
    assert clean_name("e\u0301") == "é"
    assert clean_name("Mi\u3164ra\u2800 7") == "Mira 7"
    assert clean_name("Mi" + "\u0335" * 30 + "ra") == "Mi" + "\u0335" * MARKS + "ra"
    with pytest.raises(BirdtableError):
        clean_name("\x00")


def test_the_cookie_is_not_for_scripts_nor_for_other_pages(live: Live) -> None:
    answer = live.nobody().call("POST", "/guests", {"name": "Mira"})
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags and "samesite=lax" in flags and "path=/" in flags and "secure" not in flags


def test_under_https_the_cookie_is_secure(live: Live) -> None:
    guest = Guest(live.address, {"X-Forwarded-Proto": "https"})
    assert "secure" in guest.call("POST", "/guests", {"name": "Mira"}).headers["set-cookie"].lower()


def test_a_private_link_carries_the_identity_to_another_device(live: Live) -> None:
    mira = live.guest()
    phone = live.nobody()
    assert phone.ok("POST", "/guests/return", {"code": mira.me["code"]})["person"] == mira.me["person"]
    assert phone.ok("GET", "/me")["person"] == mira.me["person"]


def test_a_page_that_did_not_hear_who_i_am_replaces_nobody_unasked(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    before, ask = mira.http.cookies["birdtable"], {"code": tomas.me["code"], "asks": True}
    answer = mira.call("POST", "/guests/return", ask)
    assert answer.status_code == 409 and answer.json()["details"] == {"name": "Mira"}
    assert mira.http.cookies["birdtable"] == before and mira.ok("GET", "/me")["name"] == "Mira"
    assert tomas.ok("POST", "/guests/return", ask)["name"] == "Tomás"
    assert live.nobody().ok("POST", "/guests/return", ask)["name"] == "Tomás"
    assert mira.ok("POST", "/guests/return", {**ask, "asks": False})["name"] == "Tomás"


def test_a_new_link_makes_the_old_one_and_its_devices_void(live: Live) -> None:
    mira = live.guest()
    phone = live.nobody()
    phone.ok("POST", "/guests/return", {"code": mira.me["code"]})
    renewed = mira.ok("POST", "/me/link")
    assert renewed["code"] != mira.me["code"]
    assert phone.refused("GET", "/me")[0] == 401
    assert mira.ok("GET", "/me")["person"] == mira.me["person"]
    assert live.nobody().refused("POST", "/guests/return", {"code": mira.me["code"]})[0] == 401


@pytest.mark.parametrize("code", ["x", "link.pabc.1.AAAA", "a.b", "....", "cookie.x.1.2", "é.é.1.é"])
def test_a_forged_link_is_refused(live: Live, code: str) -> None:
    assert live.nobody().refused("POST", "/guests/return", {"code": code})[0] == 401


def test_a_cookie_cannot_be_changed_or_used_as_a_link(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    cookie = mira.http.cookies["birdtable"]
    assert live.nobody().refused("POST", "/guests/return", {"code": cookie})[0] == 401
    purpose, _, *rest = cookie.split(".")
    forged = ".".join([purpose, tomas.me["person"], *rest])
    thief = live.nobody()
    thief.http.cookies.set("birdtable", forged)
    assert thief.refused("GET", "/me")[0] == 401
    link_as_cookie = live.nobody()
    link_as_cookie.http.cookies.set("birdtable", mira.me["code"])
    assert link_as_cookie.refused("GET", "/me")[0] == 401


def test_logging_out_forgets_the_cookie(live: Live) -> None:
    mira = live.guest()
    mira.ok("POST", "/me/logout")
    assert mira.refused("GET", "/me")[0] == 401


def test_a_cookie_is_void_once_its_device_has_logged_out(live: Live) -> None:
    mira = live.guest()
    phone, thief = live.nobody(), live.nobody()
    phone.ok("POST", "/guests/return", {"code": mira.me["code"]})
    thief.http.cookies.set("birdtable", mira.http.cookies["birdtable"])
    assert thief.ok("GET", "/me")["name"] == "Mira"
    mira.ok("POST", "/me/logout")
    assert thief.refused("GET", "/me")[0] == 401
    assert phone.ok("GET", "/me")["person"] == mira.me["person"]


def test_who_logs_out_leaves_the_tables_of_this_device_and_of_no_other(live: Live) -> None:
    mira, phone = live.guest(), live.nobody()
    phone.ok("POST", "/guests/return", {"code": mira.me["code"]})
    table = mira.open()
    with mira.socket(table) as talk, phone.socket(table) as other:
        other.until("here")
        mira.ok("POST", "/me/logout")
        assert talk.until_closed() == 4401
        assert other.say("ping")["type"] == "ok"


def test_a_cookie_of_somebody_deleted_is_nobodys_and_is_cleared(live: Live) -> None:
    mira, tab = live.guest(), live.nobody()
    tab.http.cookies.set("birdtable", mira.http.cookies["birdtable"])
    mira.call("DELETE", "/me")
    answer = tab.call("GET", "/me")
    assert answer.status_code == 401 and "max-age=0" in answer.headers["set-cookie"].lower()
    table = live.guest("Tomás").open()
    assert tab.call("GET", f"/tables/{table}/record").status_code == 409


def test_cookies_of_an_earlier_version_are_still_good(live: Live) -> None:
    mira = live.guest()
    claim = f"cookie.{mira.me['person']}.1"
    mira.http.cookies.clear()
    mira.http.cookies.set("birdtable", f"{claim}.{live.rooms.people.signature(claim)}")
    assert mira.ok("GET", "/me")["name"] == "Mira"
    mira.ok("POST", "/me/logout")


def test_nobody_is_shown_under_the_hosts_name(live: Live) -> None:
    host, eve = live.guest("Mira"), live.guest("Eve")
    table = host.open("birdie", {"player": "open"}, {"player": "me"}, {"player": "open"})
    eve.ok("POST", f"/tables/{table}/join", {"name": "ＭＩＲＡ"})
    live.guest("mira").ok("POST", f"/tables/{table}/join", {})
    names = [seat["name"] for seat in host.ok("GET", f"/tables/{table}")["seats"]]
    assert names == ["ＭＩＲＡ (2)", "Mira", "mira (3)"]


@pytest.mark.parametrize("name", ["Мira", "MIRА", "Mіra", "ΜΙRA", "Mlra", "M1ra", "Mıra"])
def test_letters_of_another_alphabet_make_no_other_name(live: Live, name: str) -> None:
    host, eve = live.guest("Mira"), live.guest(name)
    table = host.open("birdie")
    eve.ok("POST", f"/tables/{table}/join", {})
    assert [seat["name"] for seat in host.ok("GET", f"/tables/{table}")["seats"]] == ["Mira", f"{name} (2)"]


def test_names_that_only_have_letters_in_common_stay_as_they_are(live: Live) -> None:
    host, other = live.guest("Мира"), live.guest("Мила")
    table = host.open("birdie")
    other.ok("POST", f"/tables/{table}/join", {})
    assert [seat["name"] for seat in host.ok("GET", f"/tables/{table}")["seats"]] == ["Мира", "Мила"]


def test_the_name_of_a_host_who_does_not_play_is_nobody_elses(live: Live) -> None:
    host, eve = live.guest("Mira"), live.guest("mira")
    table = host.open("birdie", {"player": "open"}, {"player": "open"})
    eve.ok("POST", f"/tables/{table}/join", {})
    assert [seat["name"] for seat in host.ok("GET", f"/tables/{table}")["seats"]] == ["mira (2)", ""]


def test_a_name_is_nobody_elses_though_its_owner_was_not_here_since_the_server_began(live: Live) -> None:
    """The host does not play, and a seat is kept for whoever played the match before."""
    host, june, tomas = live.guest("Mira"), live.guest("June"), live.guest("Tomás")
    played = june.open("birdie", {"player": "me"}, {"player": "open"})
    tomas.ok("POST", f"/tables/{played}/join", {})
    june.ok("POST", f"/tables/{played}/close")
    again = june.ok("POST", f"/tables/{played}/rematch", {})["id"]
    for table, name in ((host.open("birdie", {"player": "open"}, {"player": "open"}), "MIRA"), (again, "TOMÁS")):
        eve = live.guest(name)
        live.rooms.rooms.pop(table)
        live.rooms.people.known.clear()
        with eve.socket(table) as talk:
            assert talk.say("chat", text="hello")["name"] == f"{name} (2)"


def test_nobody_speaks_under_the_name_of_a_player(live: Live) -> None:
    """Neither now nor when the talk is read again; who sits here is called as they are called here."""
    mira, tomas, eve = live.guest("Mira"), live.guest("Tomás"), live.guest("Tomás")
    table = mira.open("birdie", {"player": "open"}, {"player": "open"})
    tomas.ok("POST", f"/tables/{table}/join", {})
    impostor = live.guest("MIRA")
    for guest, name in ((mira, "Mira"), (tomas, "Tomás"), (eve, "Tomás (2)"), (impostor, "MIRA (2)")):
        with guest.socket(table) as talk:
            assert talk.say("chat", text="hello")["name"] == name
    with live.nobody().socket(table) as talk:
        assert [talk.until("chat")["name"] for _ in range(4)] == ["Mira", "Tomás", "Tomás (2)", "MIRA (2)"]


def test_the_seats_of_one_person_may_have_one_name(live: Live) -> None:
    mira = live.guest("Mira")
    table = mira.open("birdie", {"player": "me"}, {"player": "me"})
    assert [seat["name"] for seat in mira.ok("GET", f"/tables/{table}")["seats"]] == ["Mira", "Mira"]


def test_a_guest_takes_one_seat_and_a_host_any(live: Live) -> None:
    host, eve = live.guest("Mira"), live.guest("Eve")
    table = host.open("birdie", *[{"player": "me"}, *[{"player": "open"}] * 3])
    eve.ok("POST", f"/tables/{table}/join", {"seat": 1})
    sitting = (409, "you are already sitting at this table")
    assert eve.refused("POST", f"/tables/{table}/join", {}) == sitting
    assert eve.refused("PUT", f"/tables/{table}/seats/2", {"player": "me"}) == sitting
    eve.ok("PUT", f"/tables/{table}/seats/1", {"player": "me", "name": "Evi"})
    host.ok("PUT", f"/tables/{table}/seats/2", {"player": "me", "name": "Mum"})


def test_seats_kept_for_somebody_are_all_theirs(live: Live) -> None:
    """Two at one device, at the table of another: a rematch keeps both of their seats."""
    table = new_table("birdie", MIRA, TOMAS, "")
    kept = msgspec.structs.replace(table.chairs[2], kept_for=TOMAS.id)
    chairs = (*table.chairs[:2], kept)
    table = msgspec.structs.replace(table, setting=msgspec.structs.replace(table.setting, chairs=chairs))
    assert lobby.join(table, TOMAS, Join(), 1.0)


def test_names_are_not_changed_all_the_time(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=Limits(factor=100)) as live:
        mira = live.guest()
        live.rooms.limits = Limits()
        codes = [mira.call("PATCH", "/me", {"name": f"Mira {number}"}).status_code for number in range(20)]
        assert codes[:10] == [200] * 10 and codes[-1] == 429


def test_nobody_mutes_without_end(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MUTES", 3)
    mira = live.guest()
    with mira.socket(mira.open()) as talk:
        for number in range(3):
            assert talk.say("mute", person=f"p{number}")["type"] == "ok"
        assert talk.say("mute", person="p1")["type"] == "ok"
        refused = talk.say("mute", person="p9")
        assert (refused["type"], refused["details"]) == ("refused", {"count": 3})
        assert talk.say("mute", person="p0", on=False)["type"] == "ok"
        assert talk.say("mute", person="p9")["type"] == "ok"


def test_a_person_is_renamed(live: Live) -> None:
    mira = live.guest()
    table = mira.open()
    mira.ok("PATCH", "/me", {"name": "Miranda"})
    assert live.nobody().ok("GET", f"/tables/{table}")["seats"][0]["name"] == "Miranda"


def test_all_that_is_kept_about_me_can_be_had(live: Live) -> None:
    mira = live.guest()
    table = mira.open("kuhn", {"player": "me", "name": "Mum"}, {"player": "open"})
    mira.ok("POST", "/bots", {"name": "Robo"})
    with mira.socket(table) as talk:
        talk.say("chat", text="secret recipe")
        talk.say("mute", person="pxyz")
    export = mira.ok("GET", "/me/export")
    assert export["person"]["name"] == "Mira" and export["bots"][0]["name"] == "Robo" and export["muted"] == ["pxyz"]
    (kept,) = export["tables"]
    assert kept["table"] == table and kept["names"] == ["Mum"] and kept["said"] == ["secret recipe"]


def test_asking_for_all_of_it_is_work(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=Limits(), workers=one_worker()) as live:
        mira = live.guest()
        codes = [mira.call("GET", "/me/export").status_code for _ in range(20)]
        assert codes[0] == 200 and codes[-1] == 429


def test_whoever_is_deleted_leaves_no_name_and_no_words_but_the_match_goes_on(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = tomas.open("birdie")
    mira.ok("POST", f"/tables/{table}/join", {"name": "Little Mira"})
    tomas.ok("POST", f"/tables/{table}/start", {})
    with mira.socket(table) as talk:
        talk.say("chat", text="I live at number 12")
    assert mira.call("DELETE", "/me").status_code == 204
    assert mira.refused("GET", "/me")[0] == 401
    seat = live.nobody().ok("GET", f"/tables/{table}")["seats"][1]
    assert seat["name"] == "" and seat["stand_in"]
    with tomas.socket(table) as talk:
        talk.until("position")
    seen = str(talk.seen)
    assert "Mira" not in seen and "number 12" not in seen
    assert live.nobody().refused("POST", "/guests/return", {"code": mira.me["code"]})[0] == 401


def test_the_words_of_onlookers_and_of_those_who_left_are_theirs_too(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    watched, left = tomas.open("birdie"), tomas.open("birdie")
    with mira.socket(watched) as talk:
        talk.say("chat", text="I only watch, from number 12")
    mira.ok("POST", f"/tables/{left}/join", {})
    with mira.socket(left) as talk:
        talk.say("chat", text="I must go home to number 12")
    mira.ok("POST", f"/tables/{left}/leave")
    kept = {table["table"]: table["said"] for table in mira.ok("GET", "/me/export")["tables"]}
    assert kept == {watched: ["I only watch, from number 12"], left: ["I must go home to number 12"]}
    assert mira.call("DELETE", "/me").status_code == 204
    for table in (watched, left):
        stored = asyncio.run_coroutine_threadsafe(live.rooms.store.entries(table), loop_of(live)).result(30)
        assert b"number 12" not in b"".join(stored)


def loop_of(live: Live) -> asyncio.AbstractEventLoop:
    return live.rooms.caretaker.get_loop()


def test_a_bot_of_mine_comes_in_by_its_token_until_i_drop_it(live: Live) -> None:
    mira = live.guest()
    robo = mira.ok("POST", "/bots", {"name": "Robo"})
    bot = Guest(live.address, {"Authorization": f"Bearer {robo['token']}"})
    assert bot.ok("GET", "/me") == {"person": robo["person"], "name": "Robo", "code": "", "bot": True}
    assert mira.ok("GET", "/bots") == [{"person": robo["person"], "name": "Robo", "token": ""}]
    assert bot.refused("POST", "/bots", {"name": "Robo's robo"})[0] == 403
    assert live.guest().refused("DELETE", f"/bots/{robo['person']}")[0] == 404
    assert mira.call("DELETE", f"/bots/{robo['person']}").status_code == 204
    assert bot.refused("GET", "/me") == (401, "this token is not valid")


def test_a_bots_token_is_no_private_link(live: Live) -> None:
    robo = live.guest().ok("POST", "/bots", {"name": "Robo"})
    assert live.nobody().refused("POST", "/guests/return", {"code": robo["token"]})[0] == 401


def test_nobody_has_bots_without_end(live: Live) -> None:
    mira = live.guest()
    for number in range(20):
        mira.ok("POST", "/bots", {"name": f"Robo {number}"})
    assert mira.refused("POST", "/bots", {"name": "one more"})[0] == 409


def test_guests_do_not_come_in_swarms(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=Limits(factor=0.0002)) as live:
        answers = [live.nobody().call("POST", "/guests", {"name": "Mira"}).status_code for _ in range(10)]
        assert answers.count(200) == 4 and answers.count(429) == 6
        late = live.nobody().call("POST", "/guests", {"name": "Mira"})
        assert late.headers["retry-after"] and late.json()["reason"].startswith("too many requests")


def test_identities_outlive_a_restart(tmp_path: Path) -> None:
    with live_server(tmp_path) as live:
        mira = live.guest()
    with live_server(tmp_path) as live:
        mira.http.base_url = live.address + "/api"
        assert mira.ok("GET", "/me")["name"] == "Mira"


async def test_a_person_is_not_nobody_while_a_change_is_looked_up(rooms: Rooms) -> None:
    """Another process tells of a change; tables that are told of meanwhile need the name."""
    await room_of(rooms, "kuhn", MIRA, TOMAS)
    await rooms.store.change_person(MIRA.id, name="Miranda")
    hearing = asyncio.create_task(rooms.hear_of_person(MIRA.id))
    await asyncio.sleep(0)
    assert rooms.people.name_of(MIRA.id) is not None
    await hearing
    assert rooms.people.name_of(MIRA.id) == "Miranda"
