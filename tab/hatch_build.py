"""Builds the files before hatchling packs them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TabHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        path = Path(__file__).resolve().parents[1] / "hatch_build.py"
        spec = importlib.util.spec_from_file_location("birdtable_build", path)
        assert spec is not None and spec.loader is not None
        build = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(build)
        build.build_tab()
