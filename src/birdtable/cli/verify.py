"""``birdtable verify``: was the shuffle fair?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from birdtable import committed, record
from birdtable.committed import Verdict
from birdtable.game import BadInput


def verify(
    file: Annotated[Path, typer.Argument(help="A record downloaded from a server.")],
    shown: Annotated[
        str, typer.Option("--commitment", help="The hash that the table showed before the first card.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each record.")] = False,
) -> None:
    """Draw every card of a record again, from the server's secret and the entropy of the seats.

    Everything happens on this machine. The check fails if a single card, or a single byte of the secrets, differs.

    Examples:

      birdtable verify k3xw8fq2m.birdtable

      birdtable verify k3xw8fq2m.birdtable --commitment 6b86b273ff34fce1...
    """
    for each in record.load(file):
        match = each.extra.get("match", "?")
        try:
            verdict = committed.verify(each, shown=shown)
        except BadInput as error:
            raise BadInput(f"{file}, match {match}: {error}") from None
        if as_json:
            found = {
                "match": match,
                "fair": True,
                "draws": verdict.draws,
                "entropy": [seat + 1 for seat in verdict.seats],
                "attempts": verdict.attempts or None,
                "silent": [seat + 1 for seat in verdict.silent],
                "redraws": verdict.redraws,
            }
            print(json.dumps(found))
        else:
            print(f"match {match}: all {verdict.draws} draws are those of the committed secret")
            for line in circumstances(verdict):
                print(f"  {line}")


def circumstances(verdict: Verdict) -> list[str]:
    """What a fair stream does not settle: who had a hand in it, and how often there was new luck."""
    lines = [f"entropy of seat {list_seats(verdict.seats)}" if verdict.seats else "no entropy of the seats"]
    if verdict.attempts:
        lines.append(f"shuffled at attempt {verdict.attempts}")
    if verdict.silent:
        lines.append(f"committed but did not reveal: seat {list_seats(verdict.silent)}")
    if verdict.redraws:
        lines.append(f"take-backs after which cards were drawn anew: {verdict.redraws}")
    return lines


def list_seats(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)
