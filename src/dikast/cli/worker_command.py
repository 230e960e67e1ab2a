"""`dikast worker`: one judging worker. Must not know what it judges."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dikast.cli import platform_choice

app = typer.Typer(add_completion=False)


@app.command()
def worker(
    name: Annotated[
        str, typer.Option(help="Its name, unique among the workers; by default one of this machine and process.")
    ] = "",
    data: Annotated[Path | None, typer.Option(help="Folder for all state; by default DIKAST_DATA.")] = None,
    database: Annotated[str, typer.Option(help="A postgresql:// address; by default SQLite in the data folder.")] = "",
) -> None:
    """Judge what is waiting, until stopped; `dikast serve` runs one already.

    On PostgreSQL any number may judge beside each other, on any number of machines. A worker that comes with the name
    of one that died goes on with its work at once; a worker that is stopped gives its work back.
    """
    platform_choice.choose(data, database)
    with platform_choice.needing_its_packages("worker"):
        from dikast.web.worker import main
    raise typer.Exit(main(name))
