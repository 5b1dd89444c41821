"""People who come to a server through its proxy: ``python -m kit.server.visitors SERVER DATABASE ADDRESS ADDRESS``.

They play a match of each game to its end. Then whoever comes from the first address, where all of them were, is
banned; the second is still answered, which shows that the server knows people's addresses and not only its proxy's.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from contextlib import closing, suppress
from http.client import HTTPConnection
from urllib.parse import urlsplit

from kit.server.evening import GAMES, Person, check_kept, seat_people
from kit.waiting import wait_for


def status(host: str, source: str) -> int:
    """Of the answer to somebody who wants to become a guest."""
    with closing(HTTPConnection(host, timeout=20, source_address=(source, 0))) as line:
        line.request("POST", "/api/guests", '{"name": "June"}', {"content-type": "application/json"})
        return line.getresponse().status


def is_listening(host: str) -> bool:
    with suppress(OSError), socket.create_connection((host, 80)):
        return True
    return False


async def play(server: str, game: str) -> list[Person]:
    people = await seat_people(server, game, seed=1)
    await asyncio.gather(*(person.play() for person in people))
    return people


def main(server: str, database: str, first: str, second: str) -> None:
    host = str(urlsplit(server).hostname)
    wait_for(lambda: is_listening(host), "nginx")
    for game in GAMES:
        people = asyncio.run(play(server, game))
        print(game, check_kept(database, people))
    assert status(host, first) == status(host, second) == 200
    subprocess.run(
        [sys.executable, "-m", "birdtable", "bans", "add", first, "--db", database], check=True, stdout=sys.stderr
    )
    wait_for(lambda: status(host, first) == 403, "the ban")
    assert status(host, second) == 200


if __name__ == "__main__":
    main(*sys.argv[1:])
