"""A person changes what was perceived; numbers follow, and nothing that was is lost."""

from __future__ import annotations

from typing import Any

import pytest
from sealed_cases import graph_case, panel_case, rubric_case

from dikast.core.problems import InputError
from dikast.record.amend import Change, amend
from dikast.record.history import before
from dikast.record.seal import seal
from dikast.record.verify import verify

OCCASION = ("Dee Park", "2026-05-03T10:00:00Z", "The answer met only half of it.")


def codes(document: dict[str, Any], change: Change, *occasion: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        amend(document, change, *(occasion or OCCASION))
    return [problem.code for problem in caught.value.problems]


def test_an_amended_outcome_makes_a_new_version_and_keeps_the_old_one() -> None:
    first = graph_case()
    second = amend(first, Change("resolution", "r1", "outcome", "broke"), *OCCASION)
    assert [ruling["version"] for ruling in second["rulings"]] == [1, 2]
    assert second["rulings"][0] == first["rulings"][0]
    assert second["rulings"][0]["fates"]["c1"] == "survived" and second["rulings"][1]["fates"]["c1"] == "defeated"
    assert second["amendments"] == [{
        "id": "a1", "target": {"kind": "resolution", "rebuttal": "r1", "reading": 1}, "field": "outcome",
        "from": "held", "to": "broke", "who": "Dee Park", "when": "2026-05-03T10:00:00Z",
        "why": "The answer met only half of it."}]  # fmt: skip
    assert first == graph_case(), "the case given is not changed"
    assert verify(second).ok


def test_the_record_only_grows() -> None:
    case = graph_case()
    for change in (Change("resolution", "r1", "outcome", "broke"), Change("move", "c2", "weight", "framing")):
        amended = amend(case, change, *OCCASION)
        assert amended["record"][: len(case["record"])] == case["record"]
        assert [entry["kind"] for entry in amended["record"][len(case["record"]) :]] == ["amendment", "ruling"]
        case = amended


CHANGES = [
    (graph_case, Change("move", "r1", "set_aside", True)),
    (graph_case, Change("move", "r1", "reach", "part")),
    (graph_case, Change("move", "c1", "bearing", "minor")),
    (panel_case, Change("resolution", "r1", "outcome", "held", 3)),
    (rubric_case, Change("assessment", "p2", "class", "dismissive", 2)),
    (rubric_case, Change("assessment", "p3", "engages", False)),
    (rubric_case, Change("assessment", "p1", "declined", True)),
    (rubric_case, Change("assessment", "p1", "scores.civility", 0)),
    (
        rubric_case,
        Change("assessment", "p1", "scores", dict.fromkeys(("logic", "evidence", "relevance", "civility"), 3)),
    ),
    (rubric_case, Change("assessment", "p2", "fallacies", [], 3)),
]


@pytest.mark.parametrize(("case", "change"), CHANGES, ids=lambda one: getattr(one, "field", ""))
def test_every_kind_of_change_verifies_and_can_be_undone(case: Any, change: Change) -> None:
    first = case()
    amended = amend(first, change, *OCCASION)
    found = verify(amended)
    assert found.ok, found.problems
    for field in ("moves", "resolutions", "readings"):
        assert before(amended, 0).get(field) == first.get(field)
    back = Change(*change[:3], amended["amendments"][0].get("from"), change.reading)
    if back.to is not None and back.field != "fallacies":
        twice = amend(amended, back, *OCCASION)
        assert {**twice["rulings"][2], "version": 1} == first["rulings"][0]
        assert verify(twice).ok


def test_what_cannot_be_amended_is_refused_by_name() -> None:
    graph, rubric = graph_case(), rubric_case()
    assert codes(graph, Change("resolution", "r9", "outcome", "held")) == ["amend.target"]
    assert codes(graph, Change("resolution", "r1", "outcome", "dented", 2)) == ["amend.target"]
    assert codes(graph, Change("assessment", "p1", "class", "argument")) == ["amend.target"]
    assert codes(graph, Change("ruling", "1", "totals", 99)) == ["amend.target"]
    assert codes(graph, Change("move", "c1", "quote", "Trams.")) == ["amend.field"]
    assert codes(graph, Change("resolution", "r1", "outcome", "won")) == ["amend.value"]
    assert codes(graph, Change("resolution", "r1", "outcome", "held")) == ["amend.same"]
    assert codes(rubric, Change("assessment", "p1", "scores.logic", 7.0)) == ["amend.value"]
    added = {"pattern": "straw-man", "severity": "major", "quote": "Buses"}
    assert codes(rubric, Change("assessment", "p1", "fallacies", [added])) == ["amend.value"]
    bare = {field: value for field, value in graph.items() if field not in ("rulings", "record", "seal")}
    assert codes(bare, Change("resolution", "r1", "outcome", "dented")) == ["amend.no-ruling"]


def test_an_amendment_that_the_method_cannot_score_is_refused() -> None:
    assert codes(graph_case(), Change("resolution", "r1", "outcome", "dropped"))[0].startswith("graph.")


def test_an_amendment_needs_who_when_and_why() -> None:
    change = Change("resolution", "r1", "outcome", "dented")
    assert codes(graph_case(), change, " ", "yesterday", "") == ["amend.reason", "amend.reason", "amend.when"]


def test_an_amendment_that_does_not_fit_the_perceptions_is_found_under_a_fresh_seal() -> None:
    case = amend(graph_case(), Change("resolution", "r1", "outcome", "broke"), *OCCASION)
    case["resolutions"][0]["outcome"] = "dented"
    with pytest.raises(InputError, match=r"amend\.mismatch"):
        seal(case)
    assert "amend.mismatch" in {problem.code for problem in verify(case).problems}
