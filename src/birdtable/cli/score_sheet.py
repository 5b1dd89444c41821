"""``birdtable score FILE``: a score sheet of a game with real cards, computed anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic

import msgspec

from birdtable.companion import Answer, Ask, BirdieAnswer, CuBirdsAnswer, recompute
from birdtable.companion.sheetfile import SheetFile, outcome_of, parse_sheet
from birdtable.game import BadInput
from birdtable.games.birdie.cards import BIRDS, SEASONS
from birdtable.games.cubirds.cards import NAMES, SPECIES
from birdtable.record import outcome_text

Line = tuple[str, list[object]]


def is_file(words: Sequence[str]) -> bool:
    """A row is letters and spaces: one word with anything else in it is a file."""
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
    for line in told(file, answer):
        print(line)


def told(file: SheetFile, answer: Answer) -> Iterator[str]:
    """The final sheet, and what is to be said about it."""
    players = list(file.sheet.players)
    title = "Birdie" if isinstance(answer, BirdieAnswer) else "CuBirds"
    lines = list(birdie_lines(answer) if isinstance(answer, BirdieAnswer) else cubirds_lines(answer))
    yield from table([(title, [*players]), *lines])
    yield ""
    for fault in answer.faults:
        who = players[fault.seat] if 0 <= fault.seat < len(players) else "all"
        yield f"{who}: {fault.text}" + (f" [{fault.clause}]" if fault.clause else "")
    outcome = outcome_of(answer)
    if outcome is None:
        yield "Not finished: entries are missing or cannot be."
    else:
        yield f"Won by {', '.join(players[seat] for seat in outcome.winners)} [{outcome.clause}]"
    if file.outcome is not None and file.outcome != outcome:
        yield f"The file says {outcome_text(file.outcome)}; computed anew it is {outcome_text(outcome)}."
    if isinstance(answer, BirdieAnswer) and answer.assumed:
        yield "The Flap values 1 to 10 are our assumption [B1.5]."


def birdie_lines(answer: BirdieAnswer) -> Iterator[Line]:
    boards = answer.boards
    for trait in (*SEASONS, *BIRDS):
        yield trait, [board.boxes.get(trait, "-") for board in boards]
    for number in range(2):
        yield f"pass, round {number + 1}", ["-" if (n := board.passes[number]) is None else n for board in boards]
    yield "Flap", [board.flap_points for board in boards]
    yield "trophies", [board.trophy_points for board in boards]
    yield "total", [board.points for board in boards]


def cubirds_lines(answer: CuBirdsAnswer) -> Iterator[Line]:
    for species, name in zip(SPECIES, NAMES, strict=True):
        yield name, [each.collection.get(species, 0) for each in answer.collections]
    yield "birds", [each.birds for each in answer.collections]


def table(lines: Sequence[Line]) -> Iterator[str]:
    first = max(len(name) for name, _ in lines)
    widths = [max(len(str(value)) for value in column) for column in zip(*(values for _, values in lines), strict=True)]
    for name, values in lines:
        cells = [f"{value!s:>{width}}" for value, width in zip(values, widths, strict=True)]
        yield "  ".join([f"{name:<{first}}", *cells])
