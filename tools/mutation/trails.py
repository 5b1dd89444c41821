"""Which test reaches which line, and how long it takes."""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path

import coverage
import pytest

from mutation.plan import Plan
from mutation.processes import run_apart, run_tests
from mutation.spots import Spot, digest_of

NEAR, FAR = 120.0, 10.0
"""Seconds that the tests of one mutant may take together, by what they took without it: those that reach its line, and
others of its file."""


@dataclass(frozen=True)
class Trail:
    """What the tests of one file reach."""

    seconds: dict[str, float]
    """Processor time by test, of those that pass."""
    lines: dict[str, dict[str, list[str]]]
    """The tests that reach a line, by file and line; those of ``""`` run when the modules are imported."""
    modules: list[str]
    """Other people's modules that these tests import."""
    digest: str = ""


class Tracker:
    """A plugin of pytest that notes the trail."""

    def __init__(self, plan: Plan, sources: Sequence[str]) -> None:
        self.plan = plan
        self.sources = sources
        self.passed: set[str] = set()
        self.failed: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.coverage = coverage.Coverage(data_file=None, include=[str(plan.root / path) for path in sources])
        self.coverage.start()

    def pytest_collection_finish(self) -> None:
        """Imports all there is now, so that no line of a module belongs to the first test that needs it."""
        for path in self.sources:
            importlib.import_module(module_name(path))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - began
        self.coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        (self.failed if report.failed else self.passed).add(report.nodeid)

    def trail(self) -> Trail:
        self.coverage.stop()
        data = self.coverage.get_data()
        good = self.passed - self.failed
        lines = {}
        for path in self.sources:
            reached = data.contexts_by_lineno(str(self.plan.root / path))
            lines[path] = {str(line): [each for each in by if each in good or not each] for line, by in reached.items()}
        seconds = {test: spent for test, spent in self.seconds.items() if test in good}
        return Trail(seconds, lines, foreign_modules())


def foreign_modules() -> list[str]:
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    return sorted(name for name, file in files.items() if file and "site-packages" in file)


def module_name(path: str) -> str:
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_trails(plan: Plan) -> list[Trail]:
    """One for each test file: those that were kept if neither the file nor the sources examined have changed."""
    sources = plan.files(pattern for area in plan.areas for pattern in area.sources)
    tests = plan.files(plan.tests)
    shared = digest_of(*((plan.root / path).read_bytes() for path in sources))
    trails = []
    for test in tests:
        digest = digest_of(shared.encode(), (plan.root / test).read_bytes())
        kept = plan.kept / "trails" / f"{test.replace('/', '.')}.json"
        if not kept.exists() or json.loads(kept.read_text())["digest"] != digest:
            print(f"following {test}", flush=True)
            follow(plan, sources, test, digest, kept)
        trails.append(Trail(**json.loads(kept.read_text())))
    return trails


def follow(plan: Plan, sources: Sequence[str], test: str, digest: str, kept: Path) -> None:
    def work() -> None:
        tracker = Tracker(plan, sources)
        run_tests(plan, ["--maxfail=1000", test], tracker)
        kept.write_text(json.dumps(asdict(tracker.trail()) | {"digest": digest}))

    kept.parent.mkdir(parents=True, exist_ok=True)
    if not run_apart(plan, work, limit=1800):
        raise SystemExit(f"{test} could not be followed")


def tests_for(spot: Spot, trails: Iterable[Trail]) -> dict[str, float]:
    """The tests that may catch a mutant, with their seconds: first those that reach its line, then its file.

    What a line leaves behind (a table made at import, a cached answer) can matter to tests that never come to it. Where
    a file has nothing but constants, all tests that reach its folder are near enough.
    """
    near: dict[str, float] = {}
    far: dict[str, float] = {}
    around: dict[str, float] = {}
    folder = spot.path.rpartition("/")[0] + "/"
    for trail in trails:
        for path, reached in trail.lines.items():
            if path.startswith(folder):
                tests = {test: trail.seconds[test] for tests in reached.values() for test in tests if test}
                around |= tests
                if path == spot.path:
                    near |= {test: trail.seconds[test] for test in reached.get(str(spot.line), []) if test}
                    far |= tests
    others = {test: seconds for test, seconds in (far or around).items() if test not in near}
    return quickest(near, NEAR) | quickest(others, FAR)


def quickest(tests: dict[str, float], budget: float) -> dict[str, float]:
    in_order = sorted(tests.items(), key=lambda each: (each[1], each[0]))
    ends = accumulate(seconds for _, seconds in in_order)
    return dict(each for each, end in zip(in_order, ends, strict=True) if end <= budget)
