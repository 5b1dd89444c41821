"""The sentences of score sheets, in the language of whoever looks at one."""

from __future__ import annotations

from collections.abc import Collection
from gettext import NullTranslations

from birdtable.companion.base import Fault
from birdtable.game import BadInput, BirdtableError, IllegalStep, fill
from birdtable.texts import word_text


class Words:
    """``t`` and ``tn`` take literal messages, so that a test can check them against the catalogues."""

    def __init__(self, game: str, translations: NullTranslations) -> None:
        self.game = game
        self.translations = translations

    def t(self, message: str, **places: object) -> str:
        return self.translations.gettext(message).format(**places)

    def tn(self, one: str, many: str, n: int, **places: object) -> str:
        return self.translations.ngettext(one, many, n).format(n=n, **places)

    def word(self, word: str) -> str:
        """A trait or a species."""
        return word_text(self.game, word, self.translations)

    def whole(self, error: BadInput, known: Collection[str]) -> BadInput:
        """Why a sheet makes no sense as a whole. Reasons that are not ``known`` are left as the game puts them."""
        if error.reason in known:
            text = self.t(error.reason, **error.details)
        else:
            text = self.t("This score sheet makes no sense: {what}", what=fill(error.reason, error.details))
        return BadInput(f"{text} [{error.clause}]" if error.clause else text)

    def refusal(self, error: BirdtableError) -> Unfit:
        """Why the rules do not allow a step. A step that does not exist is named, without a clause."""
        if not isinstance(error, IllegalStep):
            return Unfit(self.t("{step} is not a step of a scoring", step=str(error)), "")
        places = {name: self.word(at) if isinstance(at, str) else at for name, at in error.details.items()}
        return Unfit(self.t(error.reason, **places), error.clause)


class Unfit(Exception):
    """An entry that is impossible; ``text`` says why, in the language of whoever asks."""

    def __init__(self, text: str, clause: str) -> None:
        super().__init__(text)
        self.text = text
        self.clause = clause

    def fault(self, number: int, seat: int) -> Fault:
        return Fault(round=number, seat=seat, text=self.text, clause=self.clause)
