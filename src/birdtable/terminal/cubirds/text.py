"""CuBirds as text: rows, hand with flock sizes, collections; what is asked and what steps would be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from rich.style import Style
from rich.text import Text

from birdtable.game import Event, Step
from birdtable.games.cubirds.cards import BIG, NAMES, SMALL, SPECIES
from birdtable.games.cubirds.flocks import flock_brings
from birdtable.games.cubirds.view import CuBirdsView
from birdtable.terminal.cards import CardFaces
from birdtable.terminal.drawing import Drawing, columns, seat_of
from birdtable.texts import place_text

NAME_WIDTH = 12
SMALL_OF = dict(zip(SPECIES, SMALL, strict=True))
BIG_OF = dict(zip(SPECIES, BIG, strict=True))
FACES = CardFaces(
    "cubirds",
    colours={
        "F": "#f2a9c4",
        "O": "#c9a27a",
        "T": "#f0c04a",
        "D": "#7ac79a",
        "P": "#b6d957",
        "M": "#c8ccd4",
        "R": "#f08a6a",
        "W": "#8cc8f0",
    },
    words={species: (name,) for species, name in zip(SPECIES, NAMES, strict=True)},
)


class CuBirdsDrawing(Drawing[CuBirdsView]):
    def headline(self) -> str:
        view, say = self.view, self.say
        piles = say.t("Draw pile {pile}, discard pile {discard}", pile=view.pile, discard=len(view.discard))
        return f"{say.t('Round {number}', number=view.round)} · {piles}"

    def table(self, width: int, marked: frozenset[int] = frozenset()) -> list[Text]:
        rows = [self.row_line(row) for row in range(len(self.view.rows))]
        return [*rows, *self.hand_lines(width), *self.collection_lines(width)]

    def row_line(self, row: int) -> Text:
        """The ends can be picked: they are where birds are laid."""
        cards = self.view.rows[row]
        line = Text(f"{self.say.t('Row {number}', number=row + 1)}: ")
        line.append("[<]", Style(dim=True, meta={"pick": f"end {row + 1} left"}))
        line.append(" ")
        line.append_text(FACES.row(cards))
        line.append(" ")
        line.append("[>]", Style(dim=True, meta={"pick": f"end {row + 1} right"}))
        return line

    def hand_lines(self, width: int) -> list[Text]:
        """Groups of a species with the sizes of its flocks; ``!`` for a small flock, ``!!`` for a big one."""
        if self.view.hand is None:
            return []
        lines = [Text(f"{self.say.t('Hand')}: ")]
        for species, count in Counter(self.view.hand).items():
            group = Text(" ").join([FACES.text(species, f"hand {species}")] * count)
            group.append(f" {count}/{SMALL_OF[species]},{BIG_OF[species]}{flock_sign(species, count)}")
            if len(lines[-1]) + len(group) + 3 > width:
                lines.append(Text("  "))
            lines[-1].append_text(group)
            lines[-1].append("   ")
        return lines

    def collection_lines(self, width: int) -> list[Text]:
        say = self.say
        head: list[str | Text] = ["", say.t("Hand"), say.t("Birds"), say.t("Species")]
        rows: list[list[str | Text]] = [head]
        for seat, collection in enumerate(self.view.collections):
            mover = ">" if seat == self.view.to_move else " "
            name = f"{mover}{self.names[seat][:NAME_WIDTH]}{'*' if seat == self.view.dealer else ''}"
            rows.append([name, str(self.view.hands[seat]), str(len(collection)), str(len(set(collection)))])
        first, *seats = columns(rows)
        first.append(f"   {say.t('Collection')}")
        first.stylize("dim")
        lines = [first]
        for seat, line in enumerate(seats):
            line.append_text(Text("   ") + group_text(self.view.collections[seat]))
            lines += self.with_known(line, seat, width)
        return lines

    def with_known(self, line: Text, seat: int, width: int) -> list[Text]:
        """Behind the collection, or below it where there is no room, what everybody knows to be in the hand."""
        if self.view.known is None or not self.view.known[seat] or seat == self.view.seat:
            return [line]
        known = Text(f"   {self.say.t('known in hand')}: ", "dim") + group_text(self.view.known[seat])
        return [line + known] if len(line) + len(known) <= width else [line, known]

    # What is asked, and what steps would be

    def question(self) -> tuple[str, str]:
        match self.view.phase:
            case "lay":
                return self.say.t("Lay all birds of a species at an end of a row"), "C3.1"
            case "draw":
                return self.say.t("Draw 2 cards, or not?"), "C3.4"
            case "flock":
                return self.say.t("Complete a flock, or end the turn?"), "C3.5"
            case _:
                return self.say.t("The game is over"), "C5.1"

    def label(self, step: Step, events: Sequence[Event] = ()) -> str:
        verb, _, rest = step.partition(" ")
        match verb:
            case "lay":
                return self.lay_label(rest, cards_of("took", events))
            case "draw":
                return self.say.t("Draw 2 cards")
            case "keep":
                return self.say.t("Do not draw")
            case "flock":
                cards, kept = rest * (self.view.hand or []).count(rest), cards_of("collected", events)
                return self.say.t("Complete a flock: {cards}; to the collection: {kept}", cards=cards, kept=kept)
            case _:
                return self.say.t("End the turn")

    def rank(self, step: Step, events: Sequence[Event] = ()) -> tuple[int, int]:
        """Lays that take most come first, flocks before the end of the turn."""
        return (1 if step == "end" else 0), -len(cards_of("took", events))

    def lay_label(self, lay: str, taken: str) -> str:
        species, row, end = lay.split(" ")
        laid = species * (self.view.hand or []).count(species)
        place = place_text("cubirds", end, self.say.translations)
        text = self.say.t("Lay {cards}: row {row}, {end}", cards=laid, row=row, end=place)
        return f"{text}; {self.say.t('takes {cards}', cards=taken)}" if taken else text

    def steps_at(self, pick: str, legal: Sequence[Step]) -> list[Step]:
        zone, _, rest = pick.partition(" ")
        if zone == "hand":
            return [step for step in legal if step.startswith((f"lay {rest} ", f"flock {rest}"))]
        return [step for step in legal if step.startswith("lay ") and step.endswith(rest)]

    def queries(self) -> Mapping[str, Callable[[str], list[str]]]:
        return {
            "hand": lambda _: self.hand_text(),
            "row": self.row_text,
            "collection": self.collection_text,
            "discard": lambda _: [f"{self.say.t('Discard pile')}: {group_text(self.view.discard).plain}"],
        }

    def hand_text(self) -> list[str]:
        lines = [line.plain.rstrip() for line in self.hand_lines(79)]
        return [*lines, FACES.spell_out(self.view.hand or [], self.say)]

    def row_text(self, text: str) -> list[str]:
        rows = range(len(self.view.rows))
        if not text:
            return [self.row_line(row).plain for row in rows]
        if not text.isdecimal() or int(text) - 1 not in rows:
            return [self.say.t("There is no row {row}", row=text)]
        row = int(text) - 1
        return [f"{self.say.t('Row {number}', number=text)}: {FACES.spell_out(self.view.rows[row], self.say)}"]

    def collection_text(self, text: str) -> list[str]:
        seat = seat_of(text, self.names, max(self.view.seat, 0))
        if seat is None:
            return [self.say.t("There is no seat {seat}", seat=text)]
        return [f"{self.names[seat]}: {FACES.spell_out(self.view.collections[seat], self.say)}"]


def cards_of(what: str, events: Sequence[Event]) -> str:
    return "".join(event.cards for event in events if event.what == what)


def flock_sign(species: str, count: int) -> str:
    return "!" * flock_brings(SPECIES.index(species), count)


def group_text(cards: Sequence[str]) -> Text:
    """``F1 O2`` with colours."""
    counts = Counter(cards)
    if not counts:
        return Text("-")
    groups = [FACES.text(species) + Text(str(count)) for species, count in counts.items()]
    return Text(" ").join(groups)
