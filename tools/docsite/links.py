"""Pages of the site by the file that each comes from, so that links written for the repository lead to them.

A link to a file that the site has not leads to the repository; without an address of it, only its text is left. A
clause in brackets, ``[B5.6]``, leads to the rules.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from posixpath import relpath

from birdtable import catalog, rulebook

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]*)?\)")
CLAUSE = re.compile(r"\[([A-Z]\d+(?:\.\d+)?)\](?![(\[:])")
BLOCK = re.compile(r"(^ *```.*?^ *```|<!--.*?-->)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`[^`\n]+`)")
ADDRESS = "blob/HEAD"


def change_outside(code: re.Pattern[str], text: str, change: Callable[[str], str]) -> str:
    """The text with everything changed but the code in it."""
    parts = code.split(text)
    parts[::2] = [change(part) for part in parts[::2]]
    return "".join(parts)


class Pages:
    def __init__(self, root: Path, repository: str) -> None:
        self.root = root
        self.repository = repository
        self.texts: dict[str, tuple[str, Path]] = {}
        """Text and folder, by the name of the page."""
        self.names: dict[Path, str] = {}
        self.clauses = {id: f"rules/en/{game}.md#{id.lower()}" for game in catalog.games() for id in rulebook.ids(game)}

    def add(self, source: Path, name: str, text: str = "") -> None:
        self.texts[name] = (text or source.read_text(encoding="utf-8"), source.parent)
        self.names[source] = name

    def make(self, name: str, text: str) -> None:
        """A page that has no file; its links are those of the site."""
        self.texts[name] = (text, self.root / "docs" / Path(name).parent)

    def write(self, folder: Path) -> None:
        for name, (text, place) in self.texts.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.lead(text, name, place), encoding="utf-8")

    def lead(self, text: str, name: str, place: Path) -> str:
        def change(prose: str) -> str:
            return LINK.sub(
                partial(self.to_page, name, place), change_outside(CODE, prose, partial(CLAUSE.sub, self.to_clause))
            )

        return change_outside(BLOCK, text, change)

    def to_clause(self, found: re.Match[str]) -> str:
        page = self.clauses.get(found[1])
        return f"[{found[1]}](/{page})" if page else found[0]

    def to_page(self, name: str, place: Path, found: re.Match[str]) -> str:
        picture, text, target, anchor = found[1], found[2], found[3], found[4] or ""
        if target.startswith("/"):
            return f"[{text}]({relpath(target[1:], os.path.dirname(name) or '.')}{anchor})"
        path = Path(os.path.normpath(place / target))
        page = self.names.get(path)
        if page is None and path.is_relative_to(self.root / "docs"):
            page = path.relative_to(self.root / "docs").as_posix()
        if page is not None:
            return f"{picture}[{text}]({relpath(page, os.path.dirname(name) or '.')}{anchor})"
        assert path.exists(), f"{name} links to {target}, which is nowhere"
        if not self.repository:
            return text
        return f"[{text}]({self.repository}/{ADDRESS}/{path.relative_to(self.root).as_posix()}{anchor})"
