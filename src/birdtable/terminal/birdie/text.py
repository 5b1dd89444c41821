"""Birdie as text: display, hand, pile, the row being scored, and the boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text

from birdtable.game import NOBODY, Event, Seat, Step
from birdtable.games.birdie.cards import BIRDS, TRAITS
from birdtable.games.birdie.view import BirdieView, Board
from birdtable.terminal.birdie import steps
from birdtable.terminal.birdie.cards import FACES, TRAIT_LETTERS
from birdtable.terminal.drawing import Drawing, columns, seat_of

CELL = 3
"""Characters of a card in the row."""
NAME_WIDTH = 12
"""At most; less where the board's columns need the room."""


class BirdieDrawing(Drawing[BirdieView]):
    def headline(self) -> str:
        view = self.view
        cards = self.say.t("Bird deck {deck}, stop pile {stop}", deck=view.deck, stop=view.stop)
        return f"{self.say.t('Round {number}', number=view.round)} · {cards}"

    def table(self, width: int, marked: frozenset[int] = frozenset()) -> list[Text]:
        scoring = self.row_lines(width, marked) if self.view.scorer != NOBODY else [self.display_line()]
        return [*scoring, *self.own_lines(), *self.board_lines(width)]

    def display_line(self) -> Text:
        cards = FACES.row(self.view.display, "display")
        return Text(f"{self.say.t('Display')}: ") + cards

    def own_lines(self) -> list[Text]:
        view, lines = self.view, []
        if view.hand is not None:
            cards = FACES.row(view.hand, "hand")
            lines.append(Text(f"{self.say.t('Hand')}: ") + cards)
        if view.pile is not None and view.scorer == NOBODY:
            pile = FACES.row(view.pile)
            lines.append(Text(f"{self.say.t('Pile')}: ") + pile)
        elif view.seat >= 0 and view.scorer == NOBODY:
            lines.append(Text(f"{self.say.t('Pile')}: {self.cards_number(view.piles[view.seat])}"))
        if view.held is not None:
            lines.append(Text(f"{self.say.t('On its way into the row')}: ") + FACES.text(view.held))
        return lines

    def cards_number(self, n: int) -> str:
        return self.say.tn("{n} card", "{n} cards", n)

    # The row

    def row_lines(self, width: int, marked: frozenset[int]) -> list[Text]:
        """Numbers, cards, and the sets below them, wrapped where the row is too long."""
        view = self.view
        title = Text(self.say.t("Row of {name}", name=self.names[view.scorer]) + ":" + ("" if view.row else " -"))
        per_line = max(1, (width - 1) // CELL)
        lines = [title]
        marks = self.marks()
        for start in range(0, len(view.row), per_line):
            places = range(start, min(start + per_line, len(view.row)))
            numbers = "".join(f"{place + 1:>2} " for place in places)
            cards = Text(" ").join(
                FACES.text(view.row[place], f"row {place + 1}", marked=place + 1 in marked) for place in places
            )
            lines += [Text(numbers, "dim", no_wrap=True), cards]
            below = "".join(marks[place * CELL : (place + 1) * CELL] for place in places).rstrip()
            if below:
                lines.append(Text(below, "bold", no_wrap=True))
        return lines

    def marks(self) -> str:
        """What stands below the row: ``R4===`` a set of 4 robins, ``x`` before one that is out, ``^`` the cursor."""
        view = self.view
        marks = [" "] * (CELL * len(view.row) + CELL)
        for each in view.sets:
            sign = ("x" if each.out else "") + f"{TRAIT_LETTERS[each.trait]}{each.length}"
            span = sign.ljust(CELL * each.length - 1, "=")
            marks[CELL * (each.start - 1) : CELL * (each.start - 1) + len(span)] = span
        if view.taking is not None:
            first, last = view.taking
            span = "=" * (CELL * (last - first + 1) - 1)
            marks[CELL * (first - 1) : CELL * (first - 1) + len(span)] = span
        if view.phase == "mark" and view.cursor < len(view.row):
            marks[CELL * view.cursor] = "^"
        return "".join(marks)

    # The boards

    def board_lines(self, width: int) -> list[Text]:
        say = self.say
        head = ["", *(TRAIT_LETTERS[trait] for trait in TRAITS), say.t("Pass"), say.t("Flap"), say.t("Troph.")]
        head += [say.t("Used"), say.t("Hand"), say.t("Pile"), say.t("Points")]
        rows = [head, *(self.board_cells(seat) for seat in range(self.view.seats))]
        over = max(0, max(len(line) for line in columns(rows)) - width)
        lines = columns([[row[0][: NAME_WIDTH + 1 - over], *row[1:]] for row in rows])
        lines[0].stylize("dim")
        return lines

    def board_cells(self, seat: Seat) -> list[str]:
        view, board = self.view, self.view.boards[seat]
        return [
            f"{'>' if seat == self.mover() else ' '}{self.names[seat][:NAME_WIDTH]}",
            *(f"{board.boxes.get(trait, '.'):>2}" for trait in TRAITS),
            " ".join(map(str, board.passes)) or "-",
            str(board.flaps),
            self.trophies(seat) or "-",
            letters(board.used) or "-",
            str(view.hands[seat]),
            str(view.piles[seat]),
            str(board.points),
        ]

    def mover(self) -> Seat:
        return self.view.to_move if self.view.to_move >= 0 else NOBODY

    def trophies(self, seat: Seat) -> str:
        return letters({bird: 1 for bird in BIRDS if self.view.trophies.get(bird) == seat})

    def board_text(self, seat: Seat) -> list[str]:
        """A board in full words."""
        board, say = self.view.boards[seat], self.say
        boxes = [f"{say.word('birdie', trait)} {board.boxes.get(trait, '-')}" for trait in TRAITS]
        trophies = [say.word("birdie", bird) for bird in BIRDS if self.view.trophies.get(bird) == seat]
        used = [f"{say.word('birdie', bird)} {times}" for bird, times in board.used.items()]
        return [
            f"{self.names[seat]}: {say.tn('{n} point', '{n} points', board.points)}",
            f"  {', '.join(boxes)}",
            f"  {say.t('Pass')}: {' '.join(map(str, board.passes)) or '-'}; {self.flap_text(board)}",
            f"  {say.t('Trophies')}: {', '.join(trophies) or '-'}; {say.t('Abilities used')}: {', '.join(used) or '-'}",
        ]

    def flap_text(self, board: Board) -> str:
        values = self.view.options["flap_values"]
        assert isinstance(values, tuple | list)
        worth = values[min(board.flaps, len(values)) - 1] if board.flaps else 0
        return self.say.t("Flap marks: {marks}, worth {points}", marks=board.flaps, points=worth)

    # What is asked, and what can be

    def question(self) -> tuple[str, str]:
        return steps.question(self.view, self.say)

    def label(self, step: Step, events: Sequence[Event] = ()) -> str:
        return steps.label(step, self.view, self.say, events)

    def rank(self, step: Step, events: Sequence[Event] = ()) -> tuple[int, int]:
        return steps.rank(step)

    def places_of(self, step: Step) -> frozenset[int]:
        return steps.places_of(step, self.view)

    def steps_at(self, pick: str, legal: Sequence[Step]) -> list[Step]:
        return steps.steps_at(pick, self.view, legal)

    def queries(self) -> Mapping[str, Callable[[str], list[str]]]:
        return {
            "display": lambda _: [f"{self.say.t('Display')}: {FACES.spell_out(self.view.display, self.say) or '-'}"],
            "hand": lambda _: [f"{self.say.t('Hand')}: {FACES.spell_out(self.view.hand or [], self.say) or '-'}"],
            "pile": lambda _: [line.plain for line in self.own_lines()[1:2]],
            "row": lambda _: self.row_text(),
            "board": self.boards_text,
        }

    def row_text(self) -> list[str]:
        if self.view.scorer == NOBODY:
            return [self.say.t("No row is being scored")]
        return [line.plain for line in self.row_lines(79, frozenset())]

    def boards_text(self, text: str) -> list[str]:
        seat = seat_of(text, self.names, max(self.view.seat, 0))
        return [self.say.t("There is no seat {seat}", seat=text)] if seat is None else self.board_text(seat)


def letters(birds: Mapping[str, int]) -> str:
    return "".join(TRAIT_LETTERS[bird] * times for bird, times in birds.items())
