"""The text of a whole state, for tests, tools and trials: one line of ``name=value`` words, such as

``seats=2 phase=turn player=2 deck=24 stop=2 display=OuOaRaWw hands=RsRw,Ps2``

Cards are in notation, with a number where there are several; seats, places and sets are counted from 1. What is left
out is as at the start of a match, and the cards that are nowhere else are those that nobody has seen. What only scoring
needs is written while somebody scores.
"""

from __future__ import annotations

from collections.abc import Iterable

from birdtable.game import CHANCE, NOBODY, BadInput, parse_words
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import MAX_ROW, members, multiset, size
from birdtable.games.birdie.options import DEFAULT_FLAP_VALUES, check_flap_values, fresh_state
from birdtable.games.birdie.points import flap_points, total, winner
from birdtable.games.birdie.position.old import is_old, parse_old_state
from birdtable.games.birdie.position.words import (
    ALL_WORDS,
    CHOICES,
    SCORING_WORDS,
    STACKING_WORDS,
    WORDS,
    Word,
    in_use,
    pad,
    parse_number,
    phase_text,
    within,
)
from birdtable.games.birdie.rules import BirdieState


def state_text(state: BirdieState) -> str:
    fresh = BirdieState(state.seats, DEFAULT_FLAP_VALUES)
    texts = {name: word.write(state) for name, word in words_of(state).items()}
    left_out = {name: ALL_WORDS[name].write(fresh) for name in texts if name not in ("seats", "scorer")}
    return " ".join(f"{name}={text}" for name, text in texts.items() if text and text != left_out.get(name))


def words_of(state: BirdieState) -> dict[str, Word]:
    if is_scoring(state):
        return WORDS | SCORING_WORDS
    return WORDS | STACKING_WORDS if state.phase == cards.STACKING else WORDS


def is_scoring(state: BirdieState) -> bool:
    return cards.BEFORE_SETS <= state.phase < cards.OVER


def parse_state(text: str) -> BirdieState:
    """Also reads the form of earlier versions."""
    if is_old(text):
        text = old_text(text)
    texts = parse_words("Birdie", text, ALL_WORDS)
    try:
        seats = parse_number(texts.get("seats", ""), 2, 4)
    except BadInput:
        raise BadInput("a state of Birdie has 2 to 4 seats [B1]") from None
    state = fresh_state(seats, parse_options(texts))
    read_words(state, texts, ["phase"])
    read_words(state, texts, [name for name in words_of(state) if name != "phase"])
    if texts:
        raise BadInput(f"in the phase {phase_text(state)} there is no {next(iter(texts))!r}")
    complete(state)
    check(state)
    return state


def old_text(text: str) -> str:
    try:
        return state_text(parse_old_state(text))
    except IndexError:
        raise BadInput("not a state of Birdie: a number is too large") from None


def parse_options(texts: dict[str, str]) -> dict[str, object]:
    options: dict[str, object] = {"flap_values": DEFAULT_FLAP_VALUES}
    texts.pop("seats")
    for name, choices in CHOICES.items():
        chosen = texts.pop(name, choices[0])
        if chosen not in choices:
            raise BadInput(f"{name} is {' or '.join(choices)}, not {chosen!r}")
        options[name] = chosen == "yes" if name == "expert" else chosen
    if "flap_values" in texts:
        options["flap_values"] = values = tuple(parse_number(part) for part in texts.pop("flap_values").split(","))
        check_flap_values(values)
    return options


def read_words(state: BirdieState, texts: dict[str, str], names: Iterable[str]) -> None:
    """Takes out what it reads."""
    for name in names:
        if name in texts:
            try:
                ALL_WORDS[name].read(state, texts.pop(name))
            except BadInput as error:
                raise BadInput(f"{name}: {error}") from None


def complete(state: BirdieState) -> None:
    """What follows from the rest."""
    state.to_move = state.mover
    if state.phase in (cards.CHOOSING_STARTER, cards.OPENING, cards.LAYING_OUT, cards.REFILLING, cards.DRAWING):
        state.to_move = CHANCE
    elif is_scoring(state):
        state.to_move = state.passed[state.scorer]
    state.unseen = multiset(nowhere_else(state))
    state.rest = size(state.unseen) - state.deck - state.stop
    if state.phase == cards.CHOOSING_STARTER:
        state.rest = 0
    if state.taken:
        state.first, state.second = members(state.taken)[0], members(state.taken)[-1]
    if state.phase == cards.OVER:
        finish(state)


def nowhere_else(state: BirdieState) -> list[int]:
    piles = [kind for pile in in_use(state, "pile", "pile_count", MAX_ROW) for kind in pile]
    heaps = [state.display, *state.hand, *state.spent, state.drawn, state.gone, *state.gone_hand]
    seen = [*piles, *(kind for heap in heaps for kind in members(heap))]
    within(seen)
    return [kind for kind in range(16) for _ in range(cards.COPIES - seen.count(kind))]


def finish(state: BirdieState) -> None:
    """[B6.1], [B6.2]"""
    check_all_passed(state)
    points = []
    for seat in range(state.seats):
        passes = [max(0, each) for each in state.pass_points[seat * 2 : seat * 2 + 2]]
        flaps = flap_points(state.flap_values, state.flaps[seat])
        points.append(total(state.boxes[seat * 8 : seat * 8 + 8], passes, flaps, state.trophy.count(seat)))
    state.points = pad(points, 5)
    state.winners = 1 << winner(points, state.passed[: state.passed_count])
    state.to_move = NOBODY


# Whether the match can go on


def check(state: BirdieState) -> None:
    if state.rest < 0:
        raise BadInput(f"bird deck and stop pile have more cards than the {size(state.unseen)} that are left")
    if max(state.starter, state.mover, state.named - 1) >= state.seats:
        raise BadInput(f"there are {state.seats} seats")
    if is_scoring(state):
        check_scoring(state)
    elif state.phase == cards.STACKING:
        check_stacking(state)
    elif state.phase in (cards.OPENING, cards.LAYING_OUT):
        check_opening(state)
    elif state.phase == cards.REFILLING and not state.deck:
        raise BadInput("the display is refilled, and the bird deck is empty [B3.5]")
    elif state.phase != cards.OVER and state.mover in state.passed[: state.passed_count]:
        raise BadInput("whose turn it is has not passed [B3.1]")
    if state.to_move != NOBODY and not state.legal():
        raise BadInput("nothing can be done in this phase")


def check_opening(state: BirdieState) -> None:
    """[B2.3] Two cards for each, the starting player first; [B2.4] then four for the display."""
    seats = [(state.starter + i) % state.seats for i in range(state.seats)]
    dealt = [state.hand_count[seat] for seat in seats]
    turn = seats.index(state.mover) if state.phase == cards.OPENING else state.seats
    if dealt[:turn] != [2] * turn or any(dealt[turn + 1 :]) or max(dealt[turn : turn + 1], default=0) > 1:
        raise BadInput("opening hands are of two cards, dealt one after the other [B2.3]")
    if state.display_count > 3 or state.deck < 2 * state.seats + 4 - sum(dealt) - state.display_count:
        raise BadInput("the bird deck has too few cards to begin with, or the display has its four [B2.4]")


def check_stacking(state: BirdieState) -> None:
    """[B3.3]"""
    laid = state.taken_count + state.added_count
    pile = in_use(state, "pile", "pile_count", MAX_ROW)[state.mover]
    if not laid or laid > len(pile) or multiset(pile[len(pile) - laid :]) != state.taken + state.added:
        raise BadInput("taken and added are the last cards of the pile [B3.3]")
    if state.taken_count > 2 or state.taken_count + state.display_count < 2:
        raise BadInput("take 2 takes two cards of the display [B3.3]")


def check_all_passed(state: BirdieState) -> None:
    if state.passed_count < state.seats:
        raise BadInput("not everybody has passed [B5.1]")


def check_scoring(state: BirdieState) -> None:
    check_all_passed(state)
    count, pile = state.row_count, in_use(state, "pile", "pile_count", MAX_ROW)[state.passed[state.scorer]]
    available = [*pile, *members(state.drawn)]
    row = [*state.row[:count], *([state.held] if state.held >= 0 else [])]
    if any(row.count(kind) > available.count(kind) for kind in set(row)):
        raise BadInput("the row has cards that were neither in the pile nor drawn [B5.2]")
    ends = [state.set_start[i] + state.set_length[i] for i in range(state.set_count)]
    if max(state.cursor, state.gap, state.picked, state.high, *ends, 0) > count or state.holding >= state.set_count:
        raise BadInput(f"there is something behind the end of the row, which has {count} cards")
    if (state.phase in (cards.INSERTING, cards.PUTTING)) != (state.held >= 0):
        raise BadInput("a card is held while it is put into the row, and at no other time [B7.2]")
