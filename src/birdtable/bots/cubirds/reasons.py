"""Why a step of CuBirds is good."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.bots.advice.reasons import Reason, reason_of
from birdtable.game import Event, Step
from birdtable.games.cubirds.cards import BIG, SMALL, SPECIES
from birdtable.games.cubirds.view import CuBirdsView

REASONS = {
    "captures": "Takes these birds into your hand: {cards}.",
    "captures flock": "Takes {cards}: with them you have enough for a flock, {card}.",
    "captures big": "Takes {cards}: with them you have enough for a big flock, {card}.",
    "lays": "You give away {cards} and take nothing.",
    "lays last": "Your last cards: unless you draw, the round ends and the others lose their hands.",
    "draws": "Two more cards bring you closer to a flock.",
    "keeps": "With fewer cards in hand you can end the round.",
    "keeps last": "Your hand is empty: the round ends, and the others lose their hands.",
    "new species": "Completes a flock: {card} is new in your collection, species {count} of 7.",
    "small flock": "Completes a small flock: one {card} for your collection.",
    "big flock": "Completes a big flock: two {card} for your collection.",
    "waits big": "You have {count} of {card}: {size} would bring two birds instead of one.",
    "waits": "Keeping the cards promises more than a flock now.",
}


def because(name: str, **details: str | int) -> Reason:
    return reason_of(REASONS, name, details)


def step_reason(view: CuBirdsView, step: Step, events: Sequence[Event]) -> Reason:
    verb, *rest = step.split()
    match verb:
        case "lay":
            return lay_reason(view, rest[0], events)
        case "flock":
            return flock_reason(view, rest[0], events)
        case "draw":
            return because("draws")
        case "keep":
            return because("keeps" if view.hand else "keeps last")
        case _:
            return wait_reason(view)


def lay_reason(view: CuBirdsView, species: str, events: Sequence[Event]) -> Reason:
    hand = view.hand or []
    taken = "".join(event.cards for event in events if event.what == "took")
    if not taken:
        laid = [card for card in hand if card == species]
        return because("lays last") if len(laid) == len(hand) else because("lays", cards=" ".join(laid))
    for name, sizes in (("captures big", BIG), ("captures flock", SMALL)):
        for card, size in zip(SPECIES, sizes, strict=True):
            held = hand.count(card) if card != species else 0
            if held < size <= held + taken.count(card):
                return because(name, cards=" ".join(taken), card=card)
    return because("captures", cards=" ".join(taken))


def flock_reason(view: CuBirdsView, species: str, events: Sequence[Event]) -> Reason:
    kept = sum(event.count for event in events if event.what == "collected")
    mine = view.collections[view.seat]
    if species not in mine:
        return because("new species", card=species, count=len(set(mine)) + 1)
    return because("big flock" if kept > 1 else "small flock", card=species)


def wait_reason(view: CuBirdsView) -> Reason:
    """A flock was possible and is kept back: perhaps for a big one."""
    for card, small, big in zip(SPECIES, SMALL, BIG, strict=True):
        if small <= (held := (view.hand or []).count(card)) < big:
            return because("waits big", card=card, count=held, size=big)
    return because("waits")
