"""Limits that all workers share: a call waits for its place, takes it, and gives it back with what it really took.

Those who wait in one process for one judge go first in, first out; who comes first among processes is decided by who
claims work. Must not know debates.
"""

from __future__ import annotations

import asyncio
import logging
import random
import uuid
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from dikast.jobs import limit_tables
from dikast.jobs.circuit import Circuit
from dikast.jobs.limit_rules import Rule
from dikast.jobs.limit_tables import Need, Place, Refusal, Use
from dikast.jobs.tables import Run, Tables
from dikast.perception.port import JudgeBusy

SCHEMA = "dikast_limits"
#: Seconds that a place outlives a process that neither renews nor settles it.
LEASE = 60.0
#: The most seconds that a call waits for a judge that is known to be closed to it; beyond, the judge is busy.
PATIENCE = 30.0
#: Seconds between looks whether another process has made room: the first, and the most.
_FIRST_LOOK, _LAST_LOOK = 0.05, 1.0
#: Seconds in which calls that ended are still settled when the limiter is closed.
_LAST_WORDS = 10.0
_LOG = logging.getLogger("dikast.jobs")


@dataclass(frozen=True, slots=True)
class Standing:
    """What is used of a rule, or by a judge that no rule names.

    Attributes:
        name: the rule's or the judge's.
        rule: the limits; none of them for a judge without a rule.
        use: what is used of them.
    """

    name: str
    rule: Rule
    use: Use


@dataclass(frozen=True, slots=True)
class Shut:
    """A judge that is closed to calls, or open to one that tries it.

    Attributes:
        name: the judge's.
        until: when the next call may be made, in UTC; past where one tries.
        since: when it was closed.
        failures: faults in a row.
        why: what closed it.
    """

    name: str
    until: datetime
    since: datetime
    failures: int
    why: str


@dataclass(frozen=True, slots=True)
class State:
    """How things stand at a moment, for pages and metrics."""

    at: datetime
    standings: tuple[Standing, ...]
    shut: tuple[Shut, ...]


class Limiter:
    """Gives places for calls, under rules.

    Args:
        rules: the limits.
        tables: what all workers share; made with `limit_tables.TABLES`.
        patience, lease: in seconds, see `PATIENCE` and `LEASE`.
        jitter: a number from 0 to 1 that spreads pauses.
    """

    def __init__(
        self,
        rules: tuple[Rule, ...],
        tables: Tables,
        *,
        patience: float = PATIENCE,
        lease: float = LEASE,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._rules, self._tables = rules, tables
        self._patience, self._lease, self._jitter = patience, lease, jitter
        self._lines: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._changed = asyncio.Event()
        self._held: set[str] = set()
        self._settling: set[asyncio.Task[JudgeBusy | None]] = set()
        self._renewing: asyncio.Task[None] | None = None

    def rules_for(self, name: str) -> tuple[Rule, ...]:
        """Return the rules that hold for the judge of this name."""
        return tuple(rule for rule in self._rules if rule.fits(name))

    async def acquire(self, name: str, need: Need) -> Place:
        """Wait for a place for one call, and take it.

        Args:
            name: the judge's name.
            need: the most that the call may take.

        Raises:
            JudgeBusy: when none can be had for longer than the patience, or the day's money is used up.
        """
        rules = self.rules_for(name)

        async def work(run: Run, now: float) -> Place | Refusal:
            return await limit_tables.admit(run, now, uuid.uuid4().hex, name, rules, need, self._lease)

        async with self._lines[name]:
            look, waited = _FIRST_LOOK, 0.0
            while True:
                self._changed.clear()
                found = await self._tables.alone(work)
                if isinstance(found, Place):
                    break
                wait = look if found.until is None else found.until - found.now
                if wait > self._patience or (found.trying and waited > self._patience):
                    raise _busy(name, found.now, found.until or found.now + self._patience, found.reason)
                waited += await self._wait(wait)
                look = min(2 * look, _LAST_LOOK)
        self._held.add(found.call)
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew())
        return found

    async def _wait(self, seconds: float) -> float:
        """Wait so long, or until a call of this process has ended; return the seconds it took."""
        clock = asyncio.get_running_loop().time
        began = clock()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)
        return clock() - began

    def settle(
        self, place: Place, took: Need, works: bool | None, *, asked: float | None = None, why: str = ""
    ) -> asyncio.Task[JudgeBusy | None]:
        """Give a place back. Nobody has to wait for it: what is begun here is ended even if the caller is stopped.

        Args:
            place: the call.
            took: what it really took.
            works: whether the provider answered, or was overloaded or not reached; None for neither.
            asked: seconds that the provider asks to wait, or None.
            why: the fault's message.

        Returns:
            A task that gives the exception of the next caller if the judge stays closed for longer than the patience.
        """
        task = asyncio.create_task(self._settle(place, took, works, asked, why[:500]))
        self._settling.add(task)
        task.add_done_callback(self._settled)
        return task

    async def _settle(
        self, place: Place, took: Need, works: bool | None, asked: float | None, why: str
    ) -> JudgeBusy | None:
        async def work(run: Run, now: float) -> tuple[Circuit, float]:
            jitter = self._jitter()
            return (
                await limit_tables.settle(run, now, place, took, works, asked=asked, why=why, jitter=jitter),
                now,
            )

        try:
            circuit, now = await self._tables.alone(work)
        finally:
            self._held.discard(place.call)
            self._changed.set()
        return _busy(place.name, now, circuit.until, circuit.why) if circuit.until > now + self._patience else None

    def _settled(self, task: asyncio.Task[JudgeBusy | None]) -> None:
        self._settling.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _LOG.error("a call could not be settled; its place is free in %g s", self._lease, exc_info=error)

    async def _renew(self) -> None:
        async def work(run: Run, now: float) -> None:
            await limit_tables.renew(run, now, list(self._held), self._lease)

        while True:
            await asyncio.sleep(self._lease / 4)
            try:
                await self._tables.alone(work)
            except Exception:
                _LOG.exception("places could not be renewed; it is tried again")

    async def state(self) -> State:
        """Return how things stand: what is used of each rule and by each judge, and which judges are closed."""

        async def work(run: Run, now: float) -> State:
            rules = {rule.name: rule for rule in self._rules}
            rules |= {name: Rule(name) for name in await limit_tables.names(run, now) if name not in rules}
            standings = [Standing(rule.name, rule, await limit_tables.used(run, now, rule)) for rule in rules.values()]
            shut = [
                Shut(name, _utc(one.until), _utc(one.since), one.failures, one.why)
                for name, one in (await limit_tables.circuits(run)).items()
                if one.trips or one.until > now
            ]
            return State(_utc(now), tuple(standings), tuple(shut))

        return await self._tables.alone(work)

    async def close(self) -> None:
        """Settle what has ended, and let go of the tables."""
        if self._settling:
            await asyncio.wait(self._settling, timeout=_LAST_WORDS)
        tasks = [*self._settling, *([self._renewing] if self._renewing else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._tables.close()


def provider_of(name: str) -> str:
    """Return whose judge it is: ``anthropic`` of ``anthropic:…``, the address of a server given by URL."""
    return name.partition("#")[0] if name.startswith(("http:", "https:")) else name.partition(":")[0]


def _busy(name: str, now: float, until: float, reason: str) -> JudgeBusy:
    seconds = max(1.0, until - now)
    return JudgeBusy(provider_of(name), _utc(now + seconds), reason, seconds)


def _utc(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
