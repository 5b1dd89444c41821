"""Birdtable under other people's interfaces for text, in an environment of their own: their packages need other
versions of what ours need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from birdtable.lab.agents.scripted import reader

ROOT = Path(__file__).parents[3]
PACKAGES = ("textarena==0.7.4", "verifiers==0.4.0", "msgspec")
TEXTARENA = """
import json, textarena_env
from birdtable.lab.agents.scripted import nonsense, reader
print(json.dumps(textarena_env.play({game!r}, [reader, nonsense])))
"""

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment's programs."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return folder / "bin"


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """An endpoint behind which the scripted reader sits; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), ReaderEndpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()


class ReaderEndpoint(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = {"role": "assistant", "content": reader(f"\n{asked['messages'][-1]['content']}")}
        about = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": asked["model"]}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        chunks = [
            {**about, "choices": [{"index": 0, "delta": said, "finish_reason": None}]},
            {**about, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage},
        ]
        body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


def run(*command: str | Path, **more: str) -> str:
    """What a program says that finds our package and the examples."""
    paths = os.pathsep.join(str(ROOT / each) for each in ("src", "examples"))
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": paths, **more}, capture_output=True, text=True, timeout=1800
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_the_example_for_textarena_plays_a_match(programs: Path, game: str) -> None:
    rewards, info = json.loads(run(programs / "python", "-c", TEXTARENA.format(game=game)))
    assert rewards == {"0": 1.0, "1": -1.0} and info["0"]["points"] > info["1"]["points"]


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_the_example_for_verifiers_plays_a_match(programs: Path, endpoint: str, tmp_path: Path, game: str) -> None:
    wishes = ["--env.taskset.game", game, "--env.taskset.opponent", "random", "--client.base-url", endpoint]
    where = ["--client.api-key-var", "KEY", "--no-push", "-o", str(tmp_path)]
    run(programs / "vf-eval", "birdtable-verifiers", "-n", "1", "-m", "reader", *wishes, *where, KEY="none")
    (found,) = tmp_path.rglob("traces.jsonl")
    (trace,) = json.loads(found.read_text())["traces"]
    assert trace["metrics"] == {"refused": 0.0, "forfeited": 0.0}
    assert trace["rewards"]["victory"]["score"] == 1.0
