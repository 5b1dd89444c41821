"""Every block of code in the documentation is run, or read, or says why not; every link leads somewhere.

Blocks of one page run in its order, in a folder of their own, with the program on the path. Lines that begin with
``>>>`` are run by pytest itself.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import birdtable
from birdtable.cli import COMMANDS, load_command
from birdtable.cli.server.processes import family, listener
from kit.programs.ports import free_port
from kit.sources.blocks import ROOT, SHOWN, Block, blocks, indented, pages
from kit.waiting import wait_for

PORT = "8624"
INSTALL = re.compile(r"^(?:sudo \S*?)?(?:pipx?|python -m pip) install .*$", re.MULTILINE)
PROGRAMS = ("sh", "console", "python")
BLOCKS = [block for page in pages() for block in blocks(page)]


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def is_run(block: Block) -> bool:
    return block.language in PROGRAMS and not block.is_doctest and not block.mark.startswith(("not run", "run by"))


@pytest.mark.parametrize("document", pages(), ids=named)
def test_every_block_says_what_it_is(document: Path) -> None:
    known = {*SHOWN, *PROGRAMS, "json", "toml", "yaml"}
    assert [block.place for block in blocks(document) if block.language not in known] == []
    assert [f"{named(document)}:{line}" for line in indented(document)] == [], "without a fence nobody knows what it is"


@pytest.mark.parametrize("document", pages(), ids=named)
def test_what_is_not_run_has_a_reason_and_what_is_run_elsewhere_a_test(document: Path) -> None:
    for block in blocks(document):
        if block.mark.startswith("not run"):
            assert block.language in PROGRAMS and len(block.reason) > 8, block.place
        elif block.mark.startswith("run by "):
            test = ROOT / block.mark.removeprefix("run by ")
            assert document.name in test.read_text(encoding="utf-8"), block.place


@pytest.mark.parametrize("document", [page for page in pages() if any(map(is_run, blocks(page)))], ids=named)
def test_the_examples_of_a_page_run(document: Path, tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    try:
        for block in blocks(document):
            if block.file:
                (tmp_path / block.file).write_text(block.text + "\n", encoding="utf-8")
            elif is_run(block):
                reader.follow(block)
    finally:
        reader.leave()


class Reader:
    """Somebody who does what a page says, in a terminal of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.servers: list[subprocess.Popen[bytes]] = []
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "COLUMNS": "120"}
        self.environment = {**os.environ, **home, "PATH": path, "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1"}

    def follow(self, block: Block) -> None:
        text = INSTALL.sub("", block.text).replace(PORT, str(self.port))
        if block.mark == "runs until it is stopped":
            command = shlex.split(text, comments=True)
            self.servers.append(
                subprocess.Popen(command, cwd=self.folder, env=self.environment, stderr=subprocess.DEVNULL)
            )
            wait_for(lambda: listener(self.port) is not None, block.place)
        elif block.language == "sh":
            self.run("sh", "-eu", "-c", text, place=block.place)
        elif block.language == "python":
            if "vector_entry_point" not in text or birdtable.speed() == "compiled":
                self.run(sys.executable, "-c", text, place=block.place)
        else:
            for asked, answer in conversations(text):
                assert_like(self.run("sh", "-eu", "-c", asked, place=block.place), answer, block.place)

    def run(self, *command: str, place: str) -> str:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=280,
        )
        assert done.returncode == 0, f"{place}: {done.stdout}{done.stderr}"
        return done.stdout

    def leave(self) -> None:
        for server in self.servers:
            for each in reversed(family(server.pid)):
                os.kill(each, signal.SIGKILL)
            server.wait(30)


def conversations(text: str) -> list[tuple[str, str]]:
    """Commands after ``$``, each with the answer that the page shows."""
    parts = re.split(r"^\$ (.*)\n", text + "\n", flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def assert_like(said: str, shown: str, place: str) -> None:
    """``...`` stands for anything, up to the end of the line or of everything."""
    pattern = r"\n".join(
        ".*" if line == "..." else re.escape(" ".join(line.split())).replace(r"\.\.\.", ".*")
        for line in shown.rstrip().splitlines()
    )
    told = "\n".join(" ".join(line.split()) for line in said.rstrip().splitlines())
    assert re.fullmatch(pattern, told, re.DOTALL), f"{place} shows something else than\n{said}"


@pytest.mark.parametrize(
    "block", [each for each in BLOCKS if each.language in ("json", "toml", "yaml")], ids=lambda b: b.place
)
def test_data_can_be_read(block: Block) -> None:
    read: Any = {"json": json.loads, "toml": tomllib.loads, "yaml": yaml.safe_load}[block.language]
    assert read(block.text)


@pytest.mark.parametrize(
    "block", [each for each in BLOCKS if each.language in ("sh", "console")], ids=lambda b: b.place
)
def test_commands_have_the_options_that_are_named(block: Block) -> None:
    """Also where nothing is run."""
    for line in block.text.replace("\\\n", " ").splitlines():
        words = shlex.split(line.removeprefix("$ "), comments=True)
        if "install" in words:
            check_extras(words, block.place)
        while "birdtable" in words:
            words = words[words.index("birdtable") + 1 :]
            if words and words[0] in COMMANDS:
                check_options(load_command(words[0]), words[1:], block.place)


def check_options(command: Any, words: list[str], place: str) -> None:
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.commands[words[0]], words[1:]
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known, place


def check_extras(words: list[str], place: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for word in words:
        for extra in re.findall(r"^birdtable\[([\w,]+)\]", word):
            assert set(extra.split(",")) <= set(project["optional-dependencies"]), place


# --- links -----------------------------------------------------------------------------------------------------------

LINK = re.compile(r"\]\(([^)\s]+)\)")
PAPERS = [ROOT / name for name in ("ARCHITECTURE.md", "SECURITY.md", "CODE_OF_CONDUCT.md")]
MADE = ("play-now.md", "commands/", "rules/", "reference/")
"""What only the built site has."""


def anchors(page: Path) -> set[str]:
    """The names that headings of a page get, as the site and code hosts make them."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", [*pages(), *PAPERS], ids=named)
def test_links_lead_somewhere(document: Path) -> None:
    text = re.sub(
        r"^ *```.*?^ *```|`[^`\n]+`", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    for link in LINK.findall(text):
        path, _, anchor = link.partition("#")
        if re.match(r"\w+:", link) or path.removeprefix("../").startswith(MADE):
            continue
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), f"{named(document)}: {link}"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{named(document)}: {link}"
