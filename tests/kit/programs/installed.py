"""Birdtable as strangers have it: a wheel, installed into an empty environment outside the clone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from kit.server.evening import Process

ROOT = Path(__file__).parents[3]

spec = spec_from_file_location("release", ROOT / "tools" / "release.py")
assert spec is not None and spec.loader is not None
release = module_from_spec(spec)
"""The tool that makes a release."""
spec.loader.exec_module(release)

TOOLS = ("cc", "gcc", "clang", "c99", "node", "npm", "make", "git")
"""What strangers need not have."""


def run(*command: object, folder: Path = ROOT, environment: Mapping[str, str] | None = None) -> str:
    """A command that must succeed; what it printed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def pip(*arguments: object) -> str:
    return run(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments)


def build_wheel(folder: Path, source: Path = ROOT, *, pure: bool = False) -> Path:
    """Of this checkout, or of another source."""
    settings = {**os.environ, "BIRDTABLE_PURE": "1" if pure else "0"}
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(source)]
    run(*build, environment=settings)
    (wheel,) = folder.glob("birdtable-*.whl")
    return wheel


def unpacked_sdist(folder: Path) -> Path:
    """What ``make release`` packs as the context of the container."""
    run(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", folder / "sdist", ROOT)
    (sdist,) = (folder / "sdist").iterdir()
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "context", filter="data")
    (context,) = (folder / "context").iterdir()
    return context


def fetch_packages(wheel: Path, folder: Path) -> Path:
    """A folder with the wheel and everything that it needs: after this nothing comes from a network."""
    pip("download", "--dest", folder, "--only-binary=:all:", "-c", ROOT / "constraints.txt", wheel)
    return folder


class Installed:
    """An environment of its own, whose programs find nothing on their path but itself."""

    def __init__(self, folder: Path) -> None:
        assert not folder.is_relative_to(ROOT)
        self.folder = folder
        venv.create(folder, with_pip=False)
        self.programs = folder / "bin"
        self.python = self.programs / "python"
        self.path = str(self.programs)
        home = str(folder / "home")
        self.environment = {"PATH": self.path, "HOME": home, "LC_ALL": "C.UTF-8"}
        assert not any(shutil.which(tool, path=self.path) for tool in TOOLS)

    def install(self, packages: Path, wanted: str = "birdtable") -> None:
        pip("--python", self.python, "install", "--no-index", "--find-links", packages, "--only-binary=:all:", wanted)

    def run(self, *command: object) -> str:
        return run(*command, folder=self.folder, environment=self.environment)

    def server(self) -> Process:
        process = Process(self.folder / "birdtable.sqlite3")
        process.program = [str(self.programs / "birdtable")]
        process.environment = self.environment
        return process
