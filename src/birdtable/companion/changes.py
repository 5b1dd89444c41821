"""What a correction would change: the answers to a sheet before and after it, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from birdtable.companion.base import Change, Changes, Fault, Why
from birdtable.companion.part import CompanionPart, ScoredRow
from birdtable.companion.sheets import Answer

TOTAL = -1


def compare(part: CompanionPart[Any, Any], before: Answer, after: Answer) -> Changes:
    old, new = part.scored_rows(before), part.scored_rows(after)
    places = sorted({*old, *new})
    return Changes(
        rows=tuple(change for round, seat in places for change in compare_rows(round, seat, old, new)),
        totals=tuple(compare_totals(part.points(before), part.points(after))),
        faults=tuple(fault for fault in after.faults if not is_among(fault, before.faults)),
        won=before.winners,
        wins=after.winners,
    )


def compare_rows(
    round: int, seat: int, old: dict[tuple[int, int], ScoredRow], new: dict[tuple[int, int], ScoredRow]
) -> Iterator[Change]:
    before, after = old.get((round, seat)), new.get((round, seat))
    if before == after:
        return
    was, is_now = (Counter(row.lines) if row else Counter[Why]() for row in (before, after))
    lost, gained = tuple((was - is_now).elements()), tuple((is_now - was).elements())
    if lost or gained or before is None or after is None:
        yield Change(
            round=round,
            seat=seat,
            before=before.gain if before else None,
            after=after.gain if after else None,
            lost=lost,
            gained=gained,
        )


def compare_totals(before: tuple[int, ...], after: tuple[int, ...]) -> Iterator[Change]:
    for seat in range(max(len(before), len(after))):
        was, is_now = (points[seat] if seat < len(points) else None for points in (before, after))
        if was != is_now:
            yield Change(round=TOTAL, seat=seat, before=was, after=is_now)


def is_among(fault: Fault, faults: tuple[Fault, ...]) -> bool:
    return any((fault.round, fault.seat, fault.text) == (old.round, old.seat, old.text) for old in faults)
