"""Builds and checks everything of a release that can be built on one machine: ``make release``.

Into ``dist/``: the sdist; from it, in a folder of its own, the wheel for this platform and the wheel for every
platform; the wheel of ``birdtable-tab``; the site without a server; the context that the container is built from; what
all that consists of (CycloneDX); checksums. Wheels for other platforms are made by ``make wheels``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
CHANGELOG = ROOT / "CHANGELOG.md"
LARGEST_WHEEL = 6_000_000
"""Bytes."""
UNWANTED = re.compile(r"(^|/)(tests?|__pycache__|node_modules)/|(^|/)(test_|conftest)|\.(map|po|c|pyc)$|\.made-from$")
"""What users do not need. Types (``.pxd``) are read when the engine is loaded: it must be what was compiled."""


def main() -> None:
    version = read_version()
    check_ready(version)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    sdist = build_sdist(version)
    with tempfile.TemporaryDirectory(prefix="birdtable-release-") as scratch:
        source = unpack(sdist, Path(scratch))
        wheel = build_wheel(source)
        pure = build_wheel(source, pure=True)
        tab = build_wheel(ROOT / "tab")
        for each in (wheel, pure, tab):
            check_contents(each)
        run(sys.executable, "-m", "twine", "check", "--strict", *(str(each) for each in (sdist, wheel, pure, tab)))
        pack_site(version, Path(scratch), [wheel, tab])
        pack_context(version, source)
        write_parts(version, Path(scratch), wheel, tab)
    write_notes(version)
    write_checksums()


def read_version() -> str:
    text = (ROOT / "src" / "birdtable" / "__init__.py").read_text(encoding="utf-8")
    return text.split('__version__ = "')[1].split('"')[0]


# What must be true before


def check_ready(version: str) -> None:
    if left := fragments(ROOT / "changes"):
        raise SystemExit(f"{len(left)} news fragments are not in CHANGELOG.md yet ({left[0]}, ...): make changelog")
    notes(CHANGELOG.read_text(encoding="utf-8"), version)
    check_home(dict(os.environ))


def fragments(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.*.md"))


def check_home(environment: dict[str, str]) -> None:
    """What is released by a repository's own workflow must point at that repository."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    if "GITHUB_REPOSITORY" in environment:
        here = f"{environment['GITHUB_SERVER_URL']}/{environment['GITHUB_REPOSITORY']}"
        if urls["Homepage"] != here:
            raise SystemExit(f"[project.urls] in pyproject.toml names {urls['Homepage']}, not {here}")


# Distributions


def run(*command: str, folder: Path = ROOT, pure: bool = False) -> str:
    """A command that must succeed; what it printed. It finds the programs of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    settings = {**os.environ, "PATH": path, "BIRDTABLE_PURE": "1" if pure else "0"}
    done = subprocess.run(command, cwd=folder, env=settings, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}\nfailed: {' '.join(command)}")
    return done.stdout


def build(folder: Path, kind: str, where: Path, *, pure: bool = False) -> Path:
    before = set(where.iterdir())
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(where), str(folder)]
    run(*command, pure=pure)
    (made,) = set(where.iterdir()) - before
    return made


def build_sdist(version: str) -> Path:
    sdist = build(ROOT, "sdist", DIST)
    with tarfile.open(sdist) as archive:
        names = set(archive.getnames())
    page = f"birdtable-{version}/src/birdtable/server/static/index.html"
    if page not in names:
        raise SystemExit(f"{sdist.name} has no page: nobody could build a wheel from it without Node")
    say(sdist)
    return sdist


def unpack(sdist: Path, where: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(where, filter="data")
    return where / sdist.name.removesuffix(".tar.gz")


def build_wheel(source: Path, *, pure: bool = False) -> Path:
    with tempfile.TemporaryDirectory() as scratch:
        made = build(source, "wheel", Path(scratch), pure=pure)
        if made.name.endswith("-linux_x86_64.whl") or made.name.endswith("-linux_aarch64.whl"):
            made = tag(made)
        wheel = Path(shutil.move(made, DIST / made.name))
    say(wheel)
    return wheel


def tag(wheel: Path) -> Path:
    """With the tag of the oldest systems that it runs on."""
    repaired = wheel.parent / "repaired"
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(repaired), str(wheel))
    (made,) = repaired.iterdir()
    return made


def check_contents(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    if found := find_unwanted(names):
        raise SystemExit(f"{wheel.name} has what nobody needs: {', '.join(found)}")
    if wheel.name.startswith("birdtable-") and wheel.stat().st_size > LARGEST_WHEEL:
        raise SystemExit(f"{wheel.name} has {wheel.stat().st_size:,} bytes; at most {LARGEST_WHEEL:,} are allowed")


def find_unwanted(names: list[str]) -> list[str]:
    return [name for name in names if UNWANTED.search(name)]


# Everything else


def pack_site(version: str, scratch: Path, wheels: list[Path]) -> None:
    """The site as the wheels write it, which shows that they fit together."""
    python = environment_with(scratch / "site-environment", [str(wheel) for wheel in wheels])
    print(run(str(python), "-m", "birdtable", "site", str(scratch / "site"), folder=scratch), end="")
    say(pack(scratch / "site", DIST / f"birdtable-site-{version}.tar.gz"))


def pack_context(version: str, source: Path) -> None:
    """``docker build - < FILE`` builds the container from it."""
    if not (source / "Dockerfile").exists():
        raise SystemExit("the sdist has no Dockerfile")
    shutil.rmtree(source / "build", ignore_errors=True)
    for path in [*source.rglob("*.so"), *source.rglob("_built.*.json"), *source.rglob("__pycache__")]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    say(pack(source, DIST / f"birdtable-container-{version}.tar.gz"))


def pack(folder: Path, file: Path) -> Path:
    """The same bytes from the same files."""

    def without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = member.mtime = 0
        member.uname = member.gname = ""
        return member

    raw = file.with_suffix("")
    with tarfile.open(raw, "w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.add(path, path.relative_to(folder).as_posix(), filter=without_owner)
    file.write_bytes(gzip.compress(raw.read_bytes(), mtime=0))
    raw.unlink()
    return file


def environment_with(folder: Path, packages: list[str]) -> Path:
    """A new environment with these packages and what they need; its Python."""
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(python)]
    run(*pip, "install", "-c", str(ROOT / "constraints.txt"), *packages)
    return python


def write_parts(version: str, scratch: Path, wheel: Path, tab: Path) -> None:
    """What somebody has who installs the wheels for a server: Python packages, those of the page and of the tab."""
    python = environment_with(scratch / "parts", [f"birdtable[postgres,redis] @ {wheel.as_uri()}", str(tab)])
    listing = [sys.executable, "-m", "cyclonedx_py", "environment", "--pyproject", "pyproject.toml", str(python)]
    whole = json.loads(run(*listing))
    whole["metadata"]["component"]["version"] = version
    with zipfile.ZipFile(wheel) as archive:
        licences = archive.read("birdtable/server/static/assets/LICENCES.txt").decode()
    with zipfile.ZipFile(tab) as archive:
        inside = archive.read("birdtable_tab/files/LICENCES.txt").decode()
    whole["components"] = [each for each in whole["components"] if each["name"] != "birdtable"]
    whole["components"] += [*page_parts(licences), *tab_parts(inside)]
    file = DIST / f"birdtable-{version}.cdx.json"
    file.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    check_parts(file)
    say(file)


def page_parts(licences: str) -> Iterator[dict[str, str]]:
    for name, version in re.findall(r"^(\S+) (\d\S*)\n=+$", licences, re.MULTILINE):
        yield part(name, version, f"pkg:npm/{name.replace('@', '%40')}@{version}")


HOMES = {"Pyodide": "npm/pyodide", "msgspec": "pypi/msgspec"}


def tab_parts(licences: str) -> Iterator[dict[str, str]]:
    """What has a title there, and what is inside Pyodide: a line each, some without a version."""
    titles = re.findall(r"^(\S+) (\d\S*) \(https:.*\n=+$", licences, re.MULTILINE)
    for name, version in titles + re.findall(r"^(\w\S*) ?(\d\S*)?: \S", licences, re.MULTILINE):
        purl = "pkg:" + HOMES.get(name, f"generic/{name.lower().replace('*', '')}") + (f"@{version}" if version else "")
        yield part(name, version, purl)


def part(name: str, version: str, purl: str) -> dict[str, str]:
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


def check_parts(file: Path) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    text = file.read_text(encoding="utf-8")
    version = SchemaVersion.from_version(json.loads(text)["specVersion"])
    if error := JsonStrictValidator(version).validate_str(text):
        raise SystemExit(f"{file.name} is not CycloneDX: {error}")


def write_notes(version: str) -> None:
    (DIST / "NOTES.md").write_text(notes(CHANGELOG.read_text(encoding="utf-8"), version), encoding="utf-8")
    say(DIST / "NOTES.md")


def notes(changelog: str, version: str) -> str:
    """What the changelog says of a version, without its title."""
    found = re.search(rf"^## {re.escape(version)} .*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f"CHANGELOG.md says nothing of {version}")
    return found[1].strip() + "\n"


def write_checksums() -> None:
    """For ``sha256sum --check SHA256SUMS``."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    say(DIST / "SHA256SUMS")


def say(path: Path) -> None:
    print(f"{path.stat().st_size:>12,}  {path.name}", flush=True)


if __name__ == "__main__":
    main()
