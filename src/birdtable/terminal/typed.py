"""What a person types: steps in their notation, whole plays in a shorter one, and the nearest forms to a slip."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from birdtable.game import AnyGame, BadInput, Step
from birdtable.games.birdie.cards import BIRDS, TRAITS

SETS = re.compile(r"(\d+)-(\d+):(\w+)")
NEAREST = 3


class NotUnderstood(BadInput):
    """A line that is no step of the game."""


class MarkedSet(NamedTuple):
    """A set as it is typed, ``1-4:robin``."""

    first: int
    last: int
    trait: str

    @property
    def step(self) -> Step:
        return f"{'bird' if self.trait in BIRDS else 'season'} {self.last - self.first + 1}"


def parse(line: str, game: AnyGame) -> list[Step]:
    """The steps that a line means. Whether they are legal is for the rules to say."""
    words = line.split()
    if words and words[0].lower() == "stack" and len(words) > 2:
        return parse_stack(words[1:], game)
    return [parse_step(" ".join(words), game)]


def parse_step(text: str, game: AnyGame) -> Step:
    """A step, whatever the case of its letters; ``l`` and ``r`` stand for the ends of a row."""
    text = re.sub(r"^(lay \w+ \d+) (l|r)$", lambda m: f"{m[1]} {'left' if m[2] == 'l' else 'right'}", text.lower())
    for step in game.steps:
        if step.lower() == text:
            return step
    raise NotUnderstood(f"{text!r} is not a step of {game.title}")


def parse_stack(words: Sequence[str], game: AnyGame) -> list[Step]:
    """``Rs Pu + Ow``: two cards of the display, then hand cards; ``+Ow`` is one hand card among the others."""
    steps: list[Step] = []
    from_hand = False
    for word in words:
        if word == "+":
            from_hand = True
            continue
        verb = "add" if from_hand or word.startswith("+") else "stack"
        steps.append(parse_step(f"{verb} {word.removeprefix('+')}", game))
    if sum(step.startswith("stack") for step in steps) == 2:
        steps.append("end")
    return steps


def parse_sets(words: Sequence[str]) -> list[MarkedSet]:
    """``1-4:robin 5-6:summer``: a division of the row."""
    found = []
    for word in words:
        form = SETS.fullmatch(word.lower())
        if form is None or form[3] not in TRAITS or int(form[1]) >= int(form[2]):
            raise BadInput(f"{word!r} is no set: write its cards and its trait, as in 1-4:robin [B5.4]")
        found.append(MarkedSet(int(form[1]), int(form[2]), form[3]))
    return found


def begins(step: Step, text: str) -> bool:
    """Whether every word typed begins the word of the step in its place: ``l p 2`` is ``lay P 2 left``."""
    typed, words = text.lower().split(), step.lower().split()
    return len(typed) <= len(words) and all(word.startswith(part) for part, word in zip(typed, words, strict=False))


def nearest(line: str, forms: Iterable[str]) -> list[str]:
    """The forms most like what was typed."""
    lower = {form.lower(): form for form in forms}
    return [lower[form] for form in get_close_matches(line.lower(), lower, n=NEAREST, cutoff=0.4)]
