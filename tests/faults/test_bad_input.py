"""Bad input at every entry: an error in words or an answer, never a traceback, never a hang, and no memory kept."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import resource
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import numpy as np
import pytest

from birdtable import catalog
from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, BirdtableError
from birdtable.games.birdie.solver import answer
from birdtable.lab.envs.gymnasium import SeatEnv
from birdtable.record import Recorder, read
from birdtable.server.requests.conversation import garbled_refusal
from birdtable.server.room.limits import Limits
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.wire.play import FromClient, decode_client
from kit.findings import note_finding
from kit.server.doors import DOORS, NAMES
from kit.server.evening import Process
from kit.server.serving import MIRA, TOMAS, Client, live_server, one_worker, room_of
from kit.spoiling import mutant

GAMES = ("birdie", "cubirds")
Try = Callable[[bytes], Any]

PLAYS = [
    b'{"type": "play", "id": 1, "after": 3, "steps": ["take Rs"]}',
    b'{"type": "consider", "id": 2, "after": 3, "steps": ["stack Rs", "stack Pu", "add Ow", "end"]}',
    b'{"type": "undo", "id": 3, "after": 4}',
    b'{"type": "undo_reply", "id": 4, "agree": true, "after": 4}',
    b'{"type": "call", "id": 5, "seat": 1}',
    b'{"type": "chat", "id": 6, "phrase": "Nice!"}',
    b'{"type": "chat", "id": 6, "text": "hello"}',
    b'{"type": "mute", "id": 7, "person": "ptomas", "on": true}',
    b'{"type": "reveal", "id": 8, "nonce": "00"}',
    b'{"type": "ping", "id": 9}',
]
PROBLEMS = [
    b'{"row": "Ow Ww Pw Pu Rs Os Ra Ws"}',
    b'{"row": "Ow Ww Pw", "expert": true, "insert": "Pu", "woodpeckers": 1, "pigeons": 1, "owls": 1, "time": 0.02}',
    b'{"row": "Rs Rs Ru", "boxes": {"spring": 4, "robin": 3}, "flaps": 2, "records": {"robin": 4}, "time": 0.02}',
    b'{"row": "Rs Rs Ru", "flap_values": [1, 2, 3], "open_value": {"owl": 1.5}, "sets": "1-2:robin", "time": 0.02}',
]


def matches(count: int) -> Iterator[Any]:
    for seed in range(count):
        game = catalog.game(GAMES[seed % 2])
        recorder, rng = Recorder(game, ["Ann", "Ben"]), Rng(seed)
        dice = Dice(seed)
        while recorder.state.to_move != -2 and len(recorder.plays) < 60:
            if recorder.state.to_move == -1:
                recorder.play(dice.choose(game, recorder.state))
            else:
                legal = game.legal_steps(recorder.state)
                recorder.play(legal[rng.below(len(legal))])
        yield recorder.record()


def fuzzed(attempt: Try, good: list[bytes], count: int, seed: int) -> int:
    """Tries so many bad inputs. Returns how many were refused; anything but an error in words goes through."""
    rng, refused = Rng(seed), 0
    for number in range(count):
        bad = mutant(good[number % len(good)], rng, good)
        try:
            attempt(bad)
        except BirdtableError as error:
            refused += 1
            words = str(error)
            assert words and "\n" not in words, bad
        except Exception as error:
            raise AssertionError(f"{error!r} for {bad!r}") from error
    return refused


def read_record(bad: bytes) -> None:
    for _ in read(bad.decode("utf-8", "replace").splitlines()):
        pass


def play_steps(bad: bytes) -> None:
    """Typed notation, against a state in the middle of a match: refused, and nothing changed."""
    for name in GAMES:
        game, dice = catalog.game(name), Dice(3)
        state = game.start(2)
        while state.to_move == -1:
            game.play(state, dice.choose(game, state))
        before = game.state_text(state)
        try:
            game.play(state, bad.decode("utf-8", "replace"))
        except BirdtableError:
            assert game.state_text(state) == before
            raise


def understand(bad: bytes) -> FromClient:
    try:
        message: FromClient = decode_client(bad)
        return message
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise garbled_refusal(error) from None


def option_of_any_game(game: AnyGame, text: str) -> None:
    game.complete(dict([game.parse_option(text)]))


def position_of_any_game(game: AnyGame, text: str) -> None:
    game.parse_state(text)


def for_any_game(attempt: Callable[[AnyGame, str], None]) -> Try:
    """Good for one of the games is good enough."""

    def tried(bad: bytes) -> None:
        text, refusals = bad.decode("utf-8", "replace"), []
        for name in GAMES:
            try:
                attempt(catalog.game(name), text)
            except BirdtableError as error:
                refusals.append(error)
        if len(refusals) == len(GAMES):
            raise refusals[0]

    return tried


def score_line(bad: bytes) -> None:
    said = answer(bad)
    assert "error" in said or said["gain"] >= 0


def good_inputs(what: str) -> list[bytes]:
    records = list(matches(12))
    match what:
        case "records":
            return [record.text().encode() for record in records]
        case "records in JSON":
            return [record.json().encode() for record in records]
        case "notation":
            return [step.encode() for record in records for step in record.steps()]
        case "options":
            return [b"expert=true", b"turn_limit=40", b"robin_source=bird_deck", b"flap_values=1,2,3", b"owl=move"]
        case "positions":
            return [catalog.game(record.game).state_text(last_state(record)).encode() for record in records]
        case "messages":
            return PLAYS
        case _:
            return PROBLEMS


def last_state(record: Any) -> Any:
    game = catalog.game(record.game)
    state = game.start(len(record.seats), record.options)
    for step in record.steps():
        game.apply(state, step)
    return state


ENTRIES: dict[str, tuple[Try, int]] = {
    "records": (read_record, 100_000),
    "records in JSON": (read_record, 100_000),
    "notation": (play_steps, 200_000),
    "options": (for_any_game(option_of_any_game), 100_000),
    "positions": (for_any_game(position_of_any_game), 100_000),
    "messages": (understand, 200_000),
    "score --json": (score_line, 100_000),
}
QUICK = 400


@pytest.mark.parametrize("what", ENTRIES)
def test_bad_input_is_refused_in_words(what: str) -> None:
    attempt, _ = ENTRIES[what]
    refused = fuzzed(attempt, good_inputs(what), QUICK, seed=1)
    assert refused > QUICK // 3 or what == "score --json", "these inputs were not bad"


@pytest.mark.long
@pytest.mark.parametrize("what", ENTRIES)
def test_bad_input_without_end_is_refused_in_words_and_not_kept(what: str) -> None:
    attempt, count = ENTRIES[what]
    good = good_inputs(what)
    fuzzed(attempt, good, 2000, seed=2)
    before = resident_mb()
    refused = fuzzed(attempt, good, count, seed=3)
    grown = resident_mb() - before
    note_finding(f"bad input, {what}", tried=count, refused=refused, memory_grown=f"{grown:.1f} MB")
    assert grown < 20 * count / 100_000


def resident_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def check_environment(game: str, count: int) -> None:
    """Any number at all is an action: it is played, or it ends the episode with the rule it broke."""
    env, rng = SeatEnv(game), Rng(1)
    env.reset(seed=0)
    size = int(env.action_space.n)  # type: ignore[attr-defined]
    for number in range(count):
        action = rng.below(size) if number % 3 else (size, -1, 2**40, -(2**63))[rng.below(4)]
        if not 0 <= action < size:
            with pytest.raises(BadInput, match="are numbers from 0 to"):
                env.step(np.int64(action))
            continue
        _, reward, over, _, info = env.step(np.int64(action))
        if "illegal" in info:
            assert reward == -1 and over and info["illegal"]
        if over:
            env.reset(seed=number)


@pytest.mark.parametrize("game", GAMES)
def test_any_number_is_an_action_or_an_error(game: str) -> None:
    check_environment(game, 300)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_any_number_is_an_action_or_an_error_50_000_times(game: str) -> None:
    check_environment(game, 50_000)


def odd_message(good: bytes, steps: Sequence[str], rng: Rng) -> bytes:
    """Well formed, and out of place."""
    fields = json.loads(good)
    odd = {
        "after": rng.below(12) - 1,
        "seat": rng.below(5) - 1,
        "steps": [steps[rng.below(len(steps))] for _ in range(rng.below(4))],
        "text": "x" * rng.below(600),
        "person": ("ptomas", "pmira", "", "nobody")[rng.below(4)],
        "nonce": "0" * (rng.below(3) * 32),
    }
    return json.dumps({name: odd.get(name, value) for name, value in fields.items()}).encode()


async def room_hears(folder: Path, count: int) -> int:
    """Messages to a room: each gets its answer, and the match is what it was unless a play was legal."""
    rooms = make_rooms(store_at(str(folder / "room.sqlite3")), limits=Limits(factor=1e9), workers=one_worker())
    await rooms.open()
    room = await room_of(rooms, "birdie", MIRA, TOMAS)
    client, rng, heard = await Client(room, MIRA).enter(), Rng(4), 0
    for number in range(count):
        good = PLAYS[number % len(PLAYS)]
        bad = mutant(good, rng, PLAYS) if number % 4 == 0 else odd_message(good, room.table.game.steps, rng)
        try:
            message = understand(bad)
        except BirdtableError:
            continue
        await room.hear(client.line, message)
        answers = client.read()
        client.heard.clear()
        assert answers, bad
        heard += 1
    await rooms.close()
    return heard


def test_a_room_answers_whatever_can_be_understood(tmp_path: Path) -> None:
    assert asyncio.run(room_hears(tmp_path, 600)) > 300


@pytest.mark.long
def test_a_room_answers_whatever_can_be_understood_100_000_times(tmp_path: Path) -> None:
    before = resident_mb()
    heard = asyncio.run(room_hears(tmp_path, 100_000))
    note_finding(
        "bad messages to a room", tried=100_000, understood=heard, memory_grown=f"{resident_mb() - before:.1f} MB"
    )


MATCH = next(matches(1)).text()
ROUND = {"order": [0, 1], "scorings": [{"row": "Rs Ra Rs"}, None]}
BODIES: dict[str, Any] = {
    "/tables": {
        "game": "birdie",
        "seats": [{"player": "me"}, {"player": "bot", "level": "random"}],
        "options": {"expert": True},
    },
    "/score": {"row": "Rs Rs Ru", "time": 0.02},
    "/sheet": {"sheet": {"game": "birdie", "players": ["Ana", "Ben"], "options": {"expert": True}, "rounds": [ROUND]}},
    "/chair": {
        "table": {
            "game": "birdie",
            "players": ["Ana", "Bo"],
            "levels": ["", "casual"],
            "options": {"expert": True},
            "taps": ["starter 1"],
        }
    },
    "/evenings": {"games": [{"game": "birdie", "players": ["Ana", "Ben"], "points": [3, 2], "winners": [0]}]},
    "/me/evenings": {"after": 0, "body": '{"format": "birdtable-evenings", "players": {"Mira": "owl"}}'},
    "/records/replay": {"record": MATCH, "seat": 0},
    "/records/position": {"record": MATCH, "number": 4, "seat": 1},
    "/records/trial": {"record": MATCH, "number": 4, "seat": 0, "level": "casual"},
    "/records/carry": {"record": MATCH, "seats": [{"player": "me"}, {"player": "bot", "level": "random"}]},
}
"""Good ones, where the shortest that gets through a door says little."""
REQUESTS = [
    (method, "/api" + path.format(**NAMES, table="abc"), BODIES.get(path, body))
    for (method, path), (_, body) in DOORS.items()
]
"""Every route, whatever it is for."""


PATHS = [b"/api/tables/?seat=1&since=2"]


def http_tries(address: str, count: int) -> int:
    rng, refused = Rng(5), 0
    bodies = [json.dumps(body).encode() for _, _, body in REQUESTS]
    with httpx.Client(base_url=address, timeout=30) as client:
        client.post("/api/guests", json={"name": "Mira"})
        for number in range(count):
            method, path, _ = REQUESTS[number % len(REQUESTS)]
            body = mutant(bodies[number % len(bodies)], rng, bodies)
            bad_path = mutant(path.encode(), rng, PATHS) if number % 4 == 0 else path.encode()
            try:
                answer = client.request(method, bad_path.decode("latin-1"), content=body)
            except (httpx.InvalidURL, ValueError):
                continue
            assert answer.status_code < 500, (method, bad_path, body, answer.text)
            refused += answer.is_client_error
    return refused


def test_http_requests_are_answered_and_never_by_a_failure(tmp_path: Path) -> None:
    with live_server(tmp_path) as live:
        assert http_tries(live.address, 600) > 200


def with_texts_replaced(body: Any, text: str) -> Iterator[Any]:
    """The same body with one of its texts replaced, each in turn."""
    if isinstance(body, str):
        yield text
    elif isinstance(body, dict | list):
        for place, value in list(enumerate(body) if isinstance(body, list) else body.items()):
            for replaced in with_texts_replaced(value, text):
                other = body.copy()
                other[place] = replaced
                yield other


def with_values_replaced(body: Any, value: Any) -> Iterator[Any]:
    """The same body with anything in it replaced, each in turn."""
    yield value
    if isinstance(body, dict | list):
        for place, part in list(enumerate(body) if isinstance(body, list) else body.items()):
            for replaced in with_values_replaced(part, value):
                other = body.copy()
                other[place] = replaced
                yield other


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


TEXTS = ["a\0b", "\u202e\ufeff", "\U0001f426" * 9, "' OR 1=1 --", ""]


def test_no_text_in_any_place_is_more_than_a_store_can_take(home: Process) -> None:
    home.start()
    with httpx.Client(base_url=home.address, timeout=30) as client:
        for (method, path), (_, body) in DOORS.items():
            client.post("/api/guests", json={"name": "Mira"})
            for where, brought in with_odd_texts(path, BODIES.get(path, body)):
                answer = client.request(method, "/api" + where, json=brought)
                assert answer.status_code < 500, (method, where, brought, answer.text)
    home.stop()


def with_odd_texts(path: str, body: Any) -> Iterator[tuple[str, Any]]:
    """In each place of a path and of what is brought."""
    names = {**NAMES, "table": "abc"}
    for text in TEXTS:
        for name in re.findall(r"{(\w+)}", path):
            yield path.format(**{**names, name: quote(text) or "%20"}), body
        for other in with_texts_replaced(body, text):
            yield path.format(**names), other


def test_no_nesting_in_any_place_is_a_failure(tmp_path: Path) -> None:
    """What is read may still be too deep to be handed to a worker."""
    with live_server(tmp_path) as live:
        guest = live.guest()
        for path, body in BODIES.items():
            for depth in (300, 900):
                for bad in with_values_replaced(body, nested(depth)):
                    answer = guest.call("PUT" if path == "/me/evenings" else "POST", path, bad)
                    assert answer.is_client_error, (path, depth, answer.text)


@pytest.mark.long
def test_http_requests_are_answered_and_never_by_a_failure_50_000_times(home: Process) -> None:
    home.start()
    refused = http_tries(home.address, 50_000)
    home.stop()
    note_finding(f"bad requests, {home.kind}", tried=50_000, refused=refused)
