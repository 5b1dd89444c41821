"""Every event of every game has its sentence, and the sentences fit what they are about."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest

import birdtable.games
from birdtable import catalog
from birdtable.game import Event
from birdtable.testing import setups, walk
from birdtable.texts import event_text, merge, messages

NAMES = ["Ann", "Ben", "Cid", "Dan", "Eva"]
PLACES = {"name", "cards", "count", "place", "row", "end", "points", "other", "secret"}


@pytest.fixture
def kuhn() -> Iterator[str]:
    """A game that brings no sentences."""
    catalog.register("kuhn", "kit.kuhn")
    yield "kuhn"
    del catalog.GAMES["kuhn"]


def events_made(game: str) -> set[str]:
    """The words that the game's ``view.py`` calls its events by."""
    source = Path(birdtable.games.__path__[0], game, "view.py").read_text(encoding="utf-8")
    return {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Event"
        if isinstance(node.args[0], ast.Constant)
    }


def events_of(game: str) -> Iterator[Event]:
    """What happens in random matches of all kinds, secrets included."""
    rules = catalog.game(game)
    limit = {"turn_limit": 200} if game == "cubirds" else {}
    for seed, setup in enumerate(setups(rules, limit)):
        state = rules.start(setup.seats, setup.options)
        for step in walk(rules, setup, seed)[1]:
            yield from rules.play(state, step)


@pytest.mark.parametrize("game", catalog.games())
def test_every_event_has_a_sentence_and_every_sentence_an_event(game: str) -> None:
    assert set(catalog.game(game).wording.sentences) == events_made(game)


@pytest.mark.parametrize("game", catalog.games())
def test_the_sentences_can_be_said_of_what_happens(game: str) -> None:
    for event in events_of(game):
        for seat in (event.seat, -1):
            sentence = event_text(game, event.seen_by(seat), NAMES)
            assert "{" not in sentence and "  " not in sentence and not sentence.endswith((" ", ":"))
            assert event.seat < 0 or not sentence or sentence.startswith(NAMES[event.seat])


@pytest.mark.parametrize("game", catalog.games())
def test_the_words_of_places_are_known(game: str) -> None:
    places = {word for event in events_of(game) for word in event.place.split() if not word.isdecimal()}
    assert places == set(catalog.game(game).wording.places)


def test_the_places_of_a_message_have_names() -> None:
    for message in messages():
        for text in filter(None, (message.singular, message.plural)):
            assert {name for _, name, _, _ in Formatter().parse(text) if name is not None} <= PLACES


def test_singular_and_plural_have_the_same_places() -> None:
    for message in messages():
        if message.plural is not None:
            places = [{name for _, name, _, _ in Formatter().parse(text)} for text in message[1:] if text]
            assert places[0] == places[1]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("stacked", 0, cards="Rs Pu"), "Ann takes Rs Pu to the pile"),
        (Event("stacked", 0, cards="Rs Pu", count=1), "Ann takes Rs Pu to the pile, with 1 card from the hand"),
        (Event("stacked", 0, cards="Rs Pu", count=2), "Ann takes Rs Pu to the pile, with 2 cards from the hand"),
        (Event("passed", 1, points=4), "Ben passes for 4 points"),
        (Event("won trophy", 0, place="owl", points=3), "Ann takes the trophy owl"),
        (Event("won trophy", 0, place="owl", points=3, other=1), "Ann takes the trophy owl from Ben"),
    ],
)
def test_a_sentence_follows_its_number_and_who_is_concerned(event: Event, sentence: str) -> None:
    assert event_text("birdie", event, NAMES) == sentence


def test_only_who_knows_a_secret_reads_it() -> None:
    dealt = Event("dealt", 1, count=1, secret="Rs")
    told = [event_text("birdie", dealt.seen_by(seat), NAMES) for seat in (-1, 0, 1)]
    assert told == ["Ben is dealt 1 card", "Ben is dealt 1 card", "Ben is dealt Rs"]


def test_an_event_of_a_game_without_sentences_is_told_in_its_own_words(kuhn: str) -> None:
    assert event_text(kuhn, Event("showed", 0, cards="K"), NAMES) == "Ann showed K"
    assert event_text(kuhn, Event("shuffled"), NAMES) == "shuffled"


def test_cards_that_come_one_by_one_are_told_together() -> None:
    events = [
        Event("dealt", 0, count=1, secret="Rs"),
        Event("dealt", 0, count=1, secret="Pu"),
        Event("dealt", 1, count=1),
    ]
    told = [event_text("birdie", event, NAMES) for event in merge("birdie", events)]
    assert told == ["Ann is dealt Rs Pu", "Ben is dealt 1 card"]
    assert [event.cards for event in merge("cubirds", [Event("refilled", cards="F", place="1 left")] * 3)] == ["FFF"]
    assert len(list(merge("birdie", [Event("took", 0, cards="Rs")] * 2))) == 2


class Backwards(NullTranslations):
    """A language of its own."""

    def gettext(self, message: str) -> str:
        return f"<{message}>"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"<{n}: {msgid1 if n == 1 else msgid2}>"

    def pgettext(self, context: str, message: str) -> str:
        return f"{context}/{message}"


def test_everything_that_is_read_is_translated() -> None:
    told = event_text("birdie", Event("wrote", 0, place="owl", points=4), NAMES, Backwards())
    assert told == "<Ann writes 4 in the box birdie/owl>"
    laid = event_text("cubirds", Event("laid", 0, cards="PP", count=2, place="2 left"), NAMES, Backwards())
    assert laid == "<Ann lays PP: row 2, cubirds/left end>"
    assert event_text("birdie", Event("passed", 0, points=2), NAMES, Backwards()).startswith("<2: ")
