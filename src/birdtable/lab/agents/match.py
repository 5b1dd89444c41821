"""Matches with text agents: their records have every answer, and at a server they meet people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from birdtable.bots.interface import Bot
from birdtable.bots.match import Move
from birdtable.engine import Rng
from birdtable.game import NOBODY, AnyGame, Outcome, Value
from birdtable.lab.agents.player import Attempt, TextBot
from birdtable.lab.arena import arena
from birdtable.lab.arena.arena import Totals
from birdtable.record import Record, Recorder
from birdtable.terminal.match.table import MovedOn, Table

FORM = "1"
"""Of the lines ``answer 1`` and so on in the header of a record."""


class AgentMatch(NamedTuple):
    record: Record
    """With the line ``agents`` and one line ``answer N`` for each answer, as JSON: see ``Attempt``."""
    totals: Totals
    """By player."""


def play_match(
    game: AnyGame,
    players: Sequence[Bot],
    names: Sequence[str],
    *,
    seed: int,
    table: tuple[int, ...] | None = None,
    options: Mapping[str, Value] | None = None,
    adjusted: bool = False,
) -> AgentMatch:
    """A match of text agents (``TextBot``) and bots, by the same luck as in the arena.

    ``table`` has the numbers of players by seat. The luck of a match depends on ``seed`` alone.
    """
    table = table or tuple(range(len(players)))
    chosen = game.cap(options)
    seated = [players[player] for player in table]
    recorder = Recorder(game, [names[player] for player in table], chosen)
    for player in seated:
        if isinstance(player, TextBot):
            player.begin()

    def watch(state: Any, move: Move) -> None:
        recorder.note(move.seat, move.step)
        events = game.events(state)
        for seat, player in enumerate(seated):
            if isinstance(player, TextBot):
                player.hear([event.seen_by(seat) for event in events])

    totals = Totals.none(len(players))
    arena.play_match(game, players, table, chosen, seed, totals, adjusted=adjusted, watch=watch)
    attempts = [attempt for player in seated if isinstance(player, TextBot) for attempt in player.attempts]
    return AgentMatch(record_answers(replay_outcome(recorder), attempts), totals)


def replay_outcome(recorder: Recorder) -> Record:
    """The recorder was told of steps and has taken none: the rules say how the match ended."""
    for _, steps in recorder.plays:
        for step in steps:
            recorder.game.apply(recorder.state, step)
    return recorder.record()


def record_answers(record: Record, attempts: Sequence[Attempt]) -> Record:
    """The record with every answer in its header."""
    if not attempts:
        return record
    lines = {f"answer {number}": line_of(attempt) for number, attempt in enumerate(attempts, start=1)}
    return msgspec.structs.replace(record, extra={**record.extra, "agents": FORM, **lines})


def line_of(attempt: Attempt) -> str:
    """JSON in plain ASCII, which is always a line of text."""
    return json.dumps(msgspec.to_builtins(attempt), ensure_ascii=True)


def answers_of(record: Record) -> list[Attempt]:
    """The reverse of ``record_answers``."""
    lines = [text for name, text in record.extra.items() if name.startswith("answer ")]
    return [msgspec.json.decode(text, type=Attempt) for text in lines]


def play_at_table(player: TextBot, table: Table) -> Outcome:
    """Plays a seat at a table to the end of the match: one on a server, for example (``terminal.match.remote.join``).

    It agrees when somebody asks to take a play back, and is asked anew where the match stands then.
    """
    player.begin()
    rng = Rng(0)
    while (outcome := table.outcome) is None:
        for events in table.wait():
            player.hear(events)
        if table.asked_by != NOBODY:
            if player.planned or player.pending:
                player.withdraw()
            with suppress(MovedOn):
                player.hear(table.reply(True))
        elif table.is_mine:
            view = table.full_view()
            assert view is not None, "a seat's own view"
            try:
                player.hear(table.take(player.choose(view, table.legal, rng)))
            except MovedOn:  # somebody took a play back without asking, or time was up
                player.withdraw()
    return outcome
