"""Knows how far each watched floor has come, and has each event's fragment made once for everyone.

Nothing is held per viewer but the number of the last event he was sent. Must not know HTTP.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")

#: Seconds between looks at the database.
INTERVAL = 0.25
#: Fragments kept for viewers who come late.
KEPT = 1024
#: What ends a line of the stream; a text may hold other separators, which stay as they are.
_LINES = re.compile("\r\n|\r|\n")
_LOG = logging.getLogger("dikast.events")


class Channel:
    """One watched floor: the number of its last event, and who to wake when there is a new one."""

    def __init__(self, last: int) -> None:
        self.last = last
        self.viewers = 0
        self._news = asyncio.Event()

    def reached(self, last: int) -> None:
        """Note that the floor has come to event `last`."""
        if last > self.last:
            self.last = last
            self._news.set()
            self._news = asyncio.Event()

    async def beyond(self, number: int, seconds: float) -> bool:
        """Wait until there is an event after `number`, at most `seconds`; say whether there is."""
        if self.last > number:
            return True
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False
        return self.last > number


class Hub:
    """All floors that somebody watches through this process.

    Args:
        numbers: returns for the given debates the number of each one's last event. Runs in a thread.
        fragment: returns the HTML that event `number` of a debate brings, in a language. Runs in a thread.
    """

    def __init__(
        self,
        numbers: Callable[[Iterable[int]], Mapping[int, int]],
        fragment: Callable[[int, int, str], str],
    ) -> None:
        self._numbers, self._fragment = numbers, fragment
        self._channels: dict[int, Channel] = {}
        self._made: OrderedDict[tuple[int, int, str], asyncio.Task[bytes]] = OrderedDict()
        self._threads = ThreadPoolExecutor(2, "events")
        self._looking: asyncio.Task[None] | None = None

    async def aside(self, work: Callable[[], Result]) -> Result:
        """Run `work`, which may wait for the database, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def join(self, debate: int, last: int) -> Channel:
        """Return the channel of a debate for one more viewer; `last` is the number of its last event as just read."""
        channel = self._channels.setdefault(debate, Channel(last))
        channel.viewers += 1
        channel.reached(last)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look())
        return channel

    def leave(self, debate: int) -> None:
        """Let one viewer go; a floor that nobody watches is not looked at."""
        channel = self._channels[debate]
        channel.viewers -= 1
        if not channel.viewers:
            del self._channels[debate]

    async def message(self, debate: int, number: int, tongue: str) -> bytes:
        """Return event `number` as it goes over the wire, made once for all who read `tongue`."""
        key = (debate, number, tongue)
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.get_running_loop().create_task(self._make(*key))
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._made.get(key) is task:
                del self._made[key]
            raise

    async def _make(self, debate: int, number: int, tongue: str) -> bytes:
        html = await self.aside(lambda: self._fragment(debate, number, tongue))
        data = "".join(f"data: {line}\n" for line in _LINES.split(html))
        return f"id: {number}\n{data}\n".encode()

    async def _look(self) -> None:
        while self._channels:
            watched = tuple(self._channels)
            try:
                reached = await self.aside(lambda ids=watched: self._numbers(ids))  # type: ignore[misc]
            except Exception:
                _LOG.exception("the events cannot be read; trying again")
                await asyncio.sleep(2)
                continue
            for debate, last in reached.items():
                if debate in self._channels:
                    self._channels[debate].reached(last)
            await asyncio.sleep(INTERVAL)
