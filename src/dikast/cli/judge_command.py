"""`dikast judge`: debates in, sealed cases and their rulings out. Must not know how a ruling comes about."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from dikast.cli import inputs, show
from dikast.core import formats, rules
from dikast.core.problems import InputError, Problem
from dikast.settings import Settings

app = typer.Typer(add_completion=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the command line asked for."""

    judges: tuple[str, ...]
    method: str | None
    format: str | None
    readings: int
    out: Path
    html: bool
    quiet: bool
    max_calls: int | None
    max_tokens: int | None


@app.command()
def judge(
    files: Annotated[list[str], typer.Argument(help="Debates: transcripts, case files, JSON Lines, folders, or -.")],
    method: Annotated[str, typer.Option(help="graph/1 or rubric/1; by default the format's own.")] = "",
    judge: Annotated[list[str] | None, typer.Option(help="Who answers the questions; several make a panel.")] = None,
    readings: Annotated[int, typer.Option(min=1, help="Independent readings of each debate.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder for the cases.")] = Path("rulings"),
    html: Annotated[bool, typer.Option("--html", help="Also write each ruling as one self-contained page.")] = False,
    format: Annotated[str, typer.Option(help="The debate's format, where the file does not say.")] = "",
    max_calls: Annotated[int, typer.Option(min=0, help="Most calls for one debate; 0 for no limit.")] = 0,
    max_tokens: Annotated[int, typer.Option(min=0, help="Most tokens for one debate; 0 for no limit.")] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress; only the rulings.")] = False,
) -> None:
    """Judge debates. Each becomes a sealed case file that anyone can check, and a ruling on the screen."""
    settings = Settings()
    plan = Plan(
        tuple(judge or [settings.text("DIKAST_JUDGE")]),
        show.method_id(method),
        format or None,
        readings,
        out,
        html,
        quiet,
        (max_calls or settings.whole("DIKAST_MAX_CALLS")) or None,
        (max_tokens or settings.whole("DIKAST_MAX_TOKENS")) or None,
    )
    if plan.format is not None:
        formats.get(plan.format)
    answers = settings.data / "calls.sqlite3"
    try:
        status = asyncio.run(_judge_all(files, plan, settings, answers))
    except sqlite3.Error as error:
        raise InputError(
            Problem(
                "judge.no-ledger",
                str(answers),
                f"the stored answers cannot be used: {error}",
                "Set DIKAST_DATA to a folder that can be written to, or move the file away.",
            )
        ) from error
    raise typer.Exit(status)


async def _judge_all(arguments: Sequence[str], plan: Plan, settings: Settings, answers: Path) -> int:
    from dikast.perception.budget import limits_of
    from dikast.perception.calls import CallLedger
    from dikast.record.importers import load

    for folder in (plan.out, answers.parent):  # before anything is spent
        inputs.folder(folder)
    calls = CallLedger(answers, limits_of(settings))
    status = 0
    async with AsyncExitStack() as stack:
        stack.push_async_callback(calls.close)
        judges = [_open(spec, settings) for spec in plan.judges]
        for one in judges:
            stack.push_async_callback(one.close)
        taken: set[str] = set()
        for place, path in inputs.files(arguments, inputs.DEBATE_PATTERNS):
            problems: list[Problem] = []
            try:
                documents = load(inputs.content(place, path), place, problems.append)
            except InputError as error:
                problems, documents = list(error.problems), []
            inputs.tell(problems, "dikast judge")
            status = 1 if any(problem.level == "error" for problem in problems) else status
            for number, document in enumerate(documents, 1):
                where = place if len(documents) == 1 else f"{place} (debate {number})"
                stem = (inputs.file_name(path.name.split(".")[0]) if path else "") or "debate"
                name = stem if len(documents) == 1 else _file_name(document, f"{stem}-{number}")
                try:
                    done = await _judge_one(document, judges, calls, plan, name, taken, where)
                except InputError as error:
                    inputs.tell(error.problems, f"dikast judge: {where}")
                    done = False
                status = status if done else 1
    return status


def _open(spec: str, settings: Settings) -> Any:
    from dikast.perception.providers import open_judge
    from dikast.record import parse

    if spec.startswith("recorded:"):
        path = Path(spec.partition(":")[2])
        return open_judge(spec, settings, recorded=parse.value(inputs.content(str(path), path), str(path)))
    return open_judge(spec, settings)


async def _judge_one(
    document: dict[str, Any],
    judges: Sequence[Any],
    calls: Any,
    plan: Plan,
    name: str,
    taken: set[str],
    where: str,
) -> bool:
    from dikast import judging
    from dikast.perception.budget import Budget
    from dikast.record import case as cases

    if plan.format is not None:
        document = document | {"format": plan.format}
    known = document.get("format") in formats.ids()
    method = plan.method or document.get("method") or (formats.get(document["format"]).method if known else "graph/1")
    if known and not plan.quiet:
        inputs.tell(rules.check_debate(cases.debate_of(document), formats.get(document["format"])), f"dikast: {where}")
    with show.progress(quiet=plan.quiet, title=name) as settled:
        done = await judging.judge(
            document,
            judges,
            calls,
            method=method,
            readings=plan.readings,
            budget=Budget(plan.max_calls, plan.max_tokens),
            progress=settled,
        )
    stem = inputs.unused(f"{name}.{method.split('/')[0]}", taken)
    case_file = plan.out / f"{stem}.case.json"
    inputs.write(case_file, cases.write(done.document))
    written = [case_file]
    if plan.html:
        from dikast.record.exporters.html import page

        written.append(plan.out / f"{stem}.html")
        inputs.write(written[-1], page(done.document).encode())
    show.ruling(done.document, done.ruling, done.spent, written)
    return done.ruling is not None


def _file_name(document: dict[str, Any], otherwise: str) -> str:
    return inputs.file_name(show.source_id(document)) or otherwise
