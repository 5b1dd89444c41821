"""``birdtable ladder``"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.bots.knowledge import has_policy
from birdtable.bots.levels import LEVELS
from birdtable.bots.outside import PATIENCE
from birdtable.cli.choices import Cluster, GameName, Processes, Seed
from birdtable.cli.lab.arena import count, number, percent_text
from birdtable.cli.lab.players import FAULTY, INTERRUPTED, Code, Patience, parse_players
from birdtable.cli.progress import last_of, watch
from birdtable.game import AnyGame, BadInput
from birdtable.lab.work import open_executor

if TYPE_CHECKING:
    from birdtable.lab.arena.ladder import Ladder, Rung

OTHERS = ("learned", "search:100")
"""Bots that are no level."""


def ladder(
    game: GameName,
    seats: Annotated[
        str, typer.Option(help="Numbers of seats, separated by commas; by default all that the game has.")
    ] = "",
    players: Annotated[
        str, typer.Option(help="The bots, separated by commas; by default random, the levels and the other bots.")
    ] = "",
    deals: Annotated[int, typer.Option(min=2, help="Deals; all tables play each of them, in all seats.")] = 20,
    seed: Seed = 0,
    processes: Processes = 1,
    cluster: Cluster = "",
    code: Code = None,
    patience: Patience = PATIENCE,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each number of seats.")] = False,
) -> None:
    """Put bots on one scale: all combinations of them play the same deals, in all seats.

    Elo follows the model of Bradley and Terry, with the player in the middle at 0. With two seats, each bot is also
    compared with the one that was named before it. Intervals are 95 %, by deal. The highest level thinks for nearly a
    second per turn: name --players to leave it out. After Ctrl-C, the result so far is printed.

    \b
    Examples:
      birdtable ladder cubirds --seats 2,3,4,5 --deals 40 --processes 2
      birdtable ladder birdie --seats 2 --players beginner,casual,intermediate,strong --json
      birdtable ladder birdie --seats 2 --players greedy,my_bot --code my_bot.py
    """
    from birdtable.lab.arena.ladder import FEWEST
    from birdtable.lab.arena.ladder import climb as play_ladder

    rules = catalog.game(game)
    names = parse_players(players or ",".join(default_players(rules)), code)
    is_interrupted, is_faulty = False, False
    with open_executor(processes, cluster) as executor:
        for number in parse_seats(rules, seats, len(names)):
            parts = play_ladder(game, names, seats=number, deals=deals, seed=seed, executor=executor, patience=patience)
            climb, is_interrupted = last_of(watch(parts, deals, f"{number} seats"))
            if climb is not None and len(climb.deals) >= FEWEST:
                found = climb.ladder()
                is_faulty = is_faulty or bool(found.faults)
                print(msgspec.json.encode(found).decode() if json else table(found, rules.title), flush=True)
            if is_interrupted:
                break
    if is_interrupted or is_faulty:
        sys.stdout.flush()
        raise typer.Exit(INTERRUPTED if is_interrupted else FAULTY)


def default_players(game: AnyGame) -> list[str]:
    levels = [level.id for level in LEVELS]
    return ["random", *levels, *OTHERS] if has_policy(game) else levels


def parse_seats(game: AnyGame, text: str, players: int) -> list[int]:
    if not text:
        return list(range(game.min_seats, min(game.max_seats, players) + 1))
    numbers = [each.strip() for each in text.split(",")]
    for each in numbers:
        if not each.isdecimal():
            raise BadInput(f"{each!r} is no number of seats: write --seats 2,3")
        game.check_seats(int(each))
    return [int(each) for each in numbers]


def table(found: Ladder, title: str) -> str:
    """The result as text, the best first."""
    rungs = sorted(found.rungs, key=lambda rung: -rung.elo)
    called = {rung.player: f"{rung.player} *" if rung.player in found.faults else rung.player for rung in rungs}
    width = max(len("player"), *map(len, called.values()))
    head = f"{'player':<{width}}  {'rate':>6}  {'Elo':>6}  {'95 %':>14}"
    lines = [
        f"{title}: {count(found.games, 'match', 'matches')} of {found.seats}, "
        f"{count(found.deals, 'deal', 'deals')}, seed {found.seed}",
        head,
        *(rung_text(rung, called[rung.player], width) for rung in rungs),
    ]
    names = [rung.player for rung in found.rungs]
    for i, rung in enumerate(found.rungs):
        if rung.above is not None and rung.above_interval is not None:
            lines.append(
                f"{rung.player} against {names[i - 1]}: {rung.above:.1%} ({percent_text(rung.above_interval)})"
            )
    for name, matches in found.faults.items():
        lines.append(f"* {name} failed to choose a step and forfeited {count(matches, 'match', 'matches')}")
    return "\n".join(lines)


def rung_text(rung: Rung, name: str, width: int) -> str:
    low, high = (number(bound, "+.0f") for bound in rung.interval)
    return f"{name:<{width}}  {rung.rate:>6.1%}  {rung.elo:>+6.0f}  {f'{low} to {high}':>14}"
