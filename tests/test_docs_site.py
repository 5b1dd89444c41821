"""The documentation as a site builds without a warning, asks no other host for anything, and has what it promises."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from birdtable import catalog, rulebook
from birdtable.cli import COMMANDS
from birdtable.languages import LANGUAGES
from kit.sources.blocks import ROOT

sys.path.append(str(ROOT / "tools"))
import make_docs
from docsite import reference, table

FETCHED = re.compile(r"""<(?:script|img|iframe|source|link)\b[^>]*\b(?:src|href)=["']?(https?:)?//""", re.IGNORECASE)
LOADERS = ("mermaid", "glightbox", "pyodide")
"""What would make the builder's script load more from elsewhere."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Strict: links to pages, headings and names that do not exist are errors."""
    return make_docs.build_pages(tmp_path_factory.mktemp("docs"))


def test_all_that_is_made_from_the_code_is_there(site: Path) -> None:
    for name in COMMANDS:
        assert f"birdtable {name}" in (site / "commands" / name / "index.html").read_text(encoding="utf-8")
    for game in catalog.games():
        for language in LANGUAGES:
            page = (site / "rules" / language / game / "index.html").read_text(encoding="utf-8")
            assert all(f'id="{clause.lower()}"' in page for clause in rulebook.ids(game))
    package = (site / "reference" / "birdtable" / "index.html").read_text(encoding="utf-8")
    assert all(name in package for names in reference.OFFERED.values() for name in names)
    assert "explains every point" in json.dumps(json.loads((site / "search.json").read_bytes()))


def test_the_reference_has_everything_that_the_package_offers() -> None:
    import birdtable

    listed = [name for names in reference.OFFERED.values() for name in names]
    assert sorted(listed) == sorted(set(birdtable.__all__) - {"__version__"})


def test_nothing_is_fetched_from_another_host(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not FETCHED.search(text), path
        assert not [name for name in LOADERS if f'class="{name}' in text], path
    for path in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//", path.read_text(encoding="utf-8")), path


def test_every_link_of_the_built_pages_leads_to_a_file(site: Path) -> None:
    lost = []
    for path in site.rglob("*.html"):
        for link in re.findall(r"""\b(?:href|src)=["']?([^"'\s>]+)""", path.read_text(encoding="utf-8")):
            target = re.sub(r"[?#].*", "", link)
            if re.match(r"\w+:|//", link) or not target:
                continue
            found = site / target.lstrip("/") if target.startswith("/") else path.parent / target
            found = found / "index.html" if found.is_dir() else found
            if not found.exists() and (site / table.FOLDER) not in found.resolve().parents:
                lost.append(f"{path.relative_to(site)}: {link}")
    assert lost == []


def test_versions_are_listed_newest_first(tmp_path: Path) -> None:
    for version in ("1.2.0", "1.10.0", "1.9.3"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "index.html").write_text("")
    make_docs.list_versions(tmp_path)
    listed = json.loads((tmp_path / "versions.json").read_text())
    assert [each["version"] for each in listed] == ["1.10.0", "1.9.3", "1.2.0"]
    assert [each["aliases"] for each in listed] == [["latest"], [], []]
    assert 'url=1.10.0/"' in (tmp_path / "index.html").read_text()
