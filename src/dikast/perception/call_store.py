"""Where the call ledger keeps replies: what it asks of a store, and the store that is one SQLite file.

A store keeps and finds; when to ask, ask again or give up is the ledger's (`dikast.perception.calls`). Must not know
judges, or what an answer means.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Protocol

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
class Stored:
    """One reply in a store, in the order of its columns.

    Attributes:
        key, attempt: what it answers, and the number of the try, from 1.
        status: ``raw`` until the question has looked at it, then ``accepted`` or ``rejected``.
        question, judge, model, reading: who was asked what.
        raw, tokens_in, tokens_out, cost, answered_by: the reply.
        fault, message: why it was rejected, else empty.
    """

    key: str
    attempt: int
    status: str
    question: str
    judge: str
    model: str
    reading: int
    raw: str
    tokens_in: int | None
    tokens_out: int | None
    cost: str | None
    answered_by: str
    fault: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """One fault in a store, in the order of its columns; `gave_up` ends a round of tries."""

    key: str
    attempt: int
    question: str
    judge: str
    kind: str
    message: str
    gave_up: bool


class Store(Protocol):
    """What the call ledger needs. A method returns when what it did will not be lost."""

    async def last(self, key: str) -> Stored | None:
        """The accepted reply, or else the one of the last attempt."""

    async def given_up(self, key: str) -> int:
        """The last attempt of the rounds that are over, 0 if there is none."""

    async def tokens(self, key: str, first: int) -> int:
        """Tokens, in and out, of the replies from attempt `first` on."""

    async def add(self, reply: Stored) -> None:
        """Keep a reply. Another process may have stored the same attempt in the meantime: the first one stays."""

    async def decide(self, key: str, attempt: int, status: str, fault: str, message: str) -> None:
        """Turn a raw reply into an accepted or a rejected one; one that is decided stays."""

    async def log(self, fault: Failed) -> None:
        """Keep a fault."""

    async def faults(self) -> list[Failed]:
        """Every fault so far, oldest first."""

    def claim(self, key: str) -> AbstractAsyncContextManager[None]:
        """Hold the right to ask for `key`, if the store lets only one process at a time have it."""

    async def close(self) -> None:
        """Let go of the file or the connections."""


class SqliteStore:
    """One file (WAL, full synchronisation) that several processes of one machine may share.

    Args:
        path: the file; None keeps everything in memory.
    """

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path or ":memory:", timeout=30, isolation_level=None, check_same_thread=False)
        self._db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;" + _TABLES)

    async def last(self, key: str) -> Stored | None:
        """The accepted reply, or else the one of the last attempt."""
        row = self._db.execute(
            "SELECT * FROM replies WHERE key=? ORDER BY status='accepted' DESC, attempt DESC LIMIT 1", (key,)
        ).fetchone()
        return Stored(*row) if row else None

    async def given_up(self, key: str) -> int:
        """The last attempt of the rounds that are over, 0 if there is none."""
        # A round that ended without a reply names the attempt that it did not get; the next round makes that one.
        row = self._db.execute(
            "SELECT min(coalesce((SELECT max(attempt) FROM faults WHERE key=:key AND gave_up), 0), "
            "coalesce((SELECT max(attempt) FROM replies WHERE key=:key), 0))",
            {"key": key},
        ).fetchone()
        return int(row[0])

    async def tokens(self, key: str, first: int) -> int:
        """Tokens, in and out, of the replies from attempt `first` on."""
        rows = self._db.execute(
            "SELECT coalesce(sum(coalesce(tokens_in,0)+coalesce(tokens_out,0)),0) FROM replies WHERE key=? AND "
            "attempt>=?",
            (key, first),
        )
        return int(rows.fetchone()[0])

    async def add(self, reply: Stored) -> None:
        """Keep a reply, unless the attempt is there."""
        self._db.execute("INSERT OR IGNORE INTO replies VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", astuple(reply))

    async def decide(self, key: str, attempt: int, status: str, fault: str, message: str) -> None:
        """Turn a raw reply into an accepted or a rejected one; one that is decided stays."""
        self._db.execute(
            "UPDATE replies SET status=?, fault=?, message=? WHERE key=? AND attempt=? AND status='raw'",
            (status, fault, message, key, attempt),
        )

    async def log(self, fault: Failed) -> None:
        """Keep a fault."""
        self._db.execute(
            "INSERT INTO faults (key, attempt, question, judge, kind, message, gave_up) VALUES (?,?,?,?,?,?,?)",
            astuple(fault),
        )

    async def faults(self) -> list[Failed]:
        """Every fault so far, oldest first."""
        rows = self._db.execute("SELECT key, attempt, question, judge, kind, message, gave_up FROM faults ORDER BY id")
        return [replace(Failed(*row), gave_up=bool(row[-1])) for row in rows]

    @asynccontextmanager
    async def claim(self, key: str) -> AsyncIterator[None]:
        """Hold nothing: one process judges on SQLite, and it asks for a key once at a time."""
        yield

    async def close(self) -> None:
        """Close the file."""
        self._db.close()
