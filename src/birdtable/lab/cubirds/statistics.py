"""What a report counts of CuBirds."""

from __future__ import annotations

from birdtable.game import Event, Seat
from birdtable.games.cubirds.view import CuBirdsView
from birdtable.lab.report.statistics import Section, Statistics


class CuBirdsStatistics(Statistics):
    comparisons = (
        Section("Flocks and winning", "flocked", "How often a seat won that completed a flock of this species."),
    )

    def mark(self, event: Event, seats: int) -> str:
        return f"flocked {event.cards[:1]}" if event.what == "flocked" else ""

    def sources(self, view: CuBirdsView, seat: Seat) -> dict[str, int]:
        return {"collection": len(view.collections[seat])}
