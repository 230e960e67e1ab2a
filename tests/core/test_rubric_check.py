"""Everything that can be wrong with a rubric record is a problem that names its post."""

from __future__ import annotations

from typing import Any

import pytest

from dikast.core.debate import Debate, Speech
from dikast.core.problems import InputError
from dikast.core.rubric import Assessment, Fallacy, RubricReading, check, score

SPEECHES = (Speech("p1", "A"), Speech("p2", "B", answers=("p1",)), Speech("p3", "A", clarifies="p1"))
READ = (
    Assessment("p1", "argument", scores=(5, 5, 5, 5)),
    Assessment("p2", "argument", scores=(5, 5, 5, 5)),
    Assessment("p3", "clarification", scores=(5, 5, 5, 5)),
)


def found(speeches: tuple[Speech, ...] = SPEECHES, read: tuple[Assessment, ...] = READ) -> list[tuple[str, str]]:
    problems = check(Debate("", ("A", "B"), speeches), RubricReading(read))
    return [(problem.code, problem.place) for problem in problems]


def test_a_right_record_has_no_problem() -> None:
    assert found() == []


@pytest.mark.parametrize(("change", "code", "value"), [
    ({"cls": "sermon"}, "unknown-class", "sermon"),
    ({"cls": ""}, "unknown-class", "''"),
    ({"scores": None}, "scores-missing", "argument"),
    ({"scores": (5, 5, 5)}, "scores-missing", "3"),
    ({"scores": (5, 11, 5, 5)}, "score-range", "11"),
    ({"scores": (5, 5, -1, 5)}, "score-range", "-1"),
    ({"scores": (5, 5, 5, True)}, "score-range", "True"),
    ({"scores": (5.0, 5, 5, 5)}, "score-range", "5.0"),
    ({"scores": ("5", 5, 5, 5)}, "score-range", "'5'"),
    ({"engages": None}, "not-boolean", "None"),
    ({"declined": 1}, "not-boolean", "1"),
    ({"fallacies": (Fallacy("bad-breath", "minor"),)}, "unknown-pattern", "bad-breath"),
    ({"fallacies": (Fallacy("straw-man", "fatal"),)}, "unknown-severity", "fatal"),
])  # fmt: skip
def test_a_wrong_assessment(change: dict[str, Any], code: str, value: str) -> None:
    problems = check(Debate("", ("A", "B"), SPEECHES), RubricReading((READ[0]._replace(**change), *READ[1:])))
    assert [problem.code for problem in problems if problem.level == "error"] == [f"rubric.{code}"]
    assert "p1" in problems[0].place
    assert value in problems[0].message


@pytest.mark.parametrize(("acts", "code"), [
    ({"answers": ("p9",)}, "unknown-target"),
    ({"concedes": "p9"}, "unknown-target"),
    ({"clarifies": "p9"}, "unknown-target"),
    ({"answers": ("p3",)}, "later-target"),
    ({"answers": ("p2",)}, "later-target"),
    ({"concedes": "p3"}, "later-target"),
    ({"clarifies": "p1"}, "wrong-side"),
    ({"answers": ("p1",), "concedes": "p1"}, "answer-and-concession"),
    ({"side": "C"}, "unknown-side"),
])  # fmt: skip
def test_a_wrong_act(acts: dict[str, Any], code: str) -> None:
    speeches = (SPEECHES[0], Speech("p2", "B")._replace(**acts), Speech("p3", "A"))
    assert found(speeches, (*READ[:2], READ[2]._replace(cls="argument"))) == [(f"rubric.{code}", "post p2")]


@pytest.mark.parametrize("acts", [{"answers": ("p1",)}, {"concedes": "p1"}])
def test_answering_or_conceding_ones_own_side(acts: dict[str, Any]) -> None:
    assert found((*SPEECHES[:2], Speech("p3", "A")._replace(**acts))) == [("rubric.wrong-side", "post p3")]


def test_two_posts_of_one_id() -> None:
    assert ("rubric.duplicate-post", "post p1") in found((*SPEECHES, Speech("p1", "B")))


def test_assessments_that_are_missing_doubled_or_of_nothing() -> None:
    assert found(read=READ[:2]) == [("rubric.not-judged", "post p3")]
    assert found(read=(*READ, READ[0])) == [("rubric.assessed-twice", "assessments[3] (p1)")]
    assert found(read=(*READ, READ[0]._replace(post="p7"))) == [("rubric.unknown-post", "assessments[3] (p7)")]


def test_a_debate_with_a_post_not_judged_has_no_score_and_all_problems_are_told() -> None:
    with pytest.raises(InputError) as error:
        score(Debate("", ("A", "B"), SPEECHES), RubricReading((READ[0]._replace(cls="sermon"),)))
    assert [problem.code for problem in error.value.problems] == [
        "rubric.unknown-class", "rubric.not-judged", "rubric.not-judged"
    ]  # fmt: skip
    assert "not judged" in error.value.problems[1].message


def test_answering_what_opened_no_point_in_this_reading_is_a_warning() -> None:
    debate = Debate("", ("A", "B"), SPEECHES)
    reading = RubricReading((READ[0]._replace(cls="dismissive"), *READ[1:]))
    problems = check(debate, reading)
    assert [(problem.code, problem.place, problem.level) for problem in problems] == [
        ("rubric.no-point", "post p2", "warning"), ("rubric.no-point", "post p3", "warning")
    ]  # fmt: skip
    assert score(debate, reading).points == {"p1": None, "p2": "open", "p3": None}


@pytest.mark.parametrize("cls", ["concession", "dismissive", "off-topic", "abusive"])
def test_scores_may_be_absent_where_they_decide_nothing(cls: str) -> None:
    read = (*READ[:2], Assessment("p3", cls))
    assert found(read=read) == []
    assert found(read=(*READ[:2], Assessment("p3", "argument", declined=True))) == []
    assert found(read=(*READ[:2], Assessment("p3", "", declined=True))) == []
