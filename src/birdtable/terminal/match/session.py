"""A match against bots, or of several people at one terminal, kept in a record file after every play.

All luck comes from the seed and from how many draws were ever made, those that were taken back included: a match that
was interrupted goes on as it would have, and cards drawn after a take-back are new ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from birdtable import catalog
from birdtable.bots.interface import Bot, BotFault, ask
from birdtable.bots.knowledge import Hint
from birdtable.bots.levels import BY_ID
from birdtable.bots.match import play_on
from birdtable.bots.roster import bot, stand_in
from birdtable.chance import Deal, deal_seed, draw, require_seed
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR, AnyGame, BadInput, Event, Memory, Seat, Step, Value, View, Viewer
from birdtable.puzzles.days import parse_day
from birdtable.puzzles.deals import check_hint, secret_of_date
from birdtable.record import Play, Record, Undo
from birdtable.terminal import files
from birdtable.terminal.match.table import Table
from birdtable.texts import distinct_names

HUMAN = "human"
SEEDS = 1 << 62
DRAWS, CHOICES = 0, 1
"""Two kinds of luck, each counted on its own."""


class Checkpoint(NamedTuple):
    """A play that stands, with what it can be taken back to."""

    seat: Seat
    before: Any
    logged: int
    """How long the log of all was before it."""


class Session(Table):
    """``people`` are the players in order: ``human`` or the name of a bot."""

    def __init__(
        self,
        game: AnyGame,
        people: Sequence[str],
        *,
        names: Sequence[str],
        options: Mapping[str, Value] | None = None,
        seed: int = 0,
        memory: Memory | None = None,
        path: Path | None = None,
        day: str = "",
    ) -> None:
        """``day`` is that of a deal of the day: its cards do not depend on the seed, and are drawn once."""
        super().__init__()
        self.game, self.memory, self.path = game, memory or game.memory, path
        self.people, self.names = list(people), list(names)
        self.seed = require_seed(seed)
        self.deal = Deal(deal_seed(secret_of_date(game.name, parse_day(day)))) if day else None
        self.bots: dict[Seat, Bot] = {s: bot(who, game.name) for s, who in enumerate(people) if who != HUMAN}
        self.state = game.start(len(people), options)
        extra = {"players": ",".join(people), "seed": str(seed), "memory": self.memory}
        self.header = Record(
            game=game.name,
            rules=game.rules_version,
            options=game.complete(options),
            seats=tuple(names),
            extra=extra | ({"deal": day} if day else {}),
        )
        self.lines: list[Play | Undo] = []
        self.checkpoints: list[Checkpoint] = []
        self.all: list[Event] = []
        """Everything that happened and stands, secrets included."""
        self.taken: Any = self.state
        """The state with the pending steps."""
        self.stopped = False
        """Leaving while others play."""
        humans = [seat for seat, who in enumerate(people) if who == HUMAN]
        self.seat = humans[0] if len(humans) == 1 else SPECTATOR
        self.look()

    @classmethod
    def resume(cls, path: Path) -> Session:
        """The match that a record file holds, as far as it was played."""
        record = files.read(path)
        players = record.extra.get("players", "").split(",")
        if len(players) != len(record.seats) or record.outcome is not None:
            raise BadInput(f"{path} holds no match to go on with")
        memory: Memory = "strict" if record.extra.get("memory") == "strict" else "assisted"
        seed = int(record.extra["seed"]) if record.extra.get("seed", "").isdecimal() else 0
        names, options, game = record.seats, record.options, catalog.game(record.game)
        day = record.extra.get("deal", "")
        session = cls(game, players, names=names, options=options, seed=seed, memory=memory, path=path, day=day)
        for line in record.lines:
            if isinstance(line, Undo):
                session.withdraw(line.count)
            else:
                session.turn_again(line)
                session.record(line.seat, line.steps)
        session.look()
        session.tell_again()
        return session

    def turn_again(self, line: Play) -> None:
        """A deal fixes the order of a pile when its first card is turned."""
        if self.deal is None or line.seat != CHANCE:
            return
        state = self.state.copy()
        for step in line.steps:
            self.deal.choose(self.game, state)
            self.game.play(state, step)

    # What is shown

    def look(self) -> None:
        """Updates what is shown to where the match stands, pending steps included."""
        self.view = self.game.shown(self.game.view(self.taken, self.seat), self.memory)
        self.to_move = self.game.to_move(self.taken)
        mine = self.seat == self.to_move
        self.legal = self.game.legal_steps(self.taken) if mine else []
        self.outcome = self.game.outcome(self.taken)

    def full_view(self) -> View | None:
        return self.game.view(self.taken, self.seat) if self.seat is not SPECTATOR else None

    def hint(self) -> Hint:
        if self.deal is not None and self.is_mine:
            check_hint(self.game, self.game.view(self.taken, self.seat))
        return super().hint()

    def tell_again(self) -> None:
        """The log for the seat on the screen, from what stands."""
        since = 0
        if self.memory == "strict" and self.outcome is None:
            since = max((each.logged for each in self.checkpoints if each.seat == self.seat), default=0)
        self.log = [event.seen_by(self.seat) for event in self.all[since:]]

    def log_events(self, events: Sequence[Event], *, own: bool = False) -> list[Event]:
        """Adds events to the log, redacted, and returns them so."""
        seen = [event.seen_by(self.seat) for event in events]
        if own and self.memory == "strict":
            self.log.clear()
        self.log += seen
        return seen

    # What is done

    def take(self, step: Step) -> list[Event]:
        state = self.taken.copy()
        self.game.play(state, step)
        self.pending.append(step)
        self.taken = state
        events: list[Event] = []
        if state.to_move != self.seat:
            assert self.seat is not SPECTATOR
            steps, self.pending = self.pending, []
            events = self.log_events(self.record(self.seat, steps), own=True)
            self.save()
        self.look()
        return events

    def record(self, seat: Seat, steps: Sequence[Step]) -> list[Event]:
        """Plays steps that belong together and writes them down."""
        self.checkpoints.append(Checkpoint(seat, self.state.copy(), len(self.all)))
        events: list[Event] = []
        for step in steps:
            events += self.game.play(self.state, step)
        self.lines.append(Play(seat, tuple(steps)))
        self.all += events
        self.taken = self.state
        return events

    def back(self) -> None:
        if self.pending:
            steps = self.pending[:-1]
            self.taken, self.pending = self.state, []
            for step in steps:
                self.take(step)
            self.look()
            return
        own = [number for number, each in enumerate(self.checkpoints) if each.seat >= 0 and each.seat not in self.bots]
        if not own:
            raise BadInput("there is nothing to take back")
        if self.deal is not None and any(each.seat == CHANCE for each in self.checkpoints[own[-1] :]):
            raise BadInput("at this table no play is taken back after cards have been drawn")
        self.withdraw(len(self.checkpoints) - own[-1])
        self.save()
        self.look()
        self.tell_again()

    def withdraw(self, count: int) -> None:
        first = self.checkpoints[-count]
        del self.checkpoints[-count:]
        del self.all[first.logged :]
        self.state = self.taken = first.before
        self.lines.append(Undo(count))

    def wait(self) -> Iterator[list[Event]]:
        self.stopped = False
        while not self.stopped and (mover := self.game.to_move(self.state)) != NOBODY:
            if mover != CHANCE and mover not in self.bots:
                break
            events = self.record(mover, self.steps_of(mover))
            self.save()
            self.look()
            yield self.log_events(events)
        self.look()

    def steps_of(self, mover: Seat) -> list[Step]:
        """What chance or a bot does until somebody else is to move."""
        state = self.state.copy()
        steps: list[Step] = []

        def decide(state: Any, seat: Seat, legal: list[Step]) -> Step:
            view = self.game.view(state, seat)
            try:
                return ask(self.bots[seat], view, legal, self.luck(CHOICES, len(steps)))
            except BotFault as fault:  # the match is the person's, who can do nothing about it
                self.faults[seat] = fault.what
                return stand_in(self.game).choose(view, legal, self.luck(CHOICES, len(steps)))

        def turn_card(game: AnyGame, state: Any) -> Step:
            if self.deal is not None:
                return self.deal.choose(game, state)
            return draw(game, state, self.luck(DRAWS, len(steps)))

        for move in play_on(self.game, state, decide, turn_card):
            steps.append(move.step)
            if state.to_move != mover:
                break
        return steps

    def luck(self, kind: int, ahead: int) -> Rng:
        made = sum(len(line.steps) for line in self.lines if isinstance(line, Play) and (line.seat == CHANCE) != kind)
        return Rng(Rng((self.seed * 2 + kind) % SEEDS).word() % SEEDS + made + ahead)

    # Several people at one terminal

    @property
    def curtain(self) -> Seat | None:
        """The person who must come to the screen before anything of theirs is shown."""
        mover = self.game.to_move(self.state)
        return mover if mover >= 0 and mover not in self.bots and mover != self.seat else None

    def call(self, seat: Viewer) -> None:
        """Shows another person's seat, or under the curtain nobody's."""
        self.seat = seat
        self.look()
        self.tell_again()

    # The file

    def save(self) -> None:
        if self.path is not None:
            files.write(self.path, self.match_record())

    def match_record(self) -> Record:
        return msgspec.structs.replace(self.header, lines=tuple(self.lines), outcome=self.game.outcome(self.state))

    def close(self) -> None:
        self.stopped = True

    def how_to_go_on(self) -> str:
        if self.path is None or self.game.outcome(self.state) is not None:
            return ""
        return f"birdtable deal {self.game.name}" if self.deal else f"birdtable play --resume --record {self.path}"


def player_names(people: Sequence[str], own: str) -> list[str]:
    """What the seats are called: levels by their characters, and a number where two names are the same."""
    return distinct_names([own if who == HUMAN else BY_ID[who].character if who in BY_ID else who for who in people])
