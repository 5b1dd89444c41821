"""The command ``birdtable``: one module for each sub-command, imported when it is called.

Data goes to standard output, talk to standard error. What a person got wrong is answered with one line and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

import birdtable
from birdtable.game import BadInput, BirdtableError


class Entry(NamedTuple):
    """A sub-command: the function of its name, or a ``Typer``, in the module of its name."""

    help: str
    extra: str = ""
    """The extra of the package that it needs, if any."""


COMMANDS = {
    "play": Entry("Play a game in the terminal."),
    "serve": Entry("Let people and bots sit down and play.", extra="server"),
    "load": Entry("Measure how much a server bears.", extra="server"),
    "backup": Entry("Copy a server's database while it is in use.", extra="server"),
    "restore": Entry("Make a server's database from such a copy.", extra="server"),
    "notice": Entry("Show a notice on every page of a server.", extra="server"),
    "close": Entry("End a table of a server.", extra="server"),
    "verify": Entry("Check that the shuffle of a recorded match was fair."),
    "arena": Entry("Let bots play each deal in all seats, and tell who is better."),
    "sim": Entry("Let bots play many matches and count who wins."),
    "replay": Entry("Tell a recorded match as a seat saw it."),
    "score": Entry("Find the best scoring of a Birdie row, or check your own."),
    "rules": Entry("Print the rules of a game, or a clause of them."),
    "train": Entry("Learn from matches of bots what positions are worth.", extra="lab"),
    "bench": Entry("Measure the speed of everything.", extra="lab"),
    "review": Entry("Look back on a match: what decisions cost, and how much was luck."),
    "report": Entry("Write a page about many matches: who wins, and why.", extra="lab"),
}

PLAIN: Sequence[str] = ["serve", "--open"]
"""What ``birdtable`` stands for when nothing follows it."""


class Commands(TyperGroup):
    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, entry in COMMANDS.items():
            self.add_command(TyperCommand(name=name, help=entry.help))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command itself, in place of its entry in the list."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, command_named(name) if name else None, rest

    def main(self, args: Sequence[str] | None = None, *, standalone_mode: bool = True, **rest: Any) -> Any:  # type: ignore[override]
        args = (sys.argv[1:] if args is None else args) or PLAIN
        if not standalone_mode:
            return super().main(args, standalone_mode=False, **rest)
        try:
            code = super().main(args, standalone_mode=False, **rest)
        except BirdtableError as error:
            code = fail(str(error))
        except typer.TyperException as error:
            code = fail(error.format_message())
        except typer.Abort:
            code = 1
        sys.exit(code)


def command_named(name: str) -> Any:
    entry = COMMANDS[name]
    try:
        found = getattr(import_module(f"birdtable.cli.{name}"), name)
    except ModuleNotFoundError as error:
        if not entry.extra or (error.name or "").startswith("birdtable"):
            raise
        raise BadInput(f"'birdtable {name}' needs {error.name}: pip install 'birdtable[{entry.extra}]'") from None
    if not isinstance(found, typer.Typer):
        command, found = found, typer.Typer(add_completion=False, rich_markup_mode=None)
        found.command(name)(command)
    return typer.main.get_command(found)


def fail(message: str) -> int:
    """Says what is wrong on one line and returns the exit code for it."""
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
