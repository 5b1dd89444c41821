"""``birdtable site``: the whole table as static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write; an earlier site is replaced.")],
) -> None:
    """Write a folder of static files with which everything runs in the browser, without a server.

    Any web server or file host can serve it, under any path. Matches against bots or at one device, lessons, score
    sheets, replays and reviews work there, even without a network; playing with friends needs a server.

    Examples:

      birdtable site public

      python -m http.server --directory public
    """
    import birdtable_tab

    from birdtable.server.http.site import write_site

    page = Path(__file__).parents[1] / "server" / "static"
    size = write_site(folder, page, birdtable_tab.FILES)
    print(f"{folder}: {size / 1e6:.1f} MB to fetch (brotli)")
