"""``birdtable arena``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.cli.choices import Expert, GameName, Options, Preset, Seed, chosen
from birdtable.cli.progress import watched
from birdtable.lab.arena.arena import ArenaResult, Scoreboard, deals_of
from birdtable.lab.arena.arena import arena as play_arena
from birdtable.lab.work import open_executor


def arena(
    game: GameName,
    players: Annotated[str, typer.Option(help="The bots, with commas between them.")] = "greedy,random",
    games: Annotated[int, typer.Option(min=1, help="How many matches; rounded up to whole rotations.")] = 400,
    seed: Seed = 0,
    seats: Annotated[int, typer.Option(min=0, help="Seats at a table; with fewer than players all choices play.")] = 0,
    bar: Annotated[
        float | None, typer.Option(min=0, max=1, help="Stop when the first player's interval is clear of this rate.")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    cluster: Annotated[str, typer.Option(help="The address of a Dask scheduler: its workers play.")] = "",
    code: Annotated[
        list[Path] | None, typer.Option(help="A file with a bot: it plays by the file's name; may be repeated.")
    ] = None,
    option: Options = None,
    preset: Preset = "",
    expert: Expert = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let bots play each deal in all seats, and tell how sure it is who is better.

    Bots are random, novice, hasty, greedy, learned, search:800 (simulations a turn), search:100ms (time a turn),
    champion:100ms (searches with what was learnt), the levels from beginner to champion, and those of other packages.
    Matches of CuBirds end after 1,000 turns [C5.3].

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
    options = chosen(rules, preset, option, expert)
    with open_executor(processes, cluster) as executor:
        boards = play_arena(
            game, specs, games=games, seed=seed, options=options, seats=seats, bar=bar, executor=executor
        )
        *_, last = watched(boards, deals_of(games, len(specs), seats), "deals")
    last.result.players = names
    print(msgspec.json.encode(last.result).decode() if json else table(last, rules.title))


def table(board: Scoreboard, title: str) -> str:
    """What was found, for people."""
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
