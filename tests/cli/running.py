"""What a test of the command line calls and gets. Must not know any command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Ran(NamedTuple):
    """What a command left: its exit status, standard output and standard error."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]
Example = Callable[[str], bytes]
