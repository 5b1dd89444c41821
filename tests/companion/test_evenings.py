"""Evenings of several games: tallies, head to head, records."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from birdtable.companion.evenings import (
    MOST_GAMES,
    MOST_PLAYERS,
    AskEvenings,
    Best,
    Finished,
    Pair,
    rank,
    tally,
)
from birdtable.game import BadInput

FIRST = Finished(game="birdie", players=("Ana", "Ben"), points=(30, 28), winners=(0,), rows=(9, 14), trophies=(1, 3))
SECOND = Finished(game="cubirds", players=("Ben", "Cid", "Ana"), points=(7, 7, 4), winners=(0, 1))
THIRD = Finished(game="birdie", players=("Ben", "Ana"), points=(25, 25), winners=(1,), rows=(14, 3), trophies=(2, 2))


def test_the_tally_runs_from_game_to_game_and_a_shared_victory_is_shared_out() -> None:
    answer = tally(AskEvenings(games=(FIRST, SECOND, THIRD)))
    assert [(each.name, each.games, each.wins, each.points) for each in answer.standings] == [
        ("Ana", 3, 2, 59),
        ("Ben", 3, 0.5, 60),
        ("Cid", 1, 0.5, 7),
    ]
    assert answer.standings[0].running == (1, 1, 2) and answer.standings[1].running == (0, 0.5, 0.5)


def test_head_to_head_counts_the_games_that_both_played() -> None:
    pairs = tally(AskEvenings(games=(FIRST, SECOND, THIRD))).pairs
    assert pairs[0] == Pair(one="Ana", other="Ben", games=3, ahead=2, behind=1)
    assert pairs[2] == Pair(one="Ben", other="Cid", games=1, ahead=0, behind=0)


def test_records_are_of_one_game_and_may_be_held_together() -> None:
    records = tally(AskEvenings(games=(FIRST, SECOND, THIRD))).records
    assert Best(what="row", game="birdie", names=("Ben",), value=14) in records
    assert Best(what="trophies", game="birdie", names=("Ben",), value=3) in records
    assert Best(what="points", game="cubirds", names=("Ben", "Cid"), value=7) in records
    assert [each.what for each in records if each.game == "cubirds"] == ["points"], "it has no rows"


def test_a_game_whose_numbers_do_not_fit_is_refused() -> None:
    with pytest.raises(BadInput, match="game 1"):
        tally(AskEvenings(games=(Finished(game="birdie", players=("Ana", "Ben"), points=(3,), winners=(0,)),)))


def test_games_of_more_players_than_can_be_compared_are_refused() -> None:
    """Everybody is compared with everybody: 500 games of strangers would take minutes."""
    crowd = [f"{number}" for number in range(MOST_PLAYERS + 1)]
    games = [Finished(game="birdie", players=pair, points=(1, 0), winners=(0,)) for pair in pairwise(crowd)]
    assert len(tally(AskEvenings(games=tuple(games[:-1]))).pairs) == MOST_PLAYERS - 1
    with pytest.raises(BadInput, match="101 players"):
        tally(AskEvenings(games=tuple(games)))


def test_the_longest_evenings_are_compared_game_by_game() -> None:
    names = [f"{number}" for number in range(MOST_PLAYERS)]
    games = [
        Finished(
            game="cubirds",
            players=tuple(names[(number * step + number // 7) % MOST_PLAYERS] for step in (1, 3, 7)),
            points=(number % 3, number % 4, number % 5),
            winners=(number % 3,),
        )
        for number in range(MOST_GAMES)
    ]
    for pair in tally(AskEvenings(games=tuple(games))).pairs:
        both = [game for game in games if {pair.one, pair.other} <= {*game.players}]
        ranks = [[rank(game, game.players.index(name)) for name in (pair.one, pair.other)] for game in both]
        assert pair.games == len(both)
        assert pair.ahead == sum(one > other for one, other in ranks)
        assert pair.behind == sum(one < other for one, other in ranks)


LUCKY = Finished(
    game="birdie", players=("Ana", "Robo"), points=(20, 31), winners=(1,), rows=(8, 21), luck=(-0.25, 0.25), bots=(1,)
)


def test_a_game_with_a_bot_counts_like_any_other_and_tells_its_luck() -> None:
    answer = tally(AskEvenings(games=(FIRST, LUCKY, LUCKY)))
    told = {each.name: (each.games, each.bot, each.luck, each.judged) for each in answer.standings}
    assert told == {"Ana": (3, False, -0.5, 2), "Ben": (1, False, 0, 0), "Robo": (2, True, 0.5, 2)}
    assert Best(what="row", game="birdie", names=("Robo",), value=21) in answer.records


def test_luck_adds_up_to_a_round_figure() -> None:
    games = (msgspec.structs.replace(LUCKY, luck=(0.1, -0.1)),) * 3
    assert {each.luck for each in tally(AskEvenings(games=games)).standings} == {0.3, -0.3}


def test_who_took_over_a_bots_name_is_no_bot_any_more() -> None:
    later = msgspec.structs.replace(LUCKY, bots=())
    assert [each.bot for each in tally(AskEvenings(games=(LUCKY, later))).standings] == [False, False]
    assert [each.bot for each in tally(AskEvenings(games=(later, LUCKY))).standings] == [True, False]


@pytest.mark.parametrize(
    "wrong", [{"luck": (0.1,)}, {"rows": (1, 2, 3)}, {"trophies": (1,)}, {"bots": (2,)}, {"winners": (2,)}]
)
def test_what_is_told_of_some_players_only_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="game 2"):
        tally(AskEvenings(games=(FIRST, msgspec.structs.replace(LUCKY, **wrong))))
