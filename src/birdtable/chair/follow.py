"""Following taps by the rules, with assumptions about the cards that nobody at the device has seen.

A follower goes through the taps from the beginning. When a tap contradicts a card that was only assumed, the follower
notes what the tap reveals, looks for other assumptions that fit everything so far, and begins again at the last place
where nothing was assumed. A tap that fits none is impossible, and says why.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.chair.table import ChairTable, Tap, TapTold, Wanted
from birdtable.companion.birdie.sheet import Scored
from birdtable.companion.words import Unfit, Words
from birdtable.game import CHANCE, NOBODY, SPECTATOR, BirdtableError, Event, IllegalStep, Now, Seat, Step, ends_play
from birdtable.record import Record, Recorder
from birdtable.texts import event_text, merge

NOBODY_IN_PARTICULAR = -1
CARDBOARD = "a table of cardboard"
"""Where the match was played, in the header of its record."""


class Learned(Exception):
    """What was assumed is changed: the taps have to be followed once more."""


class Follower(ABC):
    """One table, from its first tap to its last."""

    def __init__(self, table: ChairTable, words: Words, now: Now | None) -> None:
        self.table = table
        self.words = words
        self.now = now
        self.game = catalog.game(table.game)
        self.seats = len(table.players)
        self.begin()

    # What games say

    @abstractmethod
    def is_hidden(self) -> bool:
        """Whether the card that chance deals now is one that nobody at the device sees."""

    @abstractmethod
    def lies_open(self) -> bool:
        """Whether cards lie open that have yet to be entered before anything else."""

    @abstractmethod
    def assume(self) -> Step:
        """What chance is assumed to deal."""

    @abstractmethod
    def follow_tap(self, tap: Tap) -> None:
        """Plays what a tap says, or raises ``Unfit``."""

    @abstractmethod
    def next_wanted(self) -> Wanted:
        """What is to be entered next, while nobody's play is to be thought about."""

    def feats(self) -> dict[str, tuple[int, ...]]:
        """What records of evenings are about, by seat, where a game has such things."""
        return {}

    def is_to_be_entered(self, event: Event) -> bool:
        """Whether the cards of the event are only assumed until somebody enters them."""
        return False

    def score_bot(self, play: Sequence[Step]) -> Scored | None:
        """How a bot scores its row with these steps, where a game has rows to be scored."""
        return None

    # Going through the taps

    def begin(self) -> None:
        self.match = Recorder(self.game, self.table.players, self.table.options)
        self.assumed: list[int] = []
        """The numbers of the steps, counted from 1, whose card nobody saw."""
        self.steps = 0
        self.taken = 0
        self.story: list[TapTold] = []
        self.scored: Scored | None = None
        self.events: list[Event] = []
        """What the tap that is followed now made happen."""
        self.shown: list[Event] = []
        """Cards that the tap shows, which lay open before it."""
        self.amid = False
        """The last tap was the beginning of a bot's play."""

    @property
    def state(self) -> Any:
        return self.match.state

    def follow(self) -> Unfit | None:
        """Follows as many taps as possible; returns what is wrong with the next one."""
        while True:
            try:
                return self.go_through()
            except Learned:
                self.go_back()

    def note_start(self) -> None:  # noqa: B027 - a game need not
        """Called between two taps: a game may note that nothing is assumed here, so that it can go back to it."""

    def go_back(self) -> None:
        """To the beginning, or to where nothing was assumed yet."""
        self.begin()

    def go_through(self) -> Unfit | None:
        while True:
            self.note_start()
            self.deal_hidden()
            if self.taken == len(self.table.taps):
                return None
            tap, self.events, self.shown = self.table.taps[self.taken], [], []
            mover = self.state.to_move
            before, steps, assumed, amid = self.state.copy(), self.steps, len(self.assumed), self.amid
            plays = [(seat, list(each)) for seat, each in self.match.plays]
            self.amid = False
            try:
                self.follow_tap(tap)
            except (Unfit, BirdtableError) as error:
                self.match.state, self.match.plays, self.steps, self.amid = before, plays, steps, amid
                del self.assumed[assumed:]
                return error if isinstance(error, Unfit) else self.refusal(error)
            self.taken += 1
            self.story.append(TapTold(seat=mover if mover >= 0 else NOBODY_IN_PARTICULAR, text=self.describe(tap)))

    def deal_hidden(self) -> None:
        while self.state.to_move == CHANCE and self.is_hidden():
            self.play(self.assume())
            self.assumed.append(self.steps)

    def play(self, step: Step) -> list[Event]:
        events = self.match.play(step)
        self.steps += 1
        self.events += events
        return events

    def refusal(self, error: BirdtableError) -> Unfit:
        if isinstance(error, IllegalStep):
            return self.words.refusal(error)
        return Unfit(self.words.t("{what} cannot be entered here", what=str(error)), "")

    def play_bot(self, text: str) -> None:
        """The steps of a bot's own play, and nothing beyond it."""
        seat = self.state.to_move
        for step in text.split(","):
            if self.state.to_move != seat:
                raise Unfit(self.words.t("{what} cannot be entered here", what=step.strip()), "")
            self.play(step.strip())
        self.amid = not ends_play(self.state, seat, self.events)

    # Telling

    def is_bot(self, seat: Seat) -> bool:
        return bool(self.table.levels[seat])

    def is_person(self, seat: Seat) -> bool:
        return seat >= 0 and not self.is_bot(seat)

    def name(self, seat: Seat) -> str:
        return self.table.players[seat]

    def describe(self, tap: Tap) -> str:
        """The tap as the events that everybody saw."""
        told = [*self.shown, *(event for event in self.events if not self.is_to_be_entered(event))]
        events = merge(self.game.name, (event.seen_by(SPECTATOR) for event in told))
        names, translations = list(self.table.players), self.words.translations
        texts = [event_text(self.game.name, event, names, translations) for event in events]
        return ". ".join(filter(None, texts)) or (self.describe_quiet(tap) if isinstance(tap, str) else tap.row)

    def describe_quiet(self, tap: str) -> str:
        """A tap of which nothing is told."""
        return tap

    def record(self) -> Record:
        """With the header line ``assumed``: the numbers of the steps whose card nobody at the device saw."""
        record = self.match.record()
        extra = {"place": CARDBOARD}
        if self.assumed:
            extra["assumed"] = " ".join(map(str, self.assumed))
        return msgspec.structs.replace(record, extra=extra)

    def public_view(self) -> Any:
        """The table as anybody at it sees it, without what is only assumed."""
        return self.game.view(self.state, SPECTATOR)

    def asks(self) -> Wanted:
        if self.lies_open():
            return self.next_wanted()
        if self.state.to_move == NOBODY:
            return Wanted(what="over", seat=NOBODY_IN_PARTICULAR, left=0, legal=())
        if self.state.to_move != CHANCE and self.is_bot(self.state.to_move):
            legal = tuple(self.game.legal_steps(self.state))
            return Wanted(what="bot", seat=self.state.to_move, left=0, legal=legal, amid=self.amid)
        return self.next_wanted()
