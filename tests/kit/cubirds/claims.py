"""Checks of what a review of CuBirds claims: each is worked out anew from the record, by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.reasons import Reason
from birdtable.game import CHANCE, NOBODY, Step
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import SPECIES
from birdtable.games.cubirds.flocks import flock_brings


def hand_of(state: Any, seat: int) -> Counter[str]:
    return Counter(GAME.view(state, seat).hand or ())


def after(state: Any, step: Step) -> Any:
    state = state.copy()
    GAME.play(state, step)
    return state


def hand_gain(state: Any, seat: int, step: Step) -> Counter[str]:
    """What a lay brings into the hand; the species that was laid has left it."""
    return hand_of(after(state, step), seat) - Counter(
        {card: count for card, count in hand_of(state, seat).items() if card != step.split()[1]}
    )


def claimed_cards(claim: Reason) -> Counter[str]:
    return Counter(str(claim.details["cards"]).split())


def brings(card: Any, count: int) -> int:
    return flock_brings(SPECIES.index(card), count)


def check_capture(fork: Fork, claim: Reason) -> None:
    assert claimed_cards(claim) == hand_gain(fork.state, fork.seat, fork.best)
    if claim.kind != "captures":
        card: Any = claim.details["card"]
        least = 2 if claim.kind == "captures big" else 1
        had = hand_of(fork.state, fork.seat)[card] if card != fork.best.split()[1] else 0
        assert brings(card, had) < least <= brings(card, hand_of(after(fork.state, fork.best), fork.seat)[card])


def check_lay(fork: Fork, claim: Reason) -> None:
    """[C4.1] An empty hand ends the round."""
    state, species = fork.state.copy(), fork.best.split()[1]
    events = GAME.play(state, fork.best)
    assert not hand_gain(fork.state, fork.seat, fork.best)
    if claim.kind == "lays":
        assert claimed_cards(claim) == Counter({species: hand_of(fork.state, fork.seat)[species]})
        assert hand_of(state, fork.seat)
    elif not any(event.what == "round ended" for event in events):
        check_round_ends(state, fork.seat)


def check_round_ends(state: Any, seat: int) -> None:
    """Without a draw. Whether a hand is lost is read off the cards that are gone from everybody else."""
    assert not hand_of(state, seat)
    is_over = state.to_move == NOBODY  # by the turn limit, before the round could end
    assert is_over or any(event.what == "round ended" for event in GAME.play(state.copy(), "keep"))


def check_keep(fork: Fork, claim: Reason) -> None:
    assert fork.best == "keep"
    check_round_ends(fork.state, fork.seat)


def check_others_lose(fork: Fork, claim: Reason) -> None:
    check_keep(fork, claim)
    others = [hand_of(fork.state, seat).total() for seat in range(fork.view.seats) if seat != fork.seat]
    assert claim.details["count"] == sum(others)


def check_flock(fork: Fork, claim: Reason) -> None:
    card: Any = claim.details["card"]
    before, now = (
        Counter(GAME.view(state, fork.seat).collections[fork.seat])
        for state in (fork.state, after(fork.state, fork.best))
    )
    match claim.kind:
        case "new species":
            assert not before[card] and now[card] and claim.details["count"] == len(now)
        case "small flock":
            assert before[card] and now[card] - before[card] == 1
        case _:
            assert before[card] and now[card] - before[card] == 2


def check_wait(fork: Fork, claim: Reason) -> None:
    card, count, size = claim.details["card"], int(claim.details["count"]), int(claim.details["size"])
    assert hand_of(fork.state, fork.seat)[str(card)] == count
    assert brings(card, count) == brings(card, size - 1) == 1 and brings(card, size) == 2


def check_took(fork: Fork, claim: Reason) -> None:
    found = hand_gain(fork.state, fork.seat, fork.step)
    assert found == (Counter() if claim.kind == "took nothing" else claimed_cards(claim))


def check_gave(fork: Fork, claim: Reason) -> None:
    species = fork.step.split()[1]
    assert claimed_cards(claim) == Counter({species: hand_of(fork.state, fork.seat)[species]})
    count = claimed_cards(claim)[species]
    if claim.kind == "gave flock":
        assert brings(species, count)
    else:
        size = int(claim.details["count"])
        assert count < size and brings(species, size) == 1 and not brings(species, size - 1)
    assert fork.best.split()[1] != species


def moves(fork: Fork) -> Iterator[tuple[int, Step, Any]]:
    """What was really played: who, what, and the state before."""
    state = fork.state.copy()
    for step in fork.record[fork.number - 1 :]:
        yield state.to_move, step, state
        GAME.apply(state, step)


def check_row(fork: Fork, claim: Reason) -> None:
    others = False
    for mover, step, state in moves(fork):
        assert not (others and mover == fork.seat), "nobody took anything until the next turn"
        others = others or mover not in (fork.seat, CHANCE)
        is_there = mover == claim.seat and step.startswith("lay") and step.split()[2] == fork.best.split()[2]
        if is_there and (taken := hand_gain(state, mover, step)):
            assert taken == claimed_cards(claim)
            return
    raise AssertionError("nobody took anything")


def check_odds(fork: Fork, claim: Reason) -> None:
    hand, unseen = hand_of(fork.state, fork.seat), GAME.unseen(fork.view)
    good = [brings(card, hand[card] + 1) > brings(card, hand[card]) for card in unseen]
    assert (claim.details["count"], claim.details["all"]) == (sum(good), len(unseen))
    pairs = [one or other for one, other in combinations(good, 2)]
    assert claim.details["chance"] == round(100 * sum(pairs) / len(pairs))


def check_lost(fork: Fork, claim: Reason) -> None:
    """The hand of the seat as it was when the round ended."""
    species = fork.best.split()[1]
    for _, step, state in moves(fork):
        if any(event.what == "round ended" for event in GAME.play(state.copy(), step)):
            assert claimed_cards(claim) == Counter({species: hand_of(state, fork.seat)[species]})
            return
    raise AssertionError("no round ended")


def check_flock_later(fork: Fork, claim: Reason) -> None:
    turns = [step for mover, step, _ in moves(fork) if mover == fork.seat and step.startswith(("lay", "flock"))]
    lays = turns[: turns.index(fork.best)]
    assert len([step for step in lays if step.startswith("lay")]) == claim.details["count"]
    assert not any(step.split()[1] == fork.best.split()[1] for step in lays), "they were never given away"


CHECKS: dict[str, Callable[[Fork, Reason], None]] = {
    **dict.fromkeys(("captures", "captures flock", "captures big"), check_capture),
    **dict.fromkeys(("lays", "lays last"), check_lay),
    "keeps last": check_keep,
    **dict.fromkeys(("new species", "small flock", "big flock"), check_flock),
    "waits big": check_wait,
    **dict.fromkeys(("took", "took nothing"), check_took),
    **dict.fromkeys(("gave", "gave flock"), check_gave),
    "row taken": check_row,
    "odds": check_odds,
    "others lose": check_others_lose,
    "lost": check_lost,
    "flock later": check_flock_later,
}
