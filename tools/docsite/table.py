"""The table in a browser tab as a part of the site: "play now"."""

from __future__ import annotations

from pathlib import Path

FOLDER = "table"
EMBEDDED = """# Play now

This is the whole table. It runs in your browser, rules and bots included, and sends nothing anywhere; the first visit
fetches about 6 MB. <a class="md-button" href="TABLE">Open it in a window of its own</a>

<iframe class="birdtable" src="TABLE" title="Birdtable: play against bots" loading="lazy"></iframe>

To play with friends in other places, use [a server](/tutorials/first-server.md).
"""
ABSENT = """# Play now

This copy of the documentation was built without the table in a browser tab. Two commands bring it to you:

```sh
pipx install birdtable
birdtable
```

The tutorial [Your first game](/tutorials/first-game.md) starts here.
"""


def files() -> Path | None:
    """The built files of the tab, if they are there."""
    try:
        import birdtable_tab
    except ImportError:
        return None
    return birdtable_tab.FILES if any(birdtable_tab.FILES.glob("*")) else None


def pages() -> dict[str, str]:
    return {"play-now.md": EMBEDDED.replace("TABLE", f"{FOLDER}/index.html") if files() else ABSENT}


def copy_table(site: Path) -> None:
    from birdtable.server.http.pages import STATIC
    from birdtable.server.http.site import write_site

    if found := files():
        write_site(site / FOLDER, STATIC, found, best=False)
