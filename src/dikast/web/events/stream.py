"""`/events/d/SLUG`: a floor's events as server-sent events. Must not know what they mean.

A viewer names the last event he has (``after`` in the address, or ``Last-Event-ID`` when the browser reconnects) and
gets every later one, once, in order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from django.db import close_old_connections

from dikast.record.exporters.words import TONGUES
from dikast.web.debates.models import Debate, Event
from dikast.web.debates.sight import opens_stream
from dikast.web.events.hub import Hub
from dikast.web.floor.fragments import fragment

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

#: Seconds of silence after which a comment keeps the connection alive.
PULSE = 15.0


def _numbers(debates: Iterable[int]) -> Mapping[int, int]:
    close_old_connections()
    return dict(Debate.objects.filter(pk__in=list(debates)).values_list("pk", "events_count"))


def _fragment(debate: int, number: int, tongue: str) -> str:
    close_old_connections()
    event = Event.objects.select_related("debate").get(debate_id=debate, number=number)
    return fragment(event, tongue)


HUB = Hub(_numbers, _fragment)


def _opened(slug: str, key: str) -> Debate | None:
    if not (slug.isascii() and slug.isalnum()):
        return None
    close_old_connections()
    debate = Debate.objects.filter(slug=slug).first()
    return debate if debate is not None and opens_stream(debate, key) else None


def _after(scope: Scope, query: dict[str, list[str]]) -> int:
    given = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1") or query.get("after", ["0"])[0]
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one viewer until he leaves."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    slug = scope["path"].removeprefix("/events/d/")
    key = query.get("key", [""])[0]
    debate = await HUB.aside(lambda: _opened(slug, key))
    if debate is None or scope["method"] != "GET":
        await _plain(send, 404 if debate is None else 405, b"there is no such floor to follow")
        return
    tongue = query.get("tongue", ["en"])[0]
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    sending = asyncio.create_task(_feed(debate, _after(scope, query), tongue if tongue in TONGUES else "en", send))
    leaving = asyncio.create_task(_left(receive))
    try:
        await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, leaving):
            task.cancel()
        await asyncio.gather(sending, leaving, return_exceptions=True)


async def _feed(debate: Debate, number: int, tongue: str, send: Send) -> None:
    channel = HUB.join(debate.pk, debate.events_count)
    try:
        await _write(send, b"retry: 2000\n: following\n\n")
        while True:
            if not await channel.beyond(number, PULSE):
                await _write(send, b": still here\n\n")
                continue
            while number < channel.last:
                await _write(send, await HUB.message(debate.pk, number + 1, tongue))
                number += 1
    finally:
        HUB.leave(debate.pk)


async def _write(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _plain(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
