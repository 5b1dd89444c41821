"""Work that a worker can be given in tests; it can import it from here."""

from __future__ import annotations

import os
import time


def pid_after(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()
