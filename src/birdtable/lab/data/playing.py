"""Matches that are played for their decisions: those of ``birdtable sim``, with what was thought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from birdtable import catalog
from birdtable.bots.interface import Bot, BotFault
from birdtable.bots.match import play_in_one_stream
from birdtable.bots.players.search import SearchBot
from birdtable.bots.roster import Lineup, bots_of
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, BirdtableError, Value
from birdtable.lab.data.rows import Decision, DecisionLog


class MatchJob(NamedTuple):
    """Some matches to play; what comes of it depends on nothing else."""

    game: str
    lineup: Lineup
    options: Mapping[str, Value]
    first: int
    """The number of the first match."""
    seeds: list[int]


def play_job(job: MatchJob) -> list[list[Decision]]:
    """The decisions of each match. Runs wherever the executor likes."""
    game, bots = catalog.game(job.game), bots_of(job.lineup, job.game)
    return [
        play_match(game, job.lineup.specs, bots, job.options, seed, match)
        for match, seed in enumerate(job.seeds, start=job.first)
    ]


def play_match(
    game: AnyGame, specs: Sequence[str], bots: Sequence[Bot], options: Mapping[str, Value], seed: int, match: int
) -> list[Decision]:
    """A bot at fault is no source of data: it ends the work."""
    state, log = game.start(len(bots), options), DecisionLog(game.name, match)
    for bot in bots:
        if isinstance(bot, SearchBot):
            bot.watcher = log.watch
    try:
        for move in play_in_one_stream(game, state, bots, Rng(seed), log.see):
            if move.seat != CHANCE:
                log.add(move.step)
    except BotFault as fault:
        raise BirdtableError(f"bot {specs[game.to_move(state)]!r} fails in match {match}: {fault.what}") from None
    return log.finish(game.outcome(state))
