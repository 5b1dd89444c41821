"""The deal of the day in the terminal, which follows from the date: played once, continued, and compared with par."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from birdtable.bots.knowledge import search_policy
from birdtable.bots.roster import bot
from birdtable.chance import deal_seed
from birdtable.cli import deal as command
from birdtable.cli.verify import verify
from birdtable.engine import Rng
from birdtable.game import CHANCE, BadInput
from birdtable.puzzles import deals, par
from birdtable.record import Play
from birdtable.terminal import files
from birdtable.terminal.match.session import Session
from birdtable.terminal.speech import speech

DAY = date(2026, 11, 18)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def sit_down(game: str, path: Path) -> Session:
    return command.sit_down(game, DAY, path, "Mira", speech("en"))


def play(table: Session, plays: int = 10_000) -> Session:
    """Whole plays of the person, and all that follows."""
    mira, rng = bot("hasty", table.game.name), Rng(1)
    for _ in table.wait():
        pass
    for _ in range(plays):
        if table.outcome is not None:
            break
        while table.is_mine:
            view = table.full_view()
            assert view is not None
            table.take(mira.choose(view, table.legal, rng))
        for _ in table.wait():
            pass
    return table


def draws(table: Session) -> list[str]:
    return [step for line in table.lines if isinstance(line, Play) and line.seat == CHANCE for step in line.steps]


@pytest.mark.parametrize("game", deals.GAMES)
def test_a_match_that_was_left_goes_on_with_the_cards_of_the_day(game: str, tmp_path: Path) -> None:
    straight = play(sit_down(game, tmp_path / "one.txt"), 6)
    play(sit_down(game, tmp_path / "other.txt"), 3)
    again = play(sit_down(game, tmp_path / "other.txt"), 3)
    both = min(len(draws(straight)), len(draws(again)))
    assert both > 8 and draws(straight)[:both] == draws(again)[:both]
    with pytest.raises(BadInput, match="after cards have been drawn"):
        again.back()
    if again.is_mine and not search_policy(again.game).settles(again.view):
        with pytest.raises(BadInput, match="no hints in the deal of the day"):
            again.hint()


def test_a_second_try_is_refused_with_the_first_result_and_the_record_can_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deal.txt"
    table = play(sit_down("birdie", path))
    assert table.outcome is not None
    with pytest.raises(BadInput, match=f"ou have played this deal: {table.outcome.points[0]} points"):
        sit_down("birdie", path)
    assert deals.verify(files.read(path), deals.secret_of_date("birdie", DAY)) == table.outcome
    verify(path)  # the date tells the secret
    assert "all cards are those of the deal" in capsys.readouterr().out


def test_the_command_says_what_makes_the_deal_and_plays_par_when_the_match_is_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("time.time", lambda: datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp())
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    monkeypatch.setattr(command, "PAR_MATCHES", 2)
    command.deal("birdie", name="Mira", plain=True, language="en")
    said = capsys.readouterr().out
    assert "Made from the date, without a server" in said and "Par" not in said
    monkeypatch.setattr(command, "run", lambda table, say, plain: play(table))
    command.deal("birdie", plain=True, language="en")
    found = par.play_par("birdie", deal_seed(deals.secret_of_date("birdie", DAY)), 0, 2)
    assert f"Par: {found.mean:.1f} points, ± {found.spread:.1f}" in capsys.readouterr().out
    with pytest.raises(BadInput, match="ou have played this deal"):
        command.deal("birdie", language="en")
    with pytest.raises(BadInput, match="here is no deal of the day for kuhn"):
        command.deal("kuhn", language="en")
