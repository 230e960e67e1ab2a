"""The one door: what a server sends in its own way reaches the pages whole."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

from dikast.web.asgi import application

Message = MutableMapping[str, Any]


def ask(method: str, path: str, query: bytes = b"", *pieces: bytes) -> int:
    """Send a request whose body comes in pieces, awaited as a server's futures; return the status."""

    async def run() -> int:
        loop = asyncio.get_running_loop()
        parts = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
        parts.append({"type": "http.request", "body": b"", "more_body": False})
        sent: list[Message] = []

        def receive() -> asyncio.Future[Message]:
            future: asyncio.Future[Message] = loop.create_future()
            if parts:
                future.set_result(parts.pop(0))
            return future

        async def send(message: Message) -> None:
            sent.append(message)

        length = str(sum(map(len, pieces))).encode()
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", length)]
        scope: Message = {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": query,
            "headers": headers, "http_version": "1.1", "scheme": "http", "server": ("localhost", 80),
            "client": ("127.0.0.1", 9), "root_path": "",
        }  # fmt: skip
        await asyncio.wait_for(application(scope, receive, send), 20)
        return int(sent[0]["status"])

    return asyncio.run(run())


def test_a_body_is_read_from_a_server_whose_messages_are_futures() -> None:
    assert ask("POST", "/api/v1/join", b"", b'{"key": ', b'"x"}') == 401
    assert ask("POST", "/transcript", b"", b"source=", b"A: yes") == 403  # read, and without its token


def test_a_query_in_raw_signs_is_understood() -> None:
    assert ask("GET", "/api/v1/openapi.json", "q=ü\x7f".encode()) == 200
