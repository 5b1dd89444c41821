"""The language that the terminal speaks: messages looked up in the catalogues and filled in."""

from __future__ import annotations

import os
from collections.abc import Mapping

from birdtable.game import BadInput, Event, IllegalStep, fill
from birdtable.languages import LANGUAGES, catalogue
from birdtable.texts import event_text, word_text

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Speech:
    """``t``, ``tn`` and ``tc`` take literal messages, so that a test can check them against the catalogues."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.translations = catalogue(language)

    def t(self, message: str, **places: object) -> str:
        return self.translations.gettext(message).format(**places)

    def tn(self, one: str, many: str, n: int, **places: object) -> str:
        """A message that counts: ``n`` chooses the form and fills ``{n}``."""
        return self.translations.ngettext(one, many, n).format(n=n, **places)

    def word(self, game: str, word: str) -> str:
        """A word of a game, such as a trait or a species."""
        return word_text(game, word, self.translations)

    def event(self, game: str, event: Event, names: list[str]) -> str:
        """A sentence with its full stop, or nothing; ``event`` must have been redacted for the reader."""
        sentence = event_text(game, event, names, self.translations)
        return f"{sentence}." if sentence else ""

    def fill(self, game: str, message: str, details: Mapping[str, str | int]) -> str:
        """A message that came with its details; words of the game, if there is one, are translated too."""
        places = {name: self.word(game, at) if game and isinstance(at, str) else at for name, at in details.items()}
        return fill(self.translations.gettext(message), places)

    def refusal(self, game: str, error: IllegalStep | BadInput) -> str:
        """Why something is refused, and the clause that says so."""
        sentence = self.fill(game, error.reason, error.details)
        return f"{sentence[:1].upper()}{sentence[1:]}" + (f" [{error.clause}]" if error.clause else "")


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, if we have it, else English."""
    for variable in VARIABLES:
        if value := environment.get(variable):
            code = value[:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def speech(language: str = "") -> Speech:
    """The language with these two letters, or that of the environment."""
    return Speech(language or language_of())
