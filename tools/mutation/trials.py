"""One mutant after the other meets the tests that reach it."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from operator import itemgetter
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from mutation.plan import Plan
from mutation.processes import run_apart, run_tests
from mutation.spots import Spot, change, digest_of
from mutation.trails import Trail, find_trails, module_name, tests_for


@dataclass(frozen=True)
class Verdict:
    spot: Spot
    caught_by: str
    """A test and how it failed; empty: missed."""
    tests: int
    """How many there were to catch it."""
    seconds: float
    evidence: str
    """A digest of these tests."""


class Mutant(SourceFileLoader):
    """Loads and finds one module of the package, changed."""

    def __init__(self, spot: Spot, root: Path) -> None:
        super().__init__(module_name(spot.path), str(root / spot.path))
        self.spot = spot

    def get_code(self, fullname: str) -> CodeType:
        source = change(Path(self.path).read_bytes(), self.spot.start, self.spot.end, self.spot.new)
        code: CodeType = compile(source, self.path, "exec", dont_inherit=True)
        return code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None


class Judge:
    """A plugin of pytest that runs chosen tests in their order and writes down how far it came."""

    def __init__(self, tests: dict[str, float], patience: int, report: Path) -> None:
        self.tests = tests
        self.patience = patience
        self.report = report

    def write(self, how: str, test: str) -> None:
        with self.report.open("a") as file:
            print(json.dumps([how, test]), file=file)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        order = {test: place for place, test in enumerate(self.tests)}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.write("failed", report.nodeid)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.write("began", nodeid)
        limit = time.process_time() + self.patience * (1 + self.tests[nodeid])
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, resource.RLIM_INFINITY))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.write("failed", report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.write("finished", "")


def run_trial(plan: Plan, tests: dict[str, float], spot: Spot | None) -> list[tuple[str, str]]:
    """What happened to which test, with the change of ``spot``, up to the first failure; or to all, without any."""
    report = plan.kept / f"trial-{os.getpid()}"
    report.write_text("")
    files = sorted({test.partition("::")[0] for test in tests})

    def work() -> None:
        if spot is not None:
            sys.meta_path.insert(0, Mutant(spot, plan.root))
        run_tests(plan, [f"--maxfail={1 if spot else 10_000}", *files], Judge(tests, plan.patience, report))

    run_apart(plan, work, limit=120 + 2 * plan.patience * sum(tests.values()))
    steps = [json.loads(line) for line in report.read_text().splitlines()]
    report.unlink()
    return steps


def judge(plan: Plan, spot: Spot, tests: dict[str, float], evidence: str) -> Verdict:
    began = time.monotonic()
    caught = caught_by(run_trial(plan, tests, spot)) if tests else ""
    return Verdict(spot, caught, len(tests), round(time.monotonic() - began, 1), evidence)


def caught_by(steps: list[tuple[str, str]]) -> str:
    for how, test in steps:
        if how == "failed":
            return test
    if not steps:
        return "nothing could be imported"
    how, test = steps[-1]
    return "" if how == "finished" else f"{test} (did not end)"


def unreliable_tests(plan: Plan, trails: Collection[Trail]) -> set[str]:
    """Those that fail without a mutant too when all run in the order of trials, the quickest first."""
    tests = dict(sorted(((test, each) for trail in trails for test, each in trail.seconds.items()), key=itemgetter(1)))
    digest = digest_of(*(trail.digest.encode() for trail in trails))
    kept = plan.kept / "control.json"
    if not kept.exists() or json.loads(kept.read_text())["digest"] != digest:
        print(f"running {len(tests)} tests without a mutant", flush=True)
        steps = run_trial(plan, tests, None)
        if not steps or steps[-1][0] != "finished":
            raise SystemExit("the tests do not come to an end without a mutant")
        failed = sorted({test for how, test in steps if how == "failed"})
        kept.write_text(json.dumps({"digest": digest, "failed": failed}))
    return set(json.loads(kept.read_text())["failed"])


def examine(plan: Plan, spots: Sequence[Spot]) -> Iterator[Verdict]:
    """A verdict on each spot, in their order; what is known already is not tried again."""
    trails = find_trails(plan)
    for module in sorted({module for trail in trails for module in trail.modules}):
        with contextlib.suppress(Exception):
            importlib.import_module(module)
    unreliable = unreliable_tests(plan, trails)
    for test in unreliable:
        print(f"left out, as it fails without a mutant: {test}", flush=True)
    kept = plan.kept / "verdicts.jsonl"
    known = read_verdicts(kept)
    for spot in spots:
        tests = {test: each for test, each in tests_for(spot, trails).items() if test not in unreliable}
        files = sorted({test.partition("::")[0] for test in tests})
        evidence = digest_of(json.dumps(list(tests)).encode(), *((plan.root / file).read_bytes() for file in files))
        verdict = known.get(spot.key)
        if verdict is None or not (verdict.caught_by or verdict.evidence == evidence):
            verdict = judge(plan, spot, tests, evidence)
            with kept.open("a") as file:
                print(json.dumps(asdict(verdict)), file=file)
        yield verdict


def read_verdicts(path: Path) -> dict[str, Verdict]:
    if not path.exists():
        return {}
    verdicts = (json.loads(line) for line in path.read_text().splitlines())
    return {(spot := Spot(**each.pop("spot"))).key: Verdict(spot, **each) for each in verdicts}
