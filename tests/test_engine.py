"""The base of a state, as a game in plain Python meets it: in both speeds its law is heard."""

from __future__ import annotations

from contextlib import suppress

import pytest

from birdtable import catalog
from birdtable.engine import HIGHEST, Rng, State, law_of, rollout, rollouts
from birdtable.game import CHANCE, NOBODY, Value
from kit.kuhn import GAME, KuhnState
from kit.matches.speeds import setups


def test_play_outs_follow_a_law_in_plain_python() -> None:
    decisions, shares = rollouts(GAME.start(2), Rng(1), 2000)
    assert 2 * 2000 < decisions < 3 * 2000
    assert sum(shares) == pytest.approx(1)
    assert shares[0] == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(("name", "seats", "options"), list(setups()))
def test_a_play_out_takes_each_step_as_often_as_it_is_listed(name: str, seats: int, options: dict[str, Value]) -> None:
    """To the bit: games pick the step of a random number without listing the others, and it has to be that one."""
    game, quick, listing = catalog.game(name), Rng(7), Rng(7)
    for _ in range(20):
        played, stepped, decisions = game.start(seats, options), game.start(seats, options), 0
        while stepped.to_move != NOBODY:
            if stepped.to_move == CHANCE:
                odds = stepped.odds()
                stepped.apply(random_code([code for code, weight in odds for _ in range(weight)], listing))
            else:
                stepped.apply(random_code(stepped.legal(), listing))
                decisions += 1
        assert rollout(played, quick) == decisions
        assert game.state_text(played) == game.state_text(stepped)
        assert quick.state == listing.state


def random_code(codes: list[int], rng: Rng) -> int:
    return codes[rng.below(len(codes))]


def test_a_copy_goes_its_own_way() -> None:
    state = KuhnState("KJ")
    state.legal()
    other = state.copy()
    other.apply(GAME.codes["bet"])
    other.apply(GAME.codes["fold"])
    assert (state.bets, state.to_move, state.winners) == ("", 0, 0)
    assert (other.bets, other.to_move, other.winners) == ("bf", NOBODY, 1)
    assert type(other) is KuhnState


class Tumbling(State):
    """Offers more than there is room for."""

    def list_steps(self) -> int:
        return self.offer([(code, 1) for code in range(65 if self.to_move >= 0 else 17)])


@pytest.mark.parametrize("to_move", [0, CHANCE])
def test_more_steps_than_there_is_room_for_are_refused(to_move: int) -> None:
    state = Tumbling(2)
    state.to_move = to_move
    with pytest.raises(ValueError, match="too many"):
        state.list_steps()


class Failing(State):
    def list_steps(self) -> int:
        return self.offer([(0, 1)])

    def do(self, code: int) -> None:
        raise RuntimeError("this law is broken")


def test_a_law_that_fails_is_heard_of() -> None:
    with pytest.raises(RuntimeError, match="this law is broken"):
        Failing(2).apply(0)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_law_that_fails_ends_play_outs_instead_of_going_on_for_ever() -> None:
    with suppress(RuntimeError):  # compiled, it is told as an exception that cannot be raised
        rollouts(Failing(2), Rng(1), 1)


def test_a_state_without_a_law_says_so() -> None:
    with pytest.raises(NotImplementedError, match="State has no list_steps"):
        law_of(State(2), "list_steps")


def test_a_number_that_would_not_be_even_is_not_drawn() -> None:
    """Compiled, one below 2**62 had been one of four."""
    drawn = {Rng(seed).below(HIGHEST) for seed in range(100)}
    assert len(drawn) == 100 and 0 <= min(drawn) <= max(drawn) < HIGHEST
    with pytest.raises(ValueError, match="below 2147483648 at most"):
        Rng(1).below(HIGHEST + 1)
