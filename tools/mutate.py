"""Which mistakes would no test notice? ``python tools/mutate.py [--spots 300] [--seed 1] [--area rules]``

Changes the sources at seeded spots, one small change at a time (``<`` becomes ``<=``, a call is left out), and runs
the tests that reach that line, the quickest first. A mutant is *caught* by the first test that fails or takes far too
long, otherwise it is *missed*. The sources on disk stay as they are: a changed module is put in place of the real one
when the tests import it, in a process of its own. ``--at FILE:LINE`` tries every change of one line.

``mutants.toml`` beside this file names the areas with their sources and tests, and the mutants that cannot be told
from the original. What was found is kept in ``build/mutants``, so a run that was broken off goes on where it was; a
missed mutant is tried again when the tests that reach it have changed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from mutation.plan import Plan, read_plan
from mutation.spots import Spot, choose_spots, spots_at
from mutation.trials import Verdict, examine


def seeded_spots(plan: Plan, count: int, seed: int, only: str | None) -> list[Spot]:
    spots: list[Spot] = []
    for number, area in enumerate(plan.areas):
        share = (count * (number + 1)) // len(plan.areas) - (count * number) // len(plan.areas)
        if only in (None, area.name):
            spots += choose_spots(plan, area, share, seed)
    return spots


def describe(verdict: Verdict) -> str:
    spot = verdict.spot
    lines = [f"{'caught' if verdict.caught_by else 'MISSED'} {spot.path}:{spot.line} ({verdict.seconds} s)"]
    lines += [f"    - {spot.before}", f"    + {spot.after}"]
    lines.append(f"    by {verdict.caught_by}" if verdict.caught_by else f"    by {verdict.tests} tests that reach it")
    return "\n".join(lines)


def summarize(verdicts: Sequence[Verdict]) -> str:
    caught = Counter(verdict.spot.area for verdict in verdicts if verdict.caught_by)
    every = Counter(verdict.spot.area for verdict in verdicts)
    width = max(map(len, every), default=0)
    lines = [f"{area:{width}} {caught[area]:4} of {every[area]:4} caught" for area in every]
    lines.append(f"{'all':{width}} {caught.total():4} of {every.total():4} caught")
    return "\n".join(lines)


def main() -> None:
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spots", type=int, default=300, help="how many, shared evenly by the areas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--area", help="only this one, with the spots that it has in a run of all")
    parser.add_argument("--at", metavar="FILE:LINE", help="every change of this line instead of seeded ones")
    parser.add_argument("--json", action="store_true", help="one verdict a line, as JSON")
    parser.add_argument("--list", action="store_true", help="only name the spots")
    parser.add_argument("--plan", type=Path, default=here / "mutants.toml")
    parser.add_argument("--root", type=Path, default=here.parent)
    asked = parser.parse_args()
    plan = read_plan(asked.plan, asked.root.resolve())
    spots = spots_at(plan, asked.at) if asked.at else seeded_spots(plan, asked.spots, asked.seed, asked.area)
    if asked.list:
        print("\n".join(f"{spot.path}:{spot.line}\n    - {spot.before}\n    + {spot.after}" for spot in spots))
        return
    verdicts = []
    for verdict in examine(plan, spots):
        verdicts.append(verdict)
        print(json.dumps(asdict(verdict)) if asked.json else describe(verdict), flush=True)
    missed = [verdict for verdict in verdicts if not verdict.caught_by]
    if not asked.json:
        print("\n".join(["", *map(describe, missed), "", summarize(verdicts)]))
    raise SystemExit(bool(missed))


if __name__ == "__main__":
    main()
