"""``birdtable report``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.cli.choices import Expert, GameName, Options, Preset, Seed, chosen
from birdtable.game import BadInput
from birdtable.lab.report.page import page
from birdtable.lab.report.study import study
from birdtable.lab.work import open_executor


def report(
    game: GameName,
    players: Annotated[str, typer.Option(help="The bots, with commas between them.")] = "greedy,greedy",
    games: Annotated[int, typer.Option(min=1, help="How many matches, rounded up to whole rotations.")] = 400,
    seed: Seed = 0,
    option: Options = None,
    preset: Preset = "",
    expert: Expert = False,
    out: Annotated[Path, typer.Option(help="Where to write the page.")] = Path("report.html"),
    json: Annotated[bool, typer.Option("--json", help="Print the numbers instead of writing the page.")] = False,
    processes: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    cluster: Annotated[str, typer.Option(help="A dask scheduler to play on, as in tcp://host:8786.")] = "",
) -> None:
    """Write a page about many matches: who wins and why, how long they are, how much is luck.

    \b
    Examples:
      birdtable report birdie --players greedy,greedy --games 1000
      birdtable report cubirds --players greedy,random,random --processes 2 --out cubirds.html
    """
    rules = catalog.game(game)
    names = [name.strip() for name in players.split(",")]
    rules.check_seats(len(names))
    options = chosen(rules, preset, option, expert)
    deals = -(-games // len(names))
    with open_executor(processes, cluster) as executor:
        found = study(game, names, options, deals=deals, seed=seed, executor=executor)
    if json:
        print(msgspec.json.encode(found).decode())
        return
    try:
        out.write_text(page(found), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}") from None
    print(f"{found.games:,} matches of {rules.title}: {out}")
