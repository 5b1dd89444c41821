"""A scoring that was played, told line by line as the exact scorer tells its own."""

from __future__ import annotations

from collections.abc import Iterable

from birdtable.game import Event
from birdtable.games.birdie.cards import TRAITS
from birdtable.games.birdie.solver.sheet import Line, Sheet


def note(sheet: Sheet, events: Iterable[Event]) -> None:
    """Writes on the sheet what happened in a seat's scoring; what is known at the end only is left to ``finish``."""
    lifted = 0
    for event in events:
        trait = TRAITS.index(event.place) if event.place in TRAITS else -1
        match event.what:
            case "picked up":
                lifted = event.count
            case "moved":
                sheet.lines.append(
                    Line(0, event.clause, "moved", card=event.cards, place=event.count, from_place=lifted)
                )
            case "inserted" | "removed":
                sheet.lines.append(Line(0, event.clause, event.what, card=event.cards, place=event.count))
            case "wrote":
                sheet.write(trait, event.points, event.clause)
            case "dropped":
                sheet.drop(trait, event.count, event.clause)
            case "lost":
                sheet.say(0, event.clause, "lost", trait, event.count)
            case "copied":
                what = "put" if event.clause == "B9.2" else "copied"
                sheet.say(event.points, event.clause, what, trait, event.points)
                sheet.fill(trait, event.points)
            case _:
                pass
