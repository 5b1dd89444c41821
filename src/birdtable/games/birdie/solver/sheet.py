"""A player's score sheet while one row is scored: what is written, and a line with its clause for every point.

Lines are data: a message id with named places, filled in when they are read, in any language.
"""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import msgspec

from birdtable.games.birdie.cards import PIGEON_MARKS, TRAITS
from birdtable.games.birdie.points import copied_points, trophy_points
from birdtable.games.birdie.solver.search.board import Board

ENGLISH = NullTranslations()
CONTEXT = "birdie"

SETS = (
    ("{count} woodpecker", "{count} woodpeckers"),
    ("{count} owl", "{count} owls"),
    ("{count} pigeon", "{count} pigeons"),
    ("{count} robin", "{count} robins"),
    ("{count} spring bird", "{count} spring birds"),
    ("{count} summer bird", "{count} summer birds"),
    ("{count} autumn bird", "{count} autumn birds"),
    ("{count} winter bird", "{count} winter birds"),
)
"""The cards of a set, by trait."""
FLOCKS = ("woodpeckers", "owls", "pigeons", "robins")

SENTENCES = {
    "inserted": "Robin's {card} becomes card {place}",
    "moved": "Woodpecker moves {card}, card {from_place}, to place {place}",
    "written": "{set}, box empty: {points}",
    "trophy": "highest {birds} so far: trophy, {points}",
    "dropped": "Pigeon on {set}: 2 Flap marks, {points}",
    "copied": "Owl copies the lowest value into the {trait} box: {points}",
    "held": "{set}: held back by Owl",
    "put": "Owl writes their value into the {trait} box: {points}",
    "full": "{set}: the box is full",
    "larger": "{set}: a larger {trait} set is written",
    "as large": "{set}: an equally large {trait} set is written",
    "other": "{set}: another {trait} set was chosen",
    "owl's": "{set}: Owl writes into the {trait} box",
    "worth more": "{set}: the {trait} box is worth more if it stays empty",
    "unmarked": "{set}: not marked",
    "removed": "{card} removed, card {place}",
    "lost": "{set}: the box is full, nothing is written",
    "unused": "{bird} not used: it would bring nothing",
    "open": "{trait} box stays empty: worth {points}",
}
"""Message ids by what a line says."""
COUNTED = {
    "flaps": ("{count} Flap mark for a set written: {points}", "{count} Flap marks for sets written: {points}"),
    "past the end": (
        "{count} Flap mark beyond the end of the column: lost",
        "{count} Flap marks beyond the end of the column: lost",
    ),
    "single": ("{count} card in no set", "{count} cards in no set"),
    "left": ("{count} card left in the row", "{count} cards left in the row"),
}
"""Those with a number in them: singular and plural."""


def messages() -> Iterator[tuple[str | None, str, str | None]]:
    """Everything here that catalogues must have: context, singular, plural."""
    for singular, plural in SETS:
        yield CONTEXT, singular, plural
    for flock in FLOCKS:
        yield CONTEXT, flock, None
    for sentence in SENTENCES.values():
        yield None, sentence, None
    for singular, plural in COUNTED.values():
        yield None, singular, plural


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why some points, perhaps none, were gained."""

    points: float
    clause: str
    what: str
    """A key of ``SENTENCES`` or ``COUNTED``."""
    trait: int = -1
    count: int = 0
    card: str = ""
    place: int = 0
    from_place: int = 0

    @property
    def messages(self) -> tuple[str, str]:
        """The message id, and that of the plural of a line that counts."""
        return COUNTED[self.what] if self.what in COUNTED else (SENTENCES[self.what], "")

    def text(self, translations: NullTranslations = ENGLISH) -> str:
        one, many = self.messages
        sentence = translations.ngettext(one, many, self.count) if many else translations.gettext(one)
        name = translations.pgettext(CONTEXT, TRAITS[self.trait]) if self.trait >= 0 else ""
        return sentence.format(
            points=number(self.points),
            count=self.count,
            set=translations.npgettext(CONTEXT, *SETS[self.trait], self.count).format(count=self.count),
            trait=name,
            bird=name.capitalize(),
            birds=translations.pgettext(CONTEXT, FLOCKS[self.trait]) if 0 <= self.trait < 4 else "",
            card=self.card,
            place=self.place,
            from_place=self.from_place,
        )


def number(points: float) -> int | float:
    """Whole points as a whole number."""
    return int(points) if points == int(points) else round(points, 2)


class Sheet:
    """A board while it is written on."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.boxes = list(board.boxes)
        self.flaps = board.flaps
        self.written: dict[int, int] = {}
        """What was written now, by trait, copies included."""
        self.trophies: list[int] = []
        self.lowest = 0
        """[B7.3] The lowest value written from sets now, 0 without one."""
        self.lines: list[Line] = []
        self.set_marks = 0
        self.set_points = 0
        self.lost_marks = 0

    @property
    def gain(self) -> float:
        return round(sum(line.points for line in self.lines), 2)

    def say(self, points: float, clause: str, what: str, trait: int = -1, count: int = 0) -> None:
        self.lines.append(Line(points, clause, what, trait, count))

    def write(self, trait: int, cards: int, clause: str) -> None:
        """[B5.6] Points in the box, [B5.7] a Flap mark, [B5.8] perhaps a trophy."""
        self.say(cards, clause, "written", trait, cards)
        self.lowest = min(cards, self.lowest or cards)
        self.fill(trait, cards)
        self.set_marks += 1
        self.set_points += self.mark(1)

    def drop(self, trait: int, cards: int, clause: str) -> None:
        """[B7.4] Two Flap marks instead."""
        self.say(self.mark(PIGEON_MARKS), clause, "dropped", trait, cards)

    def copy(self, trait: int) -> None:
        """[B7.3]"""
        value = copied_points(self.lowest)
        self.say(value, "B7.3", "copied", trait, value)
        self.fill(trait, value)

    def put(self, trait: int, cards: int) -> None:
        """[B9.2] A set held back is written here."""
        value = copied_points(cards)
        self.say(value, "B9.2", "put", trait, value)
        self.fill(trait, value)

    def fill(self, trait: int, value: int) -> None:
        self.boxes[trait] = value
        self.written[trait] = value
        trophy = trophy_points(value, self.board.records[trait]) if trait < 4 else 0
        if trophy:
            self.trophies.append(trait)
            self.say(trophy, "B5.8", "trophy", trait)

    def mark(self, marks: int) -> int:
        """The points that further Flap marks bring."""
        before = self.flaps
        self.flaps = min(before + marks, len(self.board.flap_values))
        self.lost_marks += before + marks - self.flaps
        return self.board.flap_points(self.flaps) - self.board.flap_points(before)

    def finish(self) -> None:
        """What is known at the end only."""
        if self.set_marks:
            self.say(self.set_points, "B5.7", "flaps", count=self.set_marks)
        if self.lost_marks:
            self.say(0, "B7.5", "past the end", count=self.lost_marks)
        for trait in range(8):
            if not self.boxes[trait] and self.board.open_value[trait]:
                self.say(self.board.open_value[trait] / 100, "B2.6", "open", trait)
