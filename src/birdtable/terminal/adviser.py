"""What a good player would do with the knowledge of a seat: the choice of a bot, or a plan that the game brings."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.bots.advice.hints import hint
from birdtable.bots.advice.reasons import Reason
from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import AnyGame, Step, View
from birdtable.terminal.part import Plan, part_of


class Adviser:
    """It is shown what its seat may know, never the state."""

    def __init__(self, spec: str = "search:200", *, seconds: float = 2.0, simulations: int = 300) -> None:
        self.spec = spec
        """The bot that is asked for a whole play."""
        self.simulations = simulations
        """For a hint."""
        self.seconds = seconds
        """The time that a plan may take."""

    def advice(self, game: AnyGame, view: View, legal: Sequence[Step]) -> tuple[Step, Reason]:
        """One of the legal steps, and why."""
        if (plan := part_of(game.name).plan(view, self.seconds)) is not None:
            return plan.next_step(plan.steps, legal), plan.reason
        best = hint(game, view, Rng(0), simulations=self.simulations)[0]
        return best.step, best.reason

    def proposal(self, game: AnyGame, view: View) -> list[Step]:
        """Steps up to the end of the seat's play, or until somebody learns something."""
        part, player = part_of(game.name), bot(self.spec, game.name)
        state, seat = game.imagine(view, Rng(0)), view.seat
        steps: list[Step] = []
        plan: Plan | None = None
        while state.to_move == seat:
            seen, legal = game.view(state, seat), game.legal_steps(state)
            if plan is None or not plan.steps:
                plan = part.plan(seen, self.seconds)
            steps.append(plan.next_step(plan.steps, legal) if plan else player.choose(seen, legal, Rng(0)))
            events = game.play(state, steps[-1])
            if len(part.own_part(events, seat)) < len(events):
                break
        return steps
