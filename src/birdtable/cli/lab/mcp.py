"""``birdtable mcp``"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

TOKEN = "BIRDTABLE_TOKEN"


def mcp(
    http: Annotated[
        int, typer.Option(min=0, max=65535, help="Serve at http://127.0.0.1:PORT/mcp instead of standard input.")
    ] = 0,
    server: Annotated[
        str, typer.Option(help="The Birdtable server whose tables may be joined; no other is sent the token.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the cards at tables opened here; random by default.")
    ] = None,
) -> None:
    """Let language models play: a server of the Model Context Protocol.

    It speaks over standard input and output unless --http is given. Models open tables against bots and each other in
    this process. With --server they also join tables on that Birdtable server, as the remote bot whose token is in
    BIRDTABLE_TOKEN. A model is told exactly what its seat may know.

    \b
    Examples:
      birdtable mcp
      birdtable mcp --http 8700
      BIRDTABLE_TOKEN=... birdtable mcp --server http://127.0.0.1:8624
    """
    from birdtable.lab.mcp.server import HOST, serve_http, serve_stdio
    from birdtable.lab.mcp.tools import Tools
    from birdtable.server.network import listening_socket

    tools = Tools(server=server, token=os.environ.get(TOKEN, ""), seed=seed)
    if http:
        bound = listening_socket(HOST, http)
        print(f"Listening at http://{HOST}:{http}/mcp; stop with Ctrl-C.", file=sys.stderr)
        serve_http(tools, bound)
    else:
        serve_stdio(tools)
