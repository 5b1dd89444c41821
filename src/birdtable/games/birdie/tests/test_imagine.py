"""``imagine`` against exhaustive enumeration: every deal by its probability, every hidden choice equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import sqrt

import msgspec
import pytest

from birdtable.engine import Rng
from birdtable.game import SPECTATOR, BadInput, Viewer
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import KINDS, MAX_ROW, members
from birdtable.games.birdie.imagine import likely_openings
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import Played, Turn
from birdtable.testing import clause
from kit.birdie.redeal import Round, first_round, this_round
from kit.birdie.table import ME, after, deal_all, open_game, play

Hand = tuple[int, ...]
Outcome = tuple[Hand, tuple[int, ...]]
"""What is hidden of a seat's round: the hand, sorted, and the pile."""
Odds = dict[tuple[Outcome, ...], float]


def exact(state: BirdieState, seat: Viewer) -> Odds:
    """The probability of everything hidden from ``seat``, by going through all deals and all choices."""
    rounds = hidden_rounds(state, seat)
    pool = members(state.unseen) + [card for played in rounds for card in played.opening]
    odds: Odds = {}
    explore(tuple(pool), rounds, (), 1.0, odds)
    total = sum(odds.values())
    return {outcome: chance / total for outcome, chance in odds.items()}


def hidden_rounds(state: BirdieState, seat: Viewer) -> list[Round]:
    others = [other for other in range(state.seats) if other != seat]
    earlier = others if state.seats == 2 and state.round == 2 else []
    return [this_round(state, other) for other in others] + [first_round(state, other) for other in earlier]


def explore(pool: Hand, rounds: list[Round], so_far: tuple[Outcome, ...], chance: float, odds: Odds) -> None:
    """Deals an opening to the first of ``rounds`` and goes on with the others."""
    if not rounds:
        odds[so_far] = odds.get(so_far, 0.0) + chance
        return
    for opening, of_deal in deals(pool, len(rounds[0].opening)).items():
        outcomes = choices(opening, rounds[0])
        rest = without(pool, opening) if outcomes else ()
        for outcome, of_choices in outcomes.items():
            explore(rest, rounds[1:], (*so_far, outcome), chance * of_deal * of_choices, odds)


def deals(pool: Hand, count: int) -> dict[Hand, float]:
    """Openings of so many cards, drawn one after the other."""
    if count == 0:
        return {(): 1.0}
    found: dict[Hand, float] = {}
    for card in sorted(set(pool)):
        for more, chance in deals(without(pool, (card,)), count - 1).items():
            opening = tuple(sorted((card, *more)))
            found[opening] = found.get(opening, 0.0) + chance * pool.count(card) / len(pool)
    return found


def without(pool: Hand, cards: Hand) -> Hand:
    left = list(pool)
    for card in cards:
        left.remove(card)
    return tuple(left)


def choices(opening: Hand, played: Round) -> dict[Outcome, float]:
    """What the public turns can have led to from this opening, as far as nothing that was seen speaks against it."""
    worlds: dict[Outcome, float] = {(opening, ()): 1.0}
    for turn in played.turns:
        following: dict[Outcome, float] = {}
        for (hand, pile), chance in worlds.items():
            if turn.added < 0:
                following[(*hand, *turn.taken), pile] = following.get(((*hand, *turn.taken), pile), 0.0) + chance
                continue
            ways = [
                (tuple(card for place, card in enumerate(hand) if place not in added), (*pile, *order))
                for added in combinations(range(len(hand)), turn.added)
                for order in permutations((*turn.taken, *(hand[place] for place in added)))
            ]
            for way in ways:
                following[way] = following.get(way, 0.0) + chance / len(ways)
        worlds = following
    found: dict[Outcome, float] = {}
    for (hand, pile), chance in worlds.items():
        left = Counter(hand)
        left.subtract(played.spent)
        if (played.row is None or pile == tuple(played.row)) and min(left.values(), default=0) >= 0:
            outcome = tuple(sorted(left.elements())), pile
            found[outcome] = found.get(outcome, 0.0) + chance
    return found


def count_imagined(state: BirdieState, seat: Viewer, count: int) -> Counter[tuple[Outcome, ...]]:
    imaginer, rng = GAME.imaginer(GAME.view(state, seat)), Rng(7)
    return Counter(outcome_of(imaginer(rng), seat) for _ in range(count))


def outcome_of(state: BirdieState, seat: Viewer) -> tuple[Outcome, ...]:
    others = [other for other in range(state.seats) if other != seat]
    found = [hidden(state.hand[other], state.pile, state.pile_count, other) for other in others]
    if state.seats == 2 and state.round == 2:
        found += [hidden(state.gone_hand[other], state.old_pile, state.old_pile_count, other) for other in others]
    return tuple(found)


def hidden(hand: int, piles: list[int], counts: list[int], seat: int) -> Outcome:
    return tuple(members(hand)), tuple(piles[seat * MAX_ROW : seat * MAX_ROW + counts[seat]])


def assert_agrees(state: BirdieState, seat: Viewer, count: int = 4000, *, least: int) -> None:
    """Chi-square within 5 standard deviations of what it should be; rare outcomes are taken together.

    ``least`` is how many outcomes there must be, lest nothing is left to imagine.
    """
    odds, seen = exact(state, seat), count_imagined(state, seat, count)
    assert len(odds) >= least
    assert seen.keys() <= odds.keys()
    cells = [(0.0, 0)]
    for outcome in sorted(odds):
        if cells[-1][0] > 8:
            cells.append((0.0, 0))
        cells[-1] = cells[-1][0] + odds[outcome] * count, cells[-1][1] + seen[outcome]
    chi_square = sum((number - expected) ** 2 / expected for expected, number in cells)
    freedom = len(cells) - 1
    assert chi_square < freedom + 5 * sqrt(2 * freedom)


def wait_for(state: BirdieState, seat: int) -> BirdieState:
    """``state`` itself, scored without abilities or sets until ``seat`` is to move."""
    while state.to_move != seat:
        after(state, GAME.legal_steps(state)[-1])
    return state


def test_before_the_first_turn_the_opening_is_dealt_by_its_probability() -> None:
    assert_agrees(open_game("Rs Rs, Ow Pw", "Rs Rs Os Os"), ME, least=100)


def test_while_openings_are_dealt_there_are_as_many_cards_as_have_been() -> None:
    state = after(GAME.start(3), "starter 2, deal Rs, deal Rw, deal Ou")
    assert_agrees(state, 1, least=16)
    assert_agrees(state, 0, least=1000)


def test_a_spectator_imagines_all_hands() -> None:
    state = after(GAME.start(2), "starter 2, deal Rs, deal Rw, deal Ou")
    assert_agrees(state, SPECTATOR, least=1000)


def test_the_order_of_the_laid_cards_is_imagined() -> None:
    state = deal_all(after(open_game("Rs Rs, Ow Pw", "Rs Ws Os Os", starter=2), "stack Os, stack Ws, end"))
    assert_agrees(state, ME, least=200)


def test_every_choice_of_hand_cards_and_every_order_is_equally_likely() -> None:
    """Of 3 hand cards, one of them known, 2 lie on the pile among two others."""
    state = open_game("Rs Rs, Ow Pw", "Rs Rs Os Os", starter=2)
    after(state, "take Os, deal Ow, take Rs, deal Ow, add Os, stack Ow, stack Ow, add Pw, end")
    assert_agrees(deal_all(state), ME, count=8000, least=1000)


def state_turned_over() -> BirdieState:
    """Seat 2 took a robin in the open and laid a robin: that one, or one of the opening? It scores now."""
    state = open_game("Ws Ws, Rs Pw", "Rs Wu Os Oa", starter=2)
    after(state, "take Rs, deal Pu, take Oa, deal Pu, stack Pu, add Rs, stack Pu, end, deal Ou, deal Ou")
    return after(state, "take Ou, deal Ra, pass, pass")


def test_a_row_that_lies_open_tells_openings_apart_by_how_likely_they_made_it() -> None:
    assert_agrees(state_turned_over(), ME, least=100)


def test_a_card_spent_in_the_open_must_have_been_there() -> None:
    assert_agrees(after(state_turned_over(), "use Rs, deal Wa, insert 1"), ME, least=16)


def test_what_was_discarded_unseen_in_round_1_is_imagined_in_round_2() -> None:
    """With 2 players these cards do not come back."""
    state = open_game("Ws Ws, Rs Pw", "Rs Wu Os Oa", starter=2)
    after(state, "stack Oa, add Rs, stack Os, end, deal Ou, deal Ou, pass, pass")
    while state.round == 1:
        after(state, GAME.legal_steps(state)[-1])
    assert_agrees(after(state, "deal Wu"), ME, least=200)


def test_hands_that_depend_on_each_other_are_weighed_together() -> None:
    """Both rows lie open, each with an opening card in it that either could have had twice."""
    state = open_game("Ws Ws, Rs Pw, Rs Ou", "Rs Rs Wu Oa", starter=2)
    after(state, "stack Rs, add Rs, stack Oa, end, deal Wu, deal Wu")
    after(state, "stack Rs, add Rs, stack Wu, end, deal Wa, deal Wa, take Wa, deal Wa, pass, pass, pass")
    assert_agrees(wait_for(state, 0), ME, least=100)


def test_a_question_in_the_middle_of_a_cascade_is_imagined_as_it_is() -> None:
    state = open_game("Rs Ps, Ww Ww", "Ru Ou Rw Oa", expert=True)
    after(state, "add Rs, stack Ou, stack Rw, end, deal Pa, deal Pa, pass, pass, done, done, remove 2")
    for seat in (ME, 1, SPECTATOR):
        twin = GAME.imagine(GAME.view(state, seat), Rng(1))
        assert GAME.view(after(twin, "done"), seat) == GAME.view(after(state.copy(), "done"), seat)


def test_ways_are_numbers_that_a_generator_can_pick_below() -> None:
    """One who took all cards of six kinds and added one of each to the pile, three times, could do so in 24**6 ways."""
    kinds = list(KINDS[:6])
    taken = [Turn(cards=(kind,), to="hand") for kind in kinds * 4]
    laid = [Turn(cards=("Rs", "Ru"), to="pile", added=6)] * 3
    played = Played(turns=taken + laid, row=["Rs", "Ru", *kinds] * 3, spent=[])
    ways = {tuple(opening): ways for opening, ways in likely_openings(played)}
    assert len(ways) == 136
    assert max(ways.values()) == 25
    assert ways[15, 15] == 4


@clause("B3.8")
def test_a_take_2_that_only_has_to_be_ended_shows_the_cards_it_took() -> None:
    state = after(open_game("Rs Rw, Ps Ps", "Ou Oa Ra Ww"), "stack Ou, stack Oa")
    imagined = GAME.imagine(GAME.view(state, ME), Rng(1))
    assert [event.cards for event in play(imagined, "end")] == [event.cards for event in play(state, "end")]


def test_an_opening_card_is_unseen_until_it_must_have_been_there() -> None:
    """The robin in the row may be the one taken in the open; the second one, spent, cannot."""
    state = state_turned_over()
    openings = [card for played in hidden_rounds(state, ME) for card in played.opening]
    unseen = Counter(KINDS[card] for card in [*members(state.unseen), *openings])
    assert Counter(GAME.unseen(GAME.view(state, ME))) == unseen
    assert Counter(GAME.unseen(GAME.view(after(state, "use Rs"), ME))) == unseen - Counter(["Rs"])


def test_a_view_that_cannot_be_is_refused() -> None:
    state = deal_all(after(open_game("Rs Rs, Ow Pw", "Rs Ws Os Os", starter=2), "stack Os, stack Ws, end"))
    view = GAME.view(state, ME)
    for hands, added in (([2, 2], 3), ([2, 2], -1), ([2, 4], 0)):
        played = [view.played[0], Played(turns=[Turn(cards=("Ws", "Os"), to="pile", added=added)], row=None, spent=[])]
        wrong = msgspec.structs.replace(view, played=played, hands=hands)
        with pytest.raises(BadInput, match="nothing in Birdie looks like this view"):
            GAME.imagine(wrong, Rng(1))


def test_a_row_that_no_opening_can_have_led_to_is_refused() -> None:
    view = GAME.view(state_turned_over(), ME)
    played = [view.played[0], msgspec.structs.replace(view.played[1], row=["Ww"] * 5)]
    with pytest.raises(BadInput, match="nothing in Birdie looks like this view"):
        GAME.imagine(msgspec.structs.replace(view, played=played), Rng(1))


def test_any_source_of_numbers_will_do() -> None:
    class Zeros:
        def below(self, n: int) -> int:
            return 0

    state = open_game("Rs Rs, Ow Pw", "Rs Rs Os Os")
    assert GAME.view(GAME.imagine(GAME.view(state, ME), Zeros()), ME) == GAME.view(state, ME)
