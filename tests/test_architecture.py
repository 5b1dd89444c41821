"""ARCHITECTURE.md fits the tree: what it names is there, and every room of the package is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from birdtable import catalog

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "birdtable"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PLACES = (PACKAGE, ROOT)
TABLE = PAGE[PAGE.index("| you look for") : PAGE.index("```", PAGE.index("| you look for"))]
TREE = PAGE[PAGE.index("```") : PAGE.rindex("```")]


def named_paths() -> Iterator[str]:
    """Everything in backticks that looks like a file or a folder; files after a folder lie in it."""
    for line in TABLE.splitlines()[2:]:
        folder = ""
        for path in re.findall(r"`([\w<>./-]+)`", line):
            if path.endswith((".py", ".md")) and "/" not in path and not (PACKAGE / path).exists():
                path = folder + path
            if "/" in path:
                folder = path[: path.rindex("/") + 1]
            if path.endswith((".py", ".md", "/")):
                yield path


def exists(path: str) -> bool:
    games = ["birdie", "cubirds"] if "<game>" in path else [""]
    return any((place / path.replace("<game>", game)).exists() for place in PLACES for game in games)


@pytest.mark.parametrize("path", sorted(set(named_paths())))
def test_what_the_table_names_is_there(path: str) -> None:
    assert exists(path)


def test_every_room_and_module_of_the_package_is_named() -> None:
    parts = [path.name for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    parts += [f"{path.name}/" for path in (PACKAGE / "server").iterdir() if (path / "__init__.py").exists()]
    missing = [
        name for name in parts if name.removesuffix("/") not in TREE and name not in ("__init__.py", "__main__.py")
    ]
    assert [name for name in missing if name.rstrip("/") not in catalog.games()] == []


def test_every_room_of_the_page_is_named() -> None:
    rooms = [f"{path.name}/" for path in (ROOT / "web" / "src").iterdir() if path.is_dir()]
    named = TREE[TREE.index("\nweb/src/ ") : TREE.index("\ntests/ ")]
    assert [room for room in rooms if f" {room} " not in named] == []


def test_no_file_asks_which_game_it_is_but_those_of_a_game() -> None:
    """What differs between games is in their parts."""
    asks = re.compile(rf"""[!=]==?\s*["']({"|".join(catalog.games())})["']""")
    files = [
        path
        for folder, kinds in ((PACKAGE, ("*.py",)), (ROOT / "web" / "src", ("*.ts", "*.svelte")))
        for kind in kinds
        for path in folder.rglob(kind)
        if not {"birdie", "cubirds", "tests"} & set(path.parts) and not path.name.endswith(".test.ts")
    ]
    assert len(files) > 500
    assert [f"{path.relative_to(ROOT)}" for path in files if asks.search(path.read_text(encoding="utf-8"))] == []
