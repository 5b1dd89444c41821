"""What people read of a match: a sentence for every event of every game, in any language.

The sentences come with the game (``Game.wording``), for the terminal and for the catalogues (``messages``) alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from gettext import NullTranslations
from typing import NamedTuple

import msgspec

from birdtable import catalog
from birdtable.game import Event
from birdtable.wording import Sentence

ENGLISH = NullTranslations()


class Message(NamedTuple):
    """An entry of a catalogue."""

    context: str | None
    """Words of a game stand under its name: an owl is not called the same in both."""
    singular: str
    plural: str | None = None


def event_text(game: str, event: Event, names: Sequence[str], translations: NullTranslations = ENGLISH) -> str:
    """A sentence without its full stop, or nothing; ``event`` must have been redacted for the reader."""
    sentence = catalog.game(game).wording.sentences.get(event.what)
    if sentence is None:
        return " ".join(part for part in (seat_name(event.seat, names), event.what, event.cards) if part)
    row, _, end = event.place.partition(" ")
    return message_text(sentence, event, translations).format(
        name=seat_name(event.seat, names),
        cards=event.cards,
        count=event.count,
        place=place_text(game, event.place, translations),
        row=row,
        end=place_text(game, end, translations),
        points=event.points,
        other=seat_name(event.other, names),
        secret=event.secret,
    )


def message_text(sentence: Sentence, event: Event, translations: NullTranslations) -> str:
    number = event.points if sentence.number == "points" else event.count
    if sentence.own and event.secret:
        return translations.gettext(sentence.own)
    if sentence.other and event.other >= 0:
        return translations.gettext(sentence.other)
    if sentence.at and event.at:
        return translations.gettext(sentence.at)
    if sentence.none and number == 0:
        return translations.gettext(sentence.none)
    if sentence.one:
        return translations.ngettext(sentence.one, sentence.text, number)
    return translations.gettext(sentence.text) if sentence.text else ""


def place_text(game: str, place: str, translations: NullTranslations) -> str:
    """A word of ``Event.place`` as it is said; numbers stay as they are."""
    message = catalog.game(game).wording.places.get(place)
    return translations.pgettext(game, message) if message else place


def word_text(game: str, word: str, translations: NullTranslations) -> str:
    """A word of a game, such as a trait or a species."""
    return translations.pgettext(catalog.game(game).wording.context or game, word)


def distinct_names(names: Sequence[str]) -> list[str]:
    """The names, each with its seat where several are the same."""
    return [name if names.count(name) == 1 else f"{name} ({seat})" for seat, name in enumerate(names, start=1)]


def seat_name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat >= 0 else ""


def merge(game: str, events: Iterable[Event]) -> Iterator[Event]:
    """The events with cards that came one by one put together: a hand is dealt in one sentence."""
    wording = catalog.game(game).wording
    last: Event | None = None
    for event in events:
        if last is not None and event.what in wording.joined and likeness(event) == likeness(last):
            last = msgspec.structs.replace(
                last,
                cards=wording.between_cards.join(filter(None, [last.cards, event.cards])),
                secret=wording.between_cards.join(filter(None, [last.secret, event.secret])),
                count=last.count + event.count,
            )
        else:
            if last is not None:
                yield last
            last = event
    if last is not None:
        yield last


def likeness(event: Event) -> tuple[str, int, str]:
    """What events have in common that are told together."""
    return event.what, event.seat, event.place


def messages() -> Iterator[Message]:
    """Everything here that catalogues must have."""
    for name in catalog.games():
        wording = catalog.game(name).wording
        for sentence in wording.sentences.values():
            yield from sentence_messages(sentence)
        for place in wording.places.values():
            yield Message(name, place)


def sentence_messages(sentence: Sentence) -> Iterator[Message]:
    if sentence.one:
        yield Message(None, sentence.one, sentence.text)
    elif sentence.text:
        yield Message(None, sentence.text)
    for text in (sentence.none, sentence.own, sentence.other):
        if text:
            yield Message(None, text)
