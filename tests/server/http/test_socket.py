"""Conversations over real WebSockets with a real server."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from birdtable import catalog
from birdtable.engine import Rng
from birdtable.server.crowd import random_play
from birdtable.server.http.metrics import REGISTRY
from birdtable.server.room import limits
from birdtable.server.room.limits import Limits, Rate
from kit.server.serving import Guest, Live, Talk, kinds, live_server, one_worker
from kit.waiting import wait_for

BOT = {"player": "bot", "level": "random"}
ME = {"player": "me"}


def seated(live: Live, game: str = "kuhn", **wishes: Any) -> tuple[str, Guest, Guest]:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open(game, **wishes)
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    return table, mira, tomas


def a_play(game: str, position: dict[str, Any], rng: Rng) -> list[str]:
    rules = catalog.game(game)
    return random_play(rules, rules.parse_view(json.dumps(position["view"])), rng)


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_whole_match_against_a_bot(live: Live, game: str) -> None:
    mira = live.guest()
    table = mira.open(game, ME, BOT, memory="assisted")
    rng = Rng(1)
    with mira.socket(table) as talk:
        mira.ok("POST", f"/tables/{table}/start", {})
        numbers = []
        while True:
            position = talk.until("position")
            numbers += [news["number"] for news in position["news"]]
            if position["outcome"]:
                break
            if position["to_move"] == 0:
                steps = a_play(game, position, rng)
                talk.socket.send(json.dumps({"type": "play", "after": position["number"], "steps": steps}))
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    record = mira.call("GET", f"/tables/{table}/record").text
    assert record.startswith(f"birdtable: 1\ngame: {game}\n") and "shuffle secret: " in record


@pytest.mark.parametrize("game", ["kuhn", "birdie", "cubirds"])
def test_the_line_may_break_at_every_point(live: Live, game: str) -> None:
    """A new connection for every move of two people: nothing is lost, nothing is told twice."""
    table, mira, tomas = seated(live, game, memory="assisted")
    rng = Rng(2)
    seen = {0: 0, 1: 0}
    told: dict[int, list[int]] = {0: [], 1: []}
    over = False
    while not over:
        for seat, guest in enumerate((mira, tomas)):
            with guest.socket(table, since=seen[seat]) as talk:
                position = talk.until("position")
                told[seat] += [news["number"] for news in position["news"]]
                if position["to_move"] == seat:
                    steps = a_play(game, position, rng)
                    position = talk.say("play", after=position["number"], steps=steps)
                    told[seat] += [news["number"] for news in position["news"]]
                seen[seat] = position["number"]
                over = position["outcome"] is not None
            if over:
                break
    with (mira if told[0][-1] < told[1][-1] else tomas).socket(table, since=min(seen.values())) as talk:
        missed = talk.until("position")
    behind = 0 if told[0][-1] < told[1][-1] else 1
    told[behind] += [news["number"] for news in missed["news"]]
    assert told[0] == told[1] == list(range(told[0][0], told[0][0] + len(told[0])))


def test_a_play_whose_answer_was_lost_is_not_played_again(live: Live) -> None:
    table, mira, _ = seated(live)
    with mira.socket(table) as talk:
        number = talk.until("position")["number"]
        talk.socket.send(json.dumps({"type": "play", "after": number, "steps": ["check"]}))
    with mira.socket(table, since=number) as talk:
        position = talk.until("position")
        while position["number"] == number:
            position = talk.until("position")
        stale = talk.say("play", after=number, steps=["check"])
        assert stale["type"] == "stale"
        assert talk.until("position")["view"]["bets"] == "x"


def test_a_play_is_told_to_the_others_even_if_its_line_breaks_at_once(live: Live) -> None:
    """Whatever happens to the one who played, nobody has to wait for the next move to see it."""
    for _ in range(10):
        table, mira, tomas = seated(live)
        with tomas.socket(table) as other:
            number = other.until("position")["number"]
            talk = mira.socket(table)
            talk.until("position")
            talk.socket.send(json.dumps({"type": "play", "after": number, "steps": ["check"]}))
            talk.socket.socket.close()
            assert other.until("position")["number"] == number + 1


def test_two_devices_of_one_guest_see_the_same(live: Live) -> None:
    table, mira, _ = seated(live)
    with mira.socket(table) as one, mira.socket(table) as two:
        one.until("position")
        number = two.until("position")["number"]
        one.say("play", after=number, steps=["check"])
        assert two.until("position")["view"] == one.seen[-1]["view"]


def test_late_and_reordered_messages_are_answered(live: Live) -> None:
    table, mira, tomas = seated(live)
    with mira.socket(table) as first, tomas.socket(table) as second:
        number = first.until("position")["number"]
        assert second.say("play", after=number + 1, steps=["bet"])["type"] == "stale"
        first.say("play", after=number, steps=["check"])
        assert first.say("play", after=number, steps=["bet"])["type"] == "stale"
        assert second.say("play", after=number + 1, steps=["bet"])["type"] == "position"


def test_an_onlooker_needs_no_name_and_sees_no_hand(live: Live) -> None:
    table, *_ = seated(live, "birdie")
    with live.nobody().socket(table) as talk:
        position = talk.until("position")
        assert position["seat"] == -1 and position["view"]["hand"] is None and position["legal"] == []
        assert not any("secret" in event for news in position["news"] for event in news["events"])


def test_there_is_no_socket_without_a_table(live: Live) -> None:
    assert close_code(live.nobody().socket("nothing")) == 4404


def test_a_void_token_opens_no_socket(live: Live) -> None:
    table, *_ = seated(live)
    guest = Guest(live.address, {"Authorization": "Bearer bot.bxx.1.forged"})
    assert close_code(guest.socket(table)) == 4401


def test_a_foreign_page_opens_no_socket(live: Live) -> None:
    table, mira, _ = seated(live)
    with pytest.raises(InvalidStatus):
        mira.socket(table, headers={"Origin": "http://evil.example"})
    with pytest.raises(InvalidStatus):
        mira.socket(table, headers={"Sec-Fetch-Site": "cross-site"})
    with mira.socket(table, headers={"Origin": live.address}) as talk:
        assert talk.hear()["type"] == "table"


def close_code(talk: Talk) -> int | None:
    try:
        while True:
            talk.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_a_message_too_large_ends_the_conversation(live: Live) -> None:
    table, mira, _ = seated(live)
    talk = mira.socket(table)
    talk.socket.send("x" * 20_000)
    assert close_code(talk) == 1009


def test_bytes_are_as_good_as_text(live: Live) -> None:
    table, mira, _ = seated(live)
    with mira.socket(table) as talk:
        talk.socket.send(b'{"type": "ping", "id": 5}')
        assert talk.until("ok")["re"] == 5


NESTED = ["[" * 9000, '{"type":' * 2000]


@pytest.mark.parametrize("text", ["", "{", "null", "[]", '{"type":"fly"}', '{"type":"play"}', "\u0000", "💥", *NESTED])
def test_what_cannot_be_understood_is_answered(live: Live, text: str) -> None:
    table, mira, _ = seated(live)
    with mira.socket(table) as talk:
        talk.socket.send(text)
        assert talk.until("refused")["reason"].startswith("this cannot be understood")
        assert talk.say("ping")["type"] == "ok"


def test_an_unknown_field_is_refused_whole(live: Live) -> None:
    table, mira, _ = seated(live)
    with mira.socket(table) as talk:
        number = talk.until("position")["number"]
        talk.socket.send(json.dumps({"type": "play", "after": number, "steps": ["check"], "seat": 1}))
        assert "seat" in talk.until("refused")["details"]["what"]
        assert talk.say("play", after=number, steps=["check"])["type"] == "position"


def test_whoever_talks_without_end_is_cut_off(tmp_path: Path) -> None:
    with live_server(tmp_path) as live:
        mira = live.guest()
        table = mira.open()
        mira.socket(table).socket.close()
        wait_for(lambda: not live.rooms.limits.held)
        live.rooms.limits.factor = 1e-6  # from here on every message is one too many
        talk = mira.socket(table)
        talk.until("here")
        for _ in range(100):
            talk.socket.send('{"type": "ping"}')
            talk.until("refused")
        talk.socket.send('{"type": "ping"}')
        assert close_code(talk) == 1008


def test_no_number_is_a_fault(live: Live) -> None:
    """Whatever a client says that it has heard already."""
    before = REGISTRY.get_sample_value("birdtable_faults_total")
    mira = live.guest()
    table = mira.open()
    for since in (-1, -(10**30), 10**30):
        with mira.socket(table, since) as talk:
            assert talk.until("table")["number"] == 1
    assert REGISTRY.get_sample_value("birdtable_faults_total") == before


def from_address(live: Live, table: str, address: str) -> Talk:
    """An onlooker who comes through the proxy on this machine."""
    return live.nobody().socket(table, headers={"X-Forwarded-For": address})


def test_an_address_behind_a_proxy_holds_so_many_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADDRESS_CONNECTIONS", 3)
    with live_server(tmp_path, limits=Limits()) as live:
        table = live.guest().open()
        talks = [from_address(live, table, "198.51.100.7") for _ in range(3)]
        for talk in talks:
            talk.until("table")
        assert close_code(from_address(live, table, "198.51.100.7")) == 1008
        from_address(live, table, "198.51.100.8").until("table")
        talks[0].socket.close()
        wait_for(lambda: live.rooms.limits.held["198.51.100.7"] == 2)
        from_address(live, table, "198.51.100.7").until("table")


def test_an_address_that_knocks_without_end_is_turned_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an answer after which a client tries again later."""
    monkeypatch.setattr(limits, "SOCKETS", Rate(0.0001, 3))
    with live_server(tmp_path, limits=Limits()) as live:
        table = live.guest().open()
        for _ in range(3):
            from_address(live, table, "198.51.100.7").until("table")
        with pytest.raises(InvalidStatus) as refused:
            from_address(live, table, "198.51.100.7")
        assert refused.value.response.status_code == 403
        from_address(live, table, "198.51.100.8").until("table")


def test_messages_of_an_address_are_limited_over_all_its_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ADDRESS_MESSAGES", Rate(0.0001, 6))
    with live_server(tmp_path, limits=Limits()) as live:
        table = live.guest().open()
        talks = [from_address(live, table, "198.51.100.7") for _ in range(3)]
        for talk in talks:
            for _ in range(2):
                assert talk.say("ping")["type"] == "ok"
        talks[0].socket.send('{"type": "ping"}')
        assert talks[0].until("refused")["reason"] == "too many requests: wait a moment"
        assert from_address(live, table, "198.51.100.8").say("ping")["type"] == "ok"


def test_a_renamed_person_is_seen_under_the_new_name(live: Live) -> None:
    table, mira, tomas = seated(live)
    with tomas.socket(table) as talk:
        talk.until("here")
        mira.ok("PATCH", "/me", {"name": "Miranda"})
        assert talk.until("table")["table"]["seats"][0]["name"] == "Miranda"


def test_a_renewed_link_cuts_the_old_lines(live: Live) -> None:
    table, mira, _ = seated(live)
    talk = mira.socket(table)
    talk.until("position")
    mira.ok("POST", "/me/link")
    assert close_code(talk) == 4401
    with mira.socket(table) as again:
        assert again.until("position")["seat"] == 0


def test_everybody_is_told_when_the_server_goes(tmp_path: Path) -> None:
    with live_server(tmp_path, workers=one_worker()) as live:
        table, mira, _ = seated(live)
        talk = mira.socket(table)
        talk.until("position")
        ends: list[Any] = []

        def listen() -> None:
            try:
                while True:
                    ends.append(talk.hear()["type"])
            except ConnectionClosed as closed:
                ends.append(closed.rcvd.code if closed.rcvd else None)

        listener = threading.Thread(target=listen)
        listener.start()
    listener.join(30)
    assert ends[-2:] == ["bye", 1012]


words = st.sampled_from(["check", "bet", "call", "fold", "deal K", "", "x" * 40, "\n"])
numbers = st.integers(-5, 50) | st.sampled_from([2**31, 2**40])
known = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(["play", "consider"]), "after": numbers, "steps": st.lists(words)}),
    st.fixed_dictionaries({"type": st.just("undo"), "after": numbers}),
    st.fixed_dictionaries({"type": st.just("undo_reply"), "after": numbers, "agree": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("call"), "seat": st.none() | st.integers(-2, 12)}),
    st.fixed_dictionaries({"type": st.just("chat")}, optional={"phrase": st.just("Hello!"), "text": st.text()}),
    st.fixed_dictionaries(
        {"type": st.just("mute"), "person": st.text(max_size=5) | st.just("pabc"), "on": st.booleans()}
    ),
    st.fixed_dictionaries({"type": st.just("reveal"), "nonce": st.just("ab" * 32) | st.text(max_size=64)}),
    st.fixed_dictionaries({"type": st.just("ping"), "id": numbers}),
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=300)
@given(message=known | anything.filter(lambda value: len(json.dumps(value)) < 10_000))
def test_every_message_has_an_answer(live: Live, message: Any) -> None:
    """Never a hang, never a broken line, whatever is said; the match goes on."""
    talk = fuzzed(live)
    talk.socket.send(json.dumps(message))
    before = len(talk.seen)
    assert talk.say("ping")["type"] == "ok"
    answers = [kind for kind in kinds(talk.seen[before:-1]) if kind not in ("here", "thinking")]
    assert answers or message == {"type": "ping"}


FUZZED: dict[str, Talk] = {}


def fuzzed(live: Live) -> Talk:
    """One conversation for many examples; a new one when the match or the server's patience is at an end."""
    talk = FUZZED.get(live.address)
    if talk is None or any(seen.get("outcome") for seen in talk.seen) or kinds(talk.seen).count("refused") > 90:
        guest = live.guest()
        table = guest.open("kuhn", ME, ME)
        guest.ok("POST", f"/tables/{table}/start", {})
        talk = FUZZED[live.address] = guest.socket(table)
        talk.until("here")
    return talk
