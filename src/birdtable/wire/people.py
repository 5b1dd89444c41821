"""People: guests, their private links and remote bots, and what everybody is told."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from birdtable.wire.base import Id, Name, Told, Wire


class NewGuest(Wire, frozen=True):
    name: Name


class Return(Wire, frozen=True):
    """The code of a private link, which carries an identity to another device."""

    code: Annotated[str, Meta(min_length=1, max_length=200)]
    asks: bool = False
    """Refused where somebody else is known already: the person is asked first."""


class NewBot(Wire, frozen=True):
    name: Name


class KeptEvenings(Told, frozen=True):
    """Evenings of cardboard that somebody keeps here too: players, score sheets and tables with bots, as one text."""

    version: int
    """0 if there are none."""
    body: str | None
    """JSON, of which the server knows no more; nothing if it is of the version that was asked about."""


class KeepEvenings(Wire, frozen=True):
    after: Annotated[int, Meta(ge=0, le=2**53)]
    """The version that it takes the place of."""
    body: Annotated[str, Meta(max_length=400_000)]


class Me(Told, frozen=True):
    person: Id
    name: str
    code: str
    """For the private link ``/#/me/<code>``. Whoever has it is this person."""
    bot: bool = False


class RemoteBot(Told, frozen=True):
    person: Id
    name: str
    token: str
    """Sent as ``Authorization: Bearer <token>``."""


class Outside(Told, frozen=True):
    address: str
    """Where others on the same network find this server; empty if it cannot tell, or does not tell everybody."""


class Alone(Told, frozen=True):
    """What there is to fetch to play without this server, at ``alone/`` (``GET /api/alone``)."""

    megabytes: float
    """0 where it is not offered."""


class Keeping(Told, frozen=True):
    """For how many days this server keeps what nobody deletes (``GET /api/keeping``); 0 is without limit."""

    matches: float
    """After they ended."""
    guests: float
    """After their last visit, if they sit at no table."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What the people who run the server announce (``GET /api/notice``). An empty text is nothing."""

    text: str = ""
    """A message id, or words of their own."""
    since: float = 0.0
