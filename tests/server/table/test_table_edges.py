"""What a table refuses, with the status that HTTP gives it, and other things that only a close look shows."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.chat import speak
from birdtable.server.table.disclosure import Watch, oldest
from birdtable.server.table.entries import Chair, StoodIn
from birdtable.server.table.person import clean_name
from birdtable.server.table.refusal import Outdated, Refusal, problem
from birdtable.server.table.summary import player_text, summary
from birdtable.server.table.table import reveal, take
from birdtable.wire.play import Chat
from birdtable.wire.tables import Clock
from kit.server.serving import (
    JUNE,
    MIRA,
    TOMAS,
    Client,
    Guest,
    Live,
    Time,
    last,
    new_table,
    play_on,
    room_of,
    started_table,
)

ME, OPEN = {"player": "me"}, {"player": "open"}
BOT, GENIUS = {"player": "bot", "level": "random"}, {"player": "bot", "level": "genius"}


@pytest.fixture(scope="module")
def people(live: Live) -> dict[str, Guest]:
    return {name: live.guest(name) for name in ("Mira", "Tomás", "June")}


@pytest.fixture(scope="module")
def gathering(people: dict[str, Guest]) -> str:
    """Mira, who is the host, Tomás, an open seat and a bot."""
    table = people["Mira"].open("birdie", ME, OPEN, OPEN, BOT)
    people["Tomás"].ok("POST", f"/tables/{table}/join", {})
    return table


@pytest.fixture(scope="module")
def playing(people: dict[str, Guest]) -> str:
    """Mira and Tomás."""
    table = people["Mira"].open("birdie", ME, OPEN)
    people["Tomás"].ok("POST", f"/tables/{table}/join", {})
    people["Mira"].ok("POST", f"/tables/{table}/start", {})
    return table


Case = tuple[str, str, str, Any, int, str]
"""Who, method, path, what is asked, status, reason."""

BEFORE: list[Case] = [
    ("Mira", "PATCH", "", {"clock": {"kind": "turn", "seconds": 4}}, 400, "a clock needs at least {seconds} seconds"),
    ("Mira", "PATCH", "", {"seat_count": 3}, 409, "seat {seat} is taken"),
    ("Tomás", "PATCH", "", {"memory": "strict"}, 403, "only the host can do this"),
    ("June", "POST", "/join", {"seat": 1}, 409, "seat {seat} is taken"),
    ("June", "POST", "/join", {"seat": 4}, 404, "there is no seat {seat}"),
    ("June", "PUT", "/seats/4", ME, 404, "there is no seat {seat}"),
    ("June", "PUT", "/seats/1", ME, 409, "seat {seat} is taken"),
    ("Mira", "PUT", "/seats/1", BOT, 409, "seat {seat} is taken"),
    ("Mira", "PUT", "/seats/2", GENIUS, 400, "there is no bot {level}"),
    ("Tomás", "PUT", "/seats/0", OPEN, 403, "only the host can do this"),
    ("Tomás", "PUT", "/seats/2", BOT, 403, "only the host can do this"),
    ("Tomás", "POST", "/swap", {"a": 0, "b": 1}, 403, "only the host can do this"),
    ("Mira", "POST", "/swap", {"a": 0, "b": 4}, 404, "there is no seat {seat}"),
    ("Mira", "POST", "/swap", {"a": 4, "b": 0}, 404, "there is no seat {seat}"),
    ("Tomás", "POST", "/start", {"fill": "random"}, 403, "only the host can do this"),
    ("Mira", "POST", "/start", {}, 409, "there are open seats"),
    ("Mira", "POST", "/rematch", None, 409, "the match is not over"),
]
DURING: list[Case] = [
    ("June", "POST", "/join", {}, 409, "no bot is playing for you here"),
    ("Mira", "POST", "/join", {}, 409, "no bot is playing for you here"),
    ("Tomás", "PUT", "/seats/0", ME, 409, "no bot is playing for you here"),
    ("Mira", "PUT", "/seats/0", OPEN, 409, "the match has started"),
    ("Mira", "PUT", "/seats/1", BOT, 403, "this person is still here"),
    ("June", "PUT", "/seats/1", BOT, 403, "only players can do this"),
    ("Mira", "PUT", "/seats/0", GENIUS, 400, "there is no bot {level}"),
    ("Mira", "POST", "/swap", {"a": 0, "b": 1}, 409, "the match has started"),
    ("Mira", "POST", "/start", {}, 409, "the match has started"),
]


@pytest.mark.parametrize(("who", "method", "path", "body", "status", "reason"), BEFORE)
def test_a_table_that_gathers_refuses(
    people: dict[str, Guest], gathering: str, who: str, method: str, path: str, body: Any, status: int, reason: str
) -> None:
    before = people[who].ok("GET", f"/tables/{gathering}")
    assert people[who].refused(method, f"/tables/{gathering}{path}", body) == (status, reason)
    assert people[who].ok("GET", f"/tables/{gathering}") == before


@pytest.mark.parametrize(("who", "method", "path", "body", "status", "reason"), DURING)
def test_a_match_that_is_played_refuses(
    people: dict[str, Guest], playing: str, who: str, method: str, path: str, body: Any, status: int, reason: str
) -> None:
    before = people[who].ok("GET", f"/tables/{playing}")
    assert people[who].refused(method, f"/tables/{playing}{path}", body) == (status, reason)
    assert people[who].ok("GET", f"/tables/{playing}") == before


def test_the_seat_that_is_taken_is_named(people: dict[str, Guest], gathering: str) -> None:
    asked = {"/join": ("POST", {"seat": 1}, 2), "/seats/0": ("PUT", ME, 1), "": ("PATCH", {"seat_count": 3}, 4)}
    for path, (method, body, seat) in asked.items():
        who = people["June" if path else "Mira"]
        assert who.call(method, f"/tables/{gathering}{path}", body).json()["details"] == {"seat": seat}
    nowhere = people["June"].call("POST", f"/tables/{gathering}/join", {"seat": 7})
    assert nowhere.json()["details"] == {"seat": 8}


def test_a_clock_of_five_seconds_is_long_enough(people: dict[str, Guest]) -> None:
    table = people["Mira"].open("birdie", ME, OPEN, clock={"kind": "turn", "seconds": 5})
    assert people["Mira"].ok("GET", f"/tables/{table}")["clock"]["seconds"] == 5


def test_a_game_refuses_what_it_cannot_start_with(people: dict[str, Guest], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each option may be right, and yet all together not, or not with so many seats."""

    def refuse(seats: int, options: object) -> None:
        raise BadInput("not like this")

    table = people["Mira"].open("kuhn", ME, OPEN)
    monkeypatch.setattr(catalog.game("kuhn"), "start", refuse)
    assert people["Mira"].refused("POST", "/tables", {"game": "kuhn", "seats": [ME, OPEN]})[0] == 400
    assert people["Mira"].refused("PATCH", f"/tables/{table}", {"options": {}})[0] == 400


async def test_only_the_one_who_spoke_gets_an_answer_and_all_hear_who_it_was(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira, tomas = await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()
    assert last(await mira.say("chat", text="hi"), "chat")["re"] == 1
    heard = last(tomas.read(), "chat")
    assert heard["person"] == MIRA.id and "re" not in heard


async def test_waiting_for_a_lost_connection_ends_at_nothing(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS, clock=Clock(kind="turn", seconds=100))
    mira = await Client(room, MIRA).enter()
    mira.leave()
    time.pass_by(90)
    mira = await Client(room, MIRA).enter()
    await mira.play("check")
    assert room.table.timing is not None and room.table.timing.credit == (0, 60_000)


def test_the_position_of_a_lesson_answers_no_message(live: Live) -> None:
    assert live.nobody().ok("POST", "/lessons/birdie/position", {"plays": []})["position"]["re"] == 0


def test_everybody_sees_who_has_added_entropy_to_the_shuffle(people: dict[str, Guest]) -> None:
    table = people["Mira"].open("kuhn", ME, OPEN, commitment="ab" * 32)
    assert people["June"].ok("GET", f"/tables/{table}")["committed"] == [True, False]


def test_what_comes_too_late_is_a_conflict() -> None:
    assert problem(Outdated())[0] == 409


def test_a_name_and_entropy_that_are_none_are_bad_requests() -> None:
    with pytest.raises(Refusal) as nameless:
        clean_name("...")
    gathering = new_table("kuhn", MIRA, TOMAS)
    setting = msgspec.structs.replace(gathering.setting, commitments={MIRA.id: "ab" * 32})
    shuffling = msgspec.structs.replace(gathering, setting=setting, phase="shuffling")
    with pytest.raises(Refusal) as other:
        reveal(shuffling, MIRA.id, "cd" * 32, "", 1.0)
    assert (nameless.value.status, other.value.status) == (400, 400)


@pytest.mark.parametrize(
    ("person", "said", "public", "status", "reason"),
    [
        ("", Chat(text="hi"), False, 403, "only people with a name can speak"),
        (MIRA.id, Chat(), False, 400, "send either a phrase or a text"),
        (MIRA.id, Chat(phrase="Hello!", text="hi"), False, 400, "send either a phrase or a text"),
        (MIRA.id, Chat(phrase="hey ho"), False, 400, "there is no such phrase"),
        (MIRA.id, Chat(text="hi"), True, 403, "at a public table people use the phrases they are offered"),
        (JUNE.id, Chat(phrase="Hello!"), True, 403, "at a public table only players may write"),
    ],
)
def test_not_everything_can_be_said_everywhere(person: str, said: Chat, public: bool, status: int, reason: str) -> None:
    with pytest.raises(Refusal) as refusal:
        speak(new_table("kuhn", MIRA, TOMAS, public=public), person, said, 1.0)
    assert (refusal.value.status, refusal.value.reason) == (status, reason)


def test_a_table_waits_for_the_person_to_move() -> None:
    playing = started_table("kuhn", MIRA, TOMAS)
    assert summary(playing).waits_for(MIRA.id) and not summary(playing).waits_for(TOMAS.id)
    left = take(playing, StoodIn(at=2.0, seat=0, level="random", why="left"))
    assert not summary(left).waits_for(MIRA.id)
    assert not summary(new_table("kuhn", MIRA, TOMAS)).waits_for(MIRA.id)


def test_a_record_names_who_sat_there() -> None:
    def name_of(person: str) -> str | None:
        return {MIRA.id: "Mira"}.get(person)

    chairs = [Chair(person=MIRA.id), Chair(person=MIRA.id, name="Bird"), Chair(person="pgone"), Chair(level="novice")]
    names = [player_text(chair, name_of) for chair in (*chairs, Chair())]
    assert names == ["Mira", "Bird", "a guest", "novice", "nobody"]


def test_at_a_strict_table_nobody_is_told_again_what_was_before_their_last_play() -> None:
    """Who looks on hears the last round again, a program that plays and everybody after the end all there was."""
    strict = play_on(started_table("birdie", MIRA, TOMAS, memory="strict"), Rng(1), 5)
    own, others = ([play.number for play in strict.plays if play.seat == seat][-1] for seat in (0, 1))
    assert oldest(strict, Watch(0, (0,))) == own - 1
    assert oldest(strict, Watch(1, (1,))) == others - 1
    assert oldest(strict, Watch()) == min(own, others) - 1
    assert oldest(strict, Watch(0, (0,), recall=True)) == 0
    assert oldest(play_on(strict, Rng(1), 1000), Watch(0, (0,))) == 0
    assisted = play_on(started_table("birdie", MIRA, TOMAS, memory="assisted"), Rng(1), 5)
    assert oldest(assisted, Watch(0, (0,))) == oldest(assisted, Watch()) == 0
