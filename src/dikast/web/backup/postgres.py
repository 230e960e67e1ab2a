"""PostgreSQL by its own programs: dumped as it is at one instant, and loaded in one transaction or not at all.

Passwords go to the programs through their environment, where no list of processes shows them. Must not know files of
the data folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Protocol

from django.apps import apps
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from dikast.core.problems import InputError, Problem

#: The job engine's own schema: never in a backup, and gone after a restore, since its jobs are about other rows.
JOBS: Final = "dbos"
#: How long a restore waits for somebody who has the tables.
_PATIENCE: Final = "-c lock_timeout=10s"
_CHUNK: Final = 1 << 20
#: The call ledger's schema, and those of its tables that are truth; claims are of processes that will be gone.
_LEDGER: Final = "dikast_calls"
_KEPT: Final = ("replies", "faults")


class Sink(Protocol):
    """What a dump is written into."""

    def write(self, data: bytes, /) -> int: ...


def dump(into: Sink) -> tuple[dict[str, int], dict[str, int], list[str]]:
    """Write a dump (custom form of pg_dump); return what was there at that instant.

    That is the rows of each table, those of the call ledger's (nothing if there is none), and migrations applied.

    Raises `InputError` with codes ``backup.no-program``, ``backup.old-program``, ``backup.failed``.
    """
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        program = _program("pg_dump", int(cursor.fetchone()[0]) // 10000)
    with transaction.atomic(), connection.cursor() as cursor:
        # Counting and dumping see the same instant, whatever is written meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot(), current_schema()")
        snapshot, schema = cursor.fetchone()
        if "django_migrations" not in (tables := sorted(connection.introspection.table_names(cursor))):
            hint = "Name the platform's database with --database."
            raise InputError(Problem("backup.nothing", _place(), "no platform's tables are there", hint))
        counted = {}
        for table in tables:
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            counted[table] = cursor.fetchone()[0]
        cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [_LEDGER])
        calls = {}
        for table in _KEPT if cursor.fetchone() else ():
            cursor.execute(f"SELECT count(*) FROM {_LEDGER}.{table}")
            calls[table] = cursor.fetchone()[0]
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        migrations = [f"{app}.{name}" for app, name in cursor.fetchall()]
        command = [program, "--format=custom", f"--schema={schema}", f"--snapshot={snapshot}", "--no-password"]
        if calls:
            command += [f"--schema={_LEDGER}", f"--exclude-table-data={_LEDGER}.claims"]
        with tempfile.TemporaryFile() as errors:
            with subprocess.Popen(command, env=_environment(), stdout=subprocess.PIPE, stderr=errors) as running:
                assert running.stdout is not None
                while chunk := running.stdout.read(_CHUNK):
                    into.write(chunk)
            if running.returncode:
                hint = "It must be let in as the platform is, and may read every table of it."
                message = f"ended with {running.returncode}: {_said(errors)}"
                raise InputError(Problem("backup.failed", "pg_dump", message, hint))
    return counted, calls, migrations


def standing() -> int:
    """Return how many debates are in the database.

    Raises:
        InputError: it is not the platform's alone (``restore.shared``), or somebody else uses it now
            (``restore.in-use``).
    """
    owners = {"django", *(app.label for app in apps.get_app_configs())}
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if foreign := sorted(table for table in tables if table.partition("_")[0] not in owners):
            message = f"holds tables that are not a platform's ({', '.join(foreign[:5])}), and a restore puts all away"
            raise InputError(Problem("restore.shared", _place(), message, "Give Dikast a database of its own."))
        if others := _others(cursor):
            hint = "Stop every platform that uses it, and end other sessions."
            message = f"is used by {len(others)} other sessions: {', '.join(others[:5])}"
            raise InputError(Problem("restore.in-use", _place(), message, hint))
        if "debates_debate" not in tables:
            return 0
        cursor.execute("SELECT count(*) FROM debates_debate")
        return int(cursor.fetchone()[0])


def _others(cursor: CursorWrapper) -> list[str]:
    """Return the other sessions of this database; those that are just ending are given a moment."""
    for _ in range(10):
        cursor.execute(
            "SELECT concat_ws(' ', coalesce(host(client_addr), 'this machine'), nullif(application_name, ''), pid)"
            " FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
            " AND pid <> pg_backend_pid() ORDER BY pid"
        )
        others = [str(who) for (who,) in cursor.fetchall()]
        if not others:
            break
        time.sleep(0.2)
    return others


def load(dumped: Path, counted: Mapping[str, int], calls: Mapping[str, int]) -> None:
    """Put a dump in place of the platform's tables, in one transaction: all of it comes in, or nothing changes.

    Tables that the dump does not know (of a later version) and the job engine's schema go too.

    Args:
        dumped: a dump in pg_dump's custom form.
        counted: the rows that each table must have in the end, or the transaction fails.
        calls: those of the call ledger's tables; empty if the dump has none.

    Raises:
        InputError: codes ``backup.no-program``, ``restore.failed``.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        schema = str(cursor.fetchone()[0])
    connection.close()  # it would stand in psql's way
    reader = [_program("pg_restore"), "--file=-", "--no-owner", "--no-privileges", f"--schema={schema}"]
    reader += [*([f"--schema={_LEDGER}"] if calls else ()), str(dumped)]
    writer = [_program("psql"), "--no-psqlrc", "--quiet", "--output=/dev/null", "--no-password"]
    writer += ["--set=ON_ERROR_STOP=1", "--single-transaction"]
    writer += ["--command", _CLEAR + (f"CREATE SCHEMA {_LEDGER};" if calls else "")]
    writer += ["--file=-", "--command", _check(schema, counted), "--command", _check(_LEDGER, calls)]
    with tempfile.TemporaryFile() as unread, tempfile.TemporaryFile() as unwritten:
        with (
            subprocess.Popen(reader, stdout=subprocess.PIPE, stderr=unread) as reading,
            subprocess.Popen(writer, env=_environment(), stdin=subprocess.PIPE, stderr=unwritten) as writing,
        ):
            assert reading.stdout is not None and writing.stdin is not None
            with suppress(BrokenPipeError):  # psql says why
                while chunk := reading.stdout.read(_CHUNK):
                    writing.stdin.write(chunk)
                if reading.wait():
                    writing.kill()  # or it would take the part for the whole
        for name, ended, errors in (("psql", writing, unwritten), ("pg_restore", reading, unread)):
            said = _said(errors)
            if ended.returncode and said:
                hint = "Nothing was changed. The programs must be of the version that made the dump, or a later one."
                raise InputError(Problem("restore.failed", name, f"ended with {ended.returncode}: {said}", hint))
        if writing.returncode:
            raise InputError(Problem("restore.failed", "psql", f"ended with {writing.returncode}", "Try once more."))


#: Everything away before the load; by name, since the tables may be those of any version.
_CLEAR: Final = f"""
DO $clear$ DECLARE one record; BEGIN
    FOR one IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('DROP TABLE IF EXISTS %I.%I CASCADE', one.schemaname, one.tablename);
    END LOOP;
END $clear$;
DROP SCHEMA IF EXISTS {JOBS} CASCADE;
DROP SCHEMA IF EXISTS {_LEDGER} CASCADE;
"""


def _check(schema: str, counted: Mapping[str, int]) -> str:
    """Return the statement that fails if a table has other than its number of rows (names as a manifest has them)."""
    each = "".join(
        f"""SELECT count(*) INTO there FROM {connection.ops.quote_name(schema)}.{connection.ops.quote_name(table)};
        IF there <> {number} THEN
            RAISE EXCEPTION 'the table {table} has % rows, but the manifest says {number}', there;
        END IF;
        """
        for table, number in counted.items()
    )
    return f"DO $check$ DECLARE there bigint; BEGIN {each} NULL; END $check$;"


def _program(name: str, least: int = 0) -> str:
    """Return where a program of PostgreSQL's is, of at least a main version."""
    path = shutil.which(name)
    package = f"apt-get install postgresql-client{f'-{least}' if least else ''}"
    if path is None:
        message = "is not installed, and a PostgreSQL database is saved and restored with it"
        raise InputError(Problem("backup.no-program", name, message, f"Install PostgreSQL's programs: {package}"))
    if least:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
        number = re.search(r"\d+", said)
        if number is not None and int(number.group()) < least:
            message = f"is version {number.group()}, and the server's is {least}; it cannot read a later server"
            raise InputError(Problem("backup.old-program", name, message, f"Install the server's: {package}"))
    return path


def _environment() -> dict[str, str]:
    """Return the environment that tells PostgreSQL's programs which database, as the platform's settings name it."""
    given = connection.settings_dict
    ours = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    told = {name: str(given[key]) for name, key in ours.items() if given.get(key)}
    return {**os.environ, **told, "PGOPTIONS": _PATIENCE, "PGAPPNAME": "dikast", "LC_ALL": "C.UTF-8"}


def _place() -> str:
    given = connection.settings_dict
    return f"database {given['NAME']} at {given.get('HOST') or 'this machine'}"


def _said(errors: IO[bytes]) -> str:
    """Return the last of what a program complained of, as one line."""
    errors.seek(0)
    lines = errors.read().decode("utf-8", "replace").splitlines()
    return " ".join(" ".join(lines).split())[-500:]
