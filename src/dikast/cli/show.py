"""Rulings in the terminal, in the words of the page. Must not know how a number came about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dikast.cli.inputs import printable
from dikast.core.problems import InputError, Problem

if TYPE_CHECKING:
    from rich.console import Console

    from dikast.judging import Asked, Spent

#: Methods by the names a user may give.
METHOD_IDS = {"graph": "graph/1", "rubric": "rubric/1", "graph/1": "graph/1", "rubric/1": "rubric/1"}
#: Cells of the scoreline bar.
BAR = 50


def method_id(given: str) -> str | None:
    """Return the id of the method that `given` names, None for "", or raise `InputError`."""
    if not given:
        return None
    if given not in METHOD_IDS:
        raise InputError(
            Problem("method.unknown", "method", f"there is no method {given!r}", "Use graph/1 or rubric/1.")
        )
    return METHOD_IDS[given]


def words(markup: object) -> str:
    """Return the page's markup as one line of plain text that is safe to print."""
    import re

    return printable(" ".join(unescape(re.sub(r"<[^>]*>", "", str(markup))).split()))


def source_id(document: Mapping[str, Any]) -> str:
    """Return the id that a debate has where it comes from, or ""."""
    source = document.get("source")
    return str(source.get("id") or "") if isinstance(source, dict) else ""


def console(*, errors: bool = False) -> Console:
    """Return a console that interprets nothing in what it prints, and sends a terminal no character that acts."""
    from rich.console import Console

    class Plain(Console):
        def print(self, *objects: Any, **options: Any) -> None:
            super().print(*(safe(one) if isinstance(one, str) else one for one in objects), **options)

    return Plain(stderr=errors, markup=False, emoji=False, highlight=False)


def safe(text: str) -> str:
    """Return `text`, perhaps of several lines, safe for a terminal."""
    return "\n".join(map(printable, text.split("\n")))


@contextmanager
def progress(*, quiet: bool, title: str) -> Iterator[Callable[[Asked], None]]:
    """Show questions as they are settled; yields the function to tell about each."""
    if quiet:
        yield lambda asked: None
        return
    from rich.text import Text

    terminal = console(errors=True)
    if not terminal.is_terminal:
        yield lambda asked: terminal.print(_settled(title, asked), soft_wrap=True)
        return
    counted = [0, 0]
    with terminal.status(Text(f"{printable(title)}: reading …")) as status:

        def settled(asked: Asked) -> None:
            counted[asked.cached] += 1
            kept = f", {counted[1]} kept from before" if counted[1] else ""
            status.update(Text(printable(f"{title}: {counted[0]} answers{kept}; {_about(asked)}")))

        yield settled


def _about(asked: Asked) -> str:
    return f"{asked.question} about {', '.join(asked.about[:3])}{' …' if len(asked.about) > 3 else ''}"


def _settled(title: str, asked: Asked) -> str:
    """Return the line for a log: what was settled, and how."""
    how = f"no answer: {asked.fault}" if asked.fault else "kept from before" if asked.cached else "answered"
    return printable(f"{title}: {_about(asked)}: {how}")


def head(document: Mapping[str, Any]) -> list[str]:
    """Return the finding, the bar, the call and what the ruling turns on, a line each."""
    from dikast.record.exporters.html import build
    from dikast.record.exporters.source import Source

    view, voice = build(Source(document), "en")
    top = view.head
    lines = [view.motion, words(top.finding) + "."]
    if top.bar is not None and top.bar.kind != "none":
        filled = round(top.bar.a * BAR / 100)
        lines.append(
            f"{view.names['A']} {top.bar.a} {'█' * filled}{'░' * (BAR - filled)} {top.bar.b} {view.names['B']}"
        )
    lines.append(" ".join(words(part) for part in (top.call, *top.reasons) if part))
    lines += [words(text) for text in (*top.contested, top.amended) if text]
    if top.turning is not None:
        lines.append(" ".join(map(words, (voice("turn.title") + ":", top.turning.sentence, *top.turning.more))))
    return [printable(line) for line in lines if line]


def ruling(document: Mapping[str, Any], found: Mapping[str, Any] | None, spent: Spent, written: Sequence[Path]) -> None:
    """Print a debate just judged: its ruling or its faults, what it took, and where the files are."""
    out = console()
    for line in head(document):
        out.print(line, soft_wrap=True)
    if found is None:
        for fault in document.get("faults", ()):
            about = ", ".join(fault["about"])
            out.print(
                f"  {fault['question']} about {printable(about)}: {fault['kind']}: {printable(fault['message'])}",
                soft_wrap=True,
            )
        out.print("The answers received are kept. Run the same command to go on from there.", soft_wrap=True)
    out.print(
        f"{spent.calls} calls, {spent.cached} answers kept from before; tokens of all answers: "
        f"{spent.tokens_in} in, {spent.tokens_out} out.",
        soft_wrap=True,
    )
    for path in written:
        out.print(f"Written: {path}", soft_wrap=True)
    out.print()
