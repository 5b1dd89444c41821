"""Ports for servers of tests."""

from __future__ import annotations

import socket
from random import SystemRandom

PORTS = range(20_000, 32_000)
"""Below those that systems give to clients: one that tries again and again to reach a server that is down would in the
end be given the server's own port, meet itself there, and keep the server from coming back."""


def free_port() -> int:
    while True:
        port = SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
