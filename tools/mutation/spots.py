"""Where a mistake is made: one change of one file, chosen by a seed."""

from __future__ import annotations

import ast
import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice, zip_longest
from operator import itemgetter

from mutation.changes import Changes
from mutation.plan import Area, Plan


@dataclass(frozen=True)
class Spot:
    """One change of one file: the bytes from ``start`` to ``end`` become ``new``."""

    area: str
    path: str
    line: int
    start: int
    end: int
    new: str
    before: str
    """The line as it is."""
    after: str
    digest: str
    """Of the whole file: what was found out about a spot holds only for the file that it was in."""

    @property
    def key(self) -> str:
        return f"{self.path}:{self.start}-{self.end}:{self.new}:{self.digest}"


def spots_in(plan: Plan, area: Area) -> dict[tuple[str, int], list[Spot]]:
    """Every spot of an area, by file and line."""
    spots: dict[tuple[str, int], list[Spot]] = defaultdict(list)
    for path in plan.files(area.sources):
        source = (plan.root / path).read_bytes()
        digest = digest_of(source)
        for start, end, new in Changes(source).edits:
            line = source.count(b"\n", 0, start) + 1
            before, after = (
                lines_around(source, start, end),
                lines_around(change(source, start, end, new), start, start),
            )
            spots[path, line].append(Spot(area.name, path, line, start, end, new, before, after, digest))
    return spots


def change(source: bytes, start: int, end: int, new: str) -> bytes:
    return source[:start] + new.encode() + source[end:]


def lines_around(source: bytes, start: int, end: int) -> str:
    first, last = source.rfind(b"\n", 0, start) + 1, source.find(b"\n", end)
    return " ".join(source[first : last if last >= 0 else None].decode().split())


def choose_spots(plan: Plan, area: Area, count: int, seed: int) -> list[Spot]:
    """Any line is as likely as any other, and has a second spot only when all have one.

    What is drawn for a line depends on nothing but its text, so that most spots stay when other lines change.
    """
    repeats: Counter[str] = Counter()
    lines = []
    for _, spots in sorted(spots_in(plan, area).items()):
        text = f"{seed} {spots[0].path} {spots[0].before}"
        repeats[text] += 1
        rng = random.Random(f"{text} {repeats[text]}")
        lines.append((rng.random(), rng.sample(spots, len(spots))))
    rounds = zip_longest(*(spots for _, spots in sorted(lines, key=itemgetter(0))))
    sound = (spot for spots in rounds for spot in spots if spot is not None and is_sound(plan, spot))
    return sorted(islice(sound, count), key=lambda spot: (spot.path, spot.start, spot.new))


def spots_at(plan: Plan, where: str) -> list[Spot]:
    """Every change of one line: ``src/tiny.py:7``."""
    path, _, line = where.rpartition(":")
    found = [spot for area in plan.areas for spot in spots_in(plan, area).get((path, int(line)), [])]
    return [spot for spot in found if is_sound(plan, spot)]


def is_sound(plan: Plan, spot: Spot) -> bool:
    """It is still Python, another program, and not known to do the same."""
    source = (plan.root / spot.path).read_bytes()
    try:
        changed = ast.dump(ast.parse(change(source, spot.start, spot.end, spot.new)))
    except SyntaxError:
        return False
    return changed != ast.dump(ast.parse(source)) and not is_equivalent(plan, spot)


def is_equivalent(plan: Plan, spot: Spot) -> bool:
    known = [
        each for each in plan.equivalent if (each.path, each.before, each.after) == (spot.path, spot.before, spot.after)
    ]
    return any(each.within in ("", function_at(plan, spot)) for each in known)


def function_at(plan: Plan, spot: Spot) -> str:
    """The name of the innermost function around a spot."""
    tree = ast.parse((plan.root / spot.path).read_bytes())
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    around = [each for each in functions if each.lineno <= spot.line <= (each.end_lineno or 0)]
    return max(around, key=lambda each: each.lineno).name if around else ""


def digest_of(*parts: bytes) -> str:
    return blake2b(b"\0".join(parts), digest_size=8).hexdigest()
