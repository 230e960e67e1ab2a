"""The platform's services for whoever runs it from a terminal. Must not know commands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import django

from dikast.core.problems import InputError, Problem


@contextmanager
def services() -> Iterator[ModuleType]:
    """Give `debates.operating` about the platform that the settings name.

    Raises:
        InputError: no platform is there, or its database does not answer (``jobs.no-platform``).
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dikast.web.configuration")
    django.setup(set_prefix=False)
    from django.db import DatabaseError, connection

    from dikast.web.debates import operating

    try:
        yield operating
    except DatabaseError as error:
        hint = "Name its folder with --data or its database with --database; a new platform is made by `dikast serve`."
        raise InputError(Problem("jobs.no-platform", "database", f"cannot be read: {error}", hint)) from error
    finally:
        connection.close()
