"""The method in sentences holds every figure that counts, and changes when one changes."""

import re

import pytest

from dikast.core import graph, rubric
from dikast.judging.method_text import rules
from dikast.judging.method_words import Sentence, in_english


def texts(method: str) -> dict[str, str]:
    return {rule.heading: in_english(rule) for rule in rules(method)}


def test_the_graph_text_holds_both_tables() -> None:
    text = texts("graph/1")
    for fate in graph.FATES:
        line = f"{fate}: keeps {graph.KEEPS[fate]}%, substantive {graph.points('substantive', fate)}, framing "
        assert line in text["What a claim is worth"]
    assert "defeated: substantive 8, framing 11" in text["What a rebuttal earns"]
    assert "dropped: makes the claim defeated" in text["The fate of a claim"]


def test_the_rubric_text_holds_the_formula() -> None:
    text = texts("rubric/1")["The quality of a post"]
    assert text.startswith("0.4 × logic + 0.3 × evidence + 0.3 × relevance − 0.5 for each minor fallacy − 1.5")
    assert "− 3 once" in text and "civility below 4" in text


@pytest.mark.parametrize("method", ["graph/1", "rubric/1"])
def test_a_figure_in_force_is_the_figure_printed(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = texts(method)
    monkeypatch.setitem(graph.KEEPS, "survived", 61)
    monkeypatch.setattr(rubric, "CIVILITY_FLOOR", 5)
    changed = [heading for heading, text in texts(method).items() if text != before[heading]]
    expected = {"graph/1": {"What a claim is worth", "What a rebuttal earns"}, "rubric/1": {"The quality of a post"}}
    assert changed and set(changed) <= expected[method]


@pytest.mark.parametrize("method", ["graph/1", "rubric/1"])
def test_no_sentence_holds_a_figure_of_its_own(method: str) -> None:
    def figures(sentence: Sentence) -> list[str]:
        return re.findall(r"\d+", re.sub(r"%\(\w+\)s", "", sentence.message))

    #: Bounds of every scale, and the line of two sides that are level.
    assert {one for rule in rules(method) for text in rule.text for one in figures(text)} <= {"0", "50", "100"}
