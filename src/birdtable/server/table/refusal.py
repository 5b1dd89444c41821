"""Why something that was asked of the server is not done."""

from __future__ import annotations

from birdtable.game import BirdtableError, IllegalStep
from birdtable.server.store.base import Unavailable
from birdtable.wire import Problem, Refused

Details = dict[str, str | int]


class Refusal(BirdtableError):
    """Nothing was changed. ``reason`` is a message id with places filled in from ``details``."""

    def __init__(self, status: int, reason: str, **details: str | int) -> None:
        self.status = status
        self.reason = reason
        self.details: Details = details
        super().__init__(reason.format(**details))


class Outdated(BirdtableError):
    """The match had gone on when this was asked."""


class Overtaken(Outdated):
    """Another process was faster; what it did is known now."""


def parts(error: BirdtableError) -> tuple[int, str, Details, str]:
    """Status, reason, details and clause of anything that can be refused."""
    match error:
        case Refusal():
            return error.status, error.reason, error.details, ""
        case IllegalStep():
            return 400, error.reason, dict(error.details), error.clause
        case Unavailable():
            return 503, "the store cannot be reached: try again", {}, ""
        case Outdated():
            return 409, "the match has gone on", {}, ""
        case _:
            return 400, "{what}", {"what": str(error)}, ""


def refused(error: BirdtableError, re: int) -> Refused:
    _, reason, details, clause = parts(error)
    return Refused(re=re, reason=reason, details=details, clause=clause)


def problem(error: BirdtableError) -> tuple[int, Problem]:
    status, reason, details, clause = parts(error)
    return status, Problem(reason=reason, details=dict(details), clause=clause)
