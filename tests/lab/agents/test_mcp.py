"""Tables over the Model Context Protocol, with the package's own client: in this process, over pipes and over HTTP."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from birdtable import catalog, cli
from birdtable.engine import Rng
from birdtable.lab.agents.match import answers_of
from birdtable.lab.mcp.local import LocalSeat, LocalTable
from birdtable.lab.mcp.server import make_server
from birdtable.lab.mcp.tools import IDLE, MOST_SEATS, Tools
from birdtable.record import Record
from kit.agents.callers import COMMAND, Caller, play_to_the_end
from kit.agents.positions import REDEAL, decisions
from kit.server.serving import Live, live_server, one_worker


@asynccontextmanager
async def in_process(**wishes: Any) -> AsyncIterator[tuple[Caller, Tools]]:
    tools = Tools(**wishes)
    try:
        async with Client(make_server(tools)) as client:
            yield Caller(client), tools
    finally:
        await tools.close()


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
async def test_a_whole_match_over_pipes(game: str) -> None:
    async with Client(StdioServerParameters(command=COMMAND[0], args=COMMAND[1:])) as client:
        caller = Caller(client)
        _, data = await caller.ok("open_table", game=game, players=["greedy", "me"])
        await play_to_the_end(caller, data["seat"], game)


@pytest.fixture(scope="module")
def http_server() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([*COMMAND, "--http", str(port)], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/mcp"
    try:
        for _ in range(600):
            try:
                httpx.get(address)
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(20)


async def test_two_models_play_each_other_over_http(http_server: str) -> None:
    for game in ("birdie", "cubirds"):
        async with Client(http_server) as one, Client(http_server) as other:
            ann, ben = Caller(one), Caller(other)
            _, opened = await ann.ok("open_table", game=game, players=["me", "open"])
            assert "has not begun" in await ann.refused("position", seat=opened["seat"])
            _, joined = await ben.ok("join_table", table=opened["table"])
            assert opened["seat"] != joined["seat"]
            ends = await asyncio.gather(
                play_to_the_end(ann, opened["seat"], game), play_to_the_end(ben, joined["seat"], game)
            )
            assert ends[0]["outcome"] == ends[1]["outcome"]
            assert "no open seat" in await ben.refused("join_table", table=opened["table"])


def test_a_port_that_is_taken_is_one_clear_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run([*COMMAND, "--http", str(port)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: 127.0.0.1:{port} cannot be listened on:") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_pages_of_other_sites_are_refused(http_server: str, method: str) -> None:
    usual = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    for origin in ("http://evil.example", "https://127.0.0.1.evil.example", "null", "file://"):
        headers = {**usual, "Origin": origin}
        assert httpx.request(method, http_server, content="{}", headers=headers).status_code == 403, origin
    # A name of the attacker's that leads to this machine (DNS rebinding).
    for host in ("evil.example", "127.0.0.1.evil.example:8700", "localhost@evil.example"):
        headers = {**usual, "Host": host}
        assert httpx.request(method, http_server, content="{}", headers=headers).status_code == 421, host


def test_a_body_that_is_too_large_is_refused(http_server: str) -> None:
    large = httpx.post(http_server, content=b"x" * (2 << 20), headers={"Content-Type": "application/json"})
    assert large.status_code == 413


async def test_tools_are_few_and_described() -> None:
    async with in_process() as (caller, tools):
        found = (await caller.client.list_tools()).tools
        assert {tool.name for tool in found} == set(tools.all) and len(found) == 12
        page = (Path(__file__).parents[3] / "docs/agents.md").read_text(encoding="utf-8")
        assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(tools.all)
        for tool in found:
            assert tool.description and tool.input_schema["additionalProperties"] is False


async def test_nonsense_is_refused_by_name_and_rule() -> None:
    async with in_process(seed=1) as (caller, _):
        _, data = await caller.ok("open_table", game="birdie", players=["me", "random"])
        seat = data["seat"]
        await caller.ok("wait_for_turn", seat=seat)
        before, _ = await caller.ok("position", seat=seat)
        refusals = {
            "there is no tool 'fly'": ("fly", {}),
            "unknown field `extra`": ("position", {"seat": seat, "extra": 1}),
            "missing required field `seat`": ("position", {}),
            "Expected `array`": ("play", {"seat": seat, "steps": "pass"}),
            "there is no seat with this handle": ("play", {"seat": "0", "steps": ["pass"]}),
            "'fly' is not a step of Birdie": ("play", {"seat": seat, "steps": ["fly"]}),
            "a play has at least one step": ("play", {"seat": seat, "steps": []}),
            "[B5.1]": ("play", {"seat": seat, "steps": ["remove 1"]}),
            "your play is over after 'pass'": ("play", {"seat": seat, "steps": ["pass", "pass"]}),
            "have no clause 'Z9'": ("rules", {"game": "birdie", "clause": "Z9"}),
            "there is no game 'chess'": ("open_table", {"game": "chess"}),
            "exactly one of them is 'me'": ("open_table", {"game": "birdie", "players": ["greedy", "greedy"]}),
            "'evil.py' is not one of": ("open_table", {"game": "birdie", "players": ["me", "evil.py"]}),
            "'search:999999999' is not one of": (
                "open_table",
                {"game": "birdie", "players": ["me", "search:999999999"]},
            ),
            "2 to 4 players, not 5 [B1]": ("open_table", {"game": "birdie", "players": ["me", *["random"] * 4]}),
            "has no option 'exprt'": ("open_table", {"game": "birdie", "options": {"exprt": True}}),
            "there is no table 'x'": ("join_table", {"table": "x"}),
            "no tables of servers here": ("join_table", {"table": "http://127.0.0.1:9/#/table/abc"}),
            "the match is not over": ("record", {"seat": seat}),
            "Expected `float` <= 60": ("wait_for_turn", {"seat": seat, "seconds": 1e9}),
            "there are 4 of each kind [B1.1]": ("score_row", {"row": "Rs Rs Rs Rs Rs"}),
            "there are no cards 1-9 in a row of 2 [B5.4]": ("score_row", {"row": "Rs Ra", "sets": "1-9:robin"}),
            "at most 10 seconds": ("score_row", {"row": "Rs Rs", "time": 1e6}),
        }
        for why, (tool, arguments) in refusals.items():
            assert why in await caller.refused(tool, **arguments)
        assert (await caller.ok("position", seat=seat))[0] == before
        result = await caller.call("play", seat=seat, steps=["remove 1"])
        assert result.structured_content["clause"] == "B5.1"


THINGS: tuple[Any, ...] = (
    *(None, True, -1, 0, 1e300, 10**30, "", " ", "0", "me", "\ud800", "\x00", "\u202e", "../../etc/passwd", "A" * 5000),
    *(
        "http://[::1",
        "http://127.0.0.1:99999/#/table/k3",
        "//",
        "birdie",
        "cubirds",
        "B5.1",
        "pass",
        "Rs Ra",
        "1-2:robin",
    ),
    *([], [[]], ["pass"], ["me"], ["me", "greedy"], ["open"] * 9, ["\ud800"], {}, {"": ""}, {"expert": "\ud800"}),
)


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_a_tool_is_called_with_it_answers_or_refuses_in_words(seed: int) -> None:
    rng = random.Random(seed)
    async with in_process(seed=1) as (caller, tools):
        _, data = await caller.ok("open_table", game="birdie", players=["me", "random"])
        things = (*THINGS, data["seat"], data["table"])
        for _ in range(400):
            name = rng.choice([*tools.all, "fly", ""])
            fields = list(tools.all[name].arguments.__struct_fields__) if name in tools.all else ["seat"]
            given = {field: rng.choice(things) for field in rng.sample(fields, rng.randint(0, len(fields)))}
            if name == "leave_table" or (name == "wait_for_turn" and given.get("seat") == data["seat"]):
                continue
            if rng.random() < 0.1:
                given[rng.choice(["extra", "\ud800"])] = rng.choice(things)
            result = await caller.call(name, **given)
            text = result.content[0].text
            assert text and len(text) < 30_000 and "Traceback" not in text
            assert not result.is_error or len(text) < 7000, (name, given, text)


async def test_tools_tell_what_steps_lead_to_and_why_not() -> None:
    async with in_process(seed=1) as (caller, _):
        _, data = await caller.ok("open_table", game="birdie", players=["me", "random"])
        seat = data["seat"]
        _, data = await caller.ok("wait_for_turn", seat=seat)
        first = next(step for step in data["legal"] if step.startswith("stack "))
        _, found = await caller.ok("legal_plays", seat=seat, steps=[first])
        assert not found["over"] and all(re.match(r"(stack|add|end)", step) for step in found["legal"])
        _, found = await caller.ok("legal_plays", seat=seat, steps=["pass"])
        assert found == {"steps": ["pass"], "over": True, "legal": []}
        text, why = await caller.ok("explain_refusal", seat=seat, steps=["remove 1"])
        assert (why["allowed"], why["clause"]) == (False, "B5.1") and "B5.1 After the last pass" in text
        assert (await caller.ok("explain_refusal", seat=seat, steps=["pass"]))[1]["allowed"]
        text, _ = await caller.ok("position", seat=seat, form="json", legal=False)
        assert '"view"' in text and '"legal"' not in text
        text, score = await caller.ok("score_row", row="Rs Ra Rs Ru Pu Ou", sets="1-4:robin 5-6:summer")
        assert score["gain"] == 4 + 2 + 2 + 3 and "[B5.6]" in text
        assert (await caller.ok("rules", game="cubirds", clause="c3.2"))[0].startswith("C3.2 ")


async def ask_everything(tools: Tools, seat: LocalSeat) -> list[str]:
    """All that a model can get out of a seat without changing anything."""
    handle = tools.hold(seat)
    legal = seat.game.legal_steps(seat.table.state) if seat.game.to_move(seat.table.state) == seat.seat else []
    tried = [[], *([step] for step in [*legal[:6], *seat.game.steps[::23]])]
    questions: list[tuple[str, dict[str, Any]]] = [
        ("position", {"form": "text"}),
        ("position", {"form": "json"}),
        *((tool, {"steps": steps}) for tool in ("legal_plays", "explain_refusal") for steps in tried),
        *(("play", {"steps": steps}) for steps in tried if steps and steps[0] not in legal),
        ("record", {}),
        ("review", {}),
    ]
    async with Client(make_server(tools)) as client:
        answers = [await client.call_tool(tool, {"seat": handle, **more}) for tool, more in questions]
    return [str(answer.model_dump()) for answer in answers]


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
async def test_twins_cannot_be_told_apart_by_any_tool(game: str) -> None:
    rules, rng, tools = catalog.game(game), Rng(6), Tools()
    try:
        for number, (state, log) in enumerate(decisions(game, 12, 3)):
            if number % 40 != 5:
                continue
            for seat in {state.to_move, (state.to_move + 1) % 3}:
                said = []
                for world in (state.copy(), REDEAL[game](state, seat, rng)):
                    table = LocalTable(rules, ["me", "open", "open"], {}, 1, tools.crew)
                    table.players = ["me", "me", "me"]
                    table.recorder.state = world
                    table.news[seat] = [event.seen_by(seat) for event in log[-20:]]
                    said.append(await ask_everything(tools, LocalSeat(table, seat)))
                assert said[0] == said[1]
                assert len(said[0]) > 10
    finally:
        await tools.close()


async def test_a_bot_that_thinks_does_not_keep_others_waiting() -> None:
    async with in_process(seed=2) as (caller, _):
        _, slow = await caller.ok("open_table", game="cubirds", players=["strong", "me"], options={"starter": 1})
        text, quick = await caller.ok("open_table", game="cubirds", players=["me", "random"], options={"starter": 1})
        assert quick["your_move"] and not slow["your_move"] and quick["seat"] in text
        _, data = await caller.ok("wait_for_turn", seat=slow["seat"], seconds=60)
        assert data["your_move"]


async def test_a_lost_process_is_said_or_made_good() -> None:
    """The one in which bots and tools think, killed while it starts."""

    def kill(tools: Tools) -> None:
        while not tools.crew.pool._processes:
            time.sleep(0.001)
        for process in tools.crew.pool._processes.values():
            process.kill()

    async with in_process(seed=2) as (caller, tools):
        opening = caller.ok("open_table", game="cubirds", players=["strong", "me"], options={"starter": 1})
        (_, opened), _ = await asyncio.gather(opening, asyncio.to_thread(kill, tools))
        _, data = await caller.ok("wait_for_turn", seat=opened["seat"], seconds=60)
        assert data["your_move"]
    async with in_process() as (caller, tools):
        said, _ = await asyncio.gather(caller.refused("score_row", row="Rs Rs"), asyncio.to_thread(kill, tools))
        assert said == "the process that worked on it was lost: call the tool again"
        assert "points" in (await caller.ok("score_row", row="Rs Rs"))[0]


@pytest.mark.parametrize("begun", [True, False])
async def test_when_somebody_leaves_the_others_are_told(begun: bool) -> None:
    async with in_process(seed=4) as (caller, _):
        _, one = await caller.ok("open_table", game="cubirds", players=["me", "open", "open"])
        _, other = await caller.ok("join_table", table=one["table"])
        if begun:
            await caller.ok("join_table", table=one["table"])
        waiting = asyncio.create_task(caller.refused("wait_for_turn", seat=other["seat"], seconds=60))
        await asyncio.sleep(0)
        await caller.ok("leave_table", seat=one["seat"])
        told = f"seat 1 has left table {one['table']}: the match has ended without a result"
        assert await asyncio.wait_for(waiting, 20) == told
        for tool in ("position", "legal_plays", "record", "review"):
            assert await caller.refused(tool, seat=other["seat"]) == told
        assert await caller.refused("play", seat=other["seat"], steps=["keep"]) == told
        assert await caller.refused("join_table", table=one["table"]) == told


async def test_with_a_seed_every_table_has_cards_of_its_own() -> None:
    async with in_process(seed=4) as (caller, _):
        hands = []
        for _ in range(6):
            _, data = await caller.ok("open_table", game="cubirds", players=["me", "random"], options={"starter": 1})
            hands.append(str(data["view"]))
            await caller.ok("leave_table", seat=data["seat"])
        assert len(set(hands)) == 6


async def test_a_review_of_what_was_played() -> None:
    async with in_process(seed=4) as (caller, _):
        _, data = await caller.ok("open_table", game="birdie", players=["me", "random"])
        await play_to_the_end(caller, data["seat"], "birdie")
        text, found = await caller.ok("review", seat=data["seat"])
        assert "Your share of the victory" in text and found["seat"] == 0
        await caller.ok("leave_table", seat=data["seat"])
        assert "no seat with this handle" in await caller.refused("position", seat=data["seat"])


async def test_there_is_a_limit_to_seats() -> None:
    async with in_process(seed=4) as (caller, tools):
        _, data = await caller.ok("open_table", game="birdie")
        for number in range(MOST_SEATS):
            tools.held.setdefault(f"seat {number}", tools.held[data["seat"]])
        assert f"{MOST_SEATS} seats are taken" in await caller.refused("open_table", game="birdie")
        oldest = tools.held["seat 0"]
        tools.held["seat 0"] = oldest._replace(used=oldest.used - IDLE)
        await caller.ok("open_table", game="birdie")
        assert "seat 0" not in tools.held


# --- a running server ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live_server(tmp_path_factory.mktemp("live"), workers=one_worker()) as running:
        yield running


async def test_a_model_plays_at_a_table_of_a_server(live: Live, tmp_path: Path) -> None:
    host = live.guest("Host")
    robot = host.ok("POST", "/bots", {"name": "Robot"})
    id = host.open("cubirds", {"player": "open"}, {"player": "bot", "level": "random"}, memory="strict")
    link = f"{live.address}/#/table/{id}"
    async with in_process(server=live.address, token=robot["token"]) as (caller, _):
        text, data = await caller.ok("join_table", table=link)
        assert "the match has not begun" in text
        host.ok("POST", f"/tables/{id}/start", {})
        end = await play_to_the_end(caller, data["seat"], "cubirds")
        assert end["view"]["known"] is not None, "a bot is told what a careful player remembers"
        assert "it is not your move" in await caller.refused("play", seat=data["seat"], steps=["keep"])
        assert "no seat is free" in await caller.refused("join_table", table=f"{live.address}/#/table/{full(live)}")
        assert "names no table" in await caller.refused("join_table", table=live.address + "/")
    async with in_process(server=live.address, token="btb-nonsense") as (caller, _):
        assert "does not know this token" in await caller.refused("join_table", table=link)
    async with in_process(server=live.address) as (caller, _):
        assert "there is no token" in await caller.refused("join_table", table=link)


async def test_a_token_is_sent_to_no_other_server_than_its_own(live: Live) -> None:
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(1000))
        writer.close()

    other = await asyncio.start_server(listen, "127.0.0.1", 0)
    port = other.sockets[0].getsockname()[1]
    own = live.address.removeprefix("http://")
    async with in_process(server=live.address, token="btb-secret") as (caller, _):
        for server in (f"http://127.0.0.1:{port}", f"127.0.0.1:{port}", f"http://{own}@127.0.0.1:{port}"):
            said = await caller.refused("join_table", table=f"{server}/#/table/k3")
            assert "is not a table of" in said or "is not a link" in said
        assert "does not know this token" in await caller.refused("join_table", table=f"HTTP://{own}/#/table/k3")
    async with in_process(token="btb-secret") as (caller, _):
        assert "birdtable mcp --server" in await caller.refused("join_table", table=f"127.0.0.1:{port}/#/table/k3")
    assert not heard
    other.close()


def test_a_text_agent_plays_at_a_table_of_a_server(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    host = live.guest("Host")
    robot = host.ok("POST", "/bots", {"name": "Robot"})
    id = host.open("birdie", {"player": "open"}, {"player": "bot", "level": "random"}, memory="strict")
    monkeypatch.setenv("BIRDTABLE_TOKEN", robot["token"])
    (tmp_path / "models.toml").write_text("baselines = true")
    command = ["agents", "play", f"{live.address}/#/table/{id}", str(tmp_path / "models.toml"), "--agent", "reader"]
    playing = threading.Thread(target=lambda: cli.app(command, standalone_mode=False))
    playing.start()
    while host.ok("GET", f"/tables/{id}")["seats"][0]["player"] != "person":
        time.sleep(0.05)
    host.ok("POST", f"/tables/{id}/start", {})
    playing.join(120)
    assert host.ok("GET", f"/tables/{id}")["outcome"]
    assert "Refused answers: 0, forfeited turns: 0." in capsys.readouterr().out
    record = Record.parse((tmp_path / f"{id}.birdtable").read_text())
    answers = answers_of(record)
    assert record.outcome and len(answers) > 5
    assert all("PLAY:" in each.reply.text for each in answers)


def full(live: Live) -> str:
    other = live.guest("Other")
    id = str(other.open("cubirds", {"player": "me"}, {"player": "bot", "level": "random"}))
    other.ok("POST", f"/tables/{id}/start", {})
    return id
