"""What a room asks of those who think for it, and what happens when they do not answer.

A bot is asked with a view, never with a state. For one that fails or does not answer in time a random play is made,
and the failure is reported.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from birdtable.engine import Rng
from birdtable.game import BirdtableError, Event, Seat, Step, ends_play
from birdtable.server.table.table import Table, play_steps
from birdtable.wire.play import Hint

T = TypeVar("T")

log = logging.getLogger("birdtable.bots")

BUSY = "too many people are asking at once: try again"


class Thinkers(Protocol):
    """Who thinks without keeping a room waiting: on a server, worker processes.

    Every question raises ``TimeoutError`` if nobody answers in time, or if too many wait already.
    """

    waiting: int
    """How many questions are being thought about, or wait for it."""

    async def play(self, game: str, rules: int, level: str, view: str, seed: int) -> list[Step]:
        """A bot's steps up to the next chance step or the end of its turn."""

    async def hints(self, game: str, view: str) -> tuple[Hint, ...]:
        """What a good player would do, the best first."""

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """What the function returns, for anything else that takes long."""

    def close(self) -> None: ...


async def bot_play(thinkers: Thinkers, table: Table, seat: Seat) -> list[Step]:
    """A bot's steps up to the next chance step or the end of its turn."""
    game, level, seed = table.game, table.chairs[seat].level, secrets.randbits(63)
    try:
        view = game.view_text(game.view(table.state, seat))
        steps = await thinkers.play(game.name, table.setting.rules, level, view, seed)
        if is_whole(table, seat, steps):
            return steps
        log.warning("bot %s at table %s chose %s, which is not a play", level, table.id, steps)
    except TimeoutError as error:
        log.warning("bot %s at table %s did not answer: %r", level, table.id, error)
    except Exception:
        log.exception("bot %s at table %s failed", level, table.id)
    return random_play(table, seat, Rng(seed))


def is_whole(table: Table, seat: Seat, steps: Sequence[Step]) -> bool:
    state = table.state.copy()
    try:
        return ends_play(state, seat, play_steps(table.game, state, seat, steps))
    except BirdtableError:
        return False


def random_play(table: Table, seat: Seat, rng: Rng) -> list[Step]:
    game, state = table.game, table.state.copy()
    steps: list[Step] = []
    events: list[Event] = []
    while not ends_play(state, seat, events):
        legal = game.legal_steps(state)
        steps.append(legal[rng.below(len(legal))])
        events = game.play(state, steps[-1])
    return steps
