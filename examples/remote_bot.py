"""A bot that sits down at a table of a Birdtable server and plays at random.

    python remote_bot.py http://127.0.0.1:8624 TABLE TOKEN

Make a token with ``POST /api/bots`` or on the page. Needs ``pip install birdtable websockets``.
"""

import asyncio
import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


async def play(server: str, table: str, token: str) -> dict | None:
    headers = {"Authorization": f"Bearer {token}"}
    join = Request(f"{server}/api/tables/{table}/join", b"{}", {**headers, "Content-Type": "application/json"})
    await asyncio.to_thread(urlopen, join)

    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with connect(address, additional_headers=headers) as socket:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "position" and message["outcome"]:
                return message["outcome"]
            if message["type"] == "position" and message["seat"] in message["undo"].get("waiting_for", ()):
                said = {"type": "undo_reply", "agree": True, "after": message["number"]}
            elif message["type"] == "position" and message["to_move"] == message["seat"]:
                said = {"type": "consider", "after": message["number"], "steps": [random.choice(message["legal"])]}
            elif message["type"] == "considered" and not message["complete"]:
                steps = [*message["steps"], random.choice(message["legal"])]
                said = {"type": "consider", "after": message["after"], "steps": steps}
            elif message["type"] == "considered":
                said = {"type": "play", "after": message["after"], "steps": message["steps"]}
            else:
                continue
            await socket.send(json.dumps(said))
    return None  # the server went away


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))
