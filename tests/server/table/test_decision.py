"""When a match was decided: the play after which the winners were ahead until the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from birdtable import catalog
from birdtable.engine import Rng
from birdtable.game import Outcome
from birdtable.server.past import decision
from birdtable.server.past.decision import Course, Moment
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import first_state, with_seat
from birdtable.wire.past import Decisive
from kit.server.serving import MIRA, TOMAS, Client, room_of, some_play, started_table


def course(*ahead: str, winners: str = "0") -> Decisive:
    """Who was ahead after each play, and who won."""
    table = replace(started_table("birdie", MIRA, TOMAS), outcome=Outcome((0, 0), seats(winners), ""))
    found = Course(table)
    found.moments = [Moment(seats(who), Decisive(number=number)) for number, who in enumerate(ahead, start=1)]
    return found.decisive()


def seats(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


def test_the_first_play_of_the_last_lead_decides() -> None:
    assert course("0", "1", "01", "0", "0").number == 4
    assert course("0", "0").number == 1
    assert course("01", "1", "01", winners="01").number == 3


def test_nothing_decided_where_the_winners_were_not_ahead_at_the_end() -> None:
    assert course("0", "1").number == course().number == 0


def test_nothing_decided_where_somebody_ran_out_of_time() -> None:
    table = replace(started_table("birdie", MIRA, TOMAS), outcome=Outcome((0, 0), (0,), ""))
    lost = Course(with_seat(table, 1, forfeited=True))
    lost.moments = [Moment((0,), Decisive(number=3))]
    assert lost.decisive() == Decisive()


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
async def test_a_match_is_decided_once_by_what_everybody_saw(rooms: Rooms, game: str) -> None:
    options = {"turn_limit": 30} if game == "cubirds" else {}
    room = await room_of(rooms, game, MIRA, TOMAS, options=options)
    with pytest.raises(Refusal, match="not over"):
        await decision.find(room)
    mira, tomas = await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()
    rng = Rng(5)
    while room.table.phase == "playing":
        await (mira, tomas)[room.table.to_move].play(*some_play(room.table, rng))
    found = await decision.find(room)
    assert room.table.outcome is not None
    rules, state = catalog.game(game), first_state(room.table)
    leads: dict[int, tuple[int, ...]] = {}
    for play in room.table.plays:
        for step in (*play.steps, *play.draws):
            rules.apply(state, step)
        leads[play.number] = rules.ahead(state)
        if play.number == found.number:
            assert found.after == rules.standing(state) and found.seat == play.seat
    numbers = list(leads)
    assert all(leads[number] == room.table.outcome.winners for number in numbers if number >= found.number)
    before = numbers.index(found.number) - 1
    assert before <= 0 or leads[numbers[before]] != room.table.outcome.winners
    assert found.after != () and not any(event.secret for event in found.events)


async def test_a_game_that_counts_nothing_on_the_way_has_no_decisive_moment(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira, tomas = await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()
    await mira.play("bet")
    await tomas.play("call")
    assert room.table.phase == "over" and await decision.find(room) == Decisive()
