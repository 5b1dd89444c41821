"""Help for somebody who plays: hints and what is still unseen. Against bots, and at assisted tables, nowhere else.

All of it is made from the seat's own view, so that it cannot depend on anything hidden.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence

from birdtable.game import BirdtableError, Seat, Step
from birdtable.puzzles.deals import check_hint
from birdtable.server.room.thinking import BUSY, NOBODY_IN_PARTICULAR, Asker, Thinkers
from birdtable.server.table import disclosure
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, consider
from birdtable.wire.play import Hint, Unseen

log = logging.getLogger("birdtable")


def check_allowed(table: Table, seat: Seat) -> None:
    """Help is for assisted tables, and for whoever plays against bots alone."""
    against_bots = all(not chair.person for other, chair in enumerate(table.chairs) if other != seat)
    if table.setting.memory != "assisted" and not against_bots:
        raise Refusal(403, "there are no hints at this table: it is strict, and others play")


async def hints(
    thinkers: Thinkers, table: Table, seat: Seat, steps: Sequence[Step], asker: Asker = NOBODY_IN_PARTICULAR
) -> tuple[Hint, ...]:
    """What a good player would do after ``steps`` of a play that is being put together."""
    check_allowed(table, seat)
    prospect = consider(table, seat, steps)
    if prospect.complete:
        raise Refusal(409, "this play is complete")
    game = table.game
    view = game.view(prospect.state, seat)
    if table.setting.deal:
        check_hint(game, view)
    try:
        return await thinkers.hints(game.name, game.view_text(view), asker)
    except TimeoutError:
        raise Refusal(429, BUSY) from None
    except BirdtableError:
        raise
    except Exception:
        log.exception("no hint was found at table %s", table.id)
        raise Refusal(503, "no hint is available now") from None


def unseen(table: Table, visitor: Person | None) -> Unseen:
    """For one's own seat; for an onlooker, or where several people share a device, what nobody has seen openly."""
    if table.state is None:
        raise Refusal(409, "the match has not started")
    if table.setting.memory != "assisted" and table.phase == "playing":
        raise Refusal(403, "at a strict table everybody counts for themselves")
    view = table.game.view(table.state, disclosure.screen(table, visitor.id if visitor else "", None))
    return Unseen(number=table.number, cards=dict(Counter(table.game.unseen(view))))
