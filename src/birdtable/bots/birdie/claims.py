"""What a review of Birdie can claim about a costly decision: facts only, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.reasons import Reason, claim_of
from birdtable.bots.birdie.planning import counting_clock
from birdtable.bots.birdie.reasons import step_reason, traits
from birdtable.bots.birdie.turned_row import TICKS
from birdtable.game import NOBODY, Seat, Step
from birdtable.games.birdie.cards import BIRDS, TRAITS
from birdtable.games.birdie.points import pass_points
from birdtable.games.birdie.solver import solve
from birdtable.games.birdie.solver.from_view import problem_of
from birdtable.games.birdie.solver.sheet import Line
from birdtable.games.birdie.view import BirdieView
from birdtable.wording import Sentence

FACTS = frozenset(
    ("longer", "empty box", "pairs", "woodpecker", "owl", "owl moves", "pigeon", "robin", "later")
)  # fmt: skip
"""The reasons of hints that state facts and no more."""

CLAIMS = {
    # A turn
    "worth": Sentence(
        "Scored right after it, your pile would bring {count} points; after what you played, {other}.",
        one="Scored right after it, your pile would bring {count} point; after what you played, {other}.",
    ),
    "taken": Sentence("{name} took it before your next turn: {card}."),
    "ways": Sentence(
        "After it, {count} of the {all} unseen cards continue a run for an empty box; after what you played, {other}.",
        one="After it, {count} of the {all} unseen cards continues a run for an empty box; after what you played, "
        "{other}.",
    ),
    "pass": Sentence(
        "Passing would have written {count} points.",
        one="Passing would have written {count} point.",
    ),
    "passed later": Sentence(
        "When you did pass, it was for {count} points.",
        one="When you did pass, it was for {count} point.",
    ),
    "grew": Sentence(
        "By then your pile had grown by {count} cards.",
        one="By then your pile had grown by {count} card.",
    ),
    "passed": Sentence(
        "Your pass wrote {count} points.",
        one="Your pass wrote {count} point.",
    ),
    # A row
    "row": Sentence(
        "The row could have brought {count} points; it brought {other}.",
        one="The row could have brought {count} point; it brought {other}.",
    ),
    "box": Sentence(
        "{count} points could have gone into a box that got {other}: {trait}.",
        one="{count} point could have gone into a box that got {other}: {trait}.",
    ),
    "trophy": Sentence("It would have won a trophy: {trait}."),
    "spends": Sentence("It uses an ability that you did not use: {ability}."),
    "saves": Sentence("It keeps an ability that you used: {ability}."),
}


def claim(kind: str, seat: Seat = NOBODY, **details: str | int) -> Reason:
    return claim_of(CLAIMS, kind, details, seat)


def step_claims(fork: Fork) -> Iterator[Reason]:
    view: BirdieView = fork.view
    verb, _, card = fork.best.partition(" ")
    why = step_reason(view, fork.best, ())
    if why.kind in FACTS:
        yield why
    if verb == "pass":
        yield from pass_claims(fork)
    if fork.step == "pass" and (points := pass_points(view.seats, len(view.passed))):
        yield claim("passed", count=points)
    yield from worth_claim(view, fork.best, fork.step)
    if verb in ("take", "stack") and fork.step != "pass":
        yield from taken_claim(fork, card)
    yield from ways_claim(fork)


def pile_after(view: BirdieView, step: Step) -> list[str]:
    verb, _, card = step.partition(" ")
    pile = list(view.pile or ())
    return [*pile, card] if verb in ("stack", "add") else pile


def worth_claim(view: BirdieView, best: Step, step: Step) -> Iterator[Reason]:
    better, played = (pile_worth(view, pile_after(view, each)) for each in (best, step))
    if better is not None and played is not None and better > played:
        yield claim("worth", count=better, other=played)


def pile_worth(view: BirdieView, pile: Sequence[str]) -> int | None:
    """The points that these cards would bring as a row, without abilities, if that can be told for sure."""
    row = msgspec.structs.replace(view, row=list(pile))
    found = solve(problem_of(row, {}, open_value=0, time=TICKS), counting_clock())
    return int(found.gain) if found.proved else None


def taken_claim(fork: Fork, card: str) -> Iterator[Reason]:
    """Somebody took the last of these cards: while there is another of its kind, nothing is gone."""
    left = fork.view.display.count(card)
    for mover, step, events in fork.play_and_others():
        if mover == fork.seat:
            if step in (f"take {card}", f"stack {card}"):
                return
            continue
        for event in events:
            count = event.cards.split().count(card)
            if event.what == "refilled":
                left += count
            elif event.what in ("took", "stacked") and count:
                left -= count
                if not left:
                    yield claim("taken", mover, card=card)
                    return


def ways_claim(fork: Fork) -> Iterator[Reason]:
    unseen = fork.game.unseen(fork.view)
    better, played = (ways_open(fork.view, pile_after(fork.view, each), unseen) for each in (fork.best, fork.step))
    if better > played:
        yield claim("ways", count=better, all=len(unseen), other=played)


def ways_open(view: BirdieView, pile: Sequence[str], cards: Sequence[str]) -> int:
    """How many of the cards would continue a run at the end of the pile for a box that is still empty."""
    if not pile:
        return 0
    boxes = view.boards[view.seat].boxes
    places = [place for place, trait in traits(pile[-1]) if trait not in boxes]
    return sum(any(card[place] == pile[-1][place] for place in places) for card in cards)


def pass_claims(fork: Fork) -> Iterator[Reason]:
    view: BirdieView = fork.view
    if points := pass_points(view.seats, len(view.passed)):
        yield claim("pass", count=points)
    grown = 0
    for mover, step, events in fork.ahead():
        grown += mover == fork.seat and step.startswith(("stack", "add"))
        for event in events:
            if event.what == "passed" and event.seat == fork.seat:
                yield claim("passed later", count=event.points)
                if grown:
                    yield claim("grew", count=grown)
                return


class Way(NamedTuple):
    """A way to score a row."""

    written: int
    """Points, without what is kept for round 2."""
    lines: Sequence[Line]
    used: set[str]
    """The birds whose abilities it uses."""

    def boxes(self) -> dict[str, int]:
        """What it writes into them, by trait."""
        written = ("written", "copied", "put")
        return {TRAITS[line.trait]: round(line.points) for line in self.lines if line.what in written}

    def trophies(self) -> set[str]:
        return {TRAITS[line.trait] for line in self.lines if line.what == "trophy"}


def row_claims(played: Way, better: Way) -> list[Reason]:
    """About a row that could have been scored better."""
    found: list[Reason] = []
    if better.written > played.written:
        found.append(claim("row", count=better.written, other=played.written))
    to, had = better.boxes(), played.boxes()
    trait = max(TRAITS, key=lambda each: to.get(each, 0) - had.get(each, 0))
    if to.get(trait, 0) > had.get(trait, 0):
        found.append(claim("box", count=to[trait], other=had.get(trait, 0), trait=trait))
    won = better.trophies() - played.trophies()
    found += [claim("trophy", trait=each) for each in BIRDS if each in won]
    found += [claim("spends", ability=each) for each in BIRDS if each in better.used - played.used]
    found += [claim("saves", ability=each) for each in BIRDS if each in played.used - better.used]
    return found
