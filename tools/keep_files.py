"""Writes a file of every kind that people keep, as this version writes it: ``PYTHONPATH=tests .venv/bin/python
tools/keep_files.py``.

Into ``tests/kept/VERSION``, which must not be there yet. Done once for a release, never again: from then on every
version must read them (``tests/test_kept.py``, ``docs/compatibility.md``).
"""

from __future__ import annotations

import asyncio
import gzip
import json
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import msgspec

import birdtable
from birdtable import catalog
from birdtable.bots.match import matches
from birdtable.bots.search.netfile import WIDE, shipped_file
from birdtable.companion import Ask, BirdieSheet, CuBirdsSheet, recompute
from birdtable.companion.sheetfile import SheetFile, outcome_of
from birdtable.engine import Rng
from birdtable.game import Value
from birdtable.record import Record, Walk
from birdtable.server.room.limits import Limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.server.store.sqlite import copy_database
from birdtable.tab.desk import Told
from birdtable.tab.device import export
from birdtable.tab.opening import open_desk
from birdtable.tab.shelf import Memory
from birdtable.tab.thinker import Inline
from kit.server.serving import MIRA, TOMAS, Client, Time, finish, http_to, one_worker, room_of, some_play

KEPT = Path(__file__).resolve().parents[1] / "tests" / "kept"
OPTIONS: dict[str, dict[str, Value]] = {"birdie": {}, "birdie-expert": {"expert": True}, "cubirds": {"turn_limit": 12}}
"""The matches, by the names of their files."""
SHEETS: dict[str, dict[str, Any]] = {
    "birdie": {
        "rounds": [
            {"order": [1, 0], "scorings": [{"row": "Os Oa Ou"}, {"row": "Rs Ra Rs Ru Pu Ou", "hand": "Pa"}]},
            {"order": [0, 1], "scorings": [{"row": "Ps Pa Pu Pw"}, {"wrote": {"autumn": 3}, "marks": 1}]},
        ]
    },
    "cubirds": {"birds": [{"seat": 1, "species": "M", "flock": 7}, {"seat": 0, "species": "R", "flock": 9}]},
}
PLAYS = 6
"""In a match that has begun."""


def main() -> None:
    folder = KEPT / birdtable.__version__
    folder.mkdir(parents=True)
    write_records(folder)
    write_states(folder)
    write_sheets(folder)
    write_puzzles(folder)
    write_weights(folder)
    asyncio.run(write_server(folder))
    asyncio.run(write_device(folder))
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>8,}  {path.name}")


def game_name(kind: str) -> str:
    return kind.partition("-")[0]


def write_records(folder: Path) -> None:
    """Both forms, of whole matches of bots."""
    lines = []
    for kind, options in OPTIONS.items():
        (played,) = matches(
            catalog.game(game_name(kind)), ["greedy", "random"], options, games=1, seed=1, recorded="whole"
        )
        record = played.record
        assert isinstance(record, Record)
        (folder / f"{kind}.txt").write_text(record.text(), encoding="utf-8")
        lines.append(record.json() + "\n")
    (folder / "records.jsonl").write_text("".join(lines), encoding="utf-8")


def write_states(folder: Path) -> None:
    """Every eighth position of these matches, as text."""
    texts: dict[str, list[str]] = {}
    for kind in OPTIONS:
        record = Record.parse((folder / f"{kind}.txt").read_text(encoding="utf-8"))
        game = catalog.game(record.game)
        states = [game.state_text(here.state) for here in Walk(record)]
        texts.setdefault(record.game, []).extend(states[::8])
    (folder / "states.json").write_text(json.dumps(texts, indent=1) + "\n", encoding="utf-8")


def write_sheets(folder: Path) -> None:
    """An evening of each game, as the page saves it."""
    for game, entered in SHEETS.items():
        sheet = msgspec.convert({"game": game, "players": ["Ana", "Ben"], **entered}, BirdieSheet | CuBirdsSheet)
        answer = recompute(Ask(sheet=sheet))
        file = SheetFile(rules=catalog.game(game).rules_version, sheet=sheet, outcome=outcome_of(answer))
        (folder / f"{game}-sheet.json").write_bytes(msgspec.json.encode(file))


def write_puzzles(folder: Path) -> None:
    for path in sorted(files("birdtable.puzzles").joinpath("shipped").iterdir(), key=lambda path: path.name):
        line, _, _ = path.read_text(encoding="utf-8").partition("\n")
        (folder / f"puzzles-{path.name}").write_text(line + "\n", encoding="utf-8")


def write_weights(folder: Path) -> None:
    """What the shipped files say of themselves, and the first of their numbers."""
    for game in catalog.games():
        head, _, body = shipped_file(game).partition(b"\n")
        (folder / f"{game}.net").write_bytes(head + b"\n" + body[: WIDE * 4])


async def write_server(folder: Path) -> None:
    """A database with a match that is over and matches that have begun, what was said at them, and an account."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "server.sqlite3"
        rooms = make_rooms(store_at(str(path)), limits=Limits(factor=1e6), workers=one_worker(), now=Time())
        await rooms.open()
        rooms.caretaker.cancel()
        talk = [line for kind in OPTIONS for line in await begin(rooms, kind)]
        async with http_to(rooms) as mira:
            await write_account(folder, rooms, mira)
        await rooms.close()
        copy_database(path, Path(scratch) / "copy.sqlite3")
        (folder / "server.sqlite3.gz").write_bytes(
            gzip.compress((Path(scratch) / "copy.sqlite3").read_bytes(), mtime=0)
        )
    (folder / "talk.jsonl").write_text("".join(line + "\n" for line in talk), encoding="utf-8")


async def begin(rooms: Rooms, kind: str) -> list[str]:
    """A match of two people that goes on; what one of them said and was told."""
    room = await room_of(rooms, game_name(kind), MIRA, TOMAS, options=OPTIONS[kind])
    people = [await Client(room, person).enter() for person in (MIRA, TOMAS)]
    rng = Rng(3)
    said: list[bytes] = []
    for _ in range(PLAYS):
        steps = some_play(room.table, rng)
        play = {"type": "play", "id": 1, "after": room.table.number, "steps": steps}
        if room.table.to_move == 0:
            said.append(msgspec.json.encode(play))
        await people[room.table.to_move].play(*steps)
    await people[0].say("chat", text="Good luck!")
    await people[0].say("consider", after=room.table.number, steps=[])
    for person in people:
        person.read()
    sent = [json.dumps({"from": "client", "message": json.loads(message)}) for message in said]
    return sent + [json.dumps({"from": "server", "message": json.loads(each)}) for each in people[0].heard]


async def write_account(folder: Path, rooms: Rooms, mira: httpx.AsyncClient) -> None:
    """A guest who has played a match to its end: its record, whose shuffle can be checked, and all that is kept."""
    (await mira.post("/api/guests", json={"name": "Mira"})).raise_for_status()
    seats = [{"player": "me"}, {"player": "bot", "level": "random"}]
    wish = {"game": "cubirds", "seats": seats, "options": {"turn_limit": 12}, "pace": 0}
    table = (await mira.post("/api/tables", json=wish)).raise_for_status().json()["id"]
    (await mira.post(f"/api/tables/{table}/start", json={})).raise_for_status()
    await finish(await rooms.get(table))
    record = (await mira.get(f"/api/tables/{table}/record")).raise_for_status().text
    (folder / "shuffled.txt").write_text(record, encoding="utf-8")
    account = (await mira.get("/api/me/export")).raise_for_status().json()
    (folder / "account.json").write_text(json.dumps(account, indent=1) + "\n", encoding="utf-8")


async def write_device(folder: Path) -> None:
    """Everything of a browser tab that is a table of its own."""
    desk = await open_desk(lambda *_: None, Memory(), Inline())
    await desk.ask("POST", "guests", '{"name": "Mira"}')
    for kind, options in OPTIONS.items():
        seats = [{"player": "me"}, {"player": "bot", "level": "random"}]
        wish = {"game": game_name(kind), "seats": seats, "options": options, "pace": 0}
        told = await desk.ask("POST", "tables", json.dumps(wish))
        assert isinstance(told, Told)
        table = json.loads(told.body)["id"]
        await desk.ask("POST", f"tables/{table}/start", "{}")
        await finish(await desk.rooms.get(table))
    (folder / "device.json").write_bytes(msgspec.json.encode(await export(desk.rooms)))
    await desk.rooms.close()


if __name__ == "__main__":
    main()
