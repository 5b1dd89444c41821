"""Lessons: prepared matches that stop where the learner is to do something, with a text for each stop.

A lesson is data, a file in the folder of its game (``Game.lessons``). Its steps go through the rules like any others:
nothing here knows a game. Texts are message ids. What the learner does is compared with patterns (``use O*``); ``done``
is ignored, because it only says that there is nothing to decide.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.game import AnyGame, BadInput, Event, Seat, Step, Value

Steps = tuple[Step, ...]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several things to do in a play, such as a scoring, each told when the one before is done."""

    text: str
    steps: Steps
    """Patterns of the steps by which it is done."""
    spot: tuple[str, ...] = ()


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place where the learner reads, and perhaps plays."""

    text: str
    clause: str
    """The rule that it is about."""
    before: Steps = ()
    """What chance, the other seats and the learner too have done until here, since the last stop."""
    plays: tuple[Steps, ...] = ()
    """Patterns of what the learner may do here, the first of them without a star; none: there is only something to
    read."""
    wrong: str = ""
    """Said to a play that the rules allow and that is not meant here."""
    acts: tuple[Act, ...] = ()
    """The play in parts; ``text`` is told when all of them are done and only its end is missing."""
    spot: tuple[str, ...] = ()
    """What the text points at: a part of the board, or a card in it, such as ``feeder Rw``."""
    cards: str = ""
    """Cards shown with the text, such as the row that was scored."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    game: str
    title: str
    text: str
    """What it is about, in a sentence."""
    minutes: int
    stops: tuple[Stop, ...]
    options: dict[str, Value] = {}
    players: tuple[str, ...] = ("", "Mira")
    """The learner has no name."""
    seat: Seat = 0

    @property
    def rules(self) -> AnyGame:
        return catalog.game(self.game)


class Reached(msgspec.Struct, frozen=True):
    """A lesson as far as somebody has come."""

    lesson: Lesson
    number: int
    """Of the stop."""
    state: Any
    events: tuple[Event, ...]
    """What happened since the last stop, secrets included."""

    @property
    def stop(self) -> Stop:
        return self.lesson.stops[self.number]

    @property
    def is_last(self) -> bool:
        return self.number == len(self.lesson.stops) - 1


def names() -> list[str]:
    """The lessons of all games, in the order in which they are offered."""
    return [name for game in catalog.games() for name in catalog.game(game).lessons]


@cache
def lesson(name: str) -> Lesson:
    for game in catalog.games():
        if name in catalog.game(game).lessons:
            text = catalog.folder(game).joinpath("lessons", f"{name}.toml").read_text(encoding="utf-8")
            return msgspec.convert({"name": name, "game": game, **tomllib.loads(text)}, Lesson)
    raise BadInput("there is no lesson {name}; there are {names}", name=name, names=", ".join(names()))


def follow(lesson: Lesson, plays: Sequence[Steps]) -> Reached:
    """Where these plays lead, one for each stop that lies behind; a stop to read has an empty one."""
    if len(plays) >= len(lesson.stops):
        raise BadInput("this lesson has {count} stops", count=len(lesson.stops))
    game = lesson.rules
    state = game.start(len(lesson.players), lesson.options)
    events: list[Event] = []
    for number, stop in enumerate(lesson.stops):
        events = [*events, *(event for step in stop.before for event in game.play(state, step))]
        if number == len(plays):
            break
        if not is_right(stop, plays[number]):
            raise BadInput("stop {number} of this lesson cannot be passed with these steps", number=number + 1)
        events = [event for step in plays[number] for event in game.play(state, step)]
    return Reached(lesson, len(plays), state, tuple(events))


def is_right(stop: Stop, play: Steps) -> bool:
    """Is this what the stop is about?"""
    if not stop.plays:
        return not play
    steps = [step for step in play if step != "done"]
    return any(matches([each for each in pattern if each != "done"], steps) for pattern in stop.plays)


def acts_done(stop: Stop, play: Steps) -> int:
    """How many of the acts of a stop, from the first, this play has done: its steps among others, in their order."""
    rest = list(play)
    for number, act in enumerate(stop.acts):
        for pattern in act.steps:
            while rest and not fnmatchcase(rest[0], pattern):
                del rest[0]
            if not rest:
                return number
            del rest[0]
    return len(stop.acts)


def matches(pattern: list[str], steps: list[Step]) -> bool:
    return len(pattern) == len(steps) and all(map(fnmatchcase, steps, pattern))


def model_plays(lesson: Lesson) -> list[Steps]:
    """The plays of somebody who does what is meant, up to the last stop."""
    return [stop.plays[0] if stop.plays else () for stop in lesson.stops[:-1]]


def texts() -> Iterator[str]:
    """Every message of every lesson."""
    for name in names():
        found = lesson(name)
        yield from (found.title, found.text)
        for stop in found.stops:
            yield from filter(None, (stop.text, stop.wrong))
            yield from (act.text for act in stop.acts)
