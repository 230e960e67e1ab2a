"""The door hands requests on in the form that the bridge to the pages needs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dikast.web import asgi


def test_what_is_sent_reaches_the_pages_whatever_the_server_calls_awaitable(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []

    async def pages(scope: Any, receive: Any, send: Any) -> None:
        coming = receive()
        assert asyncio.iscoroutine(coming), "the bridge runs it from another thread"
        read.append(await coming)

    async def ask() -> None:
        message = {"type": "http.request", "body": b"text"}

        def receive() -> asyncio.Future[Any]:
            arrived: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            arrived.set_result(message)
            return arrived

        await asgi.application({"type": "http", "path": "/start"}, receive, lambda _: None)  # type: ignore[arg-type]

    monkeypatch.setattr(asgi, "_pages", pages)
    asyncio.run(ask())
    assert read == [{"type": "http.request", "body": b"text"}]
