"""A bot that is not ours, in a process of its own: it may raise, stall, crash or return anything.

Whenever it does, a stand-in plays that step for it and the fault is noted.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from birdtable import catalog
from birdtable.bots import plugins
from birdtable.bots.interface import Bot
from birdtable.engine import Rng
from birdtable.game import BadInput, Randomness, Step, View

STEP_SECONDS = 10.0
"""How long a step is waited for."""
STALLS = 3
"""After so many a bot is not asked again."""
START_SECONDS = 60.0
"""How long it may take until a bot is ready."""
WORD = 1 << 62


def serve(spec: str, game_name: str, games: Mapping[str, catalog.Entry], pipe: Connection) -> None:
    """Answers views with steps until the pipe is closed. Runs in the other process."""
    catalog.register_all(games)
    try:
        bot = plugins.load(spec, game_name)
    except BaseException as error:
        pipe.send((False, describe(error)))
        return
    pipe.send((True, ""))
    while True:
        try:
            view, legal, seed = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[bool, Any] = (True, bot.choose(view, legal, Rng(seed)))
        except BaseException as error:
            answer = (False, describe(error))
        pipe.send(answer if isinstance(answer[1], str) else (False, f"returned {answer[1]!r}, which is no step"))


def describe(error: BaseException) -> str:
    if isinstance(error, BadInput):
        return str(error)
    return f"raised {type(error).__name__}: {' '.join(str(error).split())}"


class OutsideBot:
    def __init__(self, spec: str, game_name: str, stand_in: Bot, patience: float = STEP_SECONDS) -> None:
        self.spec = spec
        self.game_name = game_name
        self.stand_in = stand_in
        self.patience = patience
        self.faults: Counter[str] = Counter()
        """What went wrong, and how often."""
        self.stalls = 0
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None
        self.open()

    def open(self) -> None:
        """Starts the process; a bot that cannot be loaded raises ``BadInput``."""
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        arguments = (self.spec, self.game_name, catalog.registered(), theirs)
        self.process = context.Process(target=serve, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        try:
            loaded, reason = self.pipe.recv() if self.pipe.poll(START_SECONDS) else (False, "is not ready in time")
        except (EOFError, OSError):
            loaded, reason = False, "ended at once"
        if not loaded:
            self.close()
            raise BadInput(f"bot {self.spec!r} cannot be used: {reason}")

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        seed = rng.below(WORD)
        fault, step = self.ask(view, legal, seed)
        if not fault and step in legal:
            return step
        self.faults[fault or f"{step!r} is not legal"] += 1
        return self.stand_in.choose(view, legal, Rng(seed))

    def ask(self, view: View, legal: Sequence[Step], seed: int) -> tuple[str, Step]:
        """A fault, or none and the step."""
        if self.stalls >= STALLS:
            return "not asked any more", ""
        try:
            if self.pipe is None:
                self.open()
            assert self.pipe is not None
            self.pipe.send((view, list(legal), seed))
            if not self.pipe.poll(self.patience):
                self.stalls += 1
                self.close()
                return f"no step within {self.patience:g} s", ""
            good, answer = self.pipe.recv()
        except (EOFError, OSError):
            self.close()
            return "its process ended", ""
        except BadInput as error:
            self.stalls = STALLS
            return str(error), ""
        return ("", answer) if good else (answer, "")
