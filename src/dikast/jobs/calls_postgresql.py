"""The call ledger's replies in PostgreSQL, where the workers of several machines share them.

One process at a time asks for a key: it puts its name beside the key for a while and renews that while it asks, so that
no connection is held for the length of a call, and a process that dies loses its claims when their time is over. Must
not know judges, or what an answer means.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import astuple, replace

from dikast.jobs.tables import PostgresTables
from dikast.perception.call_store import Failed, Stored

#: Seconds that a claim lasts unless it is renewed: about as long as a worker may be silent before others take over.
LEASE = 20.0
#: Seconds between looks at a key that another process has claimed: the first, and the most.
_FIRST_LOOK, _LAST_LOOK = 0.05, 1.0
#: Seconds that giving up a claim may take.
_RELEASE = 5.0

_TABLES = """
CREATE TABLE dikast_calls.replies (
    key text NOT NULL, attempt integer NOT NULL, status text NOT NULL CHECK (status IN ('raw','accepted','rejected')),
    question text NOT NULL, judge text NOT NULL, model text NOT NULL, reading integer NOT NULL,
    raw text NOT NULL, tokens_in bigint, tokens_out bigint, cost text, answered_by text NOT NULL,
    fault text NOT NULL DEFAULT '', message text NOT NULL DEFAULT '', PRIMARY KEY (key, attempt)
);
CREATE TABLE dikast_calls.faults (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL, attempt integer NOT NULL,
    question text NOT NULL, judge text NOT NULL, kind text NOT NULL, message text NOT NULL, gave_up boolean NOT NULL
);
CREATE INDEX faults_by_key ON dikast_calls.faults (key) WHERE gave_up;
CREATE TABLE dikast_calls.claims (key text PRIMARY KEY, holder text NOT NULL, until timestamptz NOT NULL);
"""


class PostgresStore:
    """Replies in the schema ``dikast_calls``, which is made if missing.

    Args:
        address: the postgresql:// address of the database.
        holder: the process's name; a process that comes back with it has its claims again. By default one of its own.
        lease: seconds that a claim outlives its process.
    """

    def __init__(self, address: str, holder: str = "", lease: float = LEASE) -> None:
        self._tables = PostgresTables(address, "dikast_calls", _TABLES)
        self._lease, self._holder = lease, holder or uuid.uuid4().hex
        self._claimed: set[str] = set()
        self._renewing: asyncio.Task[None] | None = None

    async def last(self, key: str) -> Stored | None:
        """The accepted reply, or else the one of the last attempt."""
        rows = await self._tables.run(
            "SELECT * FROM dikast_calls.replies WHERE key=? ORDER BY status='accepted' DESC, attempt DESC LIMIT 1", key
        )
        return Stored(*rows[0]) if rows else None

    async def given_up(self, key: str) -> int:
        """The last attempt of the rounds that are over, 0 if there is none."""
        ((attempt,),) = await self._tables.run(
            "SELECT least(coalesce((SELECT max(attempt) FROM dikast_calls.faults WHERE key=? AND gave_up), 0), "
            "coalesce((SELECT max(attempt) FROM dikast_calls.replies WHERE key=?), 0))",
            key,
            key,
        )
        return int(attempt)

    async def tokens(self, key: str, first: int) -> int:
        """Tokens, in and out, of the replies from attempt `first` on."""
        ((tokens,),) = await self._tables.run(
            "SELECT coalesce(sum(coalesce(tokens_in,0)+coalesce(tokens_out,0)),0) FROM dikast_calls.replies "
            "WHERE key=? AND attempt>=?",
            key,
            first,
        )
        return int(tokens)

    async def add(self, reply: Stored) -> None:
        """Keep a reply, unless the attempt is there."""
        plain = replace(reply, raw=_plain(reply.raw), answered_by=_plain(reply.answered_by))
        await self._tables.run(
            "INSERT INTO dikast_calls.replies VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
            *astuple(replace(plain, message=_plain(reply.message))),
        )

    async def decide(self, key: str, attempt: int, status: str, fault: str, message: str) -> None:
        """Turn a raw reply into an accepted or a rejected one; one that is decided stays."""
        await self._tables.run(
            "UPDATE dikast_calls.replies SET status=?, fault=?, message=? WHERE key=? AND attempt=? AND status='raw'",
            status,
            fault,
            _plain(message),
            key,
            attempt,
        )

    async def log(self, fault: Failed) -> None:
        """Keep a fault."""
        await self._tables.run(
            "INSERT INTO dikast_calls.faults (key, attempt, question, judge, kind, message, gave_up) "
            "VALUES (?,?,?,?,?,?,?)",
            *astuple(replace(fault, message=_plain(fault.message))),
        )

    async def faults(self) -> list[Failed]:
        """Every fault so far, oldest first."""
        rows = await self._tables.run(
            "SELECT key, attempt, question, judge, kind, message, gave_up FROM dikast_calls.faults ORDER BY id"
        )
        return [Failed(*row) for row in rows]

    @asynccontextmanager
    async def claim(self, key: str) -> AsyncIterator[None]:
        """Hold the right to ask for `key`; waits while another process has it."""
        look = _FIRST_LOOK
        while not await self._tables.run(
            "INSERT INTO dikast_calls.claims AS one VALUES (?, ?, now() + ? * interval '1 second') "
            "ON CONFLICT (key) DO UPDATE SET holder=excluded.holder, until=excluded.until "
            "WHERE one.until < now() OR one.holder = excluded.holder RETURNING 1",
            key,
            self._holder,
            self._lease,
        ):
            await asyncio.sleep(look)
            look = min(2 * look, _LAST_LOOK)
        self._claimed.add(key)
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew())
        try:
            yield
        finally:
            self._claimed.discard(key)
            with suppress(TimeoutError):  # on a database that is away it ends by itself
                async with asyncio.timeout(_RELEASE):
                    await self._tables.run(
                        "DELETE FROM dikast_calls.claims WHERE key=? AND holder=?", key, self._holder
                    )

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._lease / 6)
            if self._claimed:
                await self._tables.run(
                    "UPDATE dikast_calls.claims SET until = now() + ? * interval '1 second' "
                    "WHERE holder=? AND key = ANY(?)",
                    self._lease,
                    self._holder,
                    list(self._claimed),
                )

    async def close(self) -> None:
        """Close the connections."""
        if self._renewing is not None:
            self._renewing.cancel()
            with suppress(asyncio.CancelledError):
                await self._renewing
        await self._tables.close()


def _plain(text: str) -> str:
    """`text` as PostgreSQL can hold it: without NUL, which no answer that parses has."""
    return text.replace("\0", "\ufffd")
