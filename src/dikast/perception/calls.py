"""The call ledger: every answer is stored before it is used, so nothing is paid for twice and nothing changes.

One SQLite file (WAL, full synchronisation) that several processes may share. The file knows requests and replies; it
must not know debates, methods or what an answer means: that is the caller's `accept`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from dikast.perception.budget import Budget, Limits
from dikast.perception.port import Fault, FaultKind, Judge, Reply, Request

Accepted = TypeVar("Accepted")

_OF_A_REPLY: frozenset[FaultKind] = frozenset({"cut-off", "refused", "empty", "filtered", "invalid", "wrong-model"})
"""Faults of a reply that came: each is a try. The others brought no reply, and the same try is made again."""

_BELIEVED = 24 * 3600.0
"""Seconds that a provider can mean when it asks to wait; a longer wait is a mistake of its own and says nothing."""

_TABLES = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT NOT NULL, attempt INTEGER NOT NULL, status TEXT NOT NULL CHECK (status IN ('raw','accepted','rejected')),
    question TEXT NOT NULL, judge TEXT NOT NULL, model TEXT NOT NULL, reading INTEGER NOT NULL,
    raw TEXT NOT NULL, tokens_in INTEGER, tokens_out INTEGER, cost TEXT, answered_by TEXT NOT NULL,
    fault TEXT NOT NULL DEFAULT '', message TEXT NOT NULL DEFAULT '', PRIMARY KEY (key, attempt)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS faults (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, attempt INTEGER NOT NULL, question TEXT NOT NULL, judge TEXT NOT NULL,
    kind TEXT NOT NULL, message TEXT NOT NULL, gave_up INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS faults_by_key ON faults (key) WHERE gave_up;
"""


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
        path: the SQLite file; None keeps everything in memory.
        limits: what one question may take.
        sleep: waits that many seconds (tests give their own).
        jitter: a number from 0 to 1 that spreads the waits of many callers.
    """

    def __init__(
        self,
        path: Path | None,
        limits: Limits | None = None,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._limits = limits or Limits()
        self._sleep, self._jitter = sleep, jitter
        self._db = sqlite3.connect(path or ":memory:", timeout=30, isolation_level=None, check_same_thread=False)
        self._db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;" + _TABLES)
        self._under_way: dict[str, asyncio.Task[tuple[Reply, int, bool]]] = {}
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
        asked, first = False, self._round_start(key)
        while True:
            last = self._last(key)
            if last and last["status"] == "accepted":
                return _reply(last), last["attempt"], not asked
            if last and last["status"] == "raw":
                self._judge_reply(key, last, accept)
                continue
            attempt = last["attempt"] + 1 if last else 1
            if last and attempt > first and (attempt - first >= self._limits.tries or self._dear(key, first)):
                fault = Fault(last["fault"], last["message"], raw=last["raw"])
                self._log(key, attempt - 1, request, judge, fault, gave_up=True)
                raise fault
            await self._try(key, judge, request, reading, attempt, budget)
            asked = True

    async def _try(self, key: str, judge: Judge, request: Request, reading: int, attempt: int, budget: Budget) -> None:
        """Bring one reply into the file, good or bad; repeats calls that bring none."""
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
                        self._store(key, attempt, "rejected", request, judge, reading, reply, fault)
                        return
                    bill.tokens_in, bill.tokens_out = reply.tokens_in or 0, reply.tokens_out or 0
                    self._store(key, attempt, "raw", request, judge, reading, reply)
                    return
            except Fault as fault:
                wait = self._wait(fault, repeat)
                give_up = not fault.retryable or repeat == self._limits.retries or wait > self._limits.longest_wait
                self._log(key, attempt, request, judge, fault, gave_up=give_up)
                if give_up:
                    raise
            await self._sleep(wait)

    def _wait(self, fault: Fault, repeat: int) -> float:
        """Seconds before the next repeat: what the provider asks for, or twice as long each time, spread by half."""
        if fault.retry_after is not None and 0 <= fault.retry_after <= _BELIEVED:
            return fault.retry_after + self._jitter() * min(1.0, fault.retry_after)
        longest = min(self._limits.longest_wait, self._limits.first_wait * float(2**repeat))
        return longest * (0.5 + 0.5 * self._jitter())

    def _dear(self, key: str, first: int) -> bool:
        rows = self._db.execute(
            "SELECT coalesce(sum(coalesce(tokens_in,0)+coalesce(tokens_out,0)),0) FROM replies WHERE key=? AND "
            "attempt>=?",
            (key, first),
        )
        return int(rows.fetchone()[0]) >= self._limits.tokens

    def _judge_reply(self, key: str, row: Mapping[str, Any], accept: Callable[[Mapping[str, Any]], object]) -> None:
        status, fault = "accepted", Fault("invalid", "")
        try:
            accept(json.loads(row["raw"]))
        except Fault as refused:
            status, fault = "rejected", refused
        self._db.execute(
            "UPDATE replies SET status=?, fault=?, message=? WHERE key=? AND attempt=? AND status='raw'",
            (status, fault.kind if status == "rejected" else "", fault.message, key, row["attempt"]),
        )

    def _last(self, key: str) -> dict[str, Any] | None:
        found = self._db.execute(
            "SELECT attempt, status, raw, tokens_in, tokens_out, cost, answered_by, fault, message FROM replies "
            "WHERE key=? ORDER BY status='accepted' DESC, attempt DESC LIMIT 1",
            (key,),
        )
        row = found.fetchone()
        return dict(zip((column[0] for column in found.description), row, strict=True)) if row else None

    def _round_start(self, key: str) -> int:
        """The first attempt of this round: those before the last time that the question was given up are over."""
        row = self._db.execute("SELECT max(attempt) FROM faults WHERE key=? AND gave_up", (key,)).fetchone()
        tried = self._db.execute("SELECT max(attempt) FROM replies WHERE key=?", (key,)).fetchone()[0] or 0
        return min(row[0] or 0, tried) + 1

    def _store(
        self,
        key: str,
        attempt: int,
        status: str,
        request: Request,
        judge: Judge,
        reading: int,
        reply: Reply,
        fault: Fault | None = None,
    ) -> None:
        """Another process may have stored the same attempt in the meantime: the first one stays."""
        self._db.execute(
            "INSERT OR IGNORE INTO replies VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                key,
                attempt,
                status,
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
            ),
        )

    def _log(self, key: str, attempt: int, request: Request, judge: Judge, fault: Fault, *, gave_up: bool) -> None:
        self._db.execute(
            "INSERT INTO faults (key, attempt, question, judge, kind, message, gave_up) VALUES (?,?,?,?,?,?,?)",
            (key, attempt, request.question, judge.name, fault.kind, _storable(fault.message), gave_up),
        )

    def faults(self) -> list[tuple[str, str, str, bool]]:
        """Every fault so far, oldest first: question, kind, message, and whether the question was given up then."""
        rows = self._db.execute("SELECT question, kind, message, gave_up FROM faults ORDER BY id")
        return [(question, kind, message, bool(gave_up)) for question, kind, message, gave_up in rows]

    async def close(self) -> None:
        """Stop what is under way and close the file."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._db.close()


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _reply(row: Mapping[str, Any]) -> Reply:
    return Reply(
        row["raw"], json.loads(row["raw"]), row["tokens_in"], row["tokens_out"], row["cost"], row["answered_by"]
    )
