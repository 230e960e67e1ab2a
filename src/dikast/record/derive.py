"""From a case's perceptions to its ruling, as the case format spells it. Must not know who perceived or who reads.

Nothing is added to what the methods compute but names: each ledger line cites the perceptions that it rests on,
where the case says which they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from dikast.core import graph, readings, rubric
from dikast.core.debate import SIDES, Debate
from dikast.core.ledger import Line, decimal
from dikast.core.moves import GraphReading
from dikast.core.problems import InputError, Problem
from dikast.core.rubric import RubricReading
from dikast.core.speakers import by_speaker
from dikast.record.case import Case
from dikast.record.parse import step

Ruling: TypeAlias = dict[str, Any]
#: Ids of the perceptions that each move or post rests on.
_Sources: TypeAlias = Mapping[str, Sequence[str]]
_R = TypeVar("_R", GraphReading, RubricReading)
_S = TypeVar("_S")


def ruling(case: Case) -> Ruling:
    """Return the ruling that follows from a case's perceptions: the object that ``dikast score --json`` prints.

    Of several readings the numbers are those with the median margin, the finding is the majority's, ``agreement``
    says how many found alike, and ``shown`` which reading (from 1) the numbers are from. A pure function of the case:
    the same perceptions give the same object.

    Raises `InputError`: ``case.not-judged`` where there are no perceptions, otherwise every problem that the method
    finds in them.
    """
    if case.document.get("faults"):
        raise InputError(
            Problem(
                "case.not-judged",
                f"{case.place}: faults",
                "the debate is not judged: the judge failed to answer some questions",
                "Judge it again; answers already given are reused.",
            )
        )
    if not case.readings:
        raise InputError(
            Problem(
                "case.not-judged",
                case.place,
                "holds no perceptions, so there is nothing to score",
                "Judge the debate first: dikast judge FILE.",
            )
        )
    return _graph(case) if case.method == graph.METHOD else _rubric(case)


def sealed_ruling(case: Case, version: int) -> Ruling:
    """Return the entry of a case's ``rulings`` for its perceptions as they are: `ruling`, and more that follows.

    ``speakers`` breaks each side's total down by speaker; ``turns_on`` names the fewest perceptions that would change
    the finding of the reading shown. Raises as `ruling` does.
    """
    from dikast.record.turning import turns_on  # here, so that plain scoring starts without it

    found = ruling(case)
    shown = found.get("shown", 1)
    reading = case.readings[shown - 1]
    if isinstance(reading, GraphReading):
        lines = graph.score(case.debate, reading).ledger
        speech_of: Mapping[str, str] | None = {move.id: move.speech for move in reading.moves}
    else:
        lines, speech_of = rubric.score(case.debate, reading).ledger, None
    return {
        "version": version,
        **found,
        "speakers": _speakers(case.debate, lines, speech_of),
        "turns_on": turns_on(case, shown),
    }


def _graph(case: Case) -> Ruling:
    scores = _scored(case, [reading for reading in case.readings if isinstance(reading, GraphReading)], graph.score)
    verdict = readings.combine(
        [score.winner for score in scores], [score.totals[0] - score.totals[1] for score in scores], "draw"
    )
    held = case.document["readings"][verdict.shown] if case.several else case.document
    found = graph_ruling(scores[verdict.shown], _graph_sources(held))
    found["winner"] = verdict.finding
    return _agreed(found, case, verdict)


def graph_ruling(score: graph.GraphScore, sources: _Sources | None = None) -> Ruling:
    """Return one reading's `score` as the case format spells it; `sources` are the perceptions behind each move."""
    a, b = score.totals
    share_a, share_b = score.shares
    found: Ruling = {
        "method": graph.METHOD,
        "totals": {"A": a, "B": b},
        "scoreline": {"A": share_a, "B": share_b},
        "winner": score.winner,
        "call": score.call,
        "fates": score.fates,
        "ledger": [
            {"side": side, "rule": rule, "move": move, "amount": amount, "why": why}
            for side, rule, move, amount, why in score.ledger
        ],
        "momentum": [
            {"speech": speech, "totals": {"A": a, "B": b}, "scoreline": {"A": share_a, "B": share_b}}
            for speech, (a, b), (share_a, share_b) in score.momentum
        ],
        "key_moment": None,
    }
    moment = score.key_moment
    if moment is not None:
        found["key_moment"] = {
            "speech": moment.speech,
            "swing": moment.swing,
            "move": moment.move,
            "quote": moment.quote,
        }
    if score.states:
        found["states"] = score.states
    if sources:
        _cite(found["ledger"], "move", sources)
    return found


def _rubric(case: Case) -> Ruling:
    scores = _scored(case, [reading for reading in case.readings if isinstance(reading, RubricReading)], rubric.score)
    verdict = readings.combine(
        [score.finding for score in scores], [score.totals[0] - score.totals[1] for score in scores], "tie"
    )
    score = scores[verdict.shown]
    found: Ruling = {
        "method": rubric.METHOD,
        "totals": dict(zip(SIDES, map(decimal, score.totals), strict=True)),
        "scoreline": dict(zip(SIDES, score.shares, strict=True)),
        "finding": verdict.finding,
        "quality": {post: decimal(quality) for post, quality in score.quality.items()},
        "points": dict(score.points),
        "ledger": [
            {"side": side, "rule": rule, "post": post, "amount": decimal(amount), "why": why}
            for side, rule, post, amount, why in score.ledger
        ],
    }
    if score.closed_by:
        found["closed_by"] = dict(score.closed_by)
    _cite(
        found["ledger"],
        "post",
        {
            assessment["post"]: [assessment["perception"]]
            for assessment in case.document["readings"][verdict.shown]
            if assessment.get("perception")
        },
    )
    return _agreed(found, case, verdict)


def _scored(case: Case, held: Sequence[_R], score: Callable[[Debate, _R], _S]) -> list[_S]:
    """Return every reading's score, or raise with the problems of all of them, each at its path in the document."""
    scores, problems = [], []
    for number, reading in enumerate(held):
        try:
            scores.append(score(case.debate, reading))
        except InputError as error:
            path = step("readings", number) if case.several else ""
            problems += [placed(problem, case.place, path) for problem in error.problems]
    if problems:
        raise InputError(problems)
    return scores


def placed(problem: Problem, place: str, path: str) -> Problem:
    """Return a method's problem with its place given within the file: ``file: readings[0].moves[3] (r2)``."""
    inner = problem.place.removeprefix("assessments")
    joint = "" if not path or not inner or inner[0] == "[" else "."
    if inner == problem.place and inner.startswith("post "):
        joint, path = "", ""
    return replace(problem, place=f"{place}: {path}{joint}{inner}")


def _agreed(found: Ruling, case: Case, verdict: readings.Verdict) -> Ruling:
    if case.several:
        found["agreement"] = {"readings": verdict.readings, "agree": verdict.agree}
        if verdict.readings > 1:
            found["shown"] = verdict.shown + 1
    return found


def _graph_sources(reading: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the perceptions behind every move of a reading; for a claim, behind its rebuttals' outcomes too."""
    sources: dict[str, list[str]] = {}
    claim_of: dict[str, str] = {}
    for move in reading["moves"]:
        cited = [move[field] for field in ("perception", "second_look") if move.get(field)]
        sources[move["id"]] = cited
        if move["kind"] == "rebuttal":
            claim_of[move["id"]] = move["target"]
    for resolution in reading.get("resolutions", ()):
        if resolution.get("perception"):
            sources.setdefault(resolution["rebuttal"], []).append(resolution["perception"])
    for rebuttal, claim in claim_of.items():
        if claim in sources:
            sources[claim] = [*sources[claim], *sources[rebuttal]]
    return sources


def _cite(ledger: Sequence[dict[str, Any]], what: str, sources: _Sources) -> None:
    for line in ledger:
        cited = sources.get(line[what])
        if cited:
            line["perceptions"] = list(dict.fromkeys(cited))


def _speakers(debate: Debate, lines: Sequence[Line], speech_of: Mapping[str, str] | None) -> Ruling:
    spoken: Ruling = {"A": [], "B": []}
    for one in by_speaker(debate, lines, speech_of):
        points = one.points if isinstance(one.points, int) and speech_of is not None else decimal(one.points)
        spoken[one.side].append({"speaker": one.speaker, "points": points, "speeches": list(one.speeches)})
    return spoken
