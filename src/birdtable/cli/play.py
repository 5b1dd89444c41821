"""``birdtable play``"""

from __future__ import annotations

import getpass
import secrets
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from birdtable import catalog
from birdtable.bots.roster import names as bot_names
from birdtable.cli.choices import (
    GAMES,
    Expert,
    Language,
    Options,
    Preset,
    Starter,
    import_extra,
    name_starter,
    parse_options,
)
from birdtable.game import BadInput, Memory, Value
from birdtable.terminal import files
from birdtable.terminal.match.session import HUMAN, Session, player_names
from birdtable.terminal.match.table import Table
from birdtable.terminal.plain import PlainClient
from birdtable.terminal.speech import Speech, speech

INTERRUPTED = 130


def complete_players(incomplete: str) -> list[str]:
    """Completes the last of the names typed so far."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in [HUMAN, *bot_names()] if name.startswith(last)]


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAMES, autocompletion=catalog.games)] = "",
    players: Annotated[
        str,
        typer.Option(
            help="Who plays, by seat, separated by commas: human, or a bot.",
            autocompletion=complete_players,
        ),
    ] = "human,casual",
    name: Annotated[str, typer.Option(help="Your name; by default your login name.")] = "",
    memory: Annotated[
        Memory | None,
        typer.Option(
            help="assisted shows what a careful player remembers, strict only what lies there; "
            "by default strict for Birdie [B3.7] and assisted for CuBirds."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=-1, help="The same seed deals the same cards; random by default.")] = -1,
    option: Options = None,
    preset: Preset = "",
    expert: Expert = False,
    starter: Starter = "",
    join: Annotated[str, typer.Option(metavar="URL", help="Take a seat at a table on a server, by its link.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Type lines and read sentences; no full screen.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the last unfinished match.")] = False,
    record: Annotated[Path | None, typer.Option(help="The file in which the match is kept.")] = None,
    language: Language = "",
) -> None:
    """Play a game in the terminal, against bots or at a table on a server.

    The match is saved after every play: you can leave at any time and continue with --resume.

    \b
    Examples:
      birdtable play birdie
      birdtable play birdie --players human,strong,champion --expert
      birdtable play cubirds --players human,human --memory strict
      birdtable play cubirds --plain --language it
      birdtable play cubirds --players human,strong,casual --starter Marta
      birdtable play --join http://192.168.1.20:8624/#/table/k3xw8fq2m
      birdtable play --resume
    """
    say = speech(language)
    if join:
        table: Table = join_table(join, name or login(), say)
    elif resume:
        table = Session.resume(record or files.latest(game))
    elif not game:
        raise BadInput(f"which game: {GAMES}? Or use --resume to go on with a match, or --join to play on a server")
    else:
        options = parse_options(catalog.game(game), preset, option, expert)
        table = begin(game, players.split(","), name or login(), seed, memory, record, options, starter)
    try:
        run(table, say, plain)
    except KeyboardInterrupt:
        farewell(table, say)
        raise typer.Exit(INTERRUPTED) from None
    farewell(table, say)


def begin(
    game: str,
    players: list[str],
    own: str,
    seed: int,
    memory: Memory | None,
    path: Path | None,
    options: dict[str, Value],
    starter: str,
) -> Session:
    rules = catalog.game(game)
    people = [who.strip() for who in players]
    rules.check_seats(len(people))
    if HUMAN not in people:
        raise BadInput(f"one of the players must be {HUMAN!r}; 'birdtable sim' plays matches between bots")
    names = player_names(people, own)
    return Session(
        rules,
        people,
        names=names,
        options=name_starter(options, starter, names),
        seed=secrets.randbits(48) if seed < 0 else seed,
        memory=memory,
        path=path or files.new_match(rules.name, datetime.now().astimezone()),
    )


def join_table(address: str, own: str, say: Speech) -> Table:
    remote = import_extra("birdtable.terminal.match.remote")
    try:
        table: Table = remote.join(address, own)
    except BadInput as error:
        raise BadInput(say.refusal("", error)) from None
    return table


def run(table: Table, say: Speech, plain: bool) -> None:
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        PlainClient(table, say, sys.stdin, sys.stdout).run()
    else:
        import_extra("birdtable.terminal.screen.app").BirdtableApp(table, say).run()


def farewell(table: Table, say: Speech) -> None:
    """How to go on, for whoever leaves before the end."""
    table.close()
    if command := table.how_to_go_on():
        print(f"{say.t('To go on')}: {command}", file=sys.stderr)


def login() -> str:
    try:
        return getpass.getuser().strip()[:40] or "Player"
    except (KeyError, OSError):
        return "Player"
