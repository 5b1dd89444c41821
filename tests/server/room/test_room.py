"""Conversations with a room: everybody is answered, everybody is told, each sees what is theirs."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest

from birdtable.committed import commitment
from birdtable.engine import Rng
from birdtable.server.past import replays
from birdtable.server.room.limits import OUTBOX, Limits
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling.connection import TOO_SLOW
from birdtable.server.room.telling.teller import CROWD, WHILE, Change
from birdtable.server.store.base import Unavailable
from birdtable.server.table import lobby, undo
from birdtable.server.table.entries import Shuffling
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import make_play
from birdtable.wire.tables import Clock, Join
from kit.server.serving import JUNE, MIRA, TOMAS, Client, Time, kinds, last, room_of, some_play
from kit.server.twins import shuffle as shuffle_of

ROBO = Person(id="brobo", name="Robo", kind="bot", owner=TOMAS.id, created=0.0, seen=0.0)


async def two(rooms: Rooms, game: str = "kuhn", **wishes: Any) -> tuple[Room, Client, Client]:
    room = await room_of(rooms, game, MIRA, TOMAS, **wishes)
    return room, await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()


# --- playing --------------------------------------------------------------------------------------------------------


async def test_a_play_is_answered_and_told_to_everybody(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    onlooker = await Client(room, None).enter()
    for client in (mira, tomas, onlooker):
        client.read()
    (answer,) = await mira.play("check")
    assert (answer["type"], answer["re"], answer["to_move"], answer["legal"]) == ("position", 1, 1, [])
    (told,) = tomas.read()
    assert (told["re"], told["seat"], told["legal"]) == (0, 1, ["check", "bet"])
    assert told["news"] == answer["news"]
    assert told["news"][0]["events"] == [{"what": "checked", "seat": 0}]
    (seen,) = onlooker.read()
    assert (seen["seat"], seen["legal"], seen["view"]["hand"]) == (-1, [], "")


async def test_what_is_told_was_stored_before(rooms: Rooms) -> None:
    room, mira, _ = await two(rooms)
    await mira.play("check")
    assert len(await rooms.store.entries(room.table.id)) == room.table.number


async def test_a_play_that_cannot_be_stored_did_not_happen(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    room, mira, tomas = await two(rooms)
    before = room.table

    async def fails(*_: object) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(rooms.store, "append", fails)
        tomas.read()
        answers = await mira.play("check")
    assert last(answers, "refused")["re"] == 1
    assert room.table is before and tomas.read() == []
    assert last(await mira.play("check"), "position")["to_move"] == 1


async def test_an_illegal_step_is_refused_with_its_clause(rooms: Rooms) -> None:
    room, mira, _ = await two(rooms)
    before = room.table
    refused = last(await mira.play("call"), "refused")
    assert (refused["re"], refused["clause"]) == (1, "K3")
    assert room.table is before


@pytest.mark.parametrize("step", ["fly", "", "deal K", "take Rs"])
async def test_what_is_no_step_is_refused(rooms: Rooms, step: str) -> None:
    room, mira, _ = await two(rooms)
    before = room.table
    last(await mira.play(step), "refused")
    assert room.table is before


async def test_a_stale_click_is_answered_and_shown_how_things_are(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    old = room.table.number
    await mira.play("check")
    answers = await tomas.play("bet", after=old)
    assert kinds(answers) == ["stale", "position"]
    assert answers[0]["number"] == answers[1]["number"] == room.table.number
    future = await tomas.play("bet", after=room.table.number + 5)
    assert kinds(future) == ["stale", "position"]


async def test_a_play_sent_twice_is_taken_once(rooms: Rooms) -> None:
    room, mira, _ = await two(rooms)
    number = room.table.number
    await mira.play("check", after=number)
    assert kinds(await mira.play("check", after=number)) == ["stale", "position"]
    assert room.table.number == number + 1


async def test_two_at_once_are_taken_one_after_the_other(rooms: Rooms) -> None:
    room, mira, _ = await two(rooms)
    other = await Client(room, MIRA).enter()
    number = room.table.number
    answers = await asyncio.gather(mira.play("check", after=number), other.play("bet", after=number))
    assert sum("stale" in kinds(each) for each in answers) == 1
    assert room.table.number == number + 1


async def test_chat_does_not_make_a_click_stale(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    number = room.table.number
    await tomas.say("chat", phrase="Hello!")
    assert last(await mira.play("check", after=number), "position")["to_move"] == 1


async def test_out_of_turn_and_out_of_the_match_nobody_plays(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    june, nobody = await Client(room, JUNE).enter(), await Client(room, None).enter()
    assert last(await tomas.play("check"), "refused")["reason"] == "it is not your turn"
    for client in (june, nobody):
        assert last(await client.play("check"), "refused")["reason"] == "you are not playing at this table"
        assert last(await client.say("consider", after=room.table.number, steps=[]), "refused")
        assert last(await client.say("undo", after=room.table.number), "refused")
        assert last(await client.say("call", seat=0), "refused")
    for _ in range(2):
        await (mira, tomas)[room.table.to_move].play("check")
    assert last(await mira.play("check"), "refused")["reason"] == "no match is being played here"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("play", {"steps": ["check"]}),
        ("consider", {"steps": []}),
        ("undo", {}),
        ("undo_reply", {"agree": True}),
        ("call", {"seat": 0}),
        ("call", {"seat": 1}),
        ("call", {"seat": None}),
        ("reveal", {"nonce": "ab" * 32}),
    ],
)
@pytest.mark.parametrize("who", [None, JUNE], ids=["nobody", "another guest"])
async def test_no_message_acts_or_looks_in_the_seat_of_another(
    rooms: Rooms, who: Person | None, kind: str, fields: dict[str, Any]
) -> None:
    room, mira, tomas = await two(rooms)
    await mira.play("check")
    await tomas.play("bet")
    await mira.say("undo", after=room.table.number)
    before = room.table
    stranger = await Client(room, who).enter()
    after = {"after": before.number} if kind in ("play", "consider", "undo", "undo_reply") else {}
    for answer in await stranger.say(kind, **after, **fields):
        assert answer["type"] == "refused" or (answer["seat"], answer["view"]["hand"]) == (-1, "")
    assert room.table is before


async def test_the_last_play_shows_the_outcome_and_the_secret(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    shown = last(mira.read(), "table")["table"]["commitment"]
    assert (await shuffle_of(room)).secret == ""
    await mira.play("bet")
    answers = await tomas.play("fold")
    assert last(answers, "table")["table"]["phase"] == "over"
    assert last(answers, "position")["outcome"] == {"points": [1, -1], "winners": [0], "clause": "K5"}
    shuffle = await shuffle_of(room)
    assert commitment(bytes.fromhex(shuffle.secret)) == shown == shuffle.commitment
    assert len(shuffle.draws) == 2


async def test_considering_shows_the_way_and_changes_nothing(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms, "cubirds")
    client = (mira, tomas)[room.table.to_move]
    steps = next(steps for seed in range(99) if len(steps := some_play(room.table, Rng(seed))) > 1)
    before = room.table
    number = before.number
    first = last(await client.say("consider", after=number, steps=steps[:1]), "considered")
    assert not first["complete"] and steps[1] in first["legal"] and first["view"]["seat"] == before.to_move
    whole = last(await client.say("consider", after=number, steps=steps), "considered")
    assert whole["complete"] and whole["view"] is None and whole["legal"] == []
    refused = last(await client.say("consider", after=number, steps=["fly"]), "refused")
    assert refused["re"] == 1
    assert kinds(await client.say("consider", after=number - 1, steps=[]))[0] == "stale"
    assert room.table is before


# --- coming back ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["kuhn", "birdie", "cubirds"])
async def test_whoever_comes_back_is_told_exactly_what_was_missed(rooms: Rooms, game: str) -> None:
    room, mira, tomas = await two(rooms, game, memory="assisted")
    rng = Rng(1)
    while room.table.phase == "playing" and room.table.number < 40:
        await (mira, tomas)[room.table.to_move].play(*some_play(room.table, rng))
    tomas.read()
    told = [json.loads(message) for message in tomas.heard]
    full = [news for message in told if message["type"] == "position" for news in message["news"]]
    assert [news["number"] for news in full] == list(range(3, room.table.number + 1))
    for since in range(room.table.number + 3):
        again = await Client(room, TOMAS).enter(since)
        messages = again.read()
        assert kinds(messages)[0] == "table"
        assert last(messages, "position")["news"] == [each for each in full if each["number"] > since]
        again.leave()


async def test_a_room_that_was_forgotten_comes_back_from_its_log(rooms: Rooms) -> None:
    room, mira, _ = await two(rooms, "birdie")
    rng = Rng(2)
    for _ in range(5):
        steps = some_play(room.table, rng)
        await room.commit([Change(*make_play(room.table, room.table.to_move, steps, 5.0))])
    rooms.rooms.clear()
    again = await rooms.get(room.table.id)
    assert again is not room
    assert again.table.game.state_text(again.table.state) == room.table.game.state_text(room.table.state)
    assert again.table.plays == room.table.plays
    assert mira.line in room.presence.connections


async def test_a_number_taken_by_another_process_makes_this_one_catch_up(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    rooms.rooms.clear()
    other = await rooms.get(room.table.id)
    await (await Client(other, MIRA).enter()).play("bet")
    tomas.read()
    answers = await mira.play("check")
    assert kinds(answers) == ["position", "stale", "position"]
    assert answers[-1]["view"]["bets"] == "b"
    assert last(tomas.read(), "position")["view"]["bets"] == "b"


async def test_a_crowd_is_told_once_in_a_while_who_is_here(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira = await Client(room, MIRA).enter()
    for _ in range(60):
        await Client(room, None).enter()
    assert kinds(mira.read()).count("here") <= CROWD
    await asyncio.sleep(WHILE * 1.5)
    assert last(mira.read(), "here")["onlookers"] == 60


async def test_who_is_here_is_told(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    here = {"type": "here", "re": 0, "seats": [0, 1], "onlookers": 0, "away": [0, 0], "clocks": None}
    assert last(mira.read(), "here") == here
    await Client(room, None).enter()
    tomas.leave()
    assert last(mira.read(), "here") == here | {"seats": [0], "onlookers": 1}


async def test_a_client_that_does_not_read_is_let_go(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    pump = asyncio.create_task(asyncio.sleep(60))
    tomas.line.pumping = pump
    for _ in range(OUTBOX + 5):
        room.teller.tell_here()
        mira.read()
    assert tomas.line.closing == TOO_SLOW
    assert len(tomas.line.outbox) == 0
    assert mira.line.closing is None
    with pytest.raises(asyncio.CancelledError):
        await pump


# --- several seats at one device ------------------------------------------------------------------------------------


async def test_a_device_with_two_seats_shows_none_until_one_is_called(rooms: Rooms) -> None:
    room = await room_of(rooms, "birdie", MIRA, MIRA)
    device = await Client(room, MIRA).enter()
    position = last(device.read(), "position")
    assert (position["seat"], position["seats"], position["legal"]) == (-1, [0, 1], [])
    assert position["view"]["hand"] is None
    assert not any(event.get("secret") for news in position["news"] for event in news["events"])


async def test_only_the_seat_to_move_can_be_called(rooms: Rooms) -> None:
    room = await room_of(rooms, "birdie", MIRA, MIRA, TOMAS)
    device = await Client(room, MIRA).enter()
    while room.table.to_move == 2:
        await (await Client(room, TOMAS).enter()).play(*some_play(room.table, Rng(1)))
    seat = room.table.to_move
    called = last(await device.say("call", seat=seat), "position")
    assert called["seat"] == seat and called["view"]["hand"] and called["legal"]
    assert last(await device.say("call", seat=1 - seat), "refused")["reason"].startswith(
        "only the seat whose turn it is"
    )
    assert last(await device.say("call", seat=2), "refused")["reason"] == "this is not your seat"
    lowered = last(await device.say("call", seat=None), "position")
    assert lowered["seat"] == -1 and lowered["view"]["hand"] is None


async def test_after_its_turn_a_seat_leaves_the_screen(rooms: Rooms) -> None:
    room = await room_of(rooms, "birdie", MIRA, MIRA)
    device = await Client(room, MIRA).enter()
    rng = Rng(3)
    while room.table.phase == "playing":
        seat = room.table.to_move
        assert last(await device.say("call", seat=seat), "position")["seat"] == seat
        position = last(await device.play(*some_play(room.table, rng)), "position")
        if room.table.to_move != seat:
            assert position["seat"] == -1 and position["view"]["hand"] is None
            assert not any(event.get("secret") for news in position["news"] for event in news["events"])
            assert last(await device.play("pass"), "refused")


async def test_no_hand_reaches_a_device_that_was_not_called(rooms: Rooms) -> None:
    """Reload, replay and download show what an onlooker sees."""
    room = await room_of(rooms, "birdie", MIRA, MIRA, memory="assisted")
    device = await Client(room, MIRA).enter()
    await device.say("call", seat=room.table.to_move)
    again = await Client(room, MIRA).enter()
    onlooker = await Client(room, None).enter()
    mine, theirs = (last(client.read(), "position") for client in (again, onlooker))
    assert {**mine, "seats": []} == theirs
    for seat in (None, -1):
        assert (await replays.replay(room, MIRA, seat)).moments == (await replays.replay(room, None, None)).moments
        assert (await replays.position(room, MIRA, seat, room.table.number)).seat == -1
    with pytest.raises(Refusal, match="not your seat"):
        await replays.replay(room, MIRA, 0)


async def test_a_device_shows_no_hand_unasked_when_a_bot_replaces_one_of_its_players(rooms: Rooms, time: Time) -> None:
    """Who ran out of time is still looking."""
    room = await room_of(rooms, "birdie", MIRA, MIRA, memory="assisted", clock=Clock(kind="turn", seconds=30), pace=0)
    device = await Client(room, MIRA).enter()
    seat = room.table.to_move
    await device.say("call", seat=seat)
    time.pass_by(31)
    await room.look_after()
    assert room.table.seats_of(MIRA.id) == (1 - seat,)
    assert room.bot is not None
    await room.bot
    position = last(device.read(), "position")
    assert (position["seat"], position["seats"]) == (-1, [1 - seat]) and position["view"]["hand"] is None
    assert (await replays.position(room, MIRA, None, room.table.number)).seat == -1
    called = last(await device.say("call", seat=1 - seat), "position")
    assert called["seat"] == 1 - seat and called["view"]["hand"]


# --- memory ---------------------------------------------------------------------------------------------------------


async def test_at_a_strict_table_news_reach_back_to_ones_own_last_play(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms, "cubirds", memory="strict")
    rng = Rng(4)
    for _ in range(7):
        await (mira, tomas)[room.table.to_move].play(*some_play(room.table, rng))
    own = [line.number for line in room.table.plays if line.seat == 0][-1]
    position = last((await Client(room, MIRA).enter(0)).read(), "position")
    assert [news["number"] for news in position["news"]] == list(range(own, room.table.number + 1))
    replay = json.loads(msgspec.json.encode(await replays.replay(room, MIRA, None)))
    assert [moment["number"] for moment in replay["moments"]] == list(range(own, room.table.number + 1))
    with pytest.raises(Refusal, match="strict"):
        await replays.position(room, MIRA, None, room.table.number - 1)


async def test_a_strict_table_shows_no_pile_and_an_assisted_one_does(rooms: Rooms) -> None:
    for memory, expected in (("strict", type(None)), ("assisted", list)):
        _, mira, _ = await two(rooms, "birdie", memory=memory)
        assert isinstance(last(mira.read(), "position")["view"]["pile"], expected)


async def test_a_remote_bot_remembers_at_any_table(rooms: Rooms) -> None:
    room = await room_of(rooms, "birdie", MIRA, ROBO, memory="strict")
    robo = await Client(room, ROBO).enter()
    view = last(robo.read(), "position")["view"]
    assert view["pile"] == [] and view["opening"]
    assert undo.waiting_for(room.table) == ()


# --- chat -----------------------------------------------------------------------------------------------------------


async def test_phrases_and_texts_are_heard_by_everybody(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    said = last(await mira.say("chat", text="  hi \u202e there\n"), "chat")
    assert (said["text"], said["name"], said["seat"], said["re"]) == ("hi there", "Mira", 0, 1)
    assert last(tomas.read(), "chat")["text"] == "hi there"
    newcomer = last((await Client(room, None).enter()).read(), "chat")
    assert newcomer["text"] == "hi there"


@pytest.mark.parametrize("fields", [{}, {"phrase": "Buy now!"}, {"phrase": "Hello!", "text": "x"}, {"text": "\u200b "}])
async def test_nonsense_is_not_said(rooms: Rooms, fields: dict[str, str]) -> None:
    room, mira, _ = await two(rooms)
    number = room.table.number
    last(await mira.say("chat", **fields), "refused")
    assert room.table.number == number


async def test_at_a_public_table_those_who_sit_speak_in_phrases(rooms: Rooms) -> None:
    room, mira, _ = await two(rooms, public=True)
    june = await Client(room, JUNE).enter()
    assert last(await mira.say("chat", text="hi"), "refused")
    assert last(await june.say("chat", phrase="Hello!"), "refused")
    assert last(await mira.say("chat", phrase="Hello!"), "chat")


async def test_a_muted_person_is_not_heard_but_numbers_have_no_gap(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    assert kinds(await tomas.say("mute", person=MIRA.id)) == ["ok"]
    await mira.say("chat", text="hi")
    heard = last(tomas.read(), "chat")
    assert heard["number"] == room.table.number and heard["muted"] and "text" not in heard
    assert await rooms.store.mutes(TOMAS.id) == [MIRA.id]
    await tomas.say("mute", person=MIRA.id, on=False)
    await mira.say("chat", text="hi")
    assert last(tomas.read(), "chat")["text"] == "hi"
    assert last(await (await Client(room, None).enter()).say("mute", person=MIRA.id), "refused")


async def test_who_is_muted_is_muted_at_all_tables(rooms: Rooms) -> None:
    """Also those that are open in other tabs."""
    _, _, tomas = await two(rooms)
    other = await room_of(rooms, "kuhn", MIRA, TOMAS)
    there, here = await Client(other, TOMAS).enter(), await Client(other, MIRA).enter()
    await tomas.say("mute", person=MIRA.id)
    await here.say("chat", text="hi")
    assert last(there.read(), "chat")["muted"]


async def test_nobody_mutes_and_unmutes_all_the_time(rooms: Rooms) -> None:
    _, _, tomas = await two(rooms)
    rooms.limits = Limits()
    answers = [await tomas.say("mute", person=MIRA.id, on=number % 2 == 0) for number in range(40)]
    assert [kinds(answer)[0] for answer in answers] == ["ok"] * 30 + ["refused"] * 10


# --- the shuffle ----------------------------------------------------------------------------------------------------


async def test_the_cards_are_dealt_when_everybody_has_revealed(rooms: Rooms) -> None:
    nonces = {person.id: bytes([number] * 32).hex() for number, person in enumerate((MIRA, TOMAS), start=1)}
    room = await room_of(rooms, "kuhn", MIRA, "", start=False, commitment=commitment(bytes.fromhex(nonces[MIRA.id])))
    await rooms.store.add_person(TOMAS)
    hashed = commitment(bytes.fromhex(nonces[TOMAS.id]))
    await room.change(lambda t, at: lobby.join(t, TOMAS, Join(commitment=hashed), at))
    mira, tomas = await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()
    assert last(await mira.say("reveal", nonce=nonces[MIRA.id]), "refused")
    await room.change(lambda t, at: [Shuffling(at=at)])
    assert last(mira.read(), "table")["table"]["phase"] == "shuffling"
    assert last(await mira.say("reveal", nonce="00" * 32), "refused")["reason"] == "this is not what you committed to"
    assert last(await mira.say("reveal", nonce=nonces[MIRA.id]), "table")["re"] == 1
    assert room.table.phase == "shuffling"
    answers = await tomas.say("reveal", nonce=nonces[TOMAS.id])
    assert last(answers, "position")["news"][0]["what"] == "started"
    assert last(await tomas.say("reveal", nonce=nonces[TOMAS.id]), "refused")


def nonce(number: int) -> str:
    return bytes([number] * 32).hex()


def hash_of(number: int) -> str:
    return commitment(bytes.fromhex(nonce(number)))


async def shuffling_room(rooms: Rooms, *people: Person) -> tuple[Room, list[Client]]:
    """Everybody has committed: the first of them to ``nonce(1)``, and so on."""
    room = await room_of(rooms, "birdie", *people, start=False, commitment=hash_of(1))
    given = {person.id: hash_of(number) for number, person in enumerate(people, start=1)}
    await room.change(lambda t, at: lobby.arrange(t, at, commitments=given))
    clients = [await Client(room, person).enter() for person in people]
    await room.change(lambda t, at: [Shuffling(at=at)])
    return room, clients


async def test_who_does_not_reveal_is_not_waited_for_for_ever(rooms: Rooms, time: Time) -> None:
    room, _ = await shuffling_room(rooms, MIRA, TOMAS)
    await room.look_after()
    assert room.table.phase == "shuffling"
    time.pass_by(11)
    await room.look_after()
    assert room.info().phase == "playing" and room.table.nonces == {}
    assert room.info().attempt == 2 and room.table.silent == {MIRA.id, TOMAS.id}


async def test_no_match_starts_without_the_reveal_of_somebody_who_committed(rooms: Rooms, time: Time) -> None:
    """Else whoever sees the others' entropy, the server above all, could choose between two shuffles."""
    room, (mira, tomas, june) = await shuffling_room(rooms, MIRA, TOMAS, JUNE)
    seals = [room.info().commitment]
    assert last(tomas.read(), "table")["table"]["commitments"] == [hash_of(1), hash_of(2), hash_of(3)]
    await mira.say("reveal", nonce=nonce(1), next=hash_of(11))
    await tomas.say("reveal", nonce=nonce(2), next=hash_of(12))
    time.pass_by(11)
    await room.look_after()
    told = last(tomas.read(), "table")["table"]
    assert (told["phase"], told["attempt"]) == ("shuffling", 2)
    assert told["commitments"] == [hash_of(11), hash_of(12), ""] and told["committed"] == [True, True, False]
    seals.append(told["commitment"])
    # What was revealed before counts no more, and who kept silent has lost the right to take part.
    assert last(await mira.say("reveal", nonce=nonce(1)), "refused")["reason"] == "this is not what you committed to"
    assert last(await june.say("reveal", nonce=nonce(3)), "refused")
    await mira.say("reveal", nonce=nonce(11))
    time.pass_by(11)
    await room.look_after()
    assert room.info().attempt == 3 and room.info().phase == "playing"
    assert room.table.nonces == {} and room.table.silent == {TOMAS.id, JUNE.id}
    assert len({*seals, room.info().commitment}) == 3


async def test_each_attempt_loses_somebody_so_that_nobody_can_block_a_match(rooms: Rooms, time: Time) -> None:
    people = [MIRA, TOMAS, JUNE]
    room, clients = await shuffling_room(rooms, *people)
    for attempt in range(1, 4):
        assert (room.info().phase, room.info().attempt) == ("shuffling", attempt)
        for number, client in enumerate(clients[:-attempt], start=1):
            await client.say("reveal", nonce=nonce(10 * (attempt - 1) + number), next=hash_of(10 * attempt + number))
        time.pass_by(11)
        await room.look_after()
    assert room.info().phase == "playing" and room.info().attempt == 4


async def test_talk_does_not_put_off_the_shuffle(rooms: Rooms, time: Time) -> None:
    room, (mira, _) = await shuffling_room(rooms, MIRA, TOMAS)
    for _ in range(2):
        time.pass_by(6)
        await mira.say("chat", phrase="One moment, please.")
    await room.look_after()
    assert room.info().phase == "playing"


async def test_a_shuffle_of_several_attempts_is_the_same_after_a_restart(rooms: Rooms, time: Time) -> None:
    room, (mira, _) = await shuffling_room(rooms, MIRA, TOMAS)
    await mira.say("reveal", nonce=nonce(1), next=hash_of(11))
    time.pass_by(11)
    await room.look_after()
    await mira.say("reveal", nonce=nonce(11))
    assert room.table.phase == "playing"
    del rooms.rooms[room.table.id]
    again = await rooms.get(room.table.id)
    assert again is not room
    assert (again.table.key, again.table.commitment, again.table.silent) == (
        room.table.key,
        room.table.commitment,
        room.table.silent,
    )


# --- taking back ----------------------------------------------------------------------------------------------------


async def test_a_request_is_seen_and_answered(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    await mira.play("check")
    await tomas.play("bet")
    asked = last(await mira.say("undo", after=room.table.number), "position")
    assert asked["undo"]["asked_by"] == 0 and asked["undo"]["waiting_for"] == [1]
    assert last(tomas.read(), "position")["news"][0]["what"] == "asked"
    assert last(await mira.say("undo_reply", agree=True, after=room.table.number), "refused")
    done = last(await tomas.say("undo_reply", agree=True, after=room.table.number), "position")
    assert [news["what"] for news in done["news"]] == ["agreed", "undone"]
    assert done["view"]["bets"] == "" and done["to_move"] == 0


async def test_a_request_that_is_declined_changes_nothing(rooms: Rooms) -> None:
    room, mira, tomas = await two(rooms)
    await mira.play("check")
    await tomas.play("bet")
    await mira.say("undo", after=room.table.number)
    done = last(await tomas.say("undo_reply", agree=False, after=room.table.number), "position")
    assert done["news"][0]["what"] == "declined"
    assert done["view"]["bets"] == "xb" and "asked_by" not in done["undo"]


# --- tables nobody is at --------------------------------------------------------------------------------------------


async def test_a_table_where_nobody_comes_closes_by_itself(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "kuhn", MIRA, "", start=False)
    time.pass_by(3000)
    await room.look_after()
    assert room.table.phase == "gathering"
    client = await Client(room, MIRA).enter()
    time.pass_by(3000)
    await room.look_after()
    assert room.table.phase == "gathering"
    client.leave()
    await room.look_after()
    assert room.info().phase == "closed"


async def test_a_lobby_in_which_somebody_waits_is_not_looked_at_all_the_time(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "kuhn", MIRA, "", start=False)
    await Client(room, MIRA).enter()
    time.pass_by(5000)
    await room.look_after()
    assert room.table.phase == "gathering"
    assert await rooms.store.claim_due(time.now + 30, time.now + 40, 10) == []
    assert await rooms.store.claim_due(time.now + 61, time.now + 70, 10) == [room.table.id]


async def test_a_room_is_opened_once_however_many_ask(rooms: Rooms) -> None:
    room = await room_of(rooms, "birdie", MIRA, TOMAS)
    rooms.rooms.clear()
    asking = [asyncio.create_task(rooms.get(room.table.id)) for _ in range(5)]
    await asyncio.sleep(0)
    asking[0].cancel()
    found = {await task for task in asking[1:]}
    assert found == {await rooms.get(room.table.id)}


async def test_a_room_is_forgotten_when_nothing_in_it_is_needed(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("birdtable.server.room.rooms.IDLE", -1.0)
    room = await room_of(rooms, "birdie", MIRA, TOMAS)
    clocked = await room_of(rooms, "birdie", MIRA, TOMAS, clock=Clock(kind="turn", seconds=60))
    client = await Client(room, MIRA).enter()
    rooms.forget_idle()
    assert set(rooms.rooms) == {room.table.id, clocked.table.id}
    client.leave()
    rooms.forget_idle()
    assert set(rooms.rooms) == {clocked.table.id}


async def test_a_match_of_several_people_waits_for_them_even_when_all_have_left_it_to_bots(
    rooms: Rooms, time: Time
) -> None:
    room = await room_of(rooms, "birdie", MIRA, TOMAS)
    for person in (MIRA, TOMAS):
        await room.change(lambda t, at, person=person: lobby.leave(t, person, "random", at))  # type: ignore[misc]
    time.pass_by(86_400)
    await room.look_after()
    await room.change(lambda t, at: lobby.join(t, TOMAS, Join(), at))
    assert room.table.seats_of(TOMAS.id) == (1,)


async def test_a_match_against_bots_that_its_person_left_closes_by_itself(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "birdie", MIRA, "random")
    await room.change(lambda t, at: lobby.leave(t, MIRA, "random", at))
    number = room.table.number
    await asyncio.sleep(0.05)
    assert room.table.number == number
    time.pass_by(601)
    await room.look_after()
    assert room.table.phase == "closed"
