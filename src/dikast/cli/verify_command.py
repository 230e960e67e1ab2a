"""`dikast verify`: does a case hold together? Must not know what is checked."""

from __future__ import annotations

from typing import Annotated

import typer

from dikast.cli import inputs, show

app = typer.Typer(add_completion=False)


@app.command()
def verify(
    cases: Annotated[list[str], typer.Argument(help="Case files, folders, or - for standard input.")],
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only what does not hold.")] = False,
) -> None:
    """Check hashes, order, quotes and every number of cases. Exit status 1 if anything does not hold."""
    from dikast.core.problems import InputError
    from dikast.record.verify import verify as check

    out = show.console()
    status = 0
    for place, path in inputs.files(cases, ("*.case.json",)):
        try:
            data = inputs.content(place, path)
            found = check(data, place)
        except InputError as error:
            inputs.tell(error.problems, "dikast verify")
            status = 1
            continue
        inputs.tell(found.problems, "dikast verify")
        status = status if found.ok else 1
        if not quiet:
            counted = ", ".join(f"{number} {what}" for what, number in found.checked.items())
            verdict = "holds" if found.ok else f"does not hold ({len(found.problems)} problems)"
            out.print(
                f"{inputs.printable(place)}: {verdict}" + (f"; checked {counted}" if counted else ""), soft_wrap=True
            )
            for missing in (*found.unchecked, *_other_rules(data, place)):
                out.print(f"  not checked: {inputs.printable(missing)}", soft_wrap=True)
    raise typer.Exit(status)


def _other_rules(data: bytes, place: str) -> list[str]:
    """Say if a case names rules that are not those of this version; its numbers were checked by this version's."""
    from dikast.core.problems import InputError
    from dikast.judging import METHODS, fingerprint
    from dikast.record.case import read

    try:
        case = read(data, place)
    except InputError:
        return []
    pinned = case.document.get("fingerprint")
    if case.method not in METHODS or pinned in (None, fingerprint(case.method)):
        return []
    return [f"the rules it was judged by: it names {pinned}, and this Dikast counts and asks otherwise"]
