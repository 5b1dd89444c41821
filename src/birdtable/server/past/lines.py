"""Lines of a score sheet as they are told."""

from __future__ import annotations

from typing import Any

import msgspec

from birdtable.wire.past import ScoreLine


def score_line(line: Any) -> ScoreLine:
    """It can say itself in any language."""
    message, plural = line.messages
    return ScoreLine(**msgspec.structs.asdict(line), text=line.text(), message=message, plural=plural)
