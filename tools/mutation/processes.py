"""Tests in a process of their own, which can be stopped and leaves nothing behind."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import NoReturn

import pytest
from hypothesis import Phase, settings

from mutation.plan import Plan

MEMORY = 6 << 30


def run_apart(plan: Plan, work: Callable[[], None], limit: float) -> bool:
    """Does something in a process of its own, without output; ``False`` if it was killed or died."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        run_child(plan, work)
    ends = time.monotonic() + limit
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > ends:
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            break
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):  # whatever its tests have left running
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status) == 0


def run_child(plan: Plan, work: Callable[[], None]) -> NoReturn:
    status = 1
    try:
        os.setsid()
        with open(os.devnull, "r+b") as nothing:
            for stream in range(3):
                os.dup2(nothing.fileno(), stream)
        os.chdir(plan.root)
        os.environ.update(plan.environment)
        sys.path.insert(0, str(plan.root / "src"))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        work()
        status = 0
    finally:
        os._exit(status)


def run_tests(plan: Plan, files: Sequence[str], plugin: object) -> None:
    # A failure is enough, the smallest one is not looked for.
    settings.register_profile("mutants", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
    unused = [f"-pno:{name}" for name in ("cacheprovider", "cov", "playwright", "schemathesis", "xdist")]
    options = ["-q", "--hypothesis-profile=mutants", "--timeout=120", *unused]
    pytest.main([*options, f"--rootdir={plan.root}", *files], plugins=[plugin])
