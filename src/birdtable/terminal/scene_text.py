"""The table as one seat sees it, as plain text: for people without a client, for models, for logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from birdtable.engine import Rng
from birdtable.game import NOBODY, AnyGame, Event, Step, View, viewer_of
from birdtable.terminal.drawing import Drawing
from birdtable.terminal.part import part_of
from birdtable.terminal.speech import Speech

WIDTH = 79


def scene_text(
    game: AnyGame, view: View, *, names: Sequence[str] = (), language: str = "en", width: int = WIDTH
) -> str:
    """All that lies on the table; if the viewer is to move also the question, and every legal step with what it means.

    Without ``names`` the viewer is called "You" and the other seats by their numbers.
    """
    say = Speech(language)
    called = names or [say.t("You") if seat == view.seat else f"#{seat + 1}" for seat in range(view.seats)]
    drawing = part_of(game.name).drawing(view, called, say)
    lines = scene_lines(drawing, width)
    if view.is_to_move:
        lines += ["", question_text(drawing), *step_lines(drawing, previews(game, view))]
    elif view.to_move == NOBODY:
        lines += ["", question_text(drawing)]
    return "\n".join(lines) + "\n"


def scene_lines(drawing: Drawing[Any], width: int) -> list[str]:
    """The whole table."""
    lines = [drawing.headline(), *(line.plain.rstrip() for line in drawing.table(width))]
    return lines if lines[0] else lines[1:]


def question_text(drawing: Drawing[Any]) -> str:
    text, clause = drawing.question()
    return f"{text} [{clause}]" if clause else text


def step_lines(drawing: Drawing[Any], legal: Mapping[Step, Sequence[Event]]) -> list[str]:
    """Steps in words; each comes with what it would make happen."""
    return [f"  {step:<16} {drawing.label(step, legal[step])}" for step in by_rank(drawing, legal)]


def by_rank(drawing: Drawing[Any], legal: Mapping[Step, Sequence[Event]]) -> list[Step]:
    """Those most often wanted first."""
    return sorted(legal, key=lambda step: drawing.rank(step, legal[step]))


def previews(game: AnyGame, view: View) -> dict[Step, list[Event]]:
    """For every legal step of the viewer what it would make happen, as far as the viewer can know.

    It is played on a state imagined from the view, so that nothing hidden can show.
    """
    imagined, part, viewer = game.imagine(view, Rng(0)), part_of(game.name), viewer_of(view.seat)
    found = {}
    for step in game.legal_steps(imagined):
        state = imagined.copy()
        events = game.play(state, step)
        found[step] = [event.seen_by(viewer) for event in part.own_part(events, viewer)]
    return found
