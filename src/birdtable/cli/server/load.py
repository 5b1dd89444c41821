"""``birdtable load``: how much load a server can take."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from urllib.parse import urlsplit

import typer

from birdtable import catalog
from birdtable.cli.server.greeting import BIRDTABLE_AT, WORKERS_AT
from birdtable.cli.server.processes import cpu_seconds, listener, load_average, resident_mb
from birdtable.game import BadInput

if TYPE_CHECKING:
    from birdtable.server.crowd import Tally

T = TypeVar("T")

SERVER_CORE, CROWD_CORE = 0, 1


def load(
    url: Annotated[str, typer.Option(help="Address of a running server; by default one is started.")] = "",
    tables: Annotated[int, typer.Option(min=1, help="Number of tables, each with two guests.")] = 300,
    rate: Annotated[float, typer.Option(min=0, help="Moves per second at each table; 0 for as many as possible.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure.")] = 30,
    game: Annotated[str, typer.Option(help="Which game; by default all of them in turn.")] = "",
    db: Annotated[str, typer.Option(help="Database of the server that is started; by default a new file.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes of the server that is started.")] = 1,
    redis: Annotated[str, typer.Option(help="Redis of the server that is started.")] = "",
    apart: Annotated[
        bool, typer.Option(help="Give each process a port, and send everybody at a table to the same one.")
    ] = False,
    pin: Annotated[bool, typer.Option(help="Keep the server on the first core and the crowd on the second.")] = False,
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
    if pin:
        stay_on(SERVER_CORE)
    with running(url, db, workers, redis, apart=apart) as (addresses, pid):
        if pin:
            stay_on(CROWD_CORE)
        database = database_process(db)

        def used_cpu() -> dict[str, float | None]:
            """Processor time so far. The crowd is told apart: it must not be what is measured."""
            found = {"server": cpu_seconds(pid), "database": cpu_seconds(database)}
            return found | {"crowd": time.process_time()}

        try:
            tally = fast_run(crowd(addresses, games, tables, rate, seconds, meter=used_cpu))
        except OSError as error:
            raise BadInput(f"{addresses[0]} cannot be played on: {error}") from None
        rss = resident_mb(pid)
    for what, count in Counter(tally.errors).most_common(5):
        print(f"{count} x {what}", file=sys.stderr)
    found = {"tables": tables, "rate": rate, "seconds": seconds, **figures(tally, seconds, rss)}
    if as_json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:>24}  {value}")
    if tally.errors:
        raise typer.Exit(1)


def figures(tally: Tally, seconds: float, rss: float | None) -> dict[str, Any]:
    """What was measured, by the names that are printed."""
    moves = len(tally.waits)
    return {
        "moves": moves,
        "moves_per_second": round(moves / seconds, 1),
        "p50_ms": round(tally.percentile(0.5), 2),
        "p99_ms": round(tally.percentile(0.99), 2),
        "errors": len(tally.errors),
        "rss_mb": rss,
        "bytes_told_per_move": round(tally.heard / max(moves, 1)),
        **{f"{who}_cpu_seconds": round(used, 2) for who, used in tally.cpu.items()},
        **{f"{who}_cpu_ms_per_move": round(1000 * used / max(moves, 1), 3) for who, used in tally.cpu.items()},
        "load_average": load_average(),
    }


def stay_on(core: int) -> None:
    """This process, and those that it starts from now on."""
    if not hasattr(os, "sched_setaffinity") or (os.cpu_count() or 1) <= core:
        raise BadInput("--pin needs Linux and two cores")
    os.sched_setaffinity(0, {core})


def database_process(db: str) -> int | None:
    """Of a PostgreSQL server on this machine."""
    if "://" not in db:
        return None
    where = urlsplit(db)
    is_here = where.hostname in (None, "localhost", "127.0.0.1", "::1")
    return listener(where.port or 5432) if is_here else None


def fast_run(main: Coroutine[Any, Any, T]) -> T:
    """``asyncio.run``, on uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)


@contextmanager
def running(url: str, db: str, workers: int, redis: str, *, apart: bool) -> Iterator[tuple[list[str], int | None]]:
    """The addresses of the server and, if it was started here, its process."""
    if url:
        yield [url.rstrip("/")], None
        return
    with tempfile.TemporaryDirectory(prefix="birdtable-load-") as folder:
        command = [sys.executable, "-m", "birdtable", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--db", db or str(Path(folder) / "load.sqlite3"), "--workers", str(workers), "--redis", redis]
        command += ["--apart"] if apart else []
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            yield addresses_in(process), process.pid
        finally:
            process.terminate()
            process.wait(30)


def addresses_in(process: subprocess.Popen[str]) -> list[str]:
    """The addresses that a server prints once it is up."""
    assert process.stderr is not None
    said, ports = [], ""
    for line in process.stderr:
        said.append(line)
        if line.startswith(WORKERS_AT):
            ports = line.removeprefix(WORKERS_AT)
        if line.startswith(BIRDTABLE_AT):
            first = line.removeprefix(BIRDTABLE_AT).strip()
            return [f"{first.rpartition(':')[0]}:{port.strip()}" for port in ports.split(",")] if ports else [first]
    raise BadInput(f"the server did not start: {' '.join(said)[-300:]}")
