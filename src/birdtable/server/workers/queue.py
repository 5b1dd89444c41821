"""A queue in which everybody has the same chance: addresses take turns, and at an address its people do.

What somebody asked for counts towards their share until it is answered; a share that is full takes no more. However
little others ask for, an address has only so many workers at a time: the rest is there for whoever comes next.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

from birdtable.server.room.thinking import Asker
from birdtable.server.table.refusal import Refusal

T = TypeVar("T")

SHARE_FULL = "you have asked for a lot at once: wait for an answer first"


class Share(NamedTuple):
    """How much may be under way at once."""

    address: int
    person: int
    workers: int = 1000
    """How much of it, for an address, is worked on."""


class FairQueue(Generic[T]):
    def __init__(self, share: Share, most: int) -> None:
        self.share = share
        self.most = most
        """How many may be under way for all together."""
        self.lines: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        """What waits, by line and by person; whose turn is next comes first."""
        self.under_way: Counter[tuple[str, str]] = Counter()
        """By kind and name of who asked."""
        self.worked_on: Counter[str] = Counter()
        """By line."""
        self.total = 0

    def __bool__(self) -> bool:
        return bool(self.lines)

    def check_share(self, asker: Asker) -> None:
        by_address = asker.line != asker.person and self.under_way["line", asker.line] >= self.share.address
        by_person = asker.person and self.under_way["person", asker.person] >= self.share.person
        if by_address or by_person:
            raise Refusal(429, SHARE_FULL)

    def put(self, asker: Asker, item: T) -> None:
        if self.total >= self.most:
            raise TimeoutError("too many wait already")
        self.check_share(asker)
        self.lines.setdefault(asker.line, OrderedDict()).setdefault(asker.person, deque()).append(item)
        self.count(asker, 1)

    def take(self) -> T | None:
        """What has its turn, if anything may; it is worked on until it is released."""
        line = next((line for line in self.lines if self.worked_on[line] < self.share.workers), None)
        if line is None:
            return None
        self.worked_on[line] += 1
        people = self.lines.pop(line)
        person, items = people.popitem(last=False)
        item = items.popleft()
        if items:
            people[person] = items
        if people:
            self.lines[line] = people
        return item

    def release(self, asker: Asker) -> None:
        self.worked_on[asker.line] -= 1
        if not self.worked_on[asker.line]:
            del self.worked_on[asker.line]
        self.count(asker, -1)

    def waiting(self) -> list[T]:
        return [item for people in self.lines.values() for items in people.values() for item in items]

    def remove(self, asker: Asker, item: T) -> None:
        """Takes out what waits no longer."""
        people = self.lines[asker.line]
        people[asker.person].remove(item)
        if not people[asker.person]:
            del people[asker.person]
        if not people:
            del self.lines[asker.line]
        self.count(asker, -1)

    def ahead_of(self, asker: Asker) -> int:
        """How many of those who wait have their turn before something that this one would ask for now."""
        lengths = {line: sum(map(len, people.values())) for line, people in self.lines.items()}
        own = lengths.pop(asker.line, 0)
        return own + sum(min(length, own + 1) for length in lengths.values())

    def count(self, asker: Asker, change: int) -> None:
        self.total += change
        for key in (("line", asker.line), ("person", asker.person)):
            self.under_way[key] += change
            if not self.under_way[key]:
                del self.under_way[key]
