"""A digest of the rows of a table, whatever file they are in and however it was written.

Column by column it takes in: for every entry a byte, 1 if there is one and 0 if it is null; of lists their lengths (32
bits) and then their entries in the same way; of texts their UTF-8, each with a line feed; of anything else the numbers
as they are, 0 for null. The lowest byte comes first.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from hashlib import _Hash


def digest_rows(table: Any) -> str:
    """SHA-256, of a table of pyarrow."""
    whole = sha256()
    for column in table.columns:
        add_array(whole, column.combine_chunks())
    return whole.hexdigest()


def add_array(whole: _Hash, array: Any) -> None:
    kind = str(array.type)
    add_numbers(whole, array.is_valid(), "u1")
    if kind.startswith("list"):
        add_numbers(whole, array.value_lengths().fill_null(0), "<i4")
        add_array(whole, array.flatten())
    elif kind == "string":
        whole.update("".join(f"{text}\n" for text in array.to_pylist()).encode())
    else:
        width = np.dtype("u1" if kind == "bool" else array.type.to_pandas_dtype())
        add_numbers(whole, array.fill_null(False if kind == "bool" else 0), width.newbyteorder("<"))


def add_numbers(whole: _Hash, array: Any, width: Any) -> None:
    whole.update(array.to_numpy(zero_copy_only=False).astype(width, copy=False).tobytes())
