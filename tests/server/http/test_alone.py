"""A server that has the files of ``birdtable-tab`` offers its page without itself."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from httpx import ASGITransport

from birdtable.game import BadInput
from birdtable.server.http import pages
from birdtable.server.http.app import create_app
from birdtable.server.http.doors import Door
from birdtable.server.http.pages import Pages
from birdtable.server.http.site import integrity, site_files, write_site
from birdtable.server.room.rooms import Rooms

WORKER = """const FILES={"": "sha256-old", "assets/start-1.js": ""};const BUILD='0123456789abcdef';"""

MARK = 'name="birdtable-tab"'


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<head><meta charset="utf-8" /></head>')
    (folder / "worker.js").write_text(WORKER)
    (folder / "assets" / "start-1.js").write_text("start()")
    return folder


@pytest.fixture
def tab(tmp_path: Path) -> Path:
    folder = tmp_path / "tab"
    folder.mkdir()
    (folder / "index.json").write_text(json.dumps({"speed": "compiled", "squeezed": 5_400_000, "files": {}}))
    (folder / "python.wasm").write_bytes(b"\0asm" * 100)
    return folder


def client(rooms: Rooms, shown: Pages) -> httpx.AsyncClient:
    app: Any = Door(create_app(rooms, shown), rooms)
    return httpx.AsyncClient(transport=ASGITransport(app), base_url="http://127.0.0.1")


async def test_the_page_without_a_server_may_compile_webassembly_and_the_other_may_not(
    rooms: Rooms, page: Path, tab: Path
) -> None:
    async with client(rooms, Pages(page, tab)) as http:
        assert (await http.get("/api/alone")).json() == {"megabytes": 5.4}
        alone, own = await http.get("/alone/"), await http.get("/")
        assert MARK in alone.text and MARK not in own.text
        assert 'content="../"' in alone.text  # the way back to the server
        assert "'wasm-unsafe-eval'" in alone.headers["content-security-policy"]
        assert "unsafe-eval'" not in own.headers["content-security-policy"]
        assert "'unsafe-eval'" not in alone.headers["content-security-policy"]
        assert (await http.get("/alone")).headers["location"] == "alone/"
        found = await http.get("/alone/tab/python.wasm")
        assert found.content == b"\0asm" * 100 and "'wasm-unsafe-eval'" in found.headers["content-security-policy"]
        assert (await http.get("/alone/tab/nothing.zip")).status_code == 404


async def test_its_files_are_read_once_and_while_tables_go_on(
    page: Path, tab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some megabytes have to be read and squeezed."""
    begun, others, loads = asyncio.Event(), threading.Event(), list[Path]()
    loop = asyncio.get_running_loop()

    def wait_for_others(page: Path, tab: Path, home: str = "") -> dict[str, bytes]:
        loads.append(tab)
        loop.call_soon_threadsafe(begun.set)
        assert others.wait(10), "nobody else had their turn meanwhile"
        return site_files(page, tab, home)

    monkeypatch.setattr(pages, "site_files", wait_for_others)
    shown = Pages(page, tab)
    asking = [asyncio.create_task(shown.find_alone(path)) for path in ("", "tab/python.wasm")]
    await begun.wait()
    others.set()
    assert None not in await asyncio.gather(*asking) and len(loads) == 1


async def test_a_server_without_the_files_offers_nothing(rooms: Rooms, page: Path) -> None:
    async with client(rooms, Pages(page)) as http:
        assert (await http.get("/api/alone")).json() == {"megabytes": 0.0}
        assert MARK not in (await http.get("/alone/")).text


def test_the_service_worker_lists_every_file_with_its_hash_under_a_build_of_its_own(page: Path, tab: Path) -> None:
    files = site_files(page, tab)
    worker = files["worker.js"].decode()
    assert "0123456789abcdef" not in worker
    listed = json.loads(worker[worker.index("{") : worker.index("}") + 1])
    assert listed == {
        "": integrity(files["index.html"]),
        "assets/start-1.js": integrity(b"start()"),
        "tab/index.json": integrity(files["tab/index.json"]),
        "tab/python.wasm": integrity(b"\0asm" * 100),
    }


def test_a_folder_with_other_things_in_it_is_left_alone(page: Path, tab: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "letter.txt").write_text("dear")
    with pytest.raises(BadInput, match="is not empty, and no site of Birdtable"):
        write_site(folder, page, tab, best=False)
    assert [path.name for path in folder.iterdir()] == ["letter.txt"]


def test_a_site_replaces_an_earlier_one_in_the_same_folder(
    page: Path, tab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.chdir(folder)
    write_site(Path(), page, tab, best=False)
    served = folder.stat().st_ino
    (folder / "CNAME").write_text("birds.example")
    (folder / ".unfinished").mkdir()  # of somebody who was interrupted
    (page / "assets" / "start-1.js").rename(page / "assets" / "start-2.js")
    (page / "worker.js").write_text(WORKER.replace("start-1", "start-2"))
    (tmp_path / "link").symlink_to(folder)
    write_site(tmp_path / "link", page, tab, best=False)
    assert folder.stat().st_ino == served
    assert {path.name.partition(".")[0] for path in (folder / "assets").iterdir()} == {"start-2"}
    assert (folder / "tab" / "python.wasm.br").exists() and (folder / "CNAME").exists()
    assert not (folder / ".unfinished").exists()


def test_a_site_that_was_interrupted_is_begun_anew(page: Path, tab: Path, tmp_path: Path) -> None:
    (tmp_path / "site" / ".unfinished" / "assets").mkdir(parents=True)
    write_site(tmp_path / "site", page, tab, best=False)
    assert (tmp_path / "site" / "index.html").exists()


def test_where_no_site_can_be_written_is_said_in_a_line(page: Path, tab: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadInput, match=r"letter.txt cannot be written: Not a directory"):
        write_site(tmp_path / "letter.txt", page, tab, best=False)
