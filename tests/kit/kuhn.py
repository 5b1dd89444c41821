"""Kuhn poker (H. W. Kuhn, "A simplified two-person poker", 1950): a third game that proves a third fits.

- K1 Two play. There are three cards, jack, queen and king: the higher one wins.
- K2 Each puts one chip into the pot and is dealt one card, secret. The third card stays unseen.
- K3 The first player checks or bets one chip.
- K4 After a check the second player checks or bets. After a bet the other player calls with one chip, or folds.
- K5 Who folds loses the pot. Else both cards are shown and the higher one takes it. Points are chips won or lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from birdtable.engine import State
from birdtable.game import (
    CHANCE,
    NOBODY,
    AnyGame,
    BadInput,
    Event,
    Game,
    IllegalStep,
    Memory,
    Outcome,
    Randomness,
    Step,
    Value,
    View,
    Viewer,
    seat_number,
    seat_of,
)

CARDS = "JQK"
STEPS = ("deal J", "deal Q", "deal K", "check", "bet", "call", "fold")
CHECK, BET, CALL, FOLD = 3, 4, 5, 6
NEXT = {"": (CHECK, BET), "x": (CHECK, BET), "b": (CALL, FOLD), "xb": (CALL, FOLD)}
"""What may follow the bets made so far, written ``x`` check, ``b`` bet, ``c`` call, ``f`` fold; else it is over."""
CODES = {step: code for code, step in enumerate(STEPS)}
DEEDS = {"x": "checked", "b": "bet", "c": "called", "f": "folded"}
STAKES = {"xx": 1, "bf": 1, "xbf": 1, "bc": 2, "xbc": 2}


class KuhnState(State):
    def __init__(self, hands: str = "", bets: str = "") -> None:
        super().__init__(seats=2)
        self.hands = hands
        """The cards dealt so far, the first player's first."""
        self.bets = bets
        self.settle()

    def list_steps(self) -> int:
        if self.to_move == CHANCE:  # K2
            return self.offer([(code, 1) for code, card in enumerate(CARDS) if card not in self.hands])
        return self.offer([(code, 1) for code in NEXT.get(self.bets, ())])  # K3, K4

    def do(self, code: int) -> None:
        if code < CHECK:
            self.hands += CARDS[code]
        else:
            self.bets += "xbcf"[code - CHECK]
        self.settle()

    def settle(self) -> None:
        """Who is next, and who has won [K5]."""
        if len(self.hands) < 2:
            self.to_move = CHANCE
        elif self.bets in NEXT:
            self.to_move = len(self.bets) % 2
        else:
            first, second = map(CARDS.index, self.hands[:2])
            winner = len(self.bets) % 2 if self.bets.endswith("f") else int(second > first)
            stake = STAKES.get(self.bets, 0)
            self.to_move = NOBODY
            self.winners = 1 << winner
            self.points = [stake if seat == winner else -stake for seat in range(2)] + [0] * 3

    def slot(self) -> int:
        return len(self.hands)


class KuhnView(View):
    dealt: int
    hand: str
    bets: str
    shown: str
    """Both cards, once a bet was called or nobody bet."""


class Kuhn(Game[KuhnState, KuhnView]):
    name = "kuhn"
    title = "Kuhn poker"
    min_seats = max_seats = 2
    rules_version = 1
    options = ()
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    seats_clause = "K1"
    steps = STEPS
    codes = CODES
    view_type = KuhnView

    def start(self, seats: int, options: Mapping[str, Value] | None = None) -> KuhnState:
        self.check_seats(seats)
        self.complete(options)
        return KuhnState()

    def view(self, state: KuhnState, viewer: Viewer) -> KuhnView:
        seat = seat_of(viewer, state)
        return KuhnView(
            seat=seat_number(viewer),
            seats=2,
            to_move=state.to_move,
            dealt=len(state.hands),
            hand=state.hands[seat : seat + 1] if seat is not None else "",
            bets=state.bets,
            shown=state.hands if state.bets.endswith(("xx", "c")) else "",
        )

    def shown(self, view: KuhnView, memory: Memory) -> KuhnView:
        return view

    def events(self, state: KuhnState) -> list[Event]:
        if not state.bets:
            return [Event("dealt", len(state.hands) - 1, secret=state.hands[-1])] if state.hands else []
        deed = Event(DEEDS[state.bets[-1]], (len(state.bets) - 1) % 2)
        if state.bets.endswith(("xx", "c")):
            return [deed, *(Event("showed", seat, cards=card, clause="K5") for seat, card in enumerate(state.hands))]
        return [deed]

    def outcome(self, state: KuhnState) -> Outcome | None:
        if not state.winners:
            return None
        first, second = state.points[:2]
        return Outcome((first, second), (state.winners >> 1,), "K5")

    def imagine(self, view: KuhnView, rng: Randomness) -> KuhnState:
        if view.shown:
            return KuhnState(view.shown, view.bets)
        unseen = [card for card in CARDS if card not in view.hand]
        hands = [view.hand if seat == view.seat else unseen.pop(rng.below(len(unseen))) for seat in range(view.dealt)]
        return KuhnState("".join(hands), view.bets)

    def refusal(self, state: KuhnState, step: Step) -> IllegalStep:
        if state.to_move == NOBODY:
            return IllegalStep("K5", "the game is over")
        if state.to_move == CHANCE:
            return IllegalStep("K2", "the cards are being dealt")
        return IllegalStep("K4" if state.bets else "K3", "{step} does not answer what was done", step=step)

    def state_text(self, state: KuhnState) -> str:
        return f"{state.hands or '-'} {state.bets or '-'}"

    def parse_state(self, text: str) -> KuhnState:
        hands, _, bets = text.replace("-", "").partition(" ")
        fits = set(hands) <= set(CARDS) and len(set(hands)) == len(hands) <= 2
        if not fits or (bets and (len(hands) < 2 or bets not in {*NEXT, *STAKES})):
            raise BadInput(f"{text!r} is not a state of Kuhn poker")
        return KuhnState(hands, bets)


GAME: AnyGame = Kuhn()
