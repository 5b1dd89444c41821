"""``birdtable report``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.cli.choices import Cluster, Expert, GameName, Options, Preset, Processes, Seed, parse_options
from birdtable.game import BadInput
from birdtable.lab.report.page import page
from birdtable.lab.report.study import study
from birdtable.lab.work import open_executor


def report(
    game: GameName,
    players: Annotated[str, typer.Option(help="The bots, separated by commas.")] = "greedy,greedy",
    games: Annotated[
        int, typer.Option(min=1, help="Number of matches, rounded up to full rotations of the seats.")
    ] = 400,
    seed: Seed = 0,
    option: Options = None,
    preset: Preset = "",
    expert: Expert = False,
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("report.html"),
    json: Annotated[bool, typer.Option("--json", help="Print the numbers instead of writing the page.")] = False,
    processes: Processes = 1,
    cluster: Cluster = "",
) -> None:
    """Write a report on many matches: who wins and why, how long they last, how much is luck.

    \b
    Examples:
      birdtable report birdie --players greedy,greedy --games 1000
      birdtable report cubirds --players greedy,random,random --processes 2 --out cubirds.html
    """
    rules = catalog.game(game)
    names = [name.strip() for name in players.split(",")]
    rules.check_seats(len(names))
    options = parse_options(rules, preset, option, expert)
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
