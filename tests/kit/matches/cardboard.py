"""A table of cardboard: a match played by the engine, of which only what people see is tapped in."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from birdtable import catalog
from birdtable.chair.follow import Follower
from birdtable.chair.part import follower_of
from birdtable.chair.table import ChairTable, Tap
from birdtable.companion.words import Words
from birdtable.game import CHANCE, NOBODY, SPECTATOR, Event, Seat, Step, Viewer
from birdtable.languages import catalogue

NAMES = ("Ana", "Ben", "Cloe", "Dan", "Eva")


class Cardboard:
    """People and bots play at random; ``taps`` is what the device is told of it."""

    def __init__(self, game: str, seats: int, bots: Sequence[Seat], rng: Random, **options: Any) -> None:
        self.game = catalog.game(game)
        self.options = options
        self.bots = set(bots)
        self.rng = rng
        self.state = self.game.start(seats, options)
        self.taps: list[Tap] = []
        self.happened: list[Event] = []
        """With the last step."""
        self.all_happened: list[Event] = []
        """With the last tap."""

    def table(self, taps: Sequence[Tap] | None = None) -> ChairTable:
        seats = range(self.state.seats)
        return ChairTable(
            game=self.game.name,
            players=NAMES[: len(seats)],
            levels=tuple("beginner" if seat in self.bots else "" for seat in seats),
            options=self.options,
            taps=tuple(self.taps if taps is None else taps),
        )

    def follower(self, taps: Sequence[Tap] | None = None) -> Follower:
        table = self.table(taps)
        return follower_of(table.game)(table, Words(table.game, catalogue("en")), None)

    def assert_seen_alike(self) -> Follower:
        """All that is visible is the same at the device and at the table."""
        follower = self.follower()
        fault = follower.follow()
        assert fault is None, (fault.text, fault.clause, self.taps[follower.taken])
        if follower.asks().what in ("row", "hand"):
            return follower  # something lies open that has yet to be entered
        viewers: list[Viewer] = [SPECTATOR, *sorted(self.bots)]
        for viewer in viewers:
            assert self.look(follower.state, viewer) == self.look(self.state, viewer)
        if self.state.to_move in self.bots:
            assert self.game.legal_steps(follower.state) == self.game.legal_steps(self.state)
        return follower

    def look(self, state: Any, viewer: Viewer) -> Any:
        """All that a viewer sees and somebody has entered."""
        return self.game.view(state, viewer)

    @property
    def is_over(self) -> bool:
        return bool(self.state.to_move == NOBODY)

    def any_step(self) -> Step:
        if self.state.to_move != CHANCE:
            return self.rng.choice(self.game.legal_steps(self.state))
        odds = self.game.odds(self.state)
        return self.rng.choices([step for step, _ in odds], [weight for _, weight in odds])[0]

    def take_any(self) -> Step:
        step = self.any_step()
        self.happened = self.game.play(self.state, step)
        self.all_happened += self.happened
        return step

    def go_on(self) -> None:
        """A card is turned up, or somebody plays: one more tap. Then what nobody at the device sees happens."""
        seat, self.all_happened = self.state.to_move, []
        if seat == CHANCE:
            self.taps.append(self.take_any())
        elif seat in self.bots:
            steps = [self.take_any()]
            while self.state.to_move == seat and not self.ends_play():
                steps.append(self.take_any())
            self.taps.append(", ".join(steps))
        else:
            self.play_person(seat)
        self.lay_open()

    def play_bot(self, steps: Sequence[Step]) -> None:
        """What a bot has chosen itself."""
        self.all_happened = []
        for step in steps:
            self.happened = self.game.play(self.state, step)
            self.all_happened += self.happened
        self.taps.append(", ".join(steps))
        self.lay_open()

    def lay_open(self) -> None:
        self.show()
        while self.state.to_move == CHANCE and self.is_hidden():
            self.take_any()

    def ends_play(self) -> bool:
        """The last step ended a turn, or a scoring, even if the same seat goes on."""
        return any(event.what in ("took", "stacked", "passed", "scored", "ended") for event in self.happened)

    def show(self) -> None:
        """Taps what lies open now because of what has just happened, where nobody is asked about it."""

    def is_hidden(self) -> bool:
        raise NotImplementedError

    def play_person(self, seat: Seat) -> None:
        raise NotImplementedError
