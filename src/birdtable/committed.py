"""The committed stream: chance for matches of people, which anyone can check afterwards.

Before the first card the server shows the hash of a fresh secret, and the seats commit to entropy of their own before
any of it is revealed. Draw ``n`` is then HMAC-SHA256 under a key made of all of these, with rejection sampling. ``n``
counts every draw ever made, withdrawn ones too: what is drawn again after a take-back is new luck: nobody can
choose it, but they do get another try. ``docs/shuffle.md`` has test vectors, and says what the stream does not prevent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import digest as hmac
from typing import Any, NamedTuple

from birdtable import catalog
from birdtable.game import CHANCE, AnyGame, BadInput, Seat, Step
from birdtable.record import Record, Walk

LABEL = b"birdtable shuffle 1"
BYTES = 32
"""Length of the secret and of a seat's entropy."""
SPAN = 2**64
Seats = tuple[Seat, ...]


def commitment(secret: bytes) -> str:
    """What is shown of a secret, or of a seat's entropy, before it is revealed."""
    return sha256(secret).hexdigest()


def later_secret(secret: bytes, attempt: int) -> bytes:
    """The server's secret for an attempt to shuffle, from that of the first: nothing but that has to be stored."""
    return secret if attempt == 1 else hmac(secret, b"birdtable attempt %d" % attempt, "sha256")


def shuffle_key(secret: bytes, match: str, entropy: Sequence[bytes]) -> bytes:
    """The key of a match. ``entropy`` is by seat, empty for a seat that gave none."""
    parts = [LABEL, match.encode(), *entropy]
    return hmac(secret, b"".join(len(part).to_bytes(1, "big") + part for part in parts), "sha256")


def pick(key: bytes, n: int, total: int) -> int:
    """Draw ``n``: a number from 0 to ``total`` - 1, every one exactly as likely as the others."""
    limit = SPAN - SPAN % total
    attempt = 0
    while True:
        block = hmac(key, n.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256")
        word = int.from_bytes(block[:8], "big")
        if word < limit:
            return word % total
        attempt += 1


class Committed:
    """A source of chance that goes on at draw ``n``."""

    def __init__(self, key: bytes, n: int = 0) -> None:
        self.key = key
        self.n = n

    def choose(self, game: AnyGame, state: Any) -> Step:
        odds = state.odds()
        left = pick(self.key, self.n, sum(weight for _, weight in odds))
        self.n += 1
        for code, weight in odds:
            left -= weight
            if left < 0:
                return str(game.steps[code])
        raise AssertionError("weights are positive")


def header(
    secret: bytes, match: str, hashes: Sequence[str], entropy: Sequence[bytes], attempts: int = 0, silent: Seats = ()
) -> dict[str, str]:
    """The lines of a record that its shuffle is checked by; ``hashes`` and ``entropy`` are by seat.

    ``silent`` are the seats whose person committed and did not reveal; 0 attempts were not counted.
    """
    lines = {"match": match, "shuffle commitment": commitment(secret), "shuffle secret": secret.hex()}
    if attempts:
        lines["shuffle attempts"] = str(attempts)
    if silent:
        lines["shuffle silent"] = " ".join(str(seat + 1) for seat in silent)
    for seat, (hashed, given) in enumerate(zip(hashes, entropy, strict=True), start=1):
        if hashed:
            lines[f"shuffle commitment {seat}"] = hashed
        if given:
            lines[f"shuffle entropy {seat}"] = given.hex()
    return lines


class Verdict(NamedTuple):
    """What was found in a record whose draws are right."""

    draws: int
    seats: Seats
    """Those who had a hand in the shuffle."""
    attempts: int
    """To shuffle, the last one included; 0 in records that do not count them."""
    silent: Seats
    """Those who committed to entropy and did not reveal it."""
    redraws: int
    """Take-backs after which chance drew anew."""
    carried: int = 0
    """The first draws, which were made at another table: the match was carried on from there. They are not checked."""


def verify(record: Record, *, game: AnyGame | None = None, shown: str = "") -> Verdict:
    """Draws every card of a record again, withdrawn ones included; a difference raises ``BadInput``.

    ``shown`` is the commitment that was seen at the table, if one wrote it down.
    """
    game = game or catalog.game(record.game)
    key, entropy = check_header(record.extra, len(record.seats), shown)
    attempts, silent, redraws = read_attempts(record.extra), read_silent(record.extra), record.redraws()
    if attempts:
        check_all_revealed(record.extra, entropy)
    if record.extra.get("redraws", str(redraws)) != str(redraws):
        raise BadInput(f"chance drew anew after {redraws} take-backs, not {record.extra['redraws']}")
    stream, carried = Committed(key), read_carried(record.extra)
    for here in Walk(record, game=game, withdrawn=True, before=True):
        if here.mover != CHANCE:
            continue
        drawn = stream.choose(game, here.before)
        if stream.n > carried and here.step != drawn:
            raise BadInput(f"play {here.play}: draw {stream.n - 1} is {drawn!r} by the secret, not {here.step!r}")
    seats = tuple(seat for seat, given in enumerate(entropy) if given)
    if carried and seats:
        raise BadInput("draws are said to be of another table, but players of this one added to its shuffle")
    if carried > stream.n:
        raise BadInput(f"{carried} draws are said to be of another table, but there are {stream.n}")
    return Verdict(stream.n, seats, attempts, silent, redraws, carried)


def check_header(extra: Mapping[str, str], seats: int, shown: str) -> tuple[bytes, list[bytes]]:
    """The key, once secret and entropy were checked against their commitments."""
    if "shuffle secret" not in extra:
        raise BadInput(
            "the record has no line 'shuffle secret: ...': its shuffle was not committed to, or not shown yet"
        )
    secret = read_revealed(extra, "shuffle secret", "shuffle commitment")
    if shown and shown.lower() != commitment(secret):
        raise BadInput("the secret of the record is not the one whose hash was shown at the table")
    entropy = [
        read_revealed(extra, f"shuffle entropy {seat}", f"shuffle commitment {seat}")
        if f"shuffle entropy {seat}" in extra
        else b""
        for seat in range(1, seats + 1)
    ]
    return shuffle_key(secret, extra.get("match", ""), entropy), entropy


def read_attempts(extra: Mapping[str, str]) -> int:
    return read_count(extra, "shuffle attempts")


def read_carried(extra: Mapping[str, str]) -> int:
    return read_count(extra, "shuffle carried")


def read_count(extra: Mapping[str, str], line: str) -> int:
    text = extra.get(line, "0")
    if not re.fullmatch("[0-9]{1,6}", text):
        raise BadInput(f"{line!r} is not a number: {text!r}")
    return int(text)


def read_silent(extra: Mapping[str, str]) -> Seats:
    text = extra.get("shuffle silent", "")
    if not re.fullmatch("([1-9][0-9]?( [1-9][0-9]?)*)?", text):
        raise BadInput(f"'shuffle silent' does not list seats: {text!r}")
    return tuple(int(seat) - 1 for seat in text.split())


def check_all_revealed(extra: Mapping[str, str], entropy: Sequence[bytes]) -> None:
    """A match starts with the reveals of all who committed, or those who did get to choose."""
    for seat, given in enumerate(entropy, start=1):
        if not given and f"shuffle commitment {seat}" in extra:
            raise BadInput(f"seat {seat} committed to entropy and did not reveal it: no match starts like that")


def read_revealed(extra: Mapping[str, str], line: str, hash_line: str) -> bytes:
    try:
        value = bytes.fromhex(extra[line])
    except ValueError:
        raise BadInput(f"{line!r} is not a number of {BYTES} bytes") from None
    if len(value) != BYTES:
        raise BadInput(f"{line!r} is not a number of {BYTES} bytes")
    if commitment(value) != extra.get(hash_line):
        raise BadInput(f"{line!r} does not belong to {hash_line!r}")
    return value
