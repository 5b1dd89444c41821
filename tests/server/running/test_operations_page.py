"""The commands of docs/operations.md, run out of the page in its order: a machine that becomes a server.

What needs root, systemd or a package manager says in the page that it is not run. The rest runs as it stands, but for
the places that it names: folders, ports, the database's address and ``sudo`` are replaced (``Machine.places``).
"""

from __future__ import annotations

import os
import re
import shlex
import ssl
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pexpect
import pytest

from birdtable.cli.server.processes import family, listener
from kit.programs.databases import Postgres
from kit.programs.ports import free_port
from kit.programs.proxies import HARMLESS
from kit.sources.blocks import ROOT, Block, blocks
from kit.waiting import wait_for

pytestmark = pytest.mark.postgres

PAGE = ROOT / "docs" / "operations.md"
OURS = f"run by {Path(__file__).relative_to(ROOT)}"
PASSWORD = "four-words-and-a-robin"
PERSON = "p8f3k2w9qa"


def block(first_line: str) -> str:
    """The one that begins so, and that the page says is run here."""
    found: Block = next(each for each in blocks(PAGE) if f"{each.text}\n".startswith(first_line))
    assert found.mark == OURS, found.place
    TAKEN.add(found.line)
    return found.text


TAKEN: set[int] = set()
"""Lines of the blocks that were taken from the page."""


class Machine:
    def __init__(self, folder: Path, postgres: Postgres) -> None:
        self.folder = folder
        self.port = free_pair()
        self.postgres = postgres
        (folder / "state").mkdir()
        (folder / "copies").mkdir()
        (folder / "etc").mkdir()
        bin = Path(sys.executable).parent
        self.places = {
            "/opt/birdtable/bin": str(bin),
            "/var/lib/birdtable": str(folder / "state"),
            "/mnt/copies": str(folder / "copies"),
            "/etc/birdtable": str(folder / "etc"),
            "/etc/ssl": str(folder),
            "10.0.0.5": "127.0.0.1",
            "10.0.0.2": "127.0.0.1",
            "8624": str(self.port),
            "8625": str(self.port + 1),
            "PASSWORD@db.internal": f"{PASSWORD}@127.0.0.1:{postgres.port}",
            "sudo -u postgres ": "",
            "sudo ": "",
            " -g birdtable": "",
        }
        self.environment = {**os.environ, "PATH": f"{bin}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        self.environment |= {"PGHOST": str(postgres.folder), "PGPORT": str(postgres.port), "PGUSER": "postgres"}
        self.environment["BIRDTABLE_DB"] = str(folder / "state" / "birdtable.sqlite3")

    def here(self, text: str) -> str:
        for there, here in self.places.items():
            text = text.replace(there, here)
        return text

    def run(self, text: str) -> str:
        command = ["sh", "-eu", "-c", self.here(text)]
        done = subprocess.run(
            command, env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
        return done.stdout

    @contextmanager
    def running(self, command: str, **environment: str) -> Iterator[httpx.Client]:
        """A server, as ``ExecStart`` or a person starts it, until it is stopped politely."""
        arguments = shlex.split(self.here(command), comments=True)
        if "--port" not in arguments:
            arguments += ["--port", str(self.port)]
        log = (self.folder / "log").open("w+")
        process = subprocess.Popen(arguments, env=self.environment | environment, cwd=self.folder, stderr=log)
        try:
            wait_for(lambda: listener(self.port) is not None or process.poll() is not None, "the server")
            assert process.poll() is None, (self.folder / "log").read_text()
            self.run(block("curl"))
            with httpx.Client(base_url=f"http://127.0.0.1:{self.port}") as client:
                yield client
        finally:
            process.terminate()
            try:
                assert process.wait(60) == 0, (self.folder / "log").read_text()
            finally:
                for each in family(process.pid):
                    with suppress(ProcessLookupError):
                        os.kill(each, 9)
                log.close()


def free_pair() -> int:
    return next(port for port in iter(free_port, 0) if port < 65535 and listener(port + 1) is None)


def line_of(unit: str, name: str) -> str:
    return next(line.removeprefix(f"{name}=") for line in unit.splitlines() if line.startswith(f"{name}="))


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """With a PostgreSQL of its own, as Debian sets it up: only its superuser needs no password."""
    server = Postgres(superuser="postgres", passwords="scram-sha-256")
    server.folder.chmod(0o755)
    server.start()
    yield Machine(tmp_path, server)
    server.remove()


def test_a_machine_becomes_a_server_by_the_page_alone(machine: Machine) -> None:
    single = line_of(block("[Unit]"), "ExecStart")
    with machine.running(single) as client:
        operate(machine, client)
        badge = client.post("/api/guests", json={"name": "Tomás"}).cookies["birdtable"]
        machine.run(block("birdtable backup"))
    create_database(machine)
    machine.run(block("birdtable restore"))
    several = block("EnvironmentFile=")
    address = re.search(r"'BIRDTABLE_DB=(\S+)'", PAGE.read_text(encoding="utf-8"))
    assert address and line_of(several, "EnvironmentFile") == "/etc/birdtable/environment"
    where = machine.here(address[1])
    with machine.running(line_of(several, "ExecStart"), BIRDTABLE_DB=where) as client:
        client.cookies.set("birdtable", badge)
        assert client.get("/api/me").json()["name"] == "Tomás"
        with proxied(machine, block("upstream birdtable {")) as through:
            assert "Birdtable" in through.get("/").text and through.get("/metrics").status_code == 404
            assert "secure" in through.post("/api/guests", json={"name": "Ana"}).headers["set-cookie"].lower()
    with machine.running(block("birdtable serve --workers 2 --apart"), BIRDTABLE_DB=where):
        wait_for(lambda: listener(machine.port + 1) is not None, "the second worker")
        site = re.sub(r"upstream birdtable \{.*\}\n", "", block("upstream birdtable {"))
        with proxied(machine, block("map $uri $home") + "\n" + site) as through:
            assert through.get("/api/games").status_code == 200
    with machine.running(block("birdtable serve --host")) as client:
        assert client.get("/api/operator/reports").status_code == 404
    make_token, serve = block("openssl").splitlines()
    machine.run(make_token)
    token = (machine.folder / "etc" / "token").read_text().strip()
    with machine.running(serve) as client:
        asked = client.get("/api/operator/reports", headers={"Authorization": f"Bearer {token}"})
        assert len(token) == 48 and asked.status_code == 200
    assert {each.line for each in blocks(PAGE) if each.mark == OURS} == TAKEN


def create_database(machine: Machine) -> None:
    create_user, create_database = block("sudo -u postgres createuser").splitlines()
    asking = pexpect.spawn(
        "sh", ["-c", machine.here(create_user)], env=machine.environment, timeout=30, encoding="utf-8"
    )
    for _ in range(2):
        asking.expect("[Ee]nter.*: ")
        asking.sendline(PASSWORD)
    asking.expect(pexpect.EOF)
    asking.close()
    assert asking.exitstatus == 0, asking.before
    machine.run(create_database)


def operate(machine: Machine, client: httpx.Client) -> None:
    """What the page tells operators to do beside a server; in the end all cookies are void."""
    person = client.post("/api/guests", json={"name": "Mira"}).json()["person"]
    machine.run(block("birdtable notice maintenance"))
    assert (machine.folder / "copies" / "before-upgrade.sqlite3").exists()
    wait_for(lambda: "restarted" in client.get("/api/notice").json()["text"], "the notice")
    machine.run(block("birdtable notice\n"))
    wait_for(lambda: client.get("/api/notice").json()["text"] == "", "the end of the notice")
    said = machine.run(block("birdtable people").replace(PERSON, person))
    assert "Mira" in said and person in said
    machine.run(block("birdtable key"))
    old = {"Cookie": f"birdtable={client.cookies['birdtable']}"}
    client.cookies.clear()  # what is sent again while the old key still counts is signed anew
    wait_for(lambda: httpx.get(f"{client.base_url}/api/me", headers=old).status_code == 401, "the new key")


@contextmanager
def proxied(machine: Machine, site: str) -> Iterator[httpx.Client]:
    """nginx with a site of the page, and a certificate made here."""
    subject = ["-subj", "/CN=birds.example", "-addext", "subjectAltName=DNS:birds.example,IP:127.0.0.1"]
    files = ["-keyout", str(machine.folder / "birds.key"), "-out", str(machine.folder / "birds.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject, *files],
        check=True,
        capture_output=True,
    )
    port = free_port()
    site = machine.here(site).replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    file = machine.folder / "nginx.conf"
    file.write_text(HARMLESS.format(folder=machine.folder, blocks=site), encoding="utf-8")
    process = subprocess.Popen(["nginx", "-c", str(file), "-p", str(machine.folder)])
    try:
        wait_for(lambda: listener(port) is not None, "nginx")
        trusted = ssl.create_default_context(cafile=str(machine.folder / "birds.pem"))
        with httpx.Client(base_url=f"https://127.0.0.1:{port}", verify=trusted) as client:
            yield client
    finally:
        process.terminate()
        process.wait(30)


def test_the_extras_that_the_page_installs_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"pip install [^\n]*'birdtable\[([\w,]+)\]'", PAGE.read_text(encoding="utf-8"))
    assert named and {extra for each in named for extra in each.split(",")} <= set(project["optional-dependencies"])
