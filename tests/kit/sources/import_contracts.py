"""The contracts of import-linter, blind to the tests that lie beside the code: those may import what they like."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.application.contract_utils import AlertLevel, remove_ignored_imports
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.contracts.layers import LayersContract


def without_tests(graph: ImportGraph) -> ImportGraph:
    graph = deepcopy(graph)
    for module in graph.modules:
        if ".tests." in module:
            graph.remove_module(module)
    # The package itself only lists names of its rooms, and imports one when it is asked for.
    for module in graph.find_modules_directly_imported_by("birdtable"):
        graph.remove_import(importer="birdtable", imported=module)
    return graph


class Arrows(LayersContract):
    def check(self, graph: ImportGraph, verbose: bool) -> Any:
        return super().check(without_tests(graph), verbose)


class Apart(IndependenceContract):
    def check(self, graph: ImportGraph, verbose: bool) -> Any:
        return super().check(without_tests(graph), verbose)


class Barred(ForbiddenContract):
    def check(self, graph: ImportGraph, verbose: bool) -> Any:
        return super().check(without_tests(graph), verbose)


class Own(Contract):
    """Only a game's own packages, ``<root>.<room>.<game>``, import each other: what else needs a game asks the
    catalog for it."""

    root = fields.StringField()
    games = fields.StringField()
    """The package whose children are the games."""
    ignore_imports = fields.SetField(subfield=fields.ImportExpressionField(), required=False)
    unmatched_ignore_imports_alerting = fields.EnumField(AlertLevel, default=AlertLevel.ERROR)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        chosen: Any = self
        graph = without_tests(graph)
        warnings = remove_ignored_imports(graph, chosen.ignore_imports, chosen.unmatched_ignore_imports_alerting)
        names = {child.rsplit(".", 1)[1] for child in graph.find_children(chosen.games)}

        def game_of(module: str) -> str:
            parts = module.split(".")
            return parts[2] if parts[0] == chosen.root and len(parts) > 2 and parts[2] in names else ""

        wrong = [
            f"{importer} -> {imported}"
            for importer in sorted(graph.modules)
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if game_of(imported) not in ("", game_of(importer))
        ]
        return ContractCheck(kept=not wrong, warnings=warnings, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for each in check.metadata["wrong"]:
            output.print_error(f"- {each}")
