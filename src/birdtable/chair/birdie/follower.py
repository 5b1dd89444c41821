"""Following a table of Birdie.

Nobody at the device sees the opening hands of people, or which of their hand cards they put on their piles, and in what
order. When a row is turned over it is entered, and the assumptions are made again so that they lead to it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from birdtable.chair.birdie.openings import Openings, Place, fitting_openings
from birdtable.chair.follow import NOBODY_IN_PARTICULAR, Follower, Learned
from birdtable.chair.table import ChairTable, Tap, Wanted
from birdtable.companion.birdie.paper import MOST_SECONDS, PaperBoards, score
from birdtable.companion.birdie.replay import Replay
from birdtable.companion.birdie.sheet import BirdieSheet, Scored, Scoring
from birdtable.companion.words import Unfit, Words
from birdtable.game import CHANCE, SPECTATOR, Event, Now, Seat, Step
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import (
    BEFORE_SETS,
    DISPLAY,
    KIND_OF,
    KINDS,
    OPENING,
    OPENING_HAND,
    cards_text,
    members,
)
from birdtable.games.birdie.points import is_one_shuffle
from birdtable.games.birdie.view import BirdieView, Played, Turn


class OwnRow(NamedTuple):
    """What a bot has when its pile is turned over."""

    row: str
    hand: str
    desk: PaperBoards
    start: int
    """Steps of the match before its scoring."""


class BirdieFollower(Follower):
    def __init__(self, table: ChairTable, words: Words, now: Now | None) -> None:
        self.rows: dict[Place, Played] = {}
        """What is known of people's rounds whose row was turned over."""
        self.seen: dict[tuple[int, int], tuple[int, int]] = {}
        """Cards turned up: the round and the kind, by the number of the tap and the place in it."""
        self.openings: Openings = {}
        super().__init__(table, words, now)

    def begin(self) -> None:
        super().begin()
        self.turns: dict[Place, list[Turn]] = defaultdict(list)
        """What everybody saw of each round: a pile that nobody has entered yet may be gone from the state already."""
        self.round = 1
        self.turned: list[Place] = []
        """People's rows that lie open and have yet to be entered, in the order of scoring."""
        self.earned: Counter[Place] = Counter()
        """What each row brought: boxes, Flaps, and trophies that were taken with it."""
        self.own: dict[Place, OwnRow] = {}
        self.piles: dict[Place, Event] = {}
        """How people's piles were turned over."""
        self.worth = [0] * self.seats
        """Boxes and Flaps of each board when the round began."""

    def play(self, step: Step) -> list[Event]:
        events = super().play(step)
        for event in events:
            place = self.round, event.seat
            if event.what == "took":
                self.turns[place].append(Turn(cards=(event.cards,), to="hand"))
            elif event.what == "stacked":
                self.turns[place].append(Turn(cards=tuple(event.cards.split()), to="pile", added=event.count))
            elif event.what == "turned over" and self.is_bot(event.seat):
                hand = cards_text(members(self.state.hand[event.seat]))
                desk = desk_of(self.game.view(self.state, SPECTATOR), self.table)
                self.own[self.state.round, event.seat] = OwnRow(event.cards, hand, desk, self.steps)
            elif event.what == "turned over" and event.count:
                self.turned.append(place)
                self.piles[place] = event
            elif event.what == "won trophy":
                self.earned[place] += event.points
            elif event.what == "round ended":
                self.end_round()
        return events

    def end_round(self) -> None:
        for seat, board in enumerate(self.game.view(self.state, SPECTATOR).boards):
            worth = board.points - sum(board.passes) - board.trophy_points
            self.earned[self.round, seat] += worth - self.worth[seat]
            self.worth[seat] = worth
        self.round += 1

    def feats(self) -> dict[str, tuple[int, ...]]:
        holders = Counter(self.game.view(self.state, SPECTATOR).trophies.values())
        seats = range(self.seats)
        return {
            "rows": tuple(max(self.earned[number, seat] for number in (1, 2)) for seat in seats),
            "trophies": tuple(holders[seat] for seat in seats),
        }

    # What nobody saw

    def is_hidden(self) -> bool:
        return self.state.phase == OPENING and self.is_person(self.state.mover) and not self.turned

    def assume(self) -> Step:
        seat = self.state.mover
        place = self.state.round, seat
        if place not in self.openings and not self.reconsider():
            raise AssertionError("there are always enough cards for an opening hand")
        return f"deal {KINDS[self.openings[place][self.state.hand_count[seat]]]}"

    def reconsider(self) -> bool:
        """Other opening hands that fit what was seen; false, and everything as it was, if there are none."""
        found: Openings = {}
        people = [seat for seat in range(self.seats) if self.is_person(seat)]
        shuffles = [[1, 2]] if is_one_shuffle(self.seats) else [[1], [2]]
        for shuffle in shuffles:
            seen = Counter(kind for number, kind in self.seen.values() if number in shuffle)
            places = [(number, seat) for number in shuffle for seat in people if number <= self.round]
            openings = fitting_openings(places, seen, self.rows)
            if openings is None:
                return False
            found |= openings
        self.openings = found
        return True

    def see(self, card: str, place: int) -> None:
        """A card is turned up. If it was assumed to be in a hand, that was wrong."""
        kind, key = KIND_OF.get(card), (self.taken, place)
        if kind is None or self.seen.get(key) == (self.round, kind):
            return
        before = self.seen.get(key)
        self.seen[key] = self.round, kind
        if f"deal {card}" in self.game.legal_steps(self.state):
            return
        if not self.reconsider():
            self.seen.pop(key)
            if before is not None:
                self.seen[key] = before
            raise Unfit(self.words.t("{card}: all 4 cards of this kind have been seen", card=card), "B1.1")
        raise Learned

    def reveal(self, place: Place, scoring: Scoring) -> None:
        """[B5.2] A pile is turned over: the hand cards in it were in the hand when they were laid."""
        turns, row, hand = self.turns[place], scoring.row.split(), scoring.hand.split()
        self.check_row(place[1], turns, row, hand)
        played = Played(turns=turns, row=row, spent=hand)
        before = self.rows.get(place)
        if before == played:
            return
        self.rows[place] = played
        if not self.reconsider():
            self.rows.pop(place)
            if before is not None:
                self.rows[place] = before
            name = self.name(place[1])
            raise Unfit(self.words.t("{name} cannot have had these hand cards by then", name=name), "B3.3")
        raise Learned

    def check_row(self, seat: Seat, turns: list[Turn], row: list[str], hand: list[str]) -> None:
        for card in [*row, *hand]:
            if card not in KIND_OF:
                text = self.words.t(
                    "{card} is not a bird card: write a bird W O P R and a season s u a w, as in Rs", card=card
                )
                raise Unfit(text, "B1.1")
        pile, name, start = pile_size(turns), self.name(seat), 0
        if len(row) != pile:
            text = self.words.t("The pile of {name} has {n} cards, not {entered}", name=name, n=pile, entered=len(row))
            raise Unfit(text, "B5.2")
        for turn in turns:
            laid = row[start : start + 2 + turn.added] if turn.to == "pile" else []
            if laid and Counter(turn.cards) - Counter(laid):
                text = self.words.t(
                    "Cards {first} to {last} of the row were laid together, with {cards} among them",
                    first=start + 1,
                    last=start + len(laid),
                    cards=" ".join(turn.cards),
                )
                raise Unfit(text, "B3.3")
            start += len(laid)

    # What people tap

    def follow_tap(self, tap: Tap) -> None:
        mover = self.state.to_move
        if isinstance(tap, Scoring):
            self.score(tap)
        elif self.turned or (self.state.phase >= BEFORE_SETS and self.is_person(mover)):
            name = self.name(self.turned[0][1] if self.turned else mover)
            raise Unfit(self.words.t("Now {name} turns the pile over: enter the row", name=name), "B5.2")
        elif mover == CHANCE:
            verb, _, card = tap.partition(" ")
            if verb == "deal":
                self.see(card, 0)
            self.play(tap)
        elif mover >= 0 and self.is_bot(mover):
            self.play_bot(tap)
        elif tap.startswith("stack "):
            self.stack(mover, tap.split()[1:])
        else:
            self.play(tap)

    def stack(self, seat: Seat, entered: list[str]) -> None:
        """[B3.3] Two cards of the display, and a number of hand cards that only their owner knows."""
        if len(entered) != 3 or not entered[2].isdecimal():
            raise Unfit(self.words.t("Enter two cards of the display and how many hand cards went with them."), "B3.3")
        pair, added, held = entered[:2], int(entered[2]), self.state.hand_count[seat]
        if added > held:
            text = self.words.t(
                "{name} has {n} cards in hand, not {entered}", name=self.name(seat), n=held, entered=added
            )
            raise Unfit(text, "B3.3")
        played = self.rows.get((self.round, seat))
        if played is None:
            for card in pair:
                self.play(f"stack {card}")
            for _ in range(added):
                self.play(f"add {KINDS[members(self.state.hand[seat])[0]]}")
        else:
            for step in self.lay_steps(seat, pair, added, played.row or []):
                self.play(step)
        if self.state.phase == cards.STACKING and self.state.to_move == seat:
            self.play("end")

    def lay_steps(self, seat: Seat, pair: list[str], added: int, row: list[str]) -> list[Step]:
        """As the row shows that it was laid."""
        start, left = self.state.pile_count[seat], list(pair)
        steps: list[Step] = []
        for card in row[start : start + 2 + added]:
            steps.append(f"stack {card}" if card in left else f"add {card}")
            if card in left:
                left.remove(card)
        return steps

    def score(self, scoring: Scoring) -> None:
        """[B5] A row, and how it was scored. A row in which nothing can be done is scored by the rules alone."""
        place = self.turned[0] if self.turned else (self.round, self.state.to_move)
        seat = place[1]
        if not self.is_person(seat) or (not self.turned and self.state.phase < BEFORE_SETS):
            raise Unfit(self.words.t("No row is turned over now"), "B5.1")
        if scoring.wrote is not None:
            raise Unfit(self.words.t("Here the row itself is needed, not only what was written"), "B5.2")
        self.reveal(place, scoring)
        self.turned = self.turned[1:]
        self.shown = [self.piles[place]] if place in self.piles else []
        if self.state.to_move == seat and BEFORE_SETS <= self.state.phase < cards.OVER and self.round == place[0]:
            self.play_scoring(seat, scoring)

    def play_scoring(self, seat: Seat, scoring: Scoring) -> None:
        desk = desk_of(self.game.view(self.state, SPECTATOR), self.table)
        self.scored = score(desk, seat, scoring, self.words, MOST_SECONDS, self.now)
        if self.scored.play is not None and self.scored.play.refused:
            raise Unfit(self.scored.play.refused, self.scored.play.clause)
        own = own_steps(scoring, self.scored.proposal)
        for number, step in enumerate(own.steps or ()):
            if step.startswith("deal "):
                self.see_robin(step[5:], number)
        replay = Replay(self.state.copy(), seat, own, desk.boxes[seat])
        replay.play_all()
        if replay.refused is not None:
            raise self.refusal(replay.refused)
        if not replay.finish(within=seat):
            raise Unfit(self.words.t("The scoring of {name} is not finished", name=self.name(seat)), "B5.1")
        for step in replay.taken:
            self.play(step)

    def see_robin(self, card: str, place: int) -> None:
        """[B7.2] What Robin draws: it may have been assumed to be in a hand."""
        kind, key = KIND_OF.get(card), (self.taken, place)
        if kind is None or self.seen.get(key) == (self.round, kind):
            return
        self.seen[key] = self.round, kind
        if not self.reconsider():
            del self.seen[key]
            raise Unfit(self.words.t("{card}: all 4 cards of this kind have been seen", card=card), "B1.1")
        raise Learned

    def is_to_be_entered(self, event: Event) -> bool:
        return event.what == "turned over" and event.count > 0 and self.is_person(event.seat)

    def score_bot(self, play: Sequence[Step]) -> Scored | None:
        seat = self.state.to_move
        own = self.own.get((self.state.round, seat))
        if own is None:
            return None
        before = [step for _, steps in self.match.plays for step in steps][own.start :]
        scoring = Scoring(row=own.row, hand=own.hand, steps=(*before, *play))
        return score(own.desk, seat, scoring, self.words, MOST_SECONDS, self.now)

    # What comes next

    def lies_open(self) -> bool:
        return bool(self.turned)

    def public_view(self) -> BirdieView:
        """A row that was turned over and not entered yet is not known."""
        view: BirdieView = self.game.view(self.state, SPECTATOR)
        for number, seat in self.turned:
            if number == view.round:
                view.played[seat].row = None
                view.row = [] if view.scorer == seat else view.row
        return view

    def next_wanted(self) -> Wanted:
        if self.turned:
            return Wanted(what="row", seat=self.turned[0][1], left=pile_size(self.turns[self.turned[0]]), legal=())
        state, legal = self.state, self.game.legal_steps(self.state)
        if state.to_move == CHANCE:
            return self.wanted_of_chance(legal)
        seat = state.to_move
        if state.phase >= BEFORE_SETS:
            return Wanted(what="row", seat=seat, left=0, legal=())
        shown = tuple(step for step in legal if not step.startswith("add "))
        return Wanted(what="turn", seat=seat, left=state.hand_count[seat], legal=shown)

    def wanted_of_chance(self, legal: list[Step]) -> Wanted:
        state, nobody = self.state, NOBODY_IN_PARTICULAR
        if state.phase == cards.CHOOSING_STARTER:
            return Wanted(what="starter", seat=nobody, left=1, legal=tuple(legal))
        possible = tuple(f"deal {kind}" for kind in KINDS)
        if state.phase == OPENING:
            return Wanted(
                what="opening", seat=state.mover, left=OPENING_HAND - state.hand_count[state.mover], legal=possible
            )
        missing = DISPLAY - state.display_count
        if state.phase == cards.LAYING_OUT:
            return Wanted(what="display", seat=nobody, left=missing, legal=possible)
        if state.phase == cards.REFILLING:
            return Wanted(what="refill", seat=nobody, left=min(missing, state.deck), legal=possible)
        return Wanted(what="draw", seat=state.passed[state.scorer], left=1, legal=possible)


def pile_size(turns: list[Turn]) -> int:
    return sum(2 + turn.added for turn in turns if turn.to == "pile")


def desk_of(view: BirdieView, table: ChairTable) -> PaperBoards:
    """The boards as a score sheet has them when the next row is scored."""
    desk = PaperBoards(BirdieSheet(players=table.players, options=table.options))
    for seat, board in enumerate(view.boards):
        desk.boxes[seat] = dict(board.boxes)
        desk.flaps[seat] = board.flaps
        desk.used[seat] = Counter(board.used)
    desk.records = dict(view.records)
    desk.holders = dict(view.trophies)
    desk.robins = len(view.drawn)
    return desk


def own_steps(scoring: Scoring, proposal: Scoring | None) -> Scoring:
    """What is played: the player's own scoring, the one that was settled, or the best."""
    settled = scoring.settled
    if scoring.steps is not None:
        return scoring
    if settled is not None:
        return msgspec.structs.replace(
            scoring, drawn="", cuts=settled.cuts, by_season=settled.by_season, steps=settled.steps
        )
    return proposal or scoring
