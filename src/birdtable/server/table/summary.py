"""A table in short, as lists and lobbies show it: kept beside its log so that nothing has to be replayed for them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from birdtable.game import NOBODY, Outcome
from birdtable.server.table.entries import Chair, Setting
from birdtable.server.table.person import name_key
from birdtable.server.table.table import Table
from birdtable.wire.tables import Phase, SeatInfo, TableInfo


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    setting: Setting
    phase: Phase
    number: int
    to_move: int
    opened: float
    changed: float
    ended: float = 0.0
    """When the match was over. (Rows of earlier releases do not say.)"""
    commitment: str
    attempt: int = 1
    outcome: Outcome | None = None
    next: str = ""
    reason: str = ""
    same_deal: str = ""
    """The code of the link."""
    begun: bool = False
    """Cards were dealt. (Rows of earlier releases do not say.)"""

    def waits_for(self, person: str) -> bool:
        """It is this person's move."""
        if self.phase != "playing" or self.to_move < 0:
            return False
        chair = self.setting.chairs[self.to_move]
        return chair.person == person and chair.is_present


def summary(table: Table) -> Summary:
    return Summary(
        id=table.id,
        setting=table.setting,
        phase=table.phase,
        number=table.number,
        to_move=table.to_move if table.phase == "playing" else NOBODY,
        opened=table.opened,
        changed=table.changed,
        ended=table.ended,
        commitment=table.commitment,
        attempt=table.attempt,
        outcome=table.outcome,
        next=table.next,
        reason=table.reason,
        same_deal=table.same_deal.code if table.same_deal else "",
        begun=table.state is not None,
    )


Names = Callable[[str], str | None]


def table_info(summary: Summary, name_of: Names) -> TableInfo:
    """``name_of`` knows a person's present name: empty if it is hidden, ``None`` for one who was deleted."""
    setting = summary.setting
    return TableInfo(
        id=summary.id,
        game=setting.game,
        options=setting.options,
        memory=setting.memory,
        clock=setting.clock,
        public=setting.public,
        pace=setting.pace,
        phase=summary.phase,
        number=summary.number,
        host=setting.host,
        seats=tuple(map(seat_info, setting.chairs, distinct_names(setting, name_of))),
        to_move=summary.to_move,
        opened=summary.opened,
        changed=summary.changed,
        commitment=summary.commitment,
        committed=tuple(chair.person in setting.commitments for chair in setting.chairs),
        commitments=tuple(setting.commitments.get(chair.person, "") for chair in setting.chairs),
        attempt=summary.attempt,
        outcome=summary.outcome,
        next=summary.next,
        reason=summary.reason,
        trial=bool(setting.begins),
        redraws=setting.redraws,
        deal=setting.deal,
        same_deal=summary.same_deal,
    )


def distinct_names(setting: Setting, name_of: Names) -> list[str]:
    """The names of all seats. Only the host goes by the host's name; others who share a name are numbered."""
    owners = {name_key(name_of(setting.host) or ""): setting.host}
    names = [shown_name(chair, name_of) for chair in setting.chairs]
    people = [chair.person or chair.kept_for for chair in setting.chairs]
    for seat in sorted(range(len(names)), key=lambda seat: people[seat] != setting.host):
        name, number, person = names[seat], 1, people[seat]
        while name and owners.setdefault(name_key(names[seat]), person) != person:
            number += 1
            names[seat] = f"{name} ({number})"
    return names


def speaker_name(setting: Setting, person: str, name_of: Names) -> str | None:
    """Under which name somebody speaks. Who does not sit here does not go by the name of a player or of the host."""
    name = name_of(person)
    if not name or person in setting.people:
        return name
    taken = {name_key(each) for each in (*distinct_names(setting, name_of), name_of(setting.host) or "")}
    shown, number = name, 1
    while name_key(shown) in taken:
        number += 1
        shown = f"{name} ({number})"
    return shown


def seat_info(chair: Chair, name: str) -> SeatInfo:
    return SeatInfo(
        player="person" if chair.person else "bot" if chair.level else "open",
        name=name,
        person=chair.person,
        level=chair.level,
        stand_in=chair.stand_in,
        forfeited=chair.forfeited,
        kept_for=chair.kept_for,
        remote=chair.remote,
    )


def shown_name(chair: Chair, name_of: Names) -> str:
    """Whose seat it is, even if it is only kept for them.

    Of a person who was deleted or whose name is hidden nothing is shown, not even a name for one seat.
    """
    person = chair.person or chair.kept_for
    name = name_of(person) if person else None
    return (chair.name or name) if name else ""


def player_text(chair: Chair, name_of: Names) -> str:
    """Who sat there, for a record."""
    return shown_name(chair, name_of) or ("a guest" if chair.person else chair.level or "nobody")


decode = msgspec.json.Decoder(Summary).decode
encode = msgspec.json.Encoder().encode
