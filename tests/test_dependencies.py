"""docs/dependencies.md names every dependency with its version."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def plain(name: str) -> str:
    return name.lower().replace("_", "-")


def wanted() -> dict[str, str]:
    """Every package asked for, with its pinned version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = re.findall(r"^([\w.-]+)==([^ ;\n]+)", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    pinned = {plain(name): version for name, version in pins}
    asked = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    names = {plain(re.split(r"[\[<>=]", each)[0]) for each in asked} - {"birdtable", "birdtable-tab"}
    page = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["devDependencies"]
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    return {name: pinned[name] for name in names} | {name: lock[f"node_modules/{name}"]["version"] for name in page}


def test_every_dependency_is_listed_with_its_version_and_its_reason() -> None:
    page = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    rows = re.findall(r"^(?:\|[^|]+)?\| (\S+) \| (\d\S*) \| (.+) \|$", page, re.MULTILINE)
    assert {name: version for name, version, why in rows if why} == wanted()


def test_the_lock_file_of_the_page_names_the_packages_of_every_system() -> None:
    """npm leaves out what the registry does not have, and then refuses to install from the file that it wrote."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    locked = {place.rpartition("node_modules/")[2] for place in lock}
    assert not {name for package in lock.values() for name in package.get("optionalDependencies", {})} - locked
