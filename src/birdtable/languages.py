"""The languages that people are spoken to in, and their catalogues."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from importlib.resources import as_file, files

from birdtable.game import BadInput

LANGUAGES = {"en": "English", "it": "Italiano", "es": "Español", "de": "Deutsch", "ru": "Русский"}


def check_language(language: str) -> str:
    if language not in LANGUAGES:
        raise BadInput(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    return language


@cache
def catalogue(language: str) -> NullTranslations:
    check_language(language)
    with as_file(files("birdtable").joinpath("locale")) as folder:
        found: NullTranslations | GNUTranslations = translation("birdtable", folder, [language], fallback=True)
    return found
