"""`dikast explain`: a ruling as a person reads it, in the terminal. Must not know how a number came about."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dikast.cli import inputs, show
from dikast.core.problems import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from dikast.record.exporters.html import View

app = typer.Typer(add_completion=False)

#: Outcome or state of a move → the sign beside its word.
SIGNS = {
    "claim": "●",
    "attack": "◄",
    "renewal": "◄◄",
    "held": "■",
    "dented": "◪",
    "broke": "☒",
    "dropped": "□",
    "conceded": "⚑",
    "set-aside": "–",
    "new-matter": "⧗",
    "defense": "■",
    "move": "·",
}


@app.command()
def explain(
    cases: Annotated[list[str], typer.Argument(help="Judged case files, folders, or -.")],
    html: Annotated[Path | None, typer.Option(help="Write the ruling as one self-contained page here instead.")] = None,
) -> None:
    """Show a ruling: what it turns on, the flow or the posts, momentum, and the ledger with its quotes."""
    from dikast.record.case import from_document, read
    from dikast.record.derive import sealed_ruling
    from dikast.record.exporters.html import page
    from dikast.record.verify import intact

    status, taken = 0, set[str]()
    found = list(inputs.files(cases, ("*.json",)))
    if html is not None and len(found) > 1 and not html.is_dir():
        raise typer.BadParameter("several cases need a folder that is there", param_hint="--html")
    for place, path in found:
        try:
            case = read(inputs.content(place, path), place)
            document = case.document
            problems = intact(document, place)
            if problems:
                raise InputError(problems)
            if not document.get("rulings") and not document.get("faults"):
                document = document | {"rulings": [sealed_ruling(from_document(document, place), 1)]}
        except InputError as error:
            inputs.tell(error.problems, "dikast explain")
            status = 1
            continue
        if html is None:
            _print(document)
            continue
        stem = Path(place).name.removesuffix(".json").removesuffix(".case")
        target = html / f"{inputs.unused(stem, taken)}.html" if html.is_dir() else html
        try:
            inputs.write(target, page(document).encode())
        except InputError as error:
            inputs.tell(error.problems, "dikast explain")
            status = 1
            continue
        show.console().print(f"Written: {target}", soft_wrap=True)
    raise typer.Exit(status)


def _print(document: dict[str, object]) -> None:
    from dikast.record.exporters.html import build
    from dikast.record.exporters.source import Source

    out = show.console()
    for line in show.head(document):
        out.print(line, soft_wrap=True)
    view, voice = build(Source(document), "en")
    if view.flow is not None:
        out.print()
        out.print(f"{show.words(voice('flow.title'))}. {show.words(voice('flow.note'))}", soft_wrap=True)
        _flow(view, out)
        _momentum(view, out)
    if view.floor is not None:
        _posts(view, out)
    _ledger(view, out)
    _closing(document, view, out)
    out.print()


def _flow(view: View, out: Console) -> None:
    assert view.flow is not None
    for group in view.flow.groups:
        out.print(f"\n  {view.names[group.side]}")
        for row in group.rows:
            credit = f", +{row.credit.points} to {view.names[row.credit.side]}" if row.credit else ""
            out.print(f"  {row.claim.label} ({row.claim.id}): {row.fate}, {row.points} of {row.worth}{credit}")
            for stop in row.stops:
                sign, said = SIGNS.get(stop.mark, "·"), stop.step.gist or stop.step.quote
                gist = "" if stop.mark == "dropped" else f": {inputs.printable(said)}"
                out.print(
                    f"      {stop.turn.number:>3} {sign:<2} {stop.step.label} ({stop.step.id}) {stop.mark}{gist}",
                    soft_wrap=True,
                )
    for total in view.flow.sums:
        out.print(
            f"\n  {view.names[total.side]}: {total.total} = {total.claims} for its claims + "
            f"{total.attacks} for its attacks",
            end="",
        )
    out.print()


def _momentum(view: View, out: Console) -> None:
    line = view.momentum
    if line is None or not line.charts or not line.charts[0].points:
        return
    out.print(f"\nMomentum ({view.names['A']}'s share after each speech)")
    for point in line.charts[0].points:
        out.print(f"  {point.turn.number:>3} {point.turn.side} {point.share:>3} {'▪' * round(point.share / 2)}")
    if line.key is not None:
        key = line.key
        out.print(
            f"  Key moment: speech {key.turn.number} moved the line from {key.before} to {key.after}. "
            f"{key.label}: “{inputs.printable(key.quote)}”",
            soft_wrap=True,
        )


def _posts(view: View, out: Console) -> None:
    assert view.floor is not None
    out.print("\nThe posts")
    for post in view.floor.posts:
        scores = ", ".join(f"{score.criterion} {score.score}" for score in post.scores)
        out.print(
            f"  {post.label} {view.names[post.turn.side]}: {post.kind}"
            + (f", point {post.state}" if post.state else "")
            + (f"; {scores}" if scores else ""),
            soft_wrap=True,
        )
        for flag in post.flags:
            out.print(
                f"      {flag.pattern}, {flag.severity} {flag.cost}: “{inputs.printable(flag.quote)}”", soft_wrap=True
            )
        if post.terms:
            out.print(f"      quality: {post.terms}", soft_wrap=True)


def _ledger(view: View, out: Console) -> None:
    if view.ledger is None:
        return
    out.print("\nThe ledger. Every total is the sum of these lines.")
    for line in view.ledger.lines:
        out.print(f"  {line.side} {line.points:>6}  {line.label:<4} {show.words(line.rule)}", soft_wrap=True)
        for ground in line.grounds:
            if ground.quote is not None and ground.turn is not None:
                quote = inputs.printable(" ".join(ground.quote.words.split()))
                out.print(f"             {ground.label}, speech {ground.turn.number}: “{quote}”", soft_wrap=True)
            if ground.because:
                out.print(f"             {inputs.printable(ground.because)}", soft_wrap=True)
    for total in view.ledger.totals:
        out.print(f"  {view.names[total.side]}: {total.total} from {total.lines} lines")


def _closing(document: dict[str, object], view: View, out: Console) -> None:
    if view.closing is None:
        return
    for side, advice in view.closing.advice:
        if advice:
            out.print(f"\nAdvice to {view.names[side]}: {inputs.printable(advice)}", soft_wrap=True)
