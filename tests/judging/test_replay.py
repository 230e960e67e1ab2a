"""A case judged by the answers that it holds comes to the same perceptions and the same ruling."""

from __future__ import annotations

from typing import Any

import pytest
from tests.judging.debates import GRAPH, RUBRIC, example, judged
from tests.judging.plausible import Json, PlausibleJudge

from dikast.perception.port import Fault
from dikast.perception.providers import open_judge
from dikast.settings import Settings

#: How an answer was got, which a replay cannot and should not repeat.
_GOT = ("judge", "key", "tries", "parameters", "model")


def without(value: Any) -> Any:
    """Return a case's part without how its answers were got."""
    if isinstance(value, list):
        return [without(part) for part in value]
    if isinstance(value, dict):
        return {name: without(part) for name, part in value.items() if name not in _GOT}
    return value


def replayed(document: Json, method: str, readings: int = 1) -> Json:
    judge = open_judge("recorded:a.case.json", Settings({}), recorded=document)
    return judged(document, judge, method=method, readings=readings).document


@pytest.mark.parametrize(
    ("method", "held"), [(GRAPH, ("moves", "resolutions", "feedback")), (RUBRIC, ("readings", "closing_view"))]
)
@pytest.mark.parametrize("name", ["school-at-ten.txt", "medicine-in-arabic-ar.txt"])
def test_a_replay_comes_to_the_same_ruling(method: str, held: tuple[str, ...], name: str) -> None:
    document = judged(example(name), PlausibleJudge(), method=method).document
    again = replayed(document, method)
    assert again["rulings"] == document["rulings"]
    assert {field: again[field] for field in held} == {field: document[field] for field in held}
    assert without(again["perceptions"]) == without(document["perceptions"])
    assert {one["judge"] for one in again["perceptions"]} == {"recorded:a.case.json"}
    assert again["speeches"] == document["speeches"] and again["prompts"] == document["prompts"]


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
def test_a_panels_readings_are_replayed_each_for_itself(method: str) -> None:
    panel = [PlausibleJudge("one", model="one"), PlausibleJudge("two", model="two"), PlausibleJudge("three")]
    document = judged(example(), *panel, method=method).document
    again = replayed(document, method, readings=3)
    assert again["rulings"] == document["rulings"]
    assert without(again["readings"]) == without(document["readings"])
    assert len({str(without(reading)) for reading in document["readings"]}) == 3, "the readings do differ"


def test_a_replay_invents_nothing() -> None:
    document = judged(example(), PlausibleJudge(), method=RUBRIC).document
    document["perceptions"] = [one for one in document["perceptions"] if one["about"] != ["s3"]]
    again = replayed(document, RUBRIC)
    assert "rulings" not in again
    assert [(fault["about"], fault["kind"]) for fault in again["faults"]] == [(["s3"], "unavailable")]


def test_a_text_left_out_stays_left_out() -> None:
    mute = PlausibleJudge(override=lambda asked, _: Fault("refused", "") if asked.question == "feedback/1" else None)
    document = judged(example(), mute).document
    again = replayed(document, GRAPH)
    assert (again["left_out"], again["rulings"]) == (["feedback"], document["rulings"])
