"""Hints and unseen cards: who gets them, what they say, and that they know nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest

from birdtable import catalog
from birdtable.bots.advice.hints import SHOWN
from birdtable.engine import Rng
from birdtable.game import SPECTATOR, Step
from birdtable.server.room import helping
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Asker
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, consider
from kit.server.serving import JUNE, MIRA, TOMAS, Client, last, play_on, room_of, started_table

GAMES = ["birdie", "cubirds"]


async def asked(rooms: Rooms, game: str, *people: Any, memory: str, steps: tuple[Step, ...] = ()) -> dict[str, Any]:
    """The answer to the first person's question for a hint, once it is their turn."""
    room = await room_of(rooms, game, *people, memory=memory)
    room.table = table = in_turn(room.table)
    client = await Client(room, people[0]).enter()
    if len(table.seats_of(people[0].id)) > 1:
        await client.say("call", seat=0)
    return last(await client.say("hint", after=table.number, steps=list(steps)), ANY)


ANY = "hints"


def in_turn(table: Table, seat: int = 0) -> Table:
    rng = Rng(2)
    while table.to_move != seat:
        table = play_on(table, rng)
    return table


@pytest.mark.parametrize("game", GAMES)
async def test_hints_come_with_reasons_the_best_first(rooms: Rooms, game: str) -> None:
    found = await asked(rooms, game, MIRA, TOMAS, memory="assisted")
    values = [each["value"] for each in found["hints"]]
    assert 2 <= len(values) <= SHOWN and values == sorted(values, reverse=True)
    assert all(each["reason"].format(**each["details"]) for each in found["hints"])
    assert all(each["unit"] == "win" and each["steps"] for each in found["hints"])


async def test_hints_are_whole_plays_at_strict_tables_too(rooms: Rooms) -> None:
    """Against bots, from what the seat itself remembers."""
    table = in_turn(started_table("birdie", MIRA, "casual", "casual", memory="strict"))
    for each in await helping.hints(rooms.helpers, table, 0, []):
        assert consider(table, 0, each.steps).complete


async def test_hints_go_on_from_steps_that_were_chosen(rooms: Rooms) -> None:
    table = in_turn(started_table("birdie", MIRA, TOMAS, memory="assisted"))
    first = next(step for step in table.game.legal_steps(table.state) if step.startswith("stack "))
    found = await helping.hints(rooms.helpers, table, 0, [first])
    assert all(each.steps[0].startswith(("stack ", "add ")) for each in found)


@pytest.mark.parametrize(
    ("others", "memory", "allowed"),
    [
        ([TOMAS], "assisted", True),
        ([TOMAS], "strict", False),
        (["casual", "casual"], "strict", True),
        (["casual", TOMAS], "strict", False),
        ([MIRA], "strict", False),
    ],
    ids=["assisted", "strict", "bots", "bots and a person", "same device"],
)
def test_the_table_decides_about_hints(others: list[Any], memory: str, allowed: bool) -> None:
    table = started_table("cubirds", MIRA, *others, memory=memory)
    if allowed:
        helping.check_allowed(table, 0)
    else:
        with pytest.raises(Refusal, match="no hints"):
            helping.check_allowed(table, 0)


async def test_a_strict_table_refuses_over_the_line_too(rooms: Rooms) -> None:
    room = await room_of(rooms, "cubirds", MIRA, TOMAS, memory="strict")
    room.table = in_turn(room.table)
    client = await Client(room, MIRA).enter()
    assert "no hints" in last(await client.say("hint", after=room.table.number), "refused")["reason"]


async def test_hints_are_for_the_seat_to_move(rooms: Rooms) -> None:
    room = await room_of(rooms, "cubirds", MIRA, TOMAS)
    room.table = in_turn(room.table, 1)
    mira, june = await Client(room, MIRA).enter(), await Client(room, JUNE).enter()
    for client in (mira, june):
        last(await client.say("hint", after=room.table.number), "refused")


async def test_at_one_device_a_hint_needs_the_seat_on_the_screen(rooms: Rooms) -> None:
    room = await room_of(rooms, "cubirds", MIRA, MIRA)
    room.table = in_turn(room.table)
    client = await Client(room, MIRA).enter()
    last(await client.say("hint", after=room.table.number), "refused")
    await client.say("call", seat=0)
    last(await client.say("hint", after=room.table.number), "hints")


@pytest.mark.parametrize("error", [TimeoutError("no worker had time"), RuntimeError("a bug"), EOFError()], ids=repr)
async def test_help_that_fails_is_a_refusal_and_the_line_stays(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def fail(*_: object) -> Any:
        raise error

    monkeypatch.setattr(rooms.helpers, "hints", fail)
    room = await room_of(rooms, "cubirds", MIRA, TOMAS)
    room.table = in_turn(room.table)
    client = await Client(room, MIRA).enter()
    assert last(await client.say("hint", after=room.table.number), "refused")["reason"]
    assert last(await client.say("ping"), "ok")


async def test_a_hint_is_asked_for_on_account_of_the_person(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    askers: list[Asker] = []

    async def hints(*arguments: Any) -> Any:
        askers.append(arguments[-1])
        return ()

    monkeypatch.setattr(rooms.helpers, "hints", hints)
    rooms.people.note_address(MIRA.id, "192.0.2.7")
    await asked(rooms, "cubirds", MIRA, TOMAS, memory="assisted")
    assert askers == [Asker("192.0.2.7", MIRA.id)]


@pytest.mark.parametrize("game", GAMES)
async def test_states_that_a_seat_cannot_tell_apart_give_the_same_help(rooms: Rooms, game: str) -> None:
    import msgspec

    table = in_turn(play_on(started_table(game, MIRA, TOMAS, JUNE, memory="assisted"), Rng(4), 9))
    rules, view = table.game, table.game.view(table.state, 0)
    twins = [msgspec.structs.replace(table, state=rules.imagine(view, Rng(seed))) for seed in range(4)]
    assert len({rules.state_text(twin.state) for twin in twins}) > 1
    assert len({str(await helping.hints(rooms.helpers, twin, 0, [])) for twin in [table, *twins]}) == 1
    assert len({str(helping.unseen(twin, MIRA)) for twin in [table, *twins]}) == 1


# --- unseen cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_card_that_may_still_come_is_among_the_unseen(game: str) -> None:
    rng = Rng(5)
    table = started_table(game, MIRA, TOMAS, JUNE, memory="assisted")
    for _ in range(40):
        if table.phase != "playing":
            break
        cards = helping.unseen(table, MIRA).cards
        if table.to_move != 0:
            for card in hidden(table):
                assert cards.get(card, 0) > 0
        table = play_on(table, rng)


def hidden(table: Table) -> set[str]:
    """What is dealt from where nobody has looked."""
    state = table.state
    if table.setting.game == "birdie":
        from birdtable.games.birdie.cards import KINDS, members

        return {KINDS[kind] for kind in members(state.unseen)}
    from birdtable.games.cubirds.cards import cards_text

    return set(cards_text(state.pile))


def test_a_strict_table_shows_no_unseen_cards() -> None:
    with pytest.raises(Refusal, match="strict table"):
        helping.unseen(started_table("birdie", MIRA, TOMAS, memory="strict"), MIRA)


def test_where_a_device_is_shared_nobodys_hand_is_told() -> None:
    table = started_table("birdie", MIRA, MIRA, memory="assisted")
    assert helping.unseen(table, MIRA) == helping.unseen(table, None)
    game = catalog.game("birdie")
    assert sum(helping.unseen(table, None).cards.values()) == len(game.unseen(game.view(table.state, SPECTATOR)))
