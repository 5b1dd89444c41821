"""What a model answered. Nothing is guessed: an answer has the stated form and is taken at its word, or it is refused.

The form is one line ``PLAY: step, step`` (or ``ANSWER: word``) in the whole text; what stands around it is not read.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from birdtable.game import AnyGame, BadInput, Event, Seat, Step, ends_play

LONGEST_ANSWER = 20_000
"""Characters of an answer. A longer one is refused unread."""
MOST_STEPS = 64
"""Of one answer."""
SHOWN = 60
"""Characters of something wrong that a refusal repeats."""


class AgentRefusal(BadInput):
    """An answer that is not taken, and why; nothing has been done."""


def answer_line(text: str, word: str) -> str:
    """What stands after ``PLAY:`` or ``ANSWER:`` on the only line that begins with it."""
    if len(text) > LONGEST_ANSWER:
        raise AgentRefusal(f"the answer has more than {LONGEST_ANSWER:,} characters")
    found = [line.strip() for line in text.splitlines() if line.strip().startswith(f"{word}:")]
    if not found:
        raise AgentRefusal(f"no line begins with '{word}:'")
    if len(found) > 1:
        raise AgentRefusal(f"{len(found)} lines begin with '{word}:'; exactly one is read")
    return found[0].removeprefix(f"{word}:").strip()


def parse_play(text: str, game: AnyGame) -> list[Step]:
    """The steps that an answer names. Whether they are legal is for the rules to say."""
    line = answer_line(text, "PLAY")
    if not line:
        raise AgentRefusal("the line 'PLAY:' names no step")
    parts = line.split(",")
    if len(parts) > MOST_STEPS:
        raise AgentRefusal(f"{len(parts)} steps are more than a play can have ({MOST_STEPS})")
    return [parse_step(part, game) for part in parts]


def parse_step(text: str, game: AnyGame) -> Step:
    """A step, whatever the case of its letters and the spaces between its words."""
    words = " ".join(text.lower().split())
    step = steps_by_lower(game).get(words)
    if step is None:
        raise AgentRefusal(f"{shorten(text.strip())!r} is not a step of {game.title}")
    return step


@cache
def steps_by_lower(game: AnyGame) -> dict[str, Step]:
    return {step.lower(): step for step in game.steps}


def shorten(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def try_play(game: AnyGame, state: Any, seat: Seat, steps: list[Step]) -> tuple[Any, list[list[Event]], bool]:
    """Takes the steps on a copy: the state they lead to, the events of each, and whether the play is over.

    Raises ``IllegalStep`` or ``AgentRefusal`` at the first that cannot be. What follows the end of a play is refused
    unseen, so that nobody learns from it what chance or others would do.
    """
    if game.to_move(state) != seat:
        raise AgentRefusal("it is not your move")
    if not steps:
        raise AgentRefusal("a play has at least one step")
    world, told, over = state.copy(), [], False
    for number, step in enumerate(steps):
        if over:
            raise AgentRefusal(f"your play is over after {steps[number - 1]!r}: {step!r} cannot follow it")
        events = game.play(world, step)
        told.append(events)
        over = ends_play(world, seat, events)
    return world, told, over


def parse_word(text: str) -> str:
    """The answer to a question: letters in lower case, and single spaces."""
    line = answer_line(text, "ANSWER")
    if not line:
        raise AgentRefusal("the line 'ANSWER:' is empty")
    if len(line) > 200:
        raise AgentRefusal(f"the line 'ANSWER:' has {len(line):,} characters; a short answer is asked for")
    return " ".join(line.lower().rstrip(".").split())
