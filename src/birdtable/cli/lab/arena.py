"""``birdtable arena``"""

from __future__ import annotations

import sys
from math import isinf
from typing import Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.bots.outside import PATIENCE
from birdtable.cli.choices import Cluster, Expert, GameName, Options, Preset, Processes, Seed, parse_options
from birdtable.cli.lab.players import FAULTY, INTERRUPTED, Code, Patience, parse_players
from birdtable.cli.progress import last_of, watch
from birdtable.lab.arena.adjusted import AdjustedResult
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
    seats: Annotated[int, typer.Option(min=0, help="Seats at a table, if fewer than bots: all combinations play.")] = 0,
    bar: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Stop once the first bot's rate is certainly (95 %) above or below this."),
    ] = None,
    processes: Processes = 1,
    cluster: Cluster = "",
    code: Code = None,
    patience: Patience = PATIENCE,
    void_faults: Annotated[
        bool,
        typer.Option("--void-faults", help="Leave out deals in which a bot fails, instead of counting a defeat."),
    ] = False,
    adjusted: Annotated[
        bool,
        typer.Option("--adjusted", help="Also show rates and points with the luck of the cards taken out."),
    ] = False,
    option: Options = None,
    preset: Preset = "",
    expert: Expert = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find out which bot is better, and how certain that is: each deal is played in all seats.

    Bots are random, novice, hasty, greedy, learned, search:800 (simulations per turn), search:100ms (time per turn),
    champion:100ms (a search that uses learned weights), the levels from beginner to champion, and bots of other
    packages. Matches of CuBirds end after 1,000 turns [C5.3]. A bot that fails to choose a step forfeits its match; the
    exit code is then 3. After Ctrl-C, the result so far is printed.

    Playing each deal in all seats reduces the variance of a rate about 1.1 times. --adjusted subtracts the luck of each
    match, whose mean is 0 whatever it is judged by. With our bots that reduces the variance about 1.1 times in Birdie
    and 1.2 to 1.3 times in CuBirds, and takes about 3 ms for a match of two: it pays for bots that think long. The
    result says what it did and how long it took.

    \b
    Examples:
      birdtable arena birdie --players greedy,random --games 400 --seed 1
      birdtable arena cubirds --players search:100ms,greedy --bar 0.65 --processes 2
      birdtable arena birdie --players beginner,casual,strong --seats 2 --json
      birdtable arena birdie --players my_bot,greedy --code my_bot.py
      birdtable arena cubirds --players champion:100,greedy --adjusted
    """
    rules = catalog.game(game)
    names = parse_players(players, code)
    options = parse_options(rules, preset, option, expert)
    with open_executor(processes, cluster) as executor:
        boards = play_arena(
            game,
            names,
            games=games,
            seed=seed,
            options=options,
            seats=seats,
            bar=bar,
            executor=executor,
            patience=patience,
            void=void_faults,
            adjusted=adjusted,
        )
        last, interrupted = last_of(watch(boards, deals_of(games, len(names), seats), "deals"))
    if last is None:
        raise typer.Exit(INTERRUPTED)
    result = last.result(interrupted=interrupted)
    print(msgspec.json.encode(result).decode() if json else table(result, last, rules.title))
    if interrupted or result.faults:
        sys.stdout.flush()
        raise typer.Exit(INTERRUPTED if interrupted else FAULTY)


def table(result: ArenaResult, board: Scoreboard, title: str) -> str:
    """The result as text."""
    speeds = board.decisions_per_second()
    names = [f"{name} *" if result.faults and result.faults[i] else name for i, name in enumerate(result.players)]
    width = max(len("player"), *map(len, names))
    head = f"{'player':<{width}}  {'wins':>8}  {'rate':>6}  {'95 %':>15}  {'points':>7}  {'Elo':>6}  {'95 %':>14}"
    rows = [
        f"{name:<{width}}  {result.wins[i]:>8,.1f}  {number(result.rate[i], '.1%'):>6}  {rate_text(result, i):>15}"
        f"  {number(result.points[i], '.2f'):>7}  {number(result.elo[i], '+.0f'):>6}  {elo_text(result, i):>14}"
        f"  {speeds[i]:>9,.0f}"
        for i, name in enumerate(names)
    ]
    end = ", interrupted" if result.interrupted else ", stopped early" if result.stopped else ""
    lines = [
        f"{title}: {count(result.games, 'match', 'matches')} of {result.seats}, "
        f"{count(result.deals, 'deal', 'deals')}, seed {result.seed}{end}",
        f"{head}  {'steps/s':>9}",
        *rows,
    ]
    if result.adjusted:
        lines += adjusted_lines(result, result.adjusted, board, names)
    if result.anytime:
        lines.append("The intervals hold whenever a run is stopped, and for whatever reason.")
    if result.faults:
        lines += fault_lines(result)
    return "\n".join(lines)


def adjusted_lines(result: ArenaResult, adjusted: AdjustedResult, board: Scoreboard, names: list[str]) -> list[str]:
    """The same with luck taken out, and what it cost."""
    width = max(len("player"), *map(len, names))
    head = (
        f"{'player':<{width}}  {'rate':>6}  {'95 %':>15}  {'variance':>8}  {'points':>7}  {'95 %':>15}  {'variance':>8}"
    )
    rows = [
        f"{name:<{width}}  {number(adjusted.rate[i], '.1%'):>6}  {percent_text(adjusted.interval[i]):>15}"
        f"  {ratio_text(adjusted.variance_ratio[i]):>8}  {number(adjusted.points[i], '.2f'):>7}"
        f"  {points_text(adjusted.points_interval[i]):>15}  {ratio_text(adjusted.points_variance_ratio[i]):>8}"
        for i, name in enumerate(names)
    ]
    playing, measuring = sum(board.tally.seconds), board.tally.measuring
    return [
        "",
        "With luck taken out (variance: how many times lower):",
        head,
        *rows,
        f"Measuring luck took {measuring:.1f} s, the players {playing:.1f} s.",
        "Raw points: " + ", ".join(f"{name} {points_text(result.points_interval[i])}" for i, name in enumerate(names)),
    ]


def ratio_text(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.2f} x"


def points_text(interval: tuple[float, float]) -> str:
    return " - ".join(number(each, ".2f") for each in interval)


def fault_lines(result: ArenaResult) -> list[str]:
    lines = [
        f"* {name}: {what} ({count(times, 'match', 'matches')})"
        for name, faults in zip(result.players, result.faults, strict=True)
        for what, times in faults.items()
    ]
    if result.voided:
        return [*lines, f"* {result.voided:,} matches are left out: all of each deal in which a bot failed."]
    return [*lines, "* These matches are forfeited: the others at the table share the victory."]


def count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def rate_text(result: ArenaResult, player: int) -> str:
    return percent_text(result.interval[player])


def percent_text(interval: tuple[float, float]) -> str:
    return " - ".join(f"{each:.1%}" for each in interval)


def elo_text(result: ArenaResult, player: int) -> str:
    low, high = result.elo_interval[player]
    return " to ".join(number(each, "+.0f") for each in (low, high))


def number(value: float | None, form: str) -> str:
    """``-`` where there is no number, and as people write it where it is infinite."""
    if value is None:
        return "-"
    return ("+∞" if value > 0 else "-∞") if isinf(value) else format(value, form)
