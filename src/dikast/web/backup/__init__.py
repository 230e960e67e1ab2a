"""Backups of a platform: everything that cannot be made anew, in one file that says what is in it, and back again.

`archive` knows the file, `sqlite_files` and `postgres` one kind of database each, `making` and `restoring` the order
of things, `checking` what must hold afterwards. The state of the job engine is in no backup: rows of judgings say
what should be so, and judging goes on from them and the call ledger. Must not know how a platform is served.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dikast.core.problems import InputError, Problem

if TYPE_CHECKING:
    from dikast.web.backup.archive import Manifest
    from dikast.web.backup.restoring import Restored


def back_up(out: Path) -> Manifest:
    """Write a backup of the platform that the settings name to the new file `out`; the platform may be running.

    Raises `InputError` with codes ``backup.…``; nothing is left of a backup that failed.
    """
    _set_up()
    from dikast.web.backup.making import make

    with _telling():
        return make(out)


def restore(file: Path, *, replace: bool = False) -> Restored:
    """Put the backup `file` in place of the state of the platform that the settings name; it must not be running.

    Raises `InputError` with codes ``backup.…`` (the file is not what it was) and ``restore.…``; then nothing was
    replaced.

    Args:
        file: the backup. It is read to its end before anything else happens.
        replace: whether debates that are there already may be put aside.
    """
    from dikast.web.backup import archive

    found = archive.check(file)
    _set_up()
    from dikast.web.backup.restoring import restore as run

    with _telling():
        return run(found, replace=replace)


@contextmanager
def _telling() -> Iterator[None]:
    """Say in our words what a database says when it cannot be reached, or has no room."""
    from django.db import OperationalError, connection

    try:
        yield
    except OperationalError as error:
        place, said = f"database {connection.settings_dict['NAME']}", " ".join(str(error).split())
        hint = "Check that it runs, lets this user in, and has room."
        raise InputError(Problem("backup.no-database", place, f"cannot be used: {said}", hint)) from error


def _set_up() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dikast.web.configuration")
    django.setup(set_prefix=False)
    from django.db import connection

    # One connection, which says at once why it fails, and no other of ours beside it.
    connection.settings_dict.get("OPTIONS", {}).pop("pool", None)
