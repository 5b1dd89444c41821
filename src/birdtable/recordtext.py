"""The form of a record that people read: lines of a header, then a line for each play, then the outcome.

A line that begins with a space continues the line before it, ``#`` begins a comment, ``~`` marks a play that was
taken back later. ``docs/records.md`` shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from birdtable.game import CHANCE, AnyGame, BadInput, Outcome, Step, Value
from birdtable.record import Play, Record, Undo, check_by_rules, known_game, outcome_text

WIDTH = 100
BODY = re.compile(r"~?(?:chance|[1-9]\d?)|undo|outcome", re.ASCII)
OUTCOME = re.compile(r"(-?\d{1,9}(?: -?\d{1,9})*), won by ([1-9]\d?(?: [1-9]\d?)*), (\S+)", re.ASCII)


def text(record: Record) -> str:
    header: dict[str, object] = {
        "birdtable": record.format,
        "game": record.game,
        "rules": record.rules,
        **{f"option {name}": value_text(value) for name, value in record.options.items()},
        **{f"seat {seat}": name for seat, name in enumerate(record.seats, start=1)},
        **record.extra,
    }
    lines = [f"{key}: {value}" for key, value in header.items()]
    lines.append("")
    for line, stands in zip(record.lines, record.stands(), strict=True):
        if isinstance(line, Undo):
            lines.append(f"undo: {line.count}")
        else:
            who = "chance" if line.seat == CHANCE else str(line.seat + 1)
            lines += wrap_steps(f"{'' if stands else '~'}{who}:", line.steps)
    lines.append(f"outcome: {outcome_text(record.outcome)}")
    return "\n".join(lines) + "\n"


def wrap_steps(line: str, steps: Sequence[Step]) -> Iterator[str]:
    """The steps of a play with commas between them, broken after a comma where they do not fit."""
    for number, step in enumerate(steps, start=1):
        piece = step + "," * (number < len(steps))
        if len(line) + 1 + len(piece) > WIDTH:
            yield line
            line = "   "
        line += f" {piece}"
    yield line


def value_text(value: Value) -> str:
    """An option's value as ``game.parse_value`` reads it."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case tuple():
            return ",".join(str(number) for number in value)
        case _:
            return str(value)


class TextLine(NamedTuple):
    """A line ``key: value`` and those that continue it, each with its number."""

    key: str
    values: list[tuple[int, str]]

    @property
    def number(self) -> int:
        return self.values[0][0]

    @property
    def value(self) -> str:
        return self.values[0][1]


def parse(lines: Sequence[tuple[int, str]], game: AnyGame | None) -> Record:
    """Reads the numbered lines of one record and checks it."""
    entries = list(text_lines(lines))
    if entries[0].key != "birdtable":
        refuse(entries[0].number, "a record begins with the line 'birdtable: 1'")
    if entries[-1].key != "outcome":
        refuse(entries[-1].values[-1][0], "the record breaks off here, without a line 'outcome: ...'")
    begin = next(number for number, entry in enumerate(entries) if BODY.fullmatch(entry.key))
    header = header_of(entries[:begin])
    plays: list[Play | Undo] = [play_in(entry) for entry in entries[begin:-1]]
    record = record_of(header, plays, outcome_in(entries[-1]), game)
    for entry, line, stands in zip(entries[begin:-1], plays, record.stands(), strict=True):
        if isinstance(line, Play) and stands == entry.key.startswith("~"):
            refuse(entry.number, "'~' marks the plays that a line 'undo: ...' takes back, and no others")
    numbers = numbers_of(header.values(), entries[begin:])
    return check_by_rules(record, game, lambda place: f"line {numbers.get(place, entries[0].number)}")


def text_lines(lines: Iterable[tuple[int, str]]) -> Iterator[TextLine]:
    entry: TextLine | None = None
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line[0].isspace() and entry is not None:
            entry.values.append((number, line.strip()))
            continue
        if entry is not None:
            yield entry
        key, colon, value = line.partition(":")
        if not colon:
            refuse(number, f"{line!r} is neither a line of the header nor a play")
        entry = TextLine(key, [(number, value.strip())])
    if entry is not None:
        yield entry


def header_of(entries: Iterable[TextLine]) -> dict[str, TextLine]:
    header: dict[str, TextLine] = {}
    for entry in entries:
        if entry.key in header:
            refuse(entry.number, f"{entry.key!r} appears here for the second time")
        if len(entry.values) > 1:
            refuse(entry.values[1][0], "a line of the header cannot be continued")
        header[entry.key] = entry
    return header


def record_of(
    header: Mapping[str, TextLine], lines: Iterable[Play | Undo], outcome: Outcome | None, game: AnyGame | None
) -> Record:
    rest = dict(header)

    def take(key: str) -> TextLine:
        if key not in rest:
            refuse(header["birdtable"].number, f"the header has no line '{key}: ...'")
        return rest.pop(key)

    format, name, rules = take("birdtable"), take("game"), take("rules")
    seats: list[str] = []
    while f"seat {len(seats) + 1}" in rest:
        seats.append(take(f"seat {len(seats) + 1}").value)
    options = [take(key) for key in header if key.startswith("option ")]
    return Record(
        format=whole_number(format),
        game=name.value,
        rules=whole_number(rules),
        options=dict(option_in(entry, name, game) for entry in options),
        seats=tuple(seats),
        extra={key: entry.value for key, entry in rest.items()},
        lines=tuple(lines),
        outcome=outcome,
    )


def option_in(entry: TextLine, name: TextLine, game: AnyGame | None) -> tuple[str, Value]:
    try:
        game = known_game(name.value, game)
    except BadInput as error:
        refuse(name.number, error)
    try:
        return game.parse_option(f"{entry.key.removeprefix('option ')}={entry.value}")
    except BadInput as error:
        refuse(entry.number, error)


def play_in(entry: TextLine) -> Play | Undo:
    if entry.key == "undo":
        return Undo(whole_number(entry))
    if entry.key == "outcome":
        refuse(entry.number, "there is an outcome, and still the record goes on")
    if not BODY.fullmatch(entry.key):
        refuse(entry.number, f"{entry.key!r} is no play; lines of the header come before the first one")
    who = entry.key.removeprefix("~")
    return Play(CHANCE if who == "chance" else int(who) - 1, tuple(step for _, step in steps_in(entry)))


def steps_in(entry: TextLine) -> Iterator[tuple[int, Step]]:
    """The steps of a play with the lines they stand on."""
    for number, value in entry.values:
        steps = value.partition("#")[0].strip()
        more = number != entry.values[-1][0]
        if steps.endswith(",") != more:
            refuse(number, f"a play continues after a comma; this line ends {'without' if more else 'with'} one")
        for step in steps.removesuffix(",").split(","):
            yield number, " ".join(step.split())


def outcome_in(entry: TextLine) -> Outcome | None:
    value = entry.value.partition("#")[0].strip()
    if value == "none":
        return None
    found = OUTCOME.fullmatch(value)
    if not found or len(entry.values) > 1:
        refuse(entry.number, f"{value!r} is not an outcome such as '31 28, won by 1, B6.2' or 'none'")
    points, winners, clause = found.groups()
    return Outcome(
        points=tuple(int(number) for number in points.split()),
        winners=tuple(int(seat) - 1 for seat in winners.split()),
        clause=clause,
    )


def numbers_of(header: Iterable[TextLine], body: Iterable[TextLine]) -> dict[str, int]:
    """On which line each part of a record stands, by the names that ``check_by_rules`` uses for them."""
    numbers = {entry.key: entry.number for entry in header}
    for play, entry in enumerate(body, start=1):
        if entry.key == "outcome":
            numbers["outcome"] = entry.number
            continue
        numbers[f"play {play}"] = entry.number
        for place, (number, _) in enumerate(steps_in(entry), start=1):
            numbers[f"play {play}, step {place}"] = number
    return numbers


def whole_number(entry: TextLine) -> int:
    value = entry.value.partition("#")[0].strip()
    if not value.isdecimal() or not value.isascii() or len(value) > 9:
        refuse(entry.number, f"{value!r} is not a whole number")
    return int(value)


def refuse(number: int, message: object) -> NoReturn:
    raise BadInput(f"line {number}: {message}") from None
