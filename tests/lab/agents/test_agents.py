"""Text agents on seats: refusals and forfeits, time-outs, endpoints that fail, records, and no leak in prompts."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any

import pytest

from birdtable import catalog
from birdtable.agents.part import part_of
from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.lab.agents.agent import AgentStopped, FunctionAgent, Prompt
from birdtable.lab.agents.endpoint import EndpointAgent
from birdtable.lab.agents.match import answers_of, play_match
from birdtable.lab.agents.player import Manner, TextBot
from birdtable.lab.agents.scripted import nonsense, reader
from birdtable.lab.arena import arena
from birdtable.lab.arena.arena import Totals
from birdtable.record import Record
from kit.agents.positions import REDEAL, decisions

KEY = "sk-do-not-tell-anybody"


def text_bot(function: Callable[[str], Any], game: str = "birdie", seconds: float = 0.0, **manner: Any) -> TextBot:
    return TextBot(FunctionAgent("agent", function, seconds), catalog.game(game), Manner(**manner))


def listener(prompts: list[str], answer: str) -> Callable[[str], str]:
    """Always answers the same, and keeps what it was asked."""

    def listen(prompt: str) -> str:
        prompts.append(prompt)
        return answer

    return listen


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_the_reader_plays_whole_matches_by_the_text_alone(game: str) -> None:
    rules, won = catalog.game(game), 0.0
    for seed in range(3):
        player = text_bot(reader, game)
        match = play_match(rules, [player, bot("random", game)], ["reader", "random"], seed=seed)
        assert player.costs.refused == 0 and player.costs.questions > 5
        won += match.totals.wins[0]
        again = Record.parse(match.record.text())
        assert answers_of(again) == player.attempts and again.outcome == match.record.outcome
    assert won >= 2


def test_nonsense_is_refused_with_the_rule_and_forfeits_by_the_stated_rule() -> None:
    game, prompts = catalog.game("birdie"), list[str]()

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return "PLAY: remove 3"

    player = text_bot(answer, attempts=2)
    match = play_match(game, [player, bot("random", "birdie")], ["agent", "random"], seed=1)
    costs = player.costs
    assert costs.forfeits == costs.questions > 0 and costs.refused == 2 * costs.questions == costs.answers
    assert "[B5.1]" in prompts[1] and "The rule: B5.1 After the last pass" in prompts[1]
    assert "1 attempt is left" in prompts[1]
    first, second = answers_of(match.record)[:2]
    assert (first.attempt, first.forfeit) == (1, "") and second.forfeit.split(", ")[0] in ("pass", "done", "leave")
    assert second.reply.text == "PLAY: remove 3" and "scoring begins" in second.refused


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_forfeited_turn_does_as_little_as_it_can(game: str) -> None:
    rules = catalog.game(game)
    for state, _ in decisions(game, 3, 3):
        legal = rules.legal_steps(state)
        step = part_of(game).forfeit(legal)
        assert step in legal
        quiet = {"pass", "end", "done", "leave"} if game == "birdie" else {"keep", "end"}
        assert step in quiet or not quiet & set(legal)


def test_a_match_of_bots_is_the_arenas() -> None:
    game, table = catalog.game("cubirds"), (1, 0)
    players = [bot("greedy", "cubirds"), bot("novice", "cubirds")]
    totals = Totals.none(2)
    arena.play_match(game, players, table, game.cap(), 5, totals)
    match = play_match(game, players, ["greedy", "novice"], seed=5, table=table)
    assert match.totals.wins == totals.wins and match.totals.points == totals.points
    assert match.record.seats == ("novice", "greedy") and match.record.extra == {}


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_twins_are_asked_the_same(game: str) -> None:
    """The whole of what an agent is told, refusals included, for a seat that cannot tell two states apart."""
    rules, rng = catalog.game(game), Rng(4)
    for number, (state, log) in enumerate(decisions(game, 8, 3)):
        if number % 7:
            continue
        seat = state.to_move
        twin = REDEAL[game](state, seat, rng)
        told: list[list[str]] = []
        for world in (state, twin):
            prompts: list[str] = []
            player = text_bot(listener(prompts, "PLAY: pass, pass"), game)
            player.hear([event.seen_by(seat) for event in log[-20:]])
            view = rules.view(world, seat)
            player.choose(view, rules.legal_steps(world), Rng(0))
            told.append([*prompts, *(attempt.refused for attempt in player.attempts)])
        assert told[0] == told[1]


def test_a_play_can_come_in_pieces_and_is_checked_as_a_whole() -> None:
    game = catalog.game("birdie")
    state, _ = next(decisions("birdie", 1, 2))
    seat = state.to_move
    view = game.view(state, seat)
    first, *others = view.display
    answers = iter([f"PLAY: stack {first}, stack {first}, stack {first}", f"PLAY: stack {first}"])
    player = text_bot(lambda prompt: next(answers))
    assert player.choose(view, game.legal_steps(state), Rng(0)) == f"stack {first}"
    assert [bool(attempt.refused) for attempt in player.attempts] == [True, False]
    prompts: list[str] = []
    game.play(state, f"stack {first}")
    player.agent = FunctionAgent("agent", listener(prompts, f"PLAY: stack {others[0]}"))
    player.choose(game.view(state, seat), game.legal_steps(state), Rng(0))
    assert f"Your play so far: stack {first}" in prompts[0]


def test_functions_may_be_slow_wrong_or_coroutines() -> None:
    async def think(prompt: str) -> str:
        await asyncio.sleep(0)
        return "PLAY: pass"

    def hang(prompt: str) -> str:
        time.sleep(30)
        return "PLAY: pass"

    def fail(prompt: str) -> str:
        raise RuntimeError("out of\nmemory")

    prompt = Prompt("", "?")
    assert FunctionAgent("a", think).reply(prompt).text == "PLAY: pass"
    assert FunctionAgent("a", hang, 0.05).reply(prompt).fault == "no answer within 0.05 s"
    assert FunctionAgent("a", fail).reply(prompt).fault == "raised RuntimeError: out of memory"
    assert FunctionAgent("a", lambda prompt: sys.exit(3), 5.0).reply(prompt).fault == "raised SystemExit: 3"
    wrong: Any = lambda prompt: 7  # noqa: E731
    assert FunctionAgent("a", wrong).reply(prompt).fault == "returned int, not text"
    long = FunctionAgent("a", lambda prompt: "x" * 1_000_000 + "\ud800").reply(prompt)
    assert (len(long.text), long.length) == (20_001, 1_000_001)
    assert FunctionAgent("a", lambda prompt: "\ud800").reply(prompt).text == "?"


# --- endpoints -------------------------------------------------------------------------------------------------------


@contextmanager
def endpoint(*answers: int | str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that answers with these statuses or texts, one after the other; ``drop``, ``hang`` and ``drip`` as they
    say, and ``cut`` with the beginning of a play."""
    script, heard = list(answers), list[dict[str, Any]]()
    free = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
            answer = script.pop(0)
            if answer == "drop":
                self.connection.close()
                return
            if answer == "hang":
                free.wait(10)
                return
            status = answer if isinstance(answer, int) else 200
            message = {"choices": [{"message": {"content": answer}, "finish_reason": "stop"}]}
            if answer == "cut":
                message = {"choices": [{"message": {"content": "PLAY: set 1-1"}, "finish_reason": "length"}]}
            said = json.dumps({**message, "usage": {"prompt_tokens": 11, "completion_tokens": 3}})
            content = (said if answer != "rubbish" else "<html>").encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content) * (100_000 if answer == "flood" else 1)))
            self.send_header("Retry-After", "7")
            self.end_headers()
            for byte in content if answer == "drip" else b"":
                self.wfile.write(bytes([byte]))
                if free.wait(0.05):
                    return
            if answer != "drip":
                self.wfile.write(content if answer != "flood" else content * 100_000)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", heard
    finally:
        free.set()
        server.shutdown()
        server.server_close()


def endpoint_agent(url: str, **options: Any) -> EndpointAgent:
    return EndpointAgent("m", url, "tiny", **{"seconds": 5.0, "retries": 3, "pause": lambda seconds: None, **options})


def test_an_endpoint_is_asked_in_its_own_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", KEY)
    with endpoint("PLAY: pass") as (url, heard):
        agent = endpoint_agent(url, key_variable="SOME_KEY", parameters={"temperature": 0})
        reply = agent.reply(Prompt("rules", "position"))
    assert (reply.text, reply.tokens_in, reply.tokens_out, reply.requests) == ("PLAY: pass", 11, 3, 1)
    assert heard[0]["path"] == "/v1/chat/completions" and heard[0]["key"] == f"Bearer {KEY}"
    assert heard[0]["messages"] == [{"role": "system", "content": "rules"}, {"role": "user", "content": "position"}]
    assert (heard[0]["model"], heard[0]["temperature"]) == ("tiny", 0)


def test_429_500_and_broken_lines_are_tried_again() -> None:
    waits: list[float] = []
    with endpoint(429, 500, "drop", "PLAY: pass") as (url, _):
        reply = endpoint_agent(url, pause=waits.append).reply(Prompt("", "?"))
    assert (reply.text, reply.requests, reply.fault) == ("PLAY: pass", 4, "")
    assert waits == [7.0, 7.0, 4.0]


def test_an_endpoint_that_stays_away_stops_the_run(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    monkeypatch.setenv("SOME_KEY", KEY)
    caplog.set_level("DEBUG")
    with endpoint(500, 500, 500, 500) as (url, heard), pytest.raises(AgentStopped, match="status 500, 4 requests") as e:
        endpoint_agent(url, key_variable="SOME_KEY").reply(Prompt("", "?"))
    assert len(heard) == 4
    with endpoint(401) as (url, heard), pytest.raises(AgentStopped, match="status 401"):
        endpoint_agent(url).reply(Prompt("", "?"))
    assert len(heard) == 1
    with endpoint("rubbish") as (url, _), pytest.raises(AgentStopped, match="does not answer like chat completions"):
        endpoint_agent(url).reply(Prompt("", "?"))
    assert KEY not in caplog.text and KEY not in repr(e.value)


def test_a_model_that_hangs_has_not_answered() -> None:
    with endpoint("hang") as (url, _):
        reply = endpoint_agent(url, seconds=0.2).reply(Prompt("", "?"))
    assert reply.fault == "no answer within 0.2 s" and reply.text == ""


def test_an_answer_that_comes_byte_by_byte_has_to_come_in_time_too() -> None:
    with endpoint("drip") as (url, _):
        reply = endpoint_agent(url, seconds=0.3).reply(Prompt("", "?"))
    assert reply.fault == "no answer within 0.3 s" and reply.seconds < 2


@contextmanager
def raw_endpoint(*said: bytes) -> Iterator[str]:
    """A server that answers everybody with these bytes, one part after the other, and then no more."""
    free = threading.Event()

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            self.request.recv(100_000)
            for part in said:
                self.wfile.write(part)
                if free.wait(0.02):
                    return
            free.wait(10)

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        finally:
            free.set()
            server.shutdown()


@pytest.mark.parametrize(
    "said",
    [
        (b"HTTP/1.1 200 OK\r\nX-Wait: ", *[b"."] * 1000),
        [b"HTTP/1.1 102 Processing\r\n\r\n"] * 1000,
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", *[b"x"] * 1000),
    ],
    ids=["a header", "promises", "a chunk"],
)
def test_an_endpoint_that_never_comes_to_the_answer_has_not_answered(said: Sequence[bytes]) -> None:
    with raw_endpoint(*said) as url:
        reply = endpoint_agent(url, seconds=0.3).reply(Prompt("", "?"))
    assert reply.fault == "no answer within 0.3 s" and reply.seconds < 3


def test_nobody_forfeits_because_there_is_no_connection() -> None:
    """A machine that takes no more connections: the model has not even been asked."""
    with ExitStack() as sockets:
        full = sockets.enter_context(socket.socket())
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for _ in range(8):
            waiting = sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        url = f"http://127.0.0.1:{full.getsockname()[1]}/v1"
        with pytest.raises(AgentStopped, match=r"does not answer \(ConnectTimeout, 2 requests\)"):
            endpoint_agent(url, seconds=0.4, retries=1).reply(Prompt("", "?"))


def test_an_address_that_is_none_is_not_tried_again() -> None:
    for url in ("127.0.0.1:9/v1", "ftp://127.0.0.1:9", "http://[::1"):
        with pytest.raises(AgentStopped, match="is not an address"):
            endpoint_agent(url).reply(Prompt("", "?"))


def test_an_answer_without_end_is_not_read() -> None:
    with endpoint("flood") as (url, _), pytest.raises(AgentStopped, match="more than 4,194,304 bytes"):
        endpoint_agent(url).reply(Prompt("", "?"))


def test_an_answer_that_was_cut_off_is_kept_but_not_played() -> None:
    with endpoint("cut") as (url, _):
        reply = endpoint_agent(url).reply(Prompt("", "?"))
    assert reply.text == "PLAY: set 1-1" and reply.fault == "the answer was cut off by the endpoint (length)"


def test_a_key_that_is_not_there_is_named() -> None:
    with pytest.raises(BadInput, match="the environment has no NO_SUCH_KEY"):
        EndpointAgent("m", "http://127.0.0.1:9/v1", "tiny", key_variable="NO_SUCH_KEY")


def test_nonsense_is_the_same_for_the_same_question() -> None:
    assert nonsense("a") == nonsense("a") and len({nonsense(str(number)) for number in range(99)}) > 8
