"""Checks an installed Birdtable: its speed, everything that a wheel brings along, and a match of each game.

Runs with the package alone, on any system and in Pyodide: cibuildwheel runs it for every wheel. ``--pure`` is for the
wheel without extensions.
"""

from __future__ import annotations

import sys
from importlib import resources

import birdtable
from birdtable import catalog, lessons, matches
from birdtable.languages import LANGUAGES, catalogue
from birdtable.puzzles import pack
from birdtable.rulebook import rules

PAGE = ("index.html", "worker.js", "assets/LICENCES.txt")


def main(arguments: list[str]) -> None:
    wanted = "interpreted" if "--pure" in arguments else "compiled"
    if birdtable.speed() != wanted:
        raise SystemExit(f"the engine is {birdtable.speed()}, not {wanted}: {birdtable.speed_reason()}")
    static = resources.files("birdtable").joinpath("server", "static")
    missing = [name for name in PAGE if not static.joinpath(name).is_file()]
    missing += [language for language in LANGUAGES if not catalogue(language).info()]
    if missing:
        raise SystemExit(f"not in the wheel: {', '.join(missing)}")
    texts = [rules(game, language) for game in catalog.games() for language in LANGUAGES]
    taught = [lessons.lesson(name) for name in lessons.names()]
    posed = [puzzle for series in pack.SERIES for puzzle in pack.puzzles(series.name)]
    # The champion reads its weights.
    played = [
        result
        for name in catalog.games()
        for result in matches(catalog.game(name), ["champion", "random"], {}, games=1, seed=1)
    ]
    if any(result.fault for result in played):
        raise SystemExit(f"a match was not played to its end: {played}")
    python = sys.version.split()[0]
    print(f"birdtable {birdtable.__version__}, {birdtable.speed()}, on Python {python}, {sys.platform}:")
    print(f"{len(texts)} rulebooks, {len(taught)} lessons, {len(posed)} puzzles, {len(played)} matches")


if __name__ == "__main__":
    main(sys.argv[1:])
