"""The files of a store: who may read them, who may open them, and whether a copy is whole."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from birdtable.cli import app
from birdtable.game import BadInput
from birdtable.server.store import sqlite
from birdtable.server.store.opening import store_at, visit
from birdtable.server.store.sqlite import MIGRATIONS
from birdtable.server.table.person import Person


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(arguments))
    return done.exit_code, done.output


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


async def test_nobody_else_reads_the_files_of_a_store(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    store = store_at(str(folder / "b.sqlite3"))
    await store.open()
    await store.beat(1.0)
    await store.backup(folder / "copy.sqlite3")
    modes = {path.name: mode(path) for path in folder.iterdir()}
    await store.close()
    assert modes.keys() >= {"b.sqlite3", "b.sqlite3-wal", "b.sqlite3.lock", "copy.sqlite3"}
    assert set(modes.values()) == {0o600}
    assert mode(folder) == 0o755


async def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite3"
    for _ in range(2):
        store = store_at(str(path))
        await store.open()
        await store.close()
        assert mode(path) == 0o600
        path.chmod(0o644)


def test_a_restored_database_is_closed_to_others(tmp_path: Path) -> None:
    asyncio.run(opened_once(tmp_path / "b.sqlite3"))
    assert run("backup", str(tmp_path / "copy"), "--db", str(tmp_path / "b.sqlite3"))[0] == 0
    (tmp_path / "copy").chmod(0o644)
    assert run("restore", str(tmp_path / "copy"), "--db", str(tmp_path / "again"))[0] == 0
    assert mode(tmp_path / "again") == 0o600


async def opened_once(path: Path) -> None:
    store = store_at(str(path))
    await store.open()
    await store.signing_key()
    await store.close()


async def test_a_link_to_a_file_in_use_opens_no_second_server(tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite3"
    link.symlink_to(tmp_path / "b.sqlite3")
    (tmp_path / "folder").symlink_to(tmp_path)
    store = store_at(str(tmp_path / "b.sqlite3"))
    await store.open()
    for other in (link, tmp_path / "folder" / "b.sqlite3"):
        with pytest.raises(BadInput, match="in use by another server"):
            await store_at(str(other)).open()
    await store.close()


async def test_a_file_with_two_names_is_not_opened(tmp_path: Path) -> None:
    """Each of them would have a lock of its own."""
    path = tmp_path / "b.sqlite3"
    await opened_once(path)
    (tmp_path / "hard.sqlite3").hardlink_to(path)
    for name in ("b", "hard"):
        with pytest.raises(BadInput, match="several names"):
            await store_at(str(tmp_path / f"{name}.sqlite3")).open()
    (tmp_path / "hard.sqlite3").unlink()
    await opened_once(path)


async def test_a_file_in_use_is_not_migrated_by_a_newer_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.sqlite3"
    store = store_at(str(path))
    await store.open()
    monkeypatch.setattr(sqlite, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE later (x)"))
    with pytest.raises(BadInput, match="in use by another server"):
        await store_at(str(path)).open()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    await store.close()


async def test_a_file_that_could_not_be_opened_can_be_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite3"
    path.write_text("dear diary, " * 500)
    for _ in range(2):
        with pytest.raises(BadInput, match="cannot be opened: file is not a database"):
            await store_at(str(path)).open()


def test_a_backup_of_a_damaged_file_fails_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite3"
    asyncio.run(opened_once(path))
    asyncio.run(fill(path))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'people'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(os.urandom(size // 2))
    code, said = run("backup", str(tmp_path / "copy"), "--db", str(path))
    assert code == 2 and "damaged" in said
    assert sorted(each.name for each in tmp_path.iterdir() if "copy" in each.name) == []


async def fill(path: Path) -> None:
    async with visit(str(path)) as store:
        for number in range(200):
            await store.add_person(Person(id=f"p{number}", name="Mira", created=1.0, seen=1.0))
