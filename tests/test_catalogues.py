"""The catalogues of the five languages agree, and each keeps to the habits and the words of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

import birdtable
from birdtable.languages import LANGUAGES

PACKAGE = Path(birdtable.__path__[0])
PAGE = PACKAGE.parent.parent / "web" / "src"
FORMS = {"en": 2, "it": 2, "es": 2, "de": 2, "ru": 3}
OTHERS = [language for language in LANGUAGES if language != "en"]


class Entry(NamedTuple):
    context: str | None
    id: str
    plural: str
    forms: tuple[str, ...]


def entries(language: str) -> Iterator[Entry]:
    with (PACKAGE / "locale" / language / "LC_MESSAGES" / "birdtable.po").open("rb") as file:
        for each in read_po(file, locale=language):
            if each.id:
                id, plural = (each.id, "") if isinstance(each.id, str) else each.id
                forms = (each.string,) if isinstance(each.string, str) else tuple(each.string or ())
                yield Entry(each.context, id, plural, forms)


CATALOGUES = {language: list(entries(language)) for language in LANGUAGES}


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every form of every message, with its id."""
    return ((entry.id, form) for entry in CATALOGUES[language] for form in entry.forms)


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", text))


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_messages(language: str) -> None:
    assert [entry[:3] for entry in CATALOGUES[language]] == [entry[:3] for entry in CATALOGUES["en"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_there_with_its_places(language: str) -> None:
    for entry in CATALOGUES[language]:
        assert len(entry.forms) == (FORMS[language] if entry.plural else 1), entry.id
        for form in entry.forms:
            assert form and holes(form) in (holes(entry.id), holes(entry.plural or entry.id)), form


# --- how a language is written ---------------------------------------------------------------------------------------

QUOTES = {"en": "“”", "it": "«»", "es": "«»", "de": "„“", "ru": "«»"}
ALL_QUOTES = '"“”„«»'
ABBREVIATED = {"Used", "sound on or off"}
"""Abbreviations have a full stop where the English word has none."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_dashes_and_ellipses_are_those_of_the_language(language: str) -> None:
    for id, text in texts(language):
        assert set(text) & set(ALL_QUOTES) <= set(QUOTES[language]), text
        assert not re.search(r"–| - ", text), text
        assert language == "ru" or "—" not in text, text
        assert "..." not in text, text
        assert ("…" not in text) or (" …" in text) == (language == "de"), text
        assert "  " not in text and text == text.strip(), id


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_ends_as_it_does_in_english(language: str) -> None:
    for english, entry in zip(CATALOGUES["en"], CATALOGUES[language], strict=True):
        for form in entry.forms if entry.id not in ABBREVIATED else ():
            ends = [re.search(r"[.?!:…]*$", text) for text in (english.forms[-1], form, english.forms[0])]
            assert ends[1] and ends[1][0] in {end[0] for end in (ends[0], ends[2]) if end}, form


def test_spanish_questions_and_exclamations_are_opened() -> None:
    for _, text in texts("es"):
        assert text.count("¿") == text.count("?") and text.count("¡") == text.count("!"), text


# --- one word for one idea -------------------------------------------------------------------------------------------

TERMS = {
    r"\bwire\b": {"it": "fil[oi]", "es": "cable", "de": "Draht", "ru": "провод"},
    r"\btroph(y|ies)\b": {"it": "trofe[oi]", "es": "trofeo", "de": "Trophäe", "ru": "трофе"},
    r"\bflocks?\b": {"it": "storm[oi]", "es": "bandada", "de": "Schw(a|ä)rm", "ru": "ста[яиюйе]"},
    r"\bcollections?\b": {"it": "collezion", "es": "colecci", "de": "Sammlung|[Gg]esammelt", "ru": "коллекци"},
    r"\b[Ss]core sheets?\b": {"it": "[Ss]egnapunti", "es": "[Hh]oja", "de": "Wertungsb(o|ö)gen", "ru": "[Лл]ист"},
    r"\bStop card\b": {"it": "carta Stop", "es": "carta Stop", "de": "STOPP-Karte", "ru": "«Стоп»"},
    r"\bbird deck\b": {"it": "mazzo Uccellini", "es": "mazo de Pájaros", "de": "Nachziehstapel", "ru": "колод"},
    r"\bdraw pile\b": {"it": "mazzo di pesca", "es": "mazo de robo", "de": "Nachziehstapel", "ru": "колод"},
    r"\bdiscard pile\b": {"it": "scarti", "es": "descartes", "de": "Ablagestapel", "ru": "[Сс]брос"},
    r"\bexpert game\b": {"it": "variante", "es": "variante", "de": "Expertenspiel|Hier", "ru": "вариант"},
    r"\bbots?\b": {"it": "bot", "es": "bot", "de": "Bot", "ru": "[Бб]от"},
}
"""What an English message speaks of, and what its translation must then say."""

FORBIDDEN = {
    "it": r"\bseri[ea]\b|tabellone|Buttar|Rimuov|giocata annullata|modalità per esperti|Civetta che|colomba",
    "es": r"(?<!jaro )(?<!jaros )\bcarpinteros?\b|\bhilo\b|\bseries?\b|\bcoger|jugador|tablero|lechuga|\bpor \{n\}",
    "de": r"\bLeine\b|Nachzieh-Stapel|Wertungsblatt|\bTipper|\bPatt\b|\bBrett\b",
    "ru": r"\bнит[ьи]\b|проволок|невидан|снегир|зарянк|\bсет\b|на руке\b|[Нн]акры",
}
"""Words that mean something else, or for which the glossary has another one."""


@pytest.mark.parametrize("language", OTHERS)
def test_one_idea_has_one_word(language: str) -> None:
    for id, text in texts(language):
        for idea, words in TERMS.items():
            assert not re.search(idea, id) or re.search(words[language], text, re.IGNORECASE), (idea, id, text)
        assert not re.search(FORBIDDEN[language], text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_and_step_back_are_told_apart(language: str) -> None:
    """Both stand on one screen: one takes back a play, the other a step of the scoring."""
    said = {id: text.lower() for id, text in texts(language)}
    assert said["Undo"] == said["undo"]
    assert len({said["Undo"], said["Step back"], said["Cancel"], said["Back"]}) == 4


# --- what must fit ---------------------------------------------------------------------------------------------------

BUTTON = re.compile(r"<(button|a)\b((?:[^>{]|\{[^}]*\}|=>)*?)>(.*?)</\1>", re.DOTALL)
SAID = re.compile(r"(?<![\w.$])tn?\(\s*'((?:[^'\\]|\\.)*)'")
LONGEST_BUTTON = 34
"""Letters that fit on a button at 320 px, two lines of them where it is small."""


@pytest.mark.skipif(not PAGE.is_dir(), reason="the sources of the page are not here")
@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_short(language: str) -> None:
    buttons = {
        id.replace("\\'", "'")
        for path in PAGE.rglob("*.svelte")
        for _, attributes, inside in BUTTON.findall(path.read_text(encoding="utf-8"))
        if re.search(r"\bbtn\b", attributes)
        for id in SAID.findall(inside)
    }
    assert len(buttons) > 50
    long = [
        text for id, text in texts(language) if id in buttons and len(re.sub(r"\{\w+\}", "00", text)) > LONGEST_BUTTON
    ]
    assert not long
