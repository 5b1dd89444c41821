"""Matches of bots against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from typing import Any, Literal, NamedTuple

from birdtable import catalog
from birdtable.bots.interface import Bot
from birdtable.bots.players.random import RandomBot, any_step
from birdtable.bots.roster import bot
from birdtable.chance import checked_seed, drawn
from birdtable.engine import Rng, rollout
from birdtable.game import CHANCE, NOBODY, AnyGame, Outcome, Value
from birdtable.record import Record, Recorder
from birdtable.transcript import Transcriber

CHUNK = 500
"""Matches that are given away together, at most."""
CHUNKS = 40
"""Parts that the matches are given away in, at least."""

Recorded = Literal["", "line", "whole"]


class Match(NamedTuple):
    """A match that was played to its end."""

    outcome: Outcome
    decisions: int
    """Steps that seats took, chance not counted."""
    record: Record | None
    line: str = ""
    """The record as a line of JSON, where it was written as such from the start."""


def limited(game: AnyGame, options: Mapping[str, Value]) -> dict[str, Value]:
    return game.cap(options)


def matches(
    game: AnyGame,
    players: Sequence[str],
    options: Mapping[str, Value],
    *,
    games: int,
    seed: int,
    recorded: Recorded = "",
    executor: Executor | None = None,
) -> Iterator[Match]:
    """Plays ``games`` matches. They depend on the seed and on nothing else, also not on whether they are recorded or on
    who does the work.

    Records come as lines of JSON where that is faster, or always whole.
    """
    source = Rng(checked_seed(seed))
    seeds = (source.word() for _ in range(games))
    if executor is None:
        yield from in_turn(game, players, options, recorded, seeds)
        return
    size = max(1, min(CHUNK, games // CHUNKS))
    chunks = list(iter(lambda: list(islice(seeds, size)), []))
    for part in executor.map(partial(chunk, game.name, list(players), dict(options), recorded), chunks):
        yield from part


def chunk(
    game: str, players: list[str], options: dict[str, Value], recorded: Recorded, seeds: list[int]
) -> list[Match]:
    """Some of the matches. Runs wherever the executor likes."""
    return list(in_turn(catalog.game(game), players, options, recorded, seeds))


def in_turn(
    game: AnyGame,
    players: Sequence[str],
    options: Mapping[str, Value],
    recorded: Recorded,
    seeds: Iterable[int],
) -> Iterator[Match]:
    """A match for each seed."""
    bots = [bot(name, game.name) for name in players]
    fresh = game.start(len(players), options)
    fast = recorded != "whole" and all(type(player) is RandomBot for player in bots)
    header = Recorder(game, players, options).header
    transcriber = Transcriber(game, header) if fast and recorded else None
    for seed in seeds:
        rng = Rng(seed)
        yield (
            rolled(game, fresh.copy(), rng, transcriber)
            if fast
            else played(Recorder(game, players, options), bots, rng)
        )


def rolled(game: AnyGame, state: Any, rng: Rng, transcriber: Transcriber | None) -> Match:
    """The match that random bots play, in compiled code where there is any."""
    decisions, parts = transcriber.play(state, rng) if transcriber else (rollout(state, rng), [])
    outcome = game.outcome(state)
    assert outcome is not None
    return Match(outcome, decisions, None, transcriber.line(parts, outcome) if transcriber else "")


def played(match: Recorder, bots: Sequence[Bot], rng: Rng) -> Match:
    """A match in which each seat is asked for its steps."""
    game, state, decisions = match.game, match.state, 0
    while (seat := game.to_move(state)) != NOBODY:
        if seat == CHANCE:
            match.apply(drawn(game, state, rng))
            continue
        legal, player = game.legal_steps(state), bots[seat]
        if type(player) is RandomBot:  # a view would cost more than its step, which needs none
            match.apply(any_step(legal, rng))
        else:
            match.play(player.choose(game.view(state, seat), legal, rng))
        decisions += 1
    record = match.record()
    assert record.outcome is not None
    return Match(record.outcome, decisions, record)
