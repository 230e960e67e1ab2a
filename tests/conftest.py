"""What every test runs under: no network but loopback, and property tests that give the same cases every time."""

from __future__ import annotations

import ipaddress
import os
import sys
from typing import Any

from hypothesis import settings

settings.register_profile("dikast", derandomize=True, max_examples=50, deadline=None, database=None)
settings.load_profile("dikast")


def _loopback(host: object) -> bool:
    """Return whether `host` names this machine and nothing else."""
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(name)).is_loopback
    except ValueError:
        return False


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    """Stop a connection, a datagram or a name look-up that would leave this machine.

    An audit hook sees what no patched function can miss, and raises no `OSError`, so that code under test cannot
    take the refusal for a network fault and try again.
    """
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]
        refused = isinstance(address, tuple) and not _loopback(address[0])
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        address = arguments[0]
        refused = not _loopback(address)
    else:
        return
    if refused:
        raise RuntimeError(f"tests must not reach the network: {event} {address!r}")


sys.addaudithook(_refuse_network)
# Child processes have no such hook: what honours a proxy meets a closed port instead.
os.environ.update(dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9"))
os.environ.update(dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost,::1"))
