"""How long positions are as text: ``PYTHONPATH=tests .venv/bin/python tools/text_figures.py``.

Three matches of each kind, one by each of three players: every decision as it is told with what happened before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from birdtable import catalog
from birdtable.agents.text import briefing, position_text
from birdtable.game import Value
from kit.agents.positions import decisions

KINDS: list[tuple[str, int, dict[str, Value]]] = [
    ("birdie", 2, {}),
    ("birdie", 4, {}),
    ("birdie", 4, {"expert": True}),
    ("cubirds", 2, {}),
    ("cubirds", 4, {}),
    ("cubirds", 5, {}),
]
PLAYERS = ("random", "greedy", "novice")
HEARD = 80
"""Events before a decision, more than are told."""


def lengths(name: str, seats: int, options: dict[str, Value], *, legal: bool) -> Iterator[int]:
    game = catalog.game(name)
    for seed, player in enumerate(PLAYERS):
        for state, log in decisions(name, seed, seats, player, **options):
            events = [event.seen_by(state.to_move) for event in log[-HEARD:]]
            yield len(position_text(game, game.view(state, state.to_move), events=events, legal=legal))


def main() -> None:
    for name, seats, options in KINDS:
        cells = [catalog.game(name).title + ", expert" * bool(options), str(seats)]
        for legal in (False, True):
            found = list(lengths(name, seats, options, legal=legal))
            cells += [f"{sum(found) / len(found):,.0f}", f"{max(found):,}"]
        print(f"| {' | '.join(cells)} |")
    for name in catalog.games():
        print(f"rules of {catalog.game(name).title}: {len(briefing(catalog.game(name))):,}")


if __name__ == "__main__":
    main()
