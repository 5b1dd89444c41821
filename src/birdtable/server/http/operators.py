"""The door for those who run the server: a token in a header, compared in constant time, with few attempts.

The token is in no address, so no proxy logs it. A server that was given no token has no such door.
"""

from __future__ import annotations

import hmac
import logging
from hashlib import sha256

from birdtable.server.http.addresses import Connection, source_of
from birdtable.server.room import limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.refusal import Refusal

log = logging.getLogger("birdtable.operator")


class OperatorDoor:
    def __init__(self, rooms: Rooms, token: str) -> None:
        self.rooms = rooms
        self.digest = sha256(token.encode()).digest() if token else b""

    def check(self, connection: Connection) -> None:
        if not self.digest:
            raise Refusal(404, "there is nothing here")
        source = source_of(connection)
        self.rooms.limits.spend(limits.WRONG_TOKENS, source, self.rooms.monotonic())
        scheme, _, given = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not self.is_right(given.strip()):
            self.rooms.figures.count_wrong_token()
            log.warning("a wrong operator's token was sent")
            raise Refusal(401, "this token is not valid")
        self.rooms.limits.give_back(limits.WRONG_TOKENS, source)

    def is_right(self, token: str) -> bool:
        return hmac.compare_digest(sha256(token.encode()).digest(), self.digest)
