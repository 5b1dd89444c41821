"""The sentences of score sheets, in the language of whoever looks at one."""

from __future__ import annotations

from gettext import NullTranslations

from birdtable.companion.sheets import Fault, Why
from birdtable.game import BadInput, BirdtableError, IllegalStep
from birdtable.games.birdie.cards import TRAITS
from birdtable.games.birdie.solver.sheet import Line

CONTEXTS = {"birdie": "birdie", "cubirds": "CuBirds"}
"""Under which the words of a game stand in the catalogues."""

WHOLE = (
    "flap_values must start with 1",
    "flap_values must not decrease",
    "flap_values has at most 24 places of at most 1000 points",
    "the expert game and owl=move cannot be combined",
)
"""What people can enter that makes no sense of a whole sheet, as the game says it."""


def split_clause(text: str) -> tuple[str, str]:
    """``too many cards [B1.1]`` in its two parts."""
    reason, _, clause = text.rpartition(" [")
    return (reason, clause.rstrip("]")) if reason else (text, "")


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

    def why(self, line: Line) -> Why:
        return Why(
            points=line.points,
            clause=line.clause,
            text=line.text(self.translations),
            trait=TRAITS[line.trait] if line.trait >= 0 else "",
            what=line.what,
        )

    def whole(self, error: BadInput) -> BadInput:
        """Why a sheet makes no sense as a whole; what no page would send is told as the game says it."""
        reason, clause = split_clause(str(error))
        if reason in WHOLE:
            text = self.translations.gettext(reason)
        else:
            text = self.t("This score sheet makes no sense: {what}", what=reason)
        return BadInput(f"{text} [{clause}]" if clause else text)

    def refusal(self, error: BirdtableError) -> Unfit:
        """Why the rules do not allow a step. A step that there is not is told by its text alone."""
        if not isinstance(error, IllegalStep):
            return Unfit(self.t("{step} is not a step of a scoring", step=str(error)), "")
        places = {name: self.word(at) if isinstance(at, str) else at for name, at in error.details.items()}
        return Unfit(self.t(error.reason, **places), error.clause)


class Unfit(Exception):
    """An entry that cannot be; ``text`` says why, in somebody's language."""

    def __init__(self, text: str, clause: str) -> None:
        super().__init__(text)
        self.text = text
        self.clause = clause

    def fault(self, number: int, seat: int) -> Fault:
        return Fault(round=number, seat=seat, text=self.text, clause=self.clause)
