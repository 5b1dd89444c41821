"""A small Birdie: the end of a match, by the same law, whose tree can be searched completely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from birdtable.games.birdie.cards import COPIES, KINDS, TRAITS

FREE = ("spring", "winter")
"""Boxes of the small Birdie that are not written."""
FIRST_ROUND = "old_piles=OsOuPsPu,OaOwPaPw old_turns=OsOu+2,OaOw+2"
"""Each laid both opening cards, so that no card of it is unknown."""


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
