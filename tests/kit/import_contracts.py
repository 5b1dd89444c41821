"""The contracts of import-linter, blind to the tests that lie beside the code: those may import what they like."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from grimp import ImportGraph
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
