"""``birdtable review``"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from birdtable import record as records
from birdtable.bots.review import QUICK, THOROUGH, Review
from birdtable.bots.review import review as look_back
from birdtable.bots.review_rows import Judged
from birdtable.cli.choices import Seed
from birdtable.game import BadInput


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A file with one recorded match.")],
    seat: Annotated[int, typer.Option(min=1, help="Whose decisions, counted from 1.")] = 1,
    seed: Seed = 0,
    quick: Annotated[bool, typer.Option("--quick", help="A rough look in a few seconds.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Look back on a match: what each decision cost by what was known then, and how much was luck.

    \b
    Examples:
      birdtable review game.txt --seat 2
      birdtable review game.txt --quick --json
    """
    match = next(iter(records.load(file)), None)
    if match is None:
        raise BadInput(f"{file} holds no record")
    found = look_back(match, seat - 1, seed=seed, depth=QUICK if quick else THOROUGH, progress=shown)
    print(msgspec.json.encode(found).decode() if json else text(found))


def shown(done: int, steps: int) -> None:
    """Tells how far it is, to people only."""
    if sys.stderr.isatty():
        end = "\n" if done == steps else ""
        print(f"\r{done} of {steps} steps", end=end, file=sys.stderr, flush=True)


def text(found: Review) -> str:
    """The report for people."""
    lines = [
        f"Seat {found.seat + 1} got {found.result:.0%} of the victory; {found.start:.0%} was to be expected.",
        f"  luck of the deal   {found.luck:+.1%}",
        f"  others' decisions  {found.others:+.1%}",
        f"  own decisions      {found.own:+.1%}",
    ]
    judged = {each.number: each for each in found.decisions}
    for title, numbers in (("Moments to play again:", found.moments), ("All decisions:", sorted(judged))):
        lines += ["", title]
        lines += [line(judged[number]) for number in numbers] or ["  none"]
    return "\n".join(lines)


def line(each: Judged) -> str:
    cost = f"-{each.cost:.1%}" if each.unit == "win" else f"-{each.cost:g} points"
    told = f"  step {each.number}: {each.step}"
    if each.cost > 0:
        told += f"  ({cost}; better: {each.best}. {each.why})"
    if each.hindsight != each.step and each.hindsight_cost > 0 and each.unit == "win":
        told += f"  [with all cards open: {each.hindsight}]"
    return told
