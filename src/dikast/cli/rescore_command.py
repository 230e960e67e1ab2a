"""`dikast rescore`: judged cases counted again under a method version. Must not know how they are counted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dikast.cli import inputs, show
from dikast.core.problems import InputError, Problem

app = typer.Typer(add_completion=False)


@app.command()
def rescore(
    cases: Annotated[list[str], typer.Argument(help="Judged case files, folders, or -.")],
    method: Annotated[str, typer.Option(help="The method version to count by, graph/1 or rubric/1.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for the cases with their new ruling; else only said.")
    ] = None,
) -> None:
    """Count judged cases again from their stored perceptions and say what differs. No model is asked."""
    from dikast.record import case as reading

    wanted, status, out_console = show.method_id(method), 0, show.console()
    taken: set[str] = set()
    if out is not None:
        inputs.folder(out)
    for place, path in inputs.files(cases, ("*.case.json",)):
        try:
            case = reading.read(inputs.content(place, path), place)
            document, same = _again(case, wanted or "")
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


def _again(case: Any, method: str) -> tuple[dict[str, Any], bool]:
    """Return the case with its current ruling counted anew, and whether that ruling is the one it had."""
    from dikast.judging import fingerprint
    from dikast.record.derive import sealed_ruling
    from dikast.record.seal import seal
    from dikast.record.verify import intact

    if case.method not in (None, method):  # a debate that nobody judged fails below, with words of its own
        raise InputError(
            Problem(
                "rescore.method",
                f"{case.place}: method",
                f"holds perceptions for {case.method}, and {method} asks other questions",
                f"Have the debate judged: dikast judge {case.place} --method {method}",
            )
        )
    pinned = case.document.get("fingerprint")
    if pinned not in (None, fingerprint(method)):
        raise InputError(
            Problem(
                "method.fingerprint",
                f"{case.place}: fingerprint",
                f"was judged under {method} with fingerprint {pinned}, and this Dikast has {fingerprint(method)}",
                "Count it with the version of Dikast that judged it.",
            )
        )
    problems = intact(case.document, case.place)
    if problems:
        raise InputError(problems)
    earlier = case.document.get("rulings") or []
    ruling = sealed_ruling(case, max(len(earlier), 1))
    if earlier and earlier[-1] == ruling:
        return dict(case.document), True
    document = case.document | {"rulings": [*earlier[:-1], ruling]}
    if earlier:
        document["superseded"] = [*case.document.get("superseded", []), earlier[-1]]
    return seal(document), False
