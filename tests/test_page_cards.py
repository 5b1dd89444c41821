"""What the page has written down of the rules, to draw cards, boards and sheets, is what the rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from birdtable import catalog
from birdtable.games.birdie import cards as birdie
from birdtable.games.birdie.points import most_uses
from birdtable.games.cubirds import cards as cubirds
from birdtable.testing import clause

GAMES = Path(__file__).parents[1] / "web" / "src" / "games"


def read(path: str) -> str:
    return (GAMES / path).read_text(encoding="utf-8")


@clause("C1.1")
def test_cubirds_shows_the_two_numbers_that_are_printed_on_a_card() -> None:
    shown = re.findall(
        r"^  (\w): \{ name: '([\w-]+)', small: (\d+), big: (\d+) \}", read("cubirds/cards.ts"), re.MULTILINE
    )
    names = [name.replace(" ", "-") for name in cubirds.NAMES]
    assert shown == list(zip(cubirds.SPECIES, names, map(str, cubirds.SMALL), map(str, cubirds.BIG), strict=True))


@clause("B1.1")
def test_birdie_knows_birds_and_seasons_by_their_letters() -> None:
    text = read("birdie/cards.ts")
    letters = {
        kind: dict(re.findall(r"(\w): '(\w+)'", text[text.index(f"const {kind} =") :].partition("}")[0]))
        for kind in ("BIRDS", "SEASONS")
    }
    assert list(letters["BIRDS"].values()) == list(birdie.BIRDS) and list(letters["SEASONS"].values()) == list(
        birdie.SEASONS
    )
    assert [bird + season for bird in letters["BIRDS"] for season in letters["SEASONS"]] == list(birdie.KINDS)


@clause("B2.4", "B7.1")
def test_birdie_knows_the_size_of_the_display_and_how_often_abilities_can_be_used() -> None:
    text = read("birdie/cards.ts")
    display, uses = re.search(r"DISPLAY = (\d+);", text), re.search(r"\(expert \? (\d+) : (\d+)\)", text)
    assert display and int(display[1]) == birdie.DISPLAY
    assert uses and [int(number) for number in uses.groups()] == [most_uses(True), most_uses(False)]


@pytest.mark.parametrize("game", catalog.games())
def test_a_score_sheet_has_places_for_as_many_as_can_play(game: str) -> None:
    most = re.search(r"^  most: (\d+),$", read(f"../companion/{game}/index.ts"), re.MULTILINE)
    assert most and int(most[1]) == catalog.game(game).max_seats


def test_lines_of_the_scorer_name_traits_by_the_numbers_that_the_server_gives_them() -> None:
    numbered = re.search(r"NUMBERED: readonly Trait\[\] = \[(.*?)\]", read("birdie/lines.ts"))
    assert numbered and re.findall(r"'(\w+)'", numbered[1]) == list(birdie.TRAITS)
