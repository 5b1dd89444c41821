"""Real database servers for tests: PostgreSQL and Redis from the system's packages, in folders of their own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from glob import glob
from pathlib import Path

import asyncpg

from kit.programs.ports import free_port
from kit.waiting import wait_for

WAIT = 60.0
"""Seconds that a server has to come up."""
ROOM = 4 * 2**30
"""Bytes."""


def quick_folder() -> Path | None:
    """In memory if there is room: a hundred databases of thousands of files are made and removed again."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > ROOM else None


class Postgres:
    """A cluster of one. ``initdb`` refuses to run as root, so root steps down to the user ``postgres``."""

    def __init__(self, superuser: str = "birdtable", passwords: str = "trust") -> None:
        """``passwords`` is how those who come over the network prove who they are."""
        found = glob("/usr/lib/postgresql/*/bin")
        self.bin = Path(max(found)) if found else Path(str(shutil.which("initdb"))).parent
        self.user = "postgres" if os.getuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="birdtable-pg-", dir=quick_folder()))
        if self.user:
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        self.port = free_port()
        self.made = 0
        proof = [f"--auth-host={passwords}", "--auth-local=trust"]
        self.run("initdb", "-D", str(self.data), "-U", superuser, *proof, "-E", "UTF8", "--no-sync", "--locale=C")

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), *arguments]
        subprocess.run(command, check=True, user=self.user, stdout=subprocess.DEVNULL, cwd="/", timeout=WAIT)

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -h 127.0.0.1 -c max_connections=200"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.data), "-l", log, "-w", "-t", str(int(WAIT)), "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://birdtable@127.0.0.1:{self.port}/{database}"

    async def new_database(self) -> str:
        """The address of an empty one."""
        self.made += 1
        name = f"test{self.made}"
        connection = await asyncpg.connect(self.address())
        try:
            await connection.execute(f"CREATE DATABASE {name}")
        finally:
            await connection.close()
        return self.address(name)


class Redis:
    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        wait_for(self.answers, "the start of Redis", WAIT)

    def answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)
