"""The players of the seats that do not learn, asked for codes of steps.

Ours are asked straight from the state, which is many times faster than by way of a view: a policy reads of a state only
what the seat to move knows (a test deals the rest anew). All others are shown their view, as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

from birdtable import catalog
from birdtable.bots.interface import ask
from birdtable.bots.players.greedy import GreedyBot
from birdtable.bots.players.hasty import HastyBot
from birdtable.bots.players.learned import LearnedBot
from birdtable.bots.players.novice import NoviceBot
from birdtable.bots.players.random import RandomBot
from birdtable.bots.roster import bot
from birdtable.bots.search.policy import Policy
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput

SELF = "self"
"""Stands for a bot where the learner plays another seat too."""

# How a seat is played, as the vector engine is told it.
LEARNS = 0
RANDOM = 1
RATES = 2
GUESSES = 3
HURRIES = 4
BEGINS = 5
LOOKS = 6
"""It needs its view."""


class Opponent:
    """A bot of the roster by its name, such as ``greedy``, for a game of the catalog."""

    def __init__(self, name: str, game_name: str) -> None:
        self.name = name
        self.game = catalog.game(game_name)
        player = self.player = bot(name, game_name)
        self.quick: GreedyBot | HastyBot | None = None
        """Picks steps from the state, where the policy does not know the answer."""
        if isinstance(player, GreedyBot | HastyBot):
            self.quick = player
        elif isinstance(player, NoviceBot):
            self.quick = player.hasty

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is made anew by its name: what players note is about one position only."""
        return Opponent, (self.name, self.game.name)

    @property
    def kind(self) -> int:
        match self.quick:
            case LearnedBot():
                return GUESSES
            case GreedyBot():
                return RATES
            case HastyBot():
                return BEGINS if isinstance(self.player, NoviceBot) else HURRIES
            case _:
                return RANDOM if isinstance(self.player, RandomBot) else LOOKS

    @property
    def policy(self) -> Policy | None:
        return self.quick.policy if self.quick is not None else None

    def choose(self, state: Any, rng: Rng) -> int:
        """The code of the step that the seat to move takes; a bot that chooses none raises ``BotFault``."""
        legal = state.legal()
        if isinstance(self.player, RandomBot):
            return int(legal[rng.below(len(legal))])
        if len(legal) == 1:
            return int(legal[0])
        if self.quick is not None and not self.quick.policy.settles_at(state):
            return self.quick.pick(state, rng)
        if isinstance(self.player, NoviceBot):  # who looks at nothing but the steps
            return self.player.policy.plain_step(state)
        if self.quick is not None and (answer := self.quick.policy.answer_at(state)) >= 0:
            return answer
        steps = [self.game.steps[code] for code in legal]
        return self.game.codes[ask(self.player, self.game.view(state, state.to_move), steps, rng)]


def seat_opponents(game: AnyGame, players: Sequence[str], seat: int) -> list[Opponent | None]:
    """By seat: the players in their order around the learner's seat, ``None`` where the learner plays."""
    if not isinstance(players, list | tuple) or not all(isinstance(name, str) for name in players):
        raise BadInput(f"players are the names of the other seats' bots, such as ('greedy',), not {players!r}")
    game.check_seats(len(players) + 1)
    if not isinstance(seat, SupportsIndex) or not 0 <= seat <= len(players):
        raise BadInput(f"seat is a number from 0 to {len(players)}, not {seat!r}")
    names = [*players[:seat], SELF, *players[seat:]]
    return [None if name == SELF else Opponent(name, game.name) for name in names]
