"""Runs in WebAssembly: turns a zip file of modules into one of their bytecode, which only the same Python can make.

A browser then starts in half the time. Docstrings and line numbers are left out: nobody reads them there.

Arguments: the file with the sources, the file to write.
"""

import sys
import zipfile
from importlib import _bootstrap_external
from types import CodeType

OPTIMIZE = 2
WHEN = (2020, 1, 1, 0, 0, 0)


def strip(code: CodeType) -> CodeType:
    inner = tuple(strip(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=nowhere(len(code.co_code) // 2))


def nowhere(count: int) -> bytes:
    """Says of so many instructions that they come from no line, at most eight to a byte. Whoever prints a traceback
    relies on hearing of every one."""
    return b"\xff" * (count // 8) + (bytes([0xF7 + count % 8]) if count % 8 else b"")


with zipfile.ZipFile(sys.argv[1]) as sources, zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_STORED) as archive:
    for name in sorted(sources.namelist()):
        code = compile(sources.read(name), name, "exec", dont_inherit=True, optimize=OPTIMIZE)
        bytecode = _bootstrap_external._code_to_timestamp_pyc(strip(code))  # type: ignore[attr-defined]
        archive.writestr(zipfile.ZipInfo(name + "c", WHEN), bytes(bytecode))
