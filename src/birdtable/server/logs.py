"""Log lines for people and for programs. Nothing that is secret is ever given to a logger: no hand, no badge."""

from __future__ import annotations

import logging
import os
import sys
from datetime import UTC, datetime
from typing import Literal

import msgspec

FIELDS = ("table", "game", "number", "clause", "milliseconds")
"""What a line may carry beside its text, if it was given as ``extra``."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": os.getpid(),
            "text": record.getMessage(),
            **{field: getattr(record, field) for field in FIELDS if hasattr(record, field)},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def write_logs(form: Literal["text", "json"]) -> None:
    """To standard error, where systemd and containers expect them."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(levelname)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("birdtable").setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger("birdtable.operator").setLevel(logging.INFO)
