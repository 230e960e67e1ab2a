"""`dikast serve`: the whole platform under one command. Must not know what it serves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dikast.cli import platform_choice

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    data: Annotated[Path | None, typer.Option(help="Folder for all state; by default DIKAST_DATA.")] = None,
    host: Annotated[str, typer.Option(help="Interface to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8000,
    database: Annotated[str, typer.Option(help="A postgresql:// address; by default SQLite in the data folder.")] = "",
    workers: Annotated[
        int,
        typer.Option(min=0, max=64, help="Judging workers; SQLite serves one, 0 is for pages only."),
    ] = 1,
    examples: Annotated[Path | None, typer.Option(help="Folder of cases to begin an empty database with.")] = None,
) -> None:
    """Serve the platform: pages, live events and the judging worker, until stopped with Ctrl-C."""
    platform_choice.choose(data, database)
    with platform_choice.needing_its_packages("serve"):
        from dikast.web.supervisor import serve as run
    raise typer.Exit(run(host, port, examples, workers))
