"""Platforms of their own for tests of backups, each used by processes of its own, as in earnest.

With DIKAST_DATABASE set each has a new database on that server; without, the SQLite file in its folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from apart import Platform


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Callable[[str], Platform]]:
    """Makes a platform without any table yet, by a name of its own."""
    server = os.environ.get("DIKAST_DATABASE", "")
    made: list[str] = []

    def on_server(statement: str) -> None:
        address = urlsplit(server)._replace(path="/postgres").geturl()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[arg-type]

    def make(name: str) -> Platform:
        if not server:
            return Platform(tmp_path / name, "")
        database = f"backup_{name}"
        on_server(f"CREATE DATABASE {database}")
        made.append(database)
        return Platform(tmp_path / name, urlsplit(server)._replace(path=f"/{database}").geturl())

    yield make
    for database in made:
        on_server(f"DROP DATABASE {database} WITH (FORCE)")


@pytest.fixture
def platform(new: Callable[[str], Platform]) -> Platform:
    """A platform with the examples and what people did there."""
    made = new("old")
    made.inside("fill")
    return made
