"""The cards of Birdie as text."""

from __future__ import annotations

from birdtable.games.birdie.cards import BIRDS, KINDS, SEASONS
from birdtable.terminal.cards import CardFaces

BIRD_OF = dict(zip("WOPR", BIRDS, strict=True))
SEASON_OF = dict(zip("suaw", SEASONS, strict=True))
TRAIT_LETTERS = {trait: letter for letter, trait in {**BIRD_OF, **SEASON_OF}.items()}
"""How a trait is written where there is little room: as on the cards."""

SEASON_COLOURS = {"s": "#7ac79a", "u": "#f0e442", "a": "#e8a25c", "w": "#8cc8f0"}

FACES = CardFaces(
    "birdie",
    colours={card: SEASON_COLOURS[card[1]] for card in KINDS},
    words={card: (BIRD_OF[card[0]], SEASON_OF[card[1]]) for card in KINDS},
)
