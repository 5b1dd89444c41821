"""What people read of a match: a sentence for every event of every game, in any language.

The sentences are message ids in English with named places. They stand in one table, for the terminal, for catalogues
(``messages``) and for the page alike. Names are never declined, and a count always stands beside the noun it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from gettext import NullTranslations
from typing import Literal, NamedTuple

import msgspec

from birdtable.game import Event

ENGLISH = NullTranslations()


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an event is told. Places: name, cards, count, place, row, end, points, other, secret."""

    text: str
    """In general; empty if nothing need be said."""
    one: str = ""
    """Where the number is 1: ``one`` and ``text`` are singular and plural of one message."""
    none: str = ""
    """Where the number is 0."""
    own: str = ""
    """For those who know the secret."""
    other: str = ""
    """Where another seat is concerned."""
    number: Literal["count", "points"] = "count"


class Message(NamedTuple):
    """An entry of a catalogue."""

    context: str | None
    """Words of a game stand under its name: an owl is not called the same in both."""
    singular: str
    plural: str | None = None


TEXTS: dict[str, dict[str, Sentence]] = {
    "birdie": {
        "started": Sentence("{name} starts round {count}"),
        "dealt": Sentence(
            "{name} is dealt {count} cards", one="{name} is dealt {count} card", own="{name} is dealt {secret}"
        ),
        "laid out": Sentence("The display is laid out: {cards}"),
        "took": Sentence("{name} takes {cards} to the hand"),
        "stacked": Sentence(
            "{name} takes {cards} to the pile, with {count} cards from the hand",
            one="{name} takes {cards} to the pile, with {count} card from the hand",
            none="{name} takes {cards} to the pile",
            own="{name} takes {cards} and puts on the pile, in this order: {secret}",
        ),
        "passed": Sentence(
            "{name} passes for {points} points",
            one="{name} passes for {points} point",
            none="{name} passes for no points",
            number="points",
        ),
        "could only pass": Sentence("{name} can only pass: the display is empty"),
        "refilled": Sentence("The display is refilled: {cards}"),
        "turned over": Sentence("{name} turns over the pile: {cards}", none="{name} has no pile to turn over"),
        "used": Sentence("{name} discards {cards} for the ability of the {place}"),
        "drew": Sentence("{name} draws {cards}"),
        "picked up": Sentence("{name} takes {cards} out of the row, card {count}"),
        "inserted": Sentence("{name} inserts {cards} as card {count} of the row"),
        "moved": Sentence("{name} puts {cards} back as card {count} of the row"),
        "marked": Sentence("{name} marks a set of {count} cards: {place}"),
        "dropped": Sentence("{name} gives up a set of {count} cards for 2 Flaps: {place}"),
        "wrote": Sentence("{name} writes {points} in the box {place}"),
        "flapped": Sentence(
            "{name} marks {points} places of the Flap column",
            one="{name} marks {points} place of the Flap column",
            none="{name} has no place left in the Flap column",
            number="points",
        ),
        "won trophy": Sentence("{name} takes the trophy {place}", other="{name} takes the trophy {place} from {other}"),
        "copied": Sentence("{name} copies {points} into the box {place}"),
        "removed": Sentence("{name} removes {cards}, card {count} of the row"),
        "set taken": Sentence("{name} takes out a set of {count} cards: {place}"),
        "lost": Sentence("{name} gets nothing for {count} cards: the box {place} is full"),
        "scored": Sentence("{name} has scored"),
        "round ended": Sentence("Round {count} ends"),
        "game ended": Sentence("{name} wins"),
    },
    "cubirds": {
        "started": Sentence("{name} deals and plays first"),
        "laid out": Sentence("Row {row} is laid out: {cards}"),
        "put aside": Sentence("Put aside, as row {row} has this species: {cards}"),
        "shuffled": Sentence("The other {count} cards are shuffled: the draw pile"),
        "dealt": Sentence(
            "{name} is dealt {count} cards", one="{name} is dealt {count} card", own="{name} is dealt {secret}"
        ),
        "first bird": Sentence("{name} begins a collection with {cards}"),
        "laid": Sentence("{name} lays {cards}: row {row}, {end}"),
        "took": Sentence("{name} takes {cards}"),
        "refilled": Sentence("Row {row} is refilled: {cards}"),
        "drew": Sentence("{name} draws {count} cards", one="{name} draws {count} card", own="{name} draws {secret}"),
        "kept": Sentence("{name} does not draw"),
        "flocked": Sentence("{name} completes a flock: {cards}"),
        "collected": Sentence("{name} adds to the collection: {cards}"),
        "discarded": Sentence("{name} discards {cards}"),
        "hand discarded": Sentence("{name} discards the hand: {cards}"),
        "reshuffled": Sentence("The discard pile is shuffled: a draw pile of {count} cards"),
        "ended": Sentence(""),
        "round ended": Sentence("{name} has no cards left: the round ends"),
        "won": Sentence(
            "{name} wins with {points} birds in the collection",
            one="{name} wins with {points} bird in the collection",
            number="points",
        ),
    },
}

WORDS: dict[str, dict[str, str]] = {
    "birdie": {
        trait: trait for trait in ("woodpecker", "owl", "pigeon", "robin", "spring", "summer", "autumn", "winter")
    },
    "cubirds": {"left": "left end", "right": "right end"},
}
"""What stands in ``Event.place``, and how it is said."""

BETWEEN_CARDS = {"birdie": " ", "cubirds": ""}
JOINED = {"dealt", "laid out", "put aside", "refilled", "drew"}
"""Events that come one by one from chance and are told together."""


def event_text(game: str, event: Event, names: Sequence[str], translations: NullTranslations = ENGLISH) -> str:
    """A sentence without its full stop, or nothing; ``event`` must have been redacted for the reader."""
    sentence = TEXTS.get(game, {}).get(event.what)
    if sentence is None:
        return " ".join(part for part in (named(event.seat, names), event.what, event.cards) if part)
    row, _, end = event.place.partition(" ")
    return message_text(sentence, event, translations).format(
        name=named(event.seat, names),
        cards=event.cards,
        count=event.count,
        place=word_text(game, event.place, translations),
        row=row,
        end=word_text(game, end, translations),
        points=event.points,
        other=named(event.other, names),
        secret=event.secret,
    )


def message_text(sentence: Sentence, event: Event, translations: NullTranslations) -> str:
    number = event.points if sentence.number == "points" else event.count
    if sentence.own and event.secret:
        return translations.gettext(sentence.own)
    if sentence.other and event.other >= 0:
        return translations.gettext(sentence.other)
    if sentence.none and number == 0:
        return translations.gettext(sentence.none)
    if sentence.one:
        return translations.ngettext(sentence.one, sentence.text, number)
    return translations.gettext(sentence.text) if sentence.text else ""


def word_text(game: str, word: str, translations: NullTranslations) -> str:
    message = WORDS.get(game, {}).get(word)
    return translations.pgettext(game, message) if message else word


def named(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat >= 0 else ""


def merged(game: str, events: Iterable[Event]) -> Iterator[Event]:
    """The events with cards that came one by one put together: a hand is dealt in one sentence."""
    last: Event | None = None
    for event in events:
        if (
            last
            and event.what in JOINED
            and (event.what, event.seat, event.place) == (last.what, last.seat, last.place)
        ):
            between = BETWEEN_CARDS.get(game, " ")
            last = msgspec.structs.replace(
                last,
                cards=between.join(filter(None, [last.cards, event.cards])),
                secret=between.join(filter(None, [last.secret, event.secret])),
                count=last.count + event.count,
            )
        else:
            if last:
                yield last
            last = event
    if last:
        yield last


def kind(event: Event) -> tuple[str, int, str]:
    return event.what, event.seat, event.place


def messages() -> Iterator[Message]:
    """Everything here that catalogues must have."""
    for sentences in TEXTS.values():
        for sentence in sentences.values():
            if sentence.one:
                yield Message(None, sentence.one, sentence.text)
            elif sentence.text:
                yield Message(None, sentence.text)
            for text in (sentence.none, sentence.own, sentence.other):
                if text:
                    yield Message(None, text)
    for game, words in WORDS.items():
        for word in words.values():
            yield Message(game, word)
