"""What a person types: steps in their notation, and the nearest forms to a typing error."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from birdtable.game import AnyGame, BadInput, Step

NEAREST = 3


class NotUnderstood(BadInput):
    """A line that is not a step of the game."""


def parse_step(line: str, game: AnyGame) -> Step:
    """A step, whatever the case of its letters. Whether it is legal is for the rules to say."""
    text = " ".join(line.lower().split())
    for step in game.steps:
        if step.lower() == text:
            return step
    raise NotUnderstood(f"{text!r} is not a step of {game.title}")


def begins(step: Step, text: str) -> bool:
    """Whether every word typed begins the word of the step in its place: ``l p 2`` is ``lay P 2 left``."""
    typed, words = text.lower().split(), step.lower().split()
    return len(typed) <= len(words) and all(word.startswith(part) for part, word in zip(typed, words, strict=False))


def nearest(line: str, forms: Iterable[str]) -> list[str]:
    """The forms most like what was typed."""
    lower = {form.lower(): form for form in forms}
    return [lower[form] for form in get_close_matches(line.lower(), lower, n=NEAREST, cutoff=0.4)]
