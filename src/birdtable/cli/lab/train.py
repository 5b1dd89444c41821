"""``birdtable train``"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from birdtable.cli.choices import Cluster, GameName, Processes, Seed
from birdtable.cli.lab.players import INTERRUPTED
from birdtable.cli.progress import watch
from birdtable.game import BadInput
from birdtable.lab.work import open_executor

if TYPE_CHECKING:
    from birdtable.lab.training.training import GenerationReport

HOUR = 3600.0


def train(
    game: GameName,
    hours: Annotated[float, typer.Option(min=0, help="Hours to train, counting earlier runs in the folder.")] = 1.0,
    seed: Seed = 1,
    generations: Annotated[int, typer.Option(min=0, help="Stop after this many in all; 0 for no limit.")] = 0,
    matches: Annotated[int, typer.Option(min=1, help="Matches per generation.")] = 5_000,
    folder: Annotated[Path | None, typer.Option(help="Folder of the run; by default train-GAME.")] = None,
    out: Annotated[Path | None, typer.Option(help="Copy the weights to this file at the end.")] = None,
    games: Annotated[int, typer.Option(min=0, help="Matches that measure the strength of each generation.")] = 20,
    processes: Processes = 1,
    cluster: Cluster = "",
) -> None:
    """Train weights that judge positions and steps, from matches of the champion against itself.

    An interrupted run continues where its last generation ended. After each generation it prints how well positions are
    judged, and how a search with these weights does against greedy.

    \b
    Examples:
      birdtable train cubirds --hours 0.5
      birdtable train birdie --hours 8 --seed 2 --processes 4 --out src/birdtable/bots/search/weights/birdie.net
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # products this small take five times as long with two
    from birdtable.lab.training.training import Run, strength

    place = folder or Path(f"train-{game}")
    try:
        run = Run(game, place, seed=seed, matches=matches)
        if run.progress.generation:
            say(f"going on after generation {run.progress.generation}, {run.progress.seconds / HOUR:.2f} h")
        with open_executor(processes, cluster) as executor:
            for report in run.generations(hours * HOUR, executor, watch, most=generations):
                rate = f", {strength(run, games):.0%} against greedy" if games else ""
                say(line(report) + rate)
    except OSError as error:
        raise BadInput(f"{error.filename or place} cannot be used: {error.strerror}") from None
    except KeyboardInterrupt:
        say(f"interrupted: the same command goes on from what is in {place}")
        raise typer.Exit(INTERRUPTED) from None
    if out is not None:
        try:
            shutil.copyfile(run.file, out)
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error.strerror}") from None
    print(out or run.file)


def line(report: GenerationReport) -> str:
    return (
        f"generation {report.generation + 1}: {report.matches:,} matches, {report.seconds / HOUR:.2f} h, "
        f"positions {report.loss:.3f} (a guess {report.guess:.3f}), steps {report.step_loss:.3f}"
    )


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
