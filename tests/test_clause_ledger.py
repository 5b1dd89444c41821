"""The clause ledger: every clause of a game's ``RULES.md`` has a test, and every test names clauses that exist.

It reads the files instead of asking pytest, so that it says the same whatever part of the tests is run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted(path.parent for path in ROOT.glob("src/birdtable/games/*/RULES.md"))
TESTS = sorted([*ROOT.glob("src/birdtable/**/test_*.py"), *ROOT.glob("tests/**/test_*.py")])

CLAUSE = re.compile(r"^(?:[-*] |#+ |(?=\*\*))\**([A-Z]\d+\.\d+)\b")
"""How a clause begins: ``- B5.6 ...``, ``### B5.6 ...`` or ``**B5.6** ...``; a wrapped line that goes on is none."""


def clauses(rules: str) -> set[str]:
    return {found[1] for line in rules.splitlines() if (found := CLAUSE.match(line))}


def named_clauses(source: str) -> Iterator[tuple[str, int]]:
    """The clauses that marks name, ``@clause("B5.6")`` or ``pytest.mark.clause("B5.6")``, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and is_clause_mark(node.func):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, argument.lineno


def is_clause_mark(function: ast.expr) -> bool:
    return (isinstance(function, ast.Name) and function.id == "clause") or (
        isinstance(function, ast.Attribute) and function.attr == "clause"
    )


def ledger() -> dict[str, list[str]]:
    """Every clause that a test names, with the places."""
    found: dict[str, list[str]] = {}
    for path in TESTS:
        if path != Path(__file__).resolve():
            for clause, line in named_clauses(path.read_text(encoding="utf-8")):
                found.setdefault(clause, []).append(f"{path.relative_to(ROOT)}:{line}")
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_clause_has_a_test(game: Path) -> None:
    known = clauses((game / "RULES.md").read_text(encoding="utf-8"))
    assert known, f"{game.name}/RULES.md has no clause that this ledger can read"
    missing = sorted(known - ledger().keys())
    assert not missing, f"no test proves {', '.join(missing)}"


def test_every_test_names_clauses_that_exist() -> None:
    known = set().union(*(clauses((game / "RULES.md").read_text(encoding="utf-8")) for game in GAMES))
    unknown = [f"{clause} ({', '.join(places)})" for clause, places in ledger().items() if clause not in known]
    assert not unknown, f"no rules have {'; '.join(unknown)}"


def test_the_ledger_reads_clauses_where_they_begin() -> None:
    rules = (
        "## B1 Parts\n- B1.1 64 cards, see\n  B2.3 and B2.4\n- **B1.10** a board\n### B1.3 Trophies\n**B1.4** Flap\n"
    )
    assert clauses(rules) == {"B1.1", "B1.10", "B1.3", "B1.4"}


def test_the_ledger_reads_both_forms_of_the_mark() -> None:
    source = '@clause("B1.1", "B1.2")\ndef test_a(): ...\n@pytest.mark.clause("C1.1")\ndef test_b(): ...\n'
    assert list(named_clauses(source)) == [("B1.1", 1), ("B1.2", 1), ("C1.1", 3)]
