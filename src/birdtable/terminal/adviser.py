"""What a good player would do who knows what a seat knows: the choice of a bot, or of the exact scorer."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from birdtable.bots.advice.hints import hint
from birdtable.bots.advice.reasons import Reason, because
from birdtable.bots.birdie.scoring import open_value
from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import AnyGame, Event, Seat, Step, View
from birdtable.games.birdie.solver import next_step, solve
from birdtable.games.birdie.solver.from_view import problem_of, uses_left
from birdtable.games.birdie.view import BirdieView


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
        if not begins:
            return []
        uses = {bird: left for bird, left in uses_left(view).items() if bird in ("pigeon", "owl")}
        problem = problem_of(view, uses, open_value=open_value(view), time=self.seconds)
        return solve(problem, monotonic).steps


def own_part(events: Sequence[Event], seat: Seat) -> list[Event]:
    """The events of this seat, as far as they come before anybody else's and before a pile is looked at."""
    found = []
    for event in events:
        if event.seat != seat or event.what == "turned over":
            break
        found.append(event)
    return found
