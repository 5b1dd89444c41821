"""The build for browsers, in Node: the same Python, library and packages as in a tab."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from kit.page.site import NODE, ROOT, build_tab

EQUAL = ROOT / "tab" / "equal_matches.py"


@pytest.fixture(scope="session")
def files() -> Path:
    return build_tab()


def in_node(files: Path, program: Path, *arguments: str, **environment: str) -> str:
    node = shutil.which("node")
    assert node is not None
    done = subprocess.run(
        [node, str(NODE), str(files), str(program), *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    return done.stdout


def here(program: Path, *arguments: str) -> str:
    return subprocess.run([sys.executable, str(program), *arguments], capture_output=True, text=True, check=True).stdout


@pytest.mark.timeout(900)
def test_the_build_passed_its_comparison_and_ships_compiled_rules(files: Path) -> None:
    assert json.loads((files / "index.json").read_bytes())["speed"] == "compiled"
    assert "Mozilla Public License Version 2.0" in (files / "LICENCES.txt").read_text(encoding="utf-8")


INSIDE = {
    "Emscripten": b"/emsdk/emscripten/",
    "Expat 2.7.3": b"expat_2.7.3",
    "HACL*": b"Hacl_",
    "SQLite 3.39.0": b"3.39.0",
    "bzip2 1.0.6": b"1.0.6, 6-Sept-2010",
    "compiler-rt": b"compiler-rt/lib",
    "error-stack-parser": b"parseV8OrIE",
    "libc++abi": b"libcxxabi/src",
    "libffi": b"ffi_call",
    "liblzma 5.2.2": b"5.2.2",
    "libmpdec": b"libmpdec",
    "mimalloc": b"mimalloc: error",
    "zlib 1.3.1": b"inflate 1.3.1",
    "zstd 1.5.7": b"1.5.7",
}
"""By what in Pyodide's files each part is found."""


def test_the_licence_of_everything_inside_pyodide_lies_beside_it(files: Path) -> None:
    shipped = b"".join((files / name).read_bytes() for name in ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs"))
    licences = (files / "LICENCES.txt").read_text(encoding="utf-8")
    for part, mark in INSIDE.items():
        assert mark in shipped and f"\n{part}: " in licences, part
    assert b"OpenSSL" not in shipped


def test_the_version_of_python_is_the_one_that_its_licence_names(files: Path, tmp_path: Path) -> None:
    (tmp_path / "version.py").write_text("import sys\nprint(sys.version.split()[0])", encoding="utf-8")
    version = in_node(files, tmp_path / "version.py").strip()
    assert f"\nCPython {version} (" in (files / "LICENCES.txt").read_text(encoding="utf-8")


def test_everything_that_is_imported_is_in_the_trimmed_library(files: Path) -> None:
    assert in_node(files, Path(__file__).with_name("imports.py")).strip().endswith("nothing missing")


FAULT = """
import json
from birdtable.tab.opening import open_desk
from birdtable.tab.shelf import Memory
from birdtable.tab.thinker import Inline

async def broken(*_):
    json.loads("{")

desk = await open_desk(print, Memory(), Inline())
desk.find = broken
print((await desk.ask("GET", "me", None)).status)
"""


def test_what_goes_wrong_inside_the_trimmed_library_is_logged_and_answered(files: Path, tmp_path: Path) -> None:
    (tmp_path / "fault.py").write_text(FAULT, encoding="utf-8")
    assert in_node(files, tmp_path / "fault.py").split()[-1] == "500"


PACKAGES = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "sortedcontainers", "pygments")
SCRATCH = ROOT / "build"


def fetch_hypothesis() -> Path:
    """Its wheel for WebAssembly, of the version that is installed here."""
    name = f"hypothesis-{version('hypothesis')}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    if not (SCRATCH / name).exists():
        command = [sys.executable, "-m", "pip", "-q", "download", "--no-deps", "--only-binary=:all:"]
        command += ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp"]
        command += ["--abi", "cp314", "-d", str(SCRATCH), f"hypothesis=={version('hypothesis')}"]
        subprocess.run(command, check=True)
    return SCRATCH / name


@pytest.fixture(scope="session")
def mounted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine's tests and what they are written with, beside nothing that could stand in for the shipped package."""
    folder = tmp_path_factory.mktemp("mounted")
    here = Path(pytest.__file__).parents[1]
    skip = shutil.ignore_patterns("__pycache__", "*.so", "*.pyc")
    for name in PACKAGES:
        shutil.copytree(here / name, folder / "packages" / name, ignore=skip)
    shutil.copy(here / "py.py", folder / "packages" / "py.py")
    (about,) = here.glob("pytest-[0-9]*.dist-info")
    shutil.copytree(about, folder / "packages" / about.name)
    with zipfile.ZipFile(fetch_hypothesis()) as wheel:
        wheel.extractall(folder / "packages")
    shutil.copytree(ROOT / "tests" / "kit", folder / "tests" / "kit", ignore=skip)
    shutil.copytree(ROOT / "src" / "birdtable" / "testing", folder / "birdtable" / "testing", ignore=skip)
    for game in ("birdie", "cubirds"):
        law = ROOT / "src" / "birdtable" / "games" / game
        shutil.copytree(law / "tests", folder / game / "tests", ignore=skip)
        for path in (law / "RULES.md", *law.glob("*.pxd")):
            shutil.copy(path, folder / game)
    for name in ("test_engine.py", "test_kuhn.py"):
        shutil.copy(ROOT / "tests" / name, folder / name)
    markers = "\n".join(f"    {name}" for name in ("clause(number)", "long"))
    (folder / "pytest.ini").write_text(f"[pytest]\naddopts = --import-mode=importlib\nmarkers =\n{markers}\n")
    return folder


def run_engine(files: Path, mounted: Path, *arguments: str, **environment: str) -> list[str]:
    """The engine's tests with the whole standard library: pytest needs more of it than is shipped."""
    library = next(SCRATCH.glob("pyodide-*/python_stdlib.zip"))
    program = Path(__file__).with_name("run_engine.py")
    ours = {"BIRDTABLE_STDLIB": str(library), "BIRDTABLE_MOUNTED": str(mounted)}
    return in_node(files, program, *arguments, **ours, **environment).splitlines()


def test_goldens_are_the_same_in_webassembly(files: Path, mounted: Path) -> None:
    found = run_engine(files, mounted, "birdie/tests/test_golden.py", "cubirds/tests/test_golden.py")
    assert found[0] == "compiled" and " passed" in found[-1]


@pytest.mark.long
@pytest.mark.parametrize("speed", ["compiled", "interpreted"])
def test_the_engine_passes_its_own_tests_in_webassembly(files: Path, mounted: Path, speed: str) -> None:
    pure = {"BIRDTABLE_PURE": "1"} if speed == "interpreted" else {}
    found = run_engine(files, mounted, ".", **pure)
    assert found[0] == speed and " passed" in found[-1]


@pytest.mark.long
def test_500_matches_a_configuration_are_the_same_in_webassembly(files: Path) -> None:
    assert in_node(files, EQUAL, "500") == here(EQUAL, "500")


@pytest.mark.long
@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_interpreted_they_are_the_same_too(files: Path, game: str) -> None:
    found = in_node(files, EQUAL, "500", game, BIRDTABLE_PURE="1").splitlines()
    assert found[0] == "speed interpreted" and len(found) > 1
    assert found[1:] == here(EQUAL, "500", game).splitlines()[1:]
