"""``birdtable agents``"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from birdtable.cli.choices import Processes
from birdtable.cli.lab.players import INTERRUPTED
from birdtable.cli.progress import watch
from birdtable.game import BadInput

agents = typer.Typer(add_completion=False, rich_markup_mode=None)

ConfigFile = Annotated[Path, typer.Argument(metavar="CONFIG.toml", help="Who is measured, on what: docs/agents.md.")]


@agents.callback()
def agents_command() -> None:
    """Measure language models and other text agents, or let one play at a server.

    \b
    Examples:
      birdtable agents run models.toml --processes 2
      birdtable agents play http://127.0.0.1:8624/#/table/k3xw8 models.toml
    """


@agents.command()
def run(
    config: ConfigFile,
    folder: Annotated[
        Path | None, typer.Option(help="Where the run is kept; by default next to the configuration, named after it.")
    ] = None,
    processes: Processes = 1,
) -> None:
    """Run the benchmark and write its table as JSON, CSV, Markdown and a page with plots.

    Rows are scored against the proved optimum, turns judged against a long search, questions about rules and positions
    have one right answer each, and matches are played against the ladder of bots. A run that was interrupted continues
    where it stopped when it is started again with the same configuration. Keys of endpoints come from the environment.

    \b
    Examples:
      birdtable agents run models.toml --processes 2
      birdtable agents run models.toml --folder runs/june
    """
    from birdtable.lab.agents.benchmark.config import read_config
    from birdtable.lab.agents.benchmark.run import run as measure
    from birdtable.lab.agents.benchmark.table import markdown, write_all
    from birdtable.lab.work import open_executor

    wish, place = read_config(config), folder or config.with_suffix("")
    try:
        with open_executor(processes) as executor:
            result = measure(wish, folder=place, beside=config.parent, executor=executor, watch=watch)
    except KeyboardInterrupt:
        print(f"Interrupted: the same command goes on from what is in {place}.")
        raise typer.Exit(INTERRUPTED) from None
    written = write_all(result, place)
    print(markdown(result), end="")
    print("\n".join(["", *map(str, written)]))


@agents.command()
def play(
    link: Annotated[str, typer.Argument(help="The link of a table on a server.")],
    config: ConfigFile,
    agent: Annotated[str, typer.Option(help="Which agent of the configuration; the first by default.")] = "",
    out: Annotated[
        Path | None,
        typer.Option(help="File for the record; by default next to the configuration, named after the table."),
    ] = None,
) -> None:
    """Let a text agent play at a table of a running server, among people and bots.

    When the match is over its record is written, with every answer of the agent.

    The environment has the token of a remote bot in BIRDTABLE_TOKEN (POST /api/bots, or on the page).

    \b
    Example:
      BIRDTABLE_TOKEN=... birdtable agents play http://127.0.0.1:8624/#/table/k3xw8 models.toml --agent reader
    """
    from birdtable.lab.agents.benchmark.config import make_agent, read_config
    from birdtable.lab.agents.match import play_at_table, record_answers
    from birdtable.lab.agents.player import TextBot
    from birdtable.lab.mcp.remote import fetch_record, sit_down

    wish = read_config(config)
    entries = [entry for entry in wish.entries() if not entry.is_bot]
    chosen = [entry for entry in entries if agent in ("", entry.called)]
    if not chosen:
        raise BadInput(f"{config} has no text agent {agent!r}; it has {', '.join(entry.called for entry in entries)}")
    table = sit_down(link, os.environ.get("BIRDTABLE_TOKEN", ""))
    try:
        table.begin()
        player = TextBot(make_agent(chosen[0], config.parent), table.game, wish.asking)
        outcome = play_at_table(player, table)
        record = record_answers(fetch_record(table), player.attempts)
    finally:
        table.close()
    written = out or config.with_name(f"{table.info.id}.birdtable")
    written.write_text(record.text(), encoding="utf-8")
    points = ", ".join(f"{name} {points}" for name, points in zip(table.names, outcome.points, strict=True))
    print(f"{points}. Refused answers: {player.costs.refused}, forfeited turns: {player.costs.forfeits}.")
    print(written)
