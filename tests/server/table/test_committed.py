"""The verifiable shuffle: fair draws, and every change of a record found out."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from birdtable import catalog
from birdtable.cli import app
from birdtable.committed import BYTES, Committed, commitment, later_secret, pick, shuffle_key, verify
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.record import Play, Record, Undo
from birdtable.server.past import lookback
from birdtable.server.past.replays import record_of
from birdtable.server.table import disclosure, undo
from birdtable.server.table.entries import AnyEntry, Opened, Revealed, Shuffling
from birdtable.server.table.table import make_play, retry_shuffle, start_match, take, with_fields
from birdtable.testing import clause
from birdtable.wire.base import encode
from birdtable.wire.past import Draw
from birdtable.wire.play import News
from kit.server.serving import MIRA, TOMAS, new_table, some_play

NONCE = "c0" * BYTES


OTHER = "0c" * BYTES


def match_record(game: str, seed: int = 1, *, bots: int = 1, end: bool = True, fails: bool = False) -> Record:
    return play_match(game, seed, bots=bots, end=end, fails=fails)[0]


def play_match(game: str, seed: int, *, bots: int, end: bool, fails: bool, **wishes: Any) -> tuple[Record, list[News]]:
    """A match with entropy of seat 1, against bots that let plays be taken back; and what seat 1 was told of it.

    ``fails``: Tomás, who has seat 2, commits and does not reveal, so that there is a second attempt without him.
    """
    heard: list[News] = []
    others = [TOMAS] if fails else ["random"] * bots
    table = new_table(game, MIRA, *others, commitment=commitment(bytes.fromhex(NONCE)), **wishes)
    if fails:
        both = table.setting.commitments | {TOMAS.id: "ab" * 32}
        table = with_fields(table, setting=msgspec.structs.replace(table.setting, commitments=both))
    log: list[AnyEntry] = [Opened(at=0.0, setting=table.setting, commitment="")]
    rng = Rng(seed)

    def append(entry: AnyEntry) -> None:
        nonlocal table
        log.append(entry)
        table = take(table, entry)
        if news := disclosure.news(table, entry):
            heard.append(disclosure.redact(news, 0))

    append(Shuffling(at=1.0))
    append(Revealed(at=1.0, person=MIRA.id, nonce=NONCE, next=commitment(bytes.fromhex(OTHER))))
    if fails:
        append(retry_shuffle(table, 2.0))
        append(Revealed(at=3.0, person=MIRA.id, nonce=OTHER))
    append(start_match(table, 3.0)[0])
    while table.phase == "playing" and (end or len(log) < 12):
        append(make_play(table, table.to_move, some_play(table, rng), 4.0)[0])
        if table.phase == "playing" and len(log) % 30 in (8, 11) and undo.target(table, (0,)) and not fails:
            append(undo.ask(table, MIRA.id, table.number, 5.0)[0])
    record = record_of(table, log, lambda person: MIRA.name)
    assert len(lookback.draws(record, table.game)) == table.draws
    return record, heard


@clause("B2.5", "C2.1")
@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_shuffle_is_checked_though_the_starter_was_named(game: str) -> None:
    record, _ = play_match(game, 7, bots=2, end=False, fails=False, options={"starter": 3})
    assert record.steps()[0] == "starter 3" and verify(Record.parse(record.text())).draws > 10
    drawn = msgspec.structs.replace(record, options={**record.options, "starter": 2})
    with pytest.raises(BadInput, match="seat 2 was named"):
        drawn.check()


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_whole_match_with_take_backs_is_verified(game: str) -> None:
    record = match_record(game)
    assert any(isinstance(line, Undo) for line in record.lines)
    verdict = verify(Record.parse(record.text()))
    assert verdict.seats == (0,)
    assert verdict.draws > 30
    assert (verdict.attempts, verdict.silent) == (1, ())
    assert 0 < verdict.redraws <= sum(isinstance(line, Undo) for line in record.lines)
    assert verify(Record.parse(record.json())).draws == verdict.draws


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_record_tells_what_every_card_was_drawn_from(game: str) -> None:
    """As the table does, withdrawn draws included: so a page can check a file that was dropped on it."""
    record = match_record(game)
    found = lookback.shuffle(record.text())
    extra = record.extra
    assert (found.match, found.secret) == (extra["match"], extra["shuffle secret"])
    assert (found.nonces, found.commitments) == ((NONCE, ""), (extra["shuffle commitment 1"], ""))
    key = shuffle_key(bytes.fromhex(found.secret), found.match, [bytes.fromhex(each) for each in found.nonces])
    steps = [step for line in record.lines if isinstance(line, Play) and line.seat == -1 for step in line.steps]
    assert [draw.step for draw in found.draws] == steps
    assert any(draw.withdrawn for draw in found.draws) and not all(draw.withdrawn for draw in found.draws)
    for n, draw in enumerate(found.draws):
        weights = [step for step, weight in draw.odds for _ in range(weight)]
        assert draw.n == n and weights[pick(key, n, len(weights))] == draw.step


PAGE = Path(__file__).parents[3] / "web" / "src" / "shuffle"


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_the_page_is_tested_with_a_whole_match_as_the_server_tells_it(game: str) -> None:
    """The files have take-backs, and cards that come back into the pile. Set BIRDTABLE_WRITE=1 to write them anew."""
    record, heard = play_match(game, 2, bots=2, end=True, fails=False)
    shuffle = lookback.shuffle(record.text())
    returns = {event.what for draw in shuffle.draws for event in draw.since} & {"started", "reshuffled"}
    assert returns and any(draw.withdrawn for draw in shuffle.draws)
    written = encode({"record": record.text(), "shuffle": shuffle, "news": heard})
    file = PAGE / f"{game}.match.json"
    if "BIRDTABLE_WRITE" in os.environ:
        file.write_bytes(written + b"\n")
    assert file.read_bytes() == written + b"\n"


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_the_draws_of_a_record_say_which_draw_they_follow(game: str) -> None:
    draws = lookback.shuffle(match_record(game).text()).draws
    standing: list[Draw] = [draw for draw in draws if not draw.withdrawn]
    assert [draw.follows for draw in standing] == [-1, *(draw.n for draw in standing[:-1])]
    assert any(draw.follows < draw.n - 1 for draw in draws)


def test_a_match_starts_at_a_later_attempt_without_who_kept_silent() -> None:
    record = match_record("kuhn", fails=True)
    extra = record.extra
    assert (extra["shuffle attempts"], extra["shuffle silent"]) == ("2", "2")
    assert extra["shuffle entropy 1"] == OTHER and "shuffle commitment 2" not in extra
    verdict = verify(Record.parse(record.text()))
    assert (verdict.attempts, verdict.silent, verdict.seats) == (2, (1,), (0,))


def test_each_attempt_has_a_secret_of_its_own() -> None:
    """Who knows the one of an attempt that failed knows nothing of the next."""
    secrets = [later_secret(b"s" * BYTES, attempt) for attempt in range(1, 12)]
    assert secrets[0] == b"s" * BYTES and len(set(secrets)) == 11 and {len(secret) for secret in secrets} == {BYTES}
    record = match_record("kuhn", fails=True)
    assert record.extra["shuffle secret"] != match_record("kuhn").extra["shuffle secret"]


@pytest.mark.parametrize(
    ("line", "value", "complaint"),
    [
        ("shuffle commitment 2", "ab" * 32, "seat 2 committed to entropy and did not reveal it"),
        ("shuffle attempts", "two", "not a number"),
        ("shuffle silent", "the second", "does not list seats"),
        ("redraws", "7", "drew anew after 0 take-backs, not 7"),
    ],
)
def test_what_a_record_says_of_its_shuffle_must_hold(line: str, value: str, complaint: str) -> None:
    record = match_record("kuhn")
    with pytest.raises(BadInput, match=complaint):
        verify(record_with(record, {**record.extra, line: value}))


def test_a_record_of_an_earlier_release_may_lack_a_reveal() -> None:
    """It says so by counting no attempts: then a match started with the reveals that had come."""
    record = match_record("kuhn")
    extra = {line: value for line, value in record.extra.items() if line != "shuffle attempts"}
    assert verify(record_with(record, {**extra, "shuffle commitment 2": "ab" * 32})).attempts == 0


def test_a_record_without_a_secret_has_no_shuffle_to_check() -> None:
    with pytest.raises(BadInput, match="shuffle secret"):
        lookback.shuffle(record_with(match_record("cubirds", end=False), {}).text())


@pytest.mark.parametrize(
    "line", ["match", "shuffle secret", "shuffle commitment", "shuffle entropy 1", "shuffle commitment 1"]
)
def test_one_changed_byte_of_what_was_committed_to_is_found(line: str) -> None:
    record = match_record("cubirds")
    for place in (0, len(record.extra[line]) - 1):
        value = record.extra[line]
        other = "1" if value[place] == "0" else "0"
        changed = {**record.extra, line: value[:place] + other + value[place + 1 :]}
        with pytest.raises(BadInput):
            verify(record_with(record, changed))


def record_with(record: Record, extra: dict[str, str]) -> Record:
    return msgspec.structs.replace(record, extra=extra)


def test_one_other_card_is_found() -> None:
    """Every draw is exchanged in turn for every other that would have been possible, and the rules do not object."""
    text = match_record("birdie", end=False).text()
    deals = [found.span() for found in re.finditer(r"deal [WOPR][suaw]", text)]
    found_out = 0
    for start, end in deals:
        for other in ("deal Ws", "deal Rw"):
            if text[start:end] == other:
                continue
            try:
                record = Record.parse(text[:start] + other + text[end:])
            except BadInput:
                continue
            with pytest.raises(BadInput, match="by the secret"):
                verify(record)
            found_out += 1
    assert found_out >= 5


def test_a_secret_other_than_the_one_shown_is_found() -> None:
    record = match_record("kuhn")
    verify(record, shown=record.extra["shuffle commitment"].upper())
    with pytest.raises(BadInput, match="not the one whose hash was shown"):
        verify(record, shown="00" * 32)


def test_a_record_without_a_secret_cannot_be_checked() -> None:
    record = match_record("kuhn")
    with pytest.raises(BadInput, match="not shown yet"):
        verify(record_with(record, {}))


@pytest.mark.parametrize("bad", ["", "zz", "00"])
def test_a_secret_must_be_32_bytes(bad: str) -> None:
    record = match_record("kuhn")
    with pytest.raises(BadInput, match="32 bytes"):
        verify(record_with(record, {**record.extra, "shuffle secret": bad}))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**40), st.integers(1, 2**64))
def test_a_draw_is_always_within_its_bounds(key: bytes, n: int, total: int) -> None:
    assert 0 <= pick(key, n, total) < total


def test_draws_are_even() -> None:
    counts = Counter(pick(b"k" * 32, n, 7) for n in range(7000))
    assert all(850 < counts[value] < 1150 for value in range(7))


def test_whose_entropy_it_is_matters() -> None:
    one, two = b"1" * 32, b"2" * 32
    keys = {
        shuffle_key(b"s" * 32, match, given)
        for match in "ab"
        for given in ([one, two], [two, one], [one, b""], [b"", one])
    }
    assert len(keys) == 8


def test_the_stream_goes_on_where_it_is_told() -> None:
    game = catalog.game("kuhn")
    state = game.start(2)
    assert [Committed(b"k" * 32, n).choose(game, state) for n in range(20)] == [
        step for stream in [Committed(b"k" * 32)] for _ in range(20) for step in [stream.choose(game, state)]
    ]


def test_verify_says_what_it_found(tmp_path: Path) -> None:
    record = match_record("cubirds")
    file = tmp_path / "match.birdtable"
    file.write_text(record.text())
    said = CliRunner().invoke(app, ["verify", str(file)])
    assert said.exit_code == 0
    assert said.output.startswith("match table1: all ") and "entropy of seat 1" in said.output
    assert "shuffled at attempt 1\n" in said.output and f"drawn anew: {record.redraws()}\n" in said.output
    file.write_text(record.text().replace("shuffle secret: 00", "shuffle secret: 01"))
    said = CliRunner().invoke(app, ["verify", str(file)])
    assert said.exit_code == 2
    assert "'shuffle secret' does not belong to 'shuffle commitment'" in said.output
    assert "Traceback" not in said.output


def test_draws_are_not_said_to_be_of_another_table_where_players_added_to_the_shuffle() -> None:
    """Else a server could have any cards pass unchecked."""
    record = match_record("cubirds")
    assert verify(record).seats
    extra = {**record.extra, "shuffle carried": "3"}
    with pytest.raises(BadInput, match="players of this one added"):
        verify(msgspec.structs.replace(record, extra=extra))
