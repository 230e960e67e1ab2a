"""Whole archives counted again, on all processors, from where it stopped. Must not know how anything is counted."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import typer

from dikast.cli import inputs, platform_choice
from dikast.core.problems import InputError
from dikast.judging.rescoring import Recount, recount

#: Cases given to a process at a time.
_SHARE = 16


@contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Give processes that were started anew and not forked."""
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn")) as pool:
        yield pool


def _from_file(method: str, place: str) -> tuple[Recount, bytes]:
    try:
        data = Path(place).read_bytes()
    except OSError as error:
        return Recount(False, None, f"input.unreadable: {error.strerror}"), b""
    return recount(data, place, method), data


def _from_row(method: str, row: tuple[int, str, str, str]) -> Recount:
    return recount(row[2].encode(), f"debate {row[1]}", method)


def folders(sources: list[str], method: str, out: Path | None, processes: int) -> int:
    """Count the cases of folders again; with `out`, what is there already is passed over. Return the exit status."""
    from dikast.record import case as cases

    paths = [place for place, path in inputs.files(sources, ("*.case.json",)) if path is not None]
    before = 0
    if out is not None:
        inputs.folder(out)
        waiting = [place for place in paths if not (out / Path(place).name).exists()]
        before, paths = len(paths) - len(waiting), waiting
    counts: Counter[str] = Counter()
    with _pool(processes) as pool:
        found = pool.map(partial(_from_file, method), paths, chunksize=_SHARE)
        for place, (one, data) in zip(paths, found, strict=True):
            _told(counts, one, place)
            if out is not None and not one.reason:
                inputs.write(out / Path(place).name, data if one.document is None else cases.write(one.document))
    return _summed(counts, before)


def database(data: Path | None, address: str, method: str, write: bool, processes: int) -> int:
    """Count the cases of a platform again, from where an earlier run stopped. Return the exit status."""
    platform_choice.choose(data, address)
    with platform_choice.needing_its_packages("rescore"):
        from dikast.web.operators import services
    from dikast.settings import Settings

    state = inputs.folder(Settings().data) / f"rescore-{method.replace('/', '-')}.json"
    known = _known(state)
    counts: Counter[str] = Counter(known["counts"])
    with services("rescoring") as rescoring, _pool(processes) as pool:
        if known["after"]:
            typer.echo(f"goes on after judging {known['after']}; {rescoring.number(method, known['after'])} are left")
        for rows in rescoring.chunks(method, known["after"]):
            for row, one in zip(rows, pool.map(partial(_from_row, method), rows, chunksize=8), strict=True):
                _told(counts, one, f"debate {row[1]}")
                if write and one.document is not None and not rescoring.file(row[0], row[3], one.document):
                    counts["changed meanwhile"] += 1
            inputs.write(state, json.dumps({"after": rows[-1][0], "counts": counts}).encode())
    state.unlink(missing_ok=True)
    return _summed(counts, 0)


def _known(state: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(state.read_bytes()))
    except FileNotFoundError:
        return {"after": 0, "counts": {}}
    except (OSError, ValueError) as error:
        from dikast.core.problems import Problem

        hint = "Delete it to begin from the start."
        raise InputError(Problem("rescore.state", str(state), f"cannot be read: {error}", hint)) from error


def _told(counts: Counter[str], one: Recount, place: str) -> None:
    if one.reason.startswith("rescore.method:"):
        counts["of another method"] += 1
    elif one.reason:
        counts[f"not counted, {one.reason.partition(':')[0]}"] += 1
        typer.echo(f"{inputs.printable(place)}: not counted: {inputs.printable(one.reason)}", err=True)
    elif one.same:
        counts["the same ruling"] += 1
    else:
        counts["another ruling"] += 1
        typer.echo(f"{inputs.printable(place)}: another ruling")


def _summed(counts: Counter[str], before: int) -> int:
    told = [f"{count} {name}" for name, count in sorted(counts.items())] or ["nothing to count"]
    typer.echo("; ".join(told) + (f"; {before} were counted before" if before else ""))
    return 1 if any(name.startswith("not counted") for name in counts) else 0
