"""``birdtable report``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.bots.outside import PATIENCE
from birdtable.cli.choices import Cluster, Expert, GameName, Options, Preset, Processes, Seed, parse_options
from birdtable.cli.lab.players import FAULTY, Code, Patience, parse_players
from birdtable.cli.progress import watch
from birdtable.game import BadInput
from birdtable.lab.report.page import page
from birdtable.lab.report.player import study_player
from birdtable.lab.report.player import text as player_text
from birdtable.lab.report.study import Study, study
from birdtable.lab.work import open_executor
from birdtable.record import load

PLAYING = ("players", "games", "option", "preset", "expert", "out", "code", "patience")
"""What is only for matches that are played for the report."""


def report(
    context: typer.Context,
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
    code: Code = None,
    patience: Patience = PATIENCE,
    records: Annotated[
        Path | None, typer.Option(help="Instead of playing, review the matches in this file; needs --player.")
    ] = None,
    player: Annotated[str, typer.Option(help="With --records: whose skill, luck and losses are shown.")] = "",
) -> None:
    """Write a report on many matches: who wins, what decides that, how long they last, where points come from.

    With --records it prints what a player's own matches show: skill and luck over time, where decisions lose most, and
    how the player fared against whom.

    Deals in which a bot fails to choose a step are left out; the report says so, and the exit code is 3.

    \b
    Examples:
      birdtable report birdie --players greedy,greedy --games 1000
      birdtable report cubirds --players greedy,random,random --processes 2 --out cubirds.html
      birdtable report birdie --records evenings.jsonl --player Mira
    """
    if records is not None:
        if given := [name for name in PLAYING if is_given(context, name)]:
            raise BadInput(f"--records reviews matches that were played: leave out --{given[0]}")
        if not player:
            raise BadInput("whose matches? Name the player with --player")
        with open_executor(processes, cluster) as executor:
            career = study_player(game, player, load(records), seed=seed, executor=executor, watch=watch)
        print(msgspec.json.encode(career).decode() if json else player_text(player, career))
        return
    if player:
        raise BadInput("--player is for matches that were played: give their file with --records")
    rules, names = catalog.game(game), parse_players(players, code)
    rules.check_seats(len(names))
    options = parse_options(rules, preset, option, expert)
    deals = -(-games // len(names))
    with open_executor(processes, cluster) as executor:
        found = study(game, names, options, deals=deals, seed=seed, executor=executor, patience=patience, watch=watch)
    print(msgspec.json.encode(found).decode() if json else write_page(found, out))
    if found.faults:
        raise typer.Exit(FAULTY)


def write_page(found: Study, out: Path) -> str:
    """What to say of it."""
    try:
        out.write_text(page(found), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}") from None
    left_out = f", {found.voided:,} left out because a bot failed" if found.voided else ""
    return f"{found.games:,} matches of {catalog.game(found.game).title}{left_out}: {out}"


def is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
