"""A data set: a folder of Parquet files (extra ``parquet``), a row a decision, each with where it comes from.

A file holds a fixed number of matches and depends on nothing but these, so that several processes make what one would,
byte for byte (with one version of pyarrow), and an interrupted run continues with the first missing file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from birdtable import catalog
from birdtable.bots.match import match_seeds
from birdtable.bots.outside import PATIENCE
from birdtable.bots.roster import Lineup
from birdtable.game import BadInput, Value
from birdtable.lab.data.digests import digest_rows
from birdtable.lab.data.origin import FORM, Origin, Part, describe_origin
from birdtable.lab.data.playing import MatchJob, play_job
from birdtable.lab.data.rows import COLUMNS, Decision
from birdtable.lab.files import replace_file
from birdtable.lab.work import Watch, do_all

KEY = b"birdtable"
"""Where in a file's metadata its ``Part`` is."""
JOB = 20
"""Matches that are given away together, at most."""


class DataSet(NamedTuple):
    """What is there of one."""

    origin: Origin
    files: list[Path]
    parts: int
    """How many files it has when it is whole."""
    games: int
    rows: int
    size: int
    """Bytes."""
    digest: str
    """SHA-256 of the digests of the files."""


def make(
    game_name: str,
    players: Sequence[str],
    folder: Path,
    *,
    games: int,
    seed: int,
    options: Mapping[str, Value] | None = None,
    part: int = 1000,
    executor: Executor | None = None,
    patience: float = PATIENCE,
    watch: Watch[list[Decision]] | None = None,
) -> DataSet:
    """Plays the matches whose files are not there yet. Other data in the folder are refused, and nothing is changed."""
    import_arrow()
    if games < 1 or part < 1:
        raise BadInput(f"data are of at least 1 match, in files of at least 1, not {games} in files of {part}")
    game = catalog.game(game_name)
    game.check_seats(len(players))
    lineup, capped = Lineup.of(players, patience), game.cap(options)
    origin = describe_origin(game, lineup, capped, games=games, seed=seed, part=part)
    missing = find_missing(folder, origin)
    seeds = list(match_seeds(seed, games))
    jobs = (
        MatchJob(game_name, lineup, capped, first, seeds[first : min(first + JOB, note.first + note.games)])
        for note in missing
        for first in range(note.first, note.first + note.games, JOB)
    )
    played = (match for done in do_all(play_job, jobs, executor) for match in done)
    matches = iter(watch(played, sum(note.games for note in missing), "matches") if watch is not None else played)
    for note in missing:
        write_part(folder, note, [row for match in islice(matches, note.games) for row in match])
    next(matches, None)  # whoever watches notices that it was the last one
    return describe(folder)


def parts_of(origin: Origin) -> list[Part]:
    return [
        Part(origin=origin, number=number, first=first, games=min(origin.part, origin.games - first))
        for number, first in enumerate(range(0, origin.games, origin.part))
    ]


def part_path(folder: Path, number: int) -> Path:
    return folder / f"part-{number:05}.parquet"


def find_missing(folder: Path, origin: Origin) -> list[Part]:
    """The files that are to be made; makes the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be used as a folder: {error.strerror}") from None
    there = {path: read_part(path) for path in find_files(folder)}
    for path, found in there.items():
        if path != part_path(folder, found.number):
            raise BadInput(f"{path} was {part_path(folder, found.number).name}: give it its name back, or remove it")
        if found.origin.command != origin.command:
            raise BadInput(f"{path} is of other data, made by {found.origin.command!r}: choose another folder")
        if found.origin != origin:
            raise BadInput(
                f"{path} was made by another program ({found.origin.release}, {found.origin.program}): not"
                f" {origin.release}, {origin.program}"
            )
    return [note for note in parts_of(origin) if part_path(folder, note.number) not in there]


def find_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.parquet"))


def write_part(folder: Path, note: Part, rows: list[Decision]) -> None:
    _, parquet = import_arrow()
    content, table = BytesIO(), arrow_table(rows)
    whole = msgspec.structs.replace(note, digest=digest_rows(table))
    parquet.write_table(table.replace_schema_metadata({KEY: msgspec.json.encode(whole)}), content, compression="zstd")
    path = part_path(folder, note.number)
    try:
        replace_file(path, content.getvalue())
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def arrow_table(rows: Sequence[Decision]) -> Any:
    """The rows as a table of pyarrow."""
    pyarrow, _ = import_arrow()
    schema = arrow_schema()
    columns = dict(zip(schema.names, map(list, zip(*rows, strict=True)), strict=True))
    stacked = np.concatenate(columns["observation"])
    ends = np.cumsum([0, *map(len, columns["observation"])], dtype=np.int32)
    columns["observation"] = pyarrow.ListArray.from_arrays(ends, stacked)
    return pyarrow.table(columns, schema=schema)


def arrow_schema() -> Any:
    pyarrow, _ = import_arrow()
    return pyarrow.schema([(name, arrow_type(column.type)) for name, column in COLUMNS.items()])


def arrow_type(text: str) -> Any:
    pyarrow, _ = import_arrow()
    if text.startswith("list<"):
        return pyarrow.list_(arrow_type(text[5:-1]))
    return pyarrow.type_for_alias(text)


def describe(path: Path) -> DataSet:
    """A folder or one of its files; what does not belong together is refused."""
    _, parquet = import_arrow()
    files = find_files(path) if path.is_dir() else [path]
    if not files:
        raise BadInput(f"there are no Parquet files in {path}")
    notes = [read_part(file) for file in files]
    origin = notes[0].origin
    for file, note in zip(files, notes, strict=True):
        if note.origin != origin:
            raise BadInput(f"{file} and {files[0]} are not of the same data")
        if path.is_dir() and file != part_path(path, note.number):
            raise BadInput(f"{file} has the matches from {note.first} on: it was {part_path(path, note.number).name}")
    return DataSet(
        origin,
        files,
        len(parts_of(origin)),
        sum(note.games for note in notes),
        sum(parquet.read_metadata(file).num_rows for file in files),
        sum(file.stat().st_size for file in files),
        sha256("".join(note.digest for note in notes).encode()).hexdigest(),
    )


def check(path: Path) -> None:
    """Reads every row, and refuses a file whose rows are not what was written."""
    for file in describe(path).files:
        if digest_rows(read_table(file)) != read_part(file).digest:
            raise BadInput(f"{file} is damaged: its rows are not those that were written")


def read_table(path: Path) -> Any:
    _, parquet = import_arrow()
    with refusing_damage(path):
        return parquet.read_table(path)


def read_part(path: Path) -> Part:
    """What a file says about itself."""
    _, parquet = import_arrow()
    with refusing_damage(path):
        schema = parquet.read_schema(path)
    note = (schema.metadata or {}).get(KEY)
    if note is None:
        raise BadInput(f"{path} was not made by 'birdtable data make'")
    try:
        part = msgspec.json.decode(note, type=Part)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} says nonsense about itself: {error}") from None
    if part.origin.form != FORM:
        raise BadInput(f"{path} is a table of form {part.origin.form}: this program knows form {FORM}")
    if not schema.equals(arrow_schema()):
        raise BadInput(f"{path} has not the columns of a table of form {FORM}")
    return part


@contextmanager
def refusing_damage(path: Path) -> Iterator[None]:
    pyarrow, _ = import_arrow()
    try:
        yield
    except FileNotFoundError:
        raise BadInput(f"there is no {path}") from None
    except (OSError, pyarrow.ArrowException) as error:
        raise BadInput(f"{path} cannot be read as Parquet: {error}") from None


def import_arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise BadInput("Parquet needs pyarrow: pip install 'birdtable[parquet]'") from None
    return pyarrow, parquet
