"""The messages that come from Python: those of the terminal, of events, of refusals and of hints."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import birdtable
from birdtable import catalog, texts
from birdtable.bots.advice.reasons import CLAIMS, REASONS
from birdtable.bots.knowledge import NOTHING, knowledge
from birdtable.games.cubirds.cards import NAMES, PLURALS
from birdtable.texts import Message
from kit.sources.refusals import refusals

PACKAGE = Path(birdtable.__path__[0])


def calls(folder: str, pattern: str = "*.py") -> Iterator[tuple[str, list[str]]]:
    """The calls with literal texts in the sources: the name called, and its leading texts."""
    for path in sorted((PACKAGE / folder).rglob(pattern)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                literals = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                yield name, literals


def own() -> Iterator[Message]:
    for name, literals in (*calls("terminal"), *calls("cli")):
        match name:
            case "t" if literals:
                yield Message(None, literals[0])
            case "tn" if len(literals) > 1:
                yield Message(None, literals[0], literals[1])
            case _:
                pass


def words() -> Iterator[Message]:
    """Names of species, as a refusal has them."""
    yield from (Message("CuBirds", name) for name in (*NAMES, *PLURALS))


def reasons() -> Iterator[Message]:
    """Of hints and reviews: those of every game, and those of each."""
    games = [knowledge(catalog.game(name)) for name in catalog.games()]
    for known in (REASONS, *(each.reasons for each in games)):
        yield from (Message(None, text) for text in known.values())
    yield from (Message(None, area) for each in (NOTHING, *games) for area in each.areas)
    for claims in (CLAIMS, *(each.claims for each in games)):
        yield from chain.from_iterable(texts.sentence_messages(sentence) for sentence in claims.values())


def all_messages() -> list[Message]:
    found = [
        *own(),
        *texts.messages(),
        *(Message(None, text) for text in refusals()),
        *words(),
        *reasons(),
    ]
    return list(dict.fromkeys(found))
