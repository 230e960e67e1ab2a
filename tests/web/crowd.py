"""Many browsers in one process: plain HTTP/1.1 over raw sockets, as cheap as it can be, with nothing hidden.

For measurements: it keeps connections open, follows no redirect, and knows cookies and forms as far as posting to a
floor needs them.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlencode

_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


@dataclass
class Answer:
    """What came back: status, headers (lower case) and body."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Browser:
    """One visitor with his cookies, on one connection that is opened again when it is lost."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answer:
        """Ask for a page."""
        return await self._ask(f"GET {path} HTTP/1.1\r\n", b"")

    async def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form."""
        body = urlencode(fields).encode()
        kind = "Content-Type: application/x-www-form-urlencoded\r\n"
        return await self._ask(f"POST {path} HTTP/1.1\r\n{kind}Content-Length: {len(body)}\r\n", body)

    async def close(self) -> None:
        """Leave."""
        if self._open is not None:
            self._open[1].close()
            self._open = None

    async def _ask(self, head: str, body: bytes) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head += f"Host: 127.0.0.1:{self.port}\r\n" + (f"Cookie: {cookies}\r\n" if cookies else "")
        if self._open is None:
            self._open = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        reader, writer = self._open
        try:
            writer.write(f"{head}\r\n".encode() + body)
            return await self._answer(reader)
        except (OSError, asyncio.IncompleteReadError):
            await self.close()
            raise

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";")[0]
        status = int(lines[0].split()[1])
        if headers.get("transfer-encoding") == "chunked":
            body = b"".join([chunk async for chunk in _chunks(reader)])
        else:
            body = await reader.readexactly(int(headers.get("content-length", "0")))
        return Answer(status, headers, body)


async def _chunks(reader: asyncio.StreamReader):  # type: ignore[no-untyped-def]
    while size := int(await reader.readline(), 16):
        yield await reader.readexactly(size)
        await reader.readline()
    await reader.readline()


def hidden(page: bytes) -> dict[str, str]:
    """Return the hidden fields of a page's composer; {} if it has none."""
    _, found, composer = page.decode().partition('id="composer"')
    fields = {name: unescape(value) for name, value in _HIDDEN.findall(composer)} if found else {}
    return fields if "nonce" in fields else {}


async def steady(ask: Callable[[Browser], object], browsers: list[Browser], rate: float, seconds: float) -> list[float]:
    """Begin `rate` requests a second for `seconds`, whether or not earlier ones were answered.

    Args:
        ask: makes one request with a free browser and says by an exception that it failed.
        browsers: how many may wait for an answer at once.
        rate: requests a second.
        seconds: how long.

    Returns:
        Seconds from the moment each request was due to its answer; infinity for one that failed.
    """
    free: asyncio.Queue[Browser] = asyncio.Queue()
    for browser in browsers:
        free.put_nowait(browser)
    took: list[float] = []
    start = time.perf_counter()

    async def one(due: float) -> None:
        browser = await free.get()
        try:
            await ask(browser)  # type: ignore[misc]
            took.append(time.perf_counter() - due)
        except Exception:
            took.append(float("inf"))
        finally:
            free.put_nowait(browser)

    tasks = []
    for number in range(int(rate * seconds)):
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(one(due)))
    await asyncio.gather(*tasks)
    return took


async def follow(port: int, path: str, until: int, seen: list[tuple[int, float]], joined: asyncio.Semaphore) -> None:
    """Follow a stream of events to the one numbered `until`, noting each one's number and when it came."""
    async with joined:  # not all in the same instant
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
        await reader.readuntil(b"following")
    try:
        while not seen or seen[-1][0] < until:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"id: "):
                seen.append((int(line[4:]), time.time()))
    finally:
        writer.close()


def percentile(values: list[float], part: float) -> float:
    """Return the value below which `part` (0 to 1) of `values` lie, in milliseconds with one decimal."""
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)
