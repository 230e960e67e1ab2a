"""Database work of threads that come and go: it says `Away` when the database is, and leaves no connection behind."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

from dikast.jobs.contract import Away

Given = ParamSpec("Given")
Result = TypeVar("Result")


def patient(work: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return `work` so that it raises `Away` when the database cannot be reached, is locked or is full."""

    @wraps(work)
    def tried(*given: Given.args, **named: Given.kwargs) -> Result:
        try:
            return work(*given, **named)
        except (OperationalError, InterfaceError) as error:
            raise Away(str(error)) from error
        finally:  # the thread may never run again, and would keep its connection
            if not connection.in_atomic_block:
                connection.close()

    return tried
