"""The papers of the project are true: where pictures and fonts come from, how to cite, what the package index shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from PIL import Image

from kit.sources.blocks import ROOT

ASSETS = (ROOT / "docs" / "assets.md").read_text(encoding="utf-8")
ENDINGS = {".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".ico", ".mp3", ".ogg", ".wav", ".woff", ".woff2", ".ttf"}


def kept_files() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if Path(name).suffix in ENDINGS]


def test_every_picture_sound_and_font_of_the_repository_is_accounted_for() -> None:
    places = [place for place in re.findall(r"`([\w./-]+)`", ASSETS) if "/" in place]
    assert kept_files()
    assert [name for name in kept_files() if not any(name.startswith(place) for place in places)] == []
    assert [place for place in places if place.startswith(("web/", "docs/")) and not (ROOT / place).exists()] == []


def test_every_font_of_the_page_is_accounted_for_with_its_version() -> None:
    package = yaml.safe_load((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    fonts = {name: version for name, version in package["devDependencies"].items() if "font" in name}
    assert fonts and all(f"`{name}` {version}" in ASSETS for name, version in fonts.items())


def test_the_citation_has_what_its_format_asks_for() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0" and citation["type"] == "software" and citation["license"] == "MIT"


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.name
)
def test_templates_of_issues_can_be_read(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.name != "config.yml":
        assert (
            form["name"]
            and form["description"]
            and all({"type", "id", "attributes"} <= set(each) for each in form["body"])
        )


def test_the_moving_picture_moves_and_is_small() -> None:
    path = ROOT / "docs" / "pictures" / "match.webp"
    assert path.stat().st_size < 1_000_000
    with Image.open(path) as picture:
        assert getattr(picture, "n_frames", 1) > 20


def test_nobody_has_to_scroll_to_play() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert max(lines.index("make play     # builds what is needed and opens the table in your browser"), 0) < 25
    assert any(line.startswith("pipx install birdtable") for line in lines[:10])


def test_links_and_pictures_of_the_readme_work_on_a_package_index() -> None:
    """As hatchling writes them into the package."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata", "readme"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    shown = yaml.safe_load(done.stdout)["text"] if done.stdout.lstrip().startswith("{") else done.stdout
    links = re.findall(r"\]\(([^)]+)\)", shown)
    assert len(links) > 20 and [link for link in links if not link.startswith("https://")] == []
    assert any("/docs/pictures/match.webp" in link for link in links)
