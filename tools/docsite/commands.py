"""A page for every command, from the command line itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from birdtable.cli import COMMANDS, app, load_command


def pages() -> dict[str, str]:
    made = {f"commands/{name}.md": page(name) for name in COMMANDS}
    lines = [f"| [`birdtable {name}`](/commands/{name}.md) | {command.help} |" for name, command in COMMANDS.items()]
    top = describe(get_command(app), "birdtable", skip_commands=True)
    made["commands/index.md"] = "\n".join(["# Commands", "", *top, "", "| command | |", "|---|---|", *lines, ""])
    return made


def page(name: str) -> str:
    lines = [f"# birdtable {name}", "", *describe(load_command(name), f"birdtable {name}")]
    if extra := COMMANDS[name].extra:
        lines += ["", f"It needs `pip install 'birdtable[{extra}]'`."]
    return "\n".join(lines) + "\n"


def describe(command: Any, name: str, *, skip_commands: bool = False) -> Iterator[str]:
    context = command.make_context(name, [], resilient_parsing=True)
    yield from ["```text", re.sub(r"^Usage: ", "", " ".join(command.get_usage(context).split())), "```", ""]
    yield from paragraphs(command.help or "")
    rows = [record for each in command.get_params(context) if (record := each.get_help_record(context))]
    if rows:
        yield from ["", "| | |", "|---|---|"]
        yield from (f"| `{cell(left)}` | {cell(right)} |" for left, right in rows)
    if not skip_commands:
        for part, each in getattr(command, "commands", {}).items():
            yield from [
                "",
                f"## birdtable {name.removeprefix('birdtable ')} {part}",
                "",
                *describe(each, f"{name} {part}"),
            ]


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def paragraphs(text: str) -> Iterator[str]:
    """The help text; what is indented below "Examples:" is a block of commands."""
    prose, _, examples = text.replace("\b\n", "").partition("Examples:\n")
    yield prose.strip()
    commands = [line.strip() for line in examples.splitlines() if line.strip()]
    if commands:
        yield from ["", "```sh", *commands, "```"]
