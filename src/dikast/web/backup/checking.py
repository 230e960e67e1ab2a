"""Verifies every case in the database, on all processors. Must not know how it came there.

The processes that verify import nothing of Django's: they get texts and say what is wrong with them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from itertools import islice
from multiprocessing import get_context
from typing import Any, Final

from dikast.core.problems import Problem
from dikast.record.verify import verify

#: Cases that are in memory at once, some MB; fewer are not worth starting processes for.
_AT_ONCE: Final = 256


def cases() -> tuple[int, tuple[Problem, ...]]:
    """Verify every case, and return how many there are and a problem (``restore.case``) for each that does not hold."""
    from dikast.web.debates.models import Judging

    kept = Judging.objects.exclude(document="").order_by("pk")
    rows = kept.values_list("debate__slug", "method", "document").iterator(chunk_size=_AT_ONCE)
    several = kept.count() > _AT_ONCE
    number = 0
    problems: list[Problem] = []
    # Started anew and not forked, which a process with threads had better not be.
    pool = ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) if several else nullcontext()
    with pool as processes:
        while batch := list(islice(rows, _AT_ONCE)):
            texts = [text for _, _, text in batch]
            found = processes.map(wrong, texts, chunksize=8) if processes else map(wrong, texts)
            number += len(batch)
            problems += _told(batch, found)
    return number, tuple(problems)


def _told(batch: list[Any], found: Iterator[str]) -> Iterator[Problem]:
    for (slug, method, _), what in zip(batch, found, strict=True):
        if what:
            hint = "The backup holds it so. Everything else was restored."
            yield Problem("restore.case", f"debate {slug}, {method}", f"its case does not hold: {what}", hint)


def wrong(text: str) -> str:
    """Return what is wrong with a case, "" if nothing."""
    problems = verify(text.encode()).problems
    return f"{problems[0]}" + (f", and {len(problems) - 1} more" if problems[1:] else "") if problems else ""
