"""`dikast rescore`: judged cases counted again under a method version. Must not know how they are counted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dikast.cli import inputs, show
from dikast.core.problems import InputError, Problem

app = typer.Typer(add_completion=False)


@app.command()
def rescore(
    method: Annotated[str, typer.Option(help="The method version to count by, graph/1 or rubric/1.")],
    cases: Annotated[list[str] | None, typer.Argument(help="Judged case files, folders, or -.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the cases with their new ruling; else only said.")
    ] = None,
    everything: Annotated[
        bool,
        typer.Option(
            "--all", help="A whole archive on all processors, resumable: the folders, or without them a platform."
        ),
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="With --all on a platform: file the new rulings.")] = False,
    processes: Annotated[int, typer.Option(min=0, help="With --all: how many; 0 for one a processor.")] = 0,
    data: Annotated[Path | None, typer.Option(help="With --all: a platform's folder; by default DIKAST_DATA.")] = None,
    database: Annotated[str, typer.Option(help="With --all: a platform's postgresql:// address.")] = "",
) -> None:
    """Count judged cases again from their stored perceptions and say what differs. No model is asked.

    The earlier ruling stays in the case beside the new one.
    """
    if everything:
        from dikast.cli import rescore_all

        given = show.method_id(method) or ""
        if cases:
            raise typer.Exit(rescore_all.folders(cases, given, out, processes))
        raise typer.Exit(rescore_all.database(data, database, given, write, processes))
    if not cases:
        raise InputError(Problem("rescore.nothing", "rescore", "needs cases, or --all", "Name files or folders."))
    from dikast.judging.rescoring import counted_again
    from dikast.record import case as reading

    wanted, status, out_console = show.method_id(method), 0, show.console()
    taken: set[str] = set()
    if out is not None:
        inputs.folder(out)
    for place, path in inputs.files(cases, ("*.case.json",)):
        try:
            case = reading.read(inputs.content(place, path), place)
            document, same = counted_again(case, wanted or "")
            name = inputs.printable(place)
            out_console.print(
                f"{name}: {'the same ruling' if same else 'another ruling'}: {show.head(document)[1]}", soft_wrap=True
            )
            if out is not None:
                stem = (path.name if path else "rescored").removesuffix(".json").removesuffix(".case")
                inputs.write(out / f"{inputs.unused(stem, taken)}.case.json", reading.write(document))
        except InputError as error:
            inputs.tell(error.problems, "dikast rescore")
            status = 1
    raise typer.Exit(status)
