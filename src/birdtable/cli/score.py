"""``birdtable score``"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import monotonic
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from birdtable import catalog
from birdtable.cli.choices import Expert, Options, Preset, parse_options
from birdtable.cli.score_sheet import is_file, score_file
from birdtable.game import BadInput
from birdtable.games.birdie.options import DEFAULT_FLAP_VALUES
from birdtable.games.birdie.solver import Problem, Solution, Stage, answer, solve

COLOURS = {"s": "green", "u": "yellow", "a": "red", "w": "cyan"}
"""Of seasons; the letters say the same."""
FATES = {"dropped": "Pigeon", "held": "held back", "lost": "nothing written"}
CARD = 3
"""Columns that a card takes."""


def score(
    row: Annotated[
        list[str] | None,
        typer.Argument(metavar="ROW", help="The cards from left to right, such as Ow Ww Pw; or a score sheet file."),
    ] = None,
    expert: Expert = False,
    boxes: Annotated[str, typer.Option(help="What is written in your boxes: spring=4,robin=3.")] = "",
    flaps: Annotated[int, typer.Option(help="Number of places marked in your Flap column.")] = 0,
    records: Annotated[str, typer.Option(help="The highest values anybody has written: robin=4.")] = "",
    insert: Annotated[str, typer.Option(help="Cards that Robin drew for the row.")] = "",
    woodpeckers: Annotated[int, typer.Option(help="How often Woodpecker can be used.")] = 0,
    pigeons: Annotated[int, typer.Option(help="How often Pigeon can be used.")] = 0,
    owls: Annotated[int, typer.Option(help="How often Owl can be used.")] = 0,
    sets: Annotated[str | None, typer.Option(help="A division to check: '1-4:robin 5-6:summer'.")] = None,
    open_value: Annotated[str, typer.Option(help="What a box is worth if it stays empty: owl=2.5.")] = "",
    time: Annotated[float, typer.Option(help="Seconds to search in the expert game.")] = 10.0,
    option: Options = None,
    preset: Preset = "",
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON; without a row, read problems from standard input, one per line.")
    ] = False,
) -> None:
    """Find the best way to score a Birdie row, or check your own, and explain every point; or recompute a score sheet.

    \b
    Examples:
      birdtable score "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww" --pigeons 1
      birdtable score "Rs Ra Rs Ru Pu Ou" --sets "1-4:robin 5-6:summer"
      birdtable score "Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw" --expert --boxes spring=4
      birdtable score --json < problems.jsonl
      birdtable score birdie-2026-11-16.sheet.json
    """
    if row and is_file(row):
        score_file(row[0], json=json)
        return
    if json and not row:
        for line in answers():
            print(line, flush=True)
        return
    if row is None:
        raise BadInput("a row is missing: birdtable score 'Ow Ww Pw'; an empty one is ''")
    problem = Problem(
        row=" ".join(row),
        boxes={name: whole_number("boxes", name, value) for name, value in pairs("boxes", boxes)},
        flaps=flaps,
        records={name: whole_number("records", name, value) for name, value in pairs("records", records)},
        insert=insert,
        woodpeckers=woodpeckers,
        pigeons=pigeons,
        owls=owls,
        sets=sets,
        open_value={name: decimal("open-value", name, value) for name, value in pairs("open-value", open_value)},
        time=time,
        **options(preset, option, expert),
    )
    if json:
        print(msgspec.json.encode(answer(msgspec.json.encode(problem), monotonic)).decode())
    else:
        show(problem, solve(problem, monotonic))


def answers() -> Iterator[str]:
    """An answer to every line of standard input that is not blank."""
    for line in sys.stdin.buffer:
        if line.strip():
            yield msgspec.json.encode(answer(line, monotonic)).decode()


def options(preset: str, texts: list[str] | None, expert: bool) -> dict[str, Any]:
    return parse_options(catalog.game("birdie"), preset, texts, expert)


def pairs(option: str, text: str) -> Iterator[tuple[str, str]]:
    """Reads ``spring=4,robin=3``."""
    for word in text.replace(",", " ").split():
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"--{option} {word}: a name and a value, as in robin=4")
        yield name, value


def whole_number(option: str, name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise BadInput(f"--{option} {name}={value}: not a whole number") from None


def decimal(option: str, name: str, value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise BadInput(f"--{option} {name}={value}: not a number") from None


# For people


def show(problem: Problem, solution: Solution) -> None:
    console = Console(highlight=False)
    console.print(Text(f"{solution.gain} points{verdict(problem, solution)}", style="bold"))
    for stage in solution.stages or [Stage(solution.row)]:
        draw(console, stage)
    console.print()
    for reason in solution.why:
        points = f"{reason.points:+g}" if reason.points else ""
        console.print(Text(f"{points:>5}  {reason.text} [{reason.clause}]", style="" if reason.points else "dim"))
    if solution.steps:
        console.print(Text(f"\nSteps: {', '.join(solution.steps)}"))
    if problem.flap_values == DEFAULT_FLAP_VALUES:
        note = "The Flap values 1 to 10 are our assumption [B1.5]; those of your board: --option flap_values=1,2,..."
        console.print(Text(f"\n{note}", style="dim"))


def verdict(problem: Problem, solution: Solution) -> str:
    if solution.proved:
        return ": nothing gains more"
    if problem.sets is not None:
        return f": the best play gains {solution.bound}"
    return f": not proved, but nothing gains more than {solution.bound}; more --time may tell"


def draw(console: Console, stage: Stage) -> None:
    """The cards and under each its mark, on as many lines as the terminal needs; then what the marks mean."""
    cards = stage.row.split()
    marks = [""] * len(cards)
    legend = []
    if stage.removed:
        marks[stage.removed - 1] = "x"
        legend.append(f"x {cards[stage.removed - 1]} removed")
    for number, group in enumerate(stage.groups, start=1):
        for place in group.places:
            marks[place - 1] = str(number)
        fate = "" if group.fate == "written" else f", {FATES[group.fate]}"
        legend.append(f"{number} {group.trait} {len(group.places)}{fate}")
    console.print()
    width = max(1, console.width // CARD)
    for start in range(0, len(cards), width):
        lines = Text(), Text()
        for card, mark in list(zip(cards, marks, strict=True))[start : start + width]:
            style = COLOURS[card[1]] + (" bold" if mark else "")
            lines[0].append(f"{card:<{CARD}}", style=style)
            lines[1].append(f"{mark:<{CARD}}", style=style)
        console.print(lines[0])
        if legend:
            console.print(lines[1])
    if legend:
        console.print(Text(";  ".join(legend)))
