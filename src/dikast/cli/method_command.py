"""`dikast method`: a method printed whole, from the constants and prompts that are in force.

Must not hold a number of its own: what it prints cannot drift from what is counted.
"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from dikast.cli import show

app = typer.Typer(add_completion=False)


@app.command()
def method(
    name: Annotated[str, typer.Argument(help="graph/1 or rubric/1; by default both are printed.")] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print constants, questions and fingerprint as JSON.")
    ] = False,
) -> None:
    """Print a method completely: its rules and numbers, its questions as they are put, and its fingerprint."""
    from dikast.judging import METHODS, fingerprint
    from dikast.judging.method_text import rules
    from dikast.judging.method_words import in_english
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
        out.print(f"{ident}  fingerprint {mark}\n", soft_wrap=True)
        for rule in rules(ident):
            out.print(f"{rule.heading}\n  " + in_english(rule).replace("\n", "\n  ") + "\n", soft_wrap=True)
        for question in OF_METHOD[ident]:
            blind = ", blind: it is given masked text and nothing else" if QUESTIONS[question].blind else ""
            out.print(f"Question {question}{blind}")
            out.print("\n".join(f"  {line}".rstrip() for line in prompt(question).splitlines()) + "\n", soft_wrap=True)
