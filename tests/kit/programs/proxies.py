"""A real nginx in front of a server, configured as ``docs/operations.md`` says."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from birdtable.cli.server.processes import listener
from kit.programs.ports import free_port
from kit.sources.blocks import blocks
from kit.waiting import wait_for

OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"
HARMLESS = """
daemon off;
pid {folder}/pid;
error_log {folder}/log;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
{blocks}
}}
"""


def page_block(first_line: str) -> str:
    """The block of the page that begins with such a line."""
    return next(block.text for block in blocks(OPERATIONS) if block.text.startswith(first_line))


def configuration(folder: Path, port: int, workers: Sequence[int]) -> str:
    """That of the page, but for ports, names and TLS."""
    home = page_block("map $uri $home")
    for written, real in zip(("8624", "8625"), workers, strict=True):
        home = home.replace(f":{written}", f":{real}")
    site = page_block("upstream birdtable { server")
    site = re.sub(r"\s*upstream birdtable \{[^}]*\}", "", site)
    site = re.sub(r"\s*ssl_certificate\S*\s[^;]*;", "", site).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    return HARMLESS.format(folder=folder, blocks=home + "\n" + site)


@contextmanager
def nginx(folder: Path, workers: Sequence[int]) -> Iterator[str]:
    """Its address."""
    port = free_port()
    file = folder / "nginx.conf"
    file.write_text(configuration(folder, port, workers), encoding="utf-8")
    process = subprocess.Popen(["nginx", "-c", str(file), "-p", str(folder)])
    try:
        wait_for(lambda: listener(port) is not None, "nginx")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)
