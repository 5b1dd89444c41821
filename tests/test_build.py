"""Two speeds of one law: what is compiled, when the extensions are used, and what happens without a compiler.

A small package of two typed modules stands in for the rules, with the build and the choice of speed that we ship.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from birdtable import catalog

ROOT = Path(__file__).resolve().parents[1]

FILES = {
    "base.py": "class Base:\n    def __init__(self) -> None:\n        self.points = 2\n",
    "base.pxd": "cdef class Base:\n    cdef public int points\n",
    "game/__init__.py": "",
    "game/rules.py": "from birdtable.base import Base\n\n\nclass Rules(Base):\n    pass\n",
    "game/rules.pxd": "from birdtable.base cimport Base\n\ncdef class Rules(Base):\n    pass\n",
    "game/tests/test_rules.py": "from birdtable.base import Base\n\n\ndef test_it():\n    assert Base().points == 3\n",
    "locale/it/LC_MESSAGES/birdtable.po": 'msgid "pass"\nmsgstr "passa"\n',
}

ASK = """
import json, sys, birdtable
from importlib import import_module
files = [import_module(name).__file__ for name in sys.argv[1:]]
print(json.dumps([birdtable.speed(), birdtable.speed_reason(), files]))
"""


def test_methods_that_nobody_overrides_are_called_directly() -> None:
    """Marked final in a ``.pxd``, they would be looked up at every call."""
    for path in (ROOT / "src").rglob("*.pxd"):
        assert "\n    @cython.final" not in path.read_text(encoding="utf-8"), path.name


class Checkout:
    """A clone of the project in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "src" / "birdtable"

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        settings = {name: value for name, value in os.environ.items() if name not in ("BIRDTABLE_PURE", "CC")}
        settings |= {"PYTHONPATH": str(self.folder / "src"), **environment}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=self.folder, env=settings, capture_output=True, text=True, check=False)

    def build(self, **environment: str) -> str:
        """What the build said."""
        done = self.run("hatch_build.py", "rules", **environment)
        assert done.returncode == 0, done.stderr
        return done.stderr.strip()

    def wheel(self, where: Path, **environment: str) -> Path:
        pip = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(where), "."]
        done = self.run(*pip, **environment)
        assert done.returncode == 0, done.stderr
        (wheel,) = where.iterdir()
        return wheel

    def ask(self, *modules: str, **environment: str) -> Answer:
        """What a fresh process says of its speed and of where it found these modules."""
        return Answer(self.run("-c", ASK, *(modules or ("birdtable.base", "birdtable.game.rules")), **environment))


class Answer:
    def __init__(self, done: subprocess.CompletedProcess[str]) -> None:
        assert done.returncode == 0, done.stderr
        self.speed, self.reason, self.files = json.loads(done.stdout)
        self.endings = {Path(file).suffix for file in self.files}
        self.warning = done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Compiled once; tests change copies of it."""
    checkout = Checkout(tmp_path_factory.mktemp("checkout"))
    for name in ("hatch_build.py", "pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, checkout.folder / name)
    for name in ("__init__.py", "_built.py", "_speed.py"):
        (checkout.package / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "src" / "birdtable" / name, checkout.package / name)
    for name, text in FILES.items():
        (checkout.package / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout.package / name).write_text(text, encoding="utf-8")
    assert checkout.build() == "compiled base, game.rules"
    return checkout


@pytest.fixture
def checkout(built: Checkout, tmp_path: Path) -> Checkout:
    shutil.copytree(built.folder, tmp_path / "copy", ignore=shutil.ignore_patterns("__pycache__"))
    return Checkout(tmp_path / "copy")


def test_extensions_that_match_their_sources_are_used(checkout: Checkout) -> None:
    answer = checkout.ask()
    assert (answer.speed, answer.endings, answer.warning) == ("compiled", {".so"}, "")


def test_birdtable_pure_leaves_the_extensions_out(checkout: Checkout) -> None:
    answer = checkout.ask(BIRDTABLE_PURE="1")
    assert (answer.speed, answer.endings, answer.warning) == ("interpreted", {".py"}, "")
    assert checkout.ask(BIRDTABLE_PURE="0").speed == "compiled"


@pytest.mark.parametrize("pure", ["0", "1"])
def test_pytest_still_explains_the_asserts_of_tests_beside_the_code(checkout: Checkout, pure: str) -> None:
    test = checkout.package / "game" / "tests" / "test_rules.py"
    done = checkout.run("-m", "pytest", "--import-mode=importlib", "-c", os.devnull, str(test), BIRDTABLE_PURE=pure)
    assert "assert 2 == 3" in done.stdout


@pytest.mark.parametrize("name", ["base.py", "base.pxd", "game/rules.py"])
def test_one_changed_source_makes_all_rules_run_interpreted_and_says_so(checkout: Checkout, name: str) -> None:
    path = checkout.package / name
    before = path.stat()
    path.write_text(FILES[name] + "# changed\n", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    answer = checkout.ask()
    assert (answer.speed, answer.endings) == ("interpreted", {".py"})
    assert name in answer.warning and "make build" in answer.warning


def test_a_touched_source_with_the_same_text_is_no_change(checkout: Checkout) -> None:
    os.utime(checkout.package / "base.py")
    assert checkout.ask().speed == "compiled"


def test_a_missing_extension_is_never_mixed_with_the_others(checkout: Checkout) -> None:
    (extension,) = (checkout.package / "game").glob("rules.*.so")
    extension.unlink()
    answer = checkout.ask()
    assert (answer.speed, answer.endings) == ("interpreted", {".py"})
    assert extension.name in answer.warning


def test_a_module_that_exists_compiled_only_is_refused_where_the_rules_are_interpreted(checkout: Checkout) -> None:
    (checkout.package / "loops.pyx").write_text("from birdtable.base cimport Base\n", encoding="utf-8")
    assert checkout.build() == "compiled loops"
    assert checkout.ask("birdtable.loops").endings == {".so"}
    done = checkout.run("-c", "import birdtable.loops", BIRDTABLE_PURE="1")
    assert done.stderr.splitlines()[-1] == (
        "ImportError: birdtable.loops exists compiled only, and here BIRDTABLE_PURE is set"
    )


def test_extensions_without_a_manifest_are_not_used(checkout: Checkout) -> None:
    (manifest,) = checkout.package.glob("_built.*.json")
    manifest.unlink()
    assert checkout.ask().endings == {".py"}


def test_only_what_changed_is_compiled_again(checkout: Checkout) -> None:
    assert checkout.build() == "2 compiled modules are up to date"
    (checkout.package / "game" / "rules.py").write_text(FILES["game/rules.py"] + "\n\nSEATS = 2\n", encoding="utf-8")
    assert checkout.build() == "compiled game.rules"
    assert checkout.ask().speed == "compiled"


def test_a_changed_pxd_compiles_those_that_import_from_it(checkout: Checkout) -> None:
    (checkout.package / "base.pxd").write_text(FILES["base.pxd"] + "    cdef public int seats\n", encoding="utf-8")
    assert checkout.build() == "compiled base, game.rules"
    assert checkout.ask().speed == "compiled"


def test_a_module_that_is_no_longer_compiled_loses_its_extension(checkout: Checkout) -> None:
    (checkout.package / "game" / "rules.pxd").unlink()
    checkout.build()
    assert list((checkout.package / "game").glob("*.so")) == []


def test_the_build_command_fails_without_a_compiler_and_says_so(checkout: Checkout) -> None:
    (checkout.package / "base.py").write_text(FILES["base.py"] + "# changed\n", encoding="utf-8")
    done = checkout.run("hatch_build.py", "rules", CC="/bin/false")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "build failed: there is no C compiler that works (tried: /bin/false)"


def test_the_build_command_names_the_file_that_cython_refuses(checkout: Checkout) -> None:
    (checkout.package / "base.pxd").write_text("cdef class Base:\n    cdef Nonsense points\n", encoding="utf-8")
    done = checkout.run("hatch_build.py", "rules")
    assert done.returncode == 1
    assert "base.p" in done.stderr.splitlines()[-1]


def test_a_wheel_carries_both_speeds_and_no_tests(checkout: Checkout, tmp_path: Path) -> None:
    wheel = checkout.wheel(tmp_path / "dist")
    names = {name.removeprefix("birdtable/") for name in zipfile.ZipFile(wheel).namelist()}
    assert "none-any" not in wheel.name
    assert {"base.py", "base.pxd", "game/rules.py", "game/rules.pxd", "locale/it/LC_MESSAGES/birdtable.mo"} <= names
    assert sum(name.endswith(".so") for name in names) == 2
    assert sum(name.startswith("_built.") and name.endswith(".json") for name in names) == 1
    assert not any("test_" in name for name in names)


def test_without_a_compiler_the_package_installs_and_runs_interpreted(checkout: Checkout, tmp_path: Path) -> None:
    (checkout.package / "base.py").write_text(FILES["base.py"] + "# changed\n", encoding="utf-8")
    wheel = checkout.wheel(tmp_path / "dist", CC="/bin/false")
    assert wheel.name.endswith("-py3-none-any.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    answer = checkout.ask(PYTHONPATH=str(tmp_path / "installed"))
    assert (answer.speed, answer.endings, answer.warning) == ("interpreted", {".py"}, "")
    assert answer.reason == "there is no C compiler that works (tried: /bin/false)"


def test_the_project_itself_makes_a_wheel_that_has_everything_and_plays(tmp_path: Path) -> None:
    wheel = Checkout(ROOT).wheel(tmp_path / "dist")
    names = set(zipfile.ZipFile(wheel).namelist())
    for game in map(catalog.game, catalog.games()):
        folder = f"birdtable/games/{game.name}"
        assert {f"{folder}/RULES.md", *(f"{folder}/lessons/{lesson}.toml" for lesson in game.lessons)} <= names
    assert {"birdtable/server/static/index.html", "birdtable/locale/it/LC_MESSAGES/birdtable.mo"} <= names
    assert not any("test_" in name or "golden" in name for name in names)
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    sim = ["-m", "birdtable", "sim", "birdie", "--players", "random,random", "--games", "1", "--seed", "1", "--json"]
    done = Checkout(tmp_path).run(*sim, PYTHONPATH=str(tmp_path / "installed"))
    assert json.loads(done.stdout)["games"] == 1
    answer = Checkout(tmp_path).ask("birdtable.games.birdie.rules", PYTHONPATH=str(tmp_path / "installed"))
    assert (answer.speed, answer.endings) == ("compiled", {".so"})
    assert str(tmp_path) in answer.files[0]


def test_importing_the_package_imports_no_game_and_no_library() -> None:
    ask = "import sys, birdtable; print(sorted({name.split('.')[0] for name in sys.modules} & {'msgspec', 'rich'}))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
