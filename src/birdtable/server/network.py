"""Where others find this server: its address in the network, as far as the machine itself can know it."""

from __future__ import annotations

import socket


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
