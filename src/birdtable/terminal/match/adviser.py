"""What a good player would do with the knowledge of a seat."""

from __future__ import annotations

from birdtable.bots.advice.hints import hint
from birdtable.bots.knowledge import Hint
from birdtable.engine import Rng
from birdtable.game import AnyGame, View


class Adviser:
    """It is shown what its seat may know, never the state. The same view gets the same advice."""

    def __init__(self, simulations: int = 600) -> None:
        self.simulations = simulations

    def advice(self, game: AnyGame, view: View) -> Hint:
        """A whole play, and why."""
        return hint(game, view, Rng(0), simulations=self.simulations, shown=1)[0]
