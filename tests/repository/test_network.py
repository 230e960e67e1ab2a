"""The network is refused in tests, loopback is not."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

#: An address reserved for documentation: nothing answers there.
ELSEWHERE = "192.0.2.1"


@pytest.mark.parametrize("method", ["connect", "connect_ex"])
def test_a_connection_elsewhere_is_refused(method: str) -> None:
    with socket.socket() as client, pytest.raises(RuntimeError, match=ELSEWHERE):
        client.settimeout(0.2)
        getattr(client, method)((ELSEWHERE, 80))


def test_a_datagram_elsewhere_is_refused() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as client, pytest.raises(RuntimeError, match=ELSEWHERE):
        client.sendto(b"x", (ELSEWHERE, 53))


def test_a_name_is_not_looked_up() -> None:
    with pytest.raises(RuntimeError, match=r"example\.org"):
        socket.getaddrinfo("example.org", 443)


def test_asyncio_is_refused_too() -> None:
    with pytest.raises(RuntimeError, match=ELSEWHERE):
        asyncio.run(asyncio.open_connection(ELSEWHERE, 80))


def test_loopback_is_reachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        with socket.create_connection(server.getsockname(), timeout=5) as client:
            assert client.recv(1) == b""
