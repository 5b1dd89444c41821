"""Every sentence with which somebody who plays can be refused, found in the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import birdtable
from birdtable.game import split_clause

PACKAGE = Path(birdtable.__path__[0])
PLACES = {"Refusal": 1, "IllegalStep": 1, "NotDone": 1, "BadInput": 0, "MovedOn": 0}
"""Where the sentence stands among the arguments."""
NOT_READ = ("lab", "cli", "testing", "games/*/tests")
"""Those who do research or type commands are spoken to in English."""
WITH_PLAYERS = ("lessons.py", "server", "tab", "bots/advice", "terminal", "games/*/options.py", "games/*/__init__.py")
"""Where ``BadInput`` reaches somebody who plays: elsewhere it is about the text of a position, a record or a bot."""
WITH_OTHERS = ("server/http/site.py", "tab/store.py", "server/*.py", "server/birdie", "server/cluster", "server/store")
"""Where it is said to those who run a server or write programs."""
ABOUT_FILES = ("terminal/files.py", "terminal/match/session.py", "terminal/typed.py")
"""Where it is about a file named on the command line, or never shown as it is."""


def matches(path: Path, patterns: tuple[str, ...]) -> bool:
    return any(path.match(pattern) or any(each.match(pattern) for each in path.parents) for pattern in patterns)


class Source:
    """A module and what its names stand for."""

    def __init__(self, path: Path) -> None:
        self.path = path.relative_to(PACKAGE)
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.values: dict[str, list[ast.expr]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.values.setdefault(node.targets[0].id, []).append(node.value)

    def is_with_players(self) -> bool:
        return matches(self.path, WITH_PLAYERS) and not matches(self.path, WITH_OTHERS + ABOUT_FILES)

    def refusal_expressions(self) -> Iterator[ast.expr]:
        """The expressions that refusals are made with."""
        for node in ast.walk(self.tree):
            match node:
                case ast.Call(func=ast.Name(id=name), args=args) if len(args) > PLACES.get(name, len(args)):
                    if name != "BadInput" or self.is_with_players():
                        yield args[PLACES[name]]
                case ast.Call(func=ast.Name(id="Problem"), keywords=keywords):
                    yield from (each.value for each in keywords if each.arg == "reason")
                case ast.ClassDef(bases=[ast.Name(id="NotDone" | "Outdated" | "Refusal")], body=body):
                    for line in body:
                        if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "reason":
                            yield line.value
                case _:
                    pass


def sources() -> list[Source]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return [Source(path) for path in paths if not matches(path.relative_to(PACKAGE), NOT_READ)]


def refusals() -> Iterator[str]:
    """The sentences without their clauses. One put together from parts could not be looked up, and is a fault."""
    known = sources()
    everywhere = {name: values for source in known for name, values in source.values.items() if name.isupper()}
    for source in known:
        for expression in source.refusal_expressions():
            yield from (split_clause(text)[0] for text in sentences(expression, source.values, everywhere, source.path))


def sentences(
    expression: ast.expr, here: dict[str, list[ast.expr]], everywhere: dict[str, list[ast.expr]], path: Path
) -> Iterator[str]:
    match expression:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            raise AssertionError(f"{path}:{expression.lineno}: a refusal is a message with places, not an f-string")
        case ast.Name(id=name):
            for value in here.get(name) or everywhere.get(name, []):
                yield from sentences(value, here, everywhere, path)
        case ast.Call(func=ast.Attribute(value=values, attr="get"), args=[_, *default]):
            for part in (values, *default):
                yield from sentences(part, here, everywhere, path)
        case ast.Attribute():
            pass  # the reason of another refusal
        case ast.Dict(values=values):
            for value in values:
                yield from sentences(value, here, everywhere, path)
        case _:
            for child in ast.iter_child_nodes(expression):
                if isinstance(child, ast.expr):
                    yield from sentences(child, here, everywhere, path)
