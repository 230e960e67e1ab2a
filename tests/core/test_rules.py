"""What the rules let onto the record, and the reasons they give."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.core import formats
from dikast.core.debate import SIDES, Debate, Side, Speech, other
from dikast.core.rules import Draft, admit, check_debate, turn

SIX = formats.get("six-speech")
OPEN = formats.get("open-floor")
GOOD = "Trams carry more people through a narrow street than any row of cars could ever do."
ids = st.sampled_from(formats.ids())


def held(sides: str, **changes: object) -> Debate:
    """Return a debate in which `sides` spoke in order, as p1, p2 …"""
    speeches = tuple(Speech(f"p{index}", _side(side), GOOD) for index, side in enumerate(sides, 1))
    return replace(Debate("motion", ("Pro", "Con"), speeches), **changes)  # type: ignore[arg-type]


def _side(letter: str) -> Side:
    return "A" if letter == "A" else "B"


def codes(debate: Debate, fmt: formats.Format, draft: Draft) -> list[str]:
    return [problem.code for problem in admit(debate, fmt, draft)]


def test_a_match_goes_through_its_turns_and_closes() -> None:
    debate = held("")
    for expected in "ABABAB":
        due = turn(debate, SIX)
        assert due == expected
        assert codes(debate, SIX, Draft(other(due), GOOD)) == ["rules.not-your-turn"]
        assert codes(debate, SIX, Draft(due, GOOD)) == []
        debate = held("".join(speech.side for speech in debate.speeches) + due)
    assert turn(debate, SIX) is None
    assert codes(debate, SIX, Draft("A", GOOD)) == ["rules.floor-closed"]


@given(ids, st.integers(0, 45))
def test_the_side_due_is_the_only_one_admitted(id: str, taken: int) -> None:
    fmt = formats.get(id)
    text = GOOD * 3
    debate = held("")
    for _ in range(taken):
        due = turn(debate, fmt)
        if due is None:
            break
        debate = replace(debate, speeches=(*debate.speeches, Speech(f"p{len(debate.speeches)}", due, text)))
    due = turn(debate, fmt)
    admitted = [side for side in SIDES if not admit(debate, fmt, Draft(side, text))]
    assert admitted == ([due] if due else [])
    complete = fmt.floor is not None or len(debate.speeches) == len(fmt.turns)
    assert [problem.code for problem in check_debate(debate, fmt)] == ([] if complete else ["rules.turn-count"])


@pytest.mark.parametrize(
    ("text", "code", "actual", "limit"),
    [
        ("", "rules.too-short", "0 words", "at least 5"),
        ("\u200b\u200d \u202e", "rules.too-short", "0 words", "at least 5"),
        ("No.", "rules.too-short", "1 words", "at least 5"),
        ("a b c d e", "rules.too-short", "9 graphemes", "at least 20"),
        ("word " * 1001, "rules.too-long", "1001 words", "at most 1000"),
        ("a b c d e " + "x" * 8000, "rules.too-long", "8010 graphemes", "at most 8000"),
    ],
)
def test_a_refused_length_names_limit_and_actual_value(text: str, code: str, actual: str, limit: str) -> None:
    problems = admit(held(""), OPEN, Draft("A", text))
    assert any(
        problem.code == code and actual in problem.message and limit in problem.message for problem in problems
    ), problems


def test_the_limits_are_inclusive_and_those_of_the_turn() -> None:
    closing = held("ABAB")
    assert codes(closing, SIX, Draft("A", "word " * 800)) == []
    assert codes(closing, SIX, Draft("A", "word " * 801)) == ["rules.too-long"]
    assert codes(held(""), SIX, Draft("A", "word " * 801)) == []


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        (Draft("A", GOOD), []),
        (Draft("A", GOOD, answers=("p2",)), []),
        (Draft("A", GOOD, concedes="p2"), []),
        (Draft("A", GOOD, clarifies="p1"), []),
        (Draft("A", GOOD, answers=("p1",)), ["rules.wrong-side"]),
        (Draft("A", GOOD, concedes="p1"), ["rules.wrong-side"]),
        (Draft("A", GOOD, clarifies="p2"), ["rules.wrong-side"]),
        (Draft("A", GOOD, answers=("p9",)), ["rules.unknown-post"]),
        (Draft("A", GOOD, answers=("p5",)), ["rules.unknown-post"]),
        (Draft("A", GOOD, answers=("p4",)), ["rules.not-a-proposition"]),
        (Draft("A", GOOD, answers=("p2",), clarifies="p1"), ["rules.several-acts"]),
        (Draft("A", GOOD, answers=("p2", "p4")), ["rules.several-acts", "rules.not-a-proposition"]),
    ],
)
def test_acts_on_an_open_floor_name_one_proposition_of_the_right_side(draft: Draft, expected: list[str]) -> None:
    speeches = (*held("ABA").speeches, Speech("p4", "B", GOOD, concedes="p1"))
    assert codes(held("", speeches=speeches), OPEN, draft) == expected


def test_a_match_may_answer_several_posts() -> None:
    assert codes(held("ABAB"), SIX, Draft("A", GOOD, answers=("p2", "p4"))) == []


def test_a_side_that_yielded_is_passed_over_and_two_yields_close_the_floor() -> None:
    debate = held("A", yielded=("B",))
    assert turn(debate, OPEN) == "A"
    assert codes(debate, OPEN, Draft("A", yields=True)) == []
    closed = held("A", yielded=("B", "A"))
    [problem] = admit(closed, OPEN, Draft("A", GOOD))
    assert (problem.code, "both sides have yielded" in problem.message) == ("rules.floor-closed", True)


def test_a_yield_says_nothing_and_exists_on_an_open_floor_only() -> None:
    assert codes(held(""), OPEN, Draft("A", GOOD, yields=True)) == ["rules.yield-with-text"]
    assert codes(held("AB"), OPEN, Draft("A", answers=("p2",), yields=True)) == ["rules.yield-with-text"]
    assert codes(held(""), SIX, Draft("A", yields=True)) == ["rules.no-yield"]


def test_the_post_limit_closes_the_floor() -> None:
    assert codes(held("AB" * 19 + "A"), OPEN, Draft("B", GOOD)) == []
    [problem] = admit(held("AB" * 20), OPEN, Draft("A", GOOD))
    assert (problem.code, "40 posts" in problem.message) == ("rules.floor-closed", True)


def test_the_deadline_closes_the_floor_to_the_instant() -> None:
    end = datetime(2026, 5, 1, 12, tzinfo=UTC)
    draft = Draft("A", GOOD)
    assert admit(held(""), OPEN, draft, now=end - timedelta(microseconds=1), deadline=end) == []
    [problem] = admit(held(""), OPEN, draft, now=end, deadline=end)
    assert problem.code == "rules.deadline-passed"


def test_an_imported_debate_is_warned_about_and_not_refused() -> None:
    debate = held("AABB")
    short = debate.speeches[0]._replace(text="No.")
    absent = debate.speeches[1]._replace(text=None)
    problems = check_debate(replace(debate, speeches=(short, absent, *debate.speeches[2:])), SIX)
    assert [(problem.code, problem.place) for problem in problems] == [
        ("rules.turn-count", "speeches"),
        ("rules.too-short", "speech p1"),
        ("rules.too-short", "speech p1"),
        ("rules.turn-order", "speech p2"),
        ("rules.turn-order", "speech p3"),
    ]
    assert {problem.level for problem in problems} == {"warning"}
