"""Where a server listens, and where others find it: its address in the network, as far as the machine can know it."""

from __future__ import annotations

import socket
import sys

from birdtable.game import BadInput


def listening_socket(host: str, port: int, *, together: bool = False) -> socket.socket:
    """Bound before anything else is opened, so that a port in use is one clear line. ``together``: other processes of
    ours may be bound to it too."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = socket.socket(family, socket.SOCK_STREAM)
        # On Windows the usual option would let two servers take the same port, and either would get half the guests.
        if sys.platform == "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if together:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind((host, port))
    except (OSError, OverflowError) as error:
        raise BadInput(f"{host}:{port} cannot be listened on: {error}") from None
    bound.set_inheritable(True)
    return bound


def outside_address(host: str, port: int) -> str:
    """The address for others on this network of a server that listens on ``host``; empty if there is none."""
    outside = lan_address() if host in ("0.0.0.0", "::") else "" if is_local(host) else host
    return f"http://{f'[{outside}]' if ':' in outside else outside}:{port}" if outside else ""


def is_local(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def lan_address() -> str:
    """This machine's address in its network, if it has one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if is_local(address) else address
