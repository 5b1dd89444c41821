"""``birdtable puzzles``: files of puzzles."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from birdtable import catalog
from birdtable.cli.choices import Cluster, GameName, Processes, Seed
from birdtable.cli.lab.players import INTERRUPTED
from birdtable.cli.progress import watch
from birdtable.game import BadInput
from birdtable.lab import puzzles as files
from birdtable.lab.puzzles import Tally
from birdtable.lab.work import open_executor
from birdtable.puzzles.form import KINDS

puzzles = typer.Typer(add_completion=False, rich_markup_mode=None)

PuzzleFile = Annotated[Path, typer.Argument(metavar="FILE", help="A file of puzzles.")]


@puzzles.callback()
def puzzles_command() -> None:
    """Make puzzles with proved answers, or check a file of them.

    \b
    Examples:
      birdtable puzzles make birdie --kind row --count 365 --seed 2026 --out rows.jsonl
      birdtable puzzles check rows.jsonl
    """


@puzzles.command()
def make(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The file; it may already hold some of them.")],
    kind: Annotated[str, typer.Option(help=f"{' or '.join(KINDS)}.")] = "turn",
    count: Annotated[int, typer.Option(min=1, max=2**31 - 1, help="Number of puzzles.")] = 100,
    seed: Seed = 0,
    processes: Processes = 1,
    cluster: Cluster = "",
) -> None:
    """Make puzzles and write them to a file, one line of JSON each.

    A row puzzle is a Birdie row with a proved best score and only one way to it; a turn puzzle is a position in which
    one play is clearly the best, by two long searches. If the command is interrupted, run it again: it continues with
    the next puzzle. docs/puzzles.md describes the form.

    \b
    Examples:
      birdtable puzzles make birdie --kind row --count 365 --seed 2026 --out rows.jsonl
      birdtable puzzles make cubirds --kind turn --count 100 --seed 2026 --processes 2 --out turns.jsonl
    """
    catalog.game(game)
    if kind not in KINDS:
        raise BadInput(f"there is no kind of puzzles {kind!r}: it is {' or '.join(KINDS)}")
    try:
        with open_executor(processes, cluster) as executor:
            made = files.make(game, kind, out, count=count, seed=seed, executor=executor, watch=watch)
    except KeyboardInterrupt:
        print(f"interrupted; the same command goes on in {out}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    print(text(made))


@puzzles.command()
def check(path: PuzzleFile, processes: Processes = 1) -> None:
    """Solve every puzzle of a file again; a line whose answer does not hold is named.

    \b
    Example: birdtable puzzles check rows.jsonl
    """
    with open_executor(processes) as executor:
        print(text(files.check(path, executor, watch)))


def text(found: Tally) -> str:
    """What people want to know about a file."""
    levels = ", ".join(f"level {level}: {count:,}" for level, count in sorted(found.levels.items()))
    dropped = ", ".join(f"{reason}: {count:,}" for reason, count in found.dropped.most_common())
    candidates = found.puzzles + found.dropped.total()
    lines = [
        ("puzzles", f"{found.puzzles:,} of {candidates:,} candidates"),
        ("rejected", dropped or "none"),
        ("difficulty", levels),
    ]
    return "\n".join(f"{name:<13}{value}" for name, value in lines)
