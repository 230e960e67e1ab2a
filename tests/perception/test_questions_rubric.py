"""The rubric method's questions: scores, flags, engagement, and a ruling that takes no stand."""

from __future__ import annotations

from typing import Any

import pytest

from dikast.perception.port import Fault
from dikast.perception.questions import closing_view, post
from dikast.perception.questions.closing_view import Post, RulingInput
from dikast.perception.questions.post import CRITERIA, Named, PostInput
from dikast.perception.questions.stand import takes_stand

TEXT = (
    "You are a fool, and everyone knows it. Still, the pass you name needs nine pages of forms, so few people have it."
)
EARLIER = "The poor ride on a pass already, so fares keep nobody away."
ASKED = PostInput("Make buses free", TEXT, answers=(Named("p1", EARLIER),), opponent=(EARLIER,))


OVER, HALF = {"reason": "r", "score": 11}, {"reason": "r", "score": 7.5}


def answer(**changes: Any) -> dict[str, Any]:
    score = {"reason": "Because.", "score": 6}
    return {
        "class": "argument",
        "engages": True,
        "engagement_quote": "the pass you name needs nine pages of forms",
        "declined": False,
        "fallacies": [],
        "scores": dict.fromkeys(CRITERIA, score),
        "confidence": "medium",
    } | changes


def flag(quote: str, pattern: str = "ad-hominem") -> dict[str, str]:
    return {"quote": quote, "pattern": pattern, "severity": "minor", "reason": "It goes for the person."}


def test_an_answer_in_order_is_taken_as_it_is() -> None:
    result, rejected = post.accept(ASKED, answer(fallacies=[flag("You are a fool")]))
    assert rejected == () and result.engages and result.scores == dict.fromkeys(CRITERIA, 6)
    assert TEXT[slice(*result.fallacies[0].at)] == "You are a fool"
    assert result.engagement_at is not None and TEXT[slice(*result.engagement_at)] == result.engagement_quote


def test_forged_and_repeated_flags_are_rejected() -> None:
    flags = [
        flag("You are a genius"),
        flag("You are a fool"),
        flag("You are a fool"),
        flag("everyone knows it", "appeal-to-popularity"),
    ]
    result, rejected = post.accept(ASKED, answer(fallacies=flags))
    assert [one.pattern for one in result.fallacies] == ["ad-hominem", "appeal-to-popularity"]
    assert [(one.code, one.what) for one in rejected] == [
        ("quote.not-found", "fallacies[0]"),
        ("fallacy.repeated", "fallacies[2]"),
    ]


@pytest.mark.parametrize("quote", [None, "", "the pass needs one page"])
def test_engagement_that_cannot_be_shown_is_none(quote: str | None) -> None:
    result, rejected = post.accept(ASKED, answer(engagement_quote=quote))
    assert not result.engages and [one.what for one in rejected] == ["engagement_quote"]


def test_a_post_that_answers_nothing_engages() -> None:
    result, rejected = post.accept(PostInput("M", TEXT), answer(engages=False, engagement_quote=None))
    assert result.engages and rejected == ()


@pytest.mark.parametrize("cls", ["dismissive", "off-topic", "abusive"])
def test_only_substantive_posts_are_scored(cls: str) -> None:
    result, rejected = post.accept(ASKED, answer(**{"class": cls}))
    assert result.scores is None and result.reasons is None
    assert [one.code for one in rejected] == ["scores.not-substantive"]


def test_a_declined_post_has_no_scores_and_no_flags() -> None:
    result, _ = post.accept(ASKED, answer(declined=True, fallacies=[flag("You are a fool")]))
    assert result.declined and result.scores is None and result.fallacies == ()


@pytest.mark.parametrize(
    "change",
    [
        {"scores": None},
        {"class": "brilliant"},
        {"confidence": 1},
        {"engages": "yes"},
        {"scores": dict.fromkeys(CRITERIA, OVER)},
        {"scores": dict.fromkeys(CRITERIA, HALF)},
        {"fallacies": [flag("You are a fool", "bad-breath")]},
    ],
)
def test_what_does_not_fit_the_schema_is_a_fault_and_no_zero(change: dict[str, Any]) -> None:
    with pytest.raises(Fault) as fault:
        post.accept(ASKED, answer(**change))
    assert fault.value.kind == "invalid"


RECORD = RulingInput(
    "This house would make buses free",
    ("Pro", "Con"),
    (Post("p1", "A", "x"), Post("p2", "B", "y"), Post("p3", "A", "z")),
)
GRADES = dict.fromkeys(CRITERIA, 5)


def view(**changes: Any) -> dict[str, Any]:
    return {
        "clashes": [{"posts": ["p1", "p2"], "text": "A argued that fares exclude; B answered with the pass."}],
        "scores": {"A": GRADES, "B": GRADES},
        "advice": {"A": "Keep the figures.", "B": "Answer the forms."},
        "reason": "A supported its claims with figures and B left one of them unanswered.",
        "finding": "A",
        "takes_stand": False,
    } | changes


def test_a_clash_names_posts_of_both_sides() -> None:
    clashes = [{"posts": ["p1", "p3"], "text": "t"}, {"posts": ["p2", "p3", "p2"], "text": "u"}]
    result, rejected = closing_view.accept(RECORD, view(clashes=clashes))
    assert [clash.posts for clash in result.clashes] == [("p2", "p3")]
    assert [(one.code, one.what) for one in rejected] == [("clash.one-sided", "clashes[0]")]
    with pytest.raises(Fault):
        closing_view.accept(RECORD, view(clashes=[{"posts": ["p9"], "text": "t"}]))


@pytest.mark.parametrize(
    "change",
    [
        {"takes_stand": True},
        {"reason": "A was better. Buses should be free, and we should make them so."},
        {"advice": {"A": "ok", "B": "The motion is plainly right."}},
        {"clashes": [{"posts": ["p1", "p2"], "text": "Make buses free."}]},
    ],
)
def test_a_ruling_that_takes_a_stand_is_asked_for_again(change: dict[str, Any]) -> None:
    with pytest.raises(Fault) as fault:
        closing_view.accept(RECORD, view(**change))
    assert "stand" in fault.value.message


@pytest.mark.parametrize(
    "text",
    [
        "A argued that we should make buses free, and B never met that.",
        "B should have answered the forms.",
        "A showed with figures why the state should act.",
        "The policy's cost was left open.",
        "Whether the motion is right was not at issue.",
    ],
)
def test_reporting_an_argument_is_no_stand(text: str) -> None:
    assert takes_stand(text, RECORD.motion) is None


def test_the_whole_record_is_asked_about_once_with_only_its_ids() -> None:
    asked = closing_view.request(RECORD)
    assert asked.schema["properties"]["clashes"]["items"]["properties"]["posts"]["items"]["enum"] == ["p1", "p2", "p3"]
    assert not asked.blind
