"""What a release is made of: its version, its notes, the wheels that are asked for, the workflows that make it."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import birdtable
from kit.programs.installed import ROOT, release, run

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PYTHONS = ("cp311", "cp312", "cp313", "cp314")


def test_the_version_is_said_in_one_place() -> None:
    assert release.read_version() == birdtable.__version__
    for folder in (ROOT, ROOT / "tab"):
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        assert "version" in project["project"]["dynamic"]
        place = (folder / project["tool"]["hatch"]["version"]["path"]).resolve()
        assert place == ROOT / "src" / "birdtable" / "__init__.py"


def test_all_addresses_of_the_project_are_below_its_home() -> None:
    urls = PROJECT["project"]["urls"]
    assert all(address.startswith(urls["Homepage"]) for address in urls.values())


def test_a_workflow_of_another_repository_releases_nothing() -> None:
    home = PROJECT["project"]["urls"]["Homepage"]
    server, _, repository = home.partition(".com/")
    release.check_home({})
    release.check_home({"GITHUB_SERVER_URL": server + ".com", "GITHUB_REPOSITORY": repository})
    with pytest.raises(SystemExit, match="somebody/else"):
        release.check_home({"GITHUB_SERVER_URL": server + ".com", "GITHUB_REPOSITORY": "somebody/else"})


def test_notes_are_those_of_one_version() -> None:
    changelog = "# Changelog\n\n## 1.1.0 (2027)\n\nnew\n\n## 1.0.0 (2026)\n\n### Play\n\n- old\n"
    assert release.notes(changelog, "1.1.0") == "new\n"
    assert release.notes(changelog, "1.0.0") == "### Play\n\n- old\n"
    with pytest.raises(SystemExit, match=r"nothing of 1\.2\.0"):
        release.notes(changelog, "1.2.0")


def test_the_changelog_tells_of_this_version() -> None:
    assert release.notes(release.CHANGELOG.read_text(encoding="utf-8"), birdtable.__version__)


def test_news_fragments_become_a_changelog(tmp_path: Path) -> None:
    (tmp_path / "changes").mkdir()
    for name in ("changes/template.md", "changes/README.md", "pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "changes" / "owls.added.md").write_text("Owls are awake.\n", encoding="utf-8")
    (tmp_path / "changes" / "pigeons.fixed.md").write_text("Pigeons come home.\n", encoding="utf-8")
    assert release.fragments(tmp_path / "changes") == ["owls.added.md", "pigeons.fixed.md"]
    command = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", "9.0.0", "--date", "2030-01-01"]
    run(*command, folder=tmp_path)
    text = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    assert release.notes(text, "9.0.0") == "### Added\n\n- Owls are awake.\n\n### Fixed\n\n- Pigeons come home.\n"
    assert release.notes(text, birdtable.__version__)
    assert sorted(path.name for path in (tmp_path / "changes").iterdir()) == ["README.md", "template.md"]


@pytest.mark.parametrize(
    "name",
    [
        "birdtable/games/birdie/tests/test_rules.py",
        "birdtable/conftest.py",
        "birdtable/server/static/assets/index.js.map",
        "birdtable/server/static/.made-from",
        "birdtable/locale/it/LC_MESSAGES/birdtable.po",
        "birdtable/engine.c",
    ],
)
def test_what_users_do_not_need_is_noticed(name: str) -> None:
    needed = ["birdtable/testing/contract.py", "birdtable/engine.pxd", "birdtable/locale/it/LC_MESSAGES/birdtable.mo"]
    assert release.find_unwanted([*needed, name]) == [name]


def test_packages_of_the_page_are_listed_among_the_parts() -> None:
    licences = "@fontsource/vollkorn 5.3.0\n======\n\nOFL\n\n\nsvelte 5.57.3\n======\n\nMIT 2.0\n"
    assert [part["purl"] for part in release.page_parts(licences)] == [
        "pkg:npm/%40fontsource/vollkorn@5.3.0",
        "pkg:npm/svelte@5.57.3",
    ]


def test_what_a_browser_tab_consists_of_is_listed_too() -> None:
    inside = (ROOT / "tab" / "licences" / "inside_pyodide.txt").read_text(encoding="utf-8")
    licences = f"Pyodide 314.0.7 (https://pyodide.org), unchanged\n=====\n\nMPL\n\n\nInside Pyodide\n===\n\n{inside}"
    purls = [part["purl"] for part in release.tab_parts(licences)]
    assert purls[:2] == ["pkg:npm/pyodide@314.0.7", "pkg:generic/zlib@1.3.1"]
    assert {"pkg:generic/libffi", "pkg:generic/hacl", "pkg:generic/error-stack-parser"} <= set(purls)
    assert len(purls) == len(set(purls)) == 18


def wheels_for(platform: str, folder: Path) -> set[str]:
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    ask = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", platform]
    return set(run(*ask, folder, folder=folder).split())


@pytest.mark.parametrize(
    ("platform", "tags"),
    [
        ("linux", ["manylinux_x86_64", "manylinux_aarch64", "musllinux_x86_64", "musllinux_aarch64"]),
        ("macos", ["macosx_x86_64", "macosx_arm64"]),
        ("windows", ["win_amd64", "win_arm64"]),
    ],
)
def test_wheels_are_asked_for_on_every_platform(platform: str, tags: list[str], tmp_path: Path) -> None:
    assert wheels_for(platform, tmp_path) == {f"{python}-{tag}" for python in PYTHONS for tag in tags}


def test_one_wheel_is_asked_for_in_webassembly(tmp_path: Path) -> None:
    (name,) = wheels_for("pyodide", tmp_path)
    assert name.startswith("cp314-") and name.endswith("wasm32")


# --- workflows -------------------------------------------------------------------------------------------------------


def test_workflows_follow_their_schema() -> None:
    run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS)


def steps() -> list[str]:
    jobs = [job for path in WORKFLOWS for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values()]
    return [step["run"] for job in jobs for step in job["steps"] if "run" in step]


def test_every_step_of_a_workflow_is_a_command_of_the_makefile() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    others = [step for step in steps() if not step.startswith("make ")]
    asked = {step.split()[1] for step in steps() if step.startswith("make ")}
    assert asked <= targets and {"test", "test-core", "test-long", "release", "wheels"} <= asked
    assert {step.split()[0] for step in others} <= {"sudo", "cp", "gh"}


def test_tests_run_on_three_systems_and_four_pythons() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))["jobs"]
    matrix = jobs["core"]["strategy"]["matrix"]
    assert len(matrix["system"]) == 3
    assert [f"cp{python.replace('.', '')}" for python in matrix["python"]] == list(PYTHONS)


def test_only_the_step_that_publishes_may_write_to_the_index() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))["jobs"]
    writing = {name: job["permissions"] for name, job in jobs.items() if "permissions" in job}
    assert writing == {"publish": {"id-token": "write"}, "attach": {"contents": "write"}}
    assert "password" not in json.dumps(jobs)
