"""The key that signs can be replaced, and nobody notices who comes by in time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from birdtable.server.room.operators import deeds
from birdtable.server.room.people import keys
from birdtable.server.room.rooms import Rooms
from kit.server.serving import Guest, Live, Time, live_server, one_worker

DAY = 86_400.0


async def test_what_an_earlier_key_signed_is_good_until_it_ends(rooms: Rooms, time: Time) -> None:
    mira = await rooms.people.add("Mira", time.now)
    badge = rooms.people.badge("link", mira)
    await deeds.rotate_key(rooms.store, "command", time.now, days=30)
    await rooms.enforcement.look()
    assert await rooms.people.bearer(badge, ("link",)) == mira and rooms.people.is_old(badge)
    fresh = rooms.people.badge("link", mira)
    assert fresh != badge and not rooms.people.is_old(fresh)
    time.pass_by(30 * DAY - 1)
    assert await rooms.people.bearer(badge, ("link",)) is not None
    time.pass_by(2)
    assert await rooms.people.bearer(badge, ("link",)) is None
    assert await rooms.people.bearer(fresh, ("link",)) is not None


async def test_earlier_keys_can_be_dropped_at_once(rooms: Rooms, time: Time) -> None:
    mira = await rooms.people.add("Mira", time.now)
    badges = [rooms.people.badge("link", mira)]
    for _ in range(2):
        await deeds.rotate_key(rooms.store, "command", time.now, days=30)
        await rooms.enforcement.look()
        badges.append(rooms.people.badge("link", mira))
    assert [await rooms.people.bearer(badge, ("link",)) for badge in badges] == [mira] * 3
    await deeds.drop_keys(rooms.store, "command", time.now)
    await rooms.enforcement.look()
    assert [await rooms.people.bearer(badge, ("link",)) for badge in badges] == [None, None, mira]


async def test_keys_that_have_ended_are_not_kept(rooms: Rooms, time: Time) -> None:
    for _ in range(3):
        await keys.rotate(rooms.store, time.now, 10.0)
        time.pass_by(11)
    assert len((await keys.load(rooms.store)).earlier) == 1


async def test_a_new_key_is_looked_for_when_a_signature_is_unknown(rooms: Rooms, time: Time) -> None:
    """Another process may sign with it before this one has heard of it."""
    mira = await rooms.people.add("Mira", time.now)
    await keys.rotate(rooms.store, time.now, 10.0)
    signed = (await keys.load(rooms.store)).current
    claim = f"link.{mira.id}.1"
    badge = f"{claim}.{rooms.people.signature(claim, signed)}"
    assert await rooms.people.bearer(badge, ("link",)) is None
    time.pass_by(1.5)
    assert await rooms.people.bearer(badge, ("link",)) == mira


async def test_forged_badges_do_not_make_the_store_work(
    rooms: Rooms, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    async def fact(name: str) -> None:
        looked.append(name)

    monkeypatch.setattr(rooms.store, "fact", fact)
    time.pass_by(5)
    for number in range(50):
        assert await rooms.people.bearer(f"link.pmira.1.{number}", ("link",)) is None
    assert len(looked) == 1


def run(live: Live, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, live.rooms.caretaker.get_loop()).result(30)


def test_a_cookie_is_renewed_when_its_owner_comes_by(tmp_path: Path) -> None:
    with live_server(tmp_path, workers=one_worker()) as live:
        mira, old = live.guest("Mira"), live.nobody()
        old.http.cookies.set("birdtable", mira.http.cookies["birdtable"])
        before = mira.http.cookies["birdtable"]
        run(live, deeds.rotate_key(live.rooms.store, "command", live.rooms.now()))
        run(live, live.rooms.enforcement.look())
        answer = mira.call("GET", "/me")
        flags = answer.headers["set-cookie"].lower()
        assert "httponly" in flags and "samesite=lax" in flags and mira.http.cookies["birdtable"] != before
        assert "set-cookie" not in mira.call("GET", "/me").headers
        run(live, deeds.drop_keys(live.rooms.store, "command", live.rooms.now()))
        run(live, live.rooms.enforcement.look())
        assert mira.ok("GET", "/me")["name"] == "Mira"
        assert old.refused("GET", "/me")[0] == 401


def test_logging_out_with_an_old_cookie_still_ends_it(tmp_path: Path) -> None:
    with live_server(tmp_path, workers=one_worker()) as live:
        mira = live.guest("Mira")
        thief = Guest(live.address)
        thief.http.cookies.set("birdtable", mira.http.cookies["birdtable"])
        run(live, deeds.rotate_key(live.rooms.store, "command", live.rooms.now()))
        run(live, live.rooms.enforcement.look())
        mira.ok("POST", "/me/logout")
        assert thief.refused("GET", "/me")[0] == 401
