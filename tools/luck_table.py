"""Makes the table of how much luck seats have in matches of equal bots: ``bots/advice/luck.json``.

Prints the mean luck of the first seats, which must be 0, with its standard error.

.venv/bin/python tools/luck_table.py --matches 10000 --processes 2
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from statistics import fmean, stdev

import msgspec

import birdtable
from birdtable import catalog
from birdtable.bots.advice.places import LuckTable
from birdtable.bots.luck import Foresight, Fortune
from birdtable.engine import Rng
from birdtable.lab.bench.luck import play_with_luck
from birdtable.lab.envs.opponents import Opponent
from birdtable.lab.work import open_executor

GAMES = {"birdie": (2, 3, 4), "cubirds": (2, 3, 4, 5)}
BOT = "greedy"
STEPS = 200
CHUNK = 20


def lucks(game_name: str, seats: int, seed: int) -> list[list[float]]:
    """Of all seats, in each of a few matches."""
    game, players, rng = catalog.game(game_name), [Opponent(BOT, game_name)] * seats, Rng(seed)
    fortunes = [Fortune(seats, Foresight(game), CHUNK * seed + number) for number in range(CHUNK)]
    for fortune in fortunes:
        play_with_luck(game, players, fortune, rng)
    return [fortune.luck for fortune in fortunes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=1)
    wanted = parser.parse_args()
    table: dict[str, dict[str, list[float]]] = {}
    with open_executor(wanted.processes) as executor:
        for game, tables in GAMES.items():
            for seats in tables:
                work = (executor.map if executor else map)(partial(lucks, game, seats), range(wanted.matches // CHUNK))
                played = [match for each in work for match in each]
                found = sorted(luck for match in played for luck in match)
                places = [found[round(i * (len(found) - 1) / STEPS)] for i in range(STEPS + 1)]
                table.setdefault(game, {})[str(seats)] = [round(luck, 3) for luck in places]
                first = [match[0] for match in played]
                print(f"{game} {seats}: {fmean(first):+.4f} +- {stdev(first) / len(first) ** 0.5:.4f}", flush=True)
    made = LuckTable(f"tools/luck_table.py --matches {wanted.matches}", wanted.matches, table)
    path = Path(birdtable.__file__).parent / "bots" / "advice" / "luck.json"
    path.write_bytes(msgspec.json.encode(made) + b"\n")


if __name__ == "__main__":
    main()
