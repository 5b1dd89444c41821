"""The Model Context Protocol around the tools: over standard input and output, or over HTTP on this machine."""

from __future__ import annotations

import logging
from socket import socket
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import birdtable
from birdtable.game import BirdtableError, IllegalStep, split_clause
from birdtable.lab.mcp.tools import ToolAnswer, Tools

HOST = "127.0.0.1"
LARGEST_BODY = 1 << 20
INSTRUCTIONS = """Birdtable: two bird card games, Birdie and CuBirds. Open a table (open_table) or join one, keep the
handle of your seat to yourself, then alternate play and wait_for_turn until the match is over. rules has every clause;
a refusal names the one it rests on. You are told exactly what your seat may know."""


def make_server(tools: Tools) -> Server[Any]:
    async def list_tools(context: Any, wish: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[describe(name, tools) for name in tools.all])

    async def call_tool(context: Any, wish: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            return result_of(await tools.call(wish.name, dict(wish.arguments or {})))
        except BirdtableError as error:
            return refusal_of(error)

    def schema_of(name: str) -> dict[str, Any] | None:
        return tools.all[name].schema() if name in tools.all else None

    return Server(
        name="birdtable",
        title="Birdtable",
        version=birdtable.__version__,
        instructions=INSTRUCTIONS,
        get_tool_input_schema=schema_of,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def describe(name: str, tools: Tools) -> types.Tool:
    tool = tools.all[name]
    hints = types.ToolAnnotations(read_only_hint=not tool.changes, open_world_hint=name == "join_table")
    return types.Tool(name=name, description=tool.description, input_schema=tool.schema(), annotations=hints)


def result_of(answer: ToolAnswer) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=answer.text)]
    return types.CallToolResult(content=content, structured_content=answer.data)


def refusal_of(error: BirdtableError) -> types.CallToolResult:
    """What is wrong, for the model to read."""
    clause = error.clause if isinstance(error, IllegalStep) else split_clause(str(error))[1]
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=str(error))]
    data = {"error": str(error), "clause": clause}
    return types.CallToolResult(content=content, structured_content=data, is_error=True)


def serve_stdio(tools: Tools) -> None:
    anyio.run(run_stdio, tools)


async def run_stdio(tools: Tools) -> None:
    server = make_server(tools)
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        await tools.close()


def serve_http(tools: Tools, bound: socket) -> None:
    """At ``/mcp`` of a socket bound to ``HOST``, so for this machine alone; what comes from the page of another site is
    refused."""
    anyio.run(run_http, tools, bound)


async def run_http(tools: Tools, bound: socket) -> None:
    logging.getLogger("mcp").setLevel(logging.WARNING)
    app = make_server(tools).streamable_http_app(host=HOST, max_request_body_size=LARGEST_BODY)
    try:
        await uvicorn.Server(uvicorn.Config(app, host=HOST, log_level="warning")).serve([bound])
    finally:
        await tools.close()
