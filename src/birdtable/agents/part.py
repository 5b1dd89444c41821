"""What this room knows of a game. The defaults suit any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from birdtable import catalog
from birdtable.agents.reading import read_legal
from birdtable.engine import Rng
from birdtable.game import AnyGame, Seat, Step, ends_play


class Question(NamedTuple):
    """Something that can be known from a view and the rules, with its only right answer."""

    kind: str
    """What sort of thing is asked."""
    text: str
    answer: str
    """As ``answers.parse_word`` gives it."""
    form: str
    """What an answer looks like, in words."""


class AgentsPart:
    legend: str = ""
    """How its positions are to be read, told with the rules."""

    def memory(self, view: Any, names: Sequence[str]) -> list[str]:
        """All that the view holds and its drawing does not show, a line for each thing."""
        return []

    def forfeit(self, legal: Sequence[Step]) -> Step:
        """What happens in place of a step that was not chosen: as little as the rules allow."""
        return legal[0]

    def questions(self, game: AnyGame, view: Any, rng: Rng) -> Iterator[Question]:
        """About a position in which the viewer is to move, each proved by the rules."""
        return iter(())

    def best_gain(self, game: AnyGame, view: Any) -> float | None:
        """Where the viewer begins to score something in which no chance has a part: the most it can bring, proved."""
        return None

    row_problem: type[msgspec.Struct] | None = None
    """What is asked about a row that is to be scored, for a game that has an exact scorer."""

    def score_row(self, problem: Any) -> tuple[str, dict[str, Any]]:
        """The best way to score it, in words and as data."""
        raise NotImplementedError

    def read_and_play(self, prompt: str) -> str:
        """The play of somebody who knows the text alone: by default the first step of the list."""
        return next(iter(read_legal(prompt)))

    def read_and_answer(self, prompt: str) -> str:
        return "no"


PLAIN = AgentsPart()


def part_of(game: str) -> AgentsPart:
    return catalog.part("agents", game, PLAIN)


def forfeit_turn(game: AnyGame, state: Any, seat: Seat) -> list[Step]:
    """The rest of a play that nobody chose, with as little done as possible; ``state`` is one that the view could be
    of, and stays as it is."""
    world, steps, over = state.copy(), list[Step](), False
    while not over:
        steps.append(part_of(game.name).forfeit(game.legal_steps(world)))
        over = ends_play(world, seat, game.play(world, steps[-1]))
    return steps
