"""What others ask about flocks and collections is what the rules do."""

from __future__ import annotations

import pytest

from birdtable.engine import Rng, rollout
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import BY_COLLECTION, COUNTS, SMALL, SPECIES, parse_cards, size
from birdtable.games.cubirds.flocks import different, flock_brings, most_cards, triples, wins
from birdtable.testing import clause
from kit.cubirds.table import collection, play, position


@clause("C3.5")
@pytest.mark.parametrize("species", range(8))
def test_a_flock_brings_what_the_rules_put_into_the_collection(species: int) -> None:
    letter = SPECIES[species]
    for count in range(SMALL[species], min(10, COUNTS[species] - 1)):
        state = position(rows=("R", "W", "M", "D"), hands=(letter * count, "D"), phase="flock")
        assert collection(play(state, f"flock {letter}")) == letter * flock_brings(species, count)
    assert flock_brings(species, SMALL[species] - 1) == 0


@clause("C5.1")
@pytest.mark.parametrize(
    ("text", "species", "threes", "won"),
    [
        ("", 0, 0, False),
        ("FOTDPM", 6, 0, False),
        ("FOTDPMR", 7, 0, True),
        ("FFFOTDPM", 6, 1, False),
        ("FFFFOO", 2, 1, False),
        ("FFFWWWW", 2, 2, True),
        ("FOTDPMRW", 8, 0, True),
    ],
)
def test_seven_species_win_and_so_do_two_of_three_birds(text: str, species: int, threes: int, won: bool) -> None:
    cards = parse_cards(text)
    assert (different(cards), triples(cards), wins(cards)) == (species, threes, won)


@clause("C5.2")
def test_equal_collections_share_the_victory() -> None:
    assert most_cards([3, 5, 5]) == (1, 2)
    assert most_cards([0, 0]) == (0, 1)


@clause("C5.1", "C5.2")
def test_the_rules_find_the_same_winners() -> None:
    rng, decided = Rng(9), set()
    for number in range(80):
        state = GAME.start(2 + number % 4, {"turn_limit": 120} if number % 2 else {})
        rollout(state, rng)
        outcome = GAME.outcome(state)
        assert outcome is not None
        collections = state.collections[: state.seats]
        enough = tuple(seat for seat, cards in enumerate(collections) if wins(cards))
        assert outcome.winners == (enough or most_cards([size(cards) for cards in collections]))
        assert bool(enough) == (state.decided == BY_COLLECTION)
        assert (GAME.standing(state), GAME.ahead(state)) == (outcome.points, outcome.winners)
        decided.add(outcome.clause)
    assert decided >= {"C5.1", "C5.3"}


def test_play_outs_end_and_their_seeds_decide() -> None:
    ends = []
    for _ in range(2):
        state = GAME.start(3)
        assert rollout(state, Rng(5)) > 30
        ends.append(GAME.state_text(state))
    assert ends[0] == ends[1]
