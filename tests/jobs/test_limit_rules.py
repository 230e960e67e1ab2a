"""Limits are read strictly: what is wrong is named, and nothing is guessed."""

from __future__ import annotations

from decimal import Decimal

import pytest

from dikast.core.problems import InputError
from dikast.jobs.limit_rules import Rule, rules


def test_rules_are_read() -> None:
    text = """anthropic:*: at_once=20, per_minute=1000, tokens_per_minute=400000, dollars_per_day=50.5;
        openai:gpt-x:per_minute=3; http://127.0.0.1:8000#m: at_once = 2; *"""[:-3]
    assert rules(text) == (
        Rule("anthropic:*", 20, 1000, 400000, Decimal("50.5")),
        Rule("openai:gpt-x", per_minute=3),
        Rule("http://127.0.0.1:8000#m", at_once=2),
    )
    assert rules("") == () and rules(" ; ") == ()


@pytest.mark.parametrize(
    ("rule", "judge", "fits"),
    [
        ("anthropic:*", "anthropic:claude-x", True),
        ("anthropic:*", "openai:gpt-x", False),
        ("openai:gpt-x", "openai:gpt-x", True),
        ("openai:gpt-x", "openai:gpt-x-mini", False),
        ("openai:gpt-*", "openai:gpt-x-mini", True),
        ("http://127.0.0.1:8000*", "http://127.0.0.1:8000#m", True),
    ],
)
def test_a_rule_fits_one_judge_or_all_that_begin_so(rule: str, judge: str, fits: bool) -> None:
    assert Rule(rule).fits(judge) is fits


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("anthropic:*", "at_once"),
        ("at_once=3", "no judge's name, a colon"),
        ("antropic:*: at_once=3", "begin with anthropic"),
        ("anthropic:*x: at_once=3", "begin with"),
        ("*: at_once=3", "begin with"),
        ("openai:m: at_once=0", "'0', not a whole number"),
        ("openai:m: per_minute=1.5", "'1.5', not a whole number"),
        ("openai:m: per_minute=-1", "'-1', not a whole number"),
        ("openai:m: dollars_per_day=0", "'0', not an amount"),
        ("openai:m: dollars_per_day=1e3", "'1e3', not an amount"),
        ("openai:m: dollars_per_day=NaN", "'NaN', not an amount"),
        ("openai:m: per_hour=3", "'per_hour=3' is none of at_once"),
        ("openai:m: at_once=3,", "'' is none of"),
        ("openai:m:", "'' is none of"),
        ("openai:m: at_once=3, at_once=4", "at_once is given twice"),
        ("openai:m: at_once=3; openai:m: per_minute=4", "'openai:m' is given twice"),
        ("openai:m: at_once=3 per_minute=4", "'3 per_minute=4', not a whole number"),
    ],
)
def test_what_is_wrong_is_named(text: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        rules(text)
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("settings.limits", "DIKAST_LIMITS") and problem.hint
    assert told in problem.message


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        rules("opnai:m: at_once=3; openai:m: at_once=x, per_day=2")
    assert len(caught.value.problems) == 3
