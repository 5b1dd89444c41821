"""The wheel as a stranger has it, from an empty environment to a match that was played in a browser."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import pytest
from playwright.sync_api import Browser, expect

from kit.findings import note_finding
from kit.page.browsing import Player, open_against_bots, watch
from kit.programs.installed import ROOT, Installed, build_wheel, fetch_packages

pytestmark = pytest.mark.browser


def test_the_wheel_plays_where_there_is_no_compiler_no_node_and_no_clone(browser: Browser, tmp_path: Path) -> None:
    packages = fetch_packages(build_wheel(tmp_path / "dist"), tmp_path / "packages")
    began = perf_counter()
    here = Installed(tmp_path / "environment")
    here.install(packages)
    where = here.run(here.python, "-c", "import birdtable; print(birdtable.__file__, birdtable.speed())")
    assert str(here.folder) in where and str(ROOT) not in where and where.endswith("compiled\n")
    server = here.server()
    server.start()
    context = browser.new_context(base_url=server.address, locale="en-GB")
    faults = watch(context)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("label.game").first).to_be_visible()
    note_finding(
        "from an empty environment to a page, packages fetched before",
        seconds=round(perf_counter() - began, 1),
        PATH=here.path.replace(str(tmp_path), "..."),
    )
    open_against_bots(page, "CuBirds", turn_limit=6)
    Player(page).finish()
    expect(page.locator(".collections li")).to_have_count(2)
    context.close()
    server.stop()
    assert not faults
