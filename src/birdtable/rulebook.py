"""The rules as people read them: each game's ``RULES.md``, by clause."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from birdtable import catalog
from birdtable.game import BadInput

SECTION = re.compile(r"^## (?P<id>[A-Z]\d+) ", re.MULTILINE)
CLAUSE = re.compile(r"^- (?P<id>[A-Z]\d+\.\d+) (?P<text>.*(?:\n  .*)*)", re.MULTILINE)


@cache
def rules(game: str) -> str:
    """The whole text."""
    name = catalog.game(game).name
    return files(f"birdtable.games.{name}").joinpath("RULES.md").read_text(encoding="utf-8")


@cache
def sections(game: str) -> dict[str, str]:
    """The sections by their ids (``B4``), each with its heading."""
    text = rules(game)
    found = list(SECTION.finditer(text))
    ends = [*(section.start() for section in found[1:]), len(text)]
    return {section["id"]: text[section.start() : end].strip() for section, end in zip(found, ends, strict=True)}


@cache
def clauses(game: str) -> dict[str, str]:
    """The clauses by their ids (``B4.2``), each on one line."""
    return {found["id"]: " ".join(found["text"].split()) for found in CLAUSE.finditer(rules(game))}


def ids(game: str) -> frozenset[str]:
    """Everything that a refusal may name: sections and clauses."""
    return frozenset([*sections(game), *clauses(game)])


def passage(game: str, id: str) -> str:
    """A section or a clause."""
    id = id.upper()
    if id in sections(game):
        return sections(game)[id]
    if id in clauses(game):
        return f"{id} {clauses(game)[id]}"
    title = catalog.game(game).title
    raise BadInput(f"the rules of {title} have no clause {id!r}; their sections are {', '.join(sections(game))}")
