"""[C3] A turn."""

from __future__ import annotations

import pytest

from birdtable.game import CHANCE, IllegalStep
from birdtable.games.cubirds import GAME
from birdtable.testing import clause
from kit.cubirds.table import collection, deal, discard, hand, play, position, row


@clause("C3.1")
def test_any_species_in_hand_may_go_to_either_end_of_any_row() -> None:
    state = position(hands=("PPM", "O"))
    places = [f"{number} {side}" for number in (1, 2, 3, 4) for side in ("left", "right")]
    assert GAME.legal_steps(state) == [f"lay {letter} {place}" for letter in "PM" for place in places]


@clause("C3.1")
def test_all_cards_of_the_species_are_laid_side_by_side() -> None:
    state = play(position(hands=("WWWPM", "O")), "lay W 2 right")
    assert (row(state, 2), hand(state)) == ("O T D W W W", "PM")
    state = play(position(hands=("WWWPM", "O")), "lay W 2 left")
    assert row(state, 2) == "W W W O T D"


@clause("C3.1")
def test_laying_is_a_must() -> None:
    with pytest.raises(IllegalStep, match=r"birds must be laid \[C3.1\]"):
        GAME.play(position(), "end")


@clause("C3.2")
@pytest.mark.parametrize(
    ("before", "step", "after", "taken"),
    [
        ("F O P", "lay P 1 left", "P P P", "FO"),
        ("P O F", "lay P 1 right", "P P P", "OF"),
        ("F F O O P P M R", "lay P 1 left", "P P P P M R", "FFOO"),
        ("R M P P O O F F", "lay P 1 right", "R M P P P P", "OOFF"),
        ("F O P", "lay P 1 right", "F O P P P", ""),
        ("P O F", "lay P 1 left", "P P P O F", ""),
        ("F O T", "lay P 1 left", "P P F O T", ""),
        ("F O T D M R W P", "lay P 1 left", "P P P", "FOTDMRW"),
        ("P", "lay P 1 right", "P P P", ""),
    ],
)
def test_cards_between_two_of_a_species_go_to_the_hand(before: str, step: str, after: str, taken: str) -> None:
    state = position(rows=(before, "O T D", "D P M", "M R W"), hands=("PPDD", "O"))
    events = GAME.play(state, step)
    assert row(state, 1) == after
    assert sorted(hand(state)) == sorted("DD" + taken)
    assert "".join(event.cards for event in events if event.what == "took") == taken


@clause("C3.2")
def test_every_species_of_a_row_stands_in_one_group() -> None:
    state = play(position(rows=("F O P M", "T", "D", "R"), hands=("O", "W")), "lay O 1 left")
    assert row(state, 1) == "O O P M"


@clause("C3.3")
def test_a_row_with_one_species_left_is_refilled_until_it_has_two() -> None:
    state = play(position(hands=("PPD", "O")), "lay P 1 left")
    assert state.to_move == CHANCE
    [first] = GAME.play(state, "deal P")
    assert (first.what, first.cards, first.place) == ("refilled", "P", "1 left")
    assert state.to_move == CHANCE
    play(state, "deal P", "deal T")
    assert (row(state, 1), state.to_move) == ("T P P P P P", 0)


@clause("C3.3")
def test_cards_are_added_on_the_side_of_those_just_laid() -> None:
    state = play(position(rows=("P O F", "T", "D", "R"), hands=("PPD", "O")), "lay P 1 right", "deal T")
    assert row(state, 1) == "P P P T"


@clause("C3.3")
def test_a_row_of_one_species_is_not_refilled_if_nothing_was_taken() -> None:
    state = play(position(rows=("P P", "T", "D", "R"), hands=("PPD", "O")), "lay P 1 right")
    assert (row(state, 1), GAME.legal_steps(state)) == ("P P P P", ["draw", "keep"])


@clause("C3.3")
def test_a_row_with_two_species_left_is_not_refilled() -> None:
    state = play(position(rows=("F O P M", "T", "D", "R"), hands=("OD", "W")), "lay O 1 left")
    assert (row(state, 1), state.to_move) == ("O O P M", 0)


@clause("C3.4")
def test_two_cards_or_none_are_drawn_if_no_card_was_taken() -> None:
    state = play(position(hands=("PPDD", "O")), "lay P 4 left")
    assert GAME.legal_steps(state) == ["draw", "keep"]
    drawn = deal(play(state.copy(), "draw"), "RW")
    assert (hand(drawn), drawn.to_move) == ("DDRW", 0)
    kept = play(state.copy(), "keep")
    assert hand(kept) == "DD"


@clause("C3.4")
def test_whoever_took_cards_may_not_draw() -> None:
    state = play(position(rows=("F O P M", "T", "D", "R"), hands=("OFD", "W")), "lay O 1 left")
    assert GAME.legal_steps(state) == ["flock F", "end"]
    with pytest.raises(IllegalStep, match=r"\[C3.4\]"):
        GAME.play(state, "draw")


@clause("C3.5")
@pytest.mark.parametrize(
    ("flock", "collected", "discarded"),
    [
        *(("FF", "F", "F"), ("FFF", "FF", "F"), ("OOO", "O", "OO"), ("OOOO", "OO", "OO"), ("TTT", "T", "TT")),
        *(("TTTT", "TT", "TT"), ("DDDD", "D", "DDD"), ("DDDDDD", "DD", "DDDD"), ("PPPPP", "P", "PPPP")),
        *(("PPPPPP", "PP", "PPPP"), ("MMMMM", "M", "MMMM"), ("MMMMMMM", "MM", "MMMMM"), ("RRRRRRRR", "R", "R" * 7)),
        *(("R" * 9, "RR", "R" * 7), ("W" * 6, "W", "W" * 5), ("W" * 10, "WW", "W" * 8)),
    ],
)
def test_one_bird_of_a_small_flock_is_collected_and_two_of_a_big_one(
    flock: str, collected: str, discarded: str
) -> None:
    other = "M" if flock[0] != "M" else "W"
    state = position(rows=("", "", "", ""), hands=(flock + other * 2, "O"), phase="flock")
    play(state, f"flock {flock[0]}")
    assert (collection(state), discard(state), hand(state)) == (collected, discarded, other * 2)
    assert state.to_move == 1


@clause("C3.5")
@pytest.mark.parametrize(("letter", "small"), list(zip("FOTDPMRW", (2, 3, 3, 4, 4, 5, 6, 6), strict=True)))
def test_fewer_than_a_small_flock_is_no_flock(letter: str, small: int) -> None:
    rest = "F" if letter != "F" else "O"
    state = position(rows=("", "", "", ""), hands=(letter * (small - 1) + rest, "R"), phase="flock")
    assert GAME.legal_steps(state) == ["end"]
    with pytest.raises(IllegalStep, match=r"fewer than a small flock \(\d\) \[C3.5\]"):
        GAME.play(state, f"flock {letter}")


@clause("C3.5")
def test_a_flock_is_never_a_must_and_only_one_a_turn() -> None:
    state = position(hands=("FFOOOW", "O"), phase="flock")
    assert GAME.legal_steps(state) == ["flock F", "flock O", "end"]
    assert play(state.copy(), "end").to_move == 1
    assert play(state.copy(), "flock F").to_move == 1


@clause("C3.5")
def test_birds_just_taken_or_drawn_count_for_the_flock() -> None:
    state = play(position(rows=("F F P M", "T", "D", "R"), hands=("POD", "W")), "lay P 1 left")
    assert "flock F" in GAME.legal_steps(state)
    state = deal(play(position(hands=("POO", "W")), "lay P 4 left", "draw"), "OR")
    assert "flock O" in GAME.legal_steps(state)


@clause("C3.5", "C6.1")
def test_the_turn_ends_by_itself_if_everybody_knows_that_there_is_no_flock() -> None:
    state = play(position(hands=("PR", "O")), "lay P 4 left", "keep")
    assert state.to_move == 1
    taken = position(rows=("F R P M", "T", "D", "R"), hands=("PPO", "W"), known="O")
    assert play(taken, "lay P 1 left").to_move == 1


@clause("C3.5", "C6.1")
def test_the_player_is_asked_if_the_others_cannot_know_that_there_is_no_flock() -> None:
    state = play(position(hands=("PRW", "O")), "lay P 4 left", "keep")
    assert (state.to_move, GAME.legal_steps(state)) == (0, ["end"])
    events = GAME.play(state, "end")
    assert [event.what for event in events] == ["ended"]


@clause("C3.6")
def test_cards_never_leave_a_collection() -> None:
    state = position(hands=("FFFPP", "OOOOD"), collections=("FT", "M"), phase="flock")
    play(state, "flock F", "lay D 1 left", "draw", "deal R", "deal R", "flock O", "lay P 4 left")
    assert (collection(state, 0), collection(state, 1)) == ("FFFT", "OOM")
