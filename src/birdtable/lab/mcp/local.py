"""Tables of this process: seats for models and bots. Bots that think do so in a process of their own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor
from functools import lru_cache
from typing import Any

from birdtable.agents.answers import AgentRefusal, parse_step, try_play
from birdtable.bots.interface import Bot, BotFault, ask
from birdtable.bots.levels import BY_ID
from birdtable.bots.roster import bot, stand_in
from birdtable.chance import Deal
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame, BadInput, Event, Outcome, Seat, Step, Value, View
from birdtable.lab.mcp.seats import SeatHeld
from birdtable.lab.work import LocalCrew
from birdtable.record import Record, Recorder
from birdtable.texts import distinct_names

ME, OPEN = "me", "open"
QUICK = ("random", "novice", "hasty", "greedy", *list(BY_ID)[:3])
"""Bots that take a few milliseconds for a step."""
PLAYERS = ("random", "novice", "hasty", "greedy", "learned", *BY_ID)
"""Who can be asked for. No files and no budgets: the caller of a tool is not the owner of this machine."""
SEEDS = 1 << 62


class LocalTable:
    """One match. It begins when no seat is open."""

    def __init__(
        self, game: AnyGame, players: Sequence[str], options: Mapping[str, Value], seed: int, crew: LocalCrew
    ) -> None:
        check_players(game, players)
        self.game, self.players, self.crew = game, list(players), crew
        self.code = secrets.token_urlsafe(6)
        """With which others join."""
        self.recorder = Recorder(game, distinct_names([title_of(player) for player in players]), game.cap(options))
        self.deal = Deal(seed)
        self.rngs = [Rng((seed + seat + 1) % SEEDS) for seat in range(len(players))]
        self.bots: dict[Seat, Bot] = {}
        self.news: list[list[Event]] = [[] for _ in players]
        self.pending: list[list[Step]] = [[] for _ in players]
        self.changed = asyncio.Condition()
        self.moving: asyncio.Task[None] | None = None
        self.left: Seat = NOBODY
        """The seat whose holder left before the end; nobody moves then any more."""

    @property
    def state(self) -> Any:
        return self.recorder.state

    @property
    def has_begun(self) -> bool:
        return OPEN not in self.players

    def sit_down(self) -> LocalSeat:
        """On the first open seat."""
        self.check_left()
        if OPEN not in self.players:
            raise BadInput(f"table {self.code} has no open seat")
        seat = self.players.index(OPEN)
        self.players[seat] = ME
        return LocalSeat(self, seat)

    async def go_on(self) -> None:
        """Lets chance move, and starts the bots."""
        self.let_chance_move()
        await self.tell()
        if self.has_begun and self.is_bots_move() and (self.moving is None or self.moving.done()):
            self.moving = asyncio.create_task(self.move_bots())

    async def tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    def let_chance_move(self) -> None:
        while self.has_begun and self.game.to_move(self.state) == CHANCE:
            self.take(self.deal.choose(self.game, self.state))

    def is_bots_move(self) -> bool:
        mover = self.game.to_move(self.state)
        return mover >= 0 and self.players[mover] not in (ME, OPEN)

    async def move_bots(self) -> None:
        while self.is_bots_move():
            seat = self.game.to_move(self.state)
            self.take(await self.choose(seat))
            self.let_chance_move()
            await self.tell()

    async def choose(self, seat: Seat) -> Step:
        """A bot that fails, or whose process is lost, is replaced for this step, as at every table with others."""
        spec, view = self.players[seat], self.game.view(self.state, seat)
        legal, seed = self.game.legal_steps(self.state), self.rngs[seat].word()
        try:
            if spec in QUICK or len(legal) == 1:
                await asyncio.sleep(0)
                return think(self.game.name, spec, view, legal, seed)
            return await asyncio.wrap_future(self.crew.submit(think, self.game.name, spec, view, legal, seed))
        except (BotFault, BrokenExecutor):
            return stand_in(self.game).choose(view, legal, Rng(seed))

    def take(self, step: Step) -> None:
        """A legal step of whoever is to move."""
        events = self.recorder.play(step)
        for seat in range(len(self.players)):
            self.news[seat] += [event.seen_by(seat) for event in events]

    async def leave(self, seat: Seat) -> None:
        """A match that is over stays as it is, for the others to look back at."""
        if self.left == NOBODY and self.game.outcome(self.state) is None:
            self.left = seat
            if self.moving is not None:
                self.moving.cancel()
            await self.tell()

    def check_left(self) -> None:
        if self.left != NOBODY:
            raise AgentRefusal(f"seat {self.left + 1} has left table {self.code}: the match has ended without a result")


class LocalSeat(SeatHeld):
    def __init__(self, table: LocalTable, seat: Seat) -> None:
        self.table, self.seat = table, seat
        self.game, self.names = table.game, table.recorder.header.seats

    @property
    def number(self) -> int:
        return self.seat

    def view(self) -> View:
        self.table.check_left()
        if not self.table.has_begun:
            missing = self.table.players.count(OPEN)
            raise AgentRefusal(
                f"the match has not begun: {missing} open seats, to be taken with table {self.table.code}"
            )
        view: View = self.game.view(self.table.state, self.seat)
        return view

    def news(self) -> Sequence[Event]:
        return self.table.news[self.seat]

    def pending(self) -> Sequence[Step]:
        return self.table.pending[self.seat]

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.table.state)

    async def play(self, steps: Sequence[Step]) -> None:
        table, parsed = self.table, [parse_step(step, self.game) for step in steps]
        # Tried in a state imagined from the view: a refusal cannot tell what is hidden.
        _, _, over = try_play(self.game, self.game.imagine(self.view(), Rng(0)), self.seat, parsed)
        if not table.pending[self.seat]:
            table.news[self.seat].clear()
        for step in parsed:
            table.take(step)
        table.pending[self.seat] = [] if over else [*table.pending[self.seat], *parsed]
        await table.go_on()

    async def wait(self, seconds: float) -> None:
        def is_time() -> bool:
            to_move = self.game.to_move(self.table.state)
            return self.table.left != NOBODY or (self.table.has_begun and to_move in (self.seat, NOBODY))

        async with self.table.changed:
            try:
                await asyncio.wait_for(self.table.changed.wait_for(is_time), seconds)
            except TimeoutError:
                return

    async def record(self) -> Record:
        self.table.check_left()
        if self.outcome() is None:
            raise AgentRefusal("the match is not over: its record would show hidden cards")
        return self.table.recorder.record()

    async def close(self) -> None:
        await self.table.leave(self.seat)


def think(game_name: str, spec: str, view: View, legal: list[Step], seed: int) -> Step:
    """Runs here or in another process."""
    return ask(kept_bot(spec, game_name), view, legal, Rng(seed))


@lru_cache(maxsize=16)
def kept_bot(spec: str, game_name: str) -> Bot:
    return bot(spec, game_name)


def title_of(player: str) -> str:
    return BY_ID[player].character if player in BY_ID else "model" if player in (ME, OPEN) else player


def check_players(game: AnyGame, players: Sequence[str]) -> None:
    game.check_seats(len(players))
    if players.count(ME) != 1:
        raise BadInput(f"players: exactly one of them is {ME!r}, not {players.count(ME)}")
    for player in players:
        if player not in (ME, OPEN, *PLAYERS):
            raise BadInput(f"players: {player!r} is not one of {', '.join((ME, OPEN, *PLAYERS))}")
        if player in PLAYERS:
            bot(player, game.name)
