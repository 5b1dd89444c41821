"""The contract that only a game's own packages import each other."""

from __future__ import annotations

import pytest
from grimp import ImportGraph

from kit.sources.import_contracts import Own

TESTS = "games.owls.tests.test_owls"
MODULES = ["games.owls", "games.larks", TESTS, "bots.roster", "bots.owls", "lab.owls", "lab.larks"]
OPTIONS = {"root": "birdtable", "games": "birdtable.games"}


def check(importer: str, imported: str, **more: object) -> bool:
    graph = ImportGraph()
    graph.add_module("birdtable")
    for module in ("games", *MODULES):
        graph.add_module(f"birdtable.{module}")
    graph.add_import(importer=f"birdtable.{importer}", imported=f"birdtable.{imported}")
    own = Own(name="own", session_options={"root_packages": ["birdtable"]}, contract_options={**OPTIONS, **more})
    return bool(own.check(graph, verbose=False).kept)


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("bots.owls", "games.owls", True),
        ("lab.owls", "bots.owls", True),
        ("bots.owls", "bots.roster", True),
        ("bots.roster", "bots.owls", False),
        ("bots.roster", "games.owls", False),
        ("lab.larks", "bots.owls", False),
        ("games.owls", "games.larks", False),
        (TESTS, "lab.larks", True),
    ],
)
def test_only_a_games_own_packages_import_each_other(importer: str, imported: str, allowed: bool) -> None:
    assert check(importer, imported) is allowed


def test_what_is_listed_is_let_pass() -> None:
    assert check("bots.roster", "bots.owls", ignore_imports=["birdtable.bots.roster -> birdtable.bots.owls"])
