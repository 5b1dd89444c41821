"""Opening hands that nobody at the device saw: two cards for each person and round that fit all that was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from birdtable.games.birdie.cards import COPIES, OPENING_HAND
from birdtable.games.birdie.imagine import likely_openings
from birdtable.games.birdie.view import Played

Place = tuple[int, int]
"""A round and a seat."""
Openings = dict[Place, tuple[int, ...]]


def fitting_openings(places: list[Place], seen: Counter[int], rows: Mapping[Place, Played]) -> Openings | None:
    """An opening hand for each of the places, all of one shuffle, or nothing if no cards do.

    ``seen`` are the cards of the shuffle that were turned up; of those whose row lies open only the openings are tried
    that could have led to it.
    """
    left = [COPIES - seen[kind] for kind in range(16)]
    if min(left) < 0:
        return None
    known = [place for place in places if place in rows]
    choices = {place: [tuple(opening) for opening, _ in likely_openings(rows[place])] for place in known}
    found = choose(sorted(known, key=lambda place: len(choices[place])), choices, left)
    if found is None:
        return None
    for place in places:
        if place not in found:
            found[place] = tuple(take_any(left) for _ in range(OPENING_HAND))
    return found


def choose(places: list[Place], choices: dict[Place, list[tuple[int, ...]]], left: list[int]) -> Openings | None:
    """Takes the cards out of ``left``, or leaves it as it was."""
    if not places:
        return {}
    for opening in choices[places[0]]:
        for kind in opening:
            left[kind] -= 1
        found = choose(places[1:], choices, left) if min(left) >= 0 else None
        if found is not None:
            return {places[0]: opening, **found}
        for kind in opening:
            left[kind] += 1
    return None


def take_any(left: list[int]) -> int:
    kind = max(range(16), key=left.__getitem__)
    left[kind] -= 1
    return kind
