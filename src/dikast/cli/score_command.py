"""`dikast score` as typer shows and reads it; the work is done behind `scoring_door`."""

from __future__ import annotations

from typing import Annotated

import typer

from dikast.cli.scoring_door import run

app = typer.Typer(add_completion=False)


@app.command()
def score(
    cases: Annotated[list[str], typer.Argument(help="Case files, folders, JSON Lines, or - for standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print each ruling as one JSON object a line.")] = False,
) -> None:
    """Count cases again from their perceptions. No model is asked; the same case gives the same bytes."""
    raise typer.Exit(run(cases, json=json))
