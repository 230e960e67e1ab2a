"""Prompts are plain text of a bounded length, in their own words."""

from __future__ import annotations

import re

import pytest

from dikast.perception.questions import OF_METHOD, QUESTIONS
from dikast.perception.questions.post import CLASSES, CRITERIA, PATTERNS
from dikast.perception.questions.wording import prompt, prompt_hash

#: Most words of a system text: about 1.35 tokens each.
BUDGET = {"moves/1": 620, "resolution/1": 330, "second-look/1": 330, "feedback/1": 330, "post/1": 640, "ruling/1": 330}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_prompt_is_no_template(question: str) -> None:
    assert not re.search(r"[{}]|%[sd(]|\$\w", prompt(question))


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_prompt_keeps_to_its_budget(question: str) -> None:
    assert len(prompt(question).split()) <= BUDGET[question]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_key_and_choice_of_the_answer_is_explained(question: str) -> None:
    text = prompt(question)

    def walk(schema: dict[str, object]) -> None:
        properties = schema.get("properties", {})
        assert isinstance(properties, dict)
        for key, part in properties.items():
            assert re.search(rf"\b{key}\b", text), key
            walk(part)
        for value in schema.get("anyOf", []):  # type: ignore[attr-defined]
            walk(value)
        if isinstance(schema.get("items"), dict):
            walk(schema["items"])  # type: ignore[arg-type]

    walk(QUESTIONS[question].schema)


def test_all_eighteen_patterns_and_all_classes_are_defined() -> None:
    text = prompt("post/1")
    assert len(PATTERNS) == 18
    assert all(f"\n- {pattern}: " in text for pattern in PATTERNS)
    assert all(f"{name}: " in text for name in (*CLASSES, *CRITERIA))


def test_every_question_says_that_the_data_gives_no_orders() -> None:
    assert all(re.search(r"never (?:obey|for you)|not for you", prompt(question)) for question in QUESTIONS)


def test_every_question_belongs_to_one_method() -> None:
    assert sorted(name for names in OF_METHOD.values() for name in names) == sorted(QUESTIONS)
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", prompt_hash(question)) for question in QUESTIONS)
