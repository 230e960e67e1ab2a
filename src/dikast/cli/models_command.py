"""`dikast models`: the local model, fetched, checked, listed. Must not know what a model is asked."""

from __future__ import annotations

import typer

from dikast.cli import show
from dikast.core.problems import InputError
from dikast.settings import Settings

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Fetch, check and list local models.")


@app.command()
def fetch() -> None:
    """Fetch the local model in parts, check it, and put it together; a broken-off fetch goes on where it stopped."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from dikast.perception import models

    data = Settings().data
    target = models.path(data)
    if target.is_file():
        typer.echo(f"The local model is there: {target}")
        return
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=show.console(errors=True),
    ) as bar:
        task = bar.add_task("Fetching the local model", total=None)

        def told(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=what)

        models.fetch(data, told)
    typer.echo(f"The local model is there: {target}")


@app.command("list")
def list_models() -> None:
    """List the models in the data folder."""
    from dikast.perception import models

    data = Settings().data
    found = models.available(data)
    for path in found:
        typer.echo(f"{path}  {path.stat().st_size / 1e9:.2f} GB")
    if not found:
        typer.echo(f"No model in {models.folder(data)}. Run: dikast models fetch")


@app.command()
def verify() -> None:
    """Check the local model against its published SHA-256."""
    from dikast.perception import models

    problem = models.verify(Settings().data)
    if problem is not None:
        raise InputError(problem)
    typer.echo("The local model is the published one.")
