"""The text of a position read back, for players who have nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

LEGAL = re.compile(r"^  (?P<step>\S.*?)  +(?P<words>\S.*)$")
LINE = re.compile(r"^(?:- )?(?P<name>[\w', ]+): ?(?P<rest>.*)$")


class PositionRead(NamedTuple):
    text: str
    """From the title on."""
    lines: Mapping[str, str]
    """``Display: Os Oa`` and the like, by what stands before the colon."""
    legal: Mapping[str, str]
    """The legal steps in the order of the list, each with its words."""


def read_position(title: str, prompt: str) -> PositionRead:
    """The last position that a prompt tells."""
    text = prompt[max(0, prompt.rfind(f"\n{title} with ")) :].lstrip("\n")
    lines = {found["name"]: found["rest"] for line in text.splitlines() if (found := LINE.match(line))}
    return PositionRead(text, lines, read_legal(text))


def read_legal(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.rpartition("\nLegal steps:\n")[2].splitlines():
        match = LEGAL.match(line)
        if match is None:
            break
        found[match["step"]] = match["words"]
    return found


def count_unseen(position: PositionRead, letter: str) -> int:
    """How many of the cards not seen have this letter."""
    told = next((rest for name, rest in position.lines.items() if name.startswith("Cards you have not seen")), "")
    return sum(int(count) for card, count in re.findall(r"(\w+) x(\d+)", told) if letter in card)
