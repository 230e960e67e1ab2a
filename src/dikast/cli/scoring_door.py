"""What `dikast score` does: rulings counted from perceptions, for one case or a million.

Must not know how a ruling is counted. Nothing is imported here that scoring does not need: the start of the process
is most of what scoring one case takes.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from dikast.cli import inputs
from dikast.core.problems import InputError, Problem
from dikast.record.scoring import score_line, score_stream


def run(cases: Sequence[str], *, json: bool) -> int:
    """Score every case that `cases` name (files, folders, JSON Lines, ``-``) and return the exit status.

    Rulings go to standard output, one a line in the order of the input, as JSON or in words; what is wrong goes to
    standard error, and the other cases are still scored. 0: all scored. 1: something was wrong.
    """
    # What scoring makes is freed by counting references; the collector would only walk the cases again and again.
    gc.disable()
    status = 0
    write = sys.stdout.buffer.write
    for place, path in inputs.files(cases, inputs.CASE_PATTERNS):
        try:
            for scored in _scored(place, path):
                if isinstance(scored, bytes):
                    write(scored + b"\n" if json else _in_words(scored))
                else:
                    inputs.tell(scored, "dikast score")
                    status = 1
        except InputError as error:
            inputs.tell(error.problems, "dikast score")
            status = 1
    sys.stdout.flush()
    return status


def _scored(place: str, path: Path | None) -> Iterator[bytes | list[Problem]]:
    """Yield the ruling or the problems of every case in a source: one document, or one a line."""
    lines: Iterable[bytes]
    if path is None:
        lines = iter(sys.stdin.buffer)
        first = next((line for line in lines if line.strip()), b"")
        if first.strip() and not _is_whole(first):
            yield score_line(first + sys.stdin.buffer.read(), place)
            return
        yield from score_stream(_again(first, lines), place)
        return
    data = inputs.content(place, path)
    lines = data.split(b"\n")
    filled = [line for line in lines if line.strip()]
    if len(filled) > 1 and all(line.lstrip().startswith(b"{") for line in filled):
        yield from score_stream(lines, place)
    else:
        yield score_line(data, place)


def _is_whole(line: bytes) -> bool:
    """Say whether the first line is a document of its own, so that the others are documents too."""
    return line.rstrip().endswith(b"}") or not line.lstrip().startswith((b"{", b"["))


def _again(first: bytes, rest: Iterable[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _in_words(scored: bytes) -> bytes:
    """Return a ruling as a line for people: finding, scoreline, totals."""
    found: dict[str, Any] = orjson.loads(scored)
    finding, totals, line = found.get("winner") or found.get("finding"), found["totals"], found["scoreline"]
    ahead = f"{finding} is ahead" if finding in ("A", "B") else "a draw"
    close = ", too close to call" if found.get("call") == "too_close" else ""
    return (
        f"{found['method']}: {ahead}{close}, {line['A']}–{line['B']}, points {totals['A']} to {totals['B']}\n".encode()
    )
