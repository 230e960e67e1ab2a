"""`dikast formats`: the debate formats, listed or one in full. Must not know what a format is for."""

from __future__ import annotations

from typing import Annotated

import typer

from dikast.cli import show
from dikast.core import formats as known

app = typer.Typer(add_completion=False)


@app.command()
def formats(name: Annotated[str, typer.Argument(help="The format to show in full.")] = "") -> None:
    """List debate formats, or show one with its speeches, times, limits and closing speeches."""
    from rich.table import Table

    out = show.console()
    if not name:
        table = Table("format", "kind", "method", "about")
        for ident in known.ids():
            one = known.get(ident)
            table.add_row(ident, one.kind, one.method, one.about)
        out.print(table)
        return
    one = known.get(name)
    out.print(f"{one.name} ({one.id}). {one.about}", soft_wrap=True)
    out.print(f"Method {one.method}. Sides: A {one.names[0]}, B {one.names[1]}. Source: {one.source}", soft_wrap=True)
    if one.floor is not None:
        out.print(f"Open floor: {one.floor.opens} opens, sides alternate, at most {one.floor.post_limit} posts.")
        out.print(
            f"A post has {one.length.min_words} to {one.length.max_words} words, "
            f"{one.length.min_graphemes} to {one.length.max_graphemes} characters."
        )
        return
    table = Table("turn", "side", "role", "speaker", "minutes", "words", "characters", "closing")
    for number, turn in enumerate(one.turns, 1):
        limit = turn.length
        table.add_row(
            str(number),
            f"{turn.side} {one.names[turn.side == 'B']}",
            turn.role,
            str(turn.speaker),
            str(turn.minutes or ""),
            f"{limit.min_words} to {limit.max_words}",
            f"{limit.min_graphemes} to {limit.max_graphemes}",
            "closing" if turn.closing else "",
        )
    out.print(table)
    for part in one.unjudged:
        out.print(f"Not judged: {part.role}, {part.minutes} minutes, after turn {part.after}.")
