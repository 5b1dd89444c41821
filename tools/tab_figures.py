"""Prints the figures of the table in a browser tab: ``python tools/tab_figures.py [--matches 20]``.

What there is to fetch, how long an installed page takes to the first move, and the memory of its renderer. Times are
given with the processor time of all processes of the browser, and with how busy the machine was.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from birdtable.server.http.pages import STATIC  # noqa: E402
from birdtable.server.http.site import write_site  # noqa: E402
from kit.browsing import CHROMIUM, FLAGS, Player  # noqa: E402
from kit.site import build_tab, serve  # noqa: E402
from kit.tabs import STARTING, begin, wait_kept, wait_ready  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def processes_of(browser: int) -> list[Path]:
    """The processes of a browser, itself included."""
    found, parents = {browser}, {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return [Path("/proc") / str(pid) for pid in found]


def processor_seconds(browser: int) -> float:
    total = 0
    for path in processes_of(browser):
        fields = (path / "stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def renderer_megabytes(browser: int) -> float:
    """The largest proportional share of memory among its renderers: that of the tab."""
    shares = [0]
    for path in processes_of(browser):
        if b"--type=renderer" in (path / "cmdline").read_bytes():
            lines = (path / "smaps_rollup").read_text().splitlines()
            shares.append(int(next(line.split()[1] for line in lines if line.startswith("Pss:"))))
    return max(shares) / 1000


def browser_pid(home: Path) -> int:
    """The process that was started with this folder as its home."""
    wanted = f"--user-data-dir={home}".encode()
    found = [path for path in Path("/proc").glob("[0-9]*") if wanted in (path / "cmdline").read_bytes().split(b"\0")]
    return min(int(path.name) for path in found)


def measure_start(page: Page, pid: int, address: str) -> None:
    """From opening a page that is kept to the first move, by clicking."""
    began, busy = time.perf_counter(), processor_seconds(pid)
    page.goto(address)
    expect(page.get_by_role("button", name="Against bots")).to_be_enabled()
    print(f"page can be used after {time.perf_counter() - began:.1f} s")
    page.get_by_role("button", name="Against bots").click(timeout=STARTING)
    expect(page.locator("#act")).to_be_visible(timeout=STARTING)
    took, spent = time.perf_counter() - began, processor_seconds(pid) - busy
    print(f"first move after {took:.1f} s ({spent:.1f} s of processor time in all processes)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--best", action="store_true", help="squeeze as for a release, which takes minutes")
    wish = parser.parse_args()
    print("load of the machine, over one minute:", os.getloadavg()[0], "on", os.cpu_count(), "processors")
    with tempfile.TemporaryDirectory() as folder:
        size = write_site(Path(folder, "site"), STATIC, build_tab(), best=wish.best)
        print(f"to fetch, brotli {'11' if wish.best else '1'}: {size / 1e6:.2f} MB")
        home = Path(folder, "home")
        with sync_playwright() as playwright, serve(Path(folder, "site"), "/") as served:
            context = playwright.chromium.launch_persistent_context(
                home, executable_path=shutil.which("chromium") or CHROMIUM, args=FLAGS, locale="en-GB"
            )
            pid = browser_pid(home)
            page = context.pages[0]
            page.goto(served.address)
            wait_ready(page)
            wait_kept(page)
            page.goto("about:blank")
            measure_start(page, pid, served.address)
            Player(page).finish()
            for number in range(1, wish.matches):
                begin(page, served.address, "CuBirds" if number % 2 else "Birdie")
                Player(page, number).finish()
            print(f"renderer after {wish.matches} matches: {renderer_megabytes(pid):.0f} MB (PSS)")
            context.close()


if __name__ == "__main__":
    main()
