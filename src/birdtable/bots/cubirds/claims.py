"""What a review of CuBirds can claim about a costly decision: facts only, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from birdtable.bots.advice.fork import Fork
from birdtable.bots.advice.reasons import Reason, claim_of
from birdtable.bots.cubirds.reasons import step_reason
from birdtable.game import NOBODY, Seat, Step
from birdtable.games.cubirds.cards import BIG, DRAW_SIZE, SMALL, SPECIES
from birdtable.games.cubirds.view import CuBirdsView
from birdtable.wording import Sentence

FACTS = frozenset(
    (
        "captures",
        "captures flock",
        "captures big",
        "lays",
        "lays last",
        "keeps last",
        "new species",
        "small flock",
        "big flock",
        "waits big",
    )
)
"""The reasons of hints that state facts and no more."""

CLAIMS = {
    "took": Sentence("What you played took {cards}."),
    "took nothing": Sentence("What you played took nothing."),
    "gave flock": Sentence("You gave away {cards}: enough for a flock."),
    "gave": Sentence("You gave away {cards}; a flock takes {count} of them."),
    "row taken": Sentence("{name} took these from that row before your next turn: {cards}."),
    "odds": Sentence(
        "{count} of the {all} unseen cards complete a flock of yours: about {chance}% with two draws.",
        one="{count} of the {all} unseen cards completes a flock of yours: about {chance}% with two draws.",
    ),
    "others lose": Sentence(
        "The others would have lost {count} cards.", one="The others would have lost {count} card."
    ),
    "lost": Sentence("When the round ended, you lost these: {cards}."),
    "flock later": Sentence(
        "You completed that flock {count} turns later.", one="You completed that flock {count} turn later."
    ),
}


def claim(kind: str, seat: Seat = NOBODY, **details: str | int) -> Reason:
    return claim_of(CLAIMS, kind, details, seat)


def step_claims(fork: Fork) -> Iterator[Reason]:
    why = step_reason(fork.view, fork.best, fork.events_of(fork.best))
    if why.kind in FACTS:
        yield why
    match fork.best.split():
        case "lay", species, row, _:
            yield from lay_claims(fork, species, row)
        case "flock", species:
            yield from flock_claims(fork, species)
        case ["draw"]:
            yield from draw_claims(fork.view, fork.game.unseen(fork.view))
        case ["keep"] if not fork.view.hand:
            yield claim("others lose", count=sum(fork.view.hands))
        case _:
            pass


def lay_claims(fork: Fork, species: str, row: str) -> Iterator[Reason]:
    _, given, given_row, _ = fork.step.split()
    better, played = cards_taken(fork, fork.best), cards_taken(fork, fork.step)
    if better and not played:
        yield claim("took nothing")
    elif better and sorted(better) != sorted(played):
        yield claim("took", cards=spread(played))
    count, size = (fork.view.hand or []).count(given), SMALL[SPECIES.index(given)]
    if given != species and count >= size:
        yield claim("gave flock", cards=spread(given * count))
    if better and row != given_row:
        yield from row_claims(fork, row)
    if given != species and 1 < count < size:
        yield claim("gave", cards=spread(given * count), count=size)


def cards_taken(fork: Fork, step: Step) -> str:
    return "".join(event.cards for event in fork.events_of(step) if event.what == "took")


def spread(cards: str) -> str:
    """As hints have several cards."""
    return " ".join(cards)


def row_claims(fork: Fork, row: str) -> Iterator[Reason]:
    """Somebody took birds from the row that was left."""
    for mover, step, events in fork.play_and_others():
        taken = "".join(event.cards for event in events if event.what == "took")
        if mover != fork.seat and taken and step.split()[2] == row:
            yield claim("row taken", mover, cards=spread(taken))
            return


def draw_claims(view: CuBirdsView, unseen: list[str]) -> Iterator[Reason]:
    """All unseen cards are taken for equally likely: what hands cannot hold is left aside, hence *about*."""
    hand = view.hand or []
    wanted = {card for card, *sizes in zip(SPECIES, SMALL, BIG, strict=True) if hand.count(card) + 1 in sizes}
    count, all_cards = sum(card in wanted for card in unseen), len(unseen)
    if count and all_cards > DRAW_SIZE:
        chance = 1 - comb(all_cards - count, DRAW_SIZE) / comb(all_cards, DRAW_SIZE)
        yield claim("odds", count=count, all=all_cards, chance=round(100 * chance))


def flock_claims(fork: Fork, species: str) -> Iterator[Reason]:
    """What became of the birds that were kept back."""
    if fork.step != "end":
        return
    turns = 0
    for mover, step, events in fork.ahead():
        if mover == fork.seat and step.startswith(f"lay {species}"):
            return
        turns += mover == fork.seat and step.startswith("lay")
        if mover == fork.seat and step == f"flock {species}":
            yield claim("flock later", count=turns)
            return
        lost = [event.cards for event in events if event.what == "hand discarded" and event.seat == fork.seat]
        if count := "".join(lost).count(species):
            yield claim("lost", cards=spread(species * count))
        if any(event.what == "round ended" for event in events):
            return
