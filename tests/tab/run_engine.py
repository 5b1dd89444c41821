"""Runs in WebAssembly: the engine's own tests, by pytest, from the folder that is mounted at /mounted."""

import os
import shutil
import sys
from pathlib import Path

sys.path[:0] = ["/mounted/packages", "/mounted/tests"]
os.chdir("/mounted")

import birdtable  # noqa: E402

# What a tab has no use for is not shipped: the contract that games are tested by, the rules in words and the types come
# from the checkout.
birdtable.__path__.append("/mounted/birdtable")
for path in (*Path().glob("*/*.md"), *Path().glob("*/*.pxd")):
    shutil.copy(path, f"{birdtable.__path__[0]}/games/{path.parent}")

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

settings.register_profile("short", deadline=None, derandomize=True, max_examples=10, database=None)
settings.load_profile("short")
print(birdtable.speed())
options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-m", "not long", "-c", "/mounted/pytest.ini"]
code = pytest.main([*options, *sys.argv[1:]])
if code:
    raise SystemExit(f"pytest ended with {code}")
