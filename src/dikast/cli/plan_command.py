"""`dikast plan`: what judging would cost, before it costs anything. Must not know how it is estimated."""

from __future__ import annotations

from typing import Annotated

import typer

from dikast.cli import inputs, show
from dikast.core import formats
from dikast.core.problems import InputError
from dikast.settings import Settings

app = typer.Typer(add_completion=False)


@app.command()
def plan(
    files: Annotated[list[str], typer.Argument(help="Debates, as for dikast judge.")],
    method: Annotated[str, typer.Option(help="graph/1 or rubric/1; by default both are shown.")] = "",
    judge: Annotated[list[str] | None, typer.Option(help="Judges, to show what their provider charges.")] = None,
    readings: Annotated[int, typer.Option(min=1, help="Independent readings of each debate.")] = 1,
) -> None:
    """Say what judging would take in calls, tokens and money. Nothing is asked of any judge."""
    from rich.table import Table

    from dikast.judging import prepared
    from dikast.judging.expectation import expect
    from dikast.record import case as cases
    from dikast.record.importers import load

    chosen = show.method_id(method)
    judges = judge or [Settings().text("DIKAST_JUDGE")]
    count = max(readings, len(judges), 1)
    table = Table("debate", "method", "calls", "tokens in", "tokens out", *(f"money, {name}" for name in judges))
    status = 0
    for place, path in inputs.files(files, inputs.DEBATE_PATTERNS):
        try:
            for document in load(inputs.content(place, path), place):
                name = show.source_id(document) or place
                known = document.get("format") in formats.ids()
                for one in [chosen] if chosen else ["graph/1", "rubric/1"]:
                    debate = cases.debate_of(prepared(document, one))
                    cost = expect(debate, one) * count
                    table.add_row(
                        inputs.printable(name) + ("" if known or not document.get("format") else " (own format)"),
                        one,
                        *(_range(part.low, part.high) for part in (cost.calls, cost.tokens_in, cost.tokens_out)),
                        *(
                            _money(spec, cost.tokens_in.high // len(judges), cost.tokens_out.high // len(judges))
                            for spec in judges
                        ),
                    )
        except InputError as error:
            inputs.tell(error.problems, "dikast plan")
            status = 1
    if not table.row_count:
        raise typer.Exit(status)
    show.console().print(table)
    show.console().print(
        "Estimates: four ASCII characters or two others to a token; answers stored from before cost nothing.",
        soft_wrap=True,
    )
    raise typer.Exit(status)


def _range(low: int, high: int) -> str:
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _money(spec: str, tokens_in: int, tokens_out: int) -> str:
    from dikast.judging.prices import charge

    found = charge(spec, tokens_in, tokens_out)
    if found.kind == "at-most":
        return f"up to ${found.dollars}"
    return {"nothing": "nothing", "own-server": "as your server charges", "unknown": "price not known"}[found.kind]
