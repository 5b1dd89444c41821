"""The types of the wire for the page: ``python -m birdtable.server.http.typescript`` writes them.

``--check`` writes nothing and fails when a file is stale.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from birdtable import catalog, wire
from birdtable.companion import BirdieAnswer, CuBirdsAnswer
from birdtable.companion.sheets import Ask
from birdtable.game import Event, Option, Outcome, View
from birdtable.games.birdie.solver import Problem as ScoreProblem

FOLDER = Path(__file__).parents[4] / "web" / "src"
HEAD = "// Made by `python -m birdtable.server.http.typescript`. Do not edit.\n\n"
SHARED: tuple[type, ...] = (Event, Outcome, Option)
"""Types of ``game`` that travel; they are declared in ``wire.ts``."""
NAMES: dict[type, str] = {ScoreProblem: "ScoreProblem", View: "BaseView"}
"""Where a type's own name would not be understood."""


def wire_types() -> list[type]:
    """Every message and every body of the HTTP API, in the order of ``wire``."""
    bases = {wire.Wire, wire.Told, wire.Said, wire.Answer}
    found = [value for value in vars(wire).values() if isinstance(value, type) and issubclass(value, msgspec.Struct)]
    return [
        *SHARED,
        *(kind for kind in found if kind not in bases and kind not in SHARED),
        ScoreProblem,
        *sheet_types(),
    ]


def sheet_types() -> list[type]:
    """What score sheets are made of, there and back."""
    return parts([Ask, BirdieAnswer, CuBirdsAnswer])


def wire_text() -> str:
    unions = {"FromClient": wire.FromClient, "FromServer": wire.FromServer}
    text = HEAD + 'import type { View } from "./views";\n\n' + declarations(wire_types(), set())
    for name, union in unions.items():
        text += f"\nexport type {name} = " + " | ".join(member.__name__ for member in union.__args__) + ";\n"
    phrases = ",\n  ".join(msgspec.json.encode(phrase).decode() for phrase in wire.PHRASES)
    rules = {name: catalog.game(name).rules_version for name in catalog.games()}
    text += f"\nexport const RULES = {msgspec.json.encode(rules).decode()} as const;\n"
    return text + f"\nexport const PHRASES = [\n  {phrases},\n] as const;\n"


def views_text() -> str:
    """The views of all games; types that only one game has carry its name in front, where two would clash."""
    views = [catalog.game(name).view_type for name in catalog.games()]
    text = declarations(parts(views), set(SHARED))
    used = [kind.__name__ for kind in SHARED if re.search(rf"\b{kind.__name__}\b", text)]
    imports = f'import type {{ {", ".join(used)} }} from "./wire";\n\n' if used else ""
    return HEAD + imports + text + f"\nexport type View = {' | '.join(title(view) for view in views)};\n"


def parts(kinds: Iterable[type]) -> list[type]:
    """The struct types that these are made of, each before those that hold it."""
    found: dict[type, None] = {}

    def visit(kind: inspect.Type) -> None:
        match kind:
            case inspect.StructType() if kind.cls not in SHARED and kind.cls not in found:
                for field in kind.fields:
                    visit(field.type)
                found[kind.cls] = None
            case inspect.Metadata():
                visit(kind.type)
            case inspect.UnionType():
                for member in kind.types:
                    visit(member)
            case inspect.ListType() | inspect.VarTupleType():
                visit(kind.item_type)
            case inspect.TupleType():
                for member in kind.item_types:
                    visit(member)
            case inspect.DictType():
                visit(kind.value_type)
            case _:
                pass

    for kind in kinds:
        visit(inspect.type_info(kind))
    return list(found)


def declarations(kinds: list[type], known: set[type]) -> str:
    return "\n".join(interface(kind) for kind in kinds if kind not in known)


def interface(kind: Any) -> str:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    omits = kind.__struct_config__.omit_defaults or kind.__struct_config__.forbid_unknown_fields
    lines = [f"export interface {title(kind)} {{"]
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {msgspec.json.encode(info.tag).decode()};")
    for field in info.fields:
        optional = "?" if omits and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {typescript(field.type)};")
    return "\n".join([*lines, "}\n"])


def title(kind: type) -> str:
    """A game's view is called by its game: ``BirdieView``."""
    if kind in NAMES:
        return NAMES[kind]
    if kind.__module__.startswith("birdtable.games."):
        game = catalog.game(kind.__module__.split(".")[2]).name.capitalize()
        return kind.__name__ if kind.__name__.lower().startswith(game.lower()) else game + kind.__name__
    return kind.__name__


def typescript(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            return typescript(kind.type)
        case inspect.StructType():
            return title(kind.cls)
        case inspect.RawType():
            return "View"
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "unknown"
        case inspect.LiteralType():
            return " | ".join(msgspec.json.encode(value).decode() for value in kind.values)
        case inspect.UnionType():
            return " | ".join(dict.fromkeys(typescript(member) for member in kind.types))
        case inspect.ListType() | inspect.VarTupleType():
            item = typescript(kind.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.TupleType():
            return f"[{', '.join(typescript(member) for member in kind.item_types)}]"
        case inspect.DictType():
            return f"Record<{typescript(kind.key_type)}, {typescript(kind.value_type)}>"
        case _:
            raise TypeError(f"no TypeScript for {kind}")


def files() -> dict[Path, str]:
    return {FOLDER / "wire.ts": wire_text(), FOLDER / "views.ts": views_text()}


def main(arguments: list[str]) -> int:
    stale = [path for path, text in files().items() if not path.exists() or path.read_text() != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.name} is stale: run python -m birdtable.server.http.typescript", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files()[path])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
