"""Cards as text: always their letters, with a colour that says the same again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text

from birdtable.games.birdie.cards import BIRDS, SEASONS
from birdtable.games.cubirds.cards import NAMES, SPECIES
from birdtable.terminal.speech import Speech

BIRD_OF = dict(zip("WOPR", BIRDS, strict=True))
SEASON_OF = dict(zip("suaw", SEASONS, strict=True))
TRAIT_LETTERS = {trait: letter for letter, trait in {**BIRD_OF, **SEASON_OF}.items()}
"""How a trait is written where there is little room: as on the cards."""
SPECIES_OF = dict(zip(SPECIES, NAMES, strict=True))

SEASON_COLOURS = {"s": "#7ac79a", "u": "#f0e442", "a": "#e8a25c", "w": "#8cc8f0"}
SPECIES_COLOURS = {
    "F": "#f2a9c4",
    "O": "#c9a27a",
    "T": "#f0c04a",
    "D": "#7ac79a",
    "P": "#b6d957",
    "M": "#c8ccd4",
    "R": "#f08a6a",
    "W": "#8cc8f0",
}


def colour_of(card: str) -> str:
    return SEASON_COLOURS[card[1]] if len(card) == 2 else SPECIES_COLOURS[card]


def card_text(card: str, pick: str = "", *, marked: bool = False) -> Text:
    """A card that can be clicked to ``pick`` it. A marked one is underlined and bold."""
    style = Style(color="#101010", bgcolor=colour_of(card), bold=marked, underline=marked)
    return Text(card, style + Style(meta={"pick": pick}) if pick else style)


def cards_text(cards: Iterable[str], zone: str = "") -> Text:
    """Cards side by side; in a zone each can be picked, as in ``display Rs``."""
    return Text(" ").join(card_text(card, f"{zone} {card}" if zone else "") for card in cards)


def card_name(card: str, say: Speech) -> str:
    """``robin, spring``; ``parrot``."""
    if len(card) == 1:
        return say.word("cubirds", SPECIES_OF[card])
    return f"{say.word('birdie', BIRD_OF[card[0]])}, {say.word('birdie', SEASON_OF[card[1]])}"


def spelled(cards: Sequence[str], say: Speech) -> str:
    """Every kind of card with its letters and its name, for those who listen: ``2 Rs (robin, spring), Ow (...)``."""
    return ", ".join(
        f"{f'{count} ' if count > 1 else ''}{card} ({card_name(card, say)})" for card, count in Counter(cards).items()
    )
