"""Wheels: what is in them, how large they are, and that they do without what a clone has."""

from __future__ import annotations

import email
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

import birdtable
from kit.findings import note_finding
from kit.programs.installed import ROOT, Installed, build_wheel, fetch_packages, release, run, unpacked_sdist

CHECK = ROOT / "tools" / "check_wheel.py"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("pure"), pure=True)


def test_a_wheel_is_small_and_has_nothing_that_nobody_needs(wheel: Path, pure: Path) -> None:
    for each in (wheel, pure):
        release.check_contents(each)
    note_finding("wheels", bytes=f"{wheel.stat().st_size:,}", pure=f"{pure.stat().st_size:,}")
    assert wheel.stat().st_size < 6_000_000


def test_a_wheel_is_what_an_index_accepts(wheel: Path, pure: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, pure)


def test_the_wheel_for_every_platform_has_no_extension(pure: Path) -> None:
    names = zipfile.ZipFile(pure).namelist()
    assert pure.name == f"birdtable-{birdtable.__version__}-py3-none-any.whl"
    assert not [
        name for name in names if name.endswith((".so", ".pyd")) or (name.endswith(".json") and "_built." in name)
    ]
    assert "birdtable/server/static/index.html" in names


def test_the_licences_of_typefaces_lie_beside_them(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        fonts = {Path(name).parent for name in archive.namelist() if name.endswith(".woff2")}
        (folder,) = fonts
        text = archive.read(f"{folder.as_posix()}/LICENCES.txt").decode()
    for part in ("@fontsource/commissioner", "@fontsource/vollkorn", "SIL OPEN FONT LICENSE", "svelte"):
        assert part in text


def test_the_metadata_tells_where_and_whose_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        about = email.message_from_bytes(archive.read(name))
    assert (about["Name"], about["Version"]) == ("birdtable", birdtable.__version__)
    assert about["Author"] == "The Birdtable maintainers" and about["License-Expression"] == "MIT AND OFL-1.1"
    assert len(about.get_all("Project-URL", [])) == 4
    assert "Development Status :: 5 - Production/Stable" in about.get_all("Classifier", [])


@pytest.mark.long
def test_a_wheel_is_made_from_the_sdist_without_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the machines that build wheels: the sdist brings the page."""
    source = unpacked_sdist(tmp_path)
    (tmp_path / "bin").mkdir()
    for tool in ("cc", "gcc", "as", "ld", "strip"):
        os.symlink(f"/usr/bin/{tool}", tmp_path / "bin" / tool)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    made = build_wheel(tmp_path / "dist", source)
    assert "birdtable/server/static/index.html" in zipfile.ZipFile(made).namelist()


@pytest.mark.long
@pytest.mark.parametrize("kind", ["wheel", "pure"])
def test_everything_in_a_wheel_works_in_an_empty_environment(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    here = Installed(tmp_path / "environment")
    here.install(fetch_packages(request.getfixturevalue(kind), tmp_path / "packages"))
    said = here.run(here.python, CHECK, *(["--pure"] if kind == "pure" else []))
    assert "10 rulebooks" in said and "2 matches" in said


@pytest.mark.long
def test_pipx_runs_it_without_installing_it(wheel: Path, tmp_path: Path) -> None:
    settings = {**os.environ, "PIPX_HOME": str(tmp_path / "pipx"), "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    pipx = [sys.executable, "-m", "pipx", "run", "--spec", wheel, "birdtable"]
    assert run(*pipx, "--version", folder=tmp_path, environment=settings).startswith(
        f"birdtable {birdtable.__version__} (compiled"
    )
    sim = ["sim", "cubirds", "--players", "greedy,random", "--games", "2", "--json"]
    assert json.loads(run(*pipx, *sim, folder=tmp_path, environment=settings))["games"] == 2
