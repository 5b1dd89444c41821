"""A site as ``birdtable site`` writes it, and a plain web server for it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from birdtable.server.http.pages import STATIC
from birdtable.server.http.site import write_site

ROOT = Path(__file__).parents[3]
FILES = ROOT / "tab" / "src" / "birdtable_tab" / "files"
NODE = FILES.parent / "node.mjs"


def build_tab() -> Path:
    """The files of the tab, compiled; a minute and a half the first time, nothing after that."""
    subprocess.run([sys.executable, "hatch_build.py", "tab"], cwd=ROOT, check=True)
    return FILES


def make_site(folder: Path) -> Path:
    write_site(folder, STATIC, build_tab(), best=False)
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def end_headers(self) -> None:
        for name, value in self.server.headers.items():  # type: ignore[attr-defined]
            self.send_header(name, value)
        super().end_headers()


class Served:
    def __init__(self, server: ThreadingHTTPServer, path: str) -> None:
        self.server = server
        self.address = f"http://127.0.0.1:{server.server_port}{path}"

    def cut(self) -> None:
        """From now on nobody answers."""
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def serve(folder: Path, path: str, headers: Mapping[str, str] = {}) -> Iterator[Served]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    server.headers = headers  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    served = Served(server, path)
    yield served
    served.cut()
