"""Every HTTP error has the same body, a ``Problem``."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from birdtable.game import BirdtableError
from birdtable.server.http.metrics import FAULTS
from birdtable.server.requests.conversation import TOO_DEEP
from birdtable.server.store.base import Unavailable
from birdtable.server.table.refusal import problem
from birdtable.wire.base import Problem

log = logging.getLogger("birdtable")

MEANINGS = {
    400: "the body, or a value in it, is not valid",
    401: "you need a name or a valid token for this",
    403: "you may not do this",
    404: "there is no such thing",
    409: "this is not possible now",
    413: "too large",
    429: "too many requests",
    503: "the store cannot be reached",
}
REASONS = {
    400: "this cannot be understood: {what}",
    404: "there is nothing here",
    405: "this method is not allowed here",
}
"""Of errors that no handler of ours raised."""
FAILURES = {
    status: ResponseSpec(Problem, description=meaning, generate_examples=False) for status, meaning in MEANINGS.items()
}


def answer(status: int, body: Problem) -> Response[Problem]:
    headers = {"retry-after": "5"} if status in (429, 503) else None
    return Response(body, status_code=status, headers=headers, media_type="application/json")


def answer_refusal(request: Request[Any, Any, Any], error: BirdtableError) -> Response[Problem]:
    if isinstance(error, Unavailable):
        log.error("%s", error)
    return answer(*problem(error))


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    details = {}
    if isinstance(error, ValidationException) and error.extra:
        first: Any = error.extra[0] if isinstance(error.extra, list) else error.extra
        details = {"what": str(first.get("message", first) if isinstance(first, dict) else first)}
    reason = REASONS.get(error.status_code) or MEANINGS.get(error.status_code, "something went wrong")
    if error.status_code == 400 and not details:
        details = {"what": error.detail}
    return answer(error.status_code, Problem(reason=reason, details=details))


def no_text(request: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Problem]:
    return answer(400, Problem(reason="this cannot be understood: {what}", details={"what": "it is not UTF-8"}))


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    if " while de" not in str(error):  # neither deserializing nor decoding: a mistake of ours
        return fault(request, error)
    return answer(400, Problem(reason=REASONS[400], details={"what": TOO_DEEP}))


def fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A mistake of ours: it is logged, and nothing of it is disclosed."""
    FAULTS.inc()
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(500, Problem(reason="something went wrong"))


HANDLERS = {
    BirdtableError: answer_refusal,
    HTTPException: http_error,
    UnicodeDecodeError: no_text,
    RecursionError: too_deep,
    Exception: fault,
}
