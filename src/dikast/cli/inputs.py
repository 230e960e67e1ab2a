"""Files a command reads and writes, and how their problems are told. Must not know what is done with them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from dikast.core.problems import InputError, Problem

#: What a folder is searched for, when a folder is given instead of files.
CASE_PATTERNS = ("*.json", "*.jsonl")
DEBATE_PATTERNS = ("*.txt", "*.md", "*.json", "*.jsonl")


def files(arguments: Iterable[str], patterns: Iterable[str]) -> Iterator[tuple[str, Path | None]]:
    """Yield (name for messages, path) for every argument; ``-`` is standard input and has no path.

    A folder stands for the files in it that fit `patterns`, in name order, without going deeper.
    """
    for argument in arguments:
        path = Path(argument)
        if argument == "-":
            yield "standard input", None
        elif path.is_dir():
            found = sorted({file for pattern in patterns for file in path.glob(pattern)})
            for file in found:
                yield str(file), file
            if not found:
                tell([Problem("input.empty-folder", argument, f"no file here fits {', '.join(patterns)}", level="warning")])
        else:
            yield argument, path


def content(place: str, path: Path | None) -> bytes:
    """Return what `path` (or standard input) holds, or raise `InputError` naming it."""
    try:
        return sys.stdin.buffer.read() if path is None else path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(
            Problem("input.unreadable", place, f"cannot be read: {reason}", "check the path and its permissions")
        ) from error


def tell(problems: Iterable[Problem], command: str = "dikast") -> None:
    """Write problems to standard error, one a line; a warning is marked as such."""
    for problem in problems:
        mark = "warning: " if problem.level == "warning" else ""
        sys.stderr.write(f"{command}: {mark}{printable(str(problem))}\n")


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, so that a crash leaves no half of one."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InputError(
            Problem("output.unwritable", str(path), f"cannot be written: {error.strerror or error}", "Choose --out.")
        ) from error


def printable(text: str) -> str:
    """Return `text` with control and invisible characters as visible escapes, safe for a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
