"""``birdtable score FILE``: a score sheet of a game with real cards, recomputed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic

import msgspec

from birdtable import catalog
from birdtable.companion import Answer, Ask, recompute
from birdtable.companion.part import SheetRow, game_of, part_of
from birdtable.companion.sheetfile import SheetFile, outcome_of, parse_sheet
from birdtable.game import BadInput
from birdtable.record import outcome_text


def is_file(words: Sequence[str]) -> bool:
    """A row consists of letters and spaces: one word with anything else in it is a file."""
    return len(words) == 1 and any(mark in words[0] for mark in "./\\")


def score_file(name: str, *, json: bool) -> None:
    try:
        text = Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None
    try:
        file = parse_sheet(text)
        answer = recompute(Ask(sheet=file.sheet), monotonic)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    if json:
        print(msgspec.json.encode(answer).decode())
        return
    for line in sheet_text(file, answer):
        print(line)


def sheet_text(file: SheetFile, answer: Answer) -> Iterator[str]:
    """The final sheet and the remarks on it."""
    players = list(file.sheet.players)
    game = game_of(answer)
    part = part_of(game)
    yield from table([(catalog.game(game).title, [*players]), *part.rows(answer)])
    yield ""
    for fault in answer.faults:
        who = players[fault.seat] if 0 <= fault.seat < len(players) else "all"
        yield f"{who}: {fault.text}" + (f" [{fault.clause}]" if fault.clause else "")
    outcome = outcome_of(answer)
    if outcome is None:
        yield "Not finished: entries are missing or impossible."
    else:
        yield f"Won by {', '.join(players[seat] for seat in outcome.winners)} [{outcome.clause}]"
    if file.outcome is not None and file.outcome != outcome:
        yield f"The file says {outcome_text(file.outcome)}; recomputed it is {outcome_text(outcome)}."
    yield from part.remarks(answer)


def table(rows: Sequence[SheetRow]) -> Iterator[str]:
    first = max(len(name) for name, _ in rows)
    widths = [max(len(str(value)) for value in column) for column in zip(*(values for _, values in rows), strict=True)]
    for name, values in rows:
        cells = [f"{value!s:>{width}}" for value, width in zip(values, widths, strict=True)]
        yield "  ".join([f"{name:<{first}}", *cells])
