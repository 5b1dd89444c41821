"""The text of a whole state, for tests and tools: one line of ``name=value`` words, such as

``seats=2 phase=lay player=1 rows=FOP,OTD,DPM,MRW hands=PPM,OO collections=F,O``

Cards are letters, or letters with a number (``F5O3``); seats are counted from 1. What is left out is as at the start of
a match, and the draw pile has the cards that are nowhere else.
"""

from __future__ import annotations

import re

from birdtable.game import CHANCE, NOBODY, BadInput, parse_words
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import DECIDING_CLAUSES, NOTES, PHASES, SIDES, SPECIES, cards_text, count, size
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.view import notes_of, row_cards

NUMBERS = ("turn_limit", "round", "turns", "left", "shuffles", "turned")
WORDS = {
    "seats": "seats",
    "phase": "phase",
    "player": "player",
    "dealer": "dealer",
    "extras": "extras_discarded",
    "named": "named",
    **{name: name for name in NUMBERS},
    "rows": "birds order groups",
    "place": "row side",
    "hands": "hands",
    "collections": "collections",
    "pile": "pile",
    "discard": "discard",
    "aside": "aside",
    "known": "known",
    "notes": "notes noted settled",
    "unknown": "unknown reshuffles",
    "decided": "decided",
    "winners": "winners",
}
"""The words, in this order, and the fields of the state that each one holds."""
FOLLOWS = ("to_move", "points")
"""Fields that follow from the others."""
PLACED = (cards.LAYING_OUT, cards.REFILLING)
MAX_NUMBER = 1_000_000
SOME_CARDS = re.compile(r"([FOTDPMRW])([0-9]{0,3})")
CARDS = re.compile(r"([FOTDPMRW][0-9]{0,3})*", re.ASCII)
NOTE = re.compile(r"([0-9]{1,2})(?:([FOTDPMRW])([0-9]{1,2})|\*)", re.ASCII)
PLACE = re.compile(r"([1-4])-(left|right)")
NUMBER = re.compile(r"[0-9]{1,7}", re.ASCII)


def state_text(state: CuBirdsState) -> str:
    seats = range(state.seats)
    words = {
        "seats": str(state.seats),
        "phase": PHASES[state.phase].replace(" ", "-"),
        "player": str(state.player + 1),
        "dealer": str(state.dealer + 1),
        "extras": "discarded" if state.extras_discarded else "",
        "named": str(state.named or ""),
        **{name: str(getattr(state, name)) for name in NUMBERS},
        "rows": ",".join("".join(row_cards(state, row)) for row in range(cards.ROWS)),
        "place": f"{state.row + 1}-{SIDES[state.side]}" if state.phase in PLACED else "",
        "hands": ",".join(cards_text(state.hands[seat]) for seat in seats),
        "collections": ",".join(cards_text(state.collections[seat]) for seat in seats),
        "pile": counts_text(state.pile),
        "discard": counts_text(state.discard),
        "aside": cards_text(state.aside),
        "known": ",".join(cards_text(state.known[seat]) for seat in seats),
        "notes": ",".join(notes_text(state, seat) for seat in seats),
        "unknown": ";".join(unknown_text(state, number) for number in range(state.reshuffles)),
        "decided": DECIDING_CLAUSES[state.decided],
        "winners": ",".join(str(seat + 1) for seat in seats if state.winners >> seat & 1),
    }
    return " ".join(f"{name}={words[name]}" for name in WORDS if words[name].strip(",;"))


def counts_text(multiset: int) -> str:
    numbers = [(letter, count(multiset, species)) for species, letter in enumerate(SPECIES)]
    return "".join(f"{letter}{number}" for letter, number in numbers if number)


def notes_text(state: CuBirdsState, seat: int) -> str:
    """Each note as how many cards came, the species that left, and how many of those had been unknown: ``8P2``."""
    notes = notes_of(state, seat)
    return ".".join(f"{note.came}{note.species}{note.left}" if note.species else f"{note.came}*" for note in notes)


def unknown_text(state: CuBirdsState, number: int) -> str:
    return ",".join(cards_text(state.unknown[number * 5 + seat]) for seat in range(state.seats))


def parse_state(text: str) -> CuBirdsState:
    words = parse_words("CuBirds", text, WORDS)
    seats = parse_number("seats", words.get("seats", "2"), 2, 5)
    extras_discarded = parse_extras(words.get("extras", "shuffled"))
    named = parse_number("named", words.get("named", "0"), 0, seats)
    state = CuBirdsState(seats, extras_discarded=extras_discarded, named=named)
    for name in NUMBERS:
        if name in words:
            setattr(state, name, parse_number(name, words[name], 0, MAX_NUMBER))
    state.player = parse_number("player", words.get("player", "1"), 1, seats) - 1
    state.dealer = parse_number("dealer", words.get("dealer", "1"), 1, seats) - 1
    state.phase = parse_phase(words.get("phase", "start"))
    state.to_move = mover(state)
    parse_place(state, words.get("place", "1-left"))
    parse_rows(state, words.get("rows", ""))
    state.hands = parse_piles("hands", words.get("hands", ""), seats)
    state.collections = parse_piles("collections", words.get("collections", ""), seats)
    parse_known(state, words.get("known", ""))
    state.discard = parse_cards("discard", words.get("discard", ""))
    state.aside = parse_cards("aside", words.get("aside", ""))
    parse_notes(state, words.get("notes", ""))
    parse_unknown(state, words.get("unknown", ""))
    parse_end(state, words.get("decided", ""), words.get("winners", ""))
    rest = rest_of_cards(state)
    state.pile = parse_cards("pile", words["pile"]) if "pile" in words else rest
    if state.pile != rest:
        raise BadInput(
            f"the draw pile has {counts_text(state.pile) or 'no cards'}, not {counts_text(rest) or 'none'} [C1.1]"
        )
    check(state)
    return state


def parse_number(name: str, text: str, low: int, high: int) -> int:
    if not NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise BadInput(f"{name} is a number from {low} to {high}, not {text!r}")
    return int(text)


def parse_extras(text: str) -> bool:
    if text not in ("shuffled", "discarded"):
        raise BadInput(f"extras are shuffled or discarded, not {text!r} [C2.2]")
    return text == "discarded"


def parse_phase(text: str) -> int:
    phase = text.replace("-", " ")
    if phase not in PHASES:
        raise BadInput(f"phase is one of {', '.join(PHASES)}, not {text!r}")
    return PHASES.index(phase)


def mover(state: CuBirdsState) -> int:
    if state.phase in (cards.TO_LAY, cards.TO_DRAW, cards.TO_FLOCK):
        return state.player
    return NOBODY if state.phase == cards.OVER else CHANCE


def parse_place(state: CuBirdsState, text: str) -> None:
    found = PLACE.fullmatch(text)
    if not found:
        raise BadInput(f"place is a row and its end such as 2-left, not {text!r}")
    state.row = int(found[1]) - 1
    state.side = SIDES.index(found[2])


def parse_cards(name: str, text: str) -> int:
    if not CARDS.fullmatch(text):
        raise BadInput(f"{name} has the cards {text!r}; cards are the letters {SPECIES}")
    found = [(cards.UNIT_OF[letter], int(number or 1)) for letter, number in SOME_CARDS.findall(text)]
    if sum(number for _, number in found) > cards.CARDS:
        raise BadInput(f"{name} has more than {cards.CARDS} cards [C1.1]")
    return sum(unit * number for unit, number in found)


def parse_piles(name: str, text: str, seats: int) -> list[int]:
    """One multiset for each seat, and none for the seats that are not taken."""
    piles = [parse_cards(name, pile) for pile in text.split(",")]
    if len(piles) > seats:
        raise BadInput(f"{name} are of {len(piles)} seats; there are {seats}")
    return piles + [0] * (5 - len(piles))


def parse_known(state: CuBirdsState, text: str) -> None:
    known = parse_piles("known", text, state.seats)
    for seat, hand in enumerate(state.hands):
        if any(count(known[seat], species) > count(hand, species) for species in range(cards.KINDS)):
            raise BadInput(f"known has cards that are not in hand {seat + 1}")
    state.known = known


def parse_rows(state: CuBirdsState, text: str) -> None:
    rows = text.split(",")
    if len(rows) > cards.ROWS:
        raise BadInput(f"there are {cards.ROWS} rows, not {len(rows)} [C2.1]")
    birds, order, groups = [0] * 4, [0] * 4, [0] * 4
    for row, line in enumerate(rows):
        birds[row] = parse_cards("rows", line)
        letters = [letter * int(number or 1) for letter, number in SOME_CARDS.findall(line)]
        standing = [group[0] for group in re.findall(r"(?:(.)\1*)", "".join(letters))]
        if len(set(standing)) < len(standing):
            raise BadInput(f"in row {line!r} a species does not stand in one group [C3.2]")
        groups[row] = len(standing)
        order[row] = sum(SPECIES.index(letter) << 4 * place for place, letter in enumerate(standing))
    state.birds, state.order, state.groups = birds, order, groups


def parse_notes(state: CuBirdsState, text: str) -> None:
    notes, noted, settled = [0] * (5 * NOTES), [0] * 5, [0] * 5
    of_seats = text.split(",")
    if len(of_seats) > state.seats:
        raise BadInput(f"notes are of {len(of_seats)} seats; there are {state.seats}")
    for seat, line in enumerate(of_seats):
        for number, word in enumerate(line.split(".") if line else ()):
            found = NOTE.fullmatch(word)
            if not found or number == NOTES:
                raise BadInput(f"notes have {word!r}; a note is such as 8P2 or 3*, and there are at most {NOTES}")
            came, left = int(found[1]), int(found[3] or 0)
            species = SPECIES.index(found[2]) if found[2] else cards.RESHUFFLE_NOTE
            settled[seat] += came - left
            if left > cards.COUNTS[-1] or settled[seat] < 0:
                raise BadInput(f"notes have {word!r}: more cards left than were there")
            notes[seat * NOTES + number] = came << cards.CAME_BITS | left << cards.LEFT_BITS | species
            noted[seat] += 1
        if settled[seat] > size(state.hands[seat] - state.known[seat]):
            raise BadInput(f"notes have {line!r}: more cards came than are there")
    state.notes, state.noted, state.settled = notes, noted, settled


def parse_unknown(state: CuBirdsState, text: str) -> None:
    reshuffles = text.split(";") if text else []
    marks = [sum(not note.species for note in notes_of(state, seat)) for seat in range(state.seats)]
    if len(reshuffles) > cards.RESHUFFLES or any(mark != len(reshuffles) for mark in marks):
        raise BadInput("unknown has the cards of every seat at every reshuffle in the notes")
    piles = [pile for line in reshuffles for pile in parse_piles("unknown", line, state.seats)]
    state.unknown = piles + [0] * (5 * cards.RESHUFFLES - len(piles))
    state.reshuffles = len(reshuffles)


def parse_end(state: CuBirdsState, decided: str, winners: str) -> None:
    if decided not in DECIDING_CLAUSES:
        raise BadInput(f"decided is a clause of C5, not {decided!r}")
    state.decided = DECIDING_CLAUSES.index(decided)
    for word in winners.split(",") if winners else ():
        state.winners |= 1 << parse_number("winners", word, 1, state.seats) - 1
    over = state.phase == cards.OVER
    if over != bool(state.decided) or over != bool(state.winners):
        raise BadInput("a match that is over, and no other, has winners and a clause that decided")
    if over:
        state.points = [size(collection) for collection in state.collections]


def rest_of_cards(state: CuBirdsState) -> int:
    """What the draw pile has: the cards that are nowhere else."""
    piles = [*state.birds, *state.hands, *state.collections, state.discard, state.aside]
    rest = 0
    for species, whole in enumerate(cards.COUNTS):
        number = whole - sum(count(pile, species) for pile in piles)
        if number < 0:
            raise BadInput(f"there are more than {whole} {cards.PLURALS[species]} [C1.1]")
        rest += number * cards.UNITS[species]
    return rest


def check(state: CuBirdsState) -> None:
    """That the match can go on from here."""
    limits = {cards.DEALING: cards.HAND * state.seats, cards.COLLECTING: state.seats, cards.DRAWING: cards.DRAW_SIZE}
    limit = limits.get(state.phase, 0)
    if not min(limit, 1) <= state.left <= limit:
        raise BadInput(f"left is from {min(limit, 1)} to {limit} in this phase, not {state.left}")
    if state.to_move == CHANCE and not state.pile:
        raise BadInput("a card is to be dealt, and the draw pile is empty [C4.3]")
    if state.phase == cards.TO_LAY and not state.hands[state.player]:
        raise BadInput("the player has no card to lay [C4.1]")
    if state.phase == cards.TO_DRAW and not state.pile | state.discard:
        raise BadInput("there is no card to draw [C4.3]")
    if state.phase == cards.REFILLING and state.groups[state.row] != 1:
        raise BadInput("the row being refilled has one species [C3.3]")
    if state.phase == cards.LAYING_OUT and state.groups[state.row] >= cards.ROW_START:
        raise BadInput("the row being laid out has its 3 cards [C2.1]")
