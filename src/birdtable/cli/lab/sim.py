"""``birdtable sim``"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Annotated

import msgspec
import typer

from birdtable import catalog
from birdtable.bots.match import MatchResult, RecordForm, matches, victory_shares
from birdtable.bots.outside import PATIENCE
from birdtable.cli.choices import (
    Cluster,
    Expert,
    GameName,
    Options,
    Preset,
    Processes,
    Seed,
    Starter,
    name_starter,
    parse_options,
)
from birdtable.cli.lab.players import FAULTY, Code, Patience, parse_players
from birdtable.cli.progress import watch
from birdtable.game import BadInput
from birdtable.lab.work import open_executor


class SimResult(msgspec.Struct, omit_defaults=True):
    """What was counted, as ``--json`` prints it."""

    game: str
    players: list[str]
    games: int
    seed: int
    seconds: float
    games_per_second: float
    wins: list[float]
    """By seat; a shared win counts as a fraction, and a forfeited match is shared by all seats but one."""
    points: list[float | None]
    """Means by seat, of matches that were played to their end."""
    decisions: int
    """Steps that seats took, chance not counted."""
    faults: list[dict[str, int]] = []
    """What bots did in place of choosing a step, by seat, and how often: each time a match was forfeited."""


def sim(
    game: GameName,
    players: Annotated[str, typer.Option(help="The bots by seat, separated by commas.")] = "random,random",
    games: Annotated[int, typer.Option(min=1, help="Number of matches.")] = 1000,
    seed: Seed = 0,
    option: Options = None,
    preset: Preset = "",
    expert: Expert = False,
    starter: Starter = "",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="Write records to this file: one line of JSON each if it ends in .jsonl, else text."),
    ] = None,
    processes: Processes = 1,
    cluster: Cluster = "",
    code: Code = None,
    patience: Patience = PATIENCE,
) -> None:
    """Play many matches between bots and count who wins.

    Matches of CuBirds end after 1,000 turns [C5.3] unless --option turn_limit=... is given. A bot that fails to choose
    a step forfeits its match; the exit code is then 3.

    \b
    Examples:
      birdtable sim birdie --games 10000
      birdtable sim birdie --players random,random,random --expert --json
      birdtable sim birdie --preset ksr --option flap_values=1,2,3,5,8
      birdtable sim cubirds --games 100 --seed 7 --out games.jsonl
      birdtable sim birdie --players greedy,greedy --processes 4
      birdtable sim birdie --players my_bot,greedy --code my_bot.py
    """
    if out is not None and out.suffix == ".parquet":
        raise BadInput("'birdtable sim' writes records; 'birdtable data make' writes decisions as Parquet")
    rules = catalog.game(game)
    names = parse_players(players, code)
    options = rules.cap(name_starter(parse_options(rules, preset, option, expert), starter, names))
    began = perf_counter()
    recorded: RecordForm = "" if out is None else "line" if out.suffix == ".jsonl" else "whole"
    with open_executor(processes, cluster) as executor:
        results = matches(
            rules, names, options, games=games, seed=seed, recorded=recorded, executor=executor, patience=patience
        )
        if out is not None:
            results = write_records(results, out)
        tally = count(watch(results, games, "matches"), SimResult(game, names, games, seed, 0, 0, [], [], 0))
    tally.seconds = round(perf_counter() - began, 6)
    tally.games_per_second = round(games / tally.seconds, 1)
    print(msgspec.json.encode(tally).decode() if json else table(tally, rules.title))
    if tally.faults:
        sys.stdout.flush()
        raise typer.Exit(FAULTY)


def write_records(results: Iterable[MatchResult], out: Path) -> Iterator[MatchResult]:
    """Passes matches on, and writes each to a file on the way."""
    try:
        with out.open("wb") as file:
            for match in results:
                if match.lines:
                    file.write(match.lines)
                elif match.record is not None:
                    line = match.record.json() if out.suffix == ".jsonl" else match.record.text()
                    file.write(line.encode() + b"\n")
                yield match
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}") from None


def count(results: Iterable[MatchResult], tally: SimResult) -> SimResult:
    seats, ended = len(tally.players), 0
    wins, points = [0.0] * seats, [0] * seats
    faults = [Counter[str]() for _ in range(seats)]
    for match in results:
        tally.decisions += match.decisions
        wins = [sum(pair) for pair in zip(wins, victory_shares(seats, match.outcome, match.fault), strict=True)]
        if match.fault is not None:
            faults[match.fault.seat][match.fault.what] += 1
        if match.outcome is not None:
            ended += 1
            points = [sum(pair) for pair in zip(points, match.outcome.points, strict=True)]
    tally.wins = [round(won, 6) for won in wins]
    tally.points = [round(total / ended, 6) if ended else None for total in points]
    tally.faults = [dict(each) for each in faults] if any(faults) else []
    return tally


def table(tally: SimResult, title: str) -> str:
    """The counts as text."""
    names = [f"{name} *" if tally.faults and tally.faults[i] else name for i, name in enumerate(tally.players)]
    width = max(len("player"), *map(len, names))
    rows = [
        f"{seat:>4}  {name:<{width}}  {won:>10,.1f}  {won / tally.games:>6.1%}"
        f"  {'-' if points is None else f'{points:.2f}':>7}"
        for seat, (name, won, points) in enumerate(zip(names, tally.wins, tally.points, strict=True), start=1)
    ]
    speed = f"{tally.seconds:.2f} s, {tally.games_per_second:,.0f} matches/s, {tally.decisions:,} decisions"
    head = f"seat  {'player':<{width}}  {'wins':>10}  {'share':>6}  {'points':>7}"
    faults = [
        f"* seat {seat}, {tally.players[seat - 1]}: {what} ({times:,} forfeited)"
        for seat, each in enumerate(tally.faults, start=1)
        for what, times in each.items()
    ]
    return "\n".join([f"{title}: {tally.games:,} matches, seed {tally.seed} ({speed})", head, *rows, *faults])
