"""Which mistakes would no test notice? ``python tools/mutate.py [--spots 300] [--seed 1] [--area rules]``

Changes the sources at seeded spots, one small change at a time (``<`` becomes ``<=``, a call is left out), and runs
the tests that reach that line, the quickest first. A mutant is *caught* by the first test that fails or takes far too
long, otherwise it is *missed*. The sources on disk stay as they are: a changed module is put in place of the real one
when the tests import it, in a process of its own.

``mutants.toml`` beside this file names the areas with their sources and tests, and the mutants that cannot be told
from the original. What was found is kept in ``build/mutants``, so a run that was broken off goes on where it was; a
missed mutant is tried again when the tests that reach it have changed.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import json
import os
import random
import resource
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import islice, zip_longest
from pathlib import Path
from types import CodeType, ModuleType
from typing import NoReturn

import coverage
import pytest
from hypothesis import Phase, settings

BUDGET = 60.0
"""Seconds that the tests of one mutant may take together, by what they took without it."""
MEMORY = 6 << 30

# --- what is examined ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Area:
    name: str
    sources: tuple[str, ...]
    """Files, as patterns below the root."""


@dataclass(frozen=True)
class Equivalent:
    """A mutant that behaves like the original."""

    path: str
    before: str
    after: str
    reason: str


@dataclass(frozen=True)
class Plan:
    root: Path
    areas: tuple[Area, ...]
    tests: tuple[str, ...]
    equivalent: tuple[Equivalent, ...]
    environment: dict[str, str]
    """Set in every process that runs tests."""
    patience: int
    """A test that takes this many times longer than it should, and as many seconds more, has caught the mutant."""

    @property
    def kept(self) -> Path:
        return self.root / "build" / "mutants"

    def files(self, patterns: Iterable[str]) -> list[str]:
        found = {path for pattern in patterns for path in self.root.glob(pattern) if path.suffix == ".py"}
        return sorted(path.relative_to(self.root).as_posix() for path in found)

    def is_equivalent(self, spot: Spot) -> bool:
        known = ((each.path, each.before, each.after) for each in self.equivalent)
        return (spot.path, spot.before, spot.after) in known


def read_plan(path: Path, root: Path) -> Plan:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    areas = tuple(Area(name, tuple(sources)) for name, sources in data["areas"].items())
    equivalent = tuple(Equivalent(**each) for each in data.get("equivalent", []))
    return Plan(root, areas, tuple(data["tests"]), equivalent, data.get("environment", {}), data["patience"])


# --- spots -----------------------------------------------------------------------------------------------------------


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


COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<", "<=", ">="),
    ast.LtE: ("<=", "<", ">"),
    ast.Gt: (">", ">=", "<="),
    ast.GtE: (">=", ">", "<"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
"""An operator and what may stand in its place."""
ARITHMETIC: dict[type[ast.operator], tuple[str, ...]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Changes(ast.NodeVisitor):
    """Collects every change of a file as ``(start, end, new)``.

    Annotations, decorators, assertions and texts are left alone: no test could, or should, notice.
    """

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[tuple[int, int, str]] = []
        self.returns: list[str] = []
        """Of the functions around, what they say they return."""
        self.visit(ast.parse(source))

    def begin(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self.begin(node) : self.end(node)].decode()

    def replace(self, node: ast.expr | ast.stmt, new: str) -> None:
        self.found.append((self.begin(node), self.end(node), new))

    def swap(self, left: ast.expr, right: ast.expr, old: str, *others: str) -> None:
        """The operator between two expressions."""
        start, end = self.end(left), self.begin(right)
        gap = self.source[start:end]
        if b"#" not in gap and (at := gap.find(old.encode())) >= 0:
            self.found += ((start + at, start + at + len(old), new) for new in others)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, right, op in zip([node.left, *node.comparators], node.comparators, node.ops, strict=False):
            self.swap(left, right, *COMPARISONS[type(op)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if self.returns or not isinstance(node.op, ast.BitOr):
            self.swap(node.left, node.right, *ARITHMETIC[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.swap(left, right, *words)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self.replace(node, self.text(node).removeprefix("not").removeprefix("-").lstrip())
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.replace(node, str(not node.value))
        elif isinstance(node.value, int | float):
            self.replace(node, repr(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            self.replace(node.func, FUNCTIONS[node.func.id])
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper):
            if bound is not None:
                self.replace(bound, "")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.replace(node.test, f"not ({self.text(node.test)})")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.replace(test, "True")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if self.text(node.test) != "TYPE_CHECKING":
            self.replace(node.test, "True")
            self.replace(node.test, "False")
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.replace(node.test, "False")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.replace(node, "pass")
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.replace(node, "pass")
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.replace(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.replace(node, "break")
        self.replace(node, "pass")

    def visit_Assign(self, node: ast.Assign) -> None:
        if self.returns and not any(isinstance(target, ast.Name) for target in node.targets):
            self.replace(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        old, *others = ARITHMETIC[type(node.op)]
        self.swap(node.target, node.value, f"{old}=", *(f"{new}=" for new in others))
        self.replace(node, "pass")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and self.text(node.value) not in ("None", "True", "False"):
            kind, value = self.returns[-1], self.text(node.value)
            wrong = {"bool": f"not ({value})", "int": f"({value}) + 1"}.get(kind, "None")
            self.replace(node.value, wrong)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.returns.append(self.text(node.returns) if node.returns else "")
        defaults = [*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)]
        for part in (*defaults, *node.body):
            self.visit(part)
        self.returns.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id == "Literal"):
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Has no trustworthy positions before Python 3.12."""


def spots_in(plan: Plan, area: Area) -> dict[tuple[str, int], list[Spot]]:
    """Every spot of an area, by file and line."""
    spots: dict[tuple[str, int], list[Spot]] = defaultdict(list)
    for path in plan.files(area.sources):
        source = (plan.root / path).read_bytes()
        digest = digest_of(source)
        for start, end, new in Changes(source).found:
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
    """Any line is as likely as any other, and has a second one only when all have one."""
    rng = random.Random(f"{seed} {area.name}")
    lines = [rng.sample(spots, len(spots)) for _, spots in sorted(spots_in(plan, area).items())]
    rng.shuffle(lines)
    rounds = (spot for spots in zip_longest(*lines) for spot in spots if spot is not None)
    sound = (spot for spot in rounds if is_sound(plan, spot))
    return sorted(islice(sound, count), key=lambda spot: (spot.path, spot.start, spot.new))


def is_sound(plan: Plan, spot: Spot) -> bool:
    """It is still Python, another program, and not known to do the same."""
    source = (plan.root / spot.path).read_bytes()
    try:
        changed = ast.dump(ast.parse(change(source, spot.start, spot.end, spot.new)))
    except SyntaxError:
        return False
    return changed != ast.dump(ast.parse(source)) and not plan.is_equivalent(spot)


def digest_of(*parts: bytes) -> str:
    return blake2b(b"\0".join(parts), digest_size=8).hexdigest()


# --- processes -------------------------------------------------------------------------------------------------------


def run_apart(plan: Plan, work: Callable[[], None], limit: float) -> bool:
    """Does something in a process of its own, without output; ``False`` if it was killed or died."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        run_child(plan, work)
    ends = time.monotonic() + limit
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > ends:
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            break
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):  # whatever its tests have left running
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status) == 0


def run_child(plan: Plan, work: Callable[[], None]) -> NoReturn:
    status = 1
    try:
        os.setsid()
        with open(os.devnull, "r+b") as nothing:
            for stream in range(3):
                os.dup2(nothing.fileno(), stream)
        os.chdir(plan.root)
        os.environ.update(plan.environment)
        sys.path.insert(0, str(plan.root / "src"))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        work()
        status = 0
    finally:
        os._exit(status)


def run_tests(plan: Plan, files: Sequence[str], plugin: object) -> None:
    # A failure is enough, the smallest one is not looked for.
    settings.register_profile("mutants", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
    unused = [f"-pno:{name}" for name in ("cacheprovider", "cov", "playwright", "schemathesis", "xdist")]
    options = ["-x", "-q", "--hypothesis-profile=mutants", "--timeout=120", *unused]
    pytest.main([*options, f"--rootdir={plan.root}", *files], plugins=[plugin])


# --- which test reaches which line -----------------------------------------------------------------------------------


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
        return Trail(seconds, lines, foreign_modules(self.plan))


def foreign_modules(plan: Plan) -> list[str]:
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    return sorted(name for name, file in files.items() if file and "site-packages" in file)


def module_name(path: str) -> str:
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_trails(plan: Plan) -> dict[str, Trail]:
    """By test file: those that were kept if neither the file nor what it may import has changed."""
    sources = plan.files(pattern for area in plan.areas for pattern in area.sources)
    tests = plan.files(plan.tests)
    others = [path for path in plan.files(("src/**/*.py", "tests/kit/**/*.py")) if path not in tests]
    shared = digest_of(*((plan.root / path).read_bytes() for path in [*others, *sources]))
    trails = {}
    for test in tests:
        digest = digest_of(shared.encode(), (plan.root / test).read_bytes())
        kept = plan.kept / "trails" / f"{test.replace('/', '.')}.json"
        if not kept.exists() or json.loads(kept.read_text())["digest"] != digest:
            print(f"following {test}", flush=True)
            follow(plan, sources, test, digest, kept)
        trails[test] = Trail(**json.loads(kept.read_text()))
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

    What a line leaves behind (a table made at import, a cached answer) can matter to tests that never come to it.
    """
    near: dict[str, float] = {}
    far: dict[str, float] = {}
    for trail in trails:
        reached = trail.lines.get(spot.path, {})
        near |= {test: trail.seconds[test] for test in reached.get(str(spot.line), []) if test}
        far |= {test: trail.seconds[test] for tests in reached.values() for test in tests if test}
    in_order = sorted((near | far).items(), key=lambda each: (each[0] not in near, each[1], each[0]))
    chosen, spent = {}, 0.0
    for test, seconds in in_order:
        spent += seconds
        if spent <= BUDGET:
            chosen[test] = seconds
    return chosen


# --- trials ----------------------------------------------------------------------------------------------------------


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
    """A plugin of pytest that runs the chosen tests in their order and writes down how far it came."""

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


def judge(plan: Plan, spot: Spot, tests: dict[str, float], evidence: str) -> Verdict:
    report = plan.kept / f"trial-{os.getpid()}"
    report.write_text("")

    def work() -> None:
        sys.meta_path.insert(0, Mutant(spot, plan.root))
        run_tests(plan, sorted({test.partition("::")[0] for test in tests}), Judge(tests, plan.patience, report))

    began = time.monotonic()
    if tests:
        run_apart(plan, work, limit=120 + 2 * plan.patience * sum(tests.values()))
    seconds = time.monotonic() - began
    steps = [json.loads(line) for line in report.read_text().splitlines()]
    report.unlink()
    return Verdict(spot, caught_by(steps) if tests else "", len(tests), round(seconds, 1), evidence)


def caught_by(steps: list[list[str]]) -> str:
    for how, test in steps:
        if how == "failed":
            return test
    if not steps:
        return "nothing could be imported"
    how, test = steps[-1]
    return "" if how == "finished" else f"{test} (did not end)"


# --- the command -----------------------------------------------------------------------------------------------------


def examine(plan: Plan, spots: Sequence[Spot]) -> Iterator[Verdict]:
    """A verdict on each spot, in their order; what is known already is not tried again."""
    trails = find_trails(plan)
    for module in sorted({module for trail in trails.values() for module in trail.modules}):
        with contextlib.suppress(Exception):
            importlib.import_module(module)
    kept = plan.kept / "verdicts.jsonl"
    known = read_verdicts(kept)
    for spot in spots:
        tests = tests_for(spot, trails.values())
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


def describe(verdict: Verdict) -> str:
    spot = verdict.spot
    lines = [f"{'caught' if verdict.caught_by else 'MISSED'} {spot.path}:{spot.line} ({verdict.seconds} s)"]
    lines += [f"    - {spot.before}", f"    + {spot.after}"]
    lines.append(f"    by {verdict.caught_by}" if verdict.caught_by else f"    by {verdict.tests} tests that reach it")
    return "\n".join(lines)


def summarize(plan: Plan, verdicts: Sequence[Verdict]) -> str:
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
    parser.add_argument("--json", action="store_true", help="one verdict a line, as JSON")
    parser.add_argument("--list", action="store_true", help="only name the spots")
    parser.add_argument("--plan", type=Path, default=here / "mutants.toml")
    parser.add_argument("--root", type=Path, default=here.parent)
    asked = parser.parse_args()
    plan = read_plan(asked.plan, asked.root.resolve())
    spots: list[Spot] = []
    for number, area in enumerate(plan.areas):
        count = (asked.spots * (number + 1)) // len(plan.areas) - (asked.spots * number) // len(plan.areas)
        if asked.area in (None, area.name):
            spots += choose_spots(plan, area, count, asked.seed)
    if asked.list:
        print("\n".join(f"{spot.path}:{spot.line}\n    - {spot.before}\n    + {spot.after}" for spot in spots))
        return
    verdicts = []
    for verdict in examine(plan, spots):
        verdicts.append(verdict)
        print(json.dumps(asdict(verdict)) if asked.json else describe(verdict), flush=True)
    missed = [verdict for verdict in verdicts if not verdict.caught_by]
    if not asked.json:
        print("\n".join(["", *map(describe, missed), "", summarize(plan, verdicts)]))
    raise SystemExit(bool(missed))


if __name__ == "__main__":
    main()
