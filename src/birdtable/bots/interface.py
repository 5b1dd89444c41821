"""What a bot is, and what counts as its fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from birdtable.game import BirdtableError, Randomness, Step, View

LONGEST_FAULT = 200
"""Characters of a fault's description that are kept."""


class Bot(Protocol):
    """A player. It is shown what its seat may know, never the state."""

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        """One of the ``legal`` steps; all luck comes from ``rng``."""


class BotFault(BirdtableError):
    """A bot did something other than choose a legal step in time; the message says what."""

    def __init__(self, what: str) -> None:
        self.what = what if len(what) <= LONGEST_FAULT else f"{what[: LONGEST_FAULT - 3]}..."
        super().__init__(self.what)

    def __reduce__(self) -> tuple[type[BotFault], tuple[str]]:
        return type(self), (self.what,)


class PlayStopped(BirdtableError):
    """A player cannot go on through no fault of its own: whoever plays the match has to stop, and nobody forfeits."""


def ask(player: Bot, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
    """What the player chooses, if that is legal; anything else raises ``BotFault``, or ``PlayStopped``."""
    try:
        step = player.choose(view, list(legal), rng)
    except (BotFault, PlayStopped):
        raise
    except Exception as error:
        raise BotFault(describe(error)) from error
    if step not in legal:
        raise BotFault(f"{step!r} is not legal")
    return step


def describe(error: BaseException) -> str:
    return f"raised {type(error).__name__}: {' '.join(str(error).split())}"
