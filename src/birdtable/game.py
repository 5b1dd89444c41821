"""The words every game speaks.

A game is one object (``Game``) over states of its own. It knows no sockets, files, clocks or random generators: chance
is a seat whose steps come from outside. ``play`` checks and ``apply`` trusts; a refusal names the clause of the rules.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, Self, SupportsIndex, TypeAlias, TypeVar

import msgspec

from birdtable.wording import Wording

Seat = int
"""A place at the table, counted from 0 (texts for people count from 1)."""

Step = str
"""One small decision of a seat or of chance, in its notation: ``take Rs``, ``lay P 2 left``, ``deal F``."""

Value = bool | int | str | tuple[int, ...] | None
"""What an option of a game can be."""

Memory = Literal["strict", "assisted"]

CHANCE: Final = -1
NOBODY: Final = -2
"""Who moves when no seat does: neither is a viewer."""


class Spectator(Enum):
    """Somebody without a seat, who knows what is public and nothing else: a type of its own, equal to no number."""

    SPECTATOR = "spectator"


SPECTATOR: Final = Spectator.SPECTATOR
NO_SEAT: Final = -1
"""What stands for a seat where one is written down and a spectator has none, in views and messages."""

Viewer = Seat | Spectator
"""Whose eyes something is seen with."""


def seat_number(viewer: Viewer) -> int:
    """The viewer as views and messages write it."""
    return NO_SEAT if isinstance(viewer, Spectator) else viewer


def viewer_of(number: int) -> Viewer:
    """The reverse of ``seat_number``."""
    return SPECTATOR if number == NO_SEAT else number


PLACE = re.compile(r"\{(\w+)\}")
CLAUSE_AT_END = re.compile(r"(.+) \[([A-Z]\d+(?:\.\d+)?)\]", re.DOTALL)


class BirdtableError(Exception):
    """Something that was asked for cannot be; the message is one line for the person who asked."""


class BadInput(BirdtableError, ValueError):
    """A value from outside that makes no sense: it names the thing and what would be right.

    ``reason`` and ``details`` are as in ``IllegalStep``; a clause stands at the end of the reason: ``... [B1.5]``.
    """

    def __init__(self, reason: str, **details: str | int) -> None:
        self.reason, self.clause = split_clause(reason)
        self.details = details
        super().__init__(fill(reason, details))


def split_clause(text: str) -> tuple[str, str]:
    """``too many cards [B1.1]`` in its two parts."""
    found = CLAUSE_AT_END.fullmatch(text)
    return (found[1], found[2]) if found else (text, "")


def parse_words(title: str, text: str, names: Container[str]) -> dict[str, str]:
    """The words ``name=value`` of a state's text, each once, for a game of this title."""
    words: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in names:
            raise BadInput(f"a state of {title} has no {word!r}")
        if name in words:
            raise BadInput(f"a state of {title} has one {name!r}, not two")
        words[name] = value
    return words


def fill(message: str, places: Mapping[str, object]) -> str:
    """The message with its ``{places}`` filled in; what looks like a place and is none is left as it is."""
    return PLACE.sub(lambda found: str(places.get(found[1], found[0])), message)


class IllegalStep(BirdtableError):
    """A step that the rules do not allow now.

    ``reason`` is a message id with named places, filled in from ``details``, so that it can be said in any language.
    """

    def __init__(self, clause: str, reason: str, **details: str | int) -> None:
        self.clause = clause
        self.reason = reason
        self.details = details
        super().__init__(f"{fill(reason, details)} [{clause}]")

    def __reduce__(self) -> tuple[Any, ...]:
        """As exceptions are copied by default, with their message alone, this one could not come from a worker."""
        return copy_refusal, (self.clause, self.reason, self.details), self.__dict__


def copy_refusal(clause: str, reason: str, details: dict[str, str | int]) -> IllegalStep:
    return IllegalStep(clause, reason, **details)


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something seen to happen at the table. ``what`` is a word of the game in the past tense."""

    what: str
    seat: Seat = NOBODY
    cards: str = ""
    """Cards everybody sees, in notation."""
    count: int = 0
    place: str = ""
    """A box, a row and its end, a set."""
    points: int = 0
    other: Seat = NOBODY
    """Another seat concerned, such as the former holder of a trophy."""
    at: int = 0
    """Where in a row it begins, or the last place of a column that it marks, counted from 1."""
    clause: str = ""
    secret: str = ""
    """Cards that only ``seat`` knows, in notation."""

    def seen_by(self, viewer: Viewer) -> Event:
        """The event as a seat, or ``SPECTATOR``, may know it."""
        if not self.secret or (viewer == self.seat and self.seat >= 0):
            return self
        return msgspec.structs.replace(self, secret="")


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    clause: str
    """The clause that decided."""

    def share(self, seat: Seat) -> float:
        """Of the victory: the winners have equal parts of it."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class DrawPile(msgspec.Struct, frozen=True):
    """How anybody can keep count of the cards that chance deals from by what everybody sees, without the rules."""

    drawn: tuple[str, ...]
    """Events with which one card leaves the pile, shown or hidden."""
    returns: dict[str, tuple[str, ...]]
    """Events with which cards come back into it, each with the events that these cards had left by."""
    moves: dict[str, tuple[str, ...]] = {}
    """Events with which cards that had left by others go on: from then on they have left by this one."""

    @property
    def events(self) -> set[str]:
        """All that has to be seen to keep count."""
        sources = [*self.returns.values(), *self.moves.values()]
        return {*self.drawn, *self.returns, *self.moves, *(what for each in sources for what in each)}


class View(msgspec.Struct, kw_only=True):
    """The state as one seat may know it, with all that a careful player remembers. Games add their fields."""

    seat: Seat
    """Whose view this is, or ``NO_SEAT``."""
    seats: int
    to_move: int
    """A seat, ``CHANCE`` or ``NOBODY``."""

    @property
    def is_to_move(self) -> bool:
        """The viewer is asked for a step."""
        return self.seat == self.to_move and self.seat != NO_SEAT


class Option(msgspec.Struct, frozen=True):
    """A choice made when a match is created."""

    name: str
    kind: Literal["flag", "choice", "numbers", "number", "seat"]
    """``seat`` names one, counted from 1, or none."""
    default: Value
    clause: str
    choices: tuple[str, ...] = ()
    label: str = ""
    """What people read, as a message id."""


class GameState(Protocol):
    """What a state must offer; ``engine.State`` does."""

    @property
    def seats(self) -> int: ...
    @property
    def to_move(self) -> int: ...
    def legal(self) -> list[int]: ...
    def legal_texts(self, texts: Sequence[str]) -> list[str]: ...
    def odds(self) -> list[tuple[int, int]]: ...
    def apply(self, code: int) -> None: ...
    def copy(self) -> Self: ...
    def slot(self) -> int: ...


class Randomness(Protocol):
    """Where numbers come from: ``engine.Rng``, or anything that can pick below n."""

    def below(self, n: int) -> int: ...


Now = Callable[[], float]
"""Tells the time in seconds: a clock of the caller's, where something may not take too long."""


def turns_over(events: Iterable[Event], seat: Seat) -> bool:
    """Do these events show cards that are not the seat's own, such as another's pile turned over?"""
    return any(event.cards and event.seat != seat for event in events)


def ends_play(state: GameState, seat: Seat, events: Iterable[Event]) -> bool:
    """A seat's play ends with these events: chance or another seat is next, or the seat has learnt something."""
    return state.to_move != seat or turns_over(events, seat)


def seat_of(viewer: Viewer, state: GameState) -> Seat | None:
    """The viewer's seat in a match, or ``None`` for ``SPECTATOR``."""
    if isinstance(viewer, Spectator):
        return None
    if not 0 <= viewer < state.seats:
        raise BadInput(f"there is no seat {viewer} among {state.seats}, counted from 0")
    return viewer


S = TypeVar("S", bound=GameState)
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, V]):
    """One game: its law, its views and its notation."""

    name: str
    title: str
    min_seats: int
    max_seats: int
    rules_version: int
    memory: Memory = "assisted"
    """What a table remembers for its players unless they choose otherwise."""
    options: tuple[Option, ...]
    presets: ClassVar[Mapping[str, Mapping[str, Value]]]
    seats_clause: str
    """The clause that says how many play."""
    caps: Mapping[str, Value] = MappingProxyType({})
    """Options that make a match end whatever is played, for matches without people."""
    steps: Sequence[Step]
    """Every step of the game by its code."""
    codes: Mapping[Step, int]
    view_type: type[V]
    wording: Wording = Wording()
    """How its events are told."""
    lessons: tuple[str, ...] = ()
    """Names of the lessons in its package, ``lessons/<name>.toml``, in the order in which they are offered."""

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, Value] | None = None) -> S:
        """A fresh match. Bad options or a bad number of seats raise ``BadInput``."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """What a seat, or ``SPECTATOR``, may know."""

    @abstractmethod
    def shown(self, view: V, memory: Memory) -> V:
        """What a person is sent of a view: at a strict table nothing that cardboard would not show them again."""

    @abstractmethod
    def events(self, state: S) -> list[Event]:
        """What the step applied last made happen, secrets included: redact with ``seen_by``."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""

    def decided_by(self, state: S) -> str:
        """How the match was decided, in a few words, as a message id; empty where the clause says it all."""
        return ""

    def round_of(self, state: S) -> int:
        """Which round it is, where there are several: its first turn is another one than the last of the round before,
        whosever both are."""
        return 0

    def standing(self, state: S) -> tuple[int, ...]:
        """What each seat has that counts, as all can see it; empty for a game that counts nothing on the way."""
        return ()

    def ahead(self, state: S) -> tuple[Seat, ...]:
        """Who would win if the match ended now: by default whoever has most."""
        standing = self.standing(state)
        return tuple(seat for seat, count in enumerate(standing) if count == max(standing))

    @abstractmethod
    def imagine(self, view: V, rng: Randomness) -> S:
        """A state that ``view`` could be of: deals by their probability, hidden choices equally likely."""

    def imaginer(self, view: V) -> Callable[[Randomness], S]:
        """``imagine`` for many states of one view: a game may prepare what they have in common."""
        return lambda rng: self.imagine(view, rng)

    def unseen(self, view: V) -> list[str]:
        """The cards that the viewer has not seen this game and could not place, where a panel shows them."""
        return []

    def draw_pile(self, seats: int) -> DrawPile | None:
        """For checks of a shuffle; ``None``: only the rules can tell."""
        return None

    @abstractmethod
    def refusal(self, state: S, step: Step) -> IllegalStep:
        """Why ``step``, which is not legal in ``state``, is not."""

    @abstractmethod
    def state_text(self, state: S) -> str:
        """The whole state as one line; ``parse_state`` reads it back."""

    @abstractmethod
    def parse_state(self, text: str) -> S: ...

    def to_move(self, state: S) -> int:
        """A seat, ``CHANCE``, or ``NOBODY`` when the match is over."""
        return state.to_move

    def legal_steps(self, state: S) -> list[Step]:
        """All steps that ``to_move`` may take, never more than 64."""
        return state.legal_texts(self.steps)

    def odds(self, state: S) -> list[tuple[Step, int]]:
        """The steps chance may take with their weights."""
        return [(self.steps[code], weight) for code, weight in state.odds()]

    def apply(self, state: S, step: Step) -> None:
        """Takes a legal step in place. Nothing is checked."""
        state.apply(self.codes[step])

    def play(self, state: S, step: Step) -> list[Event]:
        """Takes a step in place if the rules allow it, else raises ``IllegalStep`` and changes nothing."""
        code = self.codes.get(step)
        if code is None:
            raise BadInput(f"{step!r} is not a step of {self.title}")
        if code not in state.legal():
            raise self.refusal(state, step)
        state.apply(code)
        return self.events(state)

    def view_text(self, view: V) -> str:
        return msgspec.json.encode(view).decode()

    def parse_view(self, text: str) -> V:
        try:
            return msgspec.json.decode(text, type=self.view_type)
        except msgspec.DecodeError as error:
            raise BadInput(f"not a view of {self.title}: {error}") from None

    def check_seats(self, seats: int) -> None:
        if not isinstance(seats, SupportsIndex) or not self.min_seats <= seats <= self.max_seats:
            raise BadInput(
                f"{self.title} is for {self.min_seats} to {self.max_seats} players, not {seats} [{self.seats_clause}]"
            )

    def complete(self, options: Mapping[str, Value] | None) -> dict[str, Any]:
        """The given options over the defaults, each checked on its own; a seat that nobody named is left out."""
        known = {option.name: option for option in self.options}
        complete: dict[str, Any] = {name: option.default for name, option in known.items() if option.kind != "seat"}
        for name, value in require_options(options).items():
            if name not in known:
                raise BadInput(f"{self.title} has no option {name!r}; it has {', '.join(known) or 'none'}")
            complete[name] = check_option(known[name], value)
            if known[name].kind == "seat" and complete[name] is None:
                del complete[name]
        return complete

    def complete_for(self, seats: int, options: Mapping[str, Value] | None) -> dict[str, Any]:
        """The options of a match of so many: whoever they name must sit there."""
        self.check_seats(seats)
        complete = self.complete(options)
        for option in self.options:
            if option.kind == "seat" and (named := complete.get(option.name, 0)) > seats:
                sentence = f"option {{option}} names seat {{seat}}, and there are {{count}} [{option.clause}]"
                raise BadInput(sentence, option=option.name, seat=named, count=seats)
        return complete

    def cap(self, options: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """The given options, and the ``caps`` where they say nothing else."""
        return {**self.caps, **require_options(options)}

    def parse_option(self, text: str) -> tuple[str, Value]:
        """Reads ``name=value`` as a person types it."""
        name, equals, value = text.partition("=")
        option = next((option for option in self.options if option.name == name), None)
        if option is None:
            names = ", ".join(option.name for option in self.options)
            raise BadInput(f"{self.title} has no option {name!r}; it has {names}")
        if not equals:
            raise BadInput(f"option {name!r} needs a value: {name}=...")
        return name, parse_value(option, value)


AnyGame: TypeAlias = Game[Any, Any]
"""For code that goes with every game, and lets states and views pass through unread."""


def require_options(options: Mapping[str, Value] | None) -> Mapping[str, Value]:
    if options is not None and not isinstance(options, Mapping):
        raise BadInput(f"options are values by their names, such as {{'expert': True}}, not {options!r}")
    return options or {}


def check_option(option: Option, value: object) -> Value:
    """The value in its proper type, or ``BadInput``."""
    match option.kind:
        case "flag" if isinstance(value, bool):
            return value
        case "choice" if value in option.choices:
            return str(value)
        case "number" | "seat" if value is None or (type(value) is int and value > 0):
            return value
        case "numbers" if isinstance(value, list | tuple) and all(type(number) is int for number in value):
            return tuple(value)
    raise BadInput(f"option {option.name!r} cannot be {value!r}: {what_fits(option)} [{option.clause}]")


def parse_value(option: Option, text: str) -> Value:
    """Reads an option's value as a person types it."""
    try:
        match option.kind:
            case "flag":
                return check_option(option, {"true": True, "false": False}.get(text.lower(), text))
            case "choice":
                return check_option(option, text)
            case "number" | "seat":
                return check_option(option, None if text.lower() == "none" else int(text))
            case "numbers":
                return check_option(option, tuple(int(number) for number in text.split(",")))
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"option {option.name!r} cannot be {text!r}: {what_fits(option)} [{option.clause}]") from None


def what_fits(option: Option) -> str:
    """What an option takes, in words."""
    match option.kind:
        case "flag":
            return "true or false"
        case "choice":
            return "one of " + ", ".join(option.choices)
        case "number":
            return "a whole number above 0, or none"
        case "seat":
            return "a seat, counted from 1, or none"
        case "numbers":
            return "whole numbers with commas between them"
