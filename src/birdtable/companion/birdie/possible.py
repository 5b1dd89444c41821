"""What is possible with the cards there are: any other entry is refused with the clause that forbids it."""

from __future__ import annotations

from birdtable.companion.birdie.sheet import Scoring
from birdtable.companion.words import Unfit, Words
from birdtable.games.birdie.cards import (
    BIRDS,
    KIND_OF,
    MAX_RUN,
    MOST_COPIED,
    OPENING_HAND,
    PIGEON_MARKS,
    SEASONS,
)
from birdtable.games.birdie.points import most_shown


def most_cards(seats: int) -> int:
    """The most cards that one player can have got in a round.

    All others but one pass at once, and that one takes 1 as long as there is something to take: of every three cards
    two are mine. When this other player passes I have one more action [B4.2].
    """
    return 2 * ((most_shown(seats) + 2) // 3) + OPENING_HAND


def check_cards(seats: int, scoring: Scoring, words: Words) -> None:
    """[B3.3] Row and hand together; for each card that Robin brought another one was discarded."""
    spent = sum(count for bird, count in scoring.spent.items() if bird != "robin")
    held, most = len(scoring.row.split()) + len(scoring.hand.split()) + spent, most_cards(seats)
    if held > most:
        text = words.t(
            "{n} cards: with {seats} players nobody gets more than {most} in a round", n=held, seats=seats, most=most
        )
        raise Unfit(text, "B3.3")


def check_written(seats: int, scoring: Scoring, wrote: dict[str, int], places_left: int, words: Words) -> None:
    """Sets are of cards that there are, no card is in two of them, and every set written makes a Flap mark."""
    owls, pigeons = scoring.spent.get("owl", 0), scoring.spent.get("pigeon", 0)
    for trait, value in wrote.items():
        there_are = cards_with(trait, scoring) if scoring.row else MAX_RUN
        if value > max(there_are, MOST_COPIED if owls else 0):
            text = words.t(
                "{trait}: {n}, but there are only {all} such cards", all=there_are, n=value, trait=words.word(trait)
            )
            raise Unfit(text, "B5.6")
    in_sets, most = sum(wrote.values()) - MOST_COPIED * owls, most_cards(seats)
    if in_sets > most:
        text = words.t(
            "Sets of {n} cards: with {seats} players nobody gets more than {most} in a round",
            n=in_sets,
            seats=seats,
            most=most,
        )
        raise Unfit(text, "B3.3")
    marks = len(wrote) + PIGEON_MARKS * pigeons
    if not min(marks - owls, places_left) <= scoring.marks <= marks:
        text = words.t("Flap marks: {n}; every set written makes one, and Pigeon two", n=scoring.marks)
        raise Unfit(text, "B5.7")


def cards_with(trait: str, scoring: Scoring) -> int:
    """The cards of the row that have the trait, and those that Robin may have brought."""
    kinds = [KIND_OF[card] for card in scoring.row.split()]
    if trait in BIRDS:
        found = sum(kind >> 2 == BIRDS.index(trait) for kind in kinds)
    else:
        found = sum(kind & 3 == SEASONS.index(trait) for kind in kinds)
    return min(MAX_RUN, found + scoring.spent.get("robin", 0))
