"""The store: nothing acknowledged is lost, nothing is written twice."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from birdtable.cli import app
from birdtable.game import BadInput
from birdtable.server.store.base import NEVER, Store, TableRow, Taken, Unavailable, Versioned
from birdtable.server.store.base import Result as StoredResult
from birdtable.server.store.opening import restore_copy, store_at, visit
from birdtable.server.store.sqlite import MIGRATIONS, SqliteStore
from birdtable.server.table.person import Person
from birdtable.wire.operator import Ban, Deed, Report
from birdtable.wire.tables import Phase
from kit.programs.databases import Postgres


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite3")
    server: Postgres = request.getfixturevalue("postgres")
    return await server.new_database()


sqlite_only = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    store = store_at(address)
    await store.open()
    yield store
    await store.close()


def row(id: str = "t1", number: int = 1, **fields: Any) -> TableRow:
    known = {"game": "kuhn", "phase": "playing", "public": False, "due": NEVER, "changed": float(number)}
    summary = f'{{"id": "{id}", "number": {number}}}'.encode()
    return TableRow(**{**known, "id": id, "number": number, "summary": summary, **fields})


def body(number: int) -> bytes:
    return f'{{"kind":"played","number":{number},"text":"¿qué? \\"no\\""}}'.encode()


async def test_what_was_appended_is_read_back_in_order(store: Store) -> None:
    await store.create(row(), b"secret", body(1))
    await store.append(row(number=2), [body(2)])
    await store.append(row(number=5), [body(3), body(4), body(5)])
    assert await store.entries("t1") == [body(number) for number in range(1, 6)]
    assert await store.entries("t1", since=3) == [body(4), body(5)]
    assert await store.entries("t1", 1, 3) == [body(2), body(3)]
    stored = await store.load("t1")
    assert stored is not None and stored.secret == b"secret" and len(stored.entries) == 5
    assert await store.summary("t1") == row(number=5).summary
    await store.create(row("t2"), b"secret", body(1))
    assert sorted(await store.summaries(["t1", "t2", "t3"])) == [row(number=5).summary, row("t2").summary]
    assert await store.load("nothing") is None


async def test_of_two_who_append_the_same_number_one_is_told(store: Store) -> None:
    await store.create(row(), b"", body(1))
    results = await asyncio.gather(
        *(store.append(row(number=2, summary=b"%d" % each), [body(each)]) for each in range(5)), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["NoneType", *["Taken"] * 4]
    kept = results.index(None)
    assert (await store.entries("t1"))[1:] == [body(kept)]
    assert await store.summary("t1") == b"%d" % kept


async def test_nothing_of_a_batch_is_lost_because_one_of_it_is_refused(store: Store) -> None:
    tables = [f"t{number}" for number in range(50)]
    await asyncio.gather(*(store.create(row(id), b"", body(1)) for id in tables))
    await store.append(row("t7", 2), [body(2)])
    results = await asyncio.gather(*(store.append(row(id, 2), [body(2)]) for id in tables), return_exceptions=True)
    assert [id for id, result in zip(tables, results, strict=True) if isinstance(result, Taken)] == ["t7"]
    assert all([len(await store.entries(id)) == 2 for id in tables])


async def test_a_gap_in_the_numbers_does_not_hide_an_entry(store: Store) -> None:
    await store.create(row(), b"", body(1))
    with pytest.raises(Taken):
        await store.append(row(number=2), [body(1), body(2)])
    assert await store.entries("t1") == [body(1)]


@sqlite_only
async def test_what_is_acknowledged_is_on_disk(store: Store, address: str) -> None:
    """Read by a stranger right after, without the store having been closed."""
    await store.create(row(), b"", body(1))
    await store.append(row(number=2), [body(2)])
    with sqlite3.connect(address) as stranger:
        assert stranger.execute("SELECT count(*) FROM entries").fetchone() == (2,)
        assert stranger.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@sqlite_only
async def test_the_writer_waits_for_the_disk(store: SqliteStore) -> None:
    assert await store.write(lambda connection: connection.execute("PRAGMA synchronous").fetchone()) == (2,)


async def test_entries_are_found_by_their_kind(store: Store) -> None:
    await store.create(row(), b"", b'{"kind":"opened"}')
    said = [b'{"kind":"spoke","text":"{\\"kind\\":\\"hid\\"}"}', b'{"kind":"played"}', b'{"kind":"hid"}']
    await store.append(row(number=4), said)
    assert await store.entries_of_kind("t1", ("spoke", "hid")) == [(2, said[0]), (4, said[2])]
    assert await store.entries_of_kind("t1", ("hid",)) == [(4, said[2])]
    assert await store.entries_of_kind("t1", ("spoke", "hid"), 2) == [(4, said[2])]
    assert await store.entries_of_kind("t1", ("spoke", "hid"), 0, 1) == [(4, said[2])]
    assert await store.entries_of_kind("t2", ("spoke",)) == []


async def test_public_tables_are_listed_while_they_live_the_latest_first(store: Store) -> None:
    await store.create(row("a", public=True, changed=1.0), b"", body(1))
    await store.create(row("b", public=True, changed=2.0, game="birdie"), b"", body(1))
    await store.create(row("c", public=False), b"", body(1))
    await store.create(row("d", public=True, phase="over"), b"", body(1))
    assert await store.public(None, 10) == [row("b").summary, row("a").summary]
    assert await store.public("kuhn", 10) == [row("a").summary]


async def test_tables_are_found_by_who_sits_there(store: Store) -> None:
    await store.create(row("a", members=("mira",)), b"", body(1))
    await store.create(row("b", members=("mira", "tomas")), b"", body(1))
    await store.append(row("a", 2, members=("tomas",)), [body(2)])
    await store.append(row("b", 2, phase="over"), [body(2)])
    assert await store.of_person("mira", live=True) == []
    assert await store.of_person("mira", live=False) == [row("b", 2).summary]
    assert await store.of_person("tomas", live=True) == [row("a", 2).summary]


async def test_the_matches_of_a_person_come_page_by_page_the_latest_first(store: Store) -> None:
    games = ("birdie", "kuhn")
    for number in range(6):
        game, phase = games[number % 2], "over" if number < 4 else "playing"
        await store.create(
            row(f"t{number}", members=("mira",), game=game, phase=phase, changed=float(number // 2)), b"", body(1)
        )
    await store.create(row("lobby", members=("mira",), phase="gathering"), b"", body(1))
    await store.create(row("other", members=("tomas",), phase="over"), b"", body(1))

    async def found(*phases: Phase, game: str | None = None, after: tuple[float, str] | None = None) -> list[str]:
        rows = await store.matches("mira", phases=phases, game=game, after=after, limit=4)
        return [msgspec.json.decode(each)["id"] for each in rows]

    assert await found("playing", "over") == ["t5", "t4", "t3", "t2"]
    assert await found("playing", "over", after=(1.0, "t3")) == ["t2", "t1", "t0"]
    assert await found("over", game="birdie") == ["t2", "t0"]
    assert await found("playing", game="chess") == []


async def test_what_is_due_is_given_to_one_asker(store: Store) -> None:
    for number in range(10):
        await store.create(row(f"t{number}", due=float(number)), b"", body(1))
    claims = await asyncio.gather(*(store.claim_due(5.0, 100.0, 4) for _ in range(4)))
    claimed = [id for claim in claims for id in claim]
    assert sorted(claimed) == [f"t{number}" for number in range(6)]
    assert await store.claim_due(5.0, 100.0, 10) == []
    await store.postpone("t1", 3.0)
    assert await store.claim_due(5.0, 100.0, 10) == ["t1"]


async def test_people_come_change_and_go(store: Store) -> None:
    mira = Person(id="pm", name="Mira", created=1.0, seen=1.0)
    bot = Person(id="bm", name="Bot", kind="bot", owner="pm", created=1.0, seen=1.0)
    await store.add_person(mira)
    await store.add_person(bot)
    assert await store.person("pm") == mira
    assert await store.bots_of("pm") == [bot]
    changed = await store.change_person("pm", name="Miranda", seen=2.0)
    assert changed == await store.person("pm") == msgspec.structs.replace(mira, name="Miranda", seen=2.0)
    renewed = await store.change_person("pm", renew=True)
    assert renewed == await store.person("pm") == msgspec.structs.replace(changed, generation=2)
    assert await store.change_person("px", name="Nobody") is None
    await store.mute("pm", "px", on=True)
    await store.mute("pm", "px", on=True)
    assert await store.mutes("pm") == ["px"]
    await store.mute("pm", "px", on=False)
    assert await store.mutes("pm") == []
    await store.drop_person("pm")
    assert await store.person("pm") is None


async def test_what_a_person_wrote_is_blanked_and_nothing_else(store: Store) -> None:
    said = b'{"kind":"spoke","at":1.0,"person":"pm","seat":0,"text":"hello"}'
    other = b'{"kind":"spoke","at":1.0,"person":"px","seat":1,"text":"hi"}'
    await store.create(row(), b"", body(1))
    await store.append(row(number=3), [said, other])
    assert await store.words("pm") == [("t1", said)]
    await store.hush("pm")
    assert await store.entries("t1", 1) == [b'{"kind":"spoke","at":1.0,"person":"pm","seat":0}', other]


async def test_the_signing_key_is_made_once(address: str) -> None:
    keys = set()
    for _ in range(2):
        store = store_at(address)
        await store.open()
        keys |= {await store.signing_key(), await store.signing_key()}
        await store.close()
    (key,) = keys
    assert len(key) == 32


@sqlite_only
async def test_a_file_belongs_to_one_server(store: Store, address: str) -> None:
    with pytest.raises(BadInput, match="in use by another server"):
        await store_at(address).open()


@sqlite_only
async def test_a_full_disk_is_refused_and_nothing_is_half_written(store: SqliteStore) -> None:
    await store.create(row(), b"", body(1))
    pages = await store.write(lambda connection: connection.execute("PRAGMA page_count").fetchone()[0])
    await store.write(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    huge = b'"' + b"x" * 1_000_000 + b'"'
    with pytest.raises(Unavailable, match="full"):
        await store.append(row(number=2), [huge])
    assert await store.entries("t1") == [body(1)]
    await store.write(lambda connection: connection.execute("PRAGMA max_page_count = 1000000").fetchone())
    await store.append(row(number=2), [body(2)])
    assert await store.entries("t1") == [body(1), body(2)]


async def test_a_closed_store_takes_nothing(address: str) -> None:
    store = store_at(address)
    await store.open()
    await store.close()
    with pytest.raises(Unavailable):
        await store.append(row(), [body(1)])


@sqlite_only
async def test_a_newer_database_is_left_alone(address: str) -> None:
    with sqlite3.connect(address) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(BadInput, match=f"version {len(MIGRATIONS) + 1}"):
        await store_at(address).open()


async def test_what_is_no_database_is_said(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("dear diary, " * 500)
    with pytest.raises(BadInput, match="cannot be opened"):
        await store_at(str(file)).open()
    with pytest.raises(BadInput, match="cannot be opened"):
        await store_at(str(file / "in a file")).open()


@pytest.mark.parametrize("bad", ["mysql://x", "sqlite://", ""])
def test_an_address_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(BadInput, match="not the address of a database"):
        store_at(bad)


def test_a_path_may_be_written_as_an_address() -> None:
    for address in ("sqlite:///srv/x.db", "sqlite:////srv/x.db", "/srv/x.db"):
        store = store_at(address)
        assert isinstance(store, SqliteStore) and store.path == Path("/srv/x.db")


async def test_a_backup_taken_in_use_is_whole(store: Store, address: str, tmp_path: Path) -> None:
    await store.create(row(), b"secret", body(1))
    copy = tmp_path / "copy.sqlite3"

    async def write() -> None:
        for number in range(2, 40):
            await store.append(row(number=number), [body(number)])

    writing = asyncio.create_task(write())
    await store.backup(copy)
    await writing
    restored = store_at(str(copy))
    await restored.open()
    entries = await restored.entries("t1")
    assert entries == [body(number) for number in range(1, len(entries) + 1)]
    await restored.close()
    with pytest.raises(BadInput, match="exists already"):
        await store.backup(copy)


async def test_the_commands_make_a_copy_and_a_database_from_it(
    store: Store, address: str, tmp_path: Path, postgres: Postgres
) -> None:
    """A copy of either store makes a database of either kind, with everything in it."""
    mira = Person(id="pm", name="Mira", created=1.0, seen=1.0)
    await store.add_person(mira)
    await store.create(row(members=("pm",), public=True), b"secret", body(1))
    await store.append(row(number=2, public=True), [body(2)])
    await store.beat(5.0)
    key, copy = await store.signing_key(), tmp_path / "copy.sqlite3"
    done = await command("backup", str(copy), "--db", address)
    assert done.exit_code == 0 and copy.exists()
    for target in (str(tmp_path / "again" / "restored.sqlite3"), await postgres.new_database()):
        done = await command("restore", str(copy), "--db", target)
        assert done.exit_code == 0, done.output
        async with visit(target) as again:
            stored = await again.load("t1")
            assert stored is not None and stored.secret == b"secret" and stored.entries == [body(1), body(2)]
            assert await again.person("pm") == mira and await again.signing_key() == key
            assert await again.of_person("pm", live=True) == await again.public(None, 5) == [row(number=2).summary]
            await again.note_outage(9.0)
            assert await again.outages(0.0) == [(5.0, 9.0)]
        assert (await command("restore", str(copy), "--db", target)).exit_code == 2


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_what_cannot_be_copied_or_restored_is_said(address: str, tmp_path: Path) -> None:
    gone = await command("backup", str(tmp_path / "x"), "--db", "/none/such.db")
    assert gone.exit_code == 2 and "there is no database" in gone.output
    (tmp_path / "diary").write_text("dear diary, " * 500)
    for copy, said in (("none", "there is no copy"), ("diary", "not a copy")):
        refused = await command("restore", str(tmp_path / copy), "--db", address)
        assert refused.exit_code == 2 and said in refused.output


async def command(*arguments: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, app, list(arguments))


async def test_what_is_old_is_deleted_and_nothing_else(store: Store) -> None:
    for id, seen in (("old", 1.0), ("sits", 1.0), ("new", 50.0)):
        await store.add_person(Person(id=id, name=id, created=1.0, seen=seen))
    await store.create(row("a", phase="over", changed=1.0, members=("old",)), b"", body(1))
    await store.create(row("b", phase="playing", changed=1.0, members=("sits",)), b"", body(1))
    await store.create(row("c", phase="closed", changed=50.0), b"", body(1))
    said = [f'{{"kind":"spoke","at":1.0,"person":"{id}","seat":0,"text":"hi"}}'.encode() for id in ("old", "new")]
    await store.append(row("c", 3, phase="closed", changed=50.0), said)
    assert await store.purge(10.0, 10.0) == (1, 1)
    assert [await store.load(id) is None for id in "abc"] == [True, False, False]
    assert await store.entries("a") == [] and await store.person("old") is None
    assert await store.person("sits") and await store.person("new")
    assert await store.entries("c", 1) == [b'{"kind":"spoke","at":1.0,"person":"old","seat":0}', said[1]]
    assert await store.purge(10.0, 10.0) == (0, 0)


async def test_a_chore_is_given_to_one_asker_in_a_while(store: Store) -> None:
    assert sorted(await asyncio.gather(*(store.claim_chore("purge", 100.0, 60.0) for _ in range(4)))) == [False] * 3 + [
        True
    ]
    assert not await store.claim_chore("purge", 159.0, 60.0)
    assert await store.claim_chore("purge", 161.0, 60.0)


async def test_a_visitor_comes_by_while_a_server_uses_the_store(store: Store, address: str) -> None:
    async with visit(address) as visitor:
        await visitor.put_fact("notice", b"soon")
    assert await store.fact("notice") == b"soon" and await store.fact("nothing") is None


@pytest.mark.postgres
async def test_what_is_due_is_left_to_the_process_that_wrote_last_for_a_while(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with visit(address) as keeper, visit(address) as other:
        await keeper.create(row(due=10.0), b"", body(1))
        assert await other.claim_due(11.0, 100.0, 5) == []
        assert await keeper.claim_due(11.0, 20.0, 5) == ["t1"]
        assert await other.claim_due(24.0, 40.0, 5) == ["t1"]
        assert await keeper.claim_due(41.0, 60.0, 5) == []


@pytest.mark.postgres
async def test_what_no_database_can_hold_is_not_found(postgres: Postgres) -> None:
    async with visit(await postgres.new_database()) as store:
        for id in ("a\0b", "é", "\ud800"):
            assert await store.load(id) is None and await store.summary(id) is None and await store.person(id) is None


async def test_a_database_that_is_not_there_is_said_without_its_password() -> None:
    with pytest.raises(BadInput, match=r"postgresql://127\.0\.0\.1:1/x cannot be opened") as refusal:
        await store_at("postgresql://me:secret@127.0.0.1:1/x").open()
    assert "secret" not in str(refusal.value)


# --- those who run the server ---------------------------------------------------------------------------------------


def ban(id: str, person: str = "", network: str = "", **fields: Any) -> Ban:
    return Ban(**{"id": id, "person": person, "network": network, "reason": "", "since": 1.0, "until": None, **fields})


async def test_of_two_bans_for_one_the_later_is_kept(store: Store) -> None:
    await store.put_ban(ban("n1", "mira", until=9.5, reason="¿qué?"))
    await store.put_ban(ban("n2", network="192.0.2.0/24", since=2.0))
    await store.put_ban(ban("n3", "mira", address=True))
    await store.put_ban(ban("n4", "mira", "192.0.2.0/24", since=3.0))
    assert await store.bans() == [
        ban("n3", "mira", address=True),
        ban("n2", network="192.0.2.0/24", since=2.0),
        ban("n4", "mira", "192.0.2.0/24", since=3.0),
    ]
    await store.drop_ban("n3")
    await store.drop_ban("nothing")
    assert [each.id for each in await store.bans()] == ["n2", "n4"]


def report(id: str, number: int = 0, by: str = "tomas", at: float = 1.0) -> Report:
    return Report(id=id, table="t1", person="mira", number=number, reason="rude", by=by, at=at)


async def test_reports_wait_in_their_order_and_once(store: Store) -> None:
    for each in (report("r2", at=2.0), report("r1", 5), report("r3", at=3.0), report("r4", by="june", at=4.0)):
        await store.add_report(each)
    assert [each.id for each in await store.reports(10)] == ["r1", "r2", "r4"]
    assert await store.reports(1) == [report("r1", 5)]
    assert await store.count_reports() == 3 and [each.id for each in await store.reports_by("tomas")] == ["r1", "r2"]
    await store.drop_report("r1")
    assert await store.count_reports() == 2
    await store.drop_person("tomas")
    assert [each.id for each in await store.reports(10)] == ["r4"]


async def test_of_two_results_of_one_person_the_first_is_kept(store: Store) -> None:
    first, later = (
        StoredResult("puzzle x", "ann", 1.0, '{"right":true}'),
        StoredResult("puzzle x", "ann", 2.0, '{"right":false}'),
    )
    assert await store.add_result(first)
    assert not await store.add_result(later)
    assert await store.add_result(StoredResult("puzzle x", "ben", 3.0, "{}"))
    assert [each.person for each in await store.results("puzzle x")] == ["ann", "ben"]
    assert await store.results_of("ann") == [first] == [await store.result("puzzle x", "ann")]
    assert (len(await store.results("puzzle x", 1)), await store.count_results("puzzle x")) == (1, 2)
    await store.drop_person("ann")
    assert await store.results_of("ann") == []
    assert await store.result("puzzle x", "ann") is None


async def test_evenings_take_the_place_of_the_version_that_they_follow_and_of_no_other(store: Store) -> None:
    assert await store.evenings("ann") is None
    first, second = Versioned(1_790_000_000_000, "{}"), Versioned(1_790_000_000_001, '{"players":{}}')
    assert not await store.put_evenings("ann", 7, first), "there is no version 7"
    assert await store.put_evenings("ann", 0, first)
    assert not await store.put_evenings("ann", 0, second), "another device was faster"
    assert await store.evenings("ann") == first
    assert await store.put_evenings("ann", first.version, second)
    assert not await store.put_evenings("ann", first.version, first)
    assert await store.evenings("ann") == second and await store.evenings("ben") is None
    await store.drop_evenings("ann")
    assert await store.evenings("ann") is None
    for person in ("ann", "ben"):
        await store.add_person(Person(id=person, name=person, created=0.0, seen=0.0))
        assert await store.put_evenings(person, 0, first)
    await store.drop_person("ann")
    assert await store.evenings("ann") is None and await store.evenings("ben") == first
    await store.purge(0.0, 1.0)
    assert await store.evenings("ben") is None


async def test_of_devices_that_keep_evenings_at_once_one_succeeds(store: Store) -> None:
    kept = [Versioned(number, f'{{"n":{number}}}') for number in range(1, 9)]
    done = await asyncio.gather(*(store.put_evenings("ann", 0, each) for each in kept))
    assert done.count(True) == 1 and await store.evenings("ann") == kept[done.index(True)]


async def test_deeds_are_numbered_in_order(store: Store) -> None:
    for number in range(5):
        await store.add_deed(
            Deed(number=0, at=float(number), by="page", what="kicked", about=f"p{number}", detail="t1")
        )
    assert [(deed.number, deed.about) for deed in await store.deeds(2, 10)] == [(3, "p2"), (4, "p3"), (5, "p4")]
    assert [deed.number for deed in await store.deeds(0, 2)] == [4, 5]


async def test_people_are_found_by_name_and_id(store: Store) -> None:
    for number, name in enumerate(["Mira", "MIRANDA", "100%", "O'Hara", "Ми́ра"]):
        await store.add_person(Person(id=f"p{number}", name=name, created=0.0, seen=float(number)))
    assert [each.id for each in await store.find_people("mira", 10)] == ["p1", "p0"]
    assert [each.id for each in await store.find_people("%", 10)] == ["p2"]
    assert [each.id for each in await store.find_people("o'h", 10)] == ["p3"]
    assert [each.id for each in await store.find_people("p4", 10)] == ["p4"]
    assert [each.id for each in await store.find_people("", 2)] == ["p4", "p3"]


async def test_whoever_changes_their_name_does_not_show_it(store: Store) -> None:
    """What was read before the name was hidden, and is written after it, changes nothing."""
    mira = Person(id="mira", name="Rude", created=0.0, seen=0.0)
    await store.add_person(mira)
    await store.hide_name("mira", on=True)
    await store.change_person("mira", name="Ruder")
    found = await store.person("mira")
    assert found is not None and (found.name, found.hidden) == ("Ruder", True)
    await store.hide_name("mira", on=False)
    found = await store.person("mira")
    assert found is not None and not found.hidden


async def test_the_store_tells_its_size(store: Store) -> None:
    space = await store.space()
    assert space.used > 4000 and (space.free is None) == (not store.alone)


async def test_a_copy_has_bans_reports_and_deeds(store: Store, tmp_path: Path) -> None:
    await store.add_person(Person(id="mira", name="Rude", created=0.0, seen=0.0))
    await store.hide_name("mira", on=True)
    await store.put_ban(ban("n1", "mira", address=True))
    await store.add_report(report("r1"))
    await store.add_deed(Deed(number=0, at=1.0, by="page", what="banned", about="n1"))
    await store.backup(tmp_path / "copy.sqlite3")
    async with visit(str(tmp_path / "copy.sqlite3")) as copy:
        person = await copy.person("mira")
        assert person is not None and person.hidden
        assert (await copy.bans(), await copy.reports(9)) == ([ban("n1", "mira", address=True)], [report("r1")])
        assert [deed.about for deed in await copy.deeds(0, 9)] == ["n1"]


@pytest.mark.postgres
async def test_bans_move_to_postgresql_and_deeds_go_on_there(postgres: Postgres, tmp_path: Path) -> None:
    source = store_at(str(tmp_path / "source.sqlite3"))
    await source.open()
    await source.put_ban(ban("n1", "mira", address=True))
    await source.add_person(Person(id="mira", name="Rude", created=0.0, seen=0.0))
    await source.hide_name("mira", on=True)
    for about in ("one", "two"):
        await source.add_deed(Deed(number=0, at=1.0, by="page", what="banned", about=about))
    await source.backup(tmp_path / "copy.sqlite3")
    await source.close()
    address = await postgres.new_database()
    await restore_copy(tmp_path / "copy.sqlite3", address)
    async with visit(address) as there:
        assert await there.bans() == [ban("n1", "mira", address=True)]
        person = await there.person("mira")
        assert person is not None and person.hidden
        await there.add_deed(Deed(number=0, at=1.0, by="page", what="banned", about="three"))
        assert [deed.number for deed in await there.deeds(0, 9)] == [1, 2, 3]
