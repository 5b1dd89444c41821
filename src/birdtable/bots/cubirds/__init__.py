"""What bots know of CuBirds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from birdtable.bots.advice.assessment import Assessment
from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.reasons import Reason
from birdtable.bots.cubirds.claims import CLAIMS, step_claims
from birdtable.bots.cubirds.policy import CuBirdsPolicy
from birdtable.bots.cubirds.reasons import REASONS, step_reason
from birdtable.bots.knowledge import Knowledge
from birdtable.bots.search.policy import Policy
from birdtable.game import Event, Step
from birdtable.games.cubirds.view import CuBirdsView

AREAS = {"lay": "Laying birds", "draw": "Drawing cards", "keep": "Drawing cards", "flock": "Flocks", "end": "Flocks"}
"""What a decision is about, by the verb of its step."""


class CuBirdsKnowledge(Knowledge):
    policy = CuBirdsPolicy
    candidates = 8
    luck_playouts = 1
    reasons = REASONS
    claims = CLAIMS
    areas = tuple(dict.fromkeys(AREAS.values()))

    def shorten_sight(self, policy: Policy, foresight: float) -> None:
        """Thinks of the next flock only, and of parts of it more or less."""
        assert isinstance(policy, CuBirdsPolicy)
        policy.any_bird = 0.0
        policy.foresight = foresight

    def judge_soon(self, policy: Policy) -> None:
        assert isinstance(policy, CuBirdsPolicy)
        policy.horizon = 0

    def reason(self, view: CuBirdsView, step: Step, events: Sequence[Event]) -> Reason:
        return step_reason(view, step, events)

    def facts(self, fork: Fork) -> Iterable[Reason]:
        return step_claims(fork)

    def area(self, decision: Assessment) -> str:
        return AREAS[decision.step.split()[0]]


PART = CuBirdsKnowledge()
