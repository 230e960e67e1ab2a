"""The platform's services for whoever runs it from a terminal. Must not know commands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

import django

from dikast.core.problems import InputError, Problem


@contextmanager
def services(name: str = "operating") -> Iterator[ModuleType]:
    """Give a module of `debates` about the platform that the settings name.

    Args:
        name: which module.

    Raises:
        InputError: no platform is there, or its database does not answer (``jobs.no-platform``).
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dikast.web.configuration")
    django.setup(set_prefix=False)
    from django.db import DatabaseError, connection

    given = import_module(f"dikast.web.debates.{name}")
    try:
        yield given
    except DatabaseError as error:
        hint = "Name its folder with --data or its database with --database; a new platform is made by `dikast serve`."
        raise InputError(Problem("jobs.no-platform", "database", f"cannot be read: {error}", hint)) from error
    finally:
        connection.close()
