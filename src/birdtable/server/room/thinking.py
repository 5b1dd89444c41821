"""What a room asks of those who think for it, and what happens when they do not answer.

A bot is asked with a view, never with a state. For one that fails or does not answer in time a quick one plays, and the
failure is reported.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from birdtable.chair.table import AskChair, ChairAnswer
from birdtable.engine import Rng
from birdtable.game import BirdtableError, Event, Seat, Step, ends_play
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, play_steps
from birdtable.wire.play import Hint

T = TypeVar("T")

log = logging.getLogger("birdtable.bots")

BUSY = "too many people are asking at once: try again"


LEAST_PACE = 0.5
"""Seconds between two plays at a table where only bots play."""
LOOPBACK = ("127.0.0.1", "::1")


class Asker(NamedTuple):
    """For whom something is asked: turns and shares go by address, and by person."""

    address: str = ""
    person: str = ""

    @property
    def line(self) -> str:
        """Who stands in line together. Everybody may come from this machine."""
        return self.person if self.address in ("", *LOOPBACK) else self.address


NOBODY_IN_PARTICULAR = Asker()


class Thinkers(Protocol):
    """Who thinks without keeping a room waiting: on a server, worker processes.

    Every question raises ``TimeoutError`` if nobody answers in time, or if too many wait already, and a ``Refusal`` if
    whoever asks has asked for too much at once.
    """

    @property
    def waiting(self) -> int:
        """How many questions are being thought about, or wait for it."""

    async def play(self, game: str, rules: int, level: str, view: str, seed: int, asker: Asker) -> list[Step]:
        """A bot's steps up to the next chance step or the end of its turn. In a long queue it thinks less."""

    async def quick_play(self, game: str, rules: int, view: str, seed: int) -> list[Step]:
        """The same at once, as well as a few milliseconds allow."""

    async def hints(self, game: str, view: str, asker: Asker) -> tuple[Hint, ...]:
        """What a good player would do, the best first."""

    async def sit(self, ask: AskChair, seed: int, asker: Asker) -> ChairAnswer | str:
        """What a table of cardboard looks like, and what a bot does there; or why it cannot be."""

    async def run(self, work: Callable[..., T], *arguments: Any, asker: Asker) -> T:
        """What the function returns, for anything else that takes long."""

    def part_of_time(self, asker: Asker) -> float:
        """How much of the usual time a question may take now, so that those who wait get theirs."""

    def check_share(self, asker: Asker) -> None:
        """Refuses whoever has asked for too much at once."""

    def close(self) -> None: ...


async def bot_play(
    thinkers: Thinkers, table: Table, seat: Seat, asker: Asker = NOBODY_IN_PARTICULAR, *, hurried: bool = False
) -> list[Step]:
    """A bot's steps up to the next chance step or the end of its turn. If the bot fails, or may not think, a quick one
    plays, and at worst chance."""
    game, rules, level, seed = table.game, table.setting.rules, table.chairs[seat].level, secrets.randbits(63)
    view = game.view_text(game.view(table.state, seat))
    attempts: list[Callable[[], Awaitable[list[Step]]]] = [
        lambda: thinkers.play(game.name, rules, level, view, seed, asker),
        lambda: thinkers.quick_play(game.name, rules, view, seed),
    ]
    for attempt in attempts[hurried:]:
        try:
            steps = await attempt()
            if is_whole(table, seat, steps):
                return steps
            log.warning("bot %s at table %s chose %s, which is not a play", level, table.id, steps)
        except (TimeoutError, Refusal) as error:
            log.warning("bot %s at table %s did not answer: %r", level, table.id, error)
        except Exception:
            log.exception("bot %s at table %s failed", level, table.id)
    return random_play(table, seat, Rng(seed))


def pace(table: Table) -> float:
    """Seconds from one play to a bot's next: where nobody plays, bots do not take the time of others."""
    somebody = any(chair.is_present for chair in table.chairs)
    return table.setting.pace if somebody else max(table.setting.pace, LEAST_PACE)


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
