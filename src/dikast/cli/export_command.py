"""`dikast export`: a case as a page, a paper, a table or a picture. Must not know what stands on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from dikast.cli import inputs, show

app = typer.Typer(add_completion=False)


class Form(StrEnum):
    """What a case can become."""

    html = "html"
    pdf = "pdf"
    csv = "csv"
    png = "png"


@app.command()
def export(
    case: Annotated[str, typer.Argument(help="A case file, or - for standard input.")],
    to: Annotated[Form, typer.Option(help="A page, a paper, the ledger as a table, or a picture to share.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; by default beside the case.")] = None,
    address: Annotated[str, typer.Option(help="Where the ruling can be read, for the foot of a paper.")] = "",
) -> None:
    """Write a case in a form for readers: page (html), paper (pdf), ledger (csv) or picture (png)."""
    from dikast.record import case as reading

    path = None if case == "-" else Path(case)
    place = "standard input" if path is None else case
    found = reading.read(inputs.content(place, path), place)
    stem = (path.name if path is not None else "case").removesuffix(".json").removesuffix(".case")
    target = out or (path.parent if path is not None else Path()) / f"{stem}.{to}"
    inputs.write(target, _maker(to, address)(found.document))
    show.console().print(f"Written: {target}", soft_wrap=True)


def _maker(to: Form, address: str) -> Callable[[Mapping[str, Any]], bytes]:
    """Return what makes the form, with only what it needs imported."""
    if to is Form.html:
        from dikast.record.exporters.html import page

        return lambda document: page(document).encode()
    if to is Form.csv:
        from dikast.record.exporters.ledger_csv import ledger_csv

        return lambda document: ledger_csv(document).encode()
    if to is Form.pdf:
        from dikast.record.exporters.pdf import pdf

        return lambda document: pdf(document, address=address)
    from dikast.record.exporters.share import png

    return png
