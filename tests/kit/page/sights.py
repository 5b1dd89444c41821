"""What there is to see on the page, by its source: screens, their parts and dialogs; and what of it axe has looked at.

A screen or dialog that no test shows to axe fails a run of all browser tests (``conftest.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[3] / "web" / "src"

PARTS = {
    "Banned": "main > [role=alert]",
    "Curtain": ".curtain",
    "Drawn": ".drawn",
    "GameOver": "section.over",
    "Interlude": ".interlude",
    "Learn": "a.lesson",
    "Lesson": ".coach",
    "Lobby": ".lobby",
    "MyGames": "select",
    "OpenTable": "form.panel",
    "Replay": "input[type=range]",
    "Start": "label.game",
    "TableScreen": ".tabletop",
    "Watch": "h1",
}
"""How each file in ``screens/`` is known on the page, together with its route if it has one."""
ROUTES = {
    "Learn": "learn",
    "MyGames": "games",
    "OpenTable": "open",
    "Replay": "replay",
    "TableScreen": "table",
    "Watch": "watch",
}

SEEN: set[str] = set()


def all_sights() -> set[str]:
    return {*screens(), *dialogs(), *PARTS}


def screens() -> Iterator[str]:
    """Routes, and what a table or replay says instead of a board."""
    for route in re.findall(r"route\.now\.screen === '(\w+)'", (SOURCE / "Screens.svelte").read_text(encoding="utf-8")):
        yield f"#/{route}"
    for screen in ("TableScreen", "Replay"):
        text = (SOURCE / "screens" / f"{screen}.svelte").read_text(encoding="utf-8")
        yield from re.findall(r"<h2>\{t\('([^']+)'\)\}</h2>", text)


def dialogs() -> Iterator[str]:
    """The titles of dialogs, as messages; of one that counts, its plural."""
    for path in sorted(SOURCE.rglob("*.svelte")):
        for _, _, tag in (each.partition("title={") for each in tags(path.read_text(encoding="utf-8"))):
            yield from re.findall(r"\b(?:t\(|tn\('[^']+', )'([^']+)'", up_to_its_brace(tag))


def tags(text: str) -> list[str]:
    return re.split(r"<(?:Dialog|Ask|NameDialog)\b", text)[1:]


def up_to_its_brace(text: str) -> str:
    depth = 1
    for place, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            return text[:place]
    return text


LOOK = """(parts) => {
  const there = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
  const texts = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
    .map((each) => each.textContent.trim());
  return {
    route: /^#\\/(\\w+)/.exec(location.hash)?.[1] ?? '',
    parts: Object.keys(parts).filter((name) => there(parts[name])),
    titles: texts('dialog[open] h2, main h2'),
  };
}"""


def note(page: Page) -> None:
    """axe has looked at what is on the page now."""
    found = page.evaluate(LOOK, PARTS)
    SEEN.add(f"#/{found['route']}")
    SEEN.update(part for part in found["parts"] if ROUTES.get(part, found["route"]) == found["route"])
    for message in {*screens(), *dialogs()}:
        words = re.sub(r"\\\{\w+\\\}", ".+", re.escape(message))
        if any(re.fullmatch(words, title) for title in found["titles"]):
            SEEN.add(message)
