"""Small tables that workers share, in an SQLite file or in PostgreSQL, spoken to in one SQL.

The SQL is what both understand, with ``?`` for values and tables named ``schema.table``; SQLite has no schemas, and its
file stands for one. A database that restarts or is away is waited for, however long: no caller has to know. psycopg is
imported only where PostgreSQL is used. Must not know what is in the tables.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from psycopg import AsyncConnection
    from psycopg_pool import AsyncConnectionPool

Result = TypeVar("Result")
Row = tuple[Any, ...]
#: Runs one statement and returns its rows.
Run = Callable[..., Awaitable[list[Row]]]

#: Seconds before a statement is tried again on a database that is away: the first, and the most.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0
#: Seconds that a statement waits for a connection of the pool before it counts as away.
_POOL_WAIT = 10.0
_LOG = logging.getLogger("dikast.jobs")


class Tables(Protocol):
    """Tables of one schema."""

    async def run(self, sql: str, *values: object) -> list[Row]:
        """Run one statement by itself and return its rows. It may run twice when the database goes away in it."""

    async def alone(self, work: Callable[[Run, float], Awaitable[Result]]) -> Result:
        """Return what `work` returns, run in one transaction while no other process is in one here.

        Args:
            work: given a function that runs statements, and the time of the database in seconds since 1970; it
                awaits nothing else, and may be run twice when the database goes away in it.
        """

    async def close(self) -> None:
        """Let go of the file or the connections."""


def open_tables(database: str, file: Path, schema: str, made: str) -> Tables:
    """Return the tables of `schema`; they are made if missing.

    Args:
        database: a postgresql:// address; empty for SQLite.
        file: the SQLite file that stands for the schema.
        schema: its name.
        made: statements with semicolons that make the tables, harmless where they are there.
    """
    return PostgresTables(database, schema, made) if database else SqliteTables(file, schema, made)


class SqliteTables:
    """One file in WAL mode. What it holds survives the end of a process; a power cut may cost the last moments.

    Args:
        file: the file.
        schema, made: see `open_tables`.
        clock: seconds since 1970; it may jump.
    """

    def __init__(self, file: Path, schema: str, made: str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        file.parent.mkdir(parents=True, exist_ok=True)
        self._prefix = f"{schema}."
        self._db = sqlite3.connect(file, timeout=30, isolation_level=None, check_same_thread=False)
        self._db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;" + made.replace(self._prefix, ""))

    async def run(self, sql: str, *values: object) -> list[Row]:
        """Run one statement by itself and return its rows."""
        return self._db.execute(sql.replace(self._prefix, ""), values).fetchall()

    async def alone(self, work: Callable[[Run, float], Awaitable[Result]]) -> Result:
        """Return what `work` returns; `run` never lets another task in, so the connection is this one's alone."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            result = await work(self.run, self._clock())
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        return result

    async def close(self) -> None:
        """Close the file."""
        self._db.close()


class PostgresTables:
    """A schema in PostgreSQL, over a small pool that is opened with the first statement.

    Args:
        address: the database.
        schema: its name; processes are let in one at a time by a lock of this name.
        made: statements that make the tables.
        connections: the most that this process holds.
    """

    def __init__(self, address: str, schema: str, made: str, connections: int = 3) -> None:
        self._address, self._schema, self._made, self._connections = address, schema, made, connections
        self._pool: AsyncConnectionPool[AsyncConnection[Row]] | None = None
        self._opening = asyncio.Lock()
        self._closed = self._away = False

    async def run(self, sql: str, *values: object) -> list[Row]:
        """Run one statement by itself and return its rows."""

        async def once(connection: AsyncConnection[Row]) -> list[Row]:
            return await _run(connection, sql, *values)

        return await self._patiently(once)

    async def alone(self, work: Callable[[Run, float], Awaitable[Result]]) -> Result:
        """Return what `work` returns, in one transaction."""

        async def once(connection: AsyncConnection[Row]) -> Result:
            async def run(sql: str, *values: object) -> list[Row]:
                return await _run(connection, sql, *values)

            async with connection.transaction():
                # The time is taken after the wait for the lock, so that it never goes back from one holder to the next.
                ((now,),) = await run(
                    "WITH line AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext(?))) "
                    "SELECT extract(epoch FROM clock_timestamp())::float8 FROM line",
                    self._schema,
                )
                return await work(run, now)

        return await self._patiently(once)

    async def _patiently(self, once: Callable[[AsyncConnection[Row]], Awaitable[Result]]) -> Result:
        """Do something on a connection, again and again with growing pauses while the database is away."""
        from psycopg import OperationalError

        pause = _FIRST_PAUSE
        while True:
            try:
                pool = self._pool or await self._opened()
                async with pool.connection(timeout=_POOL_WAIT) as connection:
                    result = await once(connection)
                if self._away:
                    self._away = False
                    _LOG.warning("%s: the database is back", self._schema)
                return result
            except OperationalError as error:
                if self._closed:
                    raise
                if not self._away:  # told once, however many wait
                    self._away = True
                    _LOG.warning("%s: the database cannot be used, and is waited for: %s", self._schema, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _opened(self) -> AsyncConnectionPool[AsyncConnection[Row]]:
        """Return the pool, once there are tables behind it."""
        from psycopg import AsyncConnection
        from psycopg_pool import AsyncConnectionPool

        async with self._opening:
            if self._pool is None:
                async with await AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await self._make(connection)
                pool: AsyncConnectionPool[AsyncConnection[Row]] = AsyncConnectionPool(
                    self._address,
                    min_size=1,
                    max_size=self._connections,
                    open=False,
                    # Its own pauses between attempts grow without bound; ours do not.
                    reconnect_timeout=_POOL_WAIT / 2,
                    kwargs={"autocommit": True},
                )
                await pool.open()
                self._pool = pool
            return self._pool

    async def _make(self, connection: AsyncConnection[Row]) -> None:
        """Make what is missing, all or nothing, one process at a time."""
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (self._schema,))
            # Asked first: whoever may not make a schema may still use the one that somebody made for him.
            there = await _run(connection, "SELECT 1 FROM pg_namespace WHERE nspname = ?", self._schema)
            if not there:
                await connection.execute(f"CREATE SCHEMA {self._schema};{self._made}".encode())

    async def close(self) -> None:
        """Close the connections."""
        self._closed = True
        if self._pool is not None:
            await self._pool.close()


async def _run(connection: AsyncConnection[Row], sql: str, *values: object) -> list[Row]:
    cursor = await connection.execute(sql.replace("?", "%s").encode(), values)
    return await cursor.fetchall() if cursor.description else []
