"""``birdtable load``: how much load a server can take."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from birdtable import catalog
from birdtable.game import BadInput

T = TypeVar("T")


def load(
    url: Annotated[str, typer.Option(help="Address of a running server; by default one is started.")] = "",
    tables: Annotated[int, typer.Option(min=1, help="Number of tables, each with two guests.")] = 300,
    rate: Annotated[float, typer.Option(min=0, help="Moves per second at each table; 0 for as many as possible.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure.")] = 30,
    game: Annotated[str, typer.Option(help="Which game; by default all of them in turn.")] = "",
    db: Annotated[str, typer.Option(help="Database of the server that is started; by default a new file.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes of the server that is started.")] = 1,
    redis: Annotated[str, typer.Option(help="Redis of the server that is started.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play matches on a server over the network and measure how long it takes to store and answer a move.

    Examples:

      birdtable load --tables 300 --rate 1 --seconds 30

      birdtable load --url http://127.0.0.1:8624 --rate 0 --json

      birdtable load --db postgresql://birdtable@127.0.0.1/load --workers 2
    """
    from birdtable.server.crowd import crowd

    games = [catalog.game(game).name] if game else catalog.games()
    with running(url, db, workers, redis) as (address, pid):
        try:
            tally = fast_run(crowd(address, games, tables, rate, seconds))
        except OSError as error:
            raise BadInput(f"{address} cannot be played on: {error}") from None
        rss = resident_mb(pid)
    for what, count in Counter(tally.errors).most_common(5):
        print(f"{count} x {what}", file=sys.stderr)
    moves = len(tally.waits)
    found = {
        "tables": tables,
        "rate": rate,
        "seconds": seconds,
        "moves": moves,
        "moves_per_second": round(moves / seconds, 1),
        "p50_ms": round(tally.percentile(0.5), 2),
        "p99_ms": round(tally.percentile(0.99), 2),
        "errors": len(tally.errors),
        "rss_mb": rss,
    }
    if as_json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:>16}  {value}")
    if tally.errors:
        raise typer.Exit(1)


def fast_run(main: Coroutine[Any, Any, T]) -> T:
    """``asyncio.run``, on uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)


@contextmanager
def running(url: str, db: str, workers: int, redis: str) -> Iterator[tuple[str, int | None]]:
    """The address of the server and, if it was started here, its process."""
    if url:
        yield url.rstrip("/"), None
        return
    with tempfile.TemporaryDirectory(prefix="birdtable-load-") as folder:
        command = [sys.executable, "-m", "birdtable", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--db", db or str(Path(folder) / "load.sqlite3"), "--workers", str(workers), "--redis", redis]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            yield address_in(process), process.pid
        finally:
            process.terminate()
            process.wait(30)


def address_in(process: subprocess.Popen[str]) -> str:
    """The address that a server prints once it is up."""
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if line.startswith("Birdtable is at "):
            return line.removeprefix("Birdtable is at ").strip()
    raise BadInput(f"the server did not start: {' '.join(said)[-300:]}")


def resident_mb(pid: int | None) -> float | None:
    """Memory of a server with all its processes, where the system reports it."""
    if pid is None or not Path("/proc/self/status").exists():
        return None
    return round(sum(resident_kb(each) for each in family(pid)) / 1024, 1)


def resident_kb(pid: int) -> int:
    for line in read_proc(Path(f"/proc/{pid}/status")).splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def family(pid: int) -> list[int]:
    children = read_proc(Path(f"/proc/{pid}/task/{pid}/children")).split()
    return [pid, *(each for child in children for each in family(int(child)))]


def read_proc(file: Path) -> str:
    """A file about a process; nothing if the process has just ended."""
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
