"""The command ``birdtable``: one module for each sub-command, imported when it is called.

Results go to standard output, everything else to standard error. Wrong input is answered with one line and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

import birdtable
from birdtable.game import BirdtableError


class SubCommand(NamedTuple):
    """A sub-command: a function, or a ``Typer``, called like the module that it is in."""

    module: str
    help: str
    extra: str = ""
    """The optional dependencies that it needs, if any."""


COMMANDS = {
    "play": SubCommand("play", "Play a game in the terminal."),
    "serve": SubCommand("server.serve", "Run a server on which people and bots play.", extra="server"),
    "load": SubCommand("server.load", "Measure how much load a server can take.", extra="server"),
    "site": SubCommand("site", "Write the whole table as static files, to play without a server.", extra="tab"),
    "backup": SubCommand("server.backup", "Back up a server's database, even while it is in use.", extra="server"),
    "restore": SubCommand("server.restore", "Restore a server's database from a backup.", extra="server"),
    "notice": SubCommand("server.notice", "Show a notice on every page of a server.", extra="server"),
    "close": SubCommand("server.close", "Close a table on a server.", extra="server"),
    "people": SubCommand("server.people", "Find people on a server, and hide or show their names.", extra="server"),
    "bans": SubCommand("server.bans", "List, add and lift bans on a server.", extra="server"),
    "key": SubCommand("server.key", "Replace the key that a server signs cookies with.", extra="server"),
    "verify": SubCommand("verify", "Check that the cards of a recorded match were shuffled fairly."),
    "arena": SubCommand("lab.arena", "Find out which bot is better: each deal is played in all seats."),
    "ladder": SubCommand("lab.ladder", "Put bots on one scale: all combinations play the same deals.", extra="lab"),
    "sim": SubCommand("lab.sim", "Play many matches between bots and count who wins."),
    "data": SubCommand(
        "lab.data", "Make tables of decisions for learners, or show where a table comes from.", extra="parquet"
    ),
    "replay": SubCommand("replay", "Show a recorded match as one seat saw it."),
    "score": SubCommand("score", "Find the best way to score a Birdie row, or check your own."),
    "puzzle": SubCommand("puzzle", "Solve a puzzle: today's, or that of an earlier day."),
    "deal": SubCommand("deal", "Play the deal of the day, and compare it with par."),
    "puzzles": SubCommand("lab.puzzles", "Make puzzles with proved answers, or check a file of them."),
    "rules": SubCommand("rules", "Print the rules of a game, or one clause."),
    "train": SubCommand("lab.train", "Train weights that judge positions, from matches between bots.", extra="lab"),
    "bench": SubCommand("lab.bench", "Measure the speed of engine, scorer, search and environments.", extra="lab"),
    "review": SubCommand("review", "Review a match: what each decision cost, and how much was luck."),
    "mcp": SubCommand("lab.mcp", "Let language models play, over the Model Context Protocol.", extra="mcp"),
    "agents": SubCommand("lab.agents", "Measure language models and other text agents.", extra="agents"),
    "report": SubCommand("lab.report", "Write a report on many matches: who wins, and why.", extra="lab"),
}

DEFAULT: Sequence[str] = ["serve", "--open"]
"""What plain ``birdtable`` does."""


class Commands(TyperGroup):
    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, command in COMMANDS.items():
            self.add_command(TyperCommand(name=name, help=command.help))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command itself, in place of what the list shows of it."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if name else None, rest

    def main(self, args: Sequence[str] | None = None, *, standalone_mode: bool = True, **rest: Any) -> Any:  # type: ignore[override]
        args = (sys.argv[1:] if args is None else args) or DEFAULT
        write_every_letter()
        if not standalone_mode:
            return super().main(args, standalone_mode=False, **rest)
        try:
            code = super().main(args, standalone_mode=False, **rest)
        except BirdtableError as error:
            code = fail(str(error))
        except ModuleNotFoundError as error:
            code = fail(name_extra(error, args))
        except typer.TyperException as error:
            code = fail(error.format_message())
        except typer.Abort:
            code = 1
        sys.exit(code)


def write_every_letter() -> None:
    """A console or pipe in an old code page, as on Windows, gets the number of a letter that it lacks."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def load_command(name: str) -> Any:
    """What needs optional dependencies is imported by a command when it runs: its help can be read without them."""
    found = getattr(import_module(f"birdtable.cli.{COMMANDS[name].module}"), name)
    if not isinstance(found, typer.Typer):
        command, found = found, typer.Typer(add_completion=False, rich_markup_mode=None)
        found.command(name)(command)
    return typer.main.get_command(found)


def name_extra(error: ModuleNotFoundError, args: Sequence[str]) -> str:
    """What to install for a command that lacks something; anything else that is missing is a mistake of ours."""
    name = next((arg for arg in args if arg in COMMANDS), "")
    extra = COMMANDS[name].extra if name else ""
    if not extra or (error.name or "").split(".")[0] == "birdtable":
        raise error
    return f"'birdtable {name}' needs {error.name}: pip install 'birdtable[{extra}]'"


def fail(message: str) -> int:
    """Prints what is wrong on one line and returns the exit code for it."""
    print(f"error: {' '.join(message.split())}", file=sys.stderr)
    return 2


app = typer.Typer(cls=Commands, rich_markup_mode=None, pretty_exceptions_enable=False)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"birdtable {birdtable.__version__} ({birdtable.speed()}: {birdtable.speed_reason()})")
        raise typer.Exit


@app.callback()
def birdtable_command(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Play, score and study two bird card games, Birdie and CuBirds."""
