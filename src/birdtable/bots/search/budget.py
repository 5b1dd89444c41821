"""How much a bot may think: ``800`` simulations a turn, or ``100ms`` or ``1s`` of a clock."""

from __future__ import annotations

import re
from typing import NamedTuple

from birdtable.game import BadInput

MAX_SIMULATIONS = 1_000_000
MAX_SECONDS = 600.0
FORM = re.compile(r"(\d+(?:\.\d+)?)(s|ms|)")


class Budget(NamedTuple):
    """Of a turn. With ``seconds`` the same position may be answered differently another time."""

    simulations: int = MAX_SIMULATIONS
    seconds: float | None = None

    def part(self, share: float) -> Budget:
        return Budget(max(1, round(self.simulations * share)), None if self.seconds is None else self.seconds * share)


def parse_budget(text: str) -> Budget:
    form = FORM.fullmatch(text)
    if form is None:
        raise BadInput(f"{text!r} is no budget: write 800 for simulations, 100ms or 1s for time")
    number, unit = float(form[1]), form[2]
    if unit:
        seconds = number / 1000 if unit == "ms" else number
        if not 0 < seconds <= MAX_SECONDS:
            raise BadInput(f"{text!r} is no budget: time is above 0 and at most {MAX_SECONDS:.0f}s")
        return Budget(seconds=seconds)
    if number != int(number) or not 1 <= number <= MAX_SIMULATIONS:
        raise BadInput(f"{text!r} is no budget: simulations are a whole number from 1 to {MAX_SIMULATIONS}")
    return Budget(simulations=int(number))
