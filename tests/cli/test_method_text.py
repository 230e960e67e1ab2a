"""The method in sentences holds every figure that counts, and changes when one changes."""

import pytest

from dikast.cli.method_text import rules
from dikast.core import graph, rubric


def test_the_graph_text_holds_both_tables() -> None:
    text = rules("graph/1")
    for fate in graph.FATES:
        assert (
            f"{fate}: keeps {graph.KEEPS[fate]}%, {graph.points('substantive', fate)} of 20"
            in (text["What a claim is worth"])
        )
    assert "claim defeated: 8; framing 11" in text["What a rebuttal earns"]


def test_the_rubric_text_holds_the_formula() -> None:
    text = rules("rubric/1")["The quality of a post"]
    assert text.startswith("0.4 × logic + 0.3 × evidence + 0.3 × relevance − 0.5 for each minor fallacy − 1.5")
    assert "− 3 once" in text and "civility below 4" in text


@pytest.mark.parametrize("method", ["graph/1", "rubric/1"])
def test_a_figure_in_force_is_the_figure_printed(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rules(method)
    monkeypatch.setitem(graph.KEEPS, "survived", 61)
    monkeypatch.setattr(rubric, "CIVILITY_FLOOR", 5)
    changed = [heading for heading, text in rules(method).items() if text != before[heading]]
    expected = {"graph/1": {"What a claim is worth", "What a rebuttal earns"}, "rubric/1": {"The quality of a post"}}
    assert changed and set(changed) <= expected[method]
