"""What workers are asked about a match. All of it is answered from a seat's view, never from a state."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from birdtable import catalog
from birdtable.bots import roster
from birdtable.bots.advice.hints import hint
from birdtable.bots.interface import Bot
from birdtable.bots.match import play_on
from birdtable.bots.players.search import SearchBot
from birdtable.chair import AskChair, ChairAnswer, sit
from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import BirdtableError, Seat, Step, ends_play
from birdtable.wire.play import Hint

QUICK = "quick"
"""The bot that plays for one that is late: it needs a few milliseconds, and plays as well as these allow."""


@cache
def bot(level: str, game: str) -> Bot:
    return roster.stand_in(catalog.game(game)) if level == QUICK else roster.bot(level, game)


def hasten(bot: Bot, part: float) -> Bot:
    if part < 1.0 and isinstance(bot, SearchBot):
        return SearchBot(bot.game, bot.policy, bot.budget.part(part))
    return bot


def choose_play(game_name: str, rules: int, level: str, view: str, seed: int, part: float = 1.0) -> list[Step]:
    """A whole play, worked out from nothing but a view: the seat's own steps lead to no surprise. A bot that searches
    takes that part of its usual time, and plays the best that it found."""
    game, rng = catalog.game(game_name, rules), Rng(seed)
    player = hasten(bot(level, game_name), part)
    seen = game.parse_view(view)
    state = game.imagine(seen, rng)
    steps: list[Step] = []

    def decide(state: Any, seat: Seat, legal: list[Step]) -> Step:
        return player.choose(game.view(state, seat), legal, rng) if len(legal) > 1 else legal[0]

    for move in play_on(game, state, decide, Dice(seed).choose):
        steps.append(move.step)
        if ends_play(state, seen.seat, game.events(state)):
            break
    return steps


def sit_down(ask: AskChair, seed: int) -> ChairAnswer | str:
    """A bot at a table of cardboard; what is wrong with the table as a whole comes back as its text."""
    try:
        return sit(ask, Rng(seed), time.monotonic)
    except BirdtableError as error:
        return str(error)


def find_hints(game_name: str, view: str) -> tuple[Hint, ...]:
    """The same view gives the same hints, however often they are asked for."""
    game = catalog.game(game_name)
    return tuple(
        Hint(
            steps=each.steps,
            value=round(each.value, 3),
            unit="points" if each.unit == "points" else "win",
            reason=each.reason.text,
            details=dict(each.reason.details),
            kept=round(each.kept, 2),
            spends=dict(each.spends),
        )
        for each in hint(game, game.parse_view(view), Rng(1))
    )
