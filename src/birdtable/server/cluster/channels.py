"""Litestar's channels on PostgreSQL and on Redis, with errors that are noticed instead of waited out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import asyncpg
from litestar.channels import ChannelsBackend
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

from birdtable.game import BadInput
from birdtable.server.store.postgres import ANSWER, PostgresStore

Check = Callable[[], Awaitable[Any]]
"""Raises when the channel is broken."""


class PooledBackend(AsyncPgChannelsBackend):
    """Publishes through connections that are open already; Litestar's own opens one for every message."""

    def __init__(self, store: PostgresStore) -> None:
        super().__init__(make_connection=self.connect)
        self.store = store

    async def connect(self) -> Any:
        return await asyncpg.connect(self.store.address, timeout=ANSWER, command_timeout=ANSWER)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for channel in channels:
            await self.store.execute("SELECT pg_notify($1, $2)", channel, data.decode())

    async def check(self) -> None:
        await self._listener_conn.execute("SELECT 1")


def on_postgres(store: PostgresStore) -> tuple[ChannelsBackend, Check]:
    backend = PooledBackend(store)
    return backend, backend.check


def on_redis(address: str) -> tuple[ChannelsBackend, Check]:
    check_redis(address)
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    # A lost connection must be an error here: what was said meanwhile has to be looked up.
    client = Redis.from_url(address, socket_connect_timeout=ANSWER, retry=Retry(NoBackoff(), 0))
    return RedisChannelsPubSubBackend(redis=client), client.ping


def check_redis(address: str) -> None:
    if not address.startswith(("redis://", "rediss://", "unix://")):
        raise BadInput(f"{address!r} is not the address of Redis, such as redis://127.0.0.1:6379")
    try:
        import redis  # noqa: F401
    except ModuleNotFoundError:
        raise BadInput("Redis needs redis: pip install 'birdtable[redis]'") from None
