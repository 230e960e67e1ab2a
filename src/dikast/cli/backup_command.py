"""`dikast backup`: a platform in one file. Must not know what is in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dikast.cli import platform_choice

app = typer.Typer(add_completion=False)


@app.command()
def backup(
    out: Annotated[Path, typer.Argument(help="The file to write, such as dikast.tar; it must not exist.")],
    data: Annotated[Path | None, typer.Option(help="Folder of all state; by default DIKAST_DATA.")] = None,
    database: Annotated[str, typer.Option(help="A postgresql:// address; by default SQLite in the data folder.")] = "",
) -> None:
    """Save a platform in one file while it runs: debates, rulings, people, answers of models, keys.

    The file holds secrets; only its owner may read it.
    """
    platform_choice.choose(data, database)
    with platform_choice.needing_its_packages("backup"):
        from dikast.web.backup import back_up

        manifest = back_up(out)
    rows = manifest["rows"]
    typer.echo(
        f"{out}: {_counted(rows['database'])}, {rows.get('calls', {}).get('replies', 0)} answers of models; "
        f"{out.stat().st_size / 1e6:.1f} MB"
    )


def _counted(rows: dict[str, int]) -> str:
    shown = {"debates_debate": "debates", "debates_post": "posts", "debates_judging": "judgings"}
    return ", ".join(f"{rows.get(table, 0)} {name}" for table, name in shown.items())
