"""What a good player would do who knows what a seat knows: the choice of a bot, or of the exact scorer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from time import monotonic

from birdtable.bots.advice.hints import hint
from birdtable.bots.advice.reasons import Reason
from birdtable.bots.birdie.reasons import because
from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import AnyGame, Event, Seat, Step, View
from birdtable.games.birdie.cards import BIRDS, TRAITS
from birdtable.games.birdie.solver import Problem, next_step, solve
from birdtable.games.birdie.view import BirdieView

OPEN_BOX = 3.0
"""What a box that stays empty is worth in round 1 of the expert game: a guess, which keeps twos out of it."""


class Adviser:
    """It is shown what its seat may know, never the state."""

    def __init__(self, spec: str = "search:200", *, seconds: float = 2.0, simulations: int = 300) -> None:
        self.spec = spec
        """The bot that is asked for a whole play."""
        self.simulations = simulations
        """For a hint."""
        self.seconds = seconds
        """That the exact scorer may take."""

    def advice(self, game: AnyGame, view: View, legal: Sequence[Step]) -> tuple[Step, Reason]:
        """One of the legal steps, and why."""
        if plan := self.scored(view):
            return next_step(plan, legal), because("writes")
        best = hint(game, view, Rng(0), simulations=self.simulations)[0]
        return best.step, best.reason

    def proposal(self, game: AnyGame, view: View) -> list[Step]:
        """Steps up to the end of the seat's play, or to where somebody learns something."""
        state, seat, player = game.imagine(view, Rng(0)), view.seat, bot(self.spec, game.name)
        steps: list[Step] = []
        plan: list[Step] = []
        while state.to_move == seat:
            seen, legal = game.view(state, seat), game.legal_steps(state)
            plan = plan or self.scored(seen)
            steps.append(next_step(plan, legal) if plan else player.choose(seen, legal, Rng(0)))
            events = game.play(state, steps[-1])
            if len(own_part(events, seat)) < len(events):
                break
        return steps

    def scored(self, view: View) -> list[Step]:
        """The best scoring of the seat's row from here on, where the exact scorer can tell: else nothing."""
        if not isinstance(view, BirdieView) or view.scorer != view.seat or view.seat < 0:
            return []
        if view.options["expert"]:
            begins = view.phase == "remove"
        else:
            begins = view.phase == "mark" and not view.sets and view.round == 2
        return solve(problem(view, self.seconds), monotonic).steps if begins else []


def own_part(events: Sequence[Event], seat: Seat) -> list[Event]:
    """The events of this seat, as far as they come before anybody else's and before a pile is looked at."""
    found = []
    for event in events:
        if event.seat != seat or event.what == "turned over":
            break
        found.append(event)
    return found


def problem(view: BirdieView, seconds: float) -> Problem:
    board, options = view.boards[view.seat], view.options
    limit = 2 if options["expert"] else 1
    hand = Counter(card[0] for card in view.hand or [])
    uses = {bird: min(hand[bird[0].upper()], limit - board.used.get(bird, 0)) for bird in BIRDS}
    return Problem(
        row=" ".join(view.row),
        expert=bool(options["expert"]),
        pigeons=uses["pigeon"],
        owls=uses["owl"],
        boxes=board.boxes,
        flaps=board.flaps,
        records=view.records,
        flap_values=tuple(options["flap_values"] or ()),  # type: ignore[arg-type]
        open_value=dict.fromkeys(TRAITS, OPEN_BOX) if view.round == 1 else {},
        time=seconds,
        owl="move" if options["owl"] == "move" else "copy",
        same_trait_sets="choose" if options["same_trait_sets"] == "choose" else "largest",
        expert_removals="single" if options["expert_removals"] == "single" else "repeat",
    )
