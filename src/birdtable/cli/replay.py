"""``birdtable replay``"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from birdtable import catalog, texts
from birdtable.game import SPECTATOR, BadInput, Event, Outcome, Seat
from birdtable.record import Record, load
from birdtable.record import replay as replayed


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as text or as JSON Lines.")],
    seat: Annotated[int, typer.Option(min=0, help="Whose eyes to see it with; 0 for an onlooker's.")] = 0,
    match: Annotated[int, typer.Option(min=1, help="Which match of the file.")] = 1,
) -> None:
    """Tell a recorded match as a seat saw it: its own secrets, and of the others what they showed.

    \b
    Examples:
      birdtable replay game.txt --seat 2
      birdtable replay games.jsonl --match 17
    """
    record = next(islice(load(file), match - 1, None), None)
    if record is None:
        raise BadInput(f"{file} has no match {match}")
    if seat > len(record.seats):
        raise BadInput(f"there is no seat {seat}; the match has {len(record.seats)}")
    for line in told(record, seat - 1 if seat else SPECTATOR):
        print(line)


def told(record: Record, seat: Seat) -> Iterator[str]:
    """The match in sentences."""
    names = distinct(record.seats)
    yield f"{catalog.game(record.game).title}: {', '.join(names)}"
    for event in texts.merged(record.game, seen(record, seat)):
        if sentence := texts.event_text(record.game, event, names):
            yield f"{sentence}."
    yield ending(record.outcome, names)


def seen(record: Record, seat: Seat) -> Iterator[Event]:
    for _, _, events in replayed(record):
        for event in events:
            yield event.seen_by(seat)


def distinct(names: Sequence[str]) -> list[str]:
    """The names, with the seat where two have the same."""
    return [name if names.count(name) == 1 else f"{name} ({seat})" for seat, name in enumerate(names, start=1)]


def ending(outcome: Outcome | None, names: Sequence[str]) -> str:
    if outcome is None:
        return "The match was not finished."
    points = ", ".join(f"{name} {points}" for name, points in zip(names, outcome.points, strict=True))
    return f"Points: {points}. Won by {' and '.join(names[seat] for seat in outcome.winners)} [{outcome.clause}]."
