"""Django's SQLite, with a line before its one place for a writer.

SQLite lets one transaction write at a time, and whoever finds it taken sleeps and tries again, in no order: with many
writers some come too late again and again, for seconds. Here a transaction first takes a lock on a file beside the
database, which the system hands on at once and in turn, to threads and processes alike. Must not know any table.
"""

from __future__ import annotations

import fcntl
import os
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions wait in line."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._place: int | None = None

    def _start_transaction_under_autocommit(self) -> None:
        self._line_up()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._make_way()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._make_way()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._make_way()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._make_way()

    def _line_up(self) -> None:
        name = str(self.settings_dict["NAME"])
        if self._place is None and not self.is_in_memory_db():
            self._place = os.open(f"{name}-line", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._place, fcntl.LOCK_EX)

    def _make_way(self) -> None:
        if self._place is not None:
            os.close(self._place)  # and with it the lock
            self._place = None
