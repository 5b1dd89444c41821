"""What bots know of a game: opinion, never law.

A game brings a ``Knowledge`` of its own as ``PART`` of its package in this room. One that brings none gets
``NOTHING``: then ``random`` and ``search`` play it, hints and reviews judge by play-outs, and reasons are plain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from birdtable import catalog
from birdtable.bots.advice.assessment import Assessment, PhaseJudge
from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.reasons import Reason, because
from birdtable.bots.search.net import Net, load_net
from birdtable.bots.search.policy import Policy
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, Event, Randomness, Step, Value, View
from birdtable.wording import Sentence

MAX_CODES = 1024
"""A search has room for so many different steps."""


class Hint(NamedTuple):
    """A whole play, how good it is, and why."""

    steps: tuple[Step, ...]
    """From here to the end of the seat's play, or to where chance comes in."""
    value: float
    """An estimate: the share of the victory to expect, or in scoring the points that it leads to, ``kept`` included."""
    unit: str
    """``win`` or ``points``."""
    reason: Reason
    kept: float = 0.0
    """In scoring: an estimate of what it leaves to be used later."""
    spends: Mapping[str, float] = MappingProxyType({})
    """In scoring: the abilities that it uses, each with an estimate of what it would be worth later."""


class Knowledge:
    policy: type[Policy] = Policy
    """How to play: what greedy, hasty and learned bots go by, and what guides a search."""
    learned_from = 2
    """Seats from which on a search does better with learned steps, below with the learned value alone:
    ``docs/bots.md``."""
    candidates = 0
    """Steps that the champion compares by sequential halving, where its search has a number of simulations; 0: it does
    better without."""
    reasons: Mapping[str, str] = MappingProxyType({})
    """The sentences that ``reason`` uses, as message ids."""
    claims: Mapping[str, Sentence] = MappingProxyType({})
    """Those that reviews use beside them."""
    areas: Sequence[str] = ("Decisions",)
    """What decisions can be about, as message ids."""
    match_width = 20.0
    """Points that weigh as much as a whole victory, where a review compares the two."""
    luck_playouts = 8
    """Play-outs by which the luck of a step is judged, for everything that could have come: ``docs/luck.md``."""

    def shorten_sight(self, policy: Policy, foresight: float) -> None:
        """Makes the policy that of somebody who does not plan, and sees beginnings (1) or not (0)."""

    def judge_soon(self, policy: Policy) -> None:
        """Makes play-outs end where the network can judge first."""

    def judge_draws(self, policy: Policy) -> None:
        """Makes play-outs as long as tells most of what chance did: ``docs/luck.md``."""

    def plain_step(self, legal: Sequence[Step]) -> Step:
        """What a beginner does where the policy could work out the answer."""
        return legal[0]

    def reason(self, view: Any, step: Step, events: Sequence[Event]) -> Reason:
        """Why ``step`` could be a good one; ``events`` is what it makes happen in a state that the view could be of."""
        return because("tried")

    def facts(self, fork: Fork) -> Iterable[Reason]:
        """What can be claimed about a costly decision, the most telling first; all of it can be checked."""
        return ()

    def area(self, decision: Assessment) -> str:
        """Which of the ``areas`` it belongs to."""
        return self.areas[0]

    def settled_hints(self, game: AnyGame, view: Any, rng: Rng) -> list[Hint]:
        """Hints where the policy settles what to do; none leaves it to a search."""
        return []

    def phase_judge(self) -> PhaseJudge:
        """For one review."""
        return PhaseJudge()

    def is_settling(self, view: Any) -> bool:
        """Whether play-outs from here would take a phase under way for what it was worth at its beginning."""
        return False

    def training_options(self, rng: Randomness) -> dict[str, Value]:
        """For one match to learn from."""
        return {}


NOTHING = Knowledge()


def knowledge(game: AnyGame) -> Knowledge:
    return catalog.part("bots", game.name, NOTHING)


def explain(game: AnyGame, view: View, step: Step, rng: Rng) -> Reason:
    """Why ``step`` could be a good one for the viewer."""
    state = game.imagine(view, rng)
    events = game.play(state, step)
    outcome = game.outcome(state)
    if outcome is not None and outcome.winners == (view.seat,):
        return because("wins")
    return knowledge(game).reason(view, step, events)


def has_policy(game: AnyGame) -> bool:
    """Whether anything is known of how to play the game."""
    return knowledge(game).policy is not Policy


def new_policy(game: AnyGame) -> Policy:
    """With what was learnt of the game. Not shared: policies hold notes about the position they look at."""
    policy = untaught_policy(game)
    policy.net = load_net(game.name, policy.net.schema)
    return policy


def search_policy(game: AnyGame, net: Net | None = None) -> Policy:
    """The same as a search uses it; ``net`` in place of what is shipped."""
    policy = untaught_policy(game)
    policy.net = load_net(game.name, policy.net.schema) if net is None else net
    policy.learned_from = knowledge(game).learned_from
    return policy


def untaught_policy(game: AnyGame) -> Policy:
    """The same without what was learnt."""
    if len(game.steps) > MAX_CODES:
        raise BadInput(f"{game.title} has {len(game.steps)} different steps: a search has room for {MAX_CODES}")
    return knowledge(game).policy()


def short_sighted_policy(game: AnyGame, foresight: float) -> Policy:
    """The same of somebody who does not plan: see ``Knowledge.shorten_sight``."""
    policy = untaught_policy(game)
    knowledge(game).shorten_sight(policy, foresight)
    return policy
