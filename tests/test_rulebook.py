"""The rules say the same in every language: no clause is missing, and what is notation stays as it is."""

from __future__ import annotations

import re

import pytest

from birdtable import catalog, rulebook
from birdtable.game import BadInput
from birdtable.languages import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]
OURS = {
    "en": "our decision",
    "it": "decisione nostra",
    "es": "decisión nuestra",
    "de": "unsere Entscheidung",
    "ru": "наше решение",
}
"""How a clause says that the printed rules leave a question open."""
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def codes(text: str) -> list[str]:
    """What is written as code: cards, rows, options."""
    return sorted(re.findall(r"`([^`]+)`", text))


def clause_names(text: str) -> list[str]:
    return sorted(set(re.findall(r"\b[BC]\d+(?:\.\d+)?\b", text)))


def numbers(text: str) -> set[str]:
    """The numbers above 9: what is smaller may be written as a word."""
    return set(re.findall(r"\b\d{2,}\b", re.sub(r"`[^`]*`|[BC]\d+\.\d+|\b1[.,]?000\b", "", text)))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", catalog.games())
def test_every_section_and_every_clause_exists_in_every_language(game: str, language: str) -> None:
    assert rulebook.rules(game, language) != rulebook.rules(game)
    assert list(rulebook.sections(game, language)) == list(rulebook.sections(game))
    assert list(rulebook.clauses(game, language)) == list(rulebook.clauses(game))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", catalog.games())
def test_cards_options_numbers_and_references_are_the_same_in_every_language(game: str, language: str) -> None:
    for id, english in rulebook.clauses(game).items():
        told = rulebook.clauses(game, language)[id]
        assert codes(told) == codes(english), id
        assert clause_names(told) == clause_names(english), id
        assert numbers(told) == numbers(english), id
    for id, english in rulebook.sections(game).items():
        told = rulebook.sections(game, language)[id]
        assert codes(told) == codes(english) and told.count("\n|") == english.count("\n|"), id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog.games())
def test_our_decisions_are_said_in_every_language(game: str, language: str) -> None:
    ours = [id for id, text in rulebook.clauses(game).items() if OURS["en"] in text]
    assert ours
    assert [id for id, text in rulebook.clauses(game, language).items() if OURS[language] in text] == ours


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog.games())
def test_clauses_are_in_their_language(game: str, language: str) -> None:
    for id, text in rulebook.clauses(game, language).items():
        assert bool(CYRILLIC.search(text)) == (language == "ru"), id
        assert not text.endswith((" ", ",")) and "  " not in text


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadInput, match="no language 'fr'"):
        rulebook.rules("birdie", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog.games())
def test_every_word_of_a_step_is_explained(game: str, language: str) -> None:
    words = {step.split()[0] for step in catalog.game(game).steps}
    shown = re.findall(r"`([^`]+)`", [*rulebook.sections(game, language).values()][-1].partition("|---|---|")[2])
    assert {step.split()[0] for step in shown} == words and set(shown) <= set(catalog.game(game).steps)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog.games())
def test_the_rules_open_with_words_for_players(game: str, language: str) -> None:
    preface, _, _ = rulebook.rules(game, language).partition("\n## ")
    assert codes(preface) == [] and len(preface.split()) > 60
