"""Cards as text: always their letters, with a colour that says the same again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from birdtable.terminal.speech import Speech


class CardFaces(NamedTuple):
    """How the cards of a game look and what they are called."""

    game: str
    colours: Mapping[str, str]
    """By card."""
    words: Mapping[str, Sequence[str]]
    """By card: its bird and its season, or its species."""

    def text(self, card: str, pick: str = "", *, marked: bool = False) -> Text:
        """A card that can be clicked to ``pick`` it. A marked one is underlined and bold."""
        style = Style(color="#101010", bgcolor=self.colours[card], bold=marked, underline=marked)
        return Text(card, style + Style(meta={"pick": pick}) if pick else style)

    def row(self, cards: Iterable[str], zone: str = "") -> Text:
        """Cards side by side, ``-`` if there are none; in a zone each can be picked, as in ``display Rs``."""
        texts = [self.text(card, f"{zone} {card}" if zone else "") for card in cards]
        return Text(" ").join(texts) if texts else Text("-")

    def name(self, card: str, say: Speech) -> str:
        """``robin, spring``; ``parrot``."""
        return ", ".join(say.word(self.game, word) for word in self.words[card])

    def spell_out(self, cards: Sequence[str], say: Speech) -> str:
        """Each kind of card with its letters and its name, for listeners: ``2 Rs (robin, spring), Ow (...)``."""
        return ", ".join(
            f"{f'{count} ' if count > 1 else ''}{card} ({self.name(card, say)})"
            for card, count in Counter(cards).items()
        )
