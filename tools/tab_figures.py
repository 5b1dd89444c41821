"""Prints the figures of the table in a browser tab: ``python tools/tab_figures.py [--matches 20]``.

What there is to fetch, how long an installed page takes to the first move, and the memory of its renderer after matches
in one and the same tab. Times are given with the processor time of all processes of the browser, and with how busy the
machine was.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Playwright, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from birdtable.server.http.pages import STATIC  # noqa: E402
from birdtable.server.http.site import write_site  # noqa: E402
from kit.page.browsing import CHROMIUM, FLAGS, Player  # noqa: E402
from kit.page.site import build_tab, serve  # noqa: E402
from kit.page.tabs import STARTING, begin, wait_kept, wait_ready  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
PORT = "DevToolsActivePort"
"""The file in which Chromium writes where it can be taken hold of."""
SETTLING = 20
"""Seconds until both workers have started, or what a tool held is let go."""


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


def command_line(process: Path) -> list[bytes]:
    """Empty when the process has ended meanwhile."""
    try:
        return (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


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
        if b"--type=renderer" in command_line(path):
            lines = (path / "smaps_rollup").read_text().splitlines()
            shares.append(int(next(line.split()[1] for line in lines if line.startswith("Pss:"))))
    return max(shares) / 1000


@contextmanager
def browser(home: Path, address: str) -> Iterator[tuple[int, str]]:
    """A browser with this page open, and where a tool can take hold of it. One that does so while the page loads makes
    the browser keep a copy of all that comes."""
    (home / PORT).unlink(missing_ok=True)
    ours = ["--headless=new", "--remote-debugging-port=0", f"--user-data-dir={home}", "--lang=en-GB"]
    command = [shutil.which("chromium") or CHROMIUM, *FLAGS, *ours, address]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        try:
            while not (home / PORT).exists():
                time.sleep(0.1)
            time.sleep(SETTLING)
            yield running.pid, "http://127.0.0.1:" + (home / PORT).read_text().split()[0]
        finally:
            running.terminate()


def measure_memory(playwright: Playwright, home: Path, address: str, matches: int) -> None:
    """Plays in a tab that nobody held while it loaded, and looks when nobody holds it any more."""
    with browser(home, address + "#/") as (pid, debugger):
        print(f"renderer before any match: {renderer_megabytes(pid):.0f} MB (PSS)")
        held = playwright.chromium.connect_over_cdp(debugger)
        page = next(each for each in held.contexts[0].pages if each.url.startswith(address))
        wait_ready(page)
        for number in range(matches):
            begin(page, address + "#/", "CuBirds" if number % 2 else "Birdie")
            Player(page, number).finish()
            print(f"after {number + 1}: {renderer_megabytes(pid):.0f}", flush=True)
        held.close()
        time.sleep(SETTLING)
        print(f"renderer after {matches} matches: {renderer_megabytes(pid):.0f} MB (PSS)")


def browser_pid(home: Path) -> int:
    """The process that was started with this folder as its home."""
    wanted = f"--user-data-dir={home}".encode()
    return min(int(path.name) for path in Path("/proc").glob("[0-9]*") if wanted in command_line(path))


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
            context.close()
            measure_memory(playwright, home, served.address, wish.matches)


if __name__ == "__main__":
    main()
