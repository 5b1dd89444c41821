"""What a run has found so far, in a folder: an interrupted run continues, and nobody is asked twice.

``answers.jsonl`` has every answer of an agent that costs something, written the moment it came; ``done.jsonl`` every
item that was done. A line that breaks off at the end of a file is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import msgspec

from birdtable.game import BadInput
from birdtable.lab.agents.agent import AgentStopped, Prompt, Reply, TextAgent
from birdtable.lab.agents.benchmark.doing import Done
from birdtable.lab.files import replace_file

T = TypeVar("T")


class Heading(msgspec.Struct, frozen=True):
    """Which run a folder belongs to."""

    config: str
    """The hash of the configuration."""
    items: str
    """The hash of the items."""
    text: int
    """Version of the text of positions."""
    program: str
    code: str
    """Of the files that agents are in."""


class Given(msgspec.Struct, frozen=True):
    """An answer that was given."""

    agent: str
    item: str
    number: int
    """Of the questions about this item, counted from 1."""
    prompt: str
    """A hash."""
    reply: Reply


class Journal:
    def __init__(self, folder: Path, heading: Heading) -> None:
        self.folder = folder
        self.lock = Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.check_heading(heading)
            self.given = {(each.agent, each.item, each.number): each for each in self.read("answers.jsonl", Given)}
            self.done = {(each.agent, each.item): each for each in self.read("done.jsonl", Done)}
        except OSError as error:
            raise BadInput(f"{folder} cannot be used: {error.strerror}") from None

    def check_heading(self, heading: Heading) -> None:
        path = self.folder / "run.json"
        if not path.exists():
            replace_file(path, msgspec.json.encode(heading))
            return
        try:
            found = msgspec.json.decode(path.read_bytes(), type=Heading)
        except msgspec.DecodeError:
            raise BadInput(f"{path} is not of a run") from None
        if found != heading:
            differ = [name for name in heading.__struct_fields__ if getattr(found, name) != getattr(heading, name)]
            raise BadInput(f"{self.folder} holds another run ({', '.join(differ)} differ): choose another --folder")

    def read(self, name: str, kind: type[T]) -> Iterator[T]:
        path = self.folder / name
        if not path.exists():
            return
        whole = path.read_bytes()
        lines, _, rest = whole.rpartition(b"\n")
        if rest:
            replace_file(path, lines + b"\n" if lines else b"")
        for number, line in enumerate(lines.splitlines(), start=1):
            try:
                yield msgspec.json.decode(line, type=kind)
            except msgspec.DecodeError:
                raise BadInput(f"{path}, line {number}: not what was written there") from None

    def add(self, name: str, thing: Any) -> None:
        with self.lock, (self.folder / name).open("ab") as file:
            file.write(msgspec.json.encode(thing) + b"\n")

    def add_done(self, done: Done) -> None:
        self.add("done.jsonl", done)
        self.done[done.agent, done.item] = done


class RememberingAgent:
    """Asks an agent only what it was not asked before."""

    def __init__(self, agent: TextAgent, item: str, journal: Journal) -> None:
        self.name, self.agent, self.item, self.journal = agent.name, agent, item, journal
        self.number = 0

    def reply(self, prompt: Prompt) -> Reply:
        self.number += 1
        key = self.name, self.item, self.number
        digest = sha256(str(prompt).encode()).hexdigest()[:16]
        known = self.journal.given.get(key)
        if known is not None:
            if known.prompt != digest:
                raise AgentStopped(f"{self.journal.folder}: {self.name!r} was asked something else about {self.item}")
            return known.reply
        given = Given(*key, digest, self.agent.reply(prompt))
        self.journal.add("answers.jsonl", given)
        return given.reply
