"""The call ledger: every answer is stored before it is used, so nothing is paid for twice and nothing changes.

When to ask, ask again and give up; where replies are kept is a store's (`dikast.perception.call_store`). Knows requests
and replies; must not know debates, methods or what an answer means: that is the caller's `accept`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, cast
from weakref import WeakKeyDictionary

from dikast.perception.budget import Budget, Limits
from dikast.perception.call_store import Failed, SqliteStore, Store, Stored
from dikast.perception.port import Fault, FaultKind, Judge, Reply, Request

Accepted = TypeVar("Accepted")

_OF_A_REPLY: frozenset[FaultKind] = frozenset({"cut-off", "refused", "empty", "filtered", "invalid", "wrong-model"})
"""Faults of a reply that came: each is a try. The others brought no reply, and the same try is made again."""

_BELIEVED = 24 * 3600.0
"""Seconds that a provider can mean when it asks to wait; a longer wait is a mistake of its own and says nothing."""
_LAST_WORDS = 10.0
"""Seconds in which answers that came are still stored when the ledger is closed."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[Accepted]):
    """A stored answer.

    Attributes:
        key: digest of everything the answer depends on.
        reply: what the judge said.
        tries: replies it took; the last one is this.
        cached: whether it was stored before this ask.
        value: what the caller's `accept` made of the reply's data.
    """

    key: str
    reply: Reply
    tries: int
    cached: bool
    value: Accepted


def key_of(judge: Judge, request: Request, reading: int) -> str:
    """The digest under which the answer is stored: question, model, parameters, system, user, schema and reading."""
    parts = {
        "question": request.question,
        "model": judge.model,
        "parameters": dict(judge.parameters),
        "system": request.system,
        "user": request.user,
        "schema": request.schema,
        "tight": request.tight,
        "reading": reading,
    }
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


class CallLedger:
    """Asks judges, remembers answers.

    Args:
        store: where replies are kept; a path is an SQLite file, None keeps everything in memory.
        limits: what one question may take.
        sleep: waits that many seconds (tests give their own).
        jitter: a number from 0 to 1 that spreads the waits of many callers.
    """

    def __init__(
        self,
        store: Store | Path | None,
        limits: Limits | None = None,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._store: Store = SqliteStore(store) if store is None or isinstance(store, Path) else store
        self._limits = limits or Limits()
        self._sleep, self._jitter = sleep, jitter
        self._under_way: dict[str, asyncio.Task[tuple[Reply, int, bool]]] = {}
        self._storing: set[asyncio.Task[None]] = set()
        self._gates: WeakKeyDictionary[Judge, asyncio.Semaphore] = WeakKeyDictionary()

    async def ask(
        self,
        judge: Judge,
        request: Request,
        reading: int = 1,
        *,
        accept: Callable[[Mapping[str, Any]], Accepted],
        budget: Budget | None = None,
    ) -> Answer[Accepted]:
        """The answer of `judge` to `request`: the stored one, or a new one, stored before it is returned.

        Args:
            judge: who is asked.
            request: the question.
            reading: the number of the reading, from 1; each is asked anew.
            accept: what the question makes of the data, pure; raises `Fault` for data that is unusable, which makes
                the reply a failed try.
            budget: what all questions share; a stored answer costs nothing.

        Returns:
            The answer with the caller's value.

        Raises:
            Fault: when the tries are used up, or trying again cannot help. It is logged, and never an answer.
            JudgeBusy: from the judge, as it comes: nothing was asked, so nothing is logged.
        """
        key = key_of(judge, request, reading)
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.create_task(self._settle(key, judge, request, reading, accept, budget or Budget()))
            self._under_way[key] = task
            task.add_done_callback(lambda done: self._forget(key, done))
        reply, tries, cached = await asyncio.shield(task)
        return Answer(key, reply, tries, cached, accept(reply.data))

    def _forget(self, key: str, task: asyncio.Task[tuple[Reply, int, bool]]) -> None:
        self._under_way.pop(key, None)
        if not task.cancelled():
            task.exception()

    async def _settle(
        self,
        key: str,
        judge: Judge,
        request: Request,
        reading: int,
        accept: Callable[[Mapping[str, Any]], object],
        budget: Budget,
    ) -> tuple[Reply, int, bool]:
        last = await self._store.last(key)
        if last and last.status == "accepted":
            return _reply(last), last.attempt, True
        # The round is counted from before the claim: who waited for another's tries does not make as many again.
        first = await self._store.given_up(key) + 1
        async with self._store.claim(key):
            return await self._round(key, judge, request, reading, accept, budget, first)

    async def _round(
        self,
        key: str,
        judge: Judge,
        request: Request,
        reading: int,
        accept: Callable[[Mapping[str, Any]], object],
        budget: Budget,
        first: int,
    ) -> tuple[Reply, int, bool]:
        asked = False
        while True:
            last = await self._store.last(key)
            if last and last.status == "accepted":
                return _reply(last), last.attempt, not asked
            if last and last.status == "raw":
                await self._judge_reply(last, accept)
                continue
            attempt = last.attempt + 1 if last else 1
            if last and attempt > first and (attempt - first >= self._limits.tries or await self._dear(key, first)):
                fault = Fault(cast(FaultKind, last.fault), last.message, raw=last.raw)
                await self._log(key, attempt - 1, request, judge, fault, gave_up=True)
                raise fault
            await self._try(key, judge, request, reading, attempt, budget)
            asked = True

    async def _try(self, key: str, judge: Judge, request: Request, reading: int, attempt: int, budget: Budget) -> None:
        """Bring one reply into the store, good or bad; repeats calls that bring none."""
        gate = self._gates.setdefault(judge, asyncio.Semaphore(max(1, judge.concurrency)))
        for repeat in range(self._limits.retries + 1):
            try:
                async with gate, budget.call(request) as bill:
                    try:
                        reply = await judge.answer(request, reading=reading, attempt=attempt)
                    except Fault as fault:
                        bill.tokens_in, bill.tokens_out = fault.tokens_in, fault.tokens_out
                        if fault.kind not in _OF_A_REPLY or not fault.retryable:
                            raise
                        reply = Reply(fault.raw, {}, fault.tokens_in, fault.tokens_out)
                        await self._keep(_row(key, attempt, request, judge, reading, reply, fault))
                        return
                    bill.tokens_in, bill.tokens_out = reply.tokens_in or 0, reply.tokens_out or 0
                    await self._keep(_row(key, attempt, request, judge, reading, reply))
                    return
            except Fault as fault:
                wait = self._wait(fault, repeat)
                give_up = not fault.retryable or repeat == self._limits.retries or wait > self._limits.longest_wait
                await self._log(key, attempt, request, judge, fault, gave_up=give_up)
                if give_up:
                    raise
            await self._sleep(wait)

    def _wait(self, fault: Fault, repeat: int) -> float:
        """Seconds before the next repeat: what the provider asks for, or twice as long each time, spread by half."""
        if fault.retry_after is not None and 0 <= fault.retry_after <= _BELIEVED:
            return fault.retry_after + self._jitter() * min(1.0, fault.retry_after)
        longest = min(self._limits.longest_wait, self._limits.first_wait * float(2**repeat))
        return longest * (0.5 + 0.5 * self._jitter())

    async def _dear(self, key: str, first: int) -> bool:
        return await self._store.tokens(key, first) >= self._limits.tokens

    async def _judge_reply(self, row: Stored, accept: Callable[[Mapping[str, Any]], object]) -> None:
        status, kind, message = "accepted", "", ""
        try:
            accept(json.loads(row.raw))
        except Fault as refused:
            status, kind, message = "rejected", refused.kind, refused.message
        await self._store.decide(row.key, row.attempt, status, kind, _storable(message))

    async def _keep(self, row: Stored) -> None:
        """Store a reply, to the end also when whoever asked is stopped in the meantime: it is paid for."""
        storing = asyncio.create_task(self._store.add(row))
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)
        await asyncio.shield(storing)

    async def _log(
        self, key: str, attempt: int, request: Request, judge: Judge, fault: Fault, *, gave_up: bool
    ) -> None:
        message = _storable(fault.message)
        await self._store.log(Failed(key, attempt, request.question, judge.name, fault.kind, message, gave_up))

    async def faults(self) -> list[tuple[str, str, str, bool]]:
        """Every fault so far, oldest first: question, kind, message, and whether the question was given up then."""
        return [(one.question, one.kind, one.message, one.gave_up) for one in await self._store.faults()]

    async def close(self) -> None:
        """Stop what is under way, store what came, and close the store."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._storing:
            await asyncio.wait(self._storing, timeout=_LAST_WORDS)
        await self._store.close()


def _row(
    key: str, attempt: int, request: Request, judge: Judge, reading: int, reply: Reply, fault: Fault | None = None
) -> Stored:
    return Stored(
        key,
        attempt,
        "rejected" if fault else "raw",
        request.question,
        judge.name,
        judge.model,
        reading,
        _storable(reply.raw),
        reply.tokens_in,
        reply.tokens_out,
        reply.cost,
        reply.model,
        fault.kind if fault else "",
        _storable(fault.message) if fault else "",
    )


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _reply(row: Stored) -> Reply:
    return Reply(row.raw, json.loads(row.raw), row.tokens_in, row.tokens_out, row.cost, row.answered_by)
