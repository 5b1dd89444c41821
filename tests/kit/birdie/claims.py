"""Checks of what a review of Birdie claims: each is worked out anew from the record, by the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.reasons import Reason
from birdtable.game import CHANCE, Step
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import BIRDS, KIND_OF, TRAITS
from birdtable.games.birdie.solver import next_step
from birdtable.games.birdie.view import BirdieView
from kit.birdie.brute import Brute

LETTERS = dict(zip("WOPR", BIRDS, strict=True)) | dict(zip("suaw", TRAITS[4:], strict=True))
LONGEST = 7
"""Cards that a brute force divides in no time in the expert game."""


def view_after(fork: Fork, step: Step) -> BirdieView:
    state = fork.state.copy()
    GAME.play(state, step)
    return GAME.view(state, fork.seat)


def has(card: str, trait: Any) -> bool:
    return trait in (LETTERS[card[0]], LETTERS[card[1]])


def is_empty(fork: Fork, trait: Any) -> bool:
    return trait not in fork.view.boards[fork.seat].boxes


def check_run(fork: Fork, claim: Reason) -> None:
    pile, trait, count = view_after(fork, fork.best).pile or [], claim.details["trait"], int(claim.details["count"])
    assert all(has(card, trait) for card in pile[-count:])
    assert len(pile) == count or not has(pile[-count - 1], trait)
    assert is_empty(fork, trait) == (claim.kind == "empty box")


def check_pair(fork: Fork, claim: Reason) -> None:
    card, other, trait = fork.best.split()[1], str(claim.details["card"]), claim.details["trait"]
    left = [*view_after(fork, fork.best).display, *fork.view.hand]
    assert other in left and has(card, trait) and has(other, trait) and is_empty(fork, trait)


def check_ability(fork: Fork, claim: Reason) -> None:
    verb, card = fork.best.split()
    bird = claim.kind.split()[0]
    held = [each for each in fork.view.hand if each[0] == card[0]]
    uses = fork.view.boards[fork.seat].used.get(bird, 0)
    assert verb == "take" and LETTERS[card[0]] == bird
    assert uses + len(held) < (2 if fork.view.options["expert"] else 1)
    assert bird != "owl" or (claim.kind == "owl moves") == (fork.view.options["owl"] == "move")


def check_later(fork: Fork, claim: Reason) -> None:
    verb, card = fork.best.split()
    assert verb == "take" and has(card, claim.details["trait"]) and has(fork.view.pile[-1], claim.details["trait"])


def check_worth(fork: Fork, claim: Reason) -> None:
    for step, points in ((fork.best, claim.details["count"]), (fork.step, claim.details["other"])):
        view = view_after(fork, step)
        row = tuple(KIND_OF[card] for card in view.pile or ())
        if view.options["expert"] and len(row) > LONGEST:
            continue
        board, options = view.boards[fork.seat], view.options
        brute = Brute(
            boxes={TRAITS.index(trait): value for trait, value in fork.view.boards[fork.seat].boxes.items()},
            flaps=board.flaps,
            records={BIRDS.index(bird): value for bird, value in view.records.items()},
            flap_values=tuple(options["flap_values"]),  # type: ignore[arg-type]
            choose=options["same_trait_sets"] == "choose",
            single=options["expert_removals"] == "single",
        )
        assert points == (brute.best_expert(row) if options["expert"] else brute.best_standard(row))[0]


def check_taken(fork: Fork, claim: Reason) -> None:
    """What others take can be read off their steps; it is gone when the display has no other of its kind."""
    state, card = fork.state.copy(), claim.details["card"]
    wanted = (f"take {card}", f"stack {card}")
    assert fork.best in wanted
    waiting = False
    for step in fork.record[fork.number - 1 :]:
        mover = state.to_move
        assert mover != fork.seat or (step not in wanted and not waiting), "nobody took it until the next turn"
        waiting = waiting or mover not in (fork.seat, CHANCE)
        GAME.apply(state, step)
        if mover not in (fork.seat, CHANCE) and step in wanted and card not in GAME.view(state, mover).display:
            assert mover == claim.seat
            return
    raise AssertionError("nobody took it")


def check_ways(fork: Fork, claim: Reason) -> None:
    unseen = GAME.unseen(fork.view)
    for step, count in ((fork.best, claim.details["count"]), (fork.step, claim.details["other"])):
        pile = view_after(fork, step).pile or []
        top = [trait for trait in TRAITS if pile and has(pile[-1], trait) and is_empty(fork, trait)]
        assert count == len([card for card in unseen if any(has(card, trait) for trait in top)])
    assert claim.details["all"] == len(unseen)


def check_pass(fork: Fork, claim: Reason) -> None:
    assert (fork.best if claim.kind == "pass" else fork.step) == "pass"
    assert view_after(fork, "pass").boards[fork.seat].passes[-1] == claim.details["count"]


def check_passed_later(fork: Fork, claim: Reason) -> None:
    """How the pass box of the round was filled in the end, and how long the pile was then."""
    state, before = fork.state.copy(), fork.view
    for step in fork.record[fork.number - 1 :]:
        pile = len(GAME.view(state, fork.seat).pile or ())
        pile += state.to_move == fork.seat and step.startswith(("stack", "add"))
        GAME.apply(state, step)
        passes = GAME.view(state, fork.seat).boards[fork.seat].passes
        if len(passes) >= before.round:
            count = passes[before.round - 1] if claim.kind == "passed later" else pile - len(before.pile)
            assert count == claim.details["count"]
            return
    raise AssertionError("there was no pass")


STEP_CHECKS: dict[str, Callable[[Fork, Reason], None]] = {
    "longer": check_run,
    "empty box": check_run,
    "pairs": check_pair,
    **dict.fromkeys((*BIRDS, "owl moves"), check_ability),
    "later": check_later,
    "worth": check_worth,
    "taken": check_taken,
    "ways": check_ways,
    "pass": check_pass,
    "passed": check_pass,
    "passed later": check_passed_later,
    "grew": check_passed_later,
}


class ScoredTwice:
    """A row as it was scored, and as a review would have scored it: both played by the rules."""

    def __init__(self, before: Any, seat: int, best: str, after: Any) -> None:
        self.seat, self.before = seat, GAME.view(before, seat)
        state, plan = before.copy(), best.split(", ")
        while not any(event.what == "scored" for event in GAME.play(state, next_step(plan, GAME.legal_steps(state)))):
            assert state.to_move == seat
        self.better, self.played = GAME.view(state, seat), GAME.view(after, seat)

    def points(self, view: BirdieView) -> int:
        return view.boards[self.seat].points - self.before.boards[self.seat].points

    def uses(self, view: BirdieView, bird: Any) -> bool:
        boards = view.boards[self.seat], self.before.boards[self.seat]
        return boards[0].used.get(bird, 0) > boards[1].used.get(bird, 0)

    def wins(self, view: BirdieView, bird: Any) -> bool:
        return view.trophies.get(bird) == self.seat != self.before.trophies.get(bird)

    def check(self, claim: Reason) -> None:
        said = dict(claim.details)
        ways = (self.better, self.played)
        boards = [view.boards[self.seat] for view in ways]
        match claim.kind:
            case "row":
                assert [said["count"], said["other"]] == [self.points(view) for view in ways]
            case "box":
                trait: Any = said["trait"]
                assert [said["count"], said["other"]] == [board.boxes.get(trait, 0) for board in boards]
                assert is_new(self.before, self.seat, trait)
            case "trophy":
                assert [self.wins(view, said["trait"]) for view in ways] == [True, False]
            case "spends" | "saves":
                assert [self.uses(view, said["ability"]) for view in ways] == [
                    claim.kind == "spends",
                    claim.kind == "saves",
                ]
            case _:
                raise AssertionError(claim.kind)


def is_new(view: BirdieView, seat: int, trait: str) -> bool:
    return trait not in view.boards[seat].boxes


ROW_KINDS = {"row", "box", "trophy", "spends", "saves"}
