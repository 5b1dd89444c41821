"""The keys that badges are signed by: one that signs, and earlier ones that are still accepted until they end."""

from __future__ import annotations

import secrets

import msgspec

from birdtable.server.store.base import Store

CURRENT, EARLIER = "key", "earlier keys"
"""Facts of a store."""
BYTES = 32


class EarlierKey(msgspec.Struct, frozen=True):
    key: bytes
    until: float


class Keys(msgspec.Struct, frozen=True):
    current: bytes
    earlier: tuple[EarlierKey, ...] = ()

    def good(self, now: float) -> list[bytes]:
        return [self.current, *(each.key for each in self.earlier if each.until > now)]


decode = msgspec.json.Decoder(tuple[EarlierKey, ...]).decode
encode = msgspec.json.Encoder().encode


async def load(store: Store) -> Keys:
    current = await store.signing_key()
    earlier = await store.fact(EARLIER)
    return Keys(current, decode(earlier) if earlier else ())


async def rotate(store: Store, now: float, seconds: float) -> None:
    """A new key signs from now on; what the present one has signed stays valid for so long."""
    keys = await load(store)
    kept = [each for each in keys.earlier if each.until > now]
    # In this order: whoever looks in between accepts both.
    await store.put_fact(EARLIER, encode([EarlierKey(keys.current, now + seconds), *kept]))
    await store.put_fact(CURRENT, secrets.token_bytes(BYTES))


async def drop_earlier(store: Store) -> None:
    """What was signed by an earlier key is void at once."""
    await store.put_fact(EARLIER, encode([]))
