"""The page with all that it needs to be a table of its own, without a server: Python, its library and our package.

Such a page carries a mark that says so. Its service worker gets the list of all files, so that a build is kept, checked
and replaced as a whole.
"""

from __future__ import annotations

import gzip
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import msgspec

from birdtable.game import BadInput

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data: blob:",
        "style-src-attr 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
)
"""As strict as a server's, but that WebAssembly may be compiled."""
CHARSET = '<meta charset="utf-8" />'
SQUEEZED = {".html", ".js", ".mjs", ".css", ".svg", ".json", ".webmanifest", ".txt", ".wasm", ".zip", ".md"}
OFFLINE = "worker.js"
UNFINISHED = ".unfinished"
"""The folder in which a site is written before it takes the place of the earlier one."""
BUILD = r"\b[0-9a-f]{16}\b"
"""What the service worker calls its build."""


def site_files(page: Path, tab: Path, home: str = "") -> dict[str, bytes]:
    """All files by their paths. ``home`` is where their server is, from there, if they have one to go back to."""
    if not (page / "index.html").exists():
        raise BadInput("the page was not built")
    if not (tab / "index.json").exists():
        raise BadInput("the files of birdtable-tab were not built")
    files = {path.relative_to(page).as_posix(): path.read_bytes() for path in page.rglob("*") if is_shown(path)}
    files |= {f"tab/{path.name}": path.read_bytes() for path in tab.iterdir() if is_shown(path)}
    index = files["index.html"].decode()
    files["index.html"] = index.replace(CHARSET, head(home), 1).encode()
    files[OFFLINE] = list_files(files[OFFLINE].decode(), files).encode()
    return files


def head(home: str) -> str:
    """What the page finds in itself: its policy, and the mark."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    return f'{CHARSET}\n    {policy}\n    <meta name="birdtable-tab" content="{home}" />'


def is_shown(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def list_files(worker: str, files: dict[str, bytes]) -> str:
    """The service worker, told what the build consists of."""
    found = re.search(r"FILES=(\{.*?\})", worker, re.DOTALL)
    build = re.search(BUILD, worker.replace(found[0], "")) if found else None
    if found is None or build is None:
        raise BadInput(f"{OFFLINE} is not the service worker of a built page")
    listed = msgspec.json.decode(found[1], type=dict[str, str])
    names = sorted({name or "index.html" for name in listed} | {name for name in files if name.startswith("tab/")})
    whole = {name if name != "index.html" else "": integrity(files[name]) for name in names}
    text = msgspec.json.encode(whole).decode()
    return worker.replace(found[0], f"FILES={text}").replace(build[0], sha256(text.encode()).hexdigest()[:16])


def integrity(body: bytes) -> str:
    return "sha256-" + b64encode(sha256(body).digest()).decode()


def write_site(folder: Path, page: Path, tab: Path, *, best: bool = True) -> int:
    """Writes into a folder that is new, empty or an earlier site. Returns how many bytes there are to fetch, squeezed
    as small as they get if ``best``, which takes a minute. The folder itself stays: it may be mounted, or served."""
    files = site_files(page, tab)
    try:
        check_free(folder)
        total = write_files(folder / UNFINISHED, files, best=best)
        # What links to the others comes last.
        for each in sorted((folder / UNFINISHED).iterdir(), key=lambda path: (path.is_file(), path.name)):
            take_place(each, folder / each.name)
        (folder / UNFINISHED).rmdir()
    except OSError as error:
        raise BadInput(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    return total


def check_free(folder: Path) -> None:
    others = [path for path in folder.iterdir() if path.name != UNFINISHED] if folder.exists() else []
    if others and not (folder / "tab" / "index.json").exists():
        raise BadInput(f"{folder} is not empty, and no site of Birdtable")


def take_place(path: Path, place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    path.replace(place)


def write_files(unfinished: Path, files: dict[str, bytes], *, best: bool) -> int:
    shutil.rmtree(unfinished, ignore_errors=True)
    total = 0
    for name, body in files.items():
        path = unfinished / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        total += squeeze(path, 11 if best else 1) if path.suffix in SQUEEZED else len(body)
    return total


def squeeze(path: Path, quality: int) -> int:
    """Writes the file squeezed beside itself, for web servers that look for that; how small it became."""
    import brotli

    body = path.read_bytes()
    path.with_name(path.name + ".gz").write_bytes(gzip.compress(body, min(quality, 9), mtime=0))
    best: bytes = brotli.compress(body, quality=quality, lgwin=24)
    path.with_name(path.name + ".br").write_bytes(best)
    return len(best)
