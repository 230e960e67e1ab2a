"""`dikast method`: a method printed whole, from the constants and prompts that are in force.

Must not hold a number of its own: what it prints cannot drift from what is counted.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from dikast.cli import show

app = typer.Typer(add_completion=False)


@app.command()
def method(
    name: Annotated[str, typer.Argument(help="graph/1 or rubric/1; by default both are named.")] = "",
    prompts: Annotated[
        bool, typer.Option("--prompts", help="Also print every question as it is put to a judge.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print constants, questions and fingerprint as JSON.")
    ] = False,
) -> None:
    """Print a method completely: its numbers and rules, its questions, and its fingerprint."""
    from dikast.judging import METHODS, fingerprint
    from dikast.perception.questions import OF_METHOD, QUESTIONS
    from dikast.perception.questions.wording import prompt

    chosen = show.method_id(name)
    out = show.console()
    for ident in [chosen] if chosen else sorted(METHODS):
        constants, mark = METHODS[ident].constants(), fingerprint(ident)
        if as_json:
            questions = {
                question: {
                    "prompt": prompt(question),
                    "schema": QUESTIONS[question].schema,
                    "blind": QUESTIONS[question].blind,
                }
                for question in OF_METHOD[ident]
            }
            typer.echo(
                json.dumps(
                    {"method": ident, "fingerprint": mark, "constants": constants, "questions": questions},
                    ensure_ascii=False,
                    sort_keys=True,
                )
            )
            continue
        out.print(f"{ident}  fingerprint {mark}", soft_wrap=True)
        _print(constants, 1)
        out.print("  questions:")
        for question in OF_METHOD[ident]:
            blind = ", blind: masked text and nothing else" if QUESTIONS[question].blind else ""
            out.print(f"    {question}{blind}", soft_wrap=True)
            if prompts:
                for line in prompt(question).splitlines():
                    out.print(f"      {line}", soft_wrap=True)
        out.print()


def _print(value: Any, depth: int) -> None:
    """Print nested constants, a line each."""
    pad = "  " * depth
    for key, inner in value.items():
        label = str(key).replace("_", " ")
        if isinstance(inner, dict) and any(isinstance(one, dict) for one in inner.values()):
            show.console().print(f"{pad}{label}:")
            _print(inner, depth + 1)
        elif isinstance(inner, dict):
            row = ", ".join(f"{name} {figure}" for name, figure in inner.items())
            show.console().print(f"{pad}{label}: {row}", soft_wrap=True)
        elif isinstance(inner, list | tuple):
            show.console().print(f"{pad}{label}: {', '.join(map(str, inner))}", soft_wrap=True)
        else:
            show.console().print(f"{pad}{label}: {inner}", soft_wrap=True)
