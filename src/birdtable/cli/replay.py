"""``birdtable replay``"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from birdtable import catalog, texts
from birdtable.cli.choices import Language, import_extra
from birdtable.game import SPECTATOR, BadInput, Event, Viewer
from birdtable.record import Record, Walk, load
from birdtable.terminal.commands import ending
from birdtable.terminal.speech import Speech, speech


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as text or as JSON Lines.")],
    seat: Annotated[int, typer.Option(min=0, help="The seat whose view is shown; 0 for a spectator.")] = 0,
    match: Annotated[int, typer.Option(min=1, help="Which match in the file.")] = 1,
    plain: Annotated[bool, typer.Option("--plain", help="Print sentences, even on a terminal.")] = False,
    language: Language = "",
) -> None:
    """Show a recorded match as one seat saw it: its own secrets, and what the others showed.

    On a terminal you step through it, forwards and back; in a pipe or with --plain it is told in sentences.

    \b
    Examples:
      birdtable replay game.txt --seat 2
      birdtable replay games.jsonl --match 17 --plain
      birdtable replay game.txt --language de | less
    """
    record = next(islice(load(file), match - 1, None), None)
    if record is None:
        raise BadInput(f"{file} has no match {match}")
    if seat > len(record.seats):
        raise BadInput(f"there is no seat {seat}; the match has {len(record.seats)}")
    eyes, say = seat - 1 if seat else SPECTATOR, speech(language)
    if not plain and sys.stdin.isatty() and sys.stdout.isatty():
        import_extra("birdtable.terminal.screen.replay_app").ReplayApp(
            record, eyes, texts.distinct_names(record.seats), say
        ).run()
        return
    for line in tell(record, eyes, say):
        print(line)


def tell(record: Record, seat: Viewer, say: Speech) -> Iterator[str]:
    """The match in sentences."""
    names = texts.distinct_names(record.seats)
    yield f"{catalog.game(record.game).title}: {', '.join(names)}"
    for event in texts.merge(record.game, seen_events(record, seat)):
        if sentence := say.event(record.game, event, names):
            yield sentence
    yield ending(record.outcome, names, say) if record.outcome else say.t("The match was not finished.")


def seen_events(record: Record, seat: Viewer) -> Iterator[Event]:
    for here in Walk(record):
        for event in here.events:
            yield event.seen_by(seat)
