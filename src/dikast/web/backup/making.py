"""Makes a backup: first the database, then the call ledger, then what else lies in the data folder and is truth.

In this order the ledger knows at least every answer that the database relies on; on PostgreSQL both are dumped as they
are at one instant. Left out is what is made anew:
collected static files, generated sheets, papers, models, the state of the job engine. Must not know how a restore
goes about it.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from dikast import __version__
from dikast.core.problems import InputError, Problem
from dikast.web.backup import archive, postgres, sqlite_files
from dikast.web.backup.archive import Manifest, Writer


def make(out: Path) -> Manifest:
    """Write a backup to the new file `out` and return its manifest. Raises `InputError` with codes ``backup.…``."""
    _is_new(out)
    try:
        # On the same file system, so that the file gets its name in one step; readable by its owner alone.
        with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as folder:
            part = Path(folder) / "part"
            with archive.new_file(part) as file:
                manifest = _write(Writer(file), Path(folder))
                file.flush()
                os.fsync(file.fileno())
            _is_new(out)
            part.rename(out)
        _keep_name(out.parent)
    except OSError as error:
        hint = "Free some room, or name another folder; it needs about twice the size of the database for a while."
        reason = error.strerror or str(error)
        raise InputError(Problem("backup.unwritable", str(out), f"cannot be written: {reason}", hint)) from error
    return manifest


def _is_new(out: Path) -> None:
    if out.exists() or out.is_symlink():
        what = "is a folder" if out.is_dir() else "is there already, and no backup is overwritten"
        raise InputError(Problem("backup.exists", str(out), what, "Name a new file."))


def _keep_name(folder: Path) -> None:
    """Have the system write down that a file in `folder` has its name."""
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)


def _write(writer: Writer, folder: Path) -> Manifest:
    data: Path = settings.DIKAST_DATA
    begun = datetime.now(UTC)
    told: Manifest = {
        "dikast": __version__,
        "made_at": begun.isoformat(timespec="seconds"),
        "database": connection.vendor,
    }
    if connection.vendor == "postgresql":
        with writer.member(archive.DATABASES["postgresql"]) as member:
            counted, calls, told["migrations"] = postgres.dump(member)
        told["rows"] = {"database": counted} | ({"calls": calls} if calls else {})
    else:
        copy = _copied(data / "dikast.sqlite3", folder)
        counted, told["migrations"] = _looked_at(copy, data)
        _packed(writer, archive.DATABASES["sqlite"], copy)
        told["rows"] = {"database": counted}
        if (data / "calls.sqlite3").exists():
            copy = _copied(data / "calls.sqlite3", folder)
            told["rows"]["calls"] = sqlite_files.rows(copy)
            _packed(writer, archive.CALLS, copy)
    if (data / "secret-key").exists():
        writer.add(archive.SECRET, (data / "secret-key").read_bytes())
    if mails := sorted((data / "mail").glob("*.log")):
        # Django ends each mail with a line of its own, so that several files in a row read as one.
        with writer.packed(archive.MAIL) as member:
            for mail in mails:
                with suppress(FileNotFoundError):  # whoever runs the platform may tidy up
                    archive.pack(mail, member)
    return writer.finish(told)


def _copied(source: Path, folder: Path) -> Path:
    if not source.exists():
        hint = "Name its folder with --data, or its database with --database."
        raise InputError(Problem("backup.nothing", str(source), "no platform's database is there", hint))
    copy = folder / source.name
    sqlite_files.copy(source, copy)
    return copy


def _looked_at(copy: Path, data: Path) -> tuple[dict[str, int], list[str]]:
    try:
        return sqlite_files.rows(copy), sqlite_files.migrations(copy)
    except sqlite3.DatabaseError as error:
        place, hint = str(data / "dikast.sqlite3"), "Name the folder of a platform with --data."
        raise InputError(Problem("backup.nothing", place, f"is no platform's database: {error}", hint)) from error


def _packed(writer: Writer, name: str, copy: Path) -> None:
    with writer.packed(name) as member:
        archive.pack(copy, member)
    copy.unlink()
