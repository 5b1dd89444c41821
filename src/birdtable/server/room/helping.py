"""Help for somebody who plays: hints and what is still unseen. Against bots, and at assisted tables, nowhere else.

All of it is made from the seat's own view, so that it cannot depend on anything hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from birdtable import catalog
from birdtable.bots.advice.hints import hint
from birdtable.engine import Rng
from birdtable.game import Seat, Step
from birdtable.server.room.thinking import Workers
from birdtable.server.store import Person
from birdtable.server.table import disclosure
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, considered
from birdtable.wire import Hint, Unseen

SHOWN = 5
"""Of all that can be done, the best."""
BUSY = "too many people ask at once: try again"


def check_allowed(table: Table, seat: Seat) -> None:
    """Help is for assisted tables, and for whoever plays against bots alone."""
    against_bots = all(not chair.person for other, chair in enumerate(table.chairs) if other != seat)
    if table.setting.memory != "assisted" and not against_bots:
        raise Refusal(403, "there are no hints at this table: it is strict, and others play")


async def hints(workers: Workers, table: Table, seat: Seat, steps: Sequence[Step]) -> tuple[Hint, ...]:
    """What a good player would do after ``steps`` of a play that is being put together."""
    check_allowed(table, seat)
    prospect = considered(table, seat, steps)
    if prospect.complete:
        raise Refusal(409, "this play is complete")
    game = table.game
    view = game.view_text(game.view(prospect.state, seat))
    try:
        return await workers.run(found, game.name, view)
    except TimeoutError:
        raise Refusal(429, BUSY) from None


def found(game_name: str, view: str) -> tuple[Hint, ...]:
    """Runs in a worker. The same view gives the same hints, however often they are asked for."""
    game = catalog.game(game_name)
    return tuple(
        Hint(
            step=each.step,
            value=round(each.value, 3),
            unit="points" if each.unit == "points" else "win",
            reason=each.reason.text,
            details=dict(each.reason.details),
        )
        for each in hint(game, game.parse_view(view), Rng(1))[:SHOWN]
    )


def unseen(table: Table, visitor: Person | None) -> Unseen:
    """For one's own seat; for an onlooker, or where several people share a device, what nobody has seen openly."""
    if table.state is None:
        raise Refusal(409, "the match has not started")
    if table.setting.memory != "assisted" and table.phase == "playing":
        raise Refusal(403, "at a strict table everybody counts for themselves")
    own = table.seats_of(visitor.id) if visitor else ()
    view = table.game.view(table.state, disclosure.screen(table, own, None))
    return Unseen(number=table.number, cards=dict(Counter(table.game.unseen(view))))
