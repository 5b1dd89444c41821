"""Taking back: free until somebody learnt something, then by consent of the others.

People and remote bots are asked, even those who were replaced because they are away: they answer when they are back.
Our own bots always consent, also in the place of somebody who left. Cards that were drawn since are drawn anew, which
is new luck: that is counted, and a table can be opened without it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from birdtable.game import NOBODY, Seat, turns_over
from birdtable.server.table.clocks import time_left
from birdtable.server.table.entries import Agreed, AnyEntry, Asked, CameBack, Declined, EndOfThinking, Undone
from birdtable.server.table.refusal import Outdated, Refusal
from birdtable.server.table.table import Table, take
from birdtable.wire.play import UndoInfo

MOST = 200
"""Plays that can be taken back in one match."""


class Target(NamedTuple):
    """The play that would be taken back."""

    seat: Seat
    number: int
    back_to: int
    free: bool
    redraws: bool
    """Cards were drawn since: they would be drawn anew."""


def target(table: Table, seats: tuple[Seat, ...]) -> Target | None:
    """The last play of any of these seats, if there is one."""
    if table.phase != "playing":
        return None
    learnt = turns_over(table.events, table.plays[-1].seat)
    for place in range(len(table.plays) - 1, 0, -1):
        play = table.plays[place]
        if play.seat in seats:
            free = place == len(table.plays) - 1 and play.number == table.moved and not play.draws and not learnt
            redraws = any(later.draws for later in table.plays[place:])
            return Target(play.seat, play.number, table.plays[place - 1].number, free, redraws)
    return None


def waiting_for(table: Table) -> tuple[Seat, ...]:
    """Seats whose person has still to agree: one answer for all seats of a person."""
    return others_with_say(table, {table.asking.seat, *table.asking.agreed}) if table.asking is not None else ()


def others_with_say(table: Table, agreed: set[Seat]) -> tuple[Seat, ...]:
    people = {table.chairs[seat].person for seat in agreed}
    return tuple(s for s, chair in enumerate(table.chairs) if chair.has_say and chair.person not in people)


def ask(table: Table, person: str, after: int, at: float) -> list[AnyEntry]:
    """A person wants to take back their last play. Others may have played since: it is the same play still."""
    found = target(table, table.seats_of(person))
    if found is None:
        raise Refusal(409, "there is nothing to take back")
    if not max(found.number, table.withdrew) <= after <= table.number:
        raise Outdated
    if is_settled(table, found):
        raise Refusal(409, "at this table no play is taken back after cards have been drawn")
    if table.withdrawn >= MOST:
        raise Refusal(409, "{count} plays have been taken back in this match: no more can be", count=MOST)
    if waiting_for(table) and table.asking is not None and table.asking.back_to == found.back_to:
        raise Refusal(409, "the others have been asked already")
    pays = found.free and table.setting.clock.kind != "none" and is_somebody_else(table, found.seat)
    undone = Undone(at=at, seat=found.seat, back_to=found.back_to, asker_pays=pays)
    if found.free:
        return [undone]
    if found.number in table.declined:
        raise Refusal(409, "the others do not want this play to be taken back")
    return [Asked(at=at, seat=found.seat, back_to=found.back_to)] if others_with_say(table, {found.seat}) else [undone]


def is_somebody_else(table: Table, seat: Seat) -> bool:
    """A person thinks now, and not the one who plays ``seat``."""
    thinker = table.chairs[table.to_move]
    return thinker.is_present and thinker.person != table.chairs[seat].person


def is_settled(table: Table, found: Target) -> bool:
    """What was drawn stays drawn, at a table without redraws."""
    return found.redraws and not table.setting.redraws


def check_time(table: Table, undone: Undone) -> None:
    """Nobody takes back a play with time that they do not have."""
    if not undone.asker_pays:
        return
    after = take(table, undone)
    assert after.timing is not None
    if time_left(after.timing, after.setting.clock, undone.seat, 0) == 0:
        raise Refusal(409, "you have too little time left to take this back")


def reply(table: Table, person: str, at: float, *, agree: bool) -> list[AnyEntry]:
    """A person who was asked agrees or declines; the last one to agree makes it happen."""
    seat = next((seat for seat in waiting_for(table) if table.chairs[seat].person == person), None)
    if table.asking is None or seat is None:
        raise Refusal(409, "nobody asked you to take back a play")
    if not agree:
        return [Declined(at=at, seat=seat)]
    agreed = Agreed(at=at, seat=seat)
    if waiting_for(take(table, agreed)):
        return [agreed]
    return [agreed, Undone(at=at, seat=table.asking.seat, back_to=table.asking.back_to)]


def undo_info(table: Table, seats: tuple[Seat, ...]) -> UndoInfo:
    asked_by = table.asking.seat if table.asking else NOBODY
    found = target(table, seats)
    return UndoInfo(
        can=possible(table, found),
        back_to=found.back_to if found is not None else 0,
        asked_by=asked_by,
        waiting_for=waiting_for(table),
        redrawn=table.redrawn,
    )


def possible(table: Table, found: Target | None) -> Literal["no", "free", "ask"]:
    if found is None or is_settled(table, found):
        return "no"
    if found.free:
        return "free"
    if found.number in table.declined:
        return "no"
    return "ask" if others_with_say(table, {found.seat}) else "free"


def charged_seat(table: Table, entry: AnyEntry) -> Seat | None:
    """The seat of a person who pays for the thinking that ``entry`` ends: as a rule who has been thinking.

    Whoever takes back a play without asking pays for the time in which another was thinking about it: they have had it
    to think about a better one. Whoever leaves a match and comes back before the stand-in has played has been thinking
    all the time.
    """
    thinker = table.to_move
    if thinker < 0 or not (table.chairs[thinker].is_present or isinstance(entry, CameBack)):
        return None
    match entry:
        case Undone():
            return entry.seat if entry.asker_pays else thinker
        case EndOfThinking():
            return thinker if entry.seat == thinker else None
        case _:
            return None
