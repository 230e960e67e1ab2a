"""A judge's own texts repeat nothing of its instructions; ordinary words stay as they are."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.perception.leaks import LEFT_OUT, RUN, masked, refuse, said
from dikast.perception.port import Fault
from dikast.perception.questions import QUESTIONS
from dikast.perception.questions.wording import prompt

PROMPTS = {question: prompt(question).split() for question in QUESTIONS}


def runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


@given(st.data())
def test_no_run_of_any_prompt_is_left_wherever_it_stands(data: st.DataObject) -> None:
    parts = []
    for _ in range(data.draw(st.integers(1, 3))):
        words = PROMPTS[data.draw(st.sampled_from(sorted(PROMPTS)))]
        begin = data.draw(st.integers(0, len(words) - 1))
        others = data.draw(st.lists(st.text(max_size=8), max_size=3))
        parts += [*words[begin : begin + data.draw(st.integers(1, 40))], *others]
    left = masked(" ".join(parts))
    assert not any(runs(left) & runs(" ".join(words)) for words in PROMPTS.values())
    assert masked(left) == left


@given(st.text(alphabet="abc de.\u05d0\u0661"))
def test_words_of_nobody_stay(text: str) -> None:
    assert masked(text) == text


def test_only_the_run_is_left_out() -> None:
    leak = " ".join(PROMPTS["post/1"][30:50])
    assert masked(f"It holds. {leak}") != f"It holds. {leak}" and masked(f"It holds. {leak}").startswith("It holds. ")
    assert masked(leak.upper()).count(LEFT_OUT) == 1
    assert masked("See DATA 0123456789ab here") == f"See {LEFT_OUT} here"
    assert said(f"**It**  holds. {leak}", 400).startswith("It holds. ")


def test_a_text_that_nothing_depends_on_is_refused_whole() -> None:
    refuse("An argument about the debate.", "the advice")
    with pytest.raises(Fault, match="the advice repeats"):
        refuse(" ".join(PROMPTS["ruling/1"][5:20]), "the advice")
