"""Jobs for workers, in a module that they can import."""

from __future__ import annotations

import os
import signal
import time

from birdtable.game import IllegalStep


def same(number: int) -> int:
    return number


def die_at_three(number: int) -> int:
    """Takes the worker along."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    raise IllegalStep("B5.4", "there is no card {number}", number=number)


def pid_after(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()
