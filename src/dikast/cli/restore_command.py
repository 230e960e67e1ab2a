"""`dikast restore`: a platform back from one file. Must not know what is in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dikast.cli import inputs, platform_choice

app = typer.Typer(add_completion=False)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `dikast backup` made.")],
    data: Annotated[Path | None, typer.Option(help="Folder of all state; by default DIKAST_DATA.")] = None,
    database: Annotated[str, typer.Option(help="A postgresql:// address; by default SQLite in the data folder.")] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Even where debates are; SQLite's are kept aside.")
    ] = False,
) -> None:
    """Put a platform back from a backup, and verify every case. The platform must not be running.

    Exit status 1 if the backup is refused (then nothing was replaced), or a case in it does not hold.
    """
    platform_choice.choose(data, database)
    with platform_choice.needing_its_packages("restore"):
        from dikast.web.backup import restore as run

        done = run(file, replace=replace)
    made = done.manifest
    typer.echo(inputs.printable(f"Restored what Dikast {made['dikast']} saved at {made['made_at']}:"))
    for name, tables in made["rows"].items():
        for table, number in tables.items():
            typer.echo(f"  {name} {table}: {number}")
    typer.echo(f"{done.cases} cases verified, {len(done.problems)} do not hold; {done.freed} judgings go on at once.")
    for old in done.aside:
        typer.echo(f"Kept from before: {inputs.printable(str(old))}")
    inputs.tell(done.problems, "dikast restore")
    raise typer.Exit(1 if done.problems else 0)
