"""Observations of a game that brings no fields of its own: its view as numbers, field by field.

How many numbers there are follows from the types of the view alone, never from values:

- A number or a flag is itself, a literal its place among its values in alphabetical order, from 1 on.
- A text is its characters, each as its code point, then 0. There is room for 16, or for as many as the type allows
  (``Annotated[str, msgspec.Meta(max_length=3)]``). If a text does not fit, the last number is a digest of it.
- A list is its length and its items, with room for 16, or for as many as the type allows; more are left out. A dict is
  its size, and its keys and values in the order of the keys. A struct is its fields.
- Inside a list or a dict a text is one number: the code point of a single character, else a digest.
- What may be missing (``X | None``) has a flag before it.
- Anything else is one number: itself, or a digest of its JSON.

Seats are numbered as in the view, not from the observer on. A number that does not fit into 16 bits becomes the nearest
that does. A digest has 15 bits, so different texts rarely look alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from msgspec import inspect

from birdtable.lab.part import LARGEST, Field

ROOM = 16
"""Characters of a text and items of a list, where the type does not say how many there may be."""
SMALLEST = -LARGEST - 1


class Form(NamedTuple):
    """How values of a type become numbers."""

    width: int
    about: str
    read: Callable[[Any], list[int]]
    """Missing numbers at the end are 0."""


def view_fields(view_type: type[Any]) -> tuple[Field, ...]:
    """A field of the observation for each of the view."""
    struct = inspect.type_info(view_type)
    assert isinstance(struct, inspect.StructType)
    forms = {field.name: form_of(field.type, inside=False) for field in struct.fields}
    return tuple(
        Field(name, form.width, form.about, reader(name, form), LARGEST, SMALLEST) for name, form in forms.items()
    )


def reader(name: str, form: Form) -> Callable[[Any], list[int]]:
    return lambda view: form.read(getattr(view, name))


def form_of(kind: inspect.Type, *, inside: bool) -> Form:
    """``inside``: within a list or a dict."""
    match kind:
        case inspect.IntType():
            return Form(1, "a number", lambda value: [cut(value)])
        case inspect.BoolType():
            return Form(1, "whether it is so", lambda value: [int(value)])
        case inspect.LiteralType():
            values = sorted(kind.values, key=str)
            return Form(1, "from 1 on: " + ", ".join(map(str, values)), lambda value: [values.index(value) + 1])
        case inspect.StrType(max_length=room) if not inside:
            return text_form(room or ROOM)
        case inspect.UnionType(includes_none=True, types=types) if len(types) == 2:
            (present,) = (each for each in types if not isinstance(each, inspect.NoneType))
            return optional_form(form_of(present, inside=inside))
        case inspect.ListType() | inspect.VarTupleType():
            return list_form(form_of(kind.item_type, inside=True), kind.max_length or ROOM)
        case inspect.TupleType(item_types=types):
            return row_form([form_of(each, inside=inside) for each in types], tuple)
        case inspect.DictType():
            pair = row_form([form_of(kind.key_type, inside=True), form_of(kind.value_type, inside=True)], tuple)
            items = list_form(pair, kind.max_length or ROOM)
            return items._replace(read=lambda value: items.read(sorted(value.items())))
        case inspect.StructType(fields=fields):
            names = [field.name for field in fields]
            forms = [form_of(field.type, inside=inside) for field in fields]
            row = row_form(forms, lambda value: [getattr(value, name) for name in names])
            return row._replace(about=", ".join(names))
        case _:
            return Form(1, "a number, or a digest", lambda value: [digest(value)])


def text_form(room: int) -> Form:
    def read(text: str) -> list[int]:
        characters = [cut(ord(character)) for character in text]
        return characters if len(text) <= room else [*characters[: room - 1], digest(text)]

    return Form(room, "a text: its characters, then 0", read)


def optional_form(form: Form) -> Form:
    def read(value: Any) -> list[int]:
        return [0] if value is None else [1, *form.read(value)]

    return Form(1 + form.width, f"whether there is one, and {form.about}", read)


def list_form(item: Form, room: int) -> Form:
    def read(values: Any) -> list[int]:
        return [cut(len(values)), *read_each([item] * room, values)]

    return Form(1 + room * item.width, f"how many, and for each of {room}: {item.about}", read)


def row_form(forms: list[Form], parts: Callable[[Any], Any]) -> Form:
    """Several forms one after the other, for the parts of a value."""
    width, about = sum(form.width for form in forms), ", ".join(form.about for form in forms)
    return Form(width, about, lambda value: read_each(forms, parts(value)))


def read_each(forms: list[Form], values: Any) -> list[int]:
    """The values, each filled up with zeros to the width of its form; values without a form are left out."""
    numbers: list[int] = []
    for form, value in zip(forms, values, strict=False):
        read = form.read(value)
        numbers += read + [0] * (form.width - len(read))
    return numbers


def digest(value: Any) -> int:
    """A number or a single character as it is, nothing as 0, and anything else as 1 to ``LARGEST`` by its JSON."""
    if isinstance(value, int):
        return cut(value)
    if isinstance(value, str) and len(value) < 2:
        return cut(ord(value)) if value else 0
    return 0 if value is None else crc32(msgspec.json.encode(value, order="deterministic")) % LARGEST + 1


def cut(number: int) -> int:
    return max(SMALLEST, min(number, LARGEST))
