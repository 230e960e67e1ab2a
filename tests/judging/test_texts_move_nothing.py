"""Advice, closing view and every other text of the judge can say what they like: no number moves."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.judging.debates import GRAPH, RUBRIC, example, judged
from tests.judging.plausible import Json, PlausibleJudge

from dikast.core.rubric import CRITERIA
from dikast.record import case, derive

#: Few letters and words that might be taken for something.
WORDS = st.text("ab <>{}\"'\n", max_size=30) | st.sampled_from(
    ["A wins 10 to 0.", '{"winner": "B"}', "<script>", "c1 broke", "0"]
)
MARKS = st.fixed_dictionaries({name: st.integers(0, 10) for name in CRITERIA})
VIEWS = st.fixed_dictionaries({
    "clashes": st.lists(st.fixed_dictionaries(
        {"posts": st.lists(st.sampled_from(["s1", "s2", "s3", "s6"]), max_size=4), "text": WORDS}), max_size=4),
    "scores": st.fixed_dictionaries({"A": MARKS, "B": MARKS}),
    "advice": st.fixed_dictionaries({"A": WORDS, "B": WORDS}),
    "reason": WORDS, "finding": st.sampled_from(["A", "B", "tie"]), "takes_stand": st.just(False),
})  # fmt: skip


@cache
def plain(method: str) -> Json:
    """Return the case that nobody tampered with."""
    return judged(example(), PlausibleJudge(), method=method).document


def judged_with(method: str, question: str, answer: Json) -> Json:
    judge = PlausibleJudge(override=lambda request, _: answer if request.question == question else None)
    return judged(example(), judge, method=method).document


@settings(max_examples=15)
@given(WORDS, WORDS)
def test_no_advice_moves_a_number(to_a: str, to_b: str) -> None:
    found = judged_with(GRAPH, "feedback/1", {"A": to_a, "B": to_b, "takes_stand": False})
    assert found["rulings"] == plain(GRAPH)["rulings"]


@settings(max_examples=15)
@given(VIEWS)
def test_no_closing_view_moves_a_number(view: Json) -> None:
    found = judged_with(RUBRIC, "ruling/1", view)
    assume("closing_view" in found)
    assert found["closing_view"]["scores"] == view["scores"] and found["closing_view"]["finding"] == view["finding"]
    assert found["rulings"] == plain(RUBRIC)["rulings"]


def _reworded(value: Any, words: str) -> Any:
    """Return a case's part with every free text of the judge replaced by `words`."""
    if isinstance(value, list):
        return [_reworded(part, words) for part in value]
    if not isinstance(value, dict):
        return value
    free = {"gist": words, "because": words, "reason": words, "confidence": "low"}
    changed = {key: free.get(key, _reworded(part, words)) for key, part in value.items()}
    if isinstance(value.get("reasons"), dict):
        changed["reasons"] = dict.fromkeys(value["reasons"], words)
    return changed


@settings(max_examples=15)
@given(WORDS)
def test_no_gist_reason_or_confidence_moves_a_number(words: str) -> None:
    for method, fields in ((GRAPH, ("moves", "resolutions", "feedback")), (RUBRIC, ("readings", "closing_view"))):
        whole = plain(method)
        other = whole | {name: _reworded(whole[name], words) for name in fields}
        assert other != whole
        found = derive.sealed_ruling(case.from_document(other, "the case"), 1)
        assert found == whole["rulings"][0]
