"""What a game brings so that a bot can join people who play it with real cards. There is no default: nobody can guess
what is seen there."""

from __future__ import annotations

from birdtable import catalog
from birdtable.chair.follow import Follower
from birdtable.game import BadInput


def follower_of(game: str) -> type[Follower]:
    found: type[Follower] | None = catalog.part("chair", game, None)
    if found is None:
        raise BadInput(f"no bot can sit at a table of {catalog.game(game).title} yet")
    return found
