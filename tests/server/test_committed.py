"""The verifiable shuffle: fair draws, and every change of a record found out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from birdtable import catalog
from birdtable.cli import app
from birdtable.committed import BYTES, Committed, commitment, pick, shuffle_key, verify
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.record import Play, Record, Undo
from birdtable.server.past import lookback
from birdtable.server.past.replays import Drawing, record_of
from birdtable.server.table import undo
from birdtable.server.table.entries import AnyEntry, Opened, Revealed, Shuffling
from birdtable.server.table.table import history, make_play, start_match, take
from kit.serving import MIRA, new_table, some_play

NONCE = "c0" * BYTES


def match_record(game: str, seed: int = 1, *, end: bool = True) -> Record:
    """A match with entropy of seat 1, against a bot that lets plays be taken back."""
    table = new_table(game, MIRA, "random", commitment=commitment(bytes.fromhex(NONCE)))
    log: list[AnyEntry] = [Opened(at=0.0, setting=table.setting, commitment="")]
    rng = Rng(seed)

    def append(entry: AnyEntry) -> None:
        nonlocal table
        log.append(entry)
        table = take(table, entry)

    append(Shuffling(at=1.0))
    append(Revealed(at=1.0, person=MIRA.id, nonce=NONCE))
    append(start_match(table, 1.0)[0])
    while table.phase == "playing" and (end or len(log) < 12):
        append(make_play(table, table.to_move, some_play(table, rng), 2.0)[0])
        if table.phase == "playing" and len(log) in (8, 11) and undo.target(table, (0,)):
            append(undo.ask(table, MIRA.id, table.number, 3.0)[0])
    drawing = Drawing(table)
    for then, entry in zip(history(table.id, table.secret, log), log, strict=True):
        drawing.add(then, entry)
    assert len(drawing.draws) == table.draws
    return record_of(table, log, lambda person: MIRA.name)


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_whole_match_with_take_backs_is_verified(game: str) -> None:
    record = match_record(game)
    assert any(isinstance(line, Undo) for line in record.lines)
    verdict = verify(Record.parse(record.text()))
    assert verdict.seats == (0,)
    assert verdict.draws > 30
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
    file.write_text(record.text().replace("shuffle secret: 00", "shuffle secret: 01"))
    said = CliRunner().invoke(app, ["verify", str(file)])
    assert said.exit_code == 2
    assert "'shuffle secret' does not belong to 'shuffle commitment'" in said.output
    assert "Traceback" not in said.output
