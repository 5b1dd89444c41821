"""A small CuBirds: the end of a match, by the same law, whose tree can be searched completely."""

from __future__ import annotations

from birdtable.games.cubirds.cards import COUNTS, SPECIES

ROWS = ("DORM", "MTRD", "WPDM", "FMPD")
PILE = "RRRR"


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
