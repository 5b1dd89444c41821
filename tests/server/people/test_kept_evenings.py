"""Evenings of cardboard in the account of a server: only if one wishes, one version after the other."""

from __future__ import annotations

import asyncio
import json
import tracemalloc

import pytest

from birdtable.server.requests.people import is_json_object
from birdtable.server.room import limits
from kit.server.serving import Guest, Live

BODY = json.dumps({"format": "birdtable-evenings", "players": {"Mira": "owl"}})
NONE = {"version": 0, "body": None}


def test_evenings_are_kept_told_to_other_devices_exported_and_dropped(live: Live) -> None:
    mira, other = live.guest("Mira"), live.guest("Eve")
    phone = Guest(live.address, {"Authorization": f"Bearer {mira.ok('GET', '/me')['code']}"})
    assert mira.ok("GET", "/me/evenings") == NONE and mira.ok("GET", "/me/export")["evenings"] is None
    version = mira.ok("PUT", "/me/evenings", {"after": 0, "body": BODY})["version"]
    assert version > 0
    assert phone.ok("GET", "/me/evenings") == {"version": version, "body": BODY}
    assert phone.ok("GET", f"/me/evenings?known={version}") == {"version": version, "body": None}
    assert other.ok("GET", "/me/evenings") == NONE
    assert mira.ok("GET", "/me/export")["evenings"] == BODY
    assert mira.call("DELETE", "/me/evenings").status_code == 204
    assert phone.ok("GET", "/me/evenings") == NONE


def test_the_later_of_two_devices_is_refused_and_nothing_is_overwritten(live: Live) -> None:
    mira = live.guest("Mira")
    first = mira.ok("PUT", "/me/evenings", {"after": 0, "body": "{}"})["version"]
    second = mira.ok("PUT", "/me/evenings", {"after": first, "body": BODY})["version"]
    assert second > first
    for after in (0, first, second + 1):
        told = mira.refused("PUT", "/me/evenings", {"after": after, "body": "{}"})
        assert told == (409, "another device has changed these evenings meanwhile")
    assert mira.ok("GET", "/me/evenings") == {"version": second, "body": BODY}


def test_a_version_never_comes_again_after_evenings_were_dropped(live: Live) -> None:
    mira = live.guest("Mira")
    first = mira.ok("PUT", "/me/evenings", {"after": 0, "body": "{}"})["version"]
    mira.call("DELETE", "/me/evenings")
    assert mira.ok("PUT", "/me/evenings", {"after": 0, "body": "{}"})["version"] > first


@pytest.mark.parametrize("body", ["", "[]", "{", "x", '{"a": \x00}', "[" * 5000])
def test_what_is_no_file_of_evenings_is_refused(live: Live, body: str) -> None:
    mira = live.guest("Mira")
    assert mira.refused("PUT", "/me/evenings", {"after": 0, "body": body})[0] == 400
    assert mira.ok("GET", "/me/evenings") == NONE


def test_evenings_may_be_larger_than_other_requests_and_still_have_an_end(live: Live) -> None:
    mira = live.guest("Mira")
    large = json.dumps({"text": "x" * (4 * limits.BODY_BYTES)})
    assert mira.call("PUT", "/me/evenings", {"after": 0, "body": large}).status_code == 200
    assert mira.call("PUT", "/me/evenings", {"after": 1, "body": json.dumps("x" * 400_000)}).status_code == 400
    assert mira.call("PUT", "/me/evenings", {"after": 1, "body": "x" * limits.EVENINGS_BYTES}).status_code == 413
    assert mira.ok("GET", "/me/evenings")["body"] == large


def test_they_are_gone_with_the_person(live: Live) -> None:
    mira = live.guest("Mira")
    person = mira.ok("GET", "/me")["person"]
    mira.ok("PUT", "/me/evenings", {"after": 0, "body": BODY})
    assert mira.call("DELETE", "/me").status_code == 204
    left = asyncio.run_coroutine_threadsafe(live.rooms.store.evenings(person), live.rooms.caretaker.get_loop())
    assert left.result(30) is None


def test_nobody_keeps_evenings_without_a_name(live: Live) -> None:
    assert live.nobody().call("GET", "/me/evenings").status_code == 401
    assert live.nobody().call("PUT", "/me/evenings", {"after": 0, "body": "{}"}).status_code == 401


def test_nothing_is_made_of_what_is_only_kept() -> None:
    """Somebody brings as many empty lists as there is room for: as objects they would take 45 ms and 20 MB."""
    body = json.dumps({"a": [[]] * 300_000}, separators=(",", ":"))
    tracemalloc.start()
    try:
        assert is_json_object(body)
        assert tracemalloc.get_traced_memory()[1] < 5e6
    finally:
        tracemalloc.stop()
