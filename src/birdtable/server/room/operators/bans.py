"""Who may not use the server: people, and ranges of addresses. Kept in memory, so that asking costs nothing."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.wire.operator import Ban

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

WIDEST = {4: 8, 6: 16}
"""The shortest prefixes that can be banned: nobody bans the whole world by mistake."""
NARROWEST = 64
"""The longest prefix of IPv6: whoever has one address has the other ones of this range too."""
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1"))
BANNED = "you are banned from this server"


def parse_address(address: str) -> Address | None:
    """Without the zone that an address of a local network may have."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found


def parse_range(text: str) -> Network | None:
    """A range that can be banned, or nothing if the text is none at all."""
    alone = parse_address(text)
    try:
        found = ipaddress.ip_network(text if alone is None else str(alone), strict=False)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Network):
        mapped = found.network_address.ipv4_mapped
        if mapped is not None and found.prefixlen >= 96:
            found = ipaddress.ip_network((int(mapped), found.prefixlen - 96), strict=False)
        elif found.prefixlen > NARROWEST:
            found = found.supernet(new_prefix=NARROWEST)
    if found.prefixlen < WIDEST[found.version]:
        raise Refusal(400, "{range} is too wide: at least /{prefix}", range=str(found), prefix=WIDEST[found.version])
    if any(found.version == own.version and found.overlaps(own) for own in LOOPBACK):
        raise Refusal(400, "{range} is this machine itself", range=str(found))
    return found


class Bans:
    def __init__(self, bans: Iterable[Ban] = ()) -> None:
        self.all = list(bans)
        self.people: dict[str, list[Ban]] = {}
        self.ranges: dict[tuple[int, int], dict[int, list[Ban]]] = {}
        """By version and prefix length, then by the bits before that length."""
        for ban in self.all:
            if not ban.network:
                self.people.setdefault(ban.person, []).append(ban)
                continue
            network = ipaddress.ip_network(ban.network)
            size = network.version, network.prefixlen
            self.ranges.setdefault(size, {}).setdefault(bits(network.network_address, size[1]), []).append(ban)

    def of_person(self, person: Person | None, now: float) -> Ban | None:
        """A bot is banned with its owner."""
        if person is None:
            return None
        return longest([*self.people.get(person.id, ()), *self.people.get(person.owner, ())], now)

    def of_address(self, source: str, now: float) -> Ban | None:
        """By what limits count by as well: an address, or of IPv6 a /64, which is banned as a whole."""
        found = parse_address(source.partition("/")[0]) if self.ranges else None
        if found is None:
            return None
        sizes = [(prefix, known) for (version, prefix), known in self.ranges.items() if version == found.version]
        return longest([ban for prefix, known in sizes for ban in known.get(bits(found, prefix), ())], now)


def bits(address: Address, prefix: int) -> int:
    return int(address) >> (address.max_prefixlen - prefix)


def longest(bans: Iterable[Ban], now: float) -> Ban | None:
    """Of those that are not over the one that lasts longest."""
    current = [ban for ban in bans if ban.until is None or ban.until > now]
    return max(current, key=lambda ban: float("inf") if ban.until is None else ban.until, default=None)


def refuse(ban: Ban | None) -> None:
    if ban is not None:
        details = {"until": int(ban.until)} if ban.until is not None else {}
        raise Refusal(403, BANNED, why=ban.reason, **details)
