"""The one door of the web process: streams of events go to `events`, all else to Django's pages in threads.

Pages are served through WSGI, which costs about half of what Django's own ASGI path costs a page. Must not know pages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django

from dikast.web.lifeline import end_with_master

end_with_master()  # before anything that takes time
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dikast.web.configuration")
django.setup(set_prefix=False)

from a2wsgi import WSGIMiddleware  # noqa: E402 - Django must be set up first
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402

from dikast.web.events.stream import stream  # noqa: E402

#: Pages made at once by one process.
THREADS = 8

_pages = WSGIMiddleware(WSGIHandler(), workers=THREADS)  # type: ignore[arg-type]  # its own name for the same type


#: Signs that a query may hold only percent-encoded.
_RAW = re.compile(rb"[^!-~]")


async def _page(
    scope: MutableMapping[str, Any],
    receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
    send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
) -> None:
    """Have a page made by Django: what the bridge to WSGI takes for granted is made so first."""

    async def received() -> MutableMapping[str, Any]:  # the server's own is awaitable, but no coroutine
        return await receive()

    query = _RAW.sub(lambda found: b"%%%02X" % found.group()[0], scope["query_string"])
    await _pages({**scope, "query_string": query}, received, send)  # type: ignore[arg-type]


async def application(
    scope: MutableMapping[str, Any],
    receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
    send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
) -> None:
    """Answer one request."""
    if scope["type"] == "http" and scope["path"].startswith("/events/"):
        await stream(scope, receive, send)
    elif scope["type"] == "http":
        await _page(scope, receive, send)
    elif scope["type"] == "lifespan":
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        await send({"type": "lifespan.shutdown.complete"})
