"""``birdtable arena``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.cli.choices import Cluster, Expert, GameName, Options, Preset, Processes, Seed, parse_options
from birdtable.cli.progress import watch
from birdtable.lab.arena.arena import ArenaResult, Scoreboard, deals_of
from birdtable.lab.arena.arena import arena as play_arena
from birdtable.lab.work import open_executor


def arena(
    game: GameName,
    players: Annotated[str, typer.Option(help="The bots, separated by commas.")] = "greedy,random",
    games: Annotated[
        int, typer.Option(min=1, help="Number of matches, rounded up to full rotations of the seats.")
    ] = 400,
    seed: Seed = 0,
    seats: Annotated[int, typer.Option(min=0, help="Seats at a table, if fewer than bots: all selections play.")] = 0,
    bar: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Stop once the first bot's rate is clearly above or below this."),
    ] = None,
    processes: Processes = 1,
    cluster: Cluster = "",
    code: Annotated[
        list[Path] | None,
        typer.Option(help="A file with a bot, named like the file; can be repeated."),
    ] = None,
    option: Options = None,
    preset: Preset = "",
    expert: Expert = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find out which bot is better, and how certain that is: each deal is played in all seats.

    Bots are random, novice, hasty, greedy, learned, search:800 (simulations per turn), search:100ms (time per turn),
    champion:100ms (a search that uses learned weights), the levels from beginner to champion, and bots of other
    packages. Matches of CuBirds end after 1,000 turns [C5.3].

    \b
    Examples:
      birdtable arena birdie --players greedy,random --games 400 --seed 1
      birdtable arena cubirds --players search:100ms,greedy --bar 0.65 --processes 2
      birdtable arena birdie --players beginner,casual,strong --seats 2 --json
      birdtable arena birdie --players my_bot,greedy --code my_bot.py
    """
    rules = catalog.game(game)
    files = {path.stem: str(path) for path in code or []}
    names = [name.strip() for name in players.split(",")]
    specs = [files.get(name, name) for name in names]
    options = parse_options(rules, preset, option, expert)
    with open_executor(processes, cluster) as executor:
        boards = play_arena(
            game, specs, games=games, seed=seed, options=options, seats=seats, bar=bar, executor=executor
        )
        *_, last = watch(boards, deals_of(games, len(specs), seats), "deals")
    last.result.players = names
    print(msgspec.json.encode(last.result).decode() if json else table(last, rules.title))


def table(board: Scoreboard, title: str) -> str:
    """The result as text."""
    result = board.result
    width = max(len("player"), *map(len, result.players))
    head = f"{'player':<{width}}  {'wins':>8}  {'rate':>6}  {'95 %':>15}  {'points':>7}  {'Elo':>6}  {'steps/s':>9}"
    rows = [
        f"{name:<{width}}  {result.wins[i]:>8,.1f}  {result.rate[i]:>6.1%}  {interval_text(result, i):>15}"
        f"  {result.points[i]:>7.2f}  {result.elo[i]:>+6.0f}  {board.decisions_per_second[i]:>9,.0f}"
        for i, name in enumerate(result.players)
    ]
    stopped = ", stopped early" if result.stopped else ""
    lines = [f"{title}: {result.games:,} matches of {result.seats}, seed {result.seed}{stopped}", head, *rows]
    for player, faults in result.faults.items():
        lines += [f"{player}: {what} ({count} times; a stand-in played the step)" for what, count in faults.items()]
    return "\n".join(lines)


def interval_text(result: ArenaResult, player: int) -> str:
    low, high = result.interval[player]
    return f"{low:.1%} - {high:.1%}"
