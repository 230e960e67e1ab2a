"""`dikast amend`: a person corrects one perception of a case. Must not know how the ruling is counted again."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from dikast.cli import inputs, show
from dikast.core.problems import InputError, Problem

app = typer.Typer(add_completion=False)


@app.command()
def amend(
    case: Annotated[Path, typer.Argument(help="A judged case file.")],
    change: Annotated[
        str,
        typer.Argument(
            help="What to read differently: resolution:r1.outcome=dented, "
            "move:c2.weight=framing, assessment:p3.scores.logic=6."
        ),
    ],
    who: Annotated[str, typer.Option(help="Who amends.")],
    why: Annotated[str, typer.Option(help="The reason, shown with the ruling.")],
    reading: Annotated[int, typer.Option(min=1, help="Which reading.")] = 1,
    when: Annotated[str, typer.Option(help="The time in UTC, 2026-05-03T10:00:00Z; by default now.")] = "",
    out: Annotated[
        Path | None, typer.Option(help="Where to write the amended case; by default over the old one.")
    ] = None,
) -> None:
    """Correct one perception. The ruling is counted again as a new version; the old ones stay readable."""
    from dikast.record import case as cases
    from dikast.record.amend import Change
    from dikast.record.amend import amend as amended_with

    document = cases.read(inputs.content(str(case), case), str(case)).document
    kind, of, field, value = _parts(change)
    moment = when or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    amended = amended_with(document, Change(kind, of, field, value, reading), who, moment, why)
    target = out or case
    inputs.write(target, cases.write(amended))
    for line in show.head(amended):
        show.console().print(line, soft_wrap=True)
    show.console().print(f"Written: {target}", soft_wrap=True)


def _parts(change: str) -> tuple[str, str, str, Any]:
    """Split ``kind:id.field=value``; the value is JSON where it can be read as JSON, else a word."""
    left, equals, word = change.partition("=")
    kind, colon, rest = left.partition(":")
    of, dot, field = rest.partition(".")
    if not (equals and colon and dot and kind and of and field and word):
        raise InputError(
            Problem(
                "amend.form",
                "change",
                f"{change!r} is not KIND:ID.FIELD=VALUE",
                "For instance resolution:r1.outcome=dented.",
            )
        )
    try:
        return kind, of, field, json.loads(word)
    except ValueError:
        return kind, of, field, word
