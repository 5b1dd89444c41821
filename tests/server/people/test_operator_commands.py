"""The commands of those who run a server, on both kinds of database, also while a server uses it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from birdtable.cli import app
from birdtable.cli.server.serve import TOKEN, operator_token
from birdtable.game import BadInput
from birdtable.server.room.operators.bans import BANNED
from kit.programs.databases import Postgres
from kit.server.evening import Process
from kit.server.serving import Guest, Live, live_server, one_worker
from kit.waiting import wait_for


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


def fails(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 2 and len(done.output.splitlines()) == 1, done.output
    return done.output


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with live_server(tmp_path, workers=one_worker()) as running:
        yield running


def banned(guest: Guest) -> bool:
    answer = guest.call("GET", "/games")
    return answer.status_code == 403 and answer.json()["reason"] == BANNED


def commands_work(db: str, address: str) -> None:
    """While a server is there, whose database this is."""
    eve = Guest(address)
    person = eve.ok("POST", "/guests", {"name": "Eve"})["person"]
    assert re.fullmatch(rf"{person}  \d{{4}}-\d\d-\d\d \d\d:\d\d UTC  Eve\n", run("people", "eve", "--db", db))
    assert run("people", "nobody at all", "--db", db) == ""
    assert run("bans", "--db", db) == ""
    line = run("bans", "add", person, "--days", "7", "--reason", "insults", "--db", db)
    assert re.fullmatch(rf"n\w+  {person}  until [\d-]+ [\d:]+ UTC  insults\n", line)
    wait_for(lambda: banned(eve))
    assert run("bans", "--db", db) == line and run("people", person, "--db", db).endswith("Eve  banned\n")
    run("bans", "lift", person, "--db", db)
    wait_for(lambda: not banned(eve))
    assert "192.0.2.0/24  for ever" in run("bans", "add", "192.0.2.77/24", "--db", db)
    run("bans", "lift", "192.0.2.0/24", "--db", db)
    assert run("bans", "--db", db) == ""
    assert run("bans", "--db", db, "add", "192.0.2.0/24") == run("bans", "--db", db)
    run("bans", "--db", db, "lift", "192.0.2.0/24")
    assert run("bans", "--db", db) == ""
    table = eve.open("birdie")
    run("people", "--hide", person, "--db", db)
    wait_for(lambda: Guest(address).ok("GET", f"/tables/{table}")["seats"][0]["name"] == "")
    assert run("people", "--show", person, "--db", db).endswith("  Eve\n")
    wait_for(lambda: Guest(address).ok("GET", f"/tables/{table}")["seats"][0]["name"] != "")
    run("key", "rotate", "--days", "1", "--db", db)
    wait_for(lambda: "set-cookie" in eve.call("GET", "/me").headers)
    run("key", "drop", "--db", db)
    assert eve.ok("GET", "/me")["person"] == person


def test_commands_work_beside_a_server_on_sqlite(live: Live, tmp_path: Path) -> None:
    commands_work(str(tmp_path / "live.sqlite3"), live.address)


@pytest.mark.postgres
def test_commands_work_beside_servers_on_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    db, file = asyncio.run(postgres.new_database()), tmp_path / "token"
    file.write_text("a-token-of-a-file-01234567\n")
    server = Process(db, "--workers", "2", "--operator-token-file", str(file))
    server.start()
    try:
        commands_work(db, server.address)
        operator = Guest(server.address, {"Authorization": "Bearer a-token-of-a-file-01234567"})
        done = operator.ok("GET", "/operator/deeds")
        assert done[0]["what"] == "dropped keys" and {deed["by"] for deed in done} == {"command"}
    finally:
        server.stop()


def test_commands_say_what_is_wrong(live: Live, tmp_path: Path) -> None:
    db = str(tmp_path / "live.sqlite3")
    assert "neither a person nor a range" in fails("bans", "add", "pnobody", "--db", db)
    assert "too wide" in fails("bans", "add", "0.0.0.0/0", "--db", db)
    assert "this machine itself" in fails("bans", "add", "127.0.0.1", "--db", db)
    assert "at most 200 characters" in fails("bans", "add", "192.0.2.1", "--reason", "x" * 201, "--db", db)
    assert "there is no ban" in fails("bans", "lift", "pnobody", "--db", db)
    assert "there is no person" in fails("people", "--hide", "pnobody", "--db", db)
    assert "there is no database" in fails("bans", "--db", str(tmp_path / "other.sqlite3"))
    assert "--days" in fails("key", "rotate", "--days", "-1", "--db", db)


def test_a_token_comes_from_a_file_or_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TOKEN, raising=False)
    assert operator_token(None) == ""
    monkeypatch.setenv(TOKEN, "a-token-of-the-environment")
    assert operator_token(None) == "a-token-of-the-environment"
    file = tmp_path / "token"
    file.write_text("a-token-of-a-file-01234567\n")
    assert operator_token(file) == "a-token-of-a-file-01234567"


@pytest.mark.parametrize("token", ["short", "x" * 23, "with a space in the middle", "päßßwörter-sind-schlecht-hier"])
def test_a_weak_token_is_refused(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN, token)
    with pytest.raises(BadInput, match="at least 24") as refused:
        operator_token(None)
    assert token not in str(refused.value)


def test_a_token_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        operator_token(tmp_path / "nothing")
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(BadInput, match="at least 24"):
        operator_token(tmp_path / "empty")
