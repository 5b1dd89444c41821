"""What a report counts of Birdie."""

from __future__ import annotations

from birdtable.game import Event, Seat
from birdtable.games.birdie.cards import BIRDS
from birdtable.games.birdie.points import pass_points
from birdtable.games.birdie.view import BirdieView
from birdtable.lab.report.statistics import Section, Statistics

ORDER = ("first", "second", "third")


class BirdieStatistics(Statistics):
    comparisons = (
        Section(
            "Passing and winning", "passed", "How often a seat won that passed at this place in at least one round."
        ),
        Section("Abilities and winning", "used", "How often a seat won that used it."),
        Section("Trophies and winning", "won the", "How often a seat won that took this trophy at some time."),
    )

    def mark(self, event: Event, seats: int) -> str:
        match event.what:
            case "passed":  # [B4.1] the points tell how many had not passed yet
                place = [pass_points(seats, before) for before in range(seats)].index(event.points)
                return "passed last" if place == seats - 1 else f"passed {ORDER[place]}"
            case "used":
                return f"used {event.place.title()}"
            case "won trophy":
                return f"won the {event.place} trophy"
            case _:
                return ""

    def sources(self, view: BirdieView, seat: Seat) -> dict[str, int]:
        board = view.boards[seat]
        birds = sum(points for trait, points in board.boxes.items() if trait in BIRDS)
        return {
            "birds": birds,
            "seasons": sum(board.boxes.values()) - birds,
            "Pass": sum(board.passes),
            "Flap": board.flap_points,
            "trophies": board.trophy_points,
        }
