"""The game speaks five languages: nothing is missing, everything fits, and the language is found."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from rich.cells import cell_len

import birdtable
from birdtable import catalog
from birdtable.game import BadInput, IllegalStep
from birdtable.languages import LANGUAGES
from birdtable.terminal.match.session import Session
from birdtable.terminal.part import part_of
from birdtable.terminal.speech import Speech, language_of
from kit.sources.terminal_messages import all_messages

LOCALE = Path(birdtable.__path__[0], "locale")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_in_the_catalogue_with_its_places(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "birdtable.po").open("rb") as file:
        known = {(each.context, each.id): each.string for each in read_po(file, locale=language) if each.id}
    for context, singular, plural in all_messages():
        found = known.get((context, (singular, plural) if plural else singular))
        assert found, f"{language} lacks {singular!r}"
        forms = [found] if isinstance(found, str) else found
        assert len(forms) == (1 if plural is None else 3 if language == "ru" else 2)
        assert all(form and places(form) == places(singular) for form in forms), singular


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog.games())
def test_the_table_fits_into_80_columns(game: str, language: str) -> None:
    rules = catalog.game(game)
    names = [f"Bartholomew {seat}" for seat in range(1, rules.max_seats + 1)]
    table = Session(rules, ["human", *["random"] * (rules.max_seats - 1)], names=names, seed=2)
    for _ in range(12):
        list(table.wait())
        drawing = part_of(game).drawing(table.view, names, Speech(language))
        assert all(cell_len(line.plain.rstrip()) <= 78 for line in drawing.table(78))
        assert cell_len(f"{rules.title} · {drawing.headline()}") <= 78
        table.take(table.legal[0])


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_steps_questions_and_refusals_are_translated(language: str) -> None:
    say, english = Speech(language), Speech("en")
    table = Session(catalog.game("birdie"), ["human", "random"], names=["Ann", "Ben"], seed=2)
    list(table.wait())
    own, other = (table.part.drawing(table.view, table.names, each) for each in (say, english))
    assert own.question()[0] != other.question()[0]
    assert all(own.label(step) != other.label(step) for step in table.legal if step != "pass")
    refused = IllegalStep(
        "C3.5", "{count} {species} are fewer than a small flock ({size})", count=4, species="magpies", size=5
    )
    assert say.refusal("cubirds", refused) != english.refusal("cubirds", refused)
    assert english.refusal("cubirds", refused) == "4 magpies are fewer than a small flock (5) [C3.5]"


def test_russian_counts_as_russians_do() -> None:
    say = Speech("ru")
    counted = [say.tn("{n} point", "{n} points", n) for n in (1, 2, 5, 11, 21, 22, 25)]
    assert counted == ["1 очко", "2 очка", "5 очков", "11 очков", "21 очко", "22 очка", "25 очков"]


def test_the_language_is_that_of_the_environment() -> None:
    assert language_of({"LANG": "it_IT.UTF-8"}) == "it"
    assert language_of({"LC_ALL": "de_DE", "LANG": "it_IT"}) == "de"
    assert language_of({"LANG": "C.UTF-8"}) == "en"
    assert language_of({"LC_ALL": "", "LANG": "fr_FR"}) == "en"
    assert language_of({}) == "en"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no language 'xx'; there are en, it, es, de, ru"):
        Speech("xx")
