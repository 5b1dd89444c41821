"""The rules as people read them: each game's ``RULES.md``, clause by clause, and ``RULES.it.md`` in other languages."""

from __future__ import annotations

import re
from functools import cache

from birdtable import catalog
from birdtable.game import BadInput
from birdtable.languages import check_language

SECTION = re.compile(r"^## (?P<id>[A-Z]\d+) ", re.MULTILINE)
CLAUSE = re.compile(r"^- (?P<id>[A-Z]\d+\.\d+) (?P<text>.*(?:\n  .*)*)", re.MULTILINE)


@cache
def rules(game: str, language: str = "en") -> str:
    """The whole text; in English if the game has no translation."""
    folder = catalog.folder(game)
    for name in (f"RULES.{check_language(language)}.md", "RULES.md"):
        if (file := folder.joinpath(name)).is_file():
            return file.read_text(encoding="utf-8")
    raise BadInput(f"{catalog.game(game).title} comes without a text of its rules")


@cache
def sections(game: str, language: str = "en") -> dict[str, str]:
    """The sections by their ids (``B4``), each with its heading."""
    text = rules(game, language)
    found = list(SECTION.finditer(text))
    ends = [*(section.start() for section in found[1:]), len(text)]
    return {section["id"]: text[section.start() : end].strip() for section, end in zip(found, ends, strict=True)}


@cache
def clauses(game: str, language: str = "en") -> dict[str, str]:
    """The clauses by their ids (``B4.2``), each on one line."""
    return {found["id"]: " ".join(found["text"].split()) for found in CLAUSE.finditer(rules(game, language))}


def ids(game: str) -> frozenset[str]:
    """Everything that a refusal may name: sections and clauses."""
    return frozenset([*sections(game), *clauses(game)])


def passage(game: str, id: str, language: str = "en") -> str:
    """A section or a clause."""
    id = id.upper()
    if id in sections(game, language):
        return sections(game, language)[id]
    if id in clauses(game, language):
        return f"{id} {clauses(game, language)[id]}"
    title = catalog.game(game).title
    raise BadInput(f"the rules of {title} have no clause {id!r}; their sections are {', '.join(sections(game))}")
