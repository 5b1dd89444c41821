"""Every clause of CuBirds, one position, step and expectation each."""

from __future__ import annotations

import random

import pytest

from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR, IllegalStep
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import BIG, COUNTS, SMALL, SPECIES, UNITS
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.testing import clause

ME, OTHER = 0, 1


def table(rows: str = "FOP,OTD,DPM,MRW", hands: str = "PPM,OO", more: str = "") -> CuBirdsState:
    """Seat 1 is to lay. Rows and hands have commas between them; the draw pile has what is nowhere else."""
    return GAME.parse_state(f"seats={len(hands.split(','))} phase=lay rows={rows} hands={hands} {more}")


def short(state: CuBirdsState, pile: str = "", discard: str = "") -> CuBirdsState:
    """``state`` itself with these piles only: the other cards have left the table."""
    state.pile = sum(UNITS[SPECIES.index(card)] for card in pile)
    state.discard = sum(UNITS[SPECIES.index(card)] for card in discard)
    return state


def play(state: CuBirdsState, steps: str) -> CuBirdsState:
    for step in steps.split(", "):
        GAME.play(state, step)
    return state


def row(state: CuBirdsState, number: int = 1) -> str:
    return " ".join(GAME.view(state, SPECTATOR).rows[number - 1])


def hand(state: CuBirdsState, seat: int = ME) -> str:
    return "".join(GAME.view(state, seat).hand or [])


def collection(state: CuBirdsState, seat: int = ME) -> str:
    return "".join(GAME.view(state, seat).collections[seat])


def can(state: CuBirdsState) -> list[str]:
    return GAME.legal_steps(state)


def started(seats: int = 3, seed: int = 1, dealer: int = 1) -> CuBirdsState:
    """A match in which chance has dealt everything."""
    state = GAME.start(seats)
    GAME.play(state, f"starter {dealer}")
    dice = Dice(seed)
    while GAME.to_move(state) == CHANCE:
        GAME.play(state, dice.choose(GAME, state))
    return state


@clause("C1.1")
def test_there_are_110_cards_of_8_species_with_their_flocks() -> None:
    assert COUNTS == (7, 10, 10, 13, 13, 17, 20, 20)
    assert sum(COUNTS) == 110
    assert list(zip(SMALL, BIG, strict=True)) == [(2, 3), (3, 4), (3, 4), (4, 6), (4, 6), (5, 7), (6, 9), (6, 9)]
    assert dict(GAME.odds(play(GAME.start(2), "starter 1")))["deal M"] == 17


@clause("C2.1")
def test_a_card_that_repeats_a_species_of_its_row_is_put_aside() -> None:
    state = play(GAME.start(2), "starter 2, deal F, deal F, deal O")
    view = GAME.view(state, SPECTATOR)
    assert (row(state), view.aside, view.dealer) == ("F O", ["F"], 1)
    play(state, "deal P, deal F")
    assert [row(state), row(state, 2)] == ["F O P", "F"]


@clause("C2.1")
def test_every_row_starts_with_three_different_species() -> None:
    for seed in range(20):
        for birds in GAME.view(started(seed=seed), SPECTATOR).rows:
            assert len(birds) == len(set(birds)) == 3


@clause("C2.2")
def test_what_was_put_aside_is_shuffled_into_the_draw_pile() -> None:
    view = GAME.view(started(2), SPECTATOR)
    assert view.aside == []
    assert view.discard == []
    assert view.pile == 110 - 12 - 2 * 9


@clause("C2.3")
def test_each_player_gets_8_secret_cards_and_a_first_bird() -> None:
    state = started(5)
    view = GAME.view(state, OTHER)
    assert view.hands == [8] * 5
    assert [len(birds) for birds in view.collections] == [1] * 5
    assert GAME.view(state, SPECTATOR).hand is None


@clause("C2.4")
def test_the_dealer_plays_first_and_then_the_left_neighbour() -> None:
    state = started(3, dealer=3)
    assert GAME.to_move(state) == 2
    GAME.play(state, can(state)[0])
    while GAME.to_move(state) in (2, CHANCE):
        GAME.play(state, "keep" if "keep" in can(state) else "end" if "end" in can(state) else can(state)[0])
    assert GAME.to_move(state) == 0


@clause("C3.1")
def test_all_cards_of_a_species_are_laid_at_an_end_of_any_row() -> None:
    assert can(table()) == [f"lay {s} {r} {e}" for s in "PM" for r in range(1, 5) for e in ("left", "right")]
    state = play(table(), "lay P 2 right")
    assert (row(state, 2), hand(state)) == ("O T D P P", "M")
    with pytest.raises(IllegalStep) as refused:
        GAME.play(table(), "lay O 1 left")
    assert refused.value.clause == "C3.1"


@clause("C3.2")
def test_birds_between_two_of_a_kind_go_to_the_hand() -> None:
    state = play(table(rows="TFOP,OTD,DPM,MRW"), "lay P 1 left")
    assert row(state) == "P P P"
    assert hand(state) == "FOTM"


@clause("C3.2")
def test_adjacent_birds_take_nothing() -> None:
    state = play(table(), "lay P 1 right")
    assert (row(state), hand(state)) == ("F O P P P", "M")


@clause("C3.3")
def test_a_row_of_one_species_is_refilled_to_two_after_a_capture() -> None:
    state = play(table(), "lay P 1 left")
    assert GAME.to_move(state) == CHANCE
    play(state, "deal P, deal T")
    assert row(state) == "T P P P P"
    assert GAME.to_move(state) != CHANCE


@clause("C3.3")
def test_a_row_of_one_species_stays_if_nothing_was_taken() -> None:
    state = play(table(rows="PPP,OTD,DPM,MRW"), "lay P 1 left")
    assert row(state) == "P P P P P"
    assert can(state) == ["draw", "keep"]


@clause("C3.4")
def test_two_cards_or_none_may_be_drawn_if_nothing_was_taken() -> None:
    state = play(table(), "lay M 1 left")
    assert can(state) == ["draw", "keep"]
    kept = play(state.copy(), "keep")
    assert hand(kept) == "PP"
    play(state, "draw, deal F, deal W")
    assert hand(state) == "FPPW"
    with pytest.raises(IllegalStep) as refused:
        GAME.play(play(table(), "lay P 1 left, deal T"), "draw")
    assert refused.value.clause == "C3.4"


@clause("C3.5")
def test_a_small_flock_brings_one_bird_and_a_big_one_two() -> None:
    state = play(table(hands="WMOOO,FF"), "lay W 1 left, keep")
    assert can(state) == ["flock O", "end"]
    play(state, "flock O")
    assert (collection(state), GAME.view(state, ME).discard) == ("O", ["O", "O"])
    state = play(table(hands="WMOOOO,FF"), "lay W 1 left, keep, flock O")
    assert (collection(state), GAME.view(state, ME).discard) == ("OO", ["O", "O"])


@clause("C3.5")
def test_fewer_than_a_small_flock_are_refused_with_their_number() -> None:
    state = play(table(hands="WMMMMOOO,FF"), "lay W 1 left, keep")
    with pytest.raises(IllegalStep, match="fewer than a small flock") as refused:
        GAME.play(state, "flock M")
    assert refused.value.clause == "C3.5"


@clause("C3.5")
def test_there_is_one_flock_a_turn() -> None:
    state = play(table(hands="WOOOTTTM,FF"), "lay W 1 left, keep, flock O")
    assert GAME.to_move(state) == OTHER


@clause("C3.6")
def test_cards_never_leave_a_collection() -> None:
    pick, dice = random.Random(4), Dice(4)
    state = GAME.start(3, {"turn_limit": 120})
    before = ["", "", ""]
    while GAME.to_move(state) != NOBODY:
        chance = GAME.to_move(state) == CHANCE
        GAME.apply(state, dice.choose(GAME, state) if chance else pick.choice(can(state)))
        now = [collection(state, seat) for seat in range(3)]
        assert all(set(old) <= set(new) and len(old) <= len(new) for old, new in zip(before, now, strict=True))
        before = now


@clause("C4.1")
def test_an_empty_hand_ends_the_round_and_the_others_discard() -> None:
    state = play(table(hands="M,OO,PP"), "lay M 1 left, keep")
    view = GAME.view(state, SPECTATOR)
    assert view.hands == [0, 0, 0]
    assert view.discard == ["O", "O", "P", "P"]
    assert row(state) == "M F O P"


@clause("C4.1")
def test_who_takes_or_draws_after_laying_the_last_cards_plays_on() -> None:
    taking = play(table(hands="P,OO"), "lay P 1 left, deal T")
    assert hand(taking) == "FO"
    drawing = play(table(hands="M,OO"), "lay M 1 left, draw, deal F, deal F")
    assert hand(drawing) == "FF"


@clause("C4.2")
def test_who_ended_the_round_deals_8_to_each_and_plays_first() -> None:
    state = play(table(hands="M,OO", more="dealer=2 collections=F,O"), "lay M 1 left, keep")
    dice = Dice(3)
    while GAME.to_move(state) == CHANCE:
        GAME.play(state, dice.choose(GAME, state))
    view = GAME.view(state, SPECTATOR)
    assert (view.dealer, view.hands, GAME.to_move(state)) == (0, [8, 8], 0)
    assert [collection(state, seat) for seat in range(2)] == ["F", "O"]


@clause("C4.3")
def test_an_empty_draw_pile_is_made_from_the_discard_pile() -> None:
    state = play(short(table(), "F", "OO"), "lay M 1 left, draw, deal F")
    assert dict(GAME.odds(state)) == {"deal O": 2}
    play(state, "deal O")
    view = GAME.view(state, ME)
    assert (view.pile, view.discard, hand(state)) == (1, [], "FOPP")


@clause("C4.3")
def test_with_too_few_cards_what_there_is_is_given() -> None:
    one = play(short(table(), "F"), "lay M 1 left, draw, deal F")
    assert hand(one) == "FPP"
    none = play(short(table(hands="PPMOOO,OO")), "lay M 1 left")
    assert can(none) == ["flock O", "end"]
    single = play(short(table(hands="PPOOO,OO")), "lay P 1 left")
    assert row(single) == "P P P"
    assert can(single) == ["flock O", "end"]


@clause("C5.1")
def test_seven_species_win_at_once_also_with_an_empty_hand() -> None:
    state = play(table(hands="WFF,OO", more="collections=OTDPMR,M"), "lay W 1 left, keep, flock F")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause, GAME.to_move(state)) == ((ME,), "C5.1", NOBODY)
    assert hand(state, OTHER) == "OO"


@clause("C5.1")
def test_two_species_of_three_win() -> None:
    state = play(table(hands="WFFM,OO", more="collections=FFOOO,M"), "lay W 1 left, keep, flock F")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (ME,)


@clause("C5.2")
def test_when_a_round_cannot_be_dealt_most_cards_win_and_ties_share() -> None:
    state = play(short(table(hands="M,OO", more="collections=FF,OT"), "RRRR"), "lay M 1 left, keep")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.points, outcome.winners, outcome.clause) == ((2, 2), (0, 1), "C5.2")


@clause("C5.3")
def test_the_turn_limit_ends_the_game_as_a_shortage_does() -> None:
    state = play(table(more="collections=F,OT turn_limit=5 turns=4"), "lay M 1 left, keep, end")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((OTHER,), "C5.3")
    assert GAME.start(2).turn_limit == 0


@clause("C6.1")
def test_what_was_taken_is_known_and_what_was_drawn_is_not() -> None:
    state = play(table(rows="TFOP,OTD,DPM,MRW", hands="PPM,OO"), "lay P 1 left, deal T")
    assert GAME.view(state, OTHER).known == [["F", "O", "T"], []]
    state = table()
    play(state, "lay M 1 left, draw")
    events = GAME.play(state, "deal F")
    assert [event.secret for event in events if event.what == "drew"] == ["F"]
    assert all(event.seen_by(OTHER).secret == "" for event in events)
    assert GAME.shown(GAME.view(state, OTHER), "strict").known is None


@clause("C7.1")
def test_two_parrots_on_the_left_of_f_o_p() -> None:
    state = play(table(hands="PP,OO"), "lay P 1 left, deal P, deal T")
    assert hand(state) == "FO"
    assert len(row(state).split()) == 5


@clause("C7.2")
def test_an_owl_without_or_beside_owls_takes_nothing() -> None:
    assert can(play(table(hands="OM,PP"), "lay O 4 left")) == ["draw", "keep"]
    state = play(table(hands="OM,PP"), "lay O 2 left")
    assert (row(state, 2), can(state)) == ("O O T D", ["draw", "keep"])


@clause("C7.3")
def test_six_magpies_are_a_small_flock() -> None:
    state = play(table(hands="WMMMMMM,PP"), "lay W 1 left, draw, deal F, deal O, flock M")
    assert (collection(state), GAME.view(state, ME).discard) == ("M", ["M"] * 5)


@clause("C7.4")
def test_a_third_toucan_beside_three_flamingos_wins() -> None:
    state = play(table(hands="WTTTM,PP", more="collections=TTFFF,O"), "lay W 1 left, keep, flock T")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (ME,)


@clause("C7.5")
def test_an_owl_that_leaves_several_species_neither_refills_nor_draws() -> None:
    state = play(table(rows="FOPM,OTD,DPM,MRW", hands="ORR,PP"), "lay O 1 left")
    assert (row(state), hand(state)) == ("O O P M", "FRR")
    assert can(state) == ["end"]


@clause("C7.6")
def test_the_last_magpie_draws_and_plays_on_or_ends_the_round() -> None:
    state = play(table(hands="M,PP"), "lay M 1 left")
    assert GAME.view(play(state.copy(), "keep"), SPECTATOR).round == 2
    assert GAME.view(play(state, "draw, deal R, deal W"), SPECTATOR).round == 1


@clause("C7.7")
def test_four_owls_are_a_big_flock_and_end_the_round() -> None:
    state = play(table(hands="MOOOO,PP"), "lay M 1 left, keep, flock O")
    view = GAME.view(state, SPECTATOR)
    assert (collection(state), view.round, view.dealer) == ("OO", 2, ME)
    won = play(table(hands="MOOOO,PP", more="collections=OFFF,T"), "lay M 1 left, keep, flock O")
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winners == (ME,)


def test_cards_and_groups_hold_through_random_games() -> None:
    """110 cards always accounted for, every species of a row one group, nothing negative, every game ends."""
    for seed in range(60):
        pick, rng = random.Random(seed), Rng(seed)
        state = GAME.start(2 + seed % 4, {"turn_limit": 150})
        while GAME.to_move(state) != NOBODY:
            legal = state.legal()
            assert 0 < len(legal) <= 64
            state.apply(state.roll(rng) if GAME.to_move(state) == CHANCE else pick.choice(legal))
            view = GAME.view(state, SPECTATOR)
            assert cards_in(state) == 110
            for birds in view.rows:
                assert len(set(birds)) == sum(a != b for a, b in zip(["", *birds], birds, strict=False))


def cards_in(state: CuBirdsState) -> int:
    view = GAME.view(state, SPECTATOR)
    lying = sum(len(birds) for birds in [*view.rows, *view.collections, view.discard, view.aside])
    return lying + sum(view.hands) + view.pile
