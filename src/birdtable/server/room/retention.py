"""How long things are kept. What is deleted is gone from the database; a copy may still hold it."""

from __future__ import annotations

import logging

from birdtable.server.store.base import Store

log = logging.getLogger("birdtable")

DAY = 86_400.0
EVERY = 3600.0
"""Seconds between two looks; of several processes one looks."""


class Retention:
    def __init__(self, matches: float = 0, guests: float = 0) -> None:
        """In days; 0 is for ever."""
        self.matches = matches
        self.guests = guests
        self.next = 0.0

    async def keep_to(self, store: Store, now: float) -> None:
        if not (self.matches or self.guests) or now < self.next:
            return
        self.next = now + EVERY / 4
        if not await store.claim_chore("purge", now, EVERY):
            return
        tables, people = await store.purge(end_of_period(now, self.matches), end_of_period(now, self.guests))
        log.info("retention: %d tables and %d guests were deleted", tables, people)


def end_of_period(now: float, days: float) -> float:
    return now - days * DAY if days else 0.0
