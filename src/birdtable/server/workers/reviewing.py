"""Reviews of records, worked out by workers a slice at a time, so that a long one keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from birdtable.bots.advice.review import THOROUGH, Depth, Draw, Review, ReviewPart, review_part, whole
from birdtable.game import BadInput, Seat
from birdtable.server.past.lines import score_line
from birdtable.server.past.lookback import check_seat, parse_record, plays_of
from birdtable.server.room.thinking import Asker, Thinkers
from birdtable.server.table.refusal import Refusal
from birdtable.wire.base import encode
from birdtable.wire.past import Claim, Decision, LuckyDraw, ReviewNews, ReviewReport, RowScore

SLICE = 0.4
"""Seconds of a worker that a review takes before others have their turn."""
PATIENT = 100
"""How often a slice is asked for again when whoever asked has too much under way."""


def check_reviewable(text: str, seat: Seat) -> None:
    record = parse_record(text)
    check_seat(record, seat)
    if record.outcome is None:
        raise BadInput("only a match that was played to its end can be reviewed")


def review_slice(text: str, seat: Seat, after: int, depth: Depth) -> ReviewPart:
    """Runs in a worker: as many steps as fit into a slice, at least one."""
    until = time.monotonic() + SLICE
    return review_part(parse_record(text), seat, after, depth=depth, enough=lambda: time.monotonic() >= until)


async def review_parts(
    helpers: Thinkers, text: str, seat: Seat, asker: Asker, depth: Depth = THOROUGH
) -> AsyncIterator[ReviewPart]:
    """One slice after the other. If no worker has time for it, they end before the match does."""
    after, refused = 0, 0
    while True:
        try:
            part = await helpers.run(review_slice, text, seat, after, depth, asker=asker)
        except TimeoutError:
            return
        except Refusal:
            # The other questions of whoever asked come first.
            refused += 1
            if refused > PATIENT:
                return
            await asyncio.sleep(SLICE)
            continue
        yield part
        if part.upto == part.steps:
            return
        after = part.upto


async def review(helpers: Thinkers, text: str, seat: Seat, asker: Asker) -> AsyncIterator[bytes]:
    """Lines of JSON, each a ``ReviewNews``: how far it is, and at last the report, if the workers come to one."""
    parts: list[ReviewPart] = []
    async for part in review_parts(helpers, text, seat, asker):
        parts.append(part)
        yield encode(ReviewNews(done=part.upto, steps=part.steps)) + b"\n"
    if parts and parts[-1].upto == parts[-1].steps:
        found = await asyncio.to_thread(report, text, whole(parts))
        yield encode(ReviewNews(done=part.upto, steps=part.steps, report=found)) + b"\n"


def report(text: str, review: Review) -> ReviewReport:
    ends = [play.number for play in plays_of(text)]

    def before(number: int) -> int:
        """Where the play began that this step belongs to."""
        return max((end for end in ends if end < number), default=0)

    return ReviewReport(
        seat=review.seat,
        result=review.result,
        start=review.start,
        luck=review.luck,
        others=review.others,
        own=review.own,
        luck_error=review.luck_error,
        others_error=review.others_error,
        own_error=review.own_error,
        lucky=tuple(lucky_draw(each, before(each.number)) for each in review.lucky),
        unlucky=tuple(lucky_draw(each, before(each.number)) for each in review.unlucky),
        place=review.place,
        moments=tuple(review.moments),
        decisions=tuple(
            Decision(
                number=each.number,
                before=before(each.number),
                step=each.step,
                best=each.best,
                cost=each.cost,
                unit="points" if each.unit == "points" else "win",
                reason=each.reason,
                details=each.details,
                hindsight=each.hindsight,
                hindsight_cost=each.hindsight_cost,
                scored=row_score(each.scored) if each.scored else None,
                better=row_score(each.better) if each.better else None,
                claims=tuple(Claim(**msgspec.structs.asdict(claim)) for claim in each.claims),
            )
            for each in review.decisions
        ),
    )


def lucky_draw(draw: Draw, before: int) -> LuckyDraw:
    return LuckyDraw(**msgspec.structs.asdict(draw), before=before)


def row_score(way: Any) -> RowScore:
    return RowScore(points=way.points, kept=way.kept, lines=tuple(score_line(line) for line in way.lines))
