"""Files a command reads and writes, and how their problems are told. Must not know what is done with them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
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
        elif _is_folder(path):
            found = sorted({file for pattern in patterns for file in path.glob(pattern)})
            for file in found:
                yield str(file), file
            if not found:
                tell(
                    [
                        Problem(
                            "input.empty-folder", argument, f"no file here fits {', '.join(patterns)}", level="warning"
                        )
                    ]
                )
        else:
            yield argument, path


def _is_folder(path: Path) -> bool:
    """Say whether `path` is a folder; what cannot even be looked at is left for `content` to complain of."""
    try:
        return path.is_dir()
    except OSError:
        return False


def content(place: str, path: Path | None) -> bytes:
    """Return what `path` (or standard input) holds, or raise `InputError` naming it."""
    try:
        return sys.stdin.buffer.read() if path is None else path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            Problem("input.unreadable", place, f"cannot be read: {reason}", "check the path and its permissions")
        ) from error


def tell(problems: Iterable[Problem], command: str = "dikast") -> None:
    """Write problems to standard error, one a line; a warning is marked as such."""
    for problem in problems:
        mark = "warning: " if problem.level == "warning" else ""
        sys.stderr.write(f"{command}: {mark}{printable(str(problem))}\n")


def folder(path: Path) -> Path:
    """Return `path`, made where it is missing, or raise `InputError`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Problem(
                "output.no-folder",
                str(path),
                f"cannot be made a folder: {error.strerror or error}",
                "Name a folder, or a place where one can be made.",
            )
        ) from error
    return path


def file_name(given: str) -> str:
    """Return `given` as the stem of a file that every system can hold: letters, digits, hyphens, at most 120 bytes."""
    plain = re.sub(r"[^\w-]+", "_", given).strip("_")
    return plain.encode()[:120].decode(errors="ignore")


def unused(stem: str, taken: set[str]) -> str:
    """Return `stem`, with a number if `taken` holds it in any case of letters, and add it there."""
    free, number = stem, 2
    while free.casefold() in taken:
        free, number = f"{stem}-{number}", number + 1
    taken.add(free.casefold())
    return free


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, so that a crash leaves no half of one."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise InputError(
            Problem("output.unwritable", str(path), f"cannot be written: {error.strerror or error}", "Choose --out.")
        ) from error


def printable(text: str) -> str:
    """Return `text` with control and invisible characters as visible escapes, safe for a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
