"""A position as text that a player can play from: complete, without a picture, and the same in every release.

``VERSION`` changes whenever the same position would be described in other words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from birdtable import rulebook
from birdtable.agents.part import part_of as agents_part
from birdtable.game import CHANCE, NOBODY, AnyGame, BadInput, Event, Step, Value, View
from birdtable.terminal.part import part_of as terminal_part
from birdtable.terminal.scene_text import WIDTH, previews, question_text, scene_lines, step_lines
from birdtable.terminal.speech import Speech
from birdtable.texts import merge

VERSION = 1
ENGLISH = Speech("en")
LOG_LINES = 24
"""Sentences of what happened last that are told with a position, at most."""
LONGEST_POSITION = 4700
"""Characters of a position: less is told of what happened before, which the rest tells too, to keep to it."""

HAPPENED = "What happened last:"
LEFT_OUT = "(before that, {count} other things happened)"

ANSWER = """End your answer with exactly one line of this form, and nothing after it:
PLAY: step, step, ...
Write steps as in the rules, separated by commas, in the order in which you take them. Give your whole play (all your
steps up to the next card that chance turns up or the end of your turn) or only its beginning: you are then asked for
the rest. A play ends by itself where nothing is left to choose: give no further step then."""


Prospects = Mapping[Step, Sequence[Event]]
"""The legal steps, each with what it would make happen as far as the seat can know."""


def seat_names(seats: int) -> list[str]:
    return [f"Seat {number}" for number in range(1, seats + 1)]


@cache
def briefing(game: AnyGame) -> str:
    """The rules, as told before the first position."""
    try:
        rules = rulebook.rules(game.name)
    except BadInput:
        rules = f"The rules of {game.title} are not written down here; every position lists the legal steps.\n"
    legend = agents_part(game.name).legend
    head = f"You are playing {game.title}. These are its rules; a refusal names the clause it rests on."
    return f"{head}\n\n{rules}" + (f"\n{legend}\n" if legend else "")


def position_text(
    game: AnyGame,
    view: View,
    *,
    events: Sequence[Event] = (),
    pending: Sequence[Step] = (),
    legal: bool = True,
    prospects: Prospects | None = None,
) -> str:
    """All that the viewer may know. ``events``, redacted for the viewer, are what happened last.

    ``pending`` are steps of an unfinished play that the view includes. With ``legal`` every legal step is listed with
    what it leads to, as far as the viewer can know: ``prospects``, if they have been worked out already.
    """
    names = seat_names(view.seats)
    drawing = terminal_part(game.name).drawing(view, names, ENGLISH)
    above = [title(game, view, names), *option_lines(game, view), *scene_lines(drawing, WIDTH)]
    above += [f"- {line}" for line in agents_part(game.name).memory(view, names)]
    below = ["", f"Your play so far: {', '.join(pending)}"] if pending else []
    if view.to_move == NOBODY or view.is_to_move:
        below += ["", question_text(drawing)]
    if view.is_to_move and legal:
        below += ["Legal steps:", *step_lines(drawing, prospects or previews(game, view))]
    room = LONGEST_POSITION - sum(len(line) + 1 for line in above + below)
    lines = [*above, *log_lines(game, events, names, room), *below]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def title(game: AnyGame, view: View, names: Sequence[str]) -> str:
    whose = f"You are {names[view.seat].lower()}." if view.seat >= 0 else "You are watching."
    if view.to_move == NOBODY:
        mover = "The game is over."
    elif view.to_move == CHANCE:
        mover = "Cards are being dealt."
    else:
        mover = "It is your move." if view.is_to_move else f"It is the move of {names[view.to_move].lower()}."
    return f"{game.title} with {view.seats} players. {whose} {mover}"


def option_lines(game: AnyGame, view: View) -> list[str]:
    """The options that are not at their defaults."""
    chosen: Mapping[str, Value] = getattr(view, "options", {})
    usual = {option.name: option.default for option in game.options}
    found = [f"{name}={value_text(value)}" for name, value in chosen.items() if not is_same(value, usual.get(name))]
    return [f"Options: {', '.join(found)}"] if found else []


def is_same(one: Value, other: Value) -> bool:
    return one == other or (isinstance(one, list | tuple) and isinstance(other, tuple) and tuple(one) == other)


def value_text(value: Value) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def log_lines(game: AnyGame, events: Sequence[Event], names: Sequence[str], room: int) -> list[str]:
    """Events as sentences, the last of them if there are many."""
    told = [text for event in merge(game.name, events) if (text := ENGLISH.event(game.name, event, list(names)))]
    shown: list[str] = []
    left = room - len(HAPPENED) - len(LEFT_OUT) - 10
    while len(shown) < min(LOG_LINES, len(told)) and left > len(told[-1 - len(shown)]):
        shown.insert(0, told[-1 - len(shown)])
        left -= len(shown[0]) + 1
    if not shown:
        return []
    missing = len(told) - len(shown)
    return ["", HAPPENED, *([LEFT_OUT.format(count=missing)] if missing else []), *shown]


def steps_text(game: AnyGame, view: View) -> list[str]:
    """The legal steps with what they lead to, as far as the viewer can know, those most often wanted first."""
    drawing = terminal_part(game.name).drawing(view, seat_names(view.seats), ENGLISH)
    return [line.strip() for line in step_lines(drawing, previews(game, view))]


def position_json(
    game: AnyGame,
    view: View,
    *,
    pending: Sequence[Step] = (),
    legal: bool = True,
    prospects: Prospects | None = None,
) -> dict[str, object]:
    """The same as data: the view, and the events that each legal step would make happen."""
    found: dict[str, object] = {
        "game": game.name,
        "rules": game.rules_version,
        "text_version": VERSION,
        "your_move": view.is_to_move,
        "view": msgspec.to_builtins(view),
        "play_so_far": list(pending),
    }
    if view.is_to_move and legal:
        shown = prospects or previews(game, view)
        found["legal"] = {step: msgspec.to_builtins(events) for step, events in shown.items()}
    return found
