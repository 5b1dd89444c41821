"""Matches without people: the loop that plays one, and those that play many in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from typing import Any, Literal, NamedTuple

from birdtable import catalog
from birdtable.bots.interface import Bot, BotFault, ask
from birdtable.bots.outside import PATIENCE
from birdtable.bots.players.random import RandomBot, any_step
from birdtable.bots.roster import Lineup, bots_of
from birdtable.chance import draw, require_seed
from birdtable.engine import Rng, rollout
from birdtable.game import CHANCE, NOBODY, AnyGame, Game, Outcome, S, Seat, Step, V, Value
from birdtable.record import Record, Recorder
from birdtable.transcript import Transcriber

CHUNK = 500
"""Matches that are given away together, at most."""
CHUNKS = 40
"""Parts that the matches are given away in, at least."""

RecordForm = Literal["", "line", "whole"]
"""No record, a line of JSON where that is faster, or always a ``Record``."""


class Move(NamedTuple):
    """A step that was taken just now."""

    seat: Seat
    """Who took it, or ``CHANCE``."""
    step: Step
    legal: Sequence[Step]
    """What the seat could choose from; nothing for chance."""


Decide = Callable[[S, Seat, list[Step]], Step]
"""Chooses one of the legal steps of a seat."""
Draw = Callable[[Game[S, V], S], Step]
"""Chooses what chance does: ``choose`` of a ``chance.Chance``, for example."""


def play_on(game: Game[S, V], state: S, decide: Decide[S], draw: Draw[S, V]) -> Iterator[Move]:
    """Plays ``state`` to the end of the match. Whoever watches is told of each step once it is taken, and may stop."""
    while (seat := game.to_move(state)) != NOBODY:
        if seat == CHANCE:
            step = draw(game, state)
            game.apply(state, step)
            yield Move(CHANCE, step, ())
            continue
        legal = game.legal_steps(state)
        step = decide(state, seat, legal)
        if step in legal:
            game.apply(state, step)
        else:
            game.play(state, step)  # refuses it and says why
        yield Move(seat, step, legal)


class Fault(NamedTuple):
    """Why a match was not played to its end: the seat that forfeited it, and what its bot did."""

    seat: Seat
    what: str


def victory_shares(seats: int, outcome: Outcome | None, fault: Fault | None = None) -> list[float]:
    """What share of the victory each seat has: the winners share it or, if a seat forfeited the match, all the others.

    The others are not told apart then: who would have won is not known.
    """
    if outcome is not None:
        return [outcome.share(seat) for seat in range(seats)]
    assert fault is not None
    return [0.0 if seat == fault.seat else 1 / (seats - 1) for seat in range(seats)]


class MatchResult(NamedTuple):
    """A match that was played to its end, or forfeited."""

    outcome: Outcome | None
    """``None`` if it was forfeited."""
    decisions: int
    """Steps that seats took, chance not counted."""
    record: Record | None
    line: bytes = b""
    """The record as a line of JSON, where it was written as such from the start."""
    fault: Fault | None = None


def matches(
    game: AnyGame,
    players: Sequence[str],
    options: Mapping[str, Value],
    *,
    games: int,
    seed: int,
    recorded: RecordForm = "",
    executor: Executor | None = None,
    patience: float = PATIENCE,
) -> Iterator[MatchResult]:
    """Plays ``games`` matches. They depend on the seed and on nothing else: neither on whether they are recorded nor on
    who does the work. A bot that fails to choose a step forfeits its match."""
    lineup = Lineup.of(players, patience)
    seeds = match_seeds(seed, games)
    if executor is None:
        yield from play_in_turn(game, players, lineup.bots(game.name), options, recorded, seeds)
        return
    size = max(1, min(CHUNK, games // CHUNKS))
    chunks = list(iter(lambda: list(islice(seeds, size)), []))
    for part in executor.map(partial(play_chunk, game.name, lineup, dict(options), recorded), chunks):
        yield from part


def match_seeds(seed: int, games: int) -> Iterator[int]:
    """The seed of each match."""
    source = Rng(require_seed(seed))
    return (source.word() for _ in range(games))


def play_chunk(
    game: str, lineup: Lineup, options: dict[str, Value], recorded: RecordForm, seeds: list[int]
) -> list[MatchResult]:
    """Some of the matches. Runs wherever the executor likes."""
    return list(play_in_turn(catalog.game(game), lineup.specs, bots_of(lineup, game), options, recorded, seeds))


def play_in_turn(
    game: AnyGame,
    players: Sequence[str],
    bots: Sequence[Bot],
    options: Mapping[str, Value],
    recorded: RecordForm,
    seeds: Iterable[int],
) -> Iterator[MatchResult]:
    """A match for each seed."""
    fresh = game.start(len(players), options)
    fast = recorded != "whole" and all(type(player) is RandomBot for player in bots)
    header = Recorder(game, players, options).header
    transcriber = Transcriber(game, header) if fast and recorded else None
    for seed in seeds:
        rng = Rng(seed)
        if fast:
            yield play_at_random(game, fresh.copy(), rng, transcriber)
        else:
            yield play_and_record(Recorder(game, players, options), bots, rng)


def play_at_random(game: AnyGame, state: Any, rng: Rng, transcriber: Transcriber | None) -> MatchResult:
    """The match that random bots play, in compiled code where there is any."""
    decisions = transcriber.play(state, rng) if transcriber else rollout(state, rng)
    outcome = game.outcome(state)
    assert outcome is not None
    return MatchResult(outcome, decisions, None, transcriber.record(outcome) if transcriber else b"")


def play_in_one_stream(
    game: AnyGame, state: Any, bots: Sequence[Bot], rng: Rng, see: Callable[[Any, Seat], None] | None = None
) -> Iterator[Move]:
    """Each seat is asked for its steps, and all luck is one stream. ``see`` is called before each decision."""

    def decide(state: Any, seat: Seat, legal: list[Step]) -> Step:
        if see is not None:
            see(state, seat)
        if type(bots[seat]) is RandomBot:  # a view would cost more than its step, which needs none
            return any_step(legal, rng)
        return ask(bots[seat], game.view(state, seat), legal, rng)

    return play_on(game, state, decide, lambda game, state: draw(game, state, rng))


def play_and_record(match: Recorder, bots: Sequence[Bot], rng: Rng) -> MatchResult:
    """A match with its record."""
    game, decisions, fault = match.game, 0, None
    try:
        for move in play_in_one_stream(game, match.state, bots, rng):
            match.note(move.seat, move.step)
            decisions += move.seat != CHANCE
    except BotFault as error:
        fault = Fault(game.to_move(match.state), error.what)
    record = match.record()
    return MatchResult(record.outcome, decisions, record, fault=fault)
