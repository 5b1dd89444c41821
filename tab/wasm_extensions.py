"""Compiles the rules for CPython in WebAssembly: Cython writes C, and the clang of ``ziglang`` compiles it for Pyodide.

No emscripten is needed: an extension imports all it calls from Pyodide's own module, and uses the limited API only.
Nobody upstream supports this way, so every tool is pinned, and equality tests decide whether a build ships.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

SUFFIX = ".cpython-314-wasm32-emscripten.so"
MANIFEST = "_built.cpython-314-wasm32-emscripten.json"
ZIG = "0.17.0"
LIMITED_API = "0x030b0000"
PROCESSES = 2

FOUR_BYTES = "VOID_P SIZE_T LONG INT WCHAR_T PID_T UINTPTR_T FLOAT"
EIGHT_BYTES = "LONG_LONG TIME_T OFF_T DOUBLE"
PRESENT = (
    "SSIZE_T STDINT_H INTTYPES_H STDLIB_H STRING_H UNISTD_H SYS_TYPES_H SYS_STAT_H SYS_TIME_H LONG_LONG PROTOTYPES "
    "STDARG_PROTOTYPES"
)
CONFIG = "\n".join(
    [
        *(f"#define SIZEOF_{name} 4" for name in FOUR_BYTES.split()),
        *(f"#define SIZEOF_{name} 8" for name in EIGHT_BYTES.split()),
        "#define SIZEOF_SHORT 2",
        "#define ALIGNOF_SIZE_T 4",
        "#define ALIGNOF_LONG 4",
        *(f"#define HAVE_{name} 1" for name in PRESENT.split()),
        "#define STDC_HEADERS 1",
        "#define WITH_DOC_STRINGS 1",
        "#define DOUBLE_IS_LITTLE_ENDIAN_IEEE754 1",
        '#define PY_FORMAT_SIZE_T "z"',
        "#define Py_HASH_CUTOFF 0",
        "#define RETSIGTYPE void",
        "",
    ]
)
"""The ``pyconfig.h`` of CPython on wasm32: what the headers of the limited API ask for."""

COMPILE = [
    "--target=wasm32-unknown-emscripten",
    *("-fPIC", "-O3", "-g0", "-c", "-nostdlibinc", "-Wno-everything"),
    *("-D__EMSCRIPTEN__=1", "-D__wasi__=1", "-DNDEBUG"),
    *(f"-DPy_LIMITED_API={LIMITED_API}", "-DCYTHON_LIMITED_API=1"),
]
LINK = [
    *("-shared", "--experimental-pic", "-Bdynamic", "--unresolved-symbols=import-dynamic", "--strip-all"),
    *("--export-if-defined=__wasm_apply_data_relocs", "--export-if-defined=__wasm_call_ctors"),
]


class Extensions:
    """The extensions of a checkout, kept in a scratch folder by the digest of what they were made from."""

    def __init__(self, build: ModuleType) -> None:
        self.build = build
        """The build of the package, which knows its modules and their sources."""
        self.kept: Path = build.SCRATCH / "wasm"

    def compile(self, modules: list[str]) -> dict[str, Path]:
        """The extension of each module; only what changed is compiled."""
        made = {module: self.place(module) for module in modules}
        missing = [module for module, path in made.items() if not path.exists()]
        if missing:
            self.compile_missing(missing)
            self.build.say(f"compiled for WebAssembly: {', '.join(missing)}")
        return made

    def place(self, module: str) -> Path:
        total = blake2b(self.build.digest(self.build.sources_of(module)).encode(), digest_size=16)
        total.update(repr((ZIG, COMPILE, LINK, CONFIG, sysconfig.get_python_version())).encode())
        return self.kept / f"{module}.{total.hexdigest()}{SUFFIX}"

    def compile_missing(self, modules: list[str]) -> None:
        zig = zig_folder(self.build)
        self.kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.build.SCRATCH) as scratch, self.build.working_in(self.build.ROOT):
            folder = Path(scratch)
            write_headers(folder)
            sources = self.write_c(modules, folder)
            with ThreadPoolExecutor(PROCESSES) as pool:
                made = list(pool.map(lambda module: self.compile_one(zig, module, sources[module], folder), modules))
            for module, path in zip(modules, made, strict=True):
                path.replace(self.place(module))

    def write_c(self, modules: list[str], folder: Path) -> dict[str, Path]:
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError
        from setuptools import Extension

        wanted = [
            Extension(f"birdtable.{module}", [str(self.build.source(module).relative_to(self.build.ROOT))])
            for module in modules
        ]
        try:
            made = cythonize(
                wanted,
                include_path=["src"],
                build_dir=str(folder),
                compiler_directives=self.build.DIRECTIVES,
                nthreads=PROCESSES if len(modules) > 1 else 0,
                quiet=True,
                force=True,
            )
        except CompileError as error:
            raise self.build.BuildFailed(f"Cython cannot compile {error}") from error
        return {each.name.removeprefix("birdtable."): Path(each.sources[0]).resolve() for each in made}

    def compile_one(self, zig: Path, module: str, source: Path, folder: Path) -> Path:
        headers: list[str | Path] = [
            *("-I", folder / "config", "-isystem", folder / "python", "-isystem", zig / "lib/include"),
            *("-isystem", zig / "lib/libc/include/wasm-wasi-musl", "-isystem", zig / "lib/libc/include/generic-musl"),
        ]
        thing, made = folder / f"{module}.o", folder / f"{module}{SUFFIX}"
        self.run(zig, folder, "clang", *COMPILE, *headers, source, "-o", thing)
        self.run(zig, folder, "wasm-ld", *LINK, f"--export=PyInit_{module.rpartition('.')[2]}", "-o", made, thing)
        return made

    def run(self, zig: Path, folder: Path, *arguments: str | Path) -> None:
        environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(folder), "ZIG_LOCAL_CACHE_DIR": str(folder)}
        done = subprocess.run(
            [str(zig / "zig"), *map(str, arguments)], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"zig ended with {done.returncode}"]
            raise self.build.BuildFailed(f"the rules cannot be compiled for WebAssembly: {lines[0]}")


def zig_folder(build: ModuleType) -> Path:
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise build.BuildFailed(f"the rules cannot be compiled for WebAssembly: ziglang {ZIG} is not installed")
    if version("ziglang") != ZIG:
        raise build.BuildFailed(f"ziglang {version('ziglang')} is installed, but the extensions are built with {ZIG}")
    return Path(spec.origin).parent


def write_headers(folder: Path) -> None:
    """Python's headers, with the configuration of wasm32 in place of this machine's."""
    shutil.copytree(sysconfig.get_paths()["include"], folder / "python")
    (folder / "python" / "pyconfig.h").unlink()
    (folder / "config").mkdir()
    (folder / "config" / "pyconfig.h").write_text(CONFIG, encoding="utf-8")
