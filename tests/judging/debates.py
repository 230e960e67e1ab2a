"""Debates for the tests of judging, and the shortest way to have one judged."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path
from typing import Any

from dikast import judging
from dikast.perception.budget import Budget, Limits
from dikast.perception.calls import CallLedger
from dikast.perception.port import Judge
from dikast.record import case, importers

Json = dict[str, Any]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GRAPH, RUBRIC = "graph/1", "rubric/1"


def example(name: str = "school-at-ten.txt", speeches: int | None = None) -> Json:
    """Return one of the example debates, or its first speeches."""
    (document,) = importers.load((EXAMPLES / name).read_bytes(), name)
    return document | {"speeches": document["speeches"][:speeches]}


def debate(*texts: str | tuple[str, str], **fields: Any) -> Json:
    """Return a debate of `texts` by A and B in turn; a pair is a speaker and a text. Speeches are s1, s2, …"""
    spoken = [text if isinstance(text, tuple) else (f"{'AB'[at % 2]} speaker", text) for at, text in enumerate(texts)]
    speeches = [
        {"id": f"s{place + 1}", "side": "AB"[place % 2], "speaker": speaker, "text": text}
        for place, (speaker, text) in enumerate(spoken)
    ]
    about = {"dikast": 1, "motion": "The town should plant trees along every street", "lang": "en"}
    return about | {"sides": {"A": {"name": "For"}, "B": {"name": "Against"}}, "speeches": speeches} | fields


def judged(
    document: Json,
    *judges: Judge,
    method: str = GRAPH,
    readings: int = 1,
    calls: Path | None = None,
    budget: Budget | None = None,
    limits: Limits | None = None,
) -> judging.Judged:
    """Judge a debate from start to end; without `calls` every answer is new."""

    async def run() -> judging.Judged:
        ledger = CallLedger(calls, limits or Limits(first_wait=0.0))
        try:
            return await judging.judge(
                copy.deepcopy(document), judges, ledger, method=method, readings=readings, budget=budget
            )
        finally:
            await ledger.close()

    return asyncio.run(run())


def file_of(done: judging.Judged) -> bytes:
    """Return the case file."""
    return case.write(done.document)
