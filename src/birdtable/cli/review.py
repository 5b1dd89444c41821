"""``birdtable review``"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from birdtable import record as records
from birdtable.bots.advice.assessment import Assessment, Reckoning
from birdtable.bots.advice.review import QUICK, THOROUGH, Draw, Review
from birdtable.bots.advice.review import review as look_back
from birdtable.cli.choices import Seed
from birdtable.game import BadInput


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A file with one recorded match.")],
    seat: Annotated[int, typer.Option(min=1, help="The seat whose decisions are reviewed, counted from 1.")] = 1,
    seed: Seed = 0,
    quick: Annotated[bool, typer.Option("--quick", help="Take a rough look, in a few seconds.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Review a match: what each decision cost, judged by what could be known then, and how much was luck.

    \b
    Examples:
      birdtable review game.txt --seat 2
      birdtable review game.txt --quick --json
    """
    match = next(iter(records.load(file)), None)
    if match is None:
        raise BadInput(f"{file} holds no match")
    found = look_back(match, seat - 1, seed=seed, depth=QUICK if quick else THOROUGH, progress=show_progress)
    print(msgspec.json.encode(found).decode() if json else text(found, match.seats))


def show_progress(done: int, steps: int) -> None:
    """Shows people at a terminal how far it is."""
    if sys.stderr.isatty():
        end = "\n" if done == steps else ""
        print(f"\r{done} of {steps} steps", end=end, file=sys.stderr, flush=True)


def text(found: Review, names: Sequence[str] = ()) -> str:
    """The review as text; ``names`` by seat."""
    luck, others, own = parts(found.start, found.luck, found.others, found.own)
    lines = [
        f"Seat {found.seat + 1} got {found.result:.0%} of the victory; {found.start:.1%} was to be expected.",
        f"  luck of the deal   {luck:+.1%}  (± {found.luck_error:.1%})",
        f"  others' decisions  {others:+.1%}  (± {found.others_error:.1%})",
        f"  own decisions      {own:+.1%}  (± {found.own_error:.1%})",
    ]
    if found.place is not None:
        lines.append(f"Of equal bots, {found.place:.0%} had less luck.")
    for title, draws in (("Luckiest draws:", found.lucky), ("Unluckiest draws:", found.unlucky)):
        if draws:
            lines += ["", title, *(draw_text(each) for each in draws)]
    judged = {each.number: each for each in found.decisions}
    lines += ["", "Moments to play again:"]
    lines += [line for number in found.moments for line in tell(judged[number], names)] or ["  none"]
    lines += ["", "All decisions:"]
    lines += [line for number in sorted(judged) for line in describe(judged[number])] or ["  none"]
    return "\n".join(lines)


def draw_text(draw: Draw) -> str:
    instead = f"most likely instead: {draw.likely} ({draw.likely_odds:.0%}), {draw.likely_luck:+.1%}"
    luck = f"{draw.luck:+.1%} (± {draw.error:.1%})"
    return f"  step {draw.number}: {draw.step}  {luck}; {draw.better:.0%} would have been better; {instead}"


def parts(start: float, *moves: float) -> list[float]:
    """What each move adds, rounded to a tenth of a per cent in such a way that the figures shown add up."""
    sums = [round(each, 3) for each in accumulate((start, *moves))]
    return [after - before for before, after in pairwise(sums)]


def tell(each: Assessment, names: Sequence[str]) -> list[str]:
    """A moment, with what can be claimed about it."""
    return [*describe(each, explained=True), *(f"      {claim.words(names)}" for claim in each.claims)]


def describe(each: Assessment, *, explained: bool = False) -> list[str]:
    if each.scored is not None:
        return describe_row(each, each.scored, explained=explained)
    line = f"  step {each.number}: {each.step}"
    if each.cost > 0:
        why = "" if explained and each.claims else f". {each.why}"
        line += f"  (-{each.cost:.1%}; better: {each.best}{why})"
    if each.hindsight_cost > 0:
        line += f"  [with all cards open: {each.hindsight}, +{each.hindsight_cost:.1%}]"
    return [line]


def describe_row(each: Assessment, scored: Reckoning, *, explained: bool) -> list[str]:
    """A scored row, and why it could have brought more."""
    line = f"  step {each.number}: the row scored for {gain_text(scored)}"
    if each.better is None:
        return [line]
    line += f"  (-{each.cost:g} points; better: {each.best}, for {gain_text(each.better)})"
    if not explained:
        return [line]
    why = [f"      {line.points:+4g}  {line.text()} [{line.clause}]" for line in each.better.lines]
    return [line, *why]


def gain_text(way: Reckoning) -> str:
    kept = f", {way.kept:g} of them what is kept for round 2" if way.kept else ""
    return f"{way.points:g} points{kept}"
