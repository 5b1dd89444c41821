"""``birdtable serve``, which is also what plain ``birdtable`` does: a server for this machine and its network."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import webbrowser
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from birdtable.cli.server.greeting import BIRDTABLE_AT, WORKERS_AT
from birdtable.game import BadInput
from birdtable.server.logs import write_logs
from birdtable.server.network import listening_socket, outside_address
from birdtable.server.room.others import Others
from birdtable.server.room.retention import Retention
from birdtable.server.store.base import Store
from birdtable.server.store.opening import store_at
from birdtable.server.supervisor import Supervisor, is_possible, listen_apart, share, tell_ready
from birdtable.terminal.files import data_folder

if TYPE_CHECKING:
    from birdtable.server.running import PoliteServer

PORT = 8624
TOKEN = "BIRDTABLE_OPERATOR_TOKEN"
"""In the environment."""
SHORTEST = 24
"""Characters of a token."""
GARBAGE = 10_000, 10, 10
"""After how many new objects garbage is searched for, and how often among older ones. Python's own 700 took a tenth of
the processor time of a busy server; almost nothing here needs such a search to go away."""


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 127.0.0.1 for this machine only.")] = "0.0.0.0",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help=f"Port to listen on; by default {PORT}, or any free one if that is taken."),
    ] = None,
    db: Annotated[str, typer.Option(help="Database: a file, sqlite:///path, or postgresql://user@host/name.")] = "",
    redis: Annotated[
        str,
        typer.Option(
            help="With PostgreSQL: tell other processes about moves through Redis, such as redis://host:6379."
        ),
    ] = "",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Server processes; more than one needs PostgreSQL.")] = 1,
    apart: Annotated[
        bool,
        typer.Option(
            "--apart",
            help="Give each worker a port of its own, from --port upwards: for a proxy that sends everybody at a table "
            "to the same one.",
        ),
    ] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    trusted_proxies: Annotated[
        str, typer.Option(help="Addresses of reverse proxies whose forwarded headers are trusted, or '*'.")
    ] = "127.0.0.1,::1",
    keep_matches: Annotated[
        float, typer.Option(min=0, help="Days after which finished matches are deleted; 0 keeps them.")
    ] = 0,
    keep_guests: Annotated[
        float, typer.Option(min=0, help="Days after which guests without a seat are deleted; 0 keeps them.")
    ] = 0,
    operator_token_file: Annotated[
        Path | None,
        typer.Option(help="File with the token for the operator's page; otherwise it is in $BIRDTABLE_OPERATOR_TOKEN."),
    ] = None,
    log: Annotated[Literal["text", "json"], typer.Option(help="Format of the log.")] = "text",
    fd: Annotated[int, typer.Option(hidden=True)] = -1,
) -> None:
    """Run a server on which people and bots play.

    Examples:

      birdtable serve

      birdtable serve --host 127.0.0.1 --port 9000 --db /srv/birdtable.sqlite3

      birdtable serve --workers 4 --db postgresql://birdtable@db.example/birdtable --log json

      birdtable serve --workers 4 --apart --port 8624 --db postgresql://birdtable@db.example/birdtable
    """
    from birdtable.server.running import make_rooms, server

    address = database(db)
    token = operator_token(operator_token_file)
    store = store_at(address)
    others = cluster(store, redis)
    check_workers(workers, others, apart=apart)
    ports = own_ports(host, PORT if port is None else port, workers) if apart else []
    bound = None if apart else socket.socket(fileno=fd) if fd >= 0 else bound_socket(host, port)
    found: int = bound.getsockname()[1] if bound is not None else ports[0]

    def ready(_: str = "") -> None:
        settle_memory()
        tell_ready()
        if fd >= 0:
            return
        if apart:
            print(f"{WORKERS_AT}{', '.join(map(str, ports))}", file=sys.stderr)
        greet(host, found)
        if browser:
            open_browser(f"http://127.0.0.1:{found}")

    if workers > 1:
        wanted = {"--host": host, "--redis": redis, "--trusted-proxies": trusted_proxies, "--log": log}
        wanted |= {"--keep-matches": str(keep_matches), "--keep-guests": str(keep_guests)}
        # Not among the arguments, which everybody on the machine can read.
        os.environ["BIRDTABLE_DB"], os.environ[TOKEN] = address, token
        listen = share(bound) if bound is not None else listen_apart(host, ports)
        Supervisor(workers, [part for pair in wanted.items() for part in pair], listen).run(ready)
        return
    assert bound is not None
    write_logs(log)
    rooms = make_rooms(store, others=others, retention=Retention(keep_matches, keep_guests))
    run(server(rooms, host, found, bound=ready, trusted=trusted_proxies, token=token), bound)


def settle_memory() -> None:
    """What is there now stays. Left out of every later search for garbage, it keeps nobody waiting."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def check_workers(workers: int, others: Others | None, *, apart: bool) -> None:
    if workers > 1 and others is None:
        raise BadInput("--workers needs PostgreSQL: a file belongs to one process")
    if workers > 1 and not is_possible():
        raise BadInput("--workers needs Linux or macOS; here a server is one process")
    if apart and workers == 1:
        raise BadInput("--apart is for several workers: see --workers")


def run(running: PoliteServer, bound: socket.socket) -> None:
    """Serves until somebody stops it."""
    signal.signal(signal.SIGTERM, leave)
    with suppress(KeyboardInterrupt):
        running.makes_par = True
        running.prepare()
        running.run(sockets=[bound])
    if not running.started:
        raise BadInput("the server could not start")


def leave(*_: object) -> NoReturn:
    """The server has stopped politely; what is left is closed as at any other end."""
    sys.exit(0)


def cluster(store: Store, redis: str) -> Others | None:
    """What connects this process to others on the same store; nothing if there can be none."""
    if store.alone:
        if redis:
            raise BadInput("--redis needs PostgreSQL: a file belongs to one process")
        return None
    from birdtable.server.cluster.channels import check_redis
    from birdtable.server.cluster.processes import Cluster
    from birdtable.server.store.postgres import PostgresStore

    assert isinstance(store, PostgresStore)
    if redis:
        check_redis(redis)
    return Cluster(store, redis)


def bound_socket(host: str, port: int | None) -> socket.socket:
    """A port that was asked for must be free; if the usual one is taken, any other will do."""
    if port is not None:
        return listening_socket(host, port)
    try:
        return listening_socket(host, PORT)
    except BadInput:
        return listening_socket(host, 0)


def own_ports(host: str, first: int, count: int) -> list[int]:
    """Ports from the first one upwards, or any that are free; each must be free now."""
    with ExitStack() as stack:
        wanted = [first + number if first else 0 for number in range(count)]
        return [stack.enter_context(listening_socket(host, port)).getsockname()[1] for port in wanted]


def operator_token(file: Path | None) -> str:
    """The token of those who run the server, from a file or the environment; empty if they have none."""
    try:
        token = (os.environ.get(TOKEN, "") if file is None else file.read_text(encoding="utf-8")).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the operator's token cannot be read: {error}") from None
    is_usable = len(token) >= SHORTEST and token.isascii() and token.isprintable() and " " not in token
    if (token or file is not None) and not is_usable:
        raise BadInput(f"an operator's token needs at least {SHORTEST} letters and digits")
    return token


def database(db: str) -> str:
    """The address of the database: the one given, that of the environment, or a file in the user's data folder."""
    return db or os.environ.get("BIRDTABLE_DB", "") or str(data_folder() / "birdtable.sqlite3")


def greet(host: str, port: int) -> None:
    print(f"{BIRDTABLE_AT}http://127.0.0.1:{port}", file=sys.stderr)
    address = outside_address(host, port)
    if address:
        print(f"On this network: {address}", file=sys.stderr)
        if sys.stderr.isatty():
            import segno

            segno.make(address, micro=False).terminal(out=sys.stderr, compact=True)
    print("Press Ctrl-C to stop it; nothing is lost.", file=sys.stderr, flush=True)


def open_browser(address: str) -> None:
    """Not on a machine without a screen."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
