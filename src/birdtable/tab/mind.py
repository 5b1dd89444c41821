"""Called by the JavaScript of the worker that thinks. Runs in Pyodide only, and imports as little as possible."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import to_js

from birdtable.server.workers import questions as questions  # before anybody waits for an answer
from birdtable.tab.thinker import think


def think_about(question: Any) -> Any:
    return to_js(think(question.to_bytes()))
