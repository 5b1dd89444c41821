"""A game of CuBirds on paper: what flocks bring, what collections are worth, who wins."""

from __future__ import annotations

from collections import Counter

from birdtable import catalog
from birdtable.companion.base import Fault
from birdtable.companion.cubirds.odds import winning_odds
from birdtable.companion.cubirds.sheet import Bird, Brought, Collected, CuBirdsAnswer, CuBirdsSheet
from birdtable.companion.words import Unfit, Words
from birdtable.games.cubirds import flocks
from birdtable.games.cubirds.cards import COUNTS, ENOUGH_SPECIES, NAMES, SMALL, SPECIES, parse_cards


def cubirds_answer(sheet: CuBirdsSheet, words: Words) -> CuBirdsAnswer:
    catalog.game("cubirds").check_seats(len(sheet.players))
    collections = [Counter[str]() for _ in sheet.players]
    brought = []
    faults: list[Fault] = []
    for number, bird in enumerate(sheet.birds):
        if bird.seat >= len(sheet.players) or bird.species not in SPECIES:
            raise Unfit(words.t("Entry {n}: there is no such player or species.", n=number + 1), "C1.1")
        if not bird.species:
            text = words.t("{name} has no cards left: the round ends", name=sheet.players[bird.seat])
            brought.append(Brought(added=0, text=text, clause="C4.1"))
            continue
        try:
            came = bring(bird, sum((each[bird.species] for each in collections), 0), words)
        except Unfit as unfit:
            faults.append(unfit.fault(number, bird.seat))
            came = Brought(added=0, text=unfit.text, clause=unfit.clause)
        collections[bird.seat][bird.species] += came.added
        brought.append(came)
    collected = tuple(look(collection, words) for collection in collections)
    winners, clause = winners_of(collected, ended=sheet.ended)
    if len(winners) > 1 and clause == "C5.1":
        text = words.t("Two collections win, but only the player whose turn it was can have won.")
        faults.append(Fault(round=-1, seat=-1, text=text, clause="C5.1"))
        winners = ()
    last = sheet.birds[-1] if sheet.birds else None
    return CuBirdsAnswer(
        collections=collected,
        brought=tuple(brought),
        over=bool(winners),
        winners=winners,
        clause=clause,
        round=1 + sum(not bird.species for bird in sheet.birds),
        odds=()
        if sheet.ended or any(each.wins for each in collected)
        else winning_odds(tuple(map(letters, collected)), last.seat if last and not last.species else None),
        faults=tuple(faults),
    )


def bring(bird: Bird, lying: int, words: Words) -> Brought:
    """[C3.5] What goes to a collection; ``lying`` birds of the species are in collections already."""
    kind = SPECIES.index(bird.species)
    name = words.word(NAMES[kind])
    left = COUNTS[kind] - lying
    added = flocks.flock_brings(kind, bird.flock)
    if bird.flock and not added:
        raise Unfit(
            words.t(
                "{species}: {n} are fewer than a small flock ({small})", species=name, n=bird.flock, small=SMALL[kind]
            ),
            "C3.5",
        )
    if max(bird.flock, 1) > left:
        raise Unfit(
            words.t(
                "{species}: there are {all} cards, but {n} lie in collections", species=name, all=COUNTS[kind], n=lying
            ),
            "C1.1",
        )
    if not bird.flock:
        return Brought(added=1, text=words.t("{species}: 1 bird to the collection", species=name), clause="C2.3")
    if added > 1:
        return Brought(
            added=added,
            text=words.t("{species}: {n} are a big flock, 2 collected", species=name, n=bird.flock),
            clause="C3.5",
        )
    return Brought(
        added=added,
        text=words.t("{species}: {n} are a small flock, 1 collected", species=name, n=bird.flock),
        clause="C3.5",
    )


def look(collection: Counter[str], words: Words) -> Collected:
    """[C5.1] Whether the collection wins, and by what."""
    counts = {species: collection[species] for species in SPECIES if collection[species]}
    cards = parse_cards(collection.elements())
    species, wins = flocks.different(cards), flocks.wins(cards)
    by_species = words.t("7 different species") if species >= ENOUGH_SPECIES else ""
    return Collected(
        collection=counts,
        birds=sum(counts.values()),
        species=species,
        threes=flocks.triples(cards),
        wins=wins,
        why=by_species or (words.t("2 species of at least 3 birds") if wins else ""),
    )


def letters(collected: Collected) -> str:
    return "".join(species * number for species, number in collected.collection.items())


def winners_of(collected: tuple[Collected, ...], *, ended: bool) -> tuple[tuple[int, ...], str]:
    """[C5.1] Who has enough; [C5.2] else, when the cards ran out, who has most; ties share the victory."""
    enough = tuple(seat for seat, each in enumerate(collected) if each.wins)
    if enough:
        return enough, "C5.1"
    if not ended:
        return (), ""
    return flocks.most_cards([each.birds for each in collected]), "C5.2"
