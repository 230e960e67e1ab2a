"""Databases for tests of what workers share: with DIKAST_DATABASE set, new ones on that server, else SQLite files."""

from __future__ import annotations

import os
import uuid
from functools import cache
from urllib.parse import urlsplit, urlunsplit

_SERVER = os.environ.get("DIKAST_DATABASE", "")


@cache
def address_for(place: str) -> str:
    """Return the address of a database that belongs to `place` in this run of tests; empty for SQLite."""
    if not _SERVER:
        return ""
    import psycopg

    parts, name = urlsplit(_SERVER), f"jobs_{uuid.uuid4().hex}"
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return urlunsplit(parts._replace(path=f"/{name}"))
