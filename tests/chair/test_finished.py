"""A game with a bot in a chair, as evenings count it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from birdtable.bots.luck import luck_of
from birdtable.chair import AskChair, sit
from birdtable.cli.verify import verify
from birdtable.companion import Ask, BirdieAnswer, recompute
from birdtable.engine import Rng
from birdtable.game import BadInput
from kit.birdie.cardboard import BirdieTable, play_birdie
from kit.cubirds.cardboard import CuBirdsTable


@pytest.mark.parametrize(
    "table",
    [BirdieTable("birdie", 3, (1,), Random(7), expert=True), CuBirdsTable("cubirds", 3, (1,), Random(7), turn_limit=9)],
)
def test_the_record_is_verified_as_far_as_things_were_seen(
    table: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    while not table.is_over:
        table.go_on()
    follower = table.follower()
    follower.follow()
    record, path = follower.record(), tmp_path / "record.txt"
    path.write_text(record.text())
    verify(path)
    said = capsys.readouterr().out
    points = ", ".join(map(str, table.game.outcome(table.state).points))
    drawn = sum(step.startswith("deal ") for step in record.steps())
    assert f"played by the rules; points by seat: {points}" in said
    assert (
        f"seen: {drawn - len(follower.assumed)}; cards that nobody at the device saw: {len(follower.assumed)}" in said
    )
    forged = msgspec.structs.replace(record, extra={**record.extra, "assumed": f"{len(record.steps())}"})
    path.write_text(forged.text())
    with pytest.raises(BadInput, match="which deals no card"):
        verify(path)


@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5, 8])
def test_rows_and_trophies_are_those_of_a_score_sheet(seed: int) -> None:
    table, sheet = play_birdie(2 + seed % 3, Random(seed), expert=seed % 2 == 0)
    found = sit(AskChair(table=table.table()), Rng(1)).finished
    answer = recompute(msgspec.convert({"sheet": sheet}, Ask))
    assert isinstance(answer, BirdieAnswer) and found is not None
    rows = [[one.gain if one else 0 for one in each] for each in answer.rounds]
    assert found.rows == tuple(max(pair) for pair in zip(*rows, strict=True))
    assert found.trophies == tuple(len(board.trophies) for board in answer.boards)
    assert (found.points, found.winners) == (tuple(board.points for board in answer.boards), answer.winners)


@pytest.mark.parametrize(
    "table", [BirdieTable("birdie", 3, (1,), Random(4)), CuBirdsTable("cubirds", 3, (1,), Random(4), turn_limit=40)]
)
def test_the_luck_of_a_table_is_that_of_the_cards_that_were_seen(table: Any) -> None:
    while not table.is_over:
        assert sit(AskChair(table=table.table(), think=False), Rng(1)).finished is None
        for _ in range(40):
            if not table.is_over:
                table.go_on()
    found = sit(AskChair(table=table.table()), Rng(1)).finished
    assert found is not None and found.bots == (1,) and found.players == ("Ana", "Ben", "Cloe")
    assert any(found.luck) and sum(found.luck) == pytest.approx(0, abs=0.01)
    follower = table.follower()
    follower.follow()
    record = follower.record()
    assert follower.assumed and found.luck != tuple(round(each, 3) for each in luck_of(record))
    every_step = range(1, len(record.steps()) + 1)
    assert not any(luck_of(record, unseen=every_step))
