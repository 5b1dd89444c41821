"""Files that earlier versions wrote, opened by this one: ``docs/compatibility.md`` says what is promised.

``tools/keep_files.py`` writes a folder for each release. When a test fails here, a promise is broken: the code is
wrong, not the file.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from birdtable import catalog
from birdtable.bots.search.netfile import VERSION, parse_net
from birdtable.committed import verify
from birdtable.companion import Ask, recompute
from birdtable.companion.sheetfile import outcome_of, parse_sheet
from birdtable.game import BadInput
from birdtable.puzzles import form
from birdtable.record import Record, Walk, load
from birdtable.server.requests.people import personal_data
from birdtable.server.room.limits import Limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.server.table.person import Person
from birdtable.tab.desk import Desk, Told
from birdtable.tab.opening import open_desk
from birdtable.tab.shelf import Memory
from birdtable.tab.thinker import Inline
from birdtable.wire.play import FromServer, decode_client
from kit.server.serving import Client, finish, last, one_worker

KEPT = Path(__file__).parent / "kept"
RELEASES = sorted(KEPT.iterdir())
ROOT = Path(__file__).parents[1]


@pytest.fixture(params=RELEASES, ids=lambda folder: folder.name)
def kept(request: pytest.FixtureRequest) -> Path:
    folder: Path = request.param
    return folder


def names(pattern: str) -> list[Any]:
    return [pytest.param(path, id=f"{path.parent.name} {path.name}") for path in sorted(KEPT.glob(f"*/{pattern}"))]


def test_there_are_files_of_the_first_release() -> None:
    assert "1.0.0" in [folder.name for folder in RELEASES]


# --- records ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", names("*.txt"))
def test_a_record_replays_to_its_outcome_and_is_written_as_it_was(path: Path) -> None:
    (record,) = load(path)
    *_, end = Walk(record)
    assert catalog.game(record.game, record.rules).outcome(end.state) == record.outcome is not None
    assert record.text() == path.read_text(encoding="utf-8")


def test_both_forms_of_a_record_are_the_same(kept: Path) -> None:
    lines = list(load(kept / "records.jsonl"))
    texts = [record for path in sorted(kept.glob("*.txt")) if path.stem != "shuffled" for record in load(path)]
    assert sorted(lines, key=Record.text) == sorted(texts, key=Record.text)
    assert [record.json() for record in lines] == (kept / "records.jsonl").read_text(encoding="utf-8").splitlines()


def test_a_shuffle_can_still_be_checked(kept: Path) -> None:
    (record,) = load(kept / "shuffled.txt")
    assert verify(record).draws > 0


# --- positions, sheets, puzzles, weights -----------------------------------------------------------------------------


def test_positions_are_read_and_written_as_they_were(kept: Path) -> None:
    for name, texts in json.loads((kept / "states.json").read_bytes()).items():
        game = catalog.game(name)
        assert len(texts) > 3
        for text in texts:
            assert game.state_text(game.parse_state(text)) == text


@pytest.mark.parametrize("path", names("*-sheet.json"))
def test_a_score_sheet_comes_to_the_same_outcome(path: Path) -> None:
    file = parse_sheet(path.read_bytes())
    assert outcome_of(recompute(Ask(sheet=file.sheet))) == file.outcome


@pytest.mark.parametrize("path", names("puzzles-*.jsonl"))
def test_puzzles_are_read_and_written_as_they_were(path: Path) -> None:
    (puzzle,) = form.decode(path.read_bytes(), path.name)
    assert json.loads(msgspec.json.encode(puzzle)).items() >= json.loads(path.read_bytes()).items()


@pytest.mark.parametrize("path", names("*.net"))
def test_the_head_of_weights_says_whose_they_are(path: Path) -> None:
    origin, numbers = parse_net(path.read_bytes())
    assert origin.game == path.stem and origin.version <= VERSION and len(numbers) == 32


# --- servers and their clients ---------------------------------------------------------------------------------------


def messages(kept: Path, sender: str) -> list[Any]:
    lines = map(json.loads, (kept / "talk.jsonl").read_text(encoding="utf-8").splitlines())
    return [line["message"] for line in lines if line["from"] == sender]


def test_what_a_client_of_that_time_says_is_understood(kept: Path) -> None:
    for message in messages(kept, "client"):
        said = decode_client(json.dumps(message))
        assert json.loads(msgspec.json.encode(said)).items() >= message.items()


def test_what_a_client_of_that_time_looks_for_in_answers_is_there(kept: Path) -> None:
    fields = {struct.__struct_config__.tag: set(struct.__struct_encode_fields__) for struct in get_args(FromServer)}
    for message in messages(kept, "server"):
        assert message.keys() - {"type"} <= fields[message["type"]]


@pytest.fixture
async def rooms(kept: Path, tmp_path: Path) -> AsyncIterator[Rooms]:
    """A server on the database of that release."""
    path = tmp_path / "server.sqlite3"
    path.write_bytes(gzip.decompress((kept / "server.sqlite3.gz").read_bytes()))
    rooms = make_rooms(store_at(str(path)), limits=Limits(factor=1e6), workers=one_worker())
    await rooms.open()
    rooms.caretaker.cancel()
    yield rooms
    await rooms.close()


async def people_of(rooms: Rooms) -> list[Person]:
    found = [await rooms.people.find(id) for id in ("pmira", "ptomas")]
    return [person for person in found if person is not None]


async def test_matches_of_a_database_are_played_to_their_end(kept: Path, rooms: Rooms) -> None:
    views = [message["view"] for message in messages(kept, "server") if message["type"] == "position"]
    people = await people_of(rooms)
    assert [person.name for person in people] == ["Mira", "Tomás"]
    tables = [entry["table"] for entry in (await personal_data(rooms, people[0]))["tables"]]
    assert len(tables) == 3
    for id in tables:
        room = await rooms.get(id)
        assert room.table.phase == "playing"
        client = await Client(room, people[0]).enter()
        today = last(client.read(), "position")["view"]
        assert any(view.keys() <= today.keys() for view in views)
        await finish(room)
        assert room.table.outcome is not None


async def test_everything_of_a_device_is_taken_over(kept: Path) -> None:
    desk: Desk = await open_desk(lambda *_: None, Memory(), Inline())
    text = (kept / "device.json").read_text(encoding="utf-8")
    told = await desk.ask("POST", "device", text)
    assert isinstance(told, Told) and told.status < 300, told
    assert json.loads(told.body)["tables"] == len(json.loads(text)["tables"]) == 3
    await desk.rooms.close()


async def test_what_an_account_exports_keeps_its_names(kept: Path, rooms: Rooms) -> None:
    old = json.loads((kept / "account.json").read_bytes())
    new = msgspec.to_builtins(await personal_data(rooms, (await people_of(rooms))[0]))
    assert old.keys() <= new.keys() and old["person"].keys() <= new["person"].keys()
    assert old["tables"][0].keys() <= new["tables"][0].keys()


# --- the other direction ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("newer", ["birdtable: 2", "rules: 2"])
def test_a_record_of_a_later_kind_is_refused_and_not_guessed_at(kept: Path, newer: str) -> None:
    text = (kept / "birdie.txt").read_text(encoding="utf-8").replace(newer.replace("2", "1"), newer, 1)
    with pytest.raises(BadInput, match="2"):
        Record.parse(text)
