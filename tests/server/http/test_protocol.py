"""The protocol's page is true: its examples are read by the types, and the types made from them are not stale."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from birdtable import catalog
from birdtable.engine import Rng
from birdtable.server.http import page_types
from birdtable.server.http.app import create_app
from birdtable.server.requests.conversation import BAD_MESSAGES
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.wire.base import Problem, encode
from birdtable.wire.play import Considered, FromClient, FromServer, Refused, decode_client
from kit.server.serving import Live, Talk, some_play

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text()
EXAMPLES = re.findall(r"```json ([^\n]+)\n(.*?)```", PAGE, re.DOTALL)
CLIENT = {kind.__struct_config__.tag: kind for kind in typing.get_args(FromClient)}
SERVER = {kind.__struct_config__.tag: kind for kind in typing.get_args(FromServer)}
OTHERS = {"Problem": Problem, "unreadable": Refused}
says, hears = PAGE.split("### What the server says")


@pytest.mark.parametrize(("name", "text"), re.findall(r"```json (\w+)\n(.*?)```", says, re.DOTALL))
def test_a_clients_example_is_understood(name: str, text: str) -> None:
    if name in OTHERS:
        msgspec.json.decode(text, type=OTHERS[name])
    else:
        assert isinstance(decode_client(text), CLIENT[name])


@pytest.mark.parametrize(("name", "text"), re.findall(r"```json (\w+)\n(.*?)```", hears, re.DOTALL))
def test_a_servers_example_is_what_it_would_send(name: str, text: str) -> None:
    kind, example = SERVER[name], json.loads(text)
    example.pop("view", None)
    fields = {field.encode_name for field in msgspec.structs.fields(kind)} | {"type"}
    assert set(example) <= fields
    placed = {**example, "view": None if kind is Considered else msgspec.Raw(b"null")}
    message = msgspec.convert(placed if "view" in fields else example, kind)
    assert json.loads(encode(message)) == ({**example, "view": None} if "view" in fields else example)


def test_every_message_has_an_example() -> None:
    assert {name for name, _ in re.findall(r"```json (\w+)\n(.*?)```", says, re.DOTALL)} >= set(CLIENT)
    assert {name for name, _ in re.findall(r"```json (\w+)\n(.*?)```", hears, re.DOTALL)} == set(SERVER)


@pytest.mark.parametrize(("name", "text"), [example for example in EXAMPLES if example[0].startswith("POST")])
def test_an_example_of_a_request_is_accepted(live: Live, name: str, text: str) -> None:
    method, path = name.split()
    live.guest().ok(method, path.removeprefix("/api"), json.loads(text))


def routes(live: Live) -> set[tuple[str, str]]:
    paths = httpx.get(live.address + "/api/schema/openapi.json").json()["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def test_every_route_is_described(live: Live) -> None:
    found = re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/api/[^\s`?]+)", PAGE)
    assert routes(live) == set(found) - {("GET", "/api/tables/{table}/socket")}


def test_what_is_left_out_is_described() -> None:
    """Every type that leaves out defaults is in the table, with all of them, and no other is."""
    described = re.findall(r"^\| (`\w+` \| `\w+` [^`|]+.*) \|$", hears, re.MULTILINE)
    texts = [defaults_text(kind) for kind in page_types.wire_types() if leaves_out(kind)]
    assert described == [text for text in texts if not text.endswith("| ")]


def leaves_out(kind: Any) -> bool:
    return bool(kind.__struct_config__.omit_defaults)


def defaults_text(kind: Any) -> str:
    fields = [field for field in msgspec.structs.fields(kind) if not field.required]
    values = [field.default if field.default is not msgspec.NODEFAULT else field.default_factory() for field in fields]
    texts = [f"`{field.encode_name}` {encode(value).decode()}" for field, value in zip(fields, values, strict=True)]
    return f"`{kind.__struct_config__.tag or kind.__name__}` | {', '.join(texts)}"


@pytest.mark.parametrize(
    "sent",
    ["", "fly", "[]", '{"type": "fly", "id": 7}', '{"type": "ping", "id": -1}', '{"type": "ping", "x": 1}'],
)
def test_what_cannot_be_read_is_refused_without_its_number(live: Live, sent: str) -> None:
    mira = live.guest()
    with mira.socket(mira.open()) as talk:
        talk.say("ping")
        talk.socket.send(sent)
        answer = talk.until("refused")
        assert set(answer) == {"type", "reason", "details"} and set(answer["details"]) == {"what"}
        assert answer["reason"] == "this cannot be understood: {what}"
        assert talk.say("ping")["type"] == "ok"


def test_the_example_of_what_cannot_be_read_is_the_answer(live: Live) -> None:
    example = json.loads(dict(EXAMPLES)["unreadable"])
    mira = live.guest()
    with mira.socket(mira.open()) as talk:
        talk.socket.send('{"type": "fly"}')
        assert talk.until("refused") == example


def test_after_a_hundred_unreadable_messages_the_connection_is_closed(live: Live) -> None:
    assert f"After {BAD_MESSAGES} of both the connection is" in PAGE
    mira = live.guest()
    with mira.socket(mira.open()) as talk:
        for _ in range(BAD_MESSAGES + 1):
            talk.socket.send("fly")
        assert talk.until_closed() == 1008
    assert sum(message["type"] == "refused" for message in talk.seen) == BAD_MESSAGES


def test_the_types_of_the_page_are_not_stale() -> None:
    catalog.GAMES.pop("kuhn", None)
    try:
        stale = [path.name for path, text in page_types.files().items() if path.read_text() != text]
    finally:
        catalog.register("kuhn", "kit.kuhn")
    assert stale == [], "run: python -m birdtable.server.http.page_types"


def test_the_types_of_the_page_are_typescript(tmp_path: Path) -> None:
    """Every message of the page's examples has the fields that its interface names."""
    declared = dict(re.findall(r"export interface (\w+) \{\n(.*?)\n\}", page_types.wire_text(), re.DOTALL))
    for kind in (*CLIENT.values(), *SERVER.values()):
        fields = re.findall(r"^  (\w+)\??:", declared[kind.__name__], re.MULTILINE)
        assert set(fields) == {field.encode_name for field in msgspec.structs.fields(kind)} | {"type"}


# --- the example of a remote bot ------------------------------------------------------------------------------------


def remote_bot() -> Any:
    spec = importlib.util.spec_from_file_location("remote_bot", ROOT / "examples" / "remote_bot.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def seat_taken(talk: Talk) -> None:
    while talk.until("table")["table"]["seats"][0]["player"] == "open":
        pass


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_the_example_bot_plays_a_match_to_its_end(live: Live, game: str) -> None:
    mira = live.guest()
    table = mira.open(game, {"player": "open"}, {"player": "bot", "level": "random"})
    robo = mira.ok("POST", "/bots", {"name": "Robo"})

    async def match() -> dict[str, Any]:
        playing = asyncio.create_task(remote_bot().play(live.address, table, robo["token"]))
        with mira.socket(table) as talk:
            await asyncio.to_thread(seat_taken, talk)
        await asyncio.to_thread(mira.ok, "POST", f"/tables/{table}/start", {})
        outcome: dict[str, Any] = await asyncio.wait_for(playing, 120)
        return outcome

    outcome = asyncio.run(match())
    assert outcome["winners"] and mira.ok("GET", f"/tables/{table}")["seats"][0]["remote"]


def test_the_example_bot_agrees_to_a_take_back(live: Live) -> None:
    mira = live.guest()
    table = mira.open("cubirds", {"player": "me"}, {"player": "open"})
    robo = mira.ok("POST", "/bots", {"name": "Robo"})

    def ask_for_a_take_back() -> list[str]:
        with mira.socket(table) as talk:
            while talk.until("table")["table"]["seats"][1]["player"] == "open":
                pass
            mira.ok("POST", f"/tables/{table}/start", {})
            position = talk.until("position")
            while position["to_move"] != 0 or position["undo"].get("can") != "ask":
                if position["to_move"] == 0:
                    steps = some_play(live.rooms.rooms[table].table, Rng(position["number"]))
                    position = talk.say("play", after=position["number"], steps=steps)
                else:
                    position = talk.until("position")
            talk.say("undo", after=position["number"])
            said = [news["what"] for message in talk.seen for news in message.get("news", ())]
            while said[-1] != "undone":
                said += [news["what"] for news in talk.until("position")["news"]]
            return said[-3:]

    async def match() -> list[str]:
        playing = asyncio.create_task(remote_bot().play(live.address, table, robo["token"]))
        said = await asyncio.wait_for(asyncio.to_thread(ask_for_a_take_back), 60)
        playing.cancel()
        return said

    assert asyncio.run(match()) == ["asked", "agreed", "undone"]


def test_the_example_bot_is_short() -> None:
    assert len((ROOT / "examples" / "remote_bot.py").read_text().splitlines()) <= 45


def test_the_example_bot_says_how_it_is_called() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "remote_bot.py", "http://127.0.0.1:9", "x", "y"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "refused" in done.stderr


# --- anything that the description allows, and anything else --------------------------------------------------------


def operations() -> list[Any]:
    app = create_app(make_rooms(store_at("unused.sqlite3")))
    schema = schemathesis.openapi.from_dict(msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema())))
    return [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]


CHECKS = (not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance)


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_the_http_api_keeps_to_its_description(live: Live, operation: Any) -> None:
    """Called by a guest with a table of their own, which every other call is about."""
    guest = live.guest()
    guest.me["table"] = guest.open("kuhn", {"player": "me"}, {"player": "open"})

    @settings(max_examples=20, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(), own=st.booleans())
    def call(case: Any, own: bool) -> None:
        if own and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = guest.me["table"]
        case.call_and_validate(
            base_url=live.address,
            headers={"Cookie": f"birdtable={guest.http.cookies['birdtable']}"},
            checks=CHECKS,
        )

    call()
