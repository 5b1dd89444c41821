"""Every door: each route and each message, tried by everybody who should not get through."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute
from websockets.exceptions import InvalidStatus

from birdtable.server.http.app import create_app
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.wire.play import FromClient
from kit.server.doors import DOORS, ME, NAMES, OPEN
from kit.server.serving import Guest, Live, live_server

PAGES = {"/", "/{path}", "/schema", "/schema/{path}", "/schema/openapi.json"}
"""Files and descriptions that everybody may read."""

MESSAGES: dict[str, dict[str, Any]] = {
    "play": {"after": 0, "steps": ["pass"]},
    "consider": {"after": 0, "steps": []},
    "undo": {"after": 0},
    "undo_reply": {"agree": True, "after": 0},
    "call": {"seat": 0},
    "chat": {"phrase": "Nice!"},
    "mute": {"person": "pmira", "on": True},
    "nudge": {"seat": 0},
    "reveal": {"nonce": "ab" * 32},
    "hint": {"after": 0},
    "hurry": {},
    "ping": {},
}
ONLOOKERS = {"chat", "mute"}
"""What people with a name may do who only look on."""
SAID = {"number": 0, "changed": 0}
"""What changes when somebody says something."""


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live_server(tmp_path_factory.mktemp("doors"), token="for-tests-only-0123456789") as live:
        yield live


@pytest.fixture(scope="module")
def table(live: Live) -> str:
    """A match between two people, at a table by link."""
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open("birdie", ME, OPEN)
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    return table


def with_cookie(live: Live, value: str) -> Guest:
    guest = live.nobody()
    guest.http.cookies.set("birdtable", value)
    return guest


def forged(live: Live) -> Guest:
    cookie = live.guest("Eve").http.cookies["birdtable"]
    return with_cookie(live, cookie[:-4] + ("AAAA" if cookie[-4:] != "AAAA" else "BBBB"))


def stale(live: Live) -> Guest:
    """A device whose link was renewed from another one."""
    eve = live.guest("Eve")
    old = eve.http.cookies["birdtable"]
    eve.ok("POST", "/me/link")
    return with_cookie(live, old)


def gone(live: Live) -> Guest:
    """Somebody who has had everything about them deleted."""
    eve = live.guest("Eve")
    old = eve.http.cookies["birdtable"]
    eve.ok("DELETE", "/me")
    return with_cookie(live, old)


def foreign(live: Live) -> Guest:
    """The browser of a good person, driven by a foreign page."""
    mira = live.guest("Mira")
    mira.http.headers["Origin"] = "http://evil.example"
    return mira


STRANGERS = {
    "nobody": lambda live: live.nobody(),
    "another guest": lambda live: live.guest("Eve"),
    "a forged cookie": forged,
    "a stale cookie": stale,
    "a deleted person": gone,
}


def test_every_route_is_in_the_list(tmp_path: Path) -> None:
    app = create_app(make_rooms(store_at(str(tmp_path / "x.sqlite3"))))
    found = {
        (method, plain(route.path))
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method != "OPTIONS"
    }
    assert {door for door in found if door[1] not in PAGES} == set(DOORS)


def plain(path: str) -> str:
    words = [word.split(":")[0] + "}" if word.startswith("{") else word for word in path.split("/")]
    return "/".join(words).removeprefix("/api") or "/"


def test_every_message_is_in_the_list() -> None:
    assert {kind.__struct_config__.tag for kind in FromClient.__args__} == set(MESSAGES)


@pytest.mark.parametrize("door", [door for door, (who, _) in DOORS.items() if who != "anybody"], ids=" ".join)
@pytest.mark.parametrize("stranger", STRANGERS)
def test_nobody_gets_through_who_should_not(live: Live, table: str, stranger: str, door: tuple[str, str]) -> None:
    method, path = door
    who, body = DOORS[door]
    guest = STRANGERS[stranger](live)
    before = live.nobody().ok("GET", f"/tables/{table}")
    answer = guest.call(method, path.format(**NAMES, table=table), body)
    if stranger == "another guest" and who == "named":
        assert answer.status_code < 500
    elif stranger == "another guest" and who == "seated":
        assert answer.status_code in (403, 404, 409), answer.text
    else:
        assert answer.status_code == 401, answer.text
    assert live.nobody().ok("GET", f"/tables/{table}") == before


@pytest.mark.parametrize("door", [door for door in DOORS if door[0] != "GET"], ids=" ".join)
def test_a_foreign_page_gets_through_no_door(live: Live, table: str, door: tuple[str, str]) -> None:
    method, path = door
    answer = foreign(live).call(method, path.format(**NAMES, table=table), DOORS[door][1])
    assert answer.status_code == 403 and "another site" in answer.json()["reason"]


@pytest.mark.parametrize("door", [door for door, (who, _) in DOORS.items() if who == "anybody"], ids=" ".join)
@pytest.mark.parametrize("stranger", STRANGERS)
def test_what_everybody_may_ask_tells_nothing_of_a_hand(
    live: Live, table: str, stranger: str, door: tuple[str, str]
) -> None:
    """No answer to a stranger has a card that only one seat knows."""
    method, path = door
    answer = STRANGERS[stranger](live).call(method, path.format(**NAMES, table=table), DOORS[door][1])
    assert answer.status_code < 500
    if "{table}" in path and answer.is_success:
        assert all(not hand for hand in hands(answer.json())), answer.text


def hands(told: Any) -> Iterator[Any]:
    """Every hand and secret in what was told."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name in ("hand", "secret"):
                yield value
            yield from hands(value)
    elif isinstance(told, list):
        for value in told:
            yield from hands(value)


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("stranger", STRANGERS)
def test_no_message_of_a_stranger_does_anything(live: Live, table: str, stranger: str, message: str) -> None:
    guest = STRANGERS[stranger](live)
    before = live.nobody().ok("GET", f"/tables/{table}")
    try:
        with guest.socket(table) as talk:
            position = talk.until("position")
            assert position["seat"] == -1 and not any(hands(position))
            fields = {name: position["number"] if name == "after" else v for name, v in MESSAGES[message].items()}
            answer = talk.say(message, **fields)
            allowed = message == "ping" or (stranger == "another guest" and message in ONLOOKERS)
            assert (answer["type"] != "refused") == allowed, json.dumps(answer)
    except InvalidStatus:
        assert stranger not in ("nobody", "another guest")
    after = live.nobody().ok("GET", f"/tables/{table}")
    assert {**after, **SAID} == {**before, **SAID}


def test_a_foreign_page_opens_no_line(live: Live, table: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        live.guest("Mira").socket(table, headers={"Origin": "http://evil.example"})
    assert refused.value.response.status_code == 403
