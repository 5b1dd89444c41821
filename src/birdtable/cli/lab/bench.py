"""``birdtable bench``: speeds, each beside a peer or a target measured in the same run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated

import msgspec
import typer

from birdtable.cli.server.processes import load_average
from birdtable.game import BadInput
from birdtable.lab.bench.measure import Figure, print_figures

PARTS = {
    "engine": "engine:engine_figures",
    "solver": "solver:solver_figures",
    "search": "search:search_figures",
    "lab": "lab:lab_figures",
    "luck": "luck:luck_figures",
    "wasm": "wasm:wasm_figures",
}

QUIET = 0.5
"""The load average of a machine that nobody else uses."""


def bench(
    parts: Annotated[
        list[str] | None, typer.Argument(help=f"What to measure: {', '.join(PARTS)}; everything but wasm by default.")
    ] = None,
    games: Annotated[int, typer.Option(min=20, help="Matches for each figure of luck.")] = 100,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per part instead of tables.")] = False,
) -> None:
    """Measure the speed of the engine, the exact scorer, the search and the environments, and how luck is measured.

    Example: birdtable bench engine
    """
    load = load_average()  # of others: what is measured here comes later
    for part in parts or [part for part in PARTS if part != "wasm"]:
        if part not in PARTS:
            raise BadInput(f"there is no benchmark {part!r}; there are {', '.join(PARTS)}")
        print(f"measuring the {part} ...", file=sys.stderr)
        figures = measure_part(part, games)
        if json:
            print(msgspec.json.encode({"part": part, "load_average": load, "figures": figures}).decode(), flush=True)
        else:
            print_figures(part, figures, machine_text(load))


def machine_text(load: float | None) -> str:
    """How busy the machine was before anything was measured."""
    if load is None:
        return ""
    return f"load average {load}" + (": others were using the machine" if load > QUIET else "")


def measure_part(part: str, games: int) -> list[Figure]:
    module, _, function = PARTS[part].partition(":")
    try:
        measure: Callable[..., list[Figure]] = getattr(import_module(f"birdtable.lab.bench.{module}"), function)
        return measure(games) if part == "luck" else measure()
    except ModuleNotFoundError as error:
        extra = "tab" if part == "wasm" else "bench"
        raise BadInput(f"'birdtable bench {part}' needs {error.name}: pip install 'birdtable[{extra}]'") from None
