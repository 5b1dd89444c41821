"""Following a table of CuBirds.

Nobody at the device sees what people are dealt and draw. Whatever they lay, flock or discard is entered, and what came
to their hands is assumed anew so that it leads to it, from the beginning of the round: when a round is over all hands
lie open, and nothing of it is in doubt any more.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from birdtable.chair.cubirds.hands import Hands
from birdtable.chair.follow import NOBODY_IN_PARTICULAR, Follower, Learned
from birdtable.chair.table import ChairTable, Tap, Wanted
from birdtable.companion.words import Unfit, Words
from birdtable.game import CHANCE, NOBODY, SPECTATOR, Event, Now, Seat, Step
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import HAND, NAMES, SPECIES, count
from birdtable.games.cubirds.rules import receiver
from birdtable.games.cubirds.view import CuBirdsView

WHOLE_TURN = re.compile(r"lay [^,]* \d+ end")


class CuBirdsFollower(Follower):
    def __init__(self, table: ChairTable, words: Words, now: Now | None) -> None:
        self.plans: dict[int, list[int]] = {}
        """What is assumed to have come unseen, by round."""
        self.start: dict[str, Any] = {}
        """Where the round began: nothing before it is assumed."""
        super().__init__(table, words, now)

    def begin(self) -> None:
        super().begin()
        self.round = 1
        self.hands = Hands(counts(cards.ALL_CARDS))
        self.known: list[Counter[int]] = [Counter() for _ in range(self.seats)]
        """Cards that everybody knew to be in each hand when the last round ended."""
        self.open: list[Seat] = []
        """People whose hand lies open at the end of a round and has yet to be entered."""
        self.discarded: dict[Seat, Event] = {}
        self.ending = NOBODY_IN_PARTICULAR
        """Who neither draws nor flocks in this turn: that was said when the birds were laid."""

    def note_start(self) -> None:
        if self.open or self.hands.slots:
            return
        self.start = {
            "state": self.state.copy(),
            "plays": [(seat, list(steps)) for seat, steps in self.match.plays],
            "assumed": list(self.assumed),
            "steps": self.steps,
            "taken": self.taken,
            "story": list(self.story),
            "round": self.round,
            "hands": self.hands.copy(),
            "ending": self.ending,
        }

    def go_back(self) -> None:
        start = self.start
        self.match.state = start["state"].copy()
        self.match.plays = [(seat, list(steps)) for seat, steps in start["plays"]]
        self.assumed, self.story, self.hands = list(start["assumed"]), list(start["story"]), start["hands"].copy()
        self.steps, self.taken, self.round = start["steps"], start["taken"], start["round"]
        self.ending, self.open = start["ending"], []

    def play(self, step: Step) -> list[Event]:
        state = self.state
        is_card, hidden = step.startswith("deal "), state.to_move == CHANCE and self.is_unseen()
        seat = self.receiver()
        known = [counts(state.known[each]) for each in range(self.seats)]
        events = super().play(step)
        if is_card and hidden:
            self.hands.come(seat)
        elif is_card:
            self.hands.turn_up(SPECIES.index(step[5]))
        for event in events:
            if event.what in ("shuffled", "aside shuffled"):
                self.hands = Hands(counts(self.state.pile))
            elif event.what == "reshuffled" and not self.open:
                self.hands.reshuffle(counts(self.state.pile))
            elif event.what in ("laid", "flocked") and self.is_person(event.seat):
                species = SPECIES.index(event.cards[0])
                self.hands.leave(event.seat, species, event.count - known[event.seat][species])
            elif event.what == "took":
                known[event.seat] += Counter(SPECIES.index(letter) for letter in event.cards)
            elif event.what == "hand discarded" and self.is_person(event.seat):
                self.open.append(event.seat)
                self.discarded[event.seat] = event
            elif event.what == "round ended":
                self.known = known
        if self.state.to_move == NOBODY:
            self.open = []
        elif any(event.what == "round ended" for event in events) and not self.open:
            self.begin_round()
        return events

    def describe_quiet(self, tap: str) -> str:
        if tap == "draw":
            name = self.name(self.state.player)
            return self.words.tn("{name} draws {n} card", "{name} draws {n} cards", cards.DRAW_SIZE, name=name)
        return self.words.t("No flock: the turn is over")

    def is_to_be_entered(self, event: Event) -> bool:
        return event.what == "hand discarded" and self.is_person(event.seat)

    def begin_round(self) -> None:
        """All that was in doubt is known: from here on a new round is followed."""
        self.round += 1
        self.hands = Hands(counts(self.state.pile))

    # What nobody saw

    def receiver(self) -> Seat:
        return receiver(self.state)

    def is_unseen(self) -> bool:
        return self.state.phase in (cards.DEALING, cards.DRAWING) and self.is_person(self.receiver())

    def is_hidden(self) -> bool:
        return self.is_unseen() and not self.open

    def assume(self) -> Step:
        plan, number = self.plans.get(self.round, []), len(self.hands.slots)
        if number < len(plan):
            return f"deal {SPECIES[plan[number]]}"
        pile = counts(self.state.pile)
        return f"deal {SPECIES[max(pile, key=pile.__getitem__)]}"

    def reconsider(self, hands: Hands, text: str, clause: str) -> None:
        """Begins the round again with cards that fit, or says that none do."""
        plan = hands.deal()
        if plan is None:
            raise Unfit(text, clause)
        self.plans[self.round] = plan
        raise Learned

    # What people tap

    def follow_tap(self, tap: Tap) -> None:
        """``lay P 2 left 3 end`` says at once that nothing follows: neither a draw nor a flock."""
        if isinstance(tap, str) and WHOLE_TURN.fullmatch(tap):
            self.follow_part(tap.removesuffix(" end"))
            self.ending = next(event.seat for event in self.events if event.what == "laid")
        else:
            self.follow_part(tap)
        self.end_turn()

    def end_turn(self) -> None:
        """Once the row has been filled up, too."""
        while self.state.to_move == self.ending and self.state.phase in (cards.TO_DRAW, cards.TO_FLOCK):
            self.play("keep" if self.state.phase == cards.TO_DRAW else "end")
        if self.state.phase != cards.REFILLING:
            self.ending = NOBODY_IN_PARTICULAR

    def follow_part(self, tap: Tap) -> None:
        words = tap.split() if isinstance(tap, str) else []
        if not isinstance(tap, str) or not words:
            what = tap if isinstance(tap, str) else tap.row
            raise Unfit(self.words.t("{what} cannot be entered here", what=what), "")
        mover = self.state.to_move
        if self.open or words[0] == "hand":
            self.show(words)
        elif mover == CHANCE:
            self.see(tap, words)
            self.play(" ".join(words[:-1]) if words[0] in ("lay", "flock") else tap)
        elif mover >= 0 and self.is_bot(mover):
            self.play_bot(tap)
        elif words[0] in ("lay", "flock"):
            self.leave(mover, words)
        elif words[0] == "end" and self.state.phase == cards.TO_DRAW:
            self.play("keep")
            if self.state.to_move == mover and self.state.phase == cards.TO_FLOCK:
                self.play("end")
        else:
            self.play(tap)

    def see(self, tap: str, words: list[str]) -> None:
        """A card is turned up. If it was assumed to be in a hand, that was wrong."""
        if words[0] != "deal" or len(words) != 2 or len(words[1]) != 1 or words[1] not in SPECIES:
            return
        if self.state.phase == cards.STARTING or tap in self.game.legal_steps(self.state):
            return
        species = SPECIES.index(words[1])
        hands = self.hands.copy()
        hands.turn_up(species)
        text = self.words.t("no {species} is left in the draw pile", species=self.words.word(NAMES[species]))
        self.reconsider(hands, text, "C1.1")

    def leave(self, seat: Seat, words: list[str]) -> None:
        """[C3.1, C3.5] All birds of a species leave the hand, and their number is seen."""
        step, number = " ".join(words[:-1]), words[-1]
        if step not in self.game.codes or not number.isdecimal():
            raise Unfit(self.words.t("Enter the species, the place and how many birds."), "C3.1")
        state, species = self.state, SPECIES.index(words[1])
        phase = cards.TO_LAY if words[0] == "lay" else cards.TO_FLOCK
        if words[0] == "flock" and state.phase == cards.TO_DRAW:
            self.play("keep")
        elif words[0] == "lay" and state.phase in (cards.TO_DRAW, cards.TO_FLOCK):
            # The turn before went without a draw or a flock: that goes without saying.
            self.play("keep" if state.phase == cards.TO_DRAW else "end")
            self.follow_part(" ".join(words))
            return
        if state.phase == phase and count(state.hands[seat], species) != int(number):
            hands, name = self.hands.copy(), self.words.word(NAMES[species])
            hands.leave(seat, species, int(number) - count(state.known[seat], species))
            text = self.words.t(
                "{name} cannot have {n} birds of this species: {species}", name=self.name(seat), n=number, species=name
            )
            if int(number) == 0 or hands.demands[-1].number < 0:
                raise Unfit(text, "C3.1")
            self.reconsider(hands, text, "C3.1")
        self.play(step)

    def show(self, words: list[str]) -> None:
        """[C4.1] A hand is discarded, and everybody sees it: ``hand 2 FFO``."""
        if not self.open or len(words) < 2 or words[0] != "hand" or words[1] != str(self.open[0] + 1):
            name = self.name(self.open[0]) if self.open else ""
            text = self.words.t("{name} discards the hand: enter its cards", name=name)
            raise Unfit(text if self.open else self.words.t("No hand is discarded now"), "C4.1")
        seat, letters = self.open[0], "".join(words[2:])
        if set(letters) - set(SPECIES):
            raise Unfit(self.words.t("{what} cannot be entered here", what=letters), "C1.1")
        hand = Counter(SPECIES.index(letter) for letter in letters)
        unknown = Counter({species: hand[species] - self.known[seat][species] for species in range(8)})
        size, name = self.hand_size(seat), self.name(seat)
        if hand.total() != size:
            text = self.words.t("{name} had {n} cards in hand, not {entered}", name=name, n=size, entered=hand.total())
            raise Unfit(text, "C4.1")
        hands = self.hands.copy()
        hands.show(seat, unknown)
        text = self.words.t("{name} cannot have had these cards in hand", name=name)
        if min(unknown.values()) < 0:
            raise Unfit(text, "C4.1")
        if self.assumed_hand(seat) != hand:
            self.reconsider(hands, text, "C4.1")
        self.hands = hands
        self.shown = [self.discarded[seat]]
        self.open = self.open[1:]
        if not self.open:
            self.begin_round()

    def hand_size(self, seat: Seat) -> int:
        """How many cards the seat has to discard at the end of a round."""
        came = Counter(batch.seat for batch in self.hands.slots)[seat]
        left = sum(demand.number for demand in self.hands.demands if demand.seat == seat)
        return came - left + self.known[seat].total()

    def assumed_hand(self, seat: Seat) -> Counter[int]:
        """The hand that the seat is assumed to have discarded."""
        plan = self.hands.slots
        held = Counter(self.known[seat])
        dealt = self.assumed_species
        for batch, species in zip(plan, dealt, strict=True):
            if batch.seat == seat and self.hands.is_open(batch, species):
                held[species] += 1
        return +held

    @property
    def assumed_species(self) -> list[int]:
        """The species that came unseen this round, as they were assumed."""
        steps = [step for seat, each in self.match.plays for step in each]
        numbers = self.assumed[len(self.start["assumed"]) :]
        return [SPECIES.index(steps[number - 1][5]) for number in numbers][: len(self.hands.slots)]

    # What comes next

    def lies_open(self) -> bool:
        return bool(self.open)

    def public_view(self) -> CuBirdsView:
        """What lies open and was not entered yet is not known."""
        view: CuBirdsView = self.game.view(self.state, SPECTATOR)
        if self.open:
            view.discard = []
        return view

    def next_wanted(self) -> Wanted:
        state, nobody = self.state, NOBODY_IN_PARTICULAR
        if self.open:
            return Wanted(what="hand", seat=self.open[0], left=self.hand_size(self.open[0]), legal=())
        legal = self.game.legal_steps(state)
        if state.to_move == CHANCE:
            possible = tuple(f"deal {letter}" for letter in SPECIES)
            match state.phase:
                case cards.STARTING:
                    return Wanted(what="starter", seat=nobody, left=1, legal=tuple(legal))
                case cards.LAYING_OUT:
                    return Wanted(what="display", seat=nobody, left=1, legal=possible)
                case cards.DEALING:
                    return Wanted(
                        what="opening", seat=self.receiver(), left=(state.left - 1) % HAND + 1, legal=possible
                    )
                case cards.COLLECTING:
                    return Wanted(what="first bird", seat=self.receiver(), left=1, legal=possible)
                case cards.DRAWING:
                    return Wanted(what="draw", seat=state.player, left=state.left, legal=possible)
                case _:
                    return Wanted(what="refill", seat=nobody, left=1, legal=possible)
        verbs = tuple(dict.fromkeys(step.split()[0] for step in legal))
        held = self.game.view(state, SPECTATOR).hands[state.to_move]
        return Wanted(what="turn", seat=state.to_move, left=held, legal=verbs)


def counts(multiset: int) -> Counter[int]:
    return Counter({species: number for species in range(8) if (number := count(multiset, species))})
