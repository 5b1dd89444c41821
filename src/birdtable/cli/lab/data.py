"""``birdtable data``: decisions of many matches as Parquet, with where they come from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.bots.outside import PATIENCE
from birdtable.cli.choices import Cluster, Expert, GameName, Options, Preset, Processes, Seed, parse_options
from birdtable.cli.lab.players import INTERRUPTED, Code, Patience, parse_players
from birdtable.cli.progress import watch
from birdtable.lab.work import open_executor

if TYPE_CHECKING:
    from birdtable.lab.data.parts import DataSet

data = typer.Typer(add_completion=False, rich_markup_mode=None)


@data.callback()
def data_command() -> None:
    """Make tables of decisions for learners, or show where a table comes from.

    \b
    Examples:
      birdtable data make cubirds --players champion:100,champion:100 --games 1000 --out cubirds-data
      birdtable data show cubirds-data
    """


@data.command()
def make(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder for the files; it may already hold some of them.")],
    players: Annotated[str, typer.Option(help="The bots by seat, separated by commas.")] = "champion:100,champion:100",
    games: Annotated[int, typer.Option(min=1, max=2**31 - 1, help="Number of matches.")] = 1000,
    seed: Seed = 0,
    option: Options = None,
    preset: Preset = "",
    expert: Expert = False,
    part: Annotated[int, typer.Option(min=1, help="Matches per file.")] = 1000,
    processes: Processes = 1,
    cluster: Cluster = "",
    code: Code = None,
    patience: Patience = PATIENCE,
) -> None:
    """Play matches between bots and write every decision as a row of Parquet, with what searching bots thought.

    The matches are those of 'birdtable sim' with the same players, seed and options. If the command is interrupted, run
    it again: it continues with the first missing file. docs/data.md describes the table.

    \b
    Examples:
      birdtable data make cubirds --players champion:100,champion:100 --games 1000 --out cubirds-data
      birdtable data make birdie --players champion:50,greedy,novice --seed 7 --processes 4 --out birdie-data
    """
    from birdtable.lab.data.parts import make as make_data

    rules = catalog.game(game)
    names = parse_players(players, code)
    options = parse_options(rules, preset, option, expert)
    try:
        with open_executor(processes, cluster) as executor:
            made = make_data(
                game,
                names,
                out,
                games=games,
                seed=seed,
                options=options,
                part=part,
                executor=executor,
                patience=patience,
                watch=watch,
            )
    except KeyboardInterrupt:
        print(f"interrupted: the same command goes on with what is missing in {out}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    print(text(made))


@data.command()
def show(
    path: Annotated[Path, typer.Argument(help="A folder that 'birdtable data make' has made, or a file in it.")],
    check: Annotated[bool, typer.Option("--check", help="Read all rows and compare them with their digests.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print all metadata as one JSON object.")] = False,
) -> None:
    """Show where data come from: game, rules, bots with their weights, seed, release, command.

    Example: birdtable data show cubirds-data
    """
    from birdtable.lab.data import parts

    found = parts.describe(path)
    if check:
        parts.check(path)
    print(msgspec.json.encode(found.origin).decode() if json else text(found))
    if check and not json:
        print(f"{'checked':<10}all rows are those of the digest")


def text(found: DataSet) -> str:
    """What people want to know about it."""
    origin = found.origin
    rules = catalog.game(origin.game) if origin.game in catalog.games() else None
    options = ", ".join(f"{name} {msgspec.json.encode(value).decode()}" for name, value in origin.options.items())
    lines = [
        ("game", f"{rules.title if rules else origin.game}, rules version {origin.rules}"),
        ("options", options or "none"),
        *((f"seat {seat}", line) for seat, line in enumerate(map(player_text, origin.players), start=1)),
        ("seed", str(origin.seed)),
        ("release", f"{origin.release}, program {origin.program}"),
        ("matches", f"{found.games:,} of {origin.games:,}"),
        ("decisions", f"{found.rows:,}"),
        ("files", f"{len(found.files):,} of {found.parts:,}, {found.size / 1e6:,.1f} MB"),
        ("sha256", found.digest),
        ("made by", origin.command),
    ]
    return "\n".join(f"{name:<10}{value}" for name, value in lines)


def player_text(player: object) -> str:
    kept = msgspec.to_builtins(player)
    return ", ".join([kept.pop("bot"), *(f"{name} {value}" for name, value in kept.items())])
