"""A bot at a table of Birdie: what people tap leads to what they see."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from birdtable.bots.interface import ask
from birdtable.bots.levels import BY_ID
from birdtable.bots.roster import bot
from birdtable.chair import AskChair, ChairAnswer, sit
from birdtable.chair.table import Tap
from birdtable.companion.birdie.sheet import Scoring
from birdtable.engine import Rng
from birdtable.game import SPECTATOR, BadInput
from birdtable.games.cubirds.cards import SPECIES
from birdtable.languages import LANGUAGES
from birdtable.record import Record
from kit.birdie.cardboard import BirdieTable
from kit.cubirds.cardboard import CuBirdsTable
from kit.matches.cardboard import Cardboard

TABLES: list[tuple[int, tuple[int, ...], dict[str, Any]]] = [
    (2, (1,), {}),
    (3, (0, 2), {}),
    (4, (2,), {}),
    (2, (0,), {"expert": True}),
    (3, (2,), {"expert": True}),
    (4, (1, 3), {"expert": True, "robin_source": "bird_deck"}),
    (3, (1,), {"owl": "move", "same_trait_sets": "choose"}),
]


def play(table: BirdieTable, rng: Random, *, often: float) -> None:
    while not table.is_over:
        table.go_on()
        if rng.random() < often:
            table.assert_seen_alike()
    table.assert_seen_alike()


@pytest.mark.parametrize(("seats", "bots", "options"), TABLES)
def test_a_whole_match_is_followed_as_people_see_it(seats: int, bots: tuple[int, ...], options: dict[str, Any]) -> None:
    rng = Random(f"{seats} {bots}")
    play(BirdieTable("birdie", seats, bots, rng, **options), rng, often=0.2)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(120))
def test_many_matches_are_followed(seed: int) -> None:
    rng = Random(seed)
    seats, bots, options = TABLES[seed % len(TABLES)]
    play(BirdieTable("birdie", seats, bots, rng, **options), rng, often=0.1)


def test_the_whole_game_is_a_record_that_says_what_nobody_saw() -> None:
    table = BirdieTable("birdie", 3, (1,), Random(5))
    while not table.is_over:
        table.go_on()
    record = Record.parse(table.assert_seen_alike().record().text())
    assert record.outcome == table.game.outcome(table.state)
    steps = record.steps()
    assumed = [steps[int(number) - 1] for number in record.extra["assumed"].split()]
    assert len(assumed) == 2 * 2 * 2 and all(step.startswith("deal ") for step in assumed)


def test_a_bot_decides_from_what_was_tapped_alone() -> None:
    """The same view and the same luck: the same step as at the table itself."""
    table, asked = BirdieTable("birdie", 3, (1,), Random(8)), 0
    while asked < 4:
        table.go_on()
        if table.state.to_move != 1:
            continue
        answer = sit(AskChair(table=table.table()), Rng(7))
        player = bot("beginner", "birdie")
        view, legal = table.game.view(table.state, 1), table.game.legal_steps(table.state)
        assert answer.wanted.what == "bot" and answer.play[0] == ask(player, view, legal, Rng(7)) and answer.says
        asked += 1


@pytest.mark.parametrize("level", BY_ID)
@pytest.mark.parametrize(("kind", "game", "most"), [(BirdieTable, "birdie", 4), (CuBirdsTable, "cubirds", 5)])
def test_all_levels_have_a_seat_at_tables_of_all_sizes(
    kind: type[Cardboard], game: str, most: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked in the middle of a match; the champion's time is cut short."""
    monkeypatch.setitem(BY_ID, "champion", BY_ID["champion"]._replace(spec="champion:20ms"))
    for seats in range(2, most + 1):
        table = kind(game, seats, (0,), Random(seats))
        for _ in range(12):
            table.go_on()
        while table.state.to_move != 0:
            table.go_on()
        entered = msgspec.structs.replace(table.table(), levels=(level, *[""] * (seats - 1)))
        answer = sit(AskChair(table=entered), Rng(1))
        state = table.state.copy()
        for step in answer.play:
            assert state.to_move == 0
            table.game.play(state, step)  # legal at the table itself
        assert answer.play and answer.says and not answer.fault


@pytest.mark.parametrize(
    ("kind", "game", "options"),
    [
        (BirdieTable, "birdie", {}),
        (BirdieTable, "birdie", {"expert": True}),
        (CuBirdsTable, "cubirds", {"turn_limit": 30}),
    ],
)
def test_a_whole_match_goes_by_the_bots_own_choices(kind: type[Cardboard], game: str, options: dict[str, Any]) -> None:
    table, played = kind(game, 3, (1,), Random(6), **options), 0
    while not table.is_over:
        if table.state.to_move == 1:
            answer = sit(AskChair(table=table.table()), Rng(played))
            assert not answer.fault and answer.wanted.what == "bot"
            before = table.game.view(table.state, SPECTATOR)
            table.play_bot(answer.play)
            assert_shown(answer, table, before)
            played += 1
        else:
            table.go_on()
    table.assert_seen_alike()
    assert played > 5


@pytest.mark.parametrize(
    ("kind", "game", "told"), [(BirdieTable, "birdie", "turns over"), (CuBirdsTable, "cubirds", "discards the hand")]
)
def test_cards_that_lie_open_are_told_when_they_are_entered_and_not_before(
    kind: type[Cardboard], game: str, told: str
) -> None:
    """What is assumed of them would be told to people who see them, and to others before their time."""
    table = kind(game, 3, (1,), Random(0), **({"turn_limit": 40} if game == "cubirds" else {}))
    while not table.is_over:
        table.go_on()
    entered = [n for n, tap in enumerate(table.taps) if isinstance(tap, Scoring) or tap.startswith("hand ")]
    assert entered
    for number in entered:
        before, after = (story_of(table, table.taps[:end]) for end in (number, number + 1))
        assert not any(told in text and not text.startswith("Ben") for text in before[-1].split(". "))
        tap = table.taps[number]
        cards = tap.row if isinstance(tap, Scoring) else "".join(sorted(tap.split()[-1], key=SPECIES.index))
        assert f"{told}{' the pile' * (game == 'birdie')}: {cards}" in after[-1]


def story_of(table: Cardboard, taps: list[Tap]) -> list[str]:
    follower = table.follower(taps)
    follower.follow()
    return [each.text for each in follower.story]


def assert_shown(answer: ChairAnswer, table: Cardboard, before: Any) -> None:
    """The cards that the bot plays are told, and what it makes of its row."""
    shown = "".join(said.cards for said in answer.says)
    for step in answer.play:
        verb, *words = step.split()
        assert verb not in ("take", "stack", "add", "lay", "flock") or words[0] in shown
    if table.game.name == "cubirds" or before.scorer != 1:
        assert answer.scored is None
        return
    assert answer.scored is not None and answer.scored.play is not None
    board = table.game.view(table.state, SPECTATOR).boards[1]
    written = {trait: value for trait, value in board.boxes.items() if trait not in before.boards[1].boxes}
    assert (answer.scored.boxes, answer.scored.flaps, answer.scored.play.refused) == (written, board.flaps, "")


@pytest.mark.parametrize(("kind", "game"), [(BirdieTable, "birdie"), (CuBirdsTable, "cubirds")])
def test_what_a_bot_did_is_entered_anew_when_a_correction_made_it_impossible(kind: type[Cardboard], game: str) -> None:
    """The bot thinks again, and what was done with its cards in fact can be entered step by step."""
    table = kind(game, 2, (1,), Random(3))
    while table.state.to_move != 1:
        table.go_on()
    place, before = len(table.taps), table.state.copy()
    table.go_on()
    steps = str(table.taps[place]).split(", ")
    for _ in range(3):
        table.go_on()
    broken = table.table([*table.taps[:place], "fly away", *table.taps[place + 1 :]])
    answer = sit(AskChair(table=broken), Rng(1))
    assert answer.fault and (answer.taken, answer.wanted.what) == (place, "bot")
    table.game.play(before.copy(), answer.play[0])  # legal at the table itself
    for number, step in enumerate(steps):
        assert step in answer.wanted.legal
        answer = sit(AskChair(table=table.table([*table.taps[:place], ", ".join(steps[: number + 1])])), Rng(1))
        assert not answer.fault and answer.wanted.amid == (number + 1 < len(steps))


def to_dict(entered: Any) -> dict[str, Any]:
    return {name: getattr(entered, name) for name in entered.__struct_fields__}


@pytest.mark.parametrize("seed", range(4))
def test_a_mistake_is_found_where_it_matters_and_corrected_at_any_time(seed: int) -> None:
    """A wrong card in the display: entered right afterwards, the table is what it would have been from the start."""
    rng = Random(seed)
    table = BirdieTable("birdie", 2, (1,), rng)
    while not table.is_over:
        table.go_on()
    number = rng.choice([n for n, tap in enumerate(table.taps) if isinstance(tap, str) and tap.startswith("deal ")])
    other = rng.choice([f"deal {card}" for card in ("Rs", "Ow", "Pu", "Wa") if f"deal {card}" != table.taps[number]])
    mistaken = table.follower([*table.taps[:number], other, *table.taps[number + 1 :]])
    mistaken.follow()
    assert mistaken.taken >= number
    table.assert_seen_alike()


OPENING = ["starter 1", "deal Rs", "deal Ra", "deal Ow", "deal Oa", "deal Pu", "deal Pa"]
"""The bot in seat 2 is dealt two robins, then the display."""


@pytest.mark.parametrize(
    ("taps", "clause"),
    [
        ([*OPENING[:1], *["deal Rs"] * 5], "B1.1"),
        ([*OPENING, "deal Pw"], "B3.4"),
        ([*OPENING, "take Ww"], "B3.4"),
        ([*OPENING, "stack Ow Oa 3"], "B3.3"),
        ([*OPENING, "stack Ow"], "B3.3"),
        ([*OPENING, Scoring(row="Rs")], "B5.1"),
        ([*OPENING, "pass", "pass"], ""),
    ],
)
def test_what_cannot_happen_is_refused_with_the_rule(taps: list[Tap], clause: str) -> None:
    follower = BirdieTable("birdie", 2, (1,), Random(1)).follower(taps)
    fault = follower.follow()
    if clause:
        assert fault is not None and fault.clause == clause and follower.taken == len(taps) - 1
    else:
        assert fault is None


@pytest.mark.parametrize(
    ("scoring", "clause"),
    [
        (Scoring(row="Ow"), "B5.2"),
        (Scoring(row="Ow Pu"), "B3.3"),
        (Scoring(row="Ow Xx"), "B1.1"),
        (Scoring(row="Ow Oa", hand="Rw Rw Rw"), "B3.3"),
        (Scoring(row="Ow Oa", wrote={"owl": 2}, marks=1), "B5.2"),
    ],
)
def test_a_row_that_was_not_laid_so_is_refused(scoring: Scoring, clause: str) -> None:
    taps: list[Tap] = [*OPENING, "stack Ow Oa 0", "deal Ps", "deal Pw", "take Pu", "deal Wu", "pass", "pass"]
    follower = BirdieTable("birdie", 2, (1,), Random(1)).follower([*taps, scoring])
    fault = follower.follow()
    assert fault is not None and (fault.clause, follower.taken) == (clause, len(taps))


def test_a_refill_that_the_deck_cannot_hold_is_refused_and_nothing_is_lost() -> None:
    tried = 0
    for seed in range(8):
        table = BirdieTable("birdie", 2, (1,), Random(seed))
        while not table.is_over:
            table.go_on()
            if table.state.deck == 0 and table.state.display_count < 4 and table.state.to_move >= 0:
                follower = table.follower([*table.taps, "deal Rs"])
                fault = follower.follow()
                assert fault is not None and fault.clause in ("B3.4", "B5.2") and follower.taken == len(table.taps)
                tried += 1
    assert tried


def test_a_falling_flap_column_is_refused_with_its_clause_in_the_language_asked_for() -> None:
    table = msgspec.structs.replace(
        BirdieTable("birdie", 2, (1,), Random(1)).table(), options={"flap_values": [1, 3, 2]}
    )
    texts = set()
    for language in LANGUAGES:
        with pytest.raises(BadInput, match=r"\[B1.5\]") as refused:
            sit(msgspec.convert({"table": msgspec.to_builtins(table), "language": language}, AskChair), Rng(1))
        texts.add(str(refused.value))
    assert len(texts) == 5


def test_a_table_that_makes_no_sense_is_refused() -> None:
    entered = to_dict(BirdieTable("birdie", 2, (1,), Random(1)).table())
    for wrong in ({"levels": ("", "genius")}, {"players": ("Ana", "Ana")}, {"options": {"owl": "steal"}}):
        with pytest.raises(BadInput):
            sit(
                AskChair(table=BirdieTable("birdie", 2, (1,), Random(1)).table().__class__(**{**entered, **wrong})),
                Rng(1),
            )
