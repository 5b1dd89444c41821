"""What a room counts and measures."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Literal


class Figures:
    """This one forgets everything; ``http.metrics`` keeps it for Prometheus."""

    def count_play(self, game: str, by: Literal["person", "bot"]) -> None:
        pass

    def count_refusal(self, clause: str) -> None:
        """``clause`` is empty if no rule forbade it."""

    def count_fault(self) -> None:
        pass

    def count_answer(self, status: int) -> None:
        """Over HTTP."""

    def count_wrong_token(self) -> None:
        pass

    def time_play(self) -> AbstractContextManager[object]:
        """From a play's arrival until it is stored and told."""
        return nullcontext()

    def time_append(self) -> AbstractContextManager[object]:
        return nullcontext()

    def time_bot(self, level: str) -> AbstractContextManager[object]:
        """A bot's whole play, waiting included."""
        return nullcontext()
