"""The one orchestrator: debate → perceptions → ledger → ruling → record. Start reading here.

It puts the questions of `perception` about a debate, hands the checked answers to `core`, and has `record` seal
what came out. Must not know terminals, pages or job queues.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dikast.core import formats, graph, rubric
from dikast.core.problems import InputError, Problem
from dikast.judging.advice import advise
from dikast.judging.asking import Asked, Asker, Calls, Spent
from dikast.judging.read_graph import GraphReader
from dikast.judging.read_rubric import read_posts, view_whole
from dikast.perception.budget import Budget
from dikast.perception.fingerprint import fingerprint as fingerprint_of
from dikast.perception.port import Judge
from dikast.perception.questions import OF_METHOD
from dikast.record import case as cases
from dikast.record.derive import sealed_ruling
from dikast.record.importers import assume_answers
from dikast.record.seal import seal

__all__ = ["METHODS", "Asked", "Judged", "Spent", "fingerprint", "judge", "prepared"]

#: Method id → the module of `core` that is that method.
METHODS = {graph.METHOD: graph, rubric.METHOD: rubric}

#: What judging writes; everything else in a document was there before and stays.
_WRITTEN = (
    "prompts",
    "perceptions",
    "moves",
    "resolutions",
    "readings",
    "feedback",
    "closing_view",
    "left_out",
    "faults",
    "amendments",
    "rulings",
    "record",
    "seal",
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A debate after judging.

    Attributes:
        document: the sealed case.
        ruling: its ruling, or None if the judge failed to answer: then the case holds ``faults`` and all answers.
        spent: calls and tokens of this run.
    """

    document: dict[str, Any]
    ruling: dict[str, Any] | None
    spent: Spent


def fingerprint(method: str) -> str:
    """Return the fingerprint of a method version: over its constants, its questions' schemas and their prompts."""
    return fingerprint_of(METHODS[method].constants(), OF_METHOD[method])


async def judge(
    document: dict[str, Any],
    judges: Sequence[Judge],
    calls: Calls,
    *,
    method: str,
    readings: int = 1,
    budget: Budget | None = None,
    progress: Callable[[Asked], None] = lambda asked: None,
    running: bool = False,
) -> Judged:
    """Judge one debate.

    Args:
        document: a case document; perceptions and rulings in it are replaced, unknown fields stay.
        judges: who answers; several make a panel, whose members take the readings in turn.
        calls: where answers are stored; what is there is not asked again.
        method: ``graph/1`` or ``rubric/1``.
        readings: independent sets of perceptions, at least 1; a panel gets at least one a member.
        budget: the most that this judging may spend, shared by all its questions.
        progress: told of every question that was settled.
        running: whether the floor is still open; then the texts that close a ruling (advice, a view of the whole) are
            not asked for, and the ruling says how things would stand if the floor closed now.

    Raises:
        InputError: the debate cannot be judged as it is (a speech without text, other rules than it was begun under).
    """
    debated = prepared(document, method)
    debate = cases.debate_of(debated)
    spent, budget = Spent(), budget or Budget()
    count = max(readings, len(judges), 1)
    askers = [
        Asker(judges[n % len(judges)], calls, budget, n + 1, f"q{n + 1}-" if count > 1 else "q", progress, spent)
        for n in range(count)
    ]
    if method == graph.METHOD:
        read = await asyncio.gather(*(GraphReader(debate, asker).read() for asker in askers))
        found: list[Any] = [
            {"moves": moves, "resolutions": resolutions, "judge": asker.judge.name}
            for (moves, resolutions), asker in zip(read, askers, strict=True)
        ]
    else:
        found = list(await asyncio.gather(*(read_posts(debate, asker) for asker in askers)))
    faults = [fault for asker in askers for fault in asker.faults]
    debated |= _as_filed(method, found)
    ruling = None
    if faults:
        debated["faults"] = faults
    else:
        ruling = await _rule(debated, askers, running)
    debated["prompts"] = {key: text for asker in askers for key, text in sorted(asker.prompts.items())}
    debated["perceptions"] = [perception for asker in askers for perception in asker.written()]
    if ruling is not None:
        debated["rulings"] = [ruling]
    return Judged(seal(debated), ruling, spent)


def prepared(document: dict[str, Any], method: str) -> dict[str, Any]:
    """Return a copy of the document ready for judging, pinned to the method version."""
    pinned, current = document.get("fingerprint"), fingerprint(method)
    if pinned and document.get("method") == method and pinned != current:
        raise InputError(
            Problem(
                "method.fingerprint",
                "fingerprint",
                f"this debate was begun under {method} with fingerprint {pinned}, and this Dikast has {current}",
                "Judge it with the version it was begun under, or take the field out to have today's rules.",
            )
        )
    for place, speech in enumerate(document["speeches"]):
        if speech.get("text") is None:
            raise InputError(
                Problem(
                    "judge.no-text",
                    f"speeches[{place}] ({speech['id']})",
                    "has no text, so nobody can judge it",
                    "Give the speech's text; a hand-made case without texts can be scored, not judged.",
                )
            )
    kept = {key: value for key, value in document.items() if key not in _WRITTEN}
    prepared = {"dikast": 1, "method": method, "fingerprint": current}
    prepared |= {key: value for key, value in kept.items() if key not in prepared}
    cases.from_document(prepared, "the debate")  # what a judged case's method checks, nobody has checked yet
    if prepared.get("format") in formats.ids():
        prepared["speeches"] = _marked(prepared)
        if formats.get(prepared["format"]).floor is not None:
            return prepared
    return assume_answers(prepared) if method == rubric.METHOD else prepared


def _marked(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the speeches with the roles and closing marks of the debate's format."""
    debate = formats.mark(cases.debate_of(document), formats.get(document["format"]))
    marked = []
    for held, speech in zip(document["speeches"], debate.speeches, strict=True):
        marks = {"role": speech.role or None, "closing": speech.closing}
        marked.append(held | {key: value for key, value in marks.items() if value is not None})
    return marked


def _as_filed(method: str, found: list[Any]) -> dict[str, Any]:
    if method == graph.METHOD and len(found) == 1:
        return {key: found[0][key] for key in ("moves", "resolutions")}
    return {"readings": found}


async def _rule(document: dict[str, Any], askers: Sequence[Asker], running: bool) -> dict[str, Any]:
    """Count, then have the texts written that can move no number; return the ruling for the record."""
    case = cases.from_document(document, "the case just judged")
    ruling = sealed_ruling(case, 1)
    if running:
        return ruling
    shown = ruling.get("shown", 1) - 1
    if case.method == graph.METHOD:
        text = await advise(case, ruling, askers[shown])
        name = "feedback"
    else:
        text = await view_whole(case.debate, askers[shown])
        name = "closing_view"
    if text is None:
        document["left_out"] = [name]
    else:
        document[name] = text
    return ruling
