"""The rubric's rules one by one, and what must hold for every record (the method, §3 and §6)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.plain.rubric_cases import debate_of, reading_of
from tests.plain.rubric_plain import random_case

from dikast.core.debate import Debate, Speech, other
from dikast.core.ledger import totals
from dikast.core.rubric import (
    CLASSES,
    CRITERIA,
    PATTERNS,
    Assessment,
    Fallacy,
    RubricReading,
    RubricScore,
    constants,
    parts,
    score,
)

GOOD = (7, 5, 8, 9)


def judged(*posts: tuple[Speech, Assessment], yielded: tuple[Any, ...] = ()) -> RubricScore:
    debate = Debate("", ("A", "B"), tuple(speech for speech, _ in posts), yielded=yielded)
    return score(debate, RubricReading(tuple(assessment for _, assessment in posts)))


def post(name: str, cls: str = "argument", *, answers: tuple[str, ...] = (), concedes: str | None = None,
         clarifies: str | None = None, **read: Any) -> tuple[Speech, Assessment]:  # fmt: skip
    """A post whose id begins with its side."""
    speech = Speech(name, name[0].upper(), answers=answers, concedes=concedes, clarifies=clarifies)  # type: ignore[arg-type]
    return speech, Assessment(name, cls, **({"scores": GOOD} | read))


@pytest.mark.parametrize(("read", "quality"), [
    ({}, "6.7"),
    ({"scores": (10, 10, 10, 10)}, "10"),
    ({"scores": (0, 0, 0, 0)}, "-2"),
    ({"scores": (7, 5, 8, 4)}, "6.7"),
    ({"scores": (7, 5, 8, 3)}, "6.2"),
    ({"fallacies": (Fallacy("straw-man", "minor"),)}, "6.2"),
    ({"fallacies": (Fallacy("straw-man", "major"),)}, "5.2"),
    ({"fallacies": (Fallacy("straw-man", "major"), Fallacy("straw-man", "minor"))}, "4.7"),
    ({"fallacies": (Fallacy("judge-manipulation", "minor"),)}, "3.7"),
    ({"fallacies": (Fallacy("judge-manipulation", "major"),)}, "3.7"),
    ({"fallacies": (Fallacy("judge-manipulation", "major"), Fallacy("judge-manipulation", "minor"))}, "3.7"),
    ({"fallacies": (Fallacy("judge-manipulation", "major"), Fallacy("false-cause", "major"))}, "2.2"),
    ({"scores": (1, 0, 1, 0), "fallacies": (Fallacy("judge-manipulation", "major"),)}, "-4.3"),
    ({"declined": True}, "0"),
    ({"declined": True, "scores": None, "cls": ""}, "0"),
    ({"cls": "evidence"}, "6.7"),
    ({"cls": "clarification"}, "6.7"),
    ({"cls": "concession"}, "0"),
    ({"cls": "concession", "scores": None}, "0"),
    ({"cls": "dismissive"}, "0"),
    ({"cls": "off-topic", "scores": None, "fallacies": (Fallacy("ad-hominem", "major"),)}, "0"),
    ({"cls": "abusive", "fallacies": (Fallacy("judge-manipulation", "major"),)}, "0"),
])  # fmt: skip
def test_quality(read: dict[str, Any], quality: str) -> None:
    result = judged(post("a1", **read))
    assert result.quality["a1"] == Fraction(quality)
    assert result.totals == (Fraction(quality), 0)  # the last word: no bonus either way


def test_the_parts_of_a_quality_can_be_checked_by_hand() -> None:
    _, assessment = post("a1", scores=(7, 5, 8, 1), fallacies=(
        Fallacy("straw-man", "minor"), Fallacy("false-cause", "minor"), Fallacy("equivocation", "major"),
        Fallacy("judge-manipulation", "major")))  # fmt: skip
    steps = [(part.rule, part.times, str(part.each), str(part.amount)) for part in parts(assessment)]
    assert steps == [
        ("logic", 7, "2/5", "14/5"), ("evidence", 5, "3/10", "3/2"), ("relevance", 8, "3/10", "12/5"),
        ("minor", 2, "-1/2", "-1"), ("major", 1, "-3/2", "-3/2"), ("judge", 1, "-3", "-3"),
        ("civility", 3, "-1/2", "-3/2"),
    ]  # fmt: skip
    assert parts(assessment._replace(cls="concession")) == ()


@pytest.mark.parametrize(("reply", "state", "by"), [
    (post("b1", answers=("a1",)), "answered", "b1"),
    (post("b1", "evidence", answers=("a1",)), "answered", "b1"),
    (post("b1", "clarification", answers=("a1",)), "answered", "b1"),
    (post("b1", "concession", answers=("a1",)), "conceded", "b1"),
    (post("b1", "concession", answers=("a1",), engages=False), "open", None),
    (post("b1", answers=("a1",), engages=False), "open", None),
    (post("b1", "dismissive", answers=("a1",)), "open", None),
    (post("b1", "off-topic", answers=("a1",)), "open", None),
    (post("b1", "abusive", answers=("a1",)), "open", None),
    (post("b1"), "open", None),
    (post("b1", answers=("a1",), declined=True), "answered", "b1"),
    (post("b1", "concession", answers=("a1",), declined=True, engages=False), "answered", "b1"),
    (post("b1", "dismissive", concedes="a1", engages=False), "conceded", "b1"),
    (post("b1", "argument", concedes="a1"), "conceded", "b1"),
    (post("b1", concedes="a1", declined=True), "conceded", "b1"),
])  # fmt: skip
def test_what_a_reply_does_to_an_open_point(reply: tuple[Speech, Assessment], state: str, by: str | None) -> None:
    result = judged(post("a1"), reply)
    assert result.points["a1"] == state
    assert result.closed_by.get("a1") == by
    bonus = {"answered": Fraction(0), "open": Fraction("3.35"), "conceded": Fraction("6.7")}[state]
    assert result.totals[0] == Fraction("6.7") + bonus
    assert [line.rule for line in result.ledger if line.ref == "a1"] == {
        "answered": ["quality"], "open": ["quality", "standing"], "conceded": ["quality", "conceded"]
    }[state]  # fmt: skip


def test_the_first_closing_event_wins_and_a_closed_point_never_reopens() -> None:
    late = judged(post("a1"), post("b1", answers=("a1",)), post("b2", concedes="a1"))
    assert (late.points["a1"], late.closed_by["a1"]) == ("answered", "b1")
    early = judged(post("a1"), post("b1", concedes="a1"), post("b2", answers=("a1",)))
    assert (early.points["a1"], early.closed_by["a1"]) == ("conceded", "b1")
    idle = judged(post("a1"), post("b1", "dismissive", answers=("a1",)), post("b2", answers=("a1",)))
    assert idle.closed_by["a1"] == "b2"


def test_one_post_may_answer_several_points_and_opens_its_own() -> None:
    result = judged(post("a1"), post("a2"), post("a3"), post("b1", answers=("a1", "a3")))
    assert result.points == {"a1": "answered", "a2": "open", "a3": "answered", "b1": "unanswerable"}


@pytest.mark.parametrize(("yielded", "state"), [((), "unanswerable"), (("B",), "unanswerable"), (("A",), "open")])
def test_the_last_word_stands_only_if_the_other_side_yielded(yielded: tuple[Any, ...], state: str) -> None:
    result = judged(post("a1"), post("b1"), post("b2"), yielded=yielded)
    assert result.points == {"a1": "open", "b1": state, "b2": state}


@pytest.mark.parametrize("cls", ["clarification", "concession", "dismissive", "off-topic", "abusive"])
def test_other_classes_open_no_point(cls: str) -> None:
    result = judged(post("a1", cls), post("b1", answers=("a1",)), post("b2", concedes="a1"))
    assert result.points["a1"] is None
    assert "a1" not in result.closed_by


def test_a_declined_post_is_closed_from_the_start_and_earns_nothing() -> None:
    result = judged(post("a1", declined=True), post("b1", concedes="a1"), post("b2", "dismissive"))
    assert result.points["a1"] == "answered"
    assert result.totals[0] == 0
    unread = judged(post("a1", "", declined=True, scores=None), post("b1"))
    assert unread.points["a1"] == "answered"
    aside = judged(post("a1", "clarification", declined=True), post("b1"))
    assert aside.points["a1"] is None


def test_a_negative_quality_has_a_negative_bonus() -> None:
    bad = {"scores": (0, 0, 0, 0)}
    assert judged(post("a1", **bad), post("b1", "dismissive")).totals[0] == -3
    assert judged(post("a1", **bad), post("b1", "dismissive", concedes="a1")).totals[0] == -4


def test_equal_shares_are_a_tie_though_the_totals_differ() -> None:
    near = judged(post("a1", scores=(10, 10, 10, 10), cls="clarification"),
                  post("b1", scores=(10, 10, 10, 10), cls="clarification"))  # fmt: skip
    assert near.finding == "tie"
    below = judged(post("a1", scores=(0, 0, 0, 0)), post("b1", scores=(1, 0, 0, 0), cls="clarification"))
    assert below.totals == (-3, Fraction("-1.6"))
    assert (below.shares, below.finding) == ((50, 50), "tie")


def test_an_empty_debate_is_a_tie() -> None:
    result = judged()
    assert (result.totals, result.shares, result.finding, result.ledger) == ((0, 0), (50, 50), "tie", ())


def test_the_published_constants_are_the_methods() -> None:
    published = constants()
    assert published["weights"] == {"logic": "0.4", "evidence": "0.3", "relevance": "0.3"}
    assert published["fallacy_cost"] == {"minor": "0.5", "major": "1.5"}
    assert published["judge"] == {"pattern": "judge-manipulation", "cost_per_post": "3"}
    assert published["civility"] == {"floor": 4, "cost_per_point_below": "0.5"}
    assert published["bonus"] == {"conceded": "1", "standing": "0.5"}
    assert len(set(PATTERNS)) == 18


SEEDS = st.integers(0, 10**9)


def random_reading(seed: int) -> tuple[Debate, RubricReading]:
    case = random_case(Random(seed), readings=(1,))
    return debate_of(case), reading_of(case["readings"][0])


@given(SEEDS)
def test_totals_are_the_sums_of_their_lines_and_qualities_of_their_parts(seed: int) -> None:
    debate, reading = random_reading(seed)
    result = score(debate, reading)
    assert totals(result.ledger) == result.totals
    for assessment in reading.assessments:
        assert sum((part.amount for part in parts(assessment)), Fraction(0)) == result.quality[assessment.post]
        assert all(part.times * part.each == part.amount for part in parts(assessment))


@given(SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_assessments_moves_nothing(seed: int, random: Random) -> None:
    debate, reading = random_reading(seed)
    shuffled = random.sample(reading.assessments, len(reading.assessments))
    assert repr(score(debate, RubricReading(tuple(shuffled)))) == repr(score(debate, reading))


@given(SEEDS)
def test_relabelling_the_sides_swaps_everything_exactly(seed: int) -> None:
    debate, reading = random_reading(seed)
    mirror = Debate("", ("B", "A"), tuple(speech._replace(side=other(speech.side)) for speech in debate.speeches),
                    yielded=tuple(other(side) for side in debate.yielded))  # fmt: skip
    one, two = score(debate, reading), score(mirror, reading)
    assert two.totals == one.totals[::-1]
    assert two.shares == one.shares[::-1]
    assert two.finding == {"A": "B", "B": "A", "tie": "tie"}[one.finding]
    assert (two.quality, two.points) == (one.quality, one.points)


@given(SEEDS)
def test_names_motion_texts_and_ids_move_no_number(seed: int) -> None:
    debate, reading = random_reading(seed)
    new = {speech.id: f"zz{len(debate.speeches) - place}" for place, speech in enumerate(debate.speeches)}

    def renamed(name: str | None) -> str | None:
        return None if name is None else new[name]

    told = Debate("Another motion", ("X", "Y"), tuple(
        Speech(new[s.id], s.side, "other words", "someone", answers=tuple(new[target] for target in s.answers),
               concedes=renamed(s.concedes), clarifies=renamed(s.clarifies)) for s in debate.speeches
    ), yielded=debate.yielded)  # fmt: skip
    retold = RubricReading(tuple(a._replace(post=new[a.post]) for a in reading.assessments), judge="another")
    one, two = score(debate, reading), score(told, retold)
    assert (two.totals, two.shares, two.finding) == (one.totals, one.shares, one.finding)
    assert list(two.points.values()) == list(one.points.values())


@given(SEEDS, st.integers(0, 99), st.integers(0, 3), st.integers(0, 10))
def test_a_score_changes_only_its_posts_lines_and_a_lower_one_never_helps(
    seed: int, which: int, criterion: int, value: int
) -> None:
    debate, reading = random_reading(seed)
    scored = [a for a in reading.assessments if a.scores is not None]
    if not scored:
        return
    chosen = scored[which % len(scored)]
    values = list(chosen.scores or ())
    before, values[criterion] = values[criterion], value
    scored_so = chosen._replace(scores=(values[0], values[1], values[2], values[3]))
    changed = RubricReading(tuple(scored_so if a is chosen else a for a in reading.assessments))
    one, two = score(debate, reading), score(debate, changed)
    assert [line for line in one.ledger if line.ref != chosen.post] == [
        line for line in two.ledger if line.ref != chosen.post
    ]
    assert two.points == one.points
    mine = "AB".index(next(speech.side for speech in debate.speeches if speech.id == chosen.post))
    assert (two.totals[mine] - one.totals[mine]) * (value - before) >= 0
    assert two.totals[1 - mine] == one.totals[1 - mine]


@given(SEEDS, st.integers(0, 99), st.sampled_from(PATTERNS), st.sampled_from(["minor", "major"]))
def test_a_further_flag_never_helps_its_post(seed: int, which: int, pattern: str, severity: str) -> None:
    debate, reading = random_reading(seed)
    if not reading.assessments:
        return
    chosen = reading.assessments[which % len(reading.assessments)]
    more = chosen._replace(fallacies=(*chosen.fallacies, Fallacy(pattern, severity)))
    flagged = RubricReading(tuple(more if a is chosen else a for a in reading.assessments))
    one, two = score(debate, reading), score(debate, flagged)
    assert two.quality[chosen.post] <= one.quality[chosen.post]
    assert two.points == one.points


@given(SEEDS, st.integers(0, 99))
def test_an_answer_that_no_longer_engages_never_costs_a_good_point(seed: int, which: int) -> None:
    debate, reading = random_reading(seed)
    answers = [speech for speech in debate.speeches if speech.answers]
    if not answers:
        return
    chosen = answers[which % len(answers)]
    if any(a.post == chosen.id and a.cls == "concession" for a in reading.assessments):
        return
    idle = RubricReading(tuple(a._replace(engages=False) if a.post == chosen.id else a for a in reading.assessments))
    one, two = score(debate, reading), score(debate, idle)
    assert two.quality == one.quality
    for target, quality in one.quality.items():
        worth = [sum(line.amount for line in result.ledger if line.ref == target) for result in (one, two)]
        if target not in chosen.answers:
            assert worth[0] == worth[1]
        elif quality >= 0:
            assert worth[1] >= worth[0]


def test_the_criteria_and_classes_are_the_methods() -> None:
    assert CRITERIA == ("logic", "evidence", "relevance", "civility")
    assert CLASSES == (
        "argument", "evidence", "clarification", "concession", "dismissive", "off-topic", "abusive"
    )  # fmt: skip
