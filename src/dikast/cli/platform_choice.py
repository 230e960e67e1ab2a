"""Which platform a command is about, as --data and --database say. Must not know what is done with it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dikast.core.problems import InputError, Problem


def choose(data: Path | None, database: str) -> None:
    """Have the settings name this data folder and this database, where they are given."""
    if data is not None:
        os.environ["DIKAST_DATA"] = str(data.expanduser().resolve())
    if database:
        os.environ["DIKAST_DATABASE"] = database


@contextmanager
def needing_its_packages(command: str) -> Iterator[None]:
    """Say what to install where the block imports what only the platform needs."""
    try:
        yield
    except ModuleNotFoundError as error:
        hint = "Install Dikast with its platform: pip install 'dikast[web]'"
        raise InputError(Problem("serve.no-package", command, f"needs the package {error.name}", hint)) from error
