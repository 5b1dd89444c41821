"""The words of the text of a state: which fields of it each one holds, how it is written and how it is read.

A word that cannot be read raises ``BadInput``, without its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from birdtable.game import BadInput
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import (
    BIRDS,
    KIND_OF,
    KINDS,
    MAX_ROW,
    MAX_SETS,
    MAX_TURNS,
    PHASES,
    TRAITS,
    members,
    multiset,
    parse_trait,
)
from birdtable.games.birdie.options import options_of
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import Turn, parse_turn, turn_code

CHOICES = {
    "expert": ("no", "yes"),
    "robin_source": ("stop_pile", "bird_deck"),
    "owl": ("copy", "move"),
    "same_trait_sets": ("largest", "choose"),
    "expert_removals": ("repeat", "single"),
}

SOME_CARDS = re.compile(r"([WOPR][suaw])([0-9]{0,2})", re.ASCII)
CARDS = re.compile(r"([WOPR][suaw][0-9]{0,2})*", re.ASCII)
TURN = re.compile(r"([WOPR][suaw])(?:([WOPR][suaw])\+([0-9]{1,2}))?", re.ASCII)
NAMED = re.compile(r"([a-z]+):([0-9]{1,4})", re.ASCII)
MARKED = re.compile(r"([0-9]{1,2})-([0-9]{1,2}):([a-z]+)(:out)?", re.ASCII)
SPAN = re.compile(r"([0-9]{1,2})-([0-9]{1,2})", re.ASCII)
NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
MOST = 9999


class Word(NamedTuple):
    """One word: the fields of the state that it holds, and how it is written and read."""

    fields: str
    write: Callable[[BirdieState], str]
    read: Callable[[BirdieState, str], None]


# Parts of words


def cards_text(kinds: Iterable[int]) -> str:
    """Cards in their order; several of a kind that follow each other have a number."""
    return re.sub(r"(([WOPR][suaw])\2+)", lambda run: f"{run[2]}{len(run[1]) // 2}", "".join(KINDS[k] for k in kinds))


def parse_cards(text: str) -> list[int]:
    if not CARDS.fullmatch(text):
        raise BadInput(f"{text!r} are no cards: a bird W O P R and a season s u a w, as in RsOw2 [B1.1]")
    return [KIND_OF[card] for card, number in SOME_CARDS.findall(text) for _ in range(int(number or 1))]


def parse_number(text: str, low: int = 0, high: int = MOST) -> int:
    if not NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise BadInput(f"a number from {low} to {high}, not {text!r}")
    return int(text)


def named_text(names: Sequence[str], values: Iterable[int], mark: str) -> str:
    """Numbers by name, ``robin:4``; those that are 0 are left out."""
    return mark.join(f"{name}:{value}" for name, value in zip(names, values, strict=True) if value)


def parse_named(names: Sequence[str], text: str, mark: str) -> list[int]:
    values = [0] * len(names)
    for part in text.split(mark) if text else ():
        found = NAMED.fullmatch(part)
        if not found or found[1] not in names:
            raise BadInput(f"{part!r} is not such as {names[-1]}:2")
        values[names.index(found[1])] = int(found[2])
    return values


def turns_text(codes: Iterable[int]) -> str:
    """``Rs`` for take 1, ``RsOw+1`` for take 2 with a hand card added; with dots between them."""
    turns = map(parse_turn, codes)
    return ".".join("".join(turn.cards) + (f"+{turn.added}" if turn.to == "pile" else "") for turn in turns)


def parse_turns(text: str) -> list[int]:
    codes = []
    for part in text.split(".") if text else ():
        found = TURN.fullmatch(part)
        if not found:
            raise BadInput(f"{part!r} is no turn: such as Rs, or RsOw+1")
        first, second, added = found.groups()
        turn = Turn(cards=(first, second), to="pile", added=int(added)) if second else Turn(cards=(first,), to="hand")
        codes.append(turn_code(turn))
    return codes


def split_seats(text: str, seats: int) -> list[str]:
    parts = text.split(",")
    if len(parts) > seats:
        raise BadInput(f"there are {seats} seats, not {len(parts)}")
    return parts + [""] * (seats - len(parts))


def pad(values: Sequence[int], width: int, filler: int = 0) -> list[int]:
    return [*values, *[filler] * (width - len(values))]


def flat(parts: Iterable[Sequence[int]], width: int, length: int, filler: int = 0) -> list[int]:
    """Each part in so many places, and the whole so long."""
    return pad([value for part in parts for value in pad(part, width, filler)], length, filler)


# Kinds of words


def number(field: str, low: int, high: int, first: int = 0, none: int | None = None) -> Word:
    """``first`` is what is counted from: 1 for seats and places. ``none`` is the value for which nothing is written."""

    def write(state: BirdieState) -> str:
        value = getattr(state, field)
        return "" if value == none else str(value + first)

    def read(state: BirdieState, text: str) -> None:
        setattr(state, field, parse_number(text, low + first, high + first) - first)

    return Word(field, write, read)


def heap(field: str, count: str = "") -> Word:
    """Cards in no order."""

    def write(state: BirdieState) -> str:
        return cards_text(members(getattr(state, field)))

    def read(state: BirdieState, text: str) -> None:
        kinds = parse_cards(text)
        setattr(state, field, multiset(within(kinds)))
        if count:
            setattr(state, count, len(kinds))

    return Word(f"{field} {count}", write, read)


def heaps(field: str, count: str = "") -> Word:
    """Cards in no order, by seat."""

    def write(state: BirdieState) -> str:
        return ",".join(cards_text(members(getattr(state, field)[seat])) for seat in some_seats(state, field))

    def read(state: BirdieState, text: str) -> None:
        hands = [parse_cards(part) for part in split_seats(text, len(some_seats(state, field)))]
        setattr(state, field, pad([multiset(within(hand)) for hand in hands], len(getattr(state, field))))
        if count:
            setattr(state, count, pad([len(hand) for hand in hands], len(getattr(state, count))))

    return Word(f"{field} {count}", write, read)


def lists(
    field: str, count: str, width: int, text_of: Callable[[list[int]], str], parse: Callable[[str], list[int]]
) -> Word:
    """So much of an array of ``width`` places a seat as is in use."""

    def write(state: BirdieState) -> str:
        return ",".join(map(text_of, in_use(state, field, count, width)))

    def read(state: BirdieState, text: str) -> None:
        parts = [parse(part) for part in split_seats(text, len(some_seats(state, count)))]
        if max(map(len, parts)) > width:
            raise BadInput(f"there are at most {width} of a seat")
        setattr(state, field, flat(parts, width, len(getattr(state, field))))
        setattr(state, count, pad([len(part) for part in parts], len(getattr(state, count))))

    return Word(f"{field} {count}", write, read)


def in_use(state: BirdieState, field: str, count: str, width: int) -> list[list[int]]:
    values, counts = getattr(state, field), getattr(state, count)
    return [list(values[seat * width : seat * width + counts[seat]]) for seat in some_seats(state, count)]


def by_name(field: str, names: Sequence[str], high: int) -> Word:
    """Numbers by seat and name."""

    def write(state: BirdieState) -> str:
        width, values = len(names), getattr(state, field)
        parts = (values[seat * width : seat * width + width] for seat in range(state.seats))
        return ",".join(named_text(names, part, ".") for part in parts)

    def read(state: BirdieState, text: str) -> None:
        parts = [parse_named(names, part, ".") for part in split_seats(text, state.seats)]
        if max(max(part) for part in parts) > high:
            raise BadInput(f"numbers are at most {high}")
        setattr(state, field, flat(parts, len(names), len(getattr(state, field))))

    return Word(field, write, read)


def some_seats(state: BirdieState, field: str) -> range:
    return range(min(state.seats, len(getattr(state, field))))


def within(kinds: list[int]) -> list[int]:
    """[B1.1] No more cards of a kind than there are."""
    for kind in set(kinds):
        if kinds.count(kind) > cards.COPIES:
            raise BadInput(f"there are {cards.COPIES} cards {KINDS[kind]}, not {kinds.count(kind)} [B1.1]")
    return kinds


# Single words


def phase_text(state: BirdieState) -> str:
    return PHASES[state.phase].replace(" ", "-")


def read_phase(state: BirdieState, text: str) -> None:
    phase = text.replace("-", " ")
    if phase not in PHASES:
        raise BadInput(f"one of {', '.join(PHASES)}, not {text!r}")
    state.phase = PHASES.index(phase)


def passed_text(state: BirdieState) -> str:
    return ",".join(str(seat + 1) for seat in state.passed[: state.passed_count])


def read_passed(state: BirdieState, text: str) -> None:
    seats = [parse_number(part, 1, state.seats) - 1 for part in text.split(",")] if text else []
    if len(set(seats)) < len(seats):
        raise BadInput("everybody passes once [B4.1]")
    state.passed, state.passed_count = pad(seats, 4), len(seats)


def passes_text(state: BirdieState) -> str:
    """Points by round with a dot between them, ``-`` for a round without any."""
    parts = (state.pass_points[seat * 2 : seat * 2 + 2] for seat in range(state.seats))
    texts = (".".join("-" if points < 0 else str(points) for points in part) for part in parts)
    return ",".join(text.rstrip(".-") for text in texts)


def read_passes(state: BirdieState, text: str) -> None:
    parts = [part.split(".") if part else [] for part in split_seats(text, state.seats)]
    if max(map(len, parts)) > 2:
        raise BadInput("there are 2 rounds")
    points = [[-1 if word == "-" else parse_number(word, 0, 6) for word in part] for part in parts]
    state.pass_points = flat(points, 2, 8, filler=-1)


def flaps_text(state: BirdieState) -> str:
    return ",".join(str(state.flaps[seat]) for seat in range(state.seats))


def read_flaps(state: BirdieState, text: str) -> None:
    parts = split_seats(text, state.seats)
    state.flaps = pad([parse_number(part or "0", 0, state.places) for part in parts], 4)


def trophies_text(state: BirdieState) -> str:
    return named_text(BIRDS, [seat + 1 for seat in state.trophy], ",")


def read_trophies(state: BirdieState, text: str) -> None:
    holders = parse_named(BIRDS, text, ",")
    if max(holders) > state.seats:
        raise BadInput(f"there are {state.seats} seats")
    state.trophy = [seat - 1 for seat in holders]


def records_text(state: BirdieState) -> str:
    return named_text(BIRDS, state.record, ",")


def read_records(state: BirdieState, text: str) -> None:
    state.record = parse_named(BIRDS, text, ",")


def scorer_text(state: BirdieState) -> str:
    return str(state.passed[state.scorer] + 1)


def read_scorer(state: BirdieState, text: str) -> None:
    seat = parse_number(text, 1, state.seats) - 1
    passed = state.passed[: state.passed_count]
    if seat not in passed:
        raise BadInput("who scores has passed [B5.1]")
    state.scorer = passed.index(seat)


def row_text(state: BirdieState) -> str:
    return cards_text(state.row[: state.row_count])


def read_row(state: BirdieState, text: str) -> None:
    row = parse_cards(text)
    if len(row) > MAX_ROW:
        raise BadInput(f"no row has more than {MAX_ROW} cards")
    state.row, state.row_count = pad(row, MAX_ROW), len(row)


def held_text(state: BirdieState) -> str:
    return KINDS[state.held] if state.held >= 0 else ""


def read_held(state: BirdieState, text: str) -> None:
    state.held = cards.parse_card(text)


def sets_text(state: BirdieState) -> str:
    """``1-4:robin.5-6:summer:out``"""
    marked = zip(state.set_start, state.set_length, state.set_trait, state.set_out, strict=True)
    texts = [
        f"{start + 1}-{start + length}:{TRAITS[trait]}{':out' if out else ''}" for start, length, trait, out in marked
    ]
    return ".".join(texts[: state.set_count])


def read_sets(state: BirdieState, text: str) -> None:
    found = [MARKED.fullmatch(part) for part in text.split(".")] if text else []
    sets = [(int(one[1]) - 1, int(one[2]), parse_trait(one[3]), bool(one[4])) for one in found if one]
    ends = [0, *(end for _, end, _, _ in sets)]
    if len(sets) < len(found) or len(sets) > MAX_SETS:
        raise BadInput(f"{text!r} are no sets: such as 1-4:robin.5-6:summer:out")
    if any(start < before or end < start + 2 for before, (start, end, _, _) in zip(ends, sets, strict=False)):
        raise BadInput(f"{text!r}: sets have 2 cards or more, one after the other [B5.4]")
    state.set_start = pad([start for start, _, _, _ in sets], MAX_SETS)
    state.set_length = pad([end - start for start, end, _, _ in sets], MAX_SETS)
    state.set_trait = pad([trait for _, _, trait, _ in sets], MAX_SETS)
    state.set_out = pad([int(out) for _, _, _, out in sets], MAX_SETS)
    state.set_count = len(sets)


def trait_text(state: BirdieState) -> str:
    return TRAITS[state.trait] if state.trait >= 0 else ""


def read_trait(state: BirdieState, text: str) -> None:
    state.trait = parse_trait(text)


def taking_text(state: BirdieState) -> str:
    return f"{state.low + 1}-{state.high}" if state.phase == cards.SET_ASKED else ""


def read_taking(state: BirdieState, text: str) -> None:
    found = SPAN.fullmatch(text)
    if not found:
        raise BadInput(f"the first and last card of a set such as 2-4, not {text!r}")
    state.low, state.high = int(found[1]) - 1, int(found[2])


def option_word(name: str, fields: str) -> Word:
    """Read before all others."""

    def write(state: BirdieState) -> str:
        value = options_of(state)[name]
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        return CHOICES[name][value] if isinstance(value, bool) else str(value)

    return Word(fields, write, lambda state, text: None)


WORDS = {
    "seats": Word("seats", lambda state: str(state.seats), lambda state, text: None),
    "expert": option_word("expert", "expert"),
    "flap_values": option_word("flap_values", "places flap_values"),
    "robin_source": option_word("robin_source", "robin_from_deck"),
    "owl": option_word("owl", "owl_moves"),
    "same_trait_sets": option_word("same_trait_sets", "sets_chosen"),
    "expert_removals": option_word("expert_removals", "single_removal"),
    "named": number("named", 0, 4),
    "phase": Word("phase", phase_text, read_phase),
    "round": number("round", 1, 2),
    "starter": number("starter", 0, 3, first=1),
    "player": number("mover", 0, 3, first=1),
    "deck": number("deck", 0, 64),
    "stop": number("stop", 0, 4),
    "display": heap("display", "display_count"),
    "hands": heaps("hand", "hand_count"),
    "piles": lists("pile", "pile_count", MAX_ROW, cards_text, parse_cards),
    "turns": lists("turns", "turn_count", MAX_TURNS, turns_text, parse_turns),
    "passed": Word("passed passed_count", passed_text, read_passed),
    "passes": Word("pass_points", passes_text, read_passes),
    "boxes": by_name("boxes", TRAITS, cards.MAX_RUN),
    "flaps": Word("flaps", flaps_text, read_flaps),
    "used": by_name("used", BIRDS, 2),
    "trophies": Word("trophy", trophies_text, read_trophies),
    "records": Word("record", records_text, read_records),
    "spent": heaps("spent"),
    "drawn": heap("drawn"),
    "gone": heap("gone"),
    "old_hands": heaps("gone_hand"),
    "old_piles": lists("old_pile", "old_pile_count", MAX_ROW, cards_text, parse_cards),
    "old_turns": lists("old_turns", "old_turn_count", MAX_TURNS, turns_text, parse_turns),
    "old_spent": heaps("old_spent"),
}
STACKING_WORDS = {
    "taken": heap("taken", "taken_count"),
    "added": heap("added", "added_count"),
}
SCORING_WORDS = {
    "scorer": Word("scorer", scorer_text, read_scorer),
    "row": Word("row row_count", row_text, read_row),
    "cursor": number("cursor", 0, MAX_ROW),
    "held": Word("held", held_text, read_held),
    "picked": number("picked", 0, MAX_ROW - 1, first=1, none=-1),
    "sets": Word("set_start set_length set_trait set_out set_count", sets_text, read_sets),
    "trait": Word("trait", trait_text, read_trait),
    "holding": number("holding", 0, MAX_SETS - 1, first=1, none=-1),
    "gap": number("gap", 0, MAX_ROW, none=-1),
    "taking": Word("low high", taking_text, read_taking),
    "lowest": number("lowest", 0, cards.MAX_RUN),
}
ALL_WORDS = WORDS | STACKING_WORDS | SCORING_WORDS
FOLLOWS = ("to_move", "unseen", "rest", "first", "second", "points", "winners", "decided")
"""Fields that follow from the words: ``complete`` says how."""
