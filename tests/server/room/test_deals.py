"""The deal of the day: the same for everybody, played once, committed to before and checked after."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.bots.roster import bot
from birdtable.chance import Deal, deal_seed
from birdtable.committed import commitment
from birdtable.engine import Rng
from birdtable.game import BadInput, Value, ends_play
from birdtable.puzzles import days, deals, pack, par, tries
from birdtable.record import Recorder
from birdtable.server.past.replays import record_of
from birdtable.server.requests.people import personal_data
from birdtable.server.requests.tables import change_seat, change_table, leave, swap
from birdtable.server.room import helping
from birdtable.server.room.deals import daily
from birdtable.server.room.levels import levels
from birdtable.server.room.limits import TABLES
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.store.base import Result, Unavailable
from birdtable.server.table import lobby
from birdtable.server.table.entries import Opened, Rematched, Shuffling
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table, make_play, open_table, start_match, take
from birdtable.server.workers import par as par_work
from birdtable.wire.tables import ChangedTable, NewTable, SeatWish, Swap, TableInfo
from kit.server.serving import Live, Time, finish, some_play

SECRET = bytes(range(32))
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
ANN = Person(id="pann", name="Ann", created=0.0, seen=0.0)
BEN = Person(id="pben", name="Ben", created=0.0, seen=0.0)


def play_to_the_end(table: Table, specs: tuple[str, ...]) -> tuple[Table, list[Any]]:
    """Whole plays by these bots; also the entries."""
    game, log = table.game, list[Any]()
    bots, rng = [bot(spec, game.name) for spec in specs], Rng(1)
    while table.phase == "playing":
        seat, state, steps, events = table.to_move, table.state.copy(), list[str](), list[Any]()
        while not ends_play(state, seat, events):
            steps.append(bots[seat].choose(game.view(state, seat), game.legal_steps(state), rng))
            events = game.play(state, steps[-1])
        entry, table = make_play(table, seat, steps, table.changed + 1)
        log.append(entry)
    return table, log


def started(game: str) -> tuple[Table, list[Any]]:
    seats = (SeatWish(player="me"), SeatWish(player="bot", level="intermediate"))
    options: dict[str, Value] = {"turn_limit": 40} if game == "cubirds" else {}
    setting = lobby.new_setting(NewTable(game=game, seats=seats, redraws=False, options=options), ANN, levels(game))
    opened = Opened(at=1.0, setting=msgspec.structs.replace(setting, deal="2026-11-18"), commitment=commitment(SECRET))
    table = take(open_table("tdeal", SECRET, opened), shuffling := Shuffling(at=2.0))
    entry, table = start_match(table, 3.0)
    return table, [opened, shuffling, entry]


@pytest.mark.parametrize("game", deals.GAMES)
def test_a_table_deals_what_the_secret_says_whoever_plays_and_its_record_proves_it(game: str) -> None:
    first, before = started(game)
    again, _ = started(game)
    assert first.plays[0].draws == again.plays[0].draws
    table, log = play_to_the_end(first, ("hasty", "greedy"))
    record = record_of(table, [*before, *log], lambda person: "Ann")
    assert "shuffle secret" not in record.extra and record.extra["deal"] == "2026-11-18"
    assert deals.verify(record, SECRET) == table.outcome
    with pytest.raises(BadInput, match="the deal has"):
        deals.verify(record, bytes(32))


def test_other_plays_meet_the_same_cards_in_the_same_order() -> None:
    """Of the first pile: as many as both have turned up."""
    orders = []
    for specs in (("hasty", "greedy"), ("novice", "greedy")):
        table, _ = play_to_the_end(started("birdie")[0], specs)
        orders.append([step for play in table.plays for step in play.draws if step.startswith("deal")])
    assert orders[0][:20] == orders[1][:20]


async def test_the_secret_is_committed_to_the_day_before_and_shown_the_day_after(rooms: Rooms, time: Time) -> None:
    time.now = NOON
    today = await daily.describe(rooms, "birdie", None)
    time.pass_by(86_400)
    tomorrow = await daily.describe(rooms, "birdie", None)
    assert tomorrow.commitment == today.next_commitment
    assert tomorrow.last is not None
    assert commitment(bytes.fromhex(tomorrow.last.secret)) == today.commitment
    assert (today.day, tomorrow.day, tomorrow.last.day) == ("2026-11-18", "2026-11-19", "2026-11-18")


async def test_a_deal_whose_secret_was_shown_cannot_be_begun_though_the_clock_is_set_back(
    rooms: Rooms, time: Time
) -> None:
    time.now = NOON
    await rooms.store.add_person(ANN)
    time.pass_by(86_400)
    told = await daily.describe(rooms, "birdie", ANN)
    assert told.last is not None and told.last.secret
    time.pass_by(-86_400)
    with pytest.raises(Refusal, match="has been shown"):
        await daily.begin(rooms, "birdie", ANN)
    assert (await daily.begin(rooms, "cubirds", ANN)).phase == "playing", "nobody has looked at that one"


async def test_yesterdays_results_are_told_and_who_ended_after_the_secret_was_shown_is_not_ranked(
    rooms: Rooms, time: Time
) -> None:
    time.now = NOON
    for person in (ANN, BEN):
        await rooms.store.add_person(person)
        rooms.people.remember(person.id, person)
    in_time, late = [await rooms.get((await daily.begin(rooms, "birdie", each)).id) for each in (ANN, BEN)]
    await finish(in_time)
    time.pass_by(86_400)
    await finish(late)
    await in_time.change(lambda t, at: [Rematched(at=at, table="tother")])  # the day after: it ended before
    for visitor, told_late in ((ANN, []), (BEN, [True]), (None, [])):
        told = await daily.describe(rooms, "birdie", visitor)
        assert told.last is not None and told.results == ()
        assert [(each.name, each.points, each.late) for each in told.last.results if not each.late] == [
            ("Ann", in_time.table.outcome.points[0], False)  # type: ignore[union-attr]
        ]
        assert [each.mine for each in told.last.results if each.late] == told_late


async def test_nobody_lets_a_bot_play_the_deal_of_the_day(rooms: Rooms, time: Time) -> None:
    time.now = NOON
    await rooms.store.add_person(ANN)
    room = await rooms.get((await daily.begin(rooms, "birdie", ANN)).id)
    while room.table.to_move != 0:  # the bot begins
        await room.change(lambda t, at: [make_play(t, t.to_move, some_play(t, Rng(1)), at)[0]])
    champion = SeatWish(player="bot", level="champion")
    with pytest.raises(Refusal, match="no bot can play for you"):
        await change_seat(rooms, ANN, room.table.id, 0, champion)
    await leave(rooms, ANN, room.table.id)
    assert room.table.chairs[0].is_present and room.table.phase == "playing", "the match waits"
    with pytest.raises(BadInput, match="no hints in the deal of the day"):
        await helping.hints(rooms.helpers, room.table, 0, ())


def test_a_row_of_the_deal_of_the_day_may_be_cut_exactly() -> None:
    game, row = catalog.game("birdie"), tries.state_of(pack.puzzles("birdie-row")[0])
    deals.check_hint(game, game.view(row, row.to_move))
    turn = tries.state_of(pack.puzzles("birdie-turn")[0])
    with pytest.raises(BadInput, match="no hints"):
        deals.check_hint(game, game.view(turn, turn.to_move))


async def test_a_deal_is_played_once_and_gone_on_with_until_it_is_over(rooms: Rooms, time: Time) -> None:
    time.now = NOON
    for person in (ANN, BEN):
        await rooms.store.add_person(person)
    begun = await daily.begin(rooms, "birdie", ANN)
    assert (begun.phase, begun.redraws) == ("playing", False)
    time.pass_by(60)
    assert (await daily.begin(rooms, "birdie", ANN)).id == begun.id
    told = await daily.describe(rooms, "birdie", ANN)
    assert (told.table, told.over, told.par, told.results) == (begun.id, False, None, ())
    room = await rooms.get(begun.id)
    await finish(room)
    told = await daily.describe(rooms, "birdie", ANN)
    points = room.table.outcome.points[0]  # type: ignore[union-attr]
    assert told.over and [(each.points, each.mine) for each in told.results] == [(points, True)]
    assert (await daily.describe(rooms, "birdie", BEN)).results == (), "not before one is done"
    with pytest.raises(Exception, match="you have played this deal") as refused:
        await daily.begin(rooms, "birdie", ANN)
    assert refused.value.details == {"points": points}  # type: ignore[attr-defined]
    time.pass_by(-3 * 86_400)  # a clock that is set back leads to another day, which is played as itself
    assert (await daily.describe(rooms, "birdie", ANN)).day == "2026-11-15"


async def test_who_leaves_the_server_takes_the_results_of_deals_along(rooms: Rooms, time: Time) -> None:
    time.now = NOON
    for person in (ANN, BEN):
        await rooms.store.add_person(person)
        await finish(await rooms.get((await daily.begin(rooms, "birdie", person)).id))
    (exported,) = (await personal_data(rooms, ANN))["results"]
    assert exported["about"] == "deal birdie 2026-11-18"
    await rooms.forget(ANN)
    told = await daily.describe(rooms, "birdie", BEN)
    assert (told.count, [each.mine for each in told.results]) == (1, [True])
    assert await rooms.store.results_of(ANN.id) == []


async def test_however_many_play_the_comparison_reads_a_bounded_number_and_one_s_own(
    rooms: Rooms, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "COMPARED", 1)
    time.now = NOON
    for person in (ANN, BEN):
        await rooms.store.add_person(person)
        await finish(await rooms.get((await daily.begin(rooms, "birdie", person)).id))
        time.pass_by(60)
    first, later = [await daily.describe(rooms, "birdie", person) for person in (ANN, BEN)]
    assert [each.mine for each in first.results] == [True]
    assert sorted(each.mine for each in later.results) == [False, True]
    assert first.count == later.count == 2


async def test_a_deal_that_was_opened_and_not_started_is_not_arranged_and_starts_as_it_was_set_up(
    rooms: Rooms, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def break_off(room: Room) -> TableInfo:
        raise Unavailable

    time.now = NOON
    await rooms.store.add_person(ANN)
    with monkeypatch.context() as broken:
        broken.setattr(daily, "start", break_off)
        with pytest.raises(Unavailable):
            await daily.begin(rooms, "birdie", ANN)
    opened = (await daily.describe(rooms, "birdie", ANN)).table
    assert (await rooms.info_of(opened)).phase == "gathering"
    for arranged in (
        change_table(rooms, ANN, opened, ChangedTable(redraws=True)),
        change_seat(rooms, ANN, opened, 1, SeatWish(player="bot", level="novice")),
        change_seat(rooms, ANN, opened, 1, SeatWish(player="me")),
        swap(rooms, ANN, opened, Swap(a=0, b=1)),
    ):
        with pytest.raises(Refusal, match="has started"):
            await arranged
    begun = [await daily.begin(rooms, "birdie", ANN) for _ in range(2)]
    assert [(each.id, each.phase, each.redraws) for each in begun] == [(opened, "playing", False)] * 2
    assert (await rooms.get(opened)).table.number == 3, "opened, shuffled and started once"


async def test_par_is_made_slice_by_slice(rooms: Rooms, time: Time) -> None:
    time.now = NOON
    secret = await daily.secret_of(rooms, "birdie", days.day_at(NOON))
    assert await par_work.add_slice(rooms, matches=2)
    found = await daily.par_of(rooms.store, "birdie", days.day_at(NOON))
    assert len(found.points) == 2 and found.spread >= 0
    assert found == par.play_par("birdie", deal_seed(secret), 0, 2), "it can be computed again"


def test_without_a_server_the_date_makes_the_deal() -> None:
    day = datetime.fromtimestamp(NOON, UTC).date()
    one = deals.secret_of_date("birdie", day)
    assert one == deals.secret_of_date("birdie", day)
    assert one != deals.secret_of_date("birdie", day + timedelta(days=1))
    game = catalog.game("birdie")
    drawn = []
    for _ in range(2):
        match, deal = Recorder(game, ["a", "b"], {}), Deal(deal_seed(one))
        for _ in range(9):
            game.apply(match.state, step := deal.choose(game, match.state))
            drawn.append(step)
    assert drawn[:9] == drawn[9:]


async def test_a_deal_that_could_not_be_opened_is_not_used_up(rooms: Rooms, time: Time) -> None:
    time.now = NOON
    await rooms.store.add_person(ANN)
    wish = NewTable(game="kuhn", seats=(SeatWish(player="me"), SeatWish(player="bot", level="random")))
    full = [await rooms.create(lobby.new_setting(wish, ANN, levels("kuhn")), ANN) for _ in range(TABLES)]
    with pytest.raises(Refusal, match="already sitting"):
        await daily.begin(rooms, "birdie", ANN)
    for room in full:
        await room.change(lambda t, at: lobby.close(t, ANN, at))
    about = daily.about("birdie", days.day_at(NOON))
    assert await rooms.store.result(about, ANN.id) is None
    broken_off = Result(about, ANN.id, NOON, msgspec.json.encode(daily.Begun("tbroken")).decode())
    assert await rooms.store.add_result(broken_off)
    with pytest.raises(Refusal, match="try again"):
        await daily.begin(rooms, "birdie", ANN)
    time.pass_by(60)
    assert (await daily.begin(rooms, "birdie", ANN)).id == "tbroken"


def test_deals_over_the_network(live: Live) -> None:
    ann, ben = live.guest("Ann"), live.guest("Ben")
    assert {each["game"] for each in ann.ok("GET", "/deals")} == set(deals.GAMES)
    table = ann.ok("POST", "/deals/birdie")
    assert ann.ok("POST", "/deals/birdie")["id"] == table["id"]
    assert ben.ok("POST", "/deals/birdie")["id"] != table["id"]
    assert ann.call("POST", "/deals/kuhn").status_code == 404
    assert live.nobody().call("POST", "/deals/birdie").status_code == 401
    told = next(each for each in ann.ok("GET", "/deals") if each["game"] == "birdie")
    assert told["count"] == 2 and not told["results"]
    shuffle = ann.ok("GET", f"/tables/{table['id']}/shuffle")
    assert shuffle["commitment"] == told["commitment"] and not shuffle.get("secret")
    ann.ok("POST", f"/tables/{table['id']}/close")
    assert not ann.ok("GET", f"/tables/{table['id']}/shuffle").get("secret")
    assert "secret" not in ann.call("GET", f"/tables/{table['id']}/record?form=text").text
    refused = ann.call("POST", "/deals/birdie")
    assert refused.status_code == 409 and refused.json()["details"] == {"points": 0}
