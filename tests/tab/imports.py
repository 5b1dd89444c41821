"""Runs in WebAssembly: imports every module of ours that is shipped, and every module that any of them names anywhere.

What is named inside a function is imported when somebody plays; it must be there too. Prints what is missing.
"""

import ast
import importlib
import sys
from pathlib import Path

import birdtable

ELSEWHERE = {
    "birdtable.cli",
    "birdtable.lab",
    "birdtable.server.http",
    "birdtable.server.store",
    "birdtable.server.workers.worker",
    "birdtable.terminal",
}
"""What is imported inside functions that a tab never gets to."""

package = Path(birdtable.__path__[0])
wanted: dict[str, str] = {}
for path in sorted(package.rglob("*.py")):
    module = ".".join(path.relative_to(package).with_suffix("").parts).removesuffix(".__init__")
    if module != "__init__":
        wanted.setdefault(f"birdtable.{module}", module)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            wanted.setdefault(name, module)
missing = []
for name, by in wanted.items():
    if any(name == each or name.startswith(each + ".") for each in ELSEWHERE) and name != "birdtable.server.store.base":
        continue
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing.append(f"{by} needs {name}: {error}")
print("\n".join(missing) or f"{len(wanted)} modules, nothing missing")
sys.stdout.flush()
