"""Plays matches and prints a digest of each: run by Python here and in WebAssembly, the answers must be the same.

Arguments: how many matches a configuration, and which game, if not all.
"""

import sys
from hashlib import sha256

import birdtable
from birdtable import catalog
from birdtable.bots.match import matches

CONFIGURATIONS: list[tuple[str, tuple[str, ...], dict[str, bool]]] = [
    ("birdie", ("random", "random"), {}),
    ("birdie", ("greedy", "random", "greedy"), {"expert": True}),
    ("birdie", ("novice", "champion:20"), {}),
    ("cubirds", ("random", "random"), {}),
    ("cubirds", ("greedy", "random", "greedy"), {}),
    ("cubirds", ("novice", "champion:20"), {}),
]

count, wanted = int(sys.argv[1]), sys.argv[2:]
print("speed", birdtable.speed())
for game, names, options in CONFIGURATIONS:
    if wanted and game not in wanted:
        continue
    total = sha256()
    games = count if "champion:20" not in names else max(1, count // 25)
    for played in matches(catalog.game(game), names, options, games=games, seed=7):
        total.update(repr(played).encode())
    print(game, *names, total.hexdigest())
