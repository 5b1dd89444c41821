"""The page: built files kept in memory, compressed once; any other path is the page itself."""

from __future__ import annotations

import asyncio
import gzip
import importlib.util
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from birdtable.server.http.site import POLICY, site_files

ALONE = "alone"
"""Where the page is that needs no server."""
STATIC = Path(__file__).parents[1] / "static"
MISSING = b"""<!doctype html><meta charset="utf-8"><title>Birdtable</title>
<p>The server runs, but the page was not built. Build it with: make build</p>
"""
CATALOGUE = re.compile(r"assets/([a-z]{2})-[\w-]+\.json")
LARGE = {".wasm", ".zip", ".mjs"}
"""Squeezed quickly: somebody waits."""
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/markdown",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""Not what the system believes: some take a script for plain text, and then no browser runs it."""
SQUEEZED = {".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".map"}


class File(NamedTuple):
    body: bytes
    squeezed: bytes | None
    kind: str
    tag: str


class Pages:
    """The files of a folder by path; read again when the page was built again."""

    def __init__(self, folder: Path = STATIC, tab: Path | None = None) -> None:
        self.folder = folder
        self.tab = tab
        """The files of ``birdtable-tab``, where they are installed."""
        self.alone: dict[str, File] = {}
        """Loaded when somebody first asks: most never do."""
        self.loading = asyncio.Lock()
        self.files: dict[str, File] = {}
        self.built = -1.0
        # Before anybody plays: reading and squeezing takes as long as dozens of moves.
        self.refresh()

    def refresh(self) -> None:
        index = self.folder / "index.html"
        built = index.stat().st_mtime if index.exists() else 0.0
        if built != self.built:
            self.built = built
            self.alone = {}
            found = [path for path in self.folder.rglob("*") if path.is_file()] if built else []
            self.files = {path.relative_to(self.folder).as_posix(): load(path) for path in found}

    def find(self, path: str) -> File | None:
        """The file at a path, or the page for places inside it; nothing for a file that is not there."""
        self.refresh()
        if path in self.files:
            return self.files[path]
        if "." in path.rsplit("/", 1)[-1]:
            return None
        return self.files.get("index.html") or File(MISSING, None, "text/html; charset=utf-8", "")

    @property
    def megabytes_alone(self) -> float:
        """What a browser fetches to play without a server; 0 where that is not offered."""
        index = self.tab / "index.json" if self.tab is not None else None
        if index is None or not index.exists() or not self.files:
            return 0.0
        squeezed: int = json.loads(index.read_bytes())["squeezed"]
        return round(squeezed / 1e6, 1)

    async def find_alone(self, path: str) -> File | None:
        async with self.loading:
            if self.tab is not None and not self.alone:
                self.alone = await asyncio.to_thread(self.load_alone, self.tab)
        return self.alone.get(path or "index.html")

    def load_alone(self, tab: Path) -> dict[str, File]:
        """Reading and squeezing takes as long as hundreds of moves."""
        files = site_files(self.folder, tab, home="../")
        return {name: make_file(Path(name), body) for name, body in files.items()}

    def catalogue(self, languages: str) -> str:
        """The path of the texts in the first of a browser's languages that there are, or in English."""
        wanted = [tag.strip()[:2].lower() for tag in languages.split(",")]
        known = {found[1]: path for path in self.files if (found := CATALOGUE.fullmatch(path))}
        return next((known[code] for code in wanted if code in known), known.get("en", ""))


def installed_tab() -> Path | None:
    """The files of ``birdtable-tab``, if it is installed."""
    spec = importlib.util.find_spec("birdtable_tab")
    if spec is None or spec.origin is None:
        return None
    files = Path(spec.origin).parent / "files"
    return files if (files / "index.json").exists() else None


def load(path: Path) -> File:
    return make_file(path, path.read_bytes())


def make_file(path: Path, body: bytes) -> File:
    kind = KINDS.get(path.suffix, "application/octet-stream")
    if kind.startswith("text/") or kind == "application/json":
        kind += "; charset=utf-8"
    large = path.suffix in LARGE
    squeezed = gzip.compress(body, 1 if large else 9, mtime=0) if large or path.suffix in SQUEEZED else None
    return File(body, squeezed, kind, f'"{sha256(body).hexdigest()[:20]}"')


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(
    request: Request[Any, Any, Any], pages: NamedDependency[Pages], path: FromPath[str] = ""
) -> Response[bytes]:
    if path.strip("/") == ALONE and not is_folder(request) and pages.tab is not None:
        return Response(b"", status_code=308, headers={"location": f"{ALONE}/"})
    path = path.strip("/")
    if pages.tab is not None and (path == ALONE or path.startswith(ALONE + "/")):
        return answer_alone(request, await pages.find_alone(path.removeprefix(ALONE).strip("/")), path)
    file = None if path == "api" or path.startswith("api/") else pages.find(path)
    if file is None:
        raise NotFoundException
    hashed = path.startswith("assets/")
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if hashed else "no-cache",
        "vary": "accept-encoding",
    }
    # The page asks for its texts once its script runs: this way they come together, a round trip earlier.
    if not path and (texts := pages.catalogue(request.headers.get("accept-language", ""))):
        headers["link"] = f"<./{texts}>; rel=preload; as=fetch; crossorigin"
        headers["vary"] = "accept-encoding, accept-language"
    return answer_file(request, file, headers)


def is_folder(request: Request[Any, Any, Any]) -> bool:
    """Whether the address ends in a slash, which routes do not tell: what the page fetches is found from there."""
    raw: bytes = request.scope.get("raw_path", b"")
    return raw.partition(b"?")[0].endswith(b"/")


def answer_alone(request: Request[Any, Any, Any], file: File | None, path: str) -> Response[bytes]:
    """A file of the page that needs no server: only there may WebAssembly be compiled."""
    if file is None:
        raise NotFoundException
    hashed = path.startswith(f"{ALONE}/assets/")
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if hashed else "no-cache",
        "vary": "accept-encoding",
        "content-security-policy": POLICY + "; frame-ancestors 'none'",
    }
    return answer_file(request, file, headers)


def answer_file(request: Request[Any, Any, Any], file: File, headers: dict[str, str]) -> Response[bytes]:
    if file.tag:
        headers["etag"] = file.tag
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if file.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.squeezed, headers={**headers, "content-encoding": "gzip"}, media_type=file.kind)
    return Response(file.body, headers=headers, media_type=file.kind)
