"""Reports by people at a table, and what those who run the server see of it: people and words, never cards."""

from __future__ import annotations

from collections.abc import Iterable

from birdtable.server.room import limits
from birdtable.server.room.people.identity import new_id
from birdtable.server.store.base import Store
from birdtable.server.table import entries, summary
from birdtable.server.table.entries import AnyEntry, Hid, Kicked, Spoke
from birdtable.server.table.person import Person, visible_text
from birdtable.server.table.refusal import Refusal
from birdtable.wire.operator import Ban, Case, KnownPerson, NewReport, Remark, Report, WatchedTable

TALK = 50
"""Things said that are shown with a table, the last ones or those around a message."""
CASES = 200
"""Reports that are shown at once."""

Log = list[tuple[int, AnyEntry]]


async def read_log(store: Store, table: str) -> Log:
    """What was said, hidden and whose stay was ended, by number."""
    found = await store.entries_of_kind(table, ("spoke", "hid", "kicked"))
    return [(number, entries.decode(body)) for number, body in found]


def spoken_entries(log: Log) -> list[tuple[int, Spoke]]:
    return [(number, entry) for number, entry in log if isinstance(entry, Spoke)]


def hidden_numbers(log: Log) -> set[int]:
    hidden: set[int] = set()
    for _, entry in log:
        if isinstance(entry, Hid):
            (hidden.add if entry.on else hidden.discard)(entry.said)
    return hidden


async def file_report(store: Store, table: str, by: Person, wish: NewReport, now: float) -> None:
    """Keeps a report of somebody who sits or spoke at the table, or of something they said there."""
    reason = visible_text(wish.reason)
    if not reason:
        raise Refusal(400, "say in a few words what is wrong")
    if wish.person == by.id:
        raise Refusal(409, "you cannot report yourself")
    found = await find_summary(store, table)
    said = spoken_entries(await read_log(store, table))
    about = [number for number, entry in said if entry.person == wish.person]
    sits = any(chair.person == wish.person for chair in found.setting.chairs)
    if wish.number not in about if wish.number else not (sits or about):
        raise Refusal(404, "there is nothing to report: look again")
    waiting = len(await store.reports_by(by.id)), await store.count_reports()
    if waiting[0] >= limits.OWN_REPORTS or waiting[1] >= limits.REPORTS_WAITING:
        raise Refusal(429, "many reports are waiting already: please be patient")
    id = "r" + new_id()
    await store.add_report(
        Report(id=id, table=table, person=wish.person, number=wish.number, reason=reason, by=by.id, at=now)
    )


async def find_summary(store: Store, table: str) -> summary.Summary:
    stored = await store.summary(table)
    if stored is None:
        raise Refusal(404, "there is no table {table}", table=table)
    return summary.decode(stored)


def describe_person(person: Person, bans: Iterable[Ban]) -> KnownPerson:
    return KnownPerson(
        person=person.id,
        name=person.name,
        hidden=person.hidden,
        bot=person.kind == "bot",
        owner=person.owner,
        created=person.created,
        seen=person.seen,
        bans=tuple(ban for ban in bans if ban.person in (person.id, person.owner) and ban.person),
    )


async def known_people(store: Store, ids: Iterable[str]) -> dict[str, KnownPerson]:
    """Those that are not deleted."""
    bans = await store.bans()
    found = [await store.person(id) for id in dict.fromkeys(ids) if id]
    return {person.id: describe_person(person, bans) for person in found if person is not None}


async def find_people(store: Store, search: str, limit: int) -> list[KnownPerson]:
    bans = await store.bans()
    return [describe_person(person, bans) for person in await store.find_people(search, limit)]


async def cases(store: Store) -> list[Case]:
    waiting = await store.reports(CASES)
    people = await known_people(store, [id for each in waiting for id in (each.person, each.by)])
    return [Case(report=each, person=people.get(each.person), reporter=people.get(each.by)) for each in waiting]


async def watch(store: Store, table: str, around: int) -> WatchedTable:
    """A table by its real names, with the last things said there, or those around a number."""
    found, log = await find_summary(store, table), await read_log(store, table)
    said, hidden = spoken_entries(log), hidden_numbers(log)
    place = next((place for place, (number, _) in enumerate(said) if number == around), len(said))
    said = said[max(0, min(place - TALK // 2, len(said) - TALK)) :][:TALK]
    ids = [chair.person for chair in found.setting.chairs] + [entry.person for _, entry in said]
    people = await known_people(store, ids)
    names = {id: person.name for id, person in people.items()}
    return WatchedTable(
        table=summary.table_info(found, names.get),
        people=tuple(people.values()),
        kicked=tuple(sorted(entry.person for _, entry in log if isinstance(entry, Kicked))),
        talk=tuple(
            Remark(
                number=number,
                person=entry.person,
                name=names.get(entry.person, ""),
                at=entry.at,
                text=entry.phrase or entry.text,
                hidden=number in hidden,
            )
            for number, entry in said
        ),
    )
