"""`dikast archive`: thousands of debates judged by durable jobs. Must not know how a debate is judged."""

from __future__ import annotations

import asyncio
import fcntl
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from dikast.cli import inputs, platform_choice, show
from dikast.core.problems import InputError, Problem
from dikast.settings import Settings

app = typer.Typer(add_completion=False)


@app.command()
def archive(
    sources: Annotated[list[str], typer.Argument(help="Folders and files: transcripts, cases, JSON Lines.")],
    out: Annotated[Path, typer.Option(help="Folder for the cases; what is there is not judged again.")],
    method: Annotated[str, typer.Option(help="graph/1 or rubric/1; by default each format's own.")] = "",
    judge: Annotated[str, typer.Option(help="Who answers the questions; by default DIKAST_JUDGE.")] = "",
    readings: Annotated[int, typer.Option(min=1, help="Independent readings of each debate.")] = 1,
    at_once: Annotated[int, typer.Option(min=1, help="Debates judged at once.")] = 8,
    again: Annotated[bool, typer.Option("--again", help="Also judge debates that have a case.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only the counts at the end.")] = False,
) -> None:
    """Judge folders of debates, each into its own case. Stopped or killed, the same command goes on where it was."""
    settings = Settings()
    wanted = show.method_id(method) or ""
    inputs.folder(out)
    with platform_choice.needing_its_packages("archive"):
        from dikast.jobs.dbos_engine import require

        require()  # before anything is begun
    state = inputs.folder(out / ".dikast")
    with (state / "lock").open("w") as lock:
        _alone(lock, out)
        items = list(_items(sources))
        plan = (items, out, wanted, judge or settings.text("DIKAST_JUDGE"), readings, at_once, again)
        count = asyncio.run(_judge(settings, state, plan, quiet))
    left = len(items) - count.before - count.judged - count.failed
    typer.echo(
        f"{count.judged} judged, {count.before} were judged before, {count.failed} not judged"
        + (f" (see {out / 'not-judged.jsonl'})" if count.failed else "")
        + (f", {left} left: run the same command to go on" if left else "")
    )
    raise typer.Exit(1 if count.failed or left else 0)


def _alone(lock: IO[str], out: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        hint = "Wait for it, or name another folder with --out."
        raise InputError(Problem("archive.in-use", str(out), "another `dikast archive` writes here", hint)) from error


def _items(sources: list[str]) -> Iterator[Any]:
    """Yield every debate under a name that does not depend on what is judged already."""
    from dikast.jobs.folder import Item

    taken: set[str] = set()
    for place, path in inputs.files(sources, inputs.DEBATE_PATTERNS):
        if path is None:
            raise InputError(Problem("archive.stdin", "-", "standard input can be read once", "Name a file."))
        stem = inputs.file_name(path.name.split(".")[0]) or "debate"
        numbers: list[int | None] = [None]
        if path.suffix == ".jsonl":
            with path.open("rb") as lines:
                numbers = [number for number, line in enumerate(lines) if line.strip()]
        for number in numbers:
            name = inputs.unused(stem if number is None else f"{stem}-{number + 1}", taken)
            yield Item(name, partial(_read, place, path, number))


def _read(place: str, path: Path, line: int | None) -> dict[str, Any]:
    from dikast.record.importers import load

    data = inputs.content(place, path)
    if line is not None:
        data = data.split(b"\n")[line]
    documents = load(data, place if line is None else f"{place}, line {line + 1}", lambda problem: None)
    if len(documents) != 1:
        what = f"holds {len(documents)} debates"
        raise InputError(Problem("archive.several", place, what, "Put them into a .jsonl file, one a line."))
    return documents[0]


async def _judge(settings: Settings, state: Path, plan: tuple[Any, ...], quiet: bool) -> Any:
    from dikast.jobs.dbos_engine import DbosEngine
    from dikast.jobs.folder import Alone, FolderDocket
    from dikast.jobs.judging_run import Runs
    from dikast.jobs.limit_rules import rules
    from dikast.jobs.limit_tables import TABLES
    from dikast.jobs.limited_judge import limited
    from dikast.jobs.limits import SCHEMA, Limiter
    from dikast.jobs.tables import open_tables
    from dikast.jobs.worker import Worker
    from dikast.perception.budget import Budget, limits_of
    from dikast.perception.calls import CallLedger
    from dikast.perception.providers import open_judge

    items, out, method, judge, readings, at_once, again = plan
    docket = FolderDocket(items, out, method, judge, readings, 2 * at_once, again)
    engine = DbosEngine("", state, "archive", at_once)
    inputs.folder(settings.data)
    limiter = Limiter(
        rules(settings.text("DIKAST_LIMITS")), open_tables("", settings.data / "limits.sqlite3", SCHEMA, TABLES)
    )
    most = (settings.whole("DIKAST_MAX_CALLS") or None, settings.whole("DIKAST_MAX_TOKENS") or None)
    runs = Runs(
        docket,
        engine,
        lambda: CallLedger(settings.data / "calls.sqlite3", limits_of(settings)),
        lambda spec: limited(open_judge(spec, settings), limiter),
        "archive",
        lambda: Budget(*most),
        limiter.close,
    )
    worker = Worker("archive", docket, Alone(), engine, runs)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, worker.stopping.set)
    running = asyncio.create_task(worker.run())
    await _watch(docket, worker, running, len(items), quiet)
    await running
    return docket.count


async def _watch(docket: Any, worker: Any, running: asyncio.Task[Any], total: int, quiet: bool) -> None:
    """Show how far it is until everything is done or somebody stops it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), disable=quiet or not sys.stderr.isatty()) as bar:
        task = bar.add_task("judged", total=total)
        while not running.done() and not worker.stopping.is_set():
            count = docket.count
            told = f"judged, {count.failed} not" if count.failed else "judged"
            bar.update(task, completed=count.before + count.judged + count.failed, description=told)
            if docket.over:
                worker.stopping.set()
            else:
                await asyncio.sleep(0.2)
