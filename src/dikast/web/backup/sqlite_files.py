"""SQLite files as a backup needs them: copied while others write, counted, found whole, put aside.

Must not know what is in their tables, nor Django, which holds one connection and its own ideas of a transaction.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from dikast.core.problems import InputError, Problem

#: Seconds to wait for whoever writes.
_WAIT: Final = 30.0
#: What may lie beside a database and belongs to it.
_BESIDE: Final = ("-wal", "-shm")
_NO_ROOM: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


@contextmanager
def opened(path: Path, wait: float = _WAIT) -> Iterator[sqlite3.Connection]:
    """Give a connection to a file that is there; each statement is its own transaction."""
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=wait, isolation_level=None)) as connection:
        yield connection


def copy(source: Path, target: Path) -> None:
    """Copy a database, as it is at one instant, into the new file `target`; others may write to it meanwhile.

    All pages are copied in one step, under one reading transaction: writers go on beside it, and it never has to
    begin again because of them.

    Raises:
        InputError: it cannot be read (``backup.unreadable``).
        OSError: there is no room for the copy.
    """
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with opened(source) as one, opened(target) as other:
            one.backup(other)
            # So that the copy is one file, whoever opens it.
            other.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in _NO_ROOM:
            raise OSError(None, f"no room for a copy of {source.name} ({error})") from error
        hint = "Check it with sqlite3's `PRAGMA integrity_check`, and its permissions."
        raise InputError(Problem("backup.unreadable", str(source), f"cannot be copied: {error}", hint)) from error


def rows(path: Path) -> dict[str, int]:
    """Return how many rows each table has, in the order of their names; without those that SQLite keeps for itself."""
    with opened(path) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        # A table for searching is kept in tables of its own, called after it.
        own = tuple(f"{name}_" for name, sql in found if sql.upper().startswith("CREATE VIRTUAL"))
        names = [name for name, _ in found if not name.startswith(("sqlite_", *own))]
        return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}


def migrations(path: Path) -> list[str]:
    """Return the migrations that were applied to the platform's database."""
    with opened(path) as connection:
        found = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        return [f"{app}.{name}" for app, name in found]


def flaw(path: Path) -> str:
    """Return what SQLite finds wrong with a file, "" if nothing."""
    try:
        with opened(path) as connection:
            said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if said == "ok" else said


def settle(path: Path) -> None:
    """Bring what lies beside a database into it, so that it is one file.

    Raises:
        InputError: another process has it open (``restore.in-use``).
    """
    with opened(path, wait=2.0) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            hint = "End what uses it: a platform, its worker, or `dikast judge`."
            raise InputError(
                Problem("restore.in-use", str(path), "another process has this database open", hint)
            ) from error


def put_aside(path: Path, mark: str) -> Path | None:
    """Give a file, and what belongs to it, a second name beside it, that ends with `mark`; None if there is none.

    A database that is broken is put aside as it is.
    """
    if not path.exists():
        return None
    if path.suffix == ".sqlite3":
        with suppress(sqlite3.DatabaseError):
            settle(path)
    aside = path.with_name(f"{path.name}.{mark}")
    for beside in _BESIDE:
        with suppress(FileNotFoundError):
            os.rename(f"{path}{beside}", f"{aside}{beside}")
    os.rename(path, aside)
    return aside
