"""Restores a backup: everything is unpacked and proved beside the old state, and only then takes its place.

What was there before is kept under another name, except in PostgreSQL, where the old tables go in the transaction
that brings the new ones. A restore that breaks off can be run again. Must not know the form of the file.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from dikast import __version__
from dikast.core.problems import InputError, Problem
from dikast.web import hold
from dikast.web.backup import archive, checking, postgres, sqlite_files
from dikast.web.backup.archive import Backup, Manifest
from dikast.web.debates import judgings

#: Member of a backup → the file in the data folder that it becomes.
_FILES = {
    archive.DATABASES["sqlite"]: "dikast.sqlite3",
    archive.CALLS: "calls.sqlite3",
    archive.SECRET: "secret-key",
    archive.MAIL: "mail.log",
}
#: The job engine's state: about other rows than those that come, so it goes aside too.
_JOBS = "jobs.sqlite3"


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did.

    Attributes:
        manifest: what the backup says of itself.
        freed: judgings that somebody held when the backup was made, and that go on now.
        cases: how many cases were verified.
        problems: of cases that do not hold. They were so when the backup was made.
        aside: files that were there before, under their new names.
    """

    manifest: Manifest
    freed: int
    cases: int
    problems: tuple[Problem, ...]
    aside: tuple[Path, ...]


def restore(found: Backup, *, replace: bool) -> Restored:
    """Put a backup in place of the platform's state, and verify what came of it (see `backup.restore`)."""
    data: Path = settings.DIKAST_DATA
    _fits(found)
    with hold.take(data):
        stood = _stands(data / "dikast.sqlite3", replace)
        try:
            with tempfile.TemporaryDirectory(prefix=".restore-", dir=data) as folder:
                freed, aside = _put(found, Path(folder), data, stood)
        except OSError as error:
            hint = "Free some room and run it again; it needs about three times the size of the backup's database."
            reason = error.strerror or str(error)
            raise InputError(Problem("restore.unwritable", str(data), f"cannot be written: {reason}", hint)) from error
        cases, problems = checking.cases()
    connection.close()
    return Restored(found.manifest, freed, cases, problems, tuple(aside))


def _fits(found: Backup) -> None:
    """Raise `InputError` if this Dikast, or the database it was told to use, cannot take the backup."""
    manifest, place = found.manifest, str(found.path)
    if manifest["database"] != connection.vendor:
        message = f"is of a {manifest['database']} database, and the platform here has {connection.vendor}"
        hint = "Name a PostgreSQL database with --database."
        if connection.vendor == "postgresql":
            hint = "Leave out --database, and unset DIKAST_DATABASE."
        raise InputError(Problem("restore.kind", place, message, hint))
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    later = sorted(set(manifest["migrations"]) - known)
    if later or _numbers(manifest["dikast"]) > _numbers(__version__):
        message = f"was made by Dikast {manifest['dikast']}, later than this one, {__version__}"
        message += f"; it has changes of the tables that are not known here ({', '.join(later)})" if later else ""
        raise InputError(Problem("restore.newer", place, message, "Restore it with that version, or a later one."))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def _stands(database: Path, replace: bool) -> bool:
    """Say if there are debates that the restore replaces; raise `InputError` if it may not."""
    if connection.vendor == "postgresql":
        debates: int | str = postgres.standing()
    elif database.exists():
        try:
            debates = sqlite_files.rows(database).get("debates_debate", 0)
        except sqlite3.DatabaseError as error:
            debates = f"what cannot be read ({error})"
    else:
        return False
    if debates and not replace:
        where = str(database) if connection.vendor == "sqlite" else "the database"
        message = f"holds {debates}{' debates' if isinstance(debates, int) else ''}, and a restore takes its place"
        hint = "Back it up first; then give --replace."
        raise InputError(Problem("restore.not-empty", where, message, hint))
    return bool(debates)


def _put(found: Backup, folder: Path, data: Path, stood: bool) -> tuple[int, list[Path]]:
    """Unpack a backup into `folder`, prove it, and move it into place; return judgings freed and files put aside."""
    manifest = found.manifest
    for member, name in _FILES.items():
        if member in found.places:
            found.unpack(member, folder / name)
    counted = manifest["rows"]
    if archive.CALLS in found.places:
        _proved(folder / "calls.sqlite3", counted.get("calls", {}))
    if connection.vendor == "postgresql":
        dumped = folder / "database.pgdump"
        found.unpack(archive.DATABASES["postgresql"], dumped)
        _let_go(data)
        postgres.load(dumped, counted["database"], counted.get("calls", {}))
        freed = _today()
    else:
        _proved(folder / "dikast.sqlite3", counted["database"])
        with _aimed_at(folder / "dikast.sqlite3"):
            freed = _today()
        sqlite_files.settle(folder / "dikast.sqlite3")
        _let_go(data)
    return freed, _install(folder, data, stood, manifest["made_at"])


def _proved(file: Path, counted: Mapping[str, int]) -> None:
    """Raise `InputError` if an unpacked database is not whole, or its rows are not those that were counted."""
    if flaw := sqlite_files.flaw(file):
        hint = "Nothing was changed. Use another backup."
        raise InputError(Problem("restore.broken", file.name, f"SQLite finds it broken: {flaw}", hint))
    there = sqlite_files.rows(file)
    for table in sorted(there.keys() | counted.keys()):
        if there.get(table) != counted.get(table):
            message = f"has {there.get(table, 'no')} rows, but the manifest says {counted.get(table, 'none')}"
            hint = "Nothing was changed. Use another backup."
            raise InputError(Problem("restore.rows", f"{file.name}: table {table}", message, hint))


@contextmanager
def _aimed_at(database: Path) -> Iterator[None]:
    """Have Django use another SQLite file while the block lasts."""
    connection.close()
    usual = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


def _today() -> int:
    """Bring the database to today's tables and free what was held; return how many judgings were."""
    call_command("migrate", interactive=False, verbosity=0)
    return judgings.free_all()


def _let_go(data: Path) -> None:
    """Raise `InputError` if a database that is to be put aside is open somewhere; one that is broken cannot say."""
    for name in ("dikast.sqlite3", "calls.sqlite3", _JOBS):
        if (data / name).exists():
            with suppress(sqlite3.DatabaseError):
                sqlite_files.settle(data / name)


def _install(folder: Path, data: Path, stood: bool, made_at: str) -> list[Path]:
    """Move what is in `folder` into the data folder; return the files that were there, under their new names."""
    mark = f"before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    aside = [sqlite_files.put_aside(data / _JOBS, mark)]
    # The ledger first: should it end between the two, answers are known that nobody relies on, not the other way.
    for name in ("secret-key", "calls.sqlite3", "dikast.sqlite3"):
        if (folder / name).exists():
            if name != "secret-key" or stood:  # without a debate nobody has signed in by the key that is there
                aside.append(sqlite_files.put_aside(data / name, mark))
            os.rename(folder / name, data / name)
    if (folder / "mail.log").exists():
        (data / "mail").mkdir(exist_ok=True)
        os.replace(folder / "mail.log", data / "mail" / f"until-{re.sub('[^0-9]', '', made_at)[:14]}.log")
    place = os.open(data, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
    return [file for file in aside if file is not None]
