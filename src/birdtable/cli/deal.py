"""``birdtable deal``"""

from __future__ import annotations

import time
from datetime import date
from functools import reduce
from pathlib import Path
from typing import Annotated

import typer

from birdtable import catalog
from birdtable.chance import deal_seed
from birdtable.cli.choices import Language
from birdtable.cli.play import INTERRUPTED, farewell, login, run
from birdtable.cli.progress import watch
from birdtable.game import BadInput
from birdtable.puzzles import days, deals, par
from birdtable.puzzles.deals import OPPONENTS, PAR_MATCHES, PAR_PLAYER, SEAT, Par
from birdtable.terminal import files
from birdtable.terminal.match.session import HUMAN, Session, player_names
from birdtable.terminal.speech import Speech, speech


def deal(
    game: Annotated[str, typer.Argument(metavar="GAME", help=" or ".join(deals.GAMES))] = "birdie",
    name: Annotated[str, typer.Option(help="Your name; by default your login name.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Type lines and read sentences; no full screen.")] = False,
    language: Language = "",
) -> None:
    """Play the deal of the day (UTC): one match against a bot, with the same cards for everybody, once.

    Here the deal follows from the date, so anyone who reads the program can know it; a server makes its own from a
    secret. An unfinished match is continued. When it is over, par is played for comparison: 100 matches of champion:100
    in your seat. After that the deal cannot be played again, and the command only shows your points.

    \b
    Examples:
      birdtable deal
      birdtable deal cubirds --plain
    """
    say, today = speech(language), days.day_at(time.time())
    try:
        deals.check_game(game, today)
    except BadInput as error:
        raise BadInput(say.refusal("", error)) from None
    path = files.data_folder() / "matches" / f"{game}-deal-{today.isoformat()}.txt"
    table = sit_down(game, today, path, name or login(), say)
    print(say.t("Made from the date, without a server: anybody who reads the program can find out the cards."))
    try:
        run(table, say, plain)
    except KeyboardInterrupt:
        farewell(table, say)
        raise typer.Exit(INTERRUPTED) from None
    farewell(table, say)
    if table.outcome is not None:
        compare(game, today, table.outcome.points[SEAT], say)


def sit_down(game: str, day: date, path: Path, own: str, say: Speech) -> Session:
    """Begins the match, or continues it; one that is over is refused with the points."""
    if not path.exists():
        people = [HUMAN, *OPPONENTS]
        names, seed = player_names(people, own), deal_seed(deals.secret_of_date(game, day))
        return Session(catalog.game(game), people, names=names, seed=seed, path=path, day=day.isoformat())
    if files.is_open(path):
        return Session.resume(path)
    outcome = files.read(path).outcome
    if outcome is None:
        raise BadInput(f"{path} holds no match to go on with")
    played = BadInput("you have played this deal: {points} points", points=outcome.points[SEAT])
    raise BadInput(say.refusal("", played))


def compare(game: str, day: date, points: int, say: Speech) -> None:
    seed = deal_seed(deals.secret_of_date(game, day))
    played = (par.play_par(game, seed, number, 1) for number in range(PAR_MATCHES))
    found = reduce(Par.__add__, watch(played, PAR_MATCHES, "matches"), Par())
    print(say.tn("{n} point", "{n} points", points))
    print(
        say.t(
            "Par: {mean} points, ± {spread} from match to match; {wins} won ({who}, {n} matches).",
            mean=f"{found.mean:.1f}",
            spread=f"{found.spread:.1f}",
            wins=say.t("{n} %", n=round(100 * found.wins / PAR_MATCHES)),
            who=PAR_PLAYER,
            n=PAR_MATCHES,
        )
    )
