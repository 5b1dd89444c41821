"""Why the server refuses what it was asked."""

from __future__ import annotations

from birdtable.game import BadInput, BirdtableError, IllegalStep, fill
from birdtable.wire.base import Problem
from birdtable.wire.play import Refused

Details = dict[str, str | int]


class NotDone(BirdtableError):
    """Nothing was changed, for a reason that no rule of a game gives."""

    status: int
    """Of the answer over HTTP."""
    reason: str
    """A message id with places for ``details``."""
    details: Details = {}  # noqa: RUF012 - nobody writes to it


class Refusal(NotDone):
    def __init__(self, status: int, reason: str, **details: str | int) -> None:
        self.status = status
        self.reason = reason
        self.details = details
        super().__init__(fill(reason, details))


class Outdated(NotDone):
    """The match had moved on when this was asked."""

    status = 409
    reason = "the match has moved on"


class Overtaken(Outdated):
    """Another process was faster; what it did is known now."""


def parts(error: BirdtableError) -> tuple[int, str, Details, str]:
    """Status, reason, details and clause of anything that can be refused."""
    match error:
        case NotDone():
            return error.status, error.reason, error.details, ""
        case IllegalStep() | BadInput():
            return 400, error.reason, dict(error.details), error.clause
        case _:
            return 400, "{what}", {"what": str(error)}, ""


def refused_message(error: BirdtableError, re: int) -> Refused:
    _, reason, details, clause = parts(error)
    return Refused(re=re, reason=reason, details=details, clause=clause)


def problem(error: BirdtableError) -> tuple[int, Problem]:
    status, reason, details, clause = parts(error)
    return status, Problem(reason=reason, details=dict(details), clause=clause)
