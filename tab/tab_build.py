"""Builds what a browser tab needs to be a table of its own: Pyodide, its standard library in part, and our package.

``python hatch_build.py tab`` makes the folder ``tab/src/birdtable_tab/files``, which the distribution ``birdtable-tab``
carries and ``birdtable site`` copies. Third-party parts come from npm and PyPI by name, pinned, with their licences.
"""

from __future__ import annotations

import ast
import gzip
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import files
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).resolve().parent
FILES = FOLDER / "src" / "birdtable_tab" / "files"
FRESH = FILES.with_name("files.new")
"""Where they are made: a server that offers the old ones finds them whole until the new ones take their place."""
STAMP = ".made-from"

PYODIDE = "314.0.7"
MSGSPEC = "0.22.0"
CPYTHON = "3.14.2"
"""As Pyodide has it."""
LICENCES = FOLDER / "licences"
"""Of Pyodide, and of what is compiled into its files: its package has neither."""
PLATFORM = "pyemscripten_2026_0_wasm32"
MSGSPEC_WHEEL = f"msgspec-{MSGSPEC}-cp314-cp314-{PLATFORM}.whl"
FROM_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

LEFT_OUT = (
    "agents",
    "cli",
    "lab",
    "terminal",
    "testing",
    "__main__.py",
    "server/static",
    "server/http",
    "server/cluster",
    "server/store/*",
    "server/crowd.py",
    "server/logs.py",
    "server/network.py",
    "server/running.py",
    "server/supervisor.py",
    "server/workers/worker.py",
    "wire/typescript.py",
)
"""What a tab has no use for: commands, the lab, and what servers do with processes, sockets and disks."""
NEEDED_ALL_THE_SAME = ("server/store/__init__.py", "server/store/base.py")
SUFFIXES = {".py", ".mo", ".toml", ".json", ".jsonl", ".net"}
"""Not the rules in words: the page has them."""


MATCHES = 10
"""A configuration, played here and in WebAssembly before a compiled build is used."""
CAPTURED: dict[str, Any] = {"capture_output": True, "text": True, "check": False}


class TabBuild:
    def __init__(self, build: ModuleType, extensions: ModuleType) -> None:
        self.build = build
        self.extensions = extensions

    def make(self, *, compiled: bool = True) -> Path:
        """Everything, if anything changed since the last time."""
        digest = self.digest(compiled=compiled)
        with self.build.alone():
            if (FILES / STAMP).exists() and (FILES / STAMP).read_text(encoding="utf-8") == digest:
                self.build.say("the tab is up to date")
                return FILES
            shutil.rmtree(FRESH, ignore_errors=True)
            FRESH.mkdir(parents=True)
            pyodide = self.fetch_pyodide()
            for name in FROM_PYODIDE:
                shutil.copy(pyodide / name, FRESH / name)
            self.pack(compiled=compiled)
            self.compile_library(pyodide / "python_stdlib.zip")
            if compiled and (difference := self.find_difference()):
                self.build.say(f"the compiled rules are not shipped: {difference}")
                compiled = False
                self.pack(compiled=False)
            made = "compiled" if compiled else "interpreted"
            self.write_licences()
            self.write_index(made)
            (FRESH / STAMP).write_text(digest, encoding="utf-8")
            shutil.rmtree(FILES, ignore_errors=True)
            FRESH.rename(FILES)
        self.build.say(f"tab built, {made}")
        return FILES

    def digest(self, *, compiled: bool) -> str:
        total = sha256(repr((PYODIDE, MSGSPEC, compiled, sys.version_info[:2])).encode())
        own = [*FOLDER.glob("*.py"), FOLDER / "stdlib.txt", *LICENCES.iterdir(), FILES.parent / "node.mjs"]
        for path in [*sorted(own), *self.package_files(), *sorted(self.build.PACKAGE.rglob("*.pxd"))]:
            total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return total.hexdigest()

    def pack(self, *, compiled: bool) -> None:
        with zipfile.ZipFile(FRESH / "packages.zip", "w", zipfile.ZIP_STORED) as archive:
            self.add_msgspec(archive)
            self.add_package(archive, compiled=compiled)

    def run_in_node(self, *program: str, **environment: str) -> Any:
        """Runs a program with the Python of this build."""
        node = self.build.system_node() or self.build.packaged_node() / "bin" / "node"
        command = [str(node), str(FILES.parent / "node.mjs"), str(FRESH), *program]
        return subprocess.run(command, env=os.environ | environment, **CAPTURED)

    def compile_library(self, whole: Path) -> None:
        """What of the standard library is imported, as bytecode."""
        with tempfile.TemporaryDirectory(dir=self.build.SCRATCH) as scratch:
            keep_modules(whole, Path(scratch, "sources.zip"), kept_modules())
            program = [str(FOLDER / "compile_library.py"), "/mounted/sources.zip", "/mounted/stdlib.zip"]
            done = self.run_in_node(*program, BIRDTABLE_STDLIB=str(whole), BIRDTABLE_MOUNTED=scratch)
            if done.returncode:
                raise self.build.BuildFailed(f"the standard library cannot be compiled: {done.stderr.strip()[-300:]}")
            shutil.copy(Path(scratch, "stdlib.zip"), FRESH / "stdlib.zip")

    def find_difference(self) -> str:
        """Where matches of this build differ from the same matches here; empty if nowhere."""
        program = [str(FOLDER / "equal_matches.py"), str(MATCHES)]
        there = self.run_in_node(*program)
        environment = os.environ | {"PYTHONPATH": str(self.build.ROOT / "src"), "PYTHONWARNINGS": "ignore"}
        here = subprocess.run([sys.executable, *program], env=environment, **CAPTURED)
        if there.returncode or here.returncode:
            lines = (there.stderr if there.returncode else here.stderr).strip().splitlines()
            return f"matches could not be played: {lines[-1][:200] if lines else there.returncode}"
        found, wanted = there.stdout.splitlines(), here.stdout.splitlines()
        if found[0] != "speed compiled":
            return "the extensions were not used"
        return next((one for one, other in zip(found[1:], wanted[1:], strict=True) if one != other), "")

    # --- parts of others ---------------------------------------------------------------------------------------------

    def fetch_pyodide(self) -> Path:
        """The package of npm, unpacked."""
        folder: Path = self.build.SCRATCH / f"pyodide-{PYODIDE}"
        if not (folder / "python_stdlib.zip").exists():
            with tempfile.TemporaryDirectory(dir=self.build.SCRATCH) as scratch:
                self.build.run_npm("pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", scratch)
                (packed,) = Path(scratch).glob("*.tgz")
                with tarfile.open(packed) as archive:
                    archive.extractall(scratch, filter="data")
                shutil.rmtree(folder, ignore_errors=True)
                (Path(scratch) / "package").rename(folder)
        return folder

    def fetch_msgspec(self) -> Path:
        wheel: Path = self.build.SCRATCH / MSGSPEC_WHEEL
        if not wheel.exists():
            command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "download", "--no-deps"]
            command += ["--only-binary=:all:", "--platform", PLATFORM, "--python-version", "314"]
            command += ["--implementation", "cp", "--abi", "cp314", "-d", str(wheel.parent), f"msgspec=={MSGSPEC}"]
            if subprocess.run(command, check=False).returncode:
                raise self.build.BuildFailed("the wheel of msgspec for WebAssembly cannot be fetched")
        return wheel

    def add_msgspec(self, archive: zipfile.ZipFile) -> None:
        with zipfile.ZipFile(self.fetch_msgspec()) as wheel:
            for name in sorted(wheel.namelist()):
                if not name.endswith((".pyi", ".typed", "/RECORD")):
                    add(archive, name, wheel.read(name))

    # --- our package -------------------------------------------------------------------------------------------------

    def package_files(self) -> list[Path]:
        package: Path = self.build.PACKAGE
        found = []
        for path in sorted(package.rglob("*")):
            name = path.relative_to(package).as_posix()
            if (
                path.suffix not in SUFFIXES
                or "/tests/" in name
                or (name.startswith("_built.") and path.suffix == ".json")
            ):
                continue
            left_out = any(path.match(f"birdtable/{each}") or name.startswith(each + "/") for each in LEFT_OUT)
            if not left_out or name in NEEDED_ALL_THE_SAME:
                found.append(path)
        return found

    def add_package(self, archive: zipfile.ZipFile, *, compiled: bool) -> None:
        """Our modules, and their extensions with the manifest that says what they were made from."""
        package: Path = self.build.PACKAGE
        self.build.compile_catalogues()
        shipped = {path.relative_to(package).as_posix(): path.read_bytes() for path in self.package_files()}
        texts = said_in(body for name, body in shipped.items() if name.endswith(".py"))
        for name, body in shipped.items():
            is_catalogue = name.endswith(".mo")
            add(archive, f"birdtable/{name}", self.keep_messages(package / name, texts) if is_catalogue else body)
        version = read_version(package)
        add(archive, f"birdtable-{version}.dist-info/METADATA", f"Name: birdtable\nVersion: {version}\n".encode())
        if not compiled:
            return
        modules = [each for each in self.modules() if each.replace(".", "/") + ".py" in shipped]
        made = self.extensions.Extensions(self.build).compile(modules)
        for module, path in made.items():
            add(archive, f"birdtable/{module.replace('.', '/')}{self.extensions.SUFFIX}", path.read_bytes())
        sources = {name: self.build.built.fingerprint(package / name) for name in sources_of(shipped, modules)}
        digests = {module: path.name for module, path in made.items()}
        manifest = {"modules": digests, "sources": sources, "failure": ""}
        add(archive, f"birdtable/{self.extensions.MANIFEST}", json.dumps(manifest).encode())

    def keep_messages(self, compiled: Path, texts: set[str]) -> bytes:
        """A catalogue with what Python says in the tab; the page has texts of its own."""
        from babel.messages.mofile import write_mo

        catalogue = self.build.read_catalogue(compiled.with_suffix(".po"))
        for message in list(catalogue):
            name = message.id if isinstance(message.id, str) else message.id[0]
            if name and name not in texts:
                catalogue.delete(message.id, message.context)
        kept = BytesIO()
        write_mo(kept, catalogue)
        return kept.getvalue()

    def modules(self) -> list[str]:
        package: Path = self.build.PACKAGE
        typed = [pxd for pxd in package.rglob("*.pxd") if pxd.with_suffix(".py").exists()]
        return sorted(self.build.module_name(path) for path in typed)

    # --- about it ----------------------------------------------------------------------------------------------------

    def write_licences(self) -> None:
        """Of all that is shipped, beside it."""
        with zipfile.ZipFile(self.fetch_msgspec()) as wheel:
            (name,) = [each for each in wheel.namelist() if each.endswith("LICENSE")]
            msgspec = wheel.read(name).decode()
        mozilla = (LICENCES / "mozilla.txt").read_text(encoding="utf-8")
        inside = (LICENCES / "inside_pyodide.txt").read_text(encoding="utf-8")
        (python,) = [each for each in files("typing_extensions") or () if each.name == "LICENSE"]
        texts = {
            f"Pyodide {PYODIDE} (https://pyodide.org), unchanged": mozilla,
            "Inside Pyodide": inside,
            f"CPython {CPYTHON} (https://python.org), its library in part": python.read_text(encoding="utf-8"),
            f"msgspec {MSGSPEC} (https://jcristharif.com/msgspec), unchanged": msgspec,
            "Birdtable": (self.build.ROOT / "LICENSE").read_text(encoding="utf-8"),
        }
        whole = "\n\n".join(f"{title}\n{'=' * len(title)}\n\n{text.strip()}" for title, text in texts.items())
        (FRESH / "LICENCES.txt").write_text(whole + "\n", encoding="utf-8")

    def write_index(self, speed: str) -> None:
        """What there is, for the page: the size of each file and its hash, and which speed it was built for."""
        names = sorted(path.name for path in FRESH.iterdir() if path.name[0] != ".")
        listed = {
            name: {"size": (FRESH / name).stat().st_size, "sha256": sha256((FRESH / name).read_bytes()).hexdigest()}
            for name in names
        }
        squeezed = sum(len(gzip.compress((FRESH / name).read_bytes(), mtime=0)) for name in names)
        index = {"speed": speed, "squeezed": squeezed, "files": listed}
        (FRESH / "index.json").write_text(json.dumps(index, indent=1), encoding="utf-8")


def read_version(package: Path) -> str:
    text = (package / "__init__.py").read_text(encoding="utf-8")
    return text.split('__version__ = "')[1].split('"')[0]


def sources_of(shipped: dict[str, bytes], modules: list[str]) -> list[str]:
    """The sources of compiled modules that lie beside them."""
    return [name for module in modules if (name := module.replace(".", "/") + ".py") in shipped]


def said_in(sources: Iterable[bytes]) -> set[str]:
    """Every text that is written out in any of these modules."""
    nodes = (node for source in sources for node in ast.walk(ast.parse(source)))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def kept_modules() -> list[str]:
    """What of the standard library is imported, a module or a package to a line; ``tests/tab`` keeps the list true."""
    lines = (FOLDER / "stdlib.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def keep_modules(whole: Path, part: Path, wanted: list[str]) -> None:
    with zipfile.ZipFile(whole) as library, zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(library.namelist()):
            stem = name.removesuffix(".pyc").removesuffix(".py")
            if any(stem == each or stem == each + "/__init__" for each in wanted):
                add(archive, name, library.read(name))


def add(archive: zipfile.ZipFile, name: str, body: bytes) -> None:
    """Always the same bytes for the same files."""
    archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), body)
