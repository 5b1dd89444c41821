"""Runs in WebAssembly: the engine's own tests, by pytest, from the folder that is mounted at /mounted."""

import os
import sys

sys.path[:0] = ["/mounted/packages", "/mounted/tests"]
os.chdir("/mounted")

import birdtable  # noqa: E402

# What a tab has no use for is not shipped: the contract that games are tested by comes from the checkout.
birdtable.__path__.append("/mounted/birdtable")

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

settings.register_profile("short", deadline=None, derandomize=True, max_examples=10, database=None)
settings.load_profile("short")
print(birdtable.speed())
options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-m", "not long", "-c", "/mounted/pytest.ini"]
code = pytest.main([*options, *sys.argv[1:]])
if code:
    raise SystemExit(f"pytest ended with {code}")
