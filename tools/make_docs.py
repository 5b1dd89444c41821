"""Builds the documentation: ``PYTHONPATH=tools python tools/make_docs.py [FOLDER]`` writes ``FOLDER/site/<version>``.

The pages are those of ``docs/`` and what is made here from the code: commands, rules, the reference, "play now". The
site also gets ``versions.json``, from which the header of every version offers the others. A warning is an error.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import birdtable
from docsite.assemble import DOCSITE, ROOT, assemble
from docsite.table import copy_table

ENTRY = re.compile(r'^ *\{ "[^"]+" = "([^"]+\.md)" \},\n', re.MULTILINE)


def configure(source: Path, site: Path) -> Path:
    """The settings with the folders and names of this build; Zensical wants them beside the pages."""
    text = (DOCSITE / "zensical.toml").read_text(encoding="utf-8")
    paths = {"docs_dir": source.name, "site_dir": site.name}
    head = "".join(f"{name} = {json.dumps(value)}\n" for name, value in paths.items())
    for mark, value in {
        "[project]\n": f"[project]\n{head}",
        "@ROOT@": str(ROOT),
        "COMMANDS": entries(source / "commands"),
        "DECISIONS": entries(source / "adr"),
    }.items():
        text = text.replace(mark, value, 1)
    text = ENTRY.sub(lambda found: found[0] if (source / found[1]).exists() else "", text)
    file = source.parent / "zensical.toml"
    file.write_text(text, encoding="utf-8")
    return file


def entries(folder: Path) -> str:
    """All pages of a folder, for the navigation."""
    pages = sorted(folder.glob("*.md"), key=lambda path: (path.stem not in ("index", "README"), path.name))
    return ", ".join(json.dumps(path.relative_to(folder.parent).as_posix()) for path in pages)


def build_pages(work: Path) -> Path:
    """Assembles and builds in a folder for that; returns the folder of the pages."""
    source, site = work / "source", work / "pages"
    shutil.rmtree(site, ignore_errors=True)
    assemble(source)
    settings = configure(source, site)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", str(settings)]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return site


def list_versions(folder: Path) -> None:
    """All versions in the folder, newest first, as the header of the site reads them."""
    found = [path.parent.name for path in folder.glob("*/index.html")]
    found.sort(key=lambda name: [int(part) if part.isdigit() else -1 for part in name.split(".")], reverse=True)
    versions = [{"version": name, "title": name, "aliases": ["latest"] if name == found[0] else []} for name in found]
    (folder / "versions.json").write_text(json.dumps(versions, indent=1) + "\n", encoding="utf-8")
    head = '<!doctype html><title>Birdtable</title><link rel="icon" href="data:,">'
    page = f'{head}<meta http-equiv="refresh" content="0; url={found[0]}/">'
    (folder / "index.html").write_text(f'{page}<a href="{found[0]}/">Birdtable {found[0]}</a>\n', encoding="utf-8")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "docs")
    work: Path = parser.parse_args(arguments).folder
    folder = work / "site"
    target = folder / birdtable.__version__
    site = build_pages(work)
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(site, target)
    copy_table(target)
    list_versions(folder)
    print(target)


if __name__ == "__main__":
    main(sys.argv[1:])
