"""What the recorded matches of one player show together, each of them reviewed."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from typing import TypeAlias

from birdtable.bots.advice.career import PlayedMatch, career, played_of
from birdtable.bots.advice.review import QUICK, review
from birdtable.game import BadInput, Seat
from birdtable.lab.luck import seats_of
from birdtable.lab.work import Watch, do_all
from birdtable.record import Record
from birdtable.wire.past import Career, Measure

Job: TypeAlias = tuple[str, Seat, int]
"""A record as text, a seat, and the seed."""


def study_player(
    game: str,
    player: str,
    records: Iterable[Record],
    *,
    seed: int = 0,
    executor: Executor | None = None,
    watch: Watch[PlayedMatch] | None = None,
) -> Career:
    """The finished matches of this game in which ``player`` took part, in the order of the records."""
    finished = [record for record in records if record.game == game and record.outcome is not None]
    jobs: list[Job] = [
        (record.text(), seat, seed)
        for record in finished
        if player in record.seats
        for seat in seats_of(record, player)
    ]
    if not jobs:
        raise BadInput(f"there is no finished match of {game} in which {player!r} played")
    played: Iterable[PlayedMatch] = do_all(look_at, jobs, executor)
    return career(list(watch(played, len(jobs), "matches") if watch else played))


def look_at(job: Job) -> PlayedMatch:
    text, seat, seed = job
    record = Record.parse(text)
    others = [name for other, name in enumerate(record.seats) if other != seat]
    return played_of(review(record, seat, seed=seed, depth=QUICK), others)


def text(player: str, found: Career) -> str:
    """The same for people, in shares of the victory."""
    lines = [
        f"{player}: {found.matches} matches, in shares of the victory (95 % intervals).",
        f"  own decisions  {signed_text(found.skill)}",
        f"  luck           {signed_text(found.luck)}",
        "",
        "Over time: own decisions, luck",
    ]
    first = 1
    for span in found.spans:
        label = f"{first}-{first + span.matches - 1}"
        lines.append(f"  matches {label:9} {signed_text(span.skill):27} {signed_text(span.luck)}")
        first += span.matches
    lines += ["", "What decisions lost in a match, by what could be known:"]
    lines += [f"  {loss.area:20} {plain(loss.lost)}" for loss in found.losses]
    lines += ["", "Against:"]
    lines += [f"  {each.who:20} {plain(each.result):26} in {each.matches} matches" for each in found.against]
    return "\n".join(lines)


def signed_text(measure: Measure) -> str:
    return figures(measure, "+.1%")


def plain(measure: Measure) -> str:
    return figures(measure, ".1%")


def figures(measure: Measure, form: str) -> str:
    if measure.low is None or measure.high is None:
        return f"{measure.mean:{form}}"
    return f"{measure.mean:{form}}  ({measure.low:{form}} to {measure.high:{form}})"
