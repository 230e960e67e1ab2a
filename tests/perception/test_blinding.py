"""Blind requests hold no name, side, motion, order, time or id: renaming everything leaves them as they were."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dikast.core.problems import DikastBug
from dikast.perception.blinding import Blinded, is_name, mask
from dikast.perception.port import Request
from dikast.perception.questions import QUESTIONS
from dikast.perception.questions.resolution import ResolutionInput, Turn
from dikast.perception.questions.second_look import SecondLookInput

#: (name, how texts may call that person: whole, first, last)
PEOPLE = [
    ("Jane Doe", "Jane Doe", "Jane", "Doe"),
    ("Ludwig van Beethoven", "Ludwig van Beethoven", "Ludwig", "van Beethoven"),
    (
        "Maximiliana Fernanda García-Hernández",
        "Maximiliana Fernanda García-Hernández",
        "Maximiliana",
        "García-Hernández",
    ),
    ("James Williams", "JAMES WILLIAMS", "James", "Williams"),
    ("Иван Петров", "Иван Петров", "Иван", "Петров"),
    ("أحمد الزيادي", "أحمد الزيادي", "أحمد", "الزيادي"),
    ("王小明", "王小明", "小明", "王小明"),
    ("Zed", "Zed", "Zed", "Zed"),
    ("maxim_77 Quill", "Maxim_77 Quill", "Quill", "QUILL"),
]
TEMPLATES = [
    "@W argues that we may pay less.",
    "But @F's figure is old, and @L knows it.",
    "Dear @F, will you answer? @W will not.",
    "(as @L put it) prices fell. So says @L.",
    "و@F يقول إن الأسعار ارتفعت، وقد قال @W ذلك",
]


def told(template: str, person: tuple[str, str, str, str]) -> str:
    _, whole, first, last = person
    return template.replace("@W", whole).replace("@F", first).replace("@L", last)


def blind_requests(texts: list[str], names: list[str]) -> list[Request]:
    claim, attack, answer = (mask(text, names) for text in texts)
    return [
        QUESTIONS["resolution/1"].request(ResolutionInput(claim, attack, (Turn("owner", answer),))),
        QUESTIONS["second-look/1"].request(SecondLookInput(claim, attack, (answer,))),
    ]


@given(st.lists(st.sampled_from(TEMPLATES), min_size=3, max_size=3), st.permutations(PEOPLE), st.permutations(PEOPLE))
@settings(max_examples=150)
def test_renaming_participants_leaves_every_blind_request_byte_identical(
    templates: list[str],
    before: list[tuple[str, str, str, str]],
    after: list[tuple[str, str, str, str]],
) -> None:
    requests = [
        blind_requests([told(text, people[at % 2]) for at, text in enumerate(templates)], [people[0][0], people[1][0]])
        for people in (before, after)
    ]
    assert requests[0] == requests[1]


@pytest.mark.parametrize("blind", [ResolutionInput, SecondLookInput])
def test_blind_inputs_have_fields_for_masked_text_only(blind: type) -> None:
    fields = {field.name: field.type for field in dataclasses.fields(blind)}
    assert set(fields) <= {"claim", "attack", "thread", "later"}
    assert set(fields.values()) <= {"Blinded", "tuple[Turn, ...]", "tuple[Blinded, ...]"}
    assert set(Turn.__annotations__) == {"by", "text"}


def test_only_the_blind_questions_are_blind_and_masking_cannot_be_forgotten() -> None:
    assert [name for name, question in QUESTIONS.items() if question.blind] == ["resolution/1", "second-look/1"]
    with pytest.raises(DikastBug):
        Blinded("Jane Doe said so")
    with pytest.raises(AttributeError):
        QUESTIONS["resolution/1"].request(ResolutionInput("Jane", "Doe", ()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "names", "masked"),
    [
        ("jane doe and DOE and Jane's", ["Jane Doe"], "[name] and [name] and [name]'s"),
        ("We may act in May, says May.", ["May"], "We may act in [name], says [name]."),
        ("will power; Will's plan; free will", ["Will Power"], "[name]; [name]'s plan; free will"),
        ("James' plan, Ross\u2019s plan", ["James", "Ross"], "[name]'s plan, [name]'s plan"),
        ("Doelan and Janet", ["Jane Doe"], "Doelan and Janet"),
        ("J\u200bane and **Jane**", ["Jane"], "[name] and [name]"),
        ("Jose\u0301 spoke", ["José"], "[name] spoke"),
        ("@jdoe99 wrote", ["jdoe99"], "[name] wrote"),
        (
            "A and Pro and Speaker 1 and the Proposition",
            ["A", "Pro", "Speaker 1", "Proposition"],
            "A and Pro and Speaker 1 and the Proposition",
        ),
        ("Dr. Doe, Speaker Doe", ["Dr. Jane Doe"], "Dr. [name], Speaker [name]"),
        ("ولأحمد وأحمد", ["أحمد"], "ول[name] و[name]"),
    ],
)
def test_names_are_masked_and_ordinary_words_are_not(text: str, names: list[str], masked: str) -> None:
    assert mask(text, names).text == masked


@pytest.mark.parametrize(
    "label", ["A", "Pro", "CON", "Speaker 1", "moderator", "Proposition", "1st", "Team B", "", "Dr."]
)
def test_generic_labels_are_no_names(label: str) -> None:
    assert not is_name(label)


@given(st.text(max_size=60), st.lists(st.text(max_size=12), max_size=4))
@settings(max_examples=200)
def test_any_names_and_texts_can_be_masked(text: str, names: list[str]) -> None:
    masked = mask(text, names).text
    for name in names:
        if is_name(name) and re.fullmatch(r"[A-Z][a-z]{2,}", name):
            assert not re.search(rf"(?<!\w){name}(?!\w)", masked)
