"""Brings the pages of the site together in one folder: those that are written and those made from the code."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

from docsite import commands, reference, rules, table
from docsite.links import Pages

DOCSITE = Path(__file__).parent
ROOT = DOCSITE.parents[1]
OUTSIDE = {"ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
OUTSIDE |= {"CODE_OF_CONDUCT.md": "conduct.md", "CHANGELOG.md": "changelog.md"}
"""Pages of the repository's first folder that the site has too."""
FONT = re.compile(r"url\('@fontsource/(\w+)/files/([\w-]+\.woff2)'\)")
BY_SYSTEM = re.compile(r"^@media \(prefers-color-scheme: dark\) \{.*?^\}$", re.MULTILINE | re.DOTALL)
THEMES = {"light": ":root", "dark": ':root:has(> body[data-md-color-scheme="slate"])'}
"""How the site says what the page says with ``data-theme``."""


def repository() -> str:
    """Where the project's files can be read by everybody, if it has such a place."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    urls = {name.lower(): address for name, address in project.get("urls", {}).items()}
    return str(urls.get("repository", urls.get("homepage", ""))).rstrip("/")


def assemble(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pages = Pages(ROOT, repository())
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.suffix == ".md":
            pages.add(path, path.relative_to(ROOT / "docs").as_posix())
        elif path.is_file():
            copy(path, folder / path.relative_to(ROOT / "docs"))
    for name, page in OUTSIDE.items():
        if (ROOT / name).exists():
            pages.add(ROOT / name, page)
    for name, (text, source) in rules.pages().items():
        pages.add(source, name, text)
    for name, text in {**commands.pages(), **reference.pages(), **table.pages()}.items():
        pages.make(name, text)
    pages.write(folder)
    write_look(folder / "look")


def copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, target)


def write_look(folder: Path) -> None:
    """Fonts, colours and mark of the page: the site has none of its own."""
    folder.mkdir()
    styles = ROOT / "web" / "src" / "styles"
    fonts = (styles / "fonts.css").read_text(encoding="utf-8")
    for family, file in set(FONT.findall(fonts)):
        copy(ROOT / "web" / "node_modules" / "@fontsource" / family / "files" / file, folder / file)
    tokens = BY_SYSTEM.sub("", (styles / "tokens.css").read_text(encoding="utf-8"))
    for theme, selector in THEMES.items():
        tokens = re.sub(rf"""\[data-theme=["']{theme}["']\]""", selector, tokens)
    look = (DOCSITE / "look.css").read_text(encoding="utf-8")
    (folder / "look.css").write_text(FONT.sub(r"url('\2')", fonts) + tokens + look, encoding="utf-8")
    copy(ROOT / "web" / "src" / "art" / "logo.svg", folder / "logo.svg")
    copy(ROOT / "web" / "public" / "icon.svg", folder / "icon.svg")
