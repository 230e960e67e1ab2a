"""`dikast jobs`: what is judged, what waits and why, and an operator's few decisions. Must not know how."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from dikast.cli import inputs, platform_choice, show
from dikast.core.problems import InputError, Problem

app = typer.Typer(add_completion=False, no_args_is_help=True)

Data = Annotated[Path | None, typer.Option(help="Folder of all state; by default DIKAST_DATA.")]
Database = Annotated[str, typer.Option(help="A postgresql:// address; by default SQLite in the data folder.")]
Named = Annotated[str, typer.Argument(help="A judging's number, or the last part of its debate's address.")]
Method = Annotated[str, typer.Option(help="Which judging of the debate, graph/1 or rubric/1.")]


@contextmanager
def _platform(data: Path | None, database: str) -> Iterator[Any]:
    """Give the services about the platform that was named."""
    platform_choice.choose(data, database)
    with platform_choice.needing_its_packages("jobs"):
        from dikast.web.operators import services
    with services() as given:
        yield given


@app.command("list")
def list_jobs(
    state: Annotated[
        list[str] | None, typer.Option(help="Only these: running, waiting, resting, parked (may be repeated).")
    ] = None,
    at_most: Annotated[int, typer.Option(min=1, help="How many to show.")] = 50,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    data: Data = None,
    database: Database = "",
) -> None:
    """List judgings that are under way, wait, rest or are parked, and the workers."""
    with _platform(data, database) as operating:
        unknown = [name for name in state or () if name not in operating.STATES]
        if unknown:
            names = ", ".join(operating.STATES)
            raise InputError(Problem("jobs.state", unknown[0][:80], "is no state", f"The states: {names}."))
        rows, counts, workers = operating.listed(state or (), at_most), operating.counts(), operating.at_work()
    if json:
        typer.echo(json_text.dumps({"jobs": [asdict(row) for row in rows], "counts": counts, "workers": workers}))
        return
    told = [f"{one['count']} {name}" + _age(one["oldest"], one["count"]) for name, one in counts.items()]
    typer.echo("; ".join(told))
    for one in workers:
        doing = "ends when what it has is done" if one["draining"] else f"{one['running']} under way"
        typer.echo(f"worker {inputs.printable(one['name'])}: {doing}; heard of {one['silent']:.0f} s ago")
    if not workers:
        typer.echo("no worker is at work; start one with `dikast worker`")
    _table(rows)


def _age(seconds: float, count: int) -> str:
    return f" (the oldest for {_time(seconds)})" if count else ""


def _time(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    return f"{seconds:.0f} s" if minutes < 2 else f"{minutes:.0f} min" if hours < 2 else f"{hours:.0f} h"


def _table(rows: list[Any]) -> None:
    from rich.table import Table

    if not rows:
        return
    table = Table(box=None, pad_edge=False)
    for name in ("number", "debate", "method", "judge", "state", "posts", "behind for", "why"):
        table.add_column(name, overflow="fold")
    for row in rows:
        cells = (row.number, row.slug, row.method, row.judge, _doing(row), f"{row.done}/{row.wanted}")
        table.add_row(*map(_plain, (*cells, _time(row.since), row.reason)))
    show.console().print(table)


def _doing(row: Any) -> str:
    if row.state == "running":
        return f"running, {row.holder}"
    if row.state == "waiting" and row.place:
        return f"waiting, place {row.place}"
    return f"rests for {_time(row.rests)}" if row.state == "resting" else str(row.state)


def _plain(value: object) -> Any:
    from rich.text import Text

    return Text(inputs.printable(str(value))[:300])


@app.command("show")
def show_job(name: Named, method: Method = "", data: Data = None, database: Database = "") -> None:
    """Show one judging: its state and reason, and the steps of its latest run."""
    from dikast.jobs.dbos_engine import address_of, steps_of
    from dikast.settings import Settings

    with _platform(data, database) as operating:
        row = operating.shown(operating.found(name, method))
    settings = Settings()
    for key, value in asdict(row).items():
        typer.echo(f"{key + ':':<9}{inputs.printable(str(value))}")
    try:
        steps = steps_of(address_of(settings.text("DIKAST_DATABASE"), settings.data), row.run)
    except Exception as error:  # the engine's own tables may not be there yet
        typer.echo(f"the job engine knows nothing of run {row.run} ({type(error).__name__})")
        return
    for number, step in enumerate(steps, 1):
        took = f"{step.ended - step.began:.1f} s" if step.began is not None and step.ended is not None else "under way"
        what = " ".join(f"{key}={value}" for key, value in step.output.items())
        typer.echo(f"step {number}: {took}  {inputs.printable(what)[:200]}")


@app.command()
def retry(
    name: Annotated[str, typer.Argument(help="A judging's number, or the last part of its debate's address.")] = "",
    all_parked: Annotated[bool, typer.Option("--all-parked", help="Every judging that is parked.")] = False,
    method: Method = "",
    data: Data = None,
    database: Database = "",
) -> None:
    """Have a judging that is parked or rests taken up at once."""
    if bool(name) == all_parked:
        raise InputError(Problem("jobs.which", "retry", "needs either a judging or --all-parked", "Name one."))
    with _platform(data, database) as operating:
        if all_parked:
            typer.echo(f"{operating.retry_parked()} judgings are taken up again")
            return
        judging = operating.found(name, method)
        operating.retry(judging)
        typer.echo(f"judging {judging.pk} is taken up again")


@app.command()
def park(
    name: Named,
    reason: Annotated[str, typer.Option(help="Why; other operators see it.")],
    method: Method = "",
    data: Data = None,
    database: Database = "",
) -> None:
    """Have a judging left alone until it is retried or its debate goes on; what is under way for it is not filed."""
    with _platform(data, database) as operating:
        judging = operating.found(name, method)
        operating.park(judging, reason)
        typer.echo(f"judging {judging.pk} is parked")


@app.command()
def drain(
    worker: Annotated[str, typer.Argument(help="The worker's name; see `dikast jobs list`.")] = "",
    all_workers: Annotated[bool, typer.Option("--all", help="Every worker.")] = False,
    data: Data = None,
    database: Database = "",
) -> None:
    """Have a worker take nothing new and end, giving back what it does not end in time."""
    if bool(worker) == all_workers:
        raise InputError(Problem("jobs.which", "drain", "needs either a worker or --all", "Name one."))
    with _platform(data, database) as operating:
        typer.echo(f"{operating.drain(worker)} workers were told to end")
