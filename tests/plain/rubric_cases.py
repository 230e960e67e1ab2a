"""From a rubric case as plain dictionaries to the package's own types, for tests of the core alone."""

from __future__ import annotations

from typing import Any

from dikast.core.debate import Debate, Speech
from dikast.core.rubric import CRITERIA, Assessment, Fallacy, RubricReading


def debate_of(case: dict[str, Any]) -> Debate:
    speeches = tuple(
        Speech(post["id"], post["side"], answers=tuple(post["answers"]), concedes=post["concedes"],
               clarifies=post["clarifies"]) for post in case["speeches"]
    )  # fmt: skip
    return Debate("", ("A", "B"), speeches, yielded=tuple(case["yielded"]))


def reading_of(marks: list[dict[str, Any]]) -> RubricReading:
    return RubricReading(tuple(
        Assessment(mark["post"], mark["class"], mark["engages"], mark["declined"],
                   None if mark["scores"] is None else tuple(mark["scores"][name] for name in CRITERIA),  # type: ignore[arg-type]
                   tuple(Fallacy(**flag) for flag in mark["fallacies"]))
        for mark in marks
    ))  # fmt: skip
