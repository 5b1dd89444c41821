"""What bots know of Birdie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from birdtable.bots.advice.assessment import Assessment
from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.reasons import Reason
from birdtable.bots.birdie.claims import CLAIMS, step_claims
from birdtable.bots.birdie.novice import plain_step
from birdtable.bots.birdie.policy import BirdiePolicy
from birdtable.bots.birdie.reasons import REASONS, step_reason
from birdtable.bots.birdie.row_hints import row_hints
from birdtable.bots.birdie.row_review import RowJudge
from birdtable.bots.knowledge import Hint, Knowledge
from birdtable.bots.search.policy import Policy
from birdtable.engine import Rng
from birdtable.game import AnyGame, Event, Randomness, Step, Value
from birdtable.games.birdie.view import BirdieView

EXPERT = 8
"""In training one match in so many is of the expert game."""

AREAS = PASSING, TAKING, ORDER, ROW, ABILITIES = (
    "Passing",
    "Taking 1 card or 2",
    "Order of the pile",
    "Dividing the row",
    "Abilities",
)


class BirdieKnowledge(Knowledge):
    policy = BirdiePolicy
    reasons = REASONS
    claims = CLAIMS
    areas = AREAS
    luck_playouts = 1

    def judge_soon(self, policy: Policy) -> None:
        assert isinstance(policy, BirdiePolicy)
        policy.horizon = 0

    def judge_draws(self, policy: Policy) -> None:
        self.judge_soon(policy)

    def plain_step(self, legal: Sequence[Step]) -> Step:
        return plain_step(legal)

    def reason(self, view: BirdieView, step: Step, events: Sequence[Event]) -> Reason:
        return step_reason(view, step, events)

    def facts(self, fork: Fork) -> Iterable[Reason]:
        return step_claims(fork)

    def area(self, decision: Assessment) -> str:
        if decision.unit == "points":
            kinds = {claim.kind for claim in decision.claims}
            return ABILITIES if kinds & {"spends", "saves"} else ROW
        verbs = {step.split()[0] for step in (decision.step, decision.best)}
        if "pass" in verbs:
            return PASSING
        return TAKING if "take" in verbs else ORDER

    def settled_hints(self, game: AnyGame, view: BirdieView, rng: Rng) -> list[Hint]:
        return row_hints(game, view, rng)

    def phase_judge(self) -> RowJudge:
        return RowJudge()

    def is_settling(self, view: BirdieView) -> bool:
        """Somebody's row lies open and is not scored yet: play-outs take it for what it is worth at its best, even one
        that has been spoilt already."""
        return view.scorer >= 0

    def training_options(self, rng: Randomness) -> dict[str, Value]:
        return {"expert": True} if rng.below(EXPERT) == 0 else {}


PART = BirdieKnowledge()
