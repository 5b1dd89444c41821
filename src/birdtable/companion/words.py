"""The sentences of score sheets, in the language of whoever looks at one."""

from __future__ import annotations

from gettext import NullTranslations

from birdtable.companion.sheets import Fault

CONTEXTS = {"birdie": "birdie", "cubirds": "CuBirds"}
"""Under which the words of a game stand in the catalogues."""


class Words:
    """``t`` wants literal messages, so that they can be found and held against the catalogues."""

    def __init__(self, game: str, translations: NullTranslations) -> None:
        self.game = game
        self.translations = translations

    def t(self, message: str, **places: object) -> str:
        return self.translations.gettext(message).format(**places)

    def tn(self, one: str, many: str, n: int, **places: object) -> str:
        return self.translations.ngettext(one, many, n).format(n=n, **places)

    def word(self, word: str) -> str:
        """A trait or a species."""
        return self.translations.pgettext(CONTEXTS[self.game], word)


class Unfit(Exception):
    """An entry that cannot be; ``text`` says why, in somebody's language."""

    def __init__(self, text: str, clause: str) -> None:
        super().__init__(text)
        self.text = text
        self.clause = clause

    def fault(self, number: int, seat: int) -> Fault:
        return Fault(round=number, seat=seat, text=self.text, clause=self.clause)
