"""Makes the moving picture of the README from a real match: ``PYTHONPATH=tests python tools/moving_picture.py [FILE]``.

A match of Birdie on a server of its own: three turns of a person among bots.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from playwright.sync_api import Page, expect, sync_playwright

from kit.page.browsing import CHROMIUM, FLAGS, MAIN, ME, open_table
from kit.server.serving import live_server

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "match.webp"
WINDOW = {"width": 1180, "height": 720}
SHOWN = (760, 464)
"""Pixels of the picture."""
BOT = {"player": "bot", "level": "casual"}
TURNS = 3
REST = 1100
"""Milliseconds of a choice, so that one can read what it leads to."""
BLINK = 0.07
LONGEST = 1500
"""Milliseconds of any frame,"""
LAST = 2500
"""and of the last one, before everything begins again."""
LARGEST = 900_000


class Film:
    """What the browser paints, as it paints it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.shots: list[tuple[float, bytes]] = []
        self.line = page.context.new_cdp_session(page)
        self.line.on("Page.screencastFrame", self.take)
        self.line.send("Page.startScreencast", {"format": "png", "maxWidth": SHOWN[0], "maxHeight": SHOWN[1]})

    def take(self, frame: dict[str, Any]) -> None:
        self.line.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        self.shots.append((frame["metadata"]["timestamp"], b64decode(frame["data"])))

    def watch(self, milliseconds: int) -> None:
        self.page.wait_for_timeout(milliseconds)

    def cut(self) -> tuple[list[Image.Image], list[int]]:
        """Frames that differ, at most one every ``BLINK`` seconds, and their milliseconds."""
        frames: list[Image.Image] = []
        times: list[float] = []
        for at, data in self.shots:
            if times and at - times[-1] < BLINK:
                continue
            frame = Image.open(BytesIO(data)).convert("RGB")
            if not frames or ImageChops.difference(frame, frames[-1]).getbbox():
                frames.append(frame)
                times.append(at)
        lasts = [min(LONGEST, int(1000 * (after - before))) for before, after in pairwise(times)]
        return frames, [*lasts, LAST]

    def save(self, path: Path) -> int:
        """As small as needed: the quality falls until the file fits."""
        frames, times = self.cut()
        for quality in (75, 65, 55, 45, 35, 25):
            frames[0].save(
                path, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=quality, method=6
            )
            if path.stat().st_size < LARGEST:
                break
        return path.stat().st_size


def play(page: Page) -> Film:
    open_table(page, "birdie", ME, BOT, BOT)
    mine = page.locator("#act .btn.warn")
    expect(mine).to_be_visible(timeout=60_000)
    page.wait_for_timeout(1000)
    film = Film(page)
    for turn in range(TURNS):
        expect(mine).to_be_visible(timeout=60_000)
        film.watch(500)
        for number in range(2):
            page.locator(".feeder button.card.can").nth(turn if number == 0 else -1).click()
            film.watch(REST // 2)
        film.watch(REST // 2)
        page.locator(MAIN).click()
        page.mouse.move(0, 0)
        film.watch(2200)
    return film


def main(arguments: list[str]) -> None:
    path = Path(arguments[0]) if arguments else FILE
    with tempfile.TemporaryDirectory() as scratch, live_server(Path(scratch)) as live, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(base_url=live.address, locale="en-GB", viewport=WINDOW)  # type: ignore[arg-type]
        film = play(context.new_page())
        browser.close()
    print(f"{path}: {film.save(path):,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
