"""The same deal for a friend: the cards of a match that somebody has played, once, and nothing of them early."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.chance import Deal, settle
from birdtable.cli.verify import verify
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, BadInput, Step, Value
from birdtable.puzzles import deals
from birdtable.record import Record
from birdtable.server.past.replays import record_of
from birdtable.server.room.deals import same
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.table import disclosure, entries, summary
from birdtable.server.table.disclosure import Watch
from birdtable.server.table.entries import SameDeal
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, first_state, make_play, start_match
from birdtable.testing.walk import Setup, walk
from kit.server.serving import JUNE, MIRA, TOMAS, Live, finish, room_of, some_play, started_table

OPTIONS: dict[str, dict[str, Value]] = {"birdie": {}, "cubirds": {"turn_limit": 60}}
GAMES = tuple(OPTIONS)
LATE = 45
"""A place in the first pile that is reached after a while."""


async def played(rooms: Rooms, game: str = "kuhn", **wishes: Any) -> Room:
    """A match of Mira against a bot, to its end."""
    for person in (TOMAS, JUNE):
        if await rooms.store.person(person.id) is None:
            await rooms.store.add_person(person)
            rooms.people.remember(person.id, person)
    room = await room_of(rooms, game, MIRA, "random", **wishes)
    await finish(room)
    return room


async def record(rooms: Rooms, room: Room) -> Record:
    stored = map(entries.decode, await rooms.store.entries(room.table.id))
    return record_of(room.table, stored, lambda _: "somebody")


# --- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_name", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_card_comes_where_it_came_whatever_is_played(game_name: str, seats: int) -> None:
    """Piles that are shuffled again hold other cards: what they have of the old ones comes where it came."""
    game = catalog.game(game_name)
    setup = Setup(seats, OPTIONS[game_name])
    _, first = walk(game, setup, seed=3)
    settled = settle(game, game.start(seats, setup.options), first)
    for seed in range(3, 9):
        state, rng, same, came = game.start(seats, setup.options), Rng(seed), Deal(7, settled), dict[int, Step]()
        while game.to_move(state) != NOBODY:
            if state.to_move == CHANCE:
                slot, before = state.slot(), Counter(dict(state.odds()))
                step = same.choose(game, state)
                assert before[game.codes[step]] > 0, "chance does only what is possible"
                came[slot] = step
            else:
                legal = game.legal_steps(state)
                step = legal[rng.below(len(legal))]
            game.play(state, step)
        both = [slot for slot in came if 0 <= slot < 1024 and slot in settled]
        assert len(both) > 10 and [came[slot] for slot in both] == [settled[slot] for slot in both]
        assert came.get(-1) == settled.get(-1), "the same seat starts"


def test_what_was_never_turned_is_ordered_by_the_seed_and_takes_no_settled_card() -> None:
    game, orders = catalog.game("birdie"), []
    for seed in (1, 1, 2):
        deal, state = Deal(seed, {60: "deal Rs", 0: "deal Rs"}), game.start(2, {"starter": 1})
        game.apply(state, deal.choose(game, state))
        deal.choose(game, state)
        orders.append([game.steps[code] for code in deal.orders[0]])
    assert orders[0] == orders[1] != orders[2]
    assert all(len(order) == 64 and order[0] == order[60] == "deal Rs" for order in orders)


# --- at a table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_a_friend_sits_in_the_same_seat_with_the_same_cards_and_the_records_prove_it(
    rooms: Rooms, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = await played(rooms, game, options=OPTIONS[game])
    code = (await same.hand_on(rooms, first.table.id, MIRA)).code
    begun = await same.begin(rooms, code, TOMAS)
    room = await rooms.get(begun.id)
    assert room.table.plays[0].draws == first.table.plays[0].draws
    assert [chair.level for chair in room.table.chairs] == ["", "random"] and not room.table.setting.redraws
    assert (begun.phase, begun.same_deal, begun.options) == ("playing", code, first.table.setting.options)
    await finish(room, seed=2)
    one, other = await record(rooms, first), await record(rooms, room)
    assert deals.verify_handed_on(other, one) == room.table.outcome
    for name, each in (("one", one), ("other", other)):
        (tmp_path / name).write_text(each.text())
    verify(tmp_path / "other", original=tmp_path / "one")
    points = ", ".join(map(str, room.table.outcome.points))
    assert f"points by seat: {points}" in capsys.readouterr().out
    with pytest.raises(BadInput, match="with --original"):
        verify(tmp_path / "other")
    with pytest.raises(BadInput, match="same deal as"):
        deals.verify_handed_on(one, one)
    another = await record(rooms, await played(rooms, game, options=OPTIONS[game]))
    forged = msgspec.structs.replace(another, extra={**another.extra, "match": first.table.id})
    with pytest.raises(BadInput, match="the deal has"):
        deals.verify_handed_on(other, forged)


async def test_results_are_told_when_both_are_done_and_not_before(rooms: Rooms) -> None:
    first = await played(rooms)
    handed = await same.hand_on(rooms, first.table.id, MIRA)
    assert (handed.first, handed.over, [each.name for each in handed.results]) == (True, True, ["Mira"])
    begun = await same.begin(rooms, handed.code, TOMAS)
    for friend in (TOMAS, JUNE, None):
        told = await same.describe(rooms, handed.code, friend)
        assert (told.by, told.over, told.results, told.count) == ("Mira", False, (), 1)
    assert len((await same.describe(rooms, handed.code, MIRA)).results) == 1
    assert (await same.begin(rooms, handed.code, TOMAS)).id == begun.id, "one goes on"
    room = await rooms.get(begun.id)
    await finish(room)
    for person in (MIRA, TOMAS):
        told = await same.describe(rooms, handed.code, person)
        assert [(each.name, each.mine) for each in told.results] == [
            ("Mira", person is MIRA),
            ("Tomás", person is TOMAS),
        ]
        assert [each.points for each in told.results] == [
            first.table.outcome.points,  # type: ignore[union-attr]
            room.table.outcome.points,  # type: ignore[union-attr]
        ]
    assert (await same.describe(rooms, handed.code, JUNE)).results == ()
    again = await same.hand_on(rooms, begun.id, TOMAS)
    assert again.code == handed.code, "who was handed a deal hands on the same"


async def test_nobody_plays_a_deal_twice(rooms: Rooms) -> None:
    first = await played(rooms)
    code = (await same.hand_on(rooms, first.table.id, MIRA)).code
    assert code == (await same.hand_on(rooms, first.table.id, MIRA)).code and first.table.id not in code
    points = first.table.outcome.points[0]  # type: ignore[union-attr]
    with pytest.raises(Refusal, match=f"you have played this deal: {points} points"):
        await same.begin(rooms, code, MIRA)
    room = await rooms.get((await same.begin(rooms, code, TOMAS)).id)
    await finish(room)
    points = room.table.outcome.points[0]  # type: ignore[union-attr]
    with pytest.raises(Refusal, match=f"you have played this deal: {points} points"):
        await same.begin(rooms, code, TOMAS)
    with pytest.raises(Refusal, match="there is no deal nothing"):
        await same.begin(rooms, "nothing", TOMAS)


async def test_what_cannot_be_handed_on_is_refused(rooms: Rooms) -> None:
    running = await room_of(rooms, "kuhn", MIRA, "random")
    with pytest.raises(Refusal, match="not over"):
        await same.hand_on(rooms, running.table.id, MIRA)
    over = await played(rooms)
    with pytest.raises(Refusal, match="only players"):
        await same.hand_on(rooms, over.table.id, TOMAS)
    pair = await room_of(rooms, "kuhn", MIRA, TOMAS)
    await finish(pair)
    with pytest.raises(Refusal, match="one person against bots"):
        await same.hand_on(rooms, pair.table.id, MIRA)
    for fields, reason in (({"deal": "2026-11-18"}, "deal of the day"), ({"begins": "x"}, "in the middle")):
        setting = msgspec.structs.replace(over.table.setting, **fields)
        with pytest.raises(Refusal, match=reason):
            same.require_own(msgspec.structs.replace(over.table, setting=setting), MIRA)
    with pytest.raises(Refusal, match="in the middle"):
        same.require_own(msgspec.structs.replace(over.table, carried=3), MIRA)


# --- leaks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_seat_is_told_depends_on_cards_to_come(game: str) -> None:
    """Two tables whose orders differ from a place on tell the same until then."""
    first = started_table(game, MIRA, "random", options=OPTIONS[game])
    deal, state = Deal(1), first_state(first)
    for _ in range(2):  # who starts, and the first card
        first.game.apply(state, deal.choose(first.game, state))
    order = [first.game.steps[code] for code in deal.orders[0]]
    twins = [
        start_match(msgspec.structs.replace(first, same_deal=SameDeal("code", match, dict(enumerate(cards)))), 1.0)[1]
        for match, cards in (("one", order), ("two", order[:LATE] + order[LATE:][::-1]))
    ]
    rng, told = Rng(5), 0
    while all(table.phase == "playing" for table in twins) and twins[0].plays == twins[1].plays:
        seat = twins[0].to_move
        for viewer in (0, 1):
            shown = [all_that_is_told(table, viewer) for table in twins]
            assert shown[0] == shown[1]
            assert b"settled" not in shown[0]
            told += 1
        play = some_play(twins[0], rng)
        twins = [make_play(table, seat, play, table.changed + 1)[1] for table in twins]
    assert told > 10


def all_that_is_told(table: Table, seat: int) -> bytes:
    """The position of a seat and what lists have of the table."""
    position = disclosure.position(table, Watch(seat, (seat,)), (), None)
    short = summary.summary(table)
    assert b"settled" not in summary.encode(short)
    return msgspec.json.encode((position, summary.table_info(short, lambda _: "Mira")))


def test_a_deal_is_handed_on_over_the_network_and_the_first_match_stays_hidden(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    seats = [{"player": "me"}, {"player": "bot", "level": "random"}]
    table = mira.open("kuhn", *seats)
    mira.ok("POST", f"/tables/{table}/start", {})
    assert mira.refused("POST", f"/tables/{table}/same-deal")[0] == 409
    live.finish(table)
    assert tomas.refused("POST", f"/tables/{table}/same-deal")[0] == 403
    code = mira.ok("POST", f"/tables/{table}/same-deal")["code"]
    assert live.nobody().call("POST", f"/same-deals/{code}").status_code == 401
    heard = [tomas.call("GET", f"/same-deals/{code}").text]
    own = tomas.ok("POST", f"/same-deals/{code}")["id"]
    with tomas.socket(own) as talk:  # leaves, and comes back
        talk.until("position")
        heard.append(msgspec.json.encode(talk.seen).decode())
    table_paths = [f"/tables/{own}{rest}" for rest in ("", "/shuffle", "/record", "/replay", "/replay/4")]
    asked = [*table_paths, "/mine", "/mine/matches", "/me", "/me/export", f"/same-deals/{code}"]
    heard += [tomas.call("GET", path).text for path in asked]
    assert tomas.ok("POST", f"/same-deals/{code}")["id"] == own
    assert not any(table in text for text in heard), "who knows the match can look at its cards"
    live.finish(own, seed=2)
    side_by_side = tomas.ok("GET", f"/same-deals/{code}")["results"]
    assert [(each["name"], each["table"]) for each in side_by_side] == [("Mira", table), ("Tomás", own)]
    assert mira.ok("GET", f"/same-deals/{code}")["results"][1]["points"] == side_by_side[1]["points"]
    status, reason = tomas.refused("POST", f"/same-deals/{code}")
    assert status == 409 and "you have played this deal" in reason
    assert tomas.refused("GET", "/same-deals/nothing")[0] == 404
    assert not tomas.ok("GET", f"/tables/{own}/shuffle").get("secret")
