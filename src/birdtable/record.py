"""Records: matches as they were played, chance included, so that they replay without a random generator.

A record has two forms: a text that a person can read and write (``recordtext``), and one line of JSON for bulk. What
is read back is played through the rules from the first step; a record that breaks off, or that the rules contradict,
is refused with the number of the line. Plays that were taken back stay in the record (``Undo``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from birdtable import catalog
from birdtable.game import CHANCE, NOBODY, AnyGame, BadInput, BirdtableError, Event, Outcome, Seat, Step, Value
from birdtable.replay import plays_through

FORMAT = 1
EXTRA = re.compile(r"(?!(?:birdtable|game|rules|chance|undo|outcome)$|option |seat )[a-z][a-z0-9_-]*(?: [a-z0-9_-]+)*")
"""What further lines of the header may be called."""

Refuse = Callable[[str, object], NoReturn]
"""Raises ``BadInput`` about a place in a record."""


class Play(msgspec.Struct, frozen=True, array_like=True, tag="play"):
    """Steps that one seat, or chance, took in a row."""

    seat: Seat
    """A seat, or ``CHANCE``."""
    steps: tuple[Step, ...]


class Undo(msgspec.Struct, frozen=True, array_like=True, tag="undo"):
    """The last ``count`` plays that stood were taken back."""

    count: int


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One match: its header, everything that was played, and how it ended."""

    format: int = FORMAT
    game: str
    rules: int
    """The version of the rules it was played by."""
    options: dict[str, Any]
    """Every option of the game, also those left at their defaults."""
    seats: tuple[str, ...]
    """Who sat where."""
    extra: dict[str, str] = {}
    """Further lines of the header, such as the commitment to a shuffle."""
    lines: tuple[Play | Undo, ...] = ()
    outcome: Outcome | None = None
    """How it ended, or ``None`` if it did not."""

    @classmethod
    def parse(cls, text: str, *, game: AnyGame | None = None) -> Record:
        """Reads one record in either form and checks it; ``game`` is for games that the catalog does not know."""
        records = list(read(text.split("\n"), game=game))
        if len(records) != 1:
            raise BadInput(f"one record was expected, not {len(records)}")
        return records[0]

    def text(self) -> str:
        """The form for people; ``parse`` reads it back."""
        from birdtable import recordtext

        return recordtext.text(self)

    def json(self) -> str:
        """The form for bulk: a line of JSON without its end; ``parse`` reads it back."""
        return msgspec.json.encode(self).decode()

    def check(self, *, game: AnyGame | None = None) -> None:
        """Plays the record by the rules; ``BadInput`` names the line of ``text()`` that is wrong."""
        if Record.parse(self.text(), game=game) != self:
            raise BadInput("the record cannot be written as text: an option is missing, or not of its kind")

    def stands(self) -> list[bool]:
        """For each line whether it still stands: plays that were taken back do not, nor do the undos."""
        stands = [False] * len(self.lines)
        plays: list[int] = []
        for number, line in enumerate(self.lines):
            if isinstance(line, Play):
                stands[number] = True
                plays.append(number)
            else:
                for _ in range(min(line.count, len(plays))):
                    stands[plays.pop()] = False
        return stands

    def redraws(self) -> int:
        """How often a take-back withdrew cards: each time chance drew anew."""
        plays: list[Play] = []
        found = 0
        for line in self.lines:
            if isinstance(line, Play):
                plays.append(line)
            else:
                found += any(play.seat == CHANCE for play in plays[-line.count :])
                del plays[-line.count :]
        return found

    def steps(self) -> list[Step]:
        """All steps of the match in order, chance included, without those taken back."""
        standing = zip(self.lines, self.stands(), strict=True)
        return [step for line, stands in standing if stands and isinstance(line, Play) for step in line.steps]


class Recorder:
    """A match in progress that writes down what is played."""

    def __init__(
        self,
        game: AnyGame,
        seats: Sequence[str],
        options: Mapping[str, Value] | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.state = game.start(len(seats), options)
        self.header = Record(
            game=game.name,
            rules=game.rules_version,
            options=game.complete(options),
            seats=tuple(seats),
            extra=dict(extra or {}),
        )
        self.plays: list[tuple[Seat, list[Step]]] = []

    def play(self, step: Step) -> list[Event]:
        """Takes a step if the rules allow it, else raises ``IllegalStep`` and changes nothing."""
        seat = self.game.to_move(self.state)
        events = self.game.play(self.state, step)
        self.note(seat, step)
        return events

    def apply(self, step: Step) -> None:
        """Takes a legal step. Nothing is checked or reported, which is faster."""
        seat = self.game.to_move(self.state)
        self.game.apply(self.state, step)
        self.note(seat, step)

    def note(self, seat: Seat, step: Step) -> None:
        if not self.plays or self.plays[-1][0] != seat:
            self.plays.append((seat, []))
        self.plays[-1][1].append(step)

    def record(self) -> Record:
        """The match so far."""
        lines = tuple(Play(seat, tuple(steps)) for seat, steps in self.plays)
        return msgspec.structs.replace(self.header, lines=lines, outcome=self.game.outcome(self.state))


def refuse_place(place: str, message: object) -> NoReturn:
    raise BadInput(f"{place}: {message}") from None


class Walk:
    """A record played by the rules, a step at a time; iterating over it yields itself, after each step.

    The steps are those that stand or, if asked for, also those ``withdrawn``. What the rules do not allow is refused
    with its place, such as ``play 3, step 2``.
    """

    number = 0
    """How many steps lead here, without those that were taken back before."""
    play = 0
    """The line of the record that the step is in, counted from 1."""
    mover: Seat = CHANCE
    """Who took the step: a seat, or ``CHANCE``."""
    step: Step = ""
    events: Sequence[Event] = ()
    """All that the step made happen; redact with ``Event.seen_by``."""
    stands = True
    """Nobody takes the step back later."""
    before: Any = None
    """The state in which the step was taken, if it was asked for."""

    def __init__(
        self,
        record: Record,
        *,
        game: AnyGame | None = None,
        withdrawn: bool = False,
        before: bool = False,
        refuse: Refuse = refuse_place,
    ) -> None:
        self.record = record
        self.game = game or catalog.game(record.game)
        self.state = self.game.start(len(record.seats), record.options)
        """After the step. It is one object that changes from step to step: ``copy`` it to keep it."""
        self.withdrawn = withdrawn
        self.keeps_before = before
        self.refuse = refuse

    def __iter__(self) -> Iterator[Walk]:
        play_step, state, refuse = self.game.play, self.state, self.refuse
        stand = self.record.stands()
        goes_back = self.withdrawn and not all(stand)
        earlier: list[tuple[int, Any]] = []  # number and state before each play that is not taken back yet
        for play, line in enumerate(self.record.lines, start=1):
            self.stands = stand[play - 1]
            if not (self.stands or self.withdrawn):
                continue
            if isinstance(line, Undo):
                if not 0 < line.count <= len(earlier):
                    refuse(f"play {play}", f"{line.count} plays cannot be taken back: {len(earlier)} stand")
                self.number, state = earlier[-line.count]
                self.state = state
                del earlier[-line.count :]
                continue
            if goes_back:
                earlier.append((self.number, state.copy()))
            if not line.steps:
                refuse(f"play {play}", "a play has at least one step")
            self.play, self.mover = play, line.seat
            for place, step in enumerate(line.steps, start=1):
                if state.to_move != line.seat:
                    movers = f"{mover_text(state.to_move)} is to move, not {mover_text(line.seat)}"
                    refuse(f"play {play}, step {place}", movers)
                if self.keeps_before:
                    self.before = state.copy()
                try:
                    self.events = play_step(state, step)
                except BirdtableError as error:
                    refuse(f"play {play}, step {place}", error)
                self.step = step
                self.number += 1
                yield self


def load(path: Path) -> Iterator[Record]:
    """The records of a file in either form, each checked when it is reached."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            yield from read(file)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a record: it is not text") from None
    except BadInput as error:
        if is_score_sheet(path):
            raise BadInput(f"{path} is a score sheet, not the record of a match: birdtable score {path}") from None
        raise BadInput(f"{path}, {error}") from None


def is_score_sheet(path: Path) -> bool:
    """What the page writes of games with real cards, which ``birdtable score`` reads."""
    return path.is_file() and b'"birdtable-sheet"' in path.read_bytes()[:200]


def read(lines: Iterable[str], *, game: AnyGame | None = None) -> Iterator[Record]:
    """The records that these lines hold in either form, each checked when it is reached."""
    from birdtable import recordtext

    part: list[tuple[int, str]] = []
    found = False
    for number, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n")
        if not part and line.startswith("{"):
            found = True
            yield parse_json(line, number, game)
        elif line.startswith("birdtable:") and part:
            found = True
            yield recordtext.parse(part, game)
            part = [(number, line)]
        elif part or (line.strip() and not line.startswith("#")):
            part.append((number, line))
    if part:
        yield recordtext.parse(part, game)
    elif not found:
        raise BadInput("line 1: there is no record")


def parse_json(line: str, number: int, game: AnyGame | None = None) -> Record:
    """Reads a record in its form for bulk, which is line ``number`` of its file, and checks it."""
    try:
        record = msgspec.json.decode(line, type=Record)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise BadInput(f"line {number}: this is not a record: {' '.join(str(error).split())}") from None
    return check_by_rules(record, game, lambda place: f"line {number}, {' '.join(place.split())}")


def known_game(name: str, expected: AnyGame | None) -> AnyGame:
    """The game of that name, from the catalog unless one is expected."""
    if expected is None:
        return catalog.game(name)
    if expected.name != name:
        raise BadInput(f"a record of {expected.name} was expected, not of {name!r}")
    return expected


def check_by_rules(record: Record, game: AnyGame | None, where: Callable[[str], str]) -> Record:
    """The record with its options complete, once all of it was checked against the rules.

    ``where`` turns a place in a record, such as ``option expert`` or ``play 3, step 2``, into a place in a file.
    """

    def refuse(place: str, message: object) -> NoReturn:
        raise BadInput(f"{where(place)}: {message}") from None

    if record.format != FORMAT:
        refuse("birdtable", f"format {record.format} is unknown; this program reads {FORMAT}")
    try:
        game = known_game(record.game, game)
    except BadInput as error:
        refuse("game", error)
    check_header(record, game, refuse)
    begun = beginning_of(record, game)
    options = dict(begun[0]) if begun is not None else check_options(record, game, refuse)
    record = msgspec.structs.replace(record, options=options)
    state = begun[1].copy() if begun is not None else None
    if state is None or not plays_through(state, record.lines, Play, game.codes):
        # Once more, and slowly: plays that are taken back come back, and what is wrong is told.
        walk = Walk(record, game=game, withdrawn=True, refuse=refuse)
        for _ in walk:
            pass
        state = walk.state
    outcome = game.outcome(state)
    if record.outcome != outcome:
        refuse("outcome", f"by the rules it is {outcome_text(outcome)}, not {outcome_text(record.outcome)}")
    return record


def beginning_of(record: Record, game: AnyGame) -> tuple[dict[str, Any], Any] | None:
    """All options of the match and its first state, or ``None`` if the header makes no sense."""
    try:
        return beginning(game, len(record.seats), msgspec.json.encode(record.options))
    except (BadInput, OverflowError):
        return None


@lru_cache(maxsize=64)
def beginning(game: AnyGame, seats: int, options: bytes) -> tuple[dict[str, Any], Any]:
    """Remembered: the records of a file begin alike."""
    complete = game.complete(msgspec.json.decode(options))
    return complete, game.start(seats, complete)


def check_header(record: Record, game: AnyGame, refuse: Refuse) -> None:
    """All of it but the options and how many play."""
    if record.rules != game.rules_version:
        refuse("rules", f"rules version {record.rules} is not the one this program plays, {game.rules_version}")
    for key in record.extra:
        if not EXTRA.fullmatch(key):
            refuse(key, f"{key!r} cannot be the name of a header line")
    for place, text in [*((f"seat {seat}", name) for seat, name in enumerate(record.seats, 1)), *record.extra.items()]:
        if not is_line(text):
            refuse(place, f"{text!r} is not a line of text")


def check_options(record: Record, game: AnyGame, refuse: Refuse) -> dict[str, Any]:
    """All options of the match, which its number of seats allows."""
    for name, value in record.options.items():
        try:
            game.complete({name: value})
        except BadInput as error:
            refuse(f"option {name}", error)
    try:
        game.check_seats(len(record.seats))
    except BadInput as error:
        refuse(f"seat {len(record.seats)}", error)
    try:
        return game.complete(record.options)
    except BadInput as error:
        refuse(f"option {next(reversed(record.options), '')}", error)


@lru_cache(maxsize=1024)
def is_line(text: str) -> bool:
    """Whether a text can stand on a line of its own and come back the same."""
    unfit = {"Cc", "Cs", "Zl", "Zp"}
    return text == text.strip() != "" and not any(unicodedata.category(char) in unfit for char in text)


def mover_text(mover: int) -> str:
    """``chance``, ``seat 1`` or ``nobody``."""
    return {CHANCE: "chance", NOBODY: "nobody"}.get(mover, f"seat {mover + 1}")


def outcome_text(outcome: Outcome | None) -> str:
    """``31 28, won by 1, B6.2``, or ``none``."""
    if outcome is None:
        return "none"
    points = " ".join(str(points) for points in outcome.points)
    winners = " ".join(str(seat + 1) for seat in outcome.winners)
    return f"{points}, won by {winners}, {outcome.clause}"
