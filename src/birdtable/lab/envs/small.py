"""A small Birdie and a small CuBirds: ends of matches, by the same law, whose trees can be walked as a whole.

Both begin at one of several positions, which differ in the hands: chance deals what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources

import msgspec

from birdtable.games.birdie.cards import COPIES, KINDS, TRAITS
from birdtable.games.cubirds.cards import COUNTS, SPECIES

FREE = ("spring", "winter")
"""Boxes of the small Birdie that are not written."""
FIRST_ROUND = "old_piles=OsOuPsPu,OaOwPaPw old_turns=OsOu+2,OaOw+2"
"""Each laid both opening cards, so that no card of it is unknown."""
ROWS = ("DORM", "MTRD", "WPDM", "FMPD")
PILE = "RRRR"


def small_birdie() -> str:
    """The last cards of round 2: three in the display, one in the bird deck, and one in each hand, of four unseen.

    All abilities are used and all boxes but two are written, the same ones for both. The second player has 2 points
    more.
    """
    unseen, display = {"Ws": 2, "Rw": 2}, ["Ws", "Rw", "Rw"]
    deals = [(first, second) for first in unseen for second in unseen]
    return " / ".join(
        f"{ways(unseen, hands)} {birdie_position(unseen, display, hands)}" for hands in deals if ways(unseen, hands)
    )


def ways(unseen: Mapping[str, int], hands: Iterable[str]) -> int:
    """In how many ways two players can be dealt one card each."""
    first, second = hands
    return unseen[first] * (unseen[second] - (first == second))


def birdie_position(unseen: Mapping[str, int], display: list[str], hands: tuple[str, str]) -> str:
    board, better = (
        ".".join(f"{trait}:{5 if trait == best else 3}" for trait in TRAITS if trait not in FREE)
        for best in ("", "pigeon")
    )
    used = "woodpecker:1.owl:1.pigeon:1.robin:1"
    left = {kind: COPIES - unseen.get(kind, 0) - display.count(kind) for kind in KINDS}
    gone = "".join(f"{kind}{number}" for kind, number in left.items() if number)
    return (
        f"seats=2 phase=turn round=2 deck=1 display={''.join(display)} hands={','.join(hands)} "
        f"boxes={board},{better} used={used},{used} gone={gone} {FIRST_ROUND}"
    )


def small_cubirds() -> str:
    """The last two turns: each player has a robin, an owl, and one of two owls and a toucan; the third is in the pile.

    The rows have one more owl, with which two become a flock.
    """
    deals = (("OOR", "OOR"), ("OOR", "OTR"), ("OTR", "OOR"))
    return " / ".join(f"1 {cubirds_position(hands)}" for hands in deals)


def cubirds_position(hands: tuple[str, str]) -> str:
    collections = ("D", "P")
    hidden = "".join(hands)
    rest = "T" if "T" not in hidden else "O"
    elsewhere = "".join([*ROWS, hidden, rest, *collections, PILE])
    left = {species: number - elsewhere.count(species) for species, number in zip(SPECIES, COUNTS, strict=True)}
    discard = "".join(f"{species}{number}" for species, number in left.items() if number)
    return (
        f"seats=2 phase=lay turn_limit=2 rows={','.join(ROWS)} hands={','.join(hands)} "
        f"collections={','.join(collections)} discard={discard}"
    )


SMALL = {"birdie": small_birdie(), "cubirds": small_cubirds()}
"""The parameter ``position`` of each."""


class Tree(msgspec.Struct):
    """How large a small game is, and what a best response wins (``exploitability.py``)."""

    nodes: dict[str, int]
    """By their kind."""
    information_states: list[int]
    """By seat, where it decides."""
    nash_conv: dict[str, float]
    """By player, rounded to 4 places."""


def read_trees() -> dict[str, Tree]:
    """The figures that were measured."""
    text = resources.files("birdtable.lab").joinpath("exploitability.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Tree])
