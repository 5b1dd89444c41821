"""Struct types as TypeScript interfaces. Which types the page needs is not known here: ``server.http.page_types``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import inspect

Titles = Mapping[type, str]
"""What types are called on the page where their own names would not do."""


def parts(kinds: Iterable[Any], *, without: Iterable[type] = ()) -> list[type]:
    """The struct types that these are made of, each before those that hold it."""
    listed: dict[type, None] = {}
    left_out = set(without)

    def visit(kind: inspect.Type) -> None:
        match kind:
            case inspect.StructType() if kind.cls not in left_out and kind.cls not in listed:
                for field in kind.fields:
                    visit(field.type)
                listed[kind.cls] = None
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
    return list(listed)


def declarations(kinds: Iterable[type], titles: Titles) -> str:
    return "\n".join(interface(kind, titles) for kind in kinds)


def interface(kind: Any, titles: Titles) -> str:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    omits = kind.__struct_config__.omit_defaults or kind.__struct_config__.forbid_unknown_fields
    lines = [f"export interface {title(kind, titles)} {{"]
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {msgspec.json.encode(info.tag).decode()};")
    for field in info.fields:
        optional = "?" if omits and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {type_text(field.type, titles)};")
    return "\n".join([*lines, "}\n"])


def title(kind: type, titles: Titles) -> str:
    return titles.get(kind, kind.__name__)


def type_text(kind: inspect.Type, titles: Titles) -> str:
    match kind:
        case inspect.Metadata():
            return type_text(kind.type, titles)
        case inspect.StructType():
            return title(kind.cls, titles)
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
            return " | ".join(dict.fromkeys(type_text(member, titles) for member in kind.types))
        case inspect.ListType() | inspect.VarTupleType():
            item = type_text(kind.item_type, titles)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.TupleType():
            return f"[{', '.join(type_text(member, titles) for member in kind.item_types)}]"
        case inspect.DictType():
            return f"Record<{type_text(kind.key_type, titles)}, {type_text(kind.value_type, titles)}>"
        case _:
            raise TypeError(f"no TypeScript for {kind}")
