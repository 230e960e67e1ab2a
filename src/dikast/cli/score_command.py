"""`dikast score`: a case's ruling counted from its perceptions; the fast door for one case or a million.

Must not know how a ruling is counted. Nothing is imported here that scoring does not need.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from dikast.cli import inputs
from dikast.core.problems import InputError
from dikast.record import scoring

app = typer.Typer(add_completion=False)


@app.command()
def score(
    cases: Annotated[list[str], typer.Argument(help="Case files, folders, JSON Lines, or - for standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print the ruling as one JSON object a line.")] = False,
) -> None:
    """Count cases again from their perceptions. No model is asked; the same case gives the same bytes."""
    status = 0
    write = sys.stdout.buffer.write
    for place, path in inputs.files(cases, inputs.CASE_PATTERNS):
        try:
            for scored in _scored(place, path):
                if isinstance(scored, bytes):
                    write(scored + b"\n" if json else _in_words(scored))
                else:
                    inputs.tell(scored, "dikast score")
                    status = 1
        except InputError as error:
            inputs.tell(error.problems, "dikast score")
            status = 1
    sys.stdout.flush()
    raise typer.Exit(status)


def _scored(place: str, path: Path | None) -> Iterable[bytes | list[object]]:
    raise NotImplementedError


def _in_words(scored: bytes) -> bytes:
    raise NotImplementedError
