"""``birdtable verify``: was the shuffle fair?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from birdtable import committed, record
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
            seats = [seat + 1 for seat in verdict.seats]
            print(json.dumps({"match": match, "fair": True, "draws": verdict.draws, "entropy": seats}))
        else:
            helped = ", ".join(str(seat + 1) for seat in verdict.seats)
            entropy = f"entropy of seat {helped}" if helped else "no entropy of the seats"
            print(f"match {match}: all {verdict.draws} draws are those of the committed secret ({entropy})")
