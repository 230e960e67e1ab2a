"""The examples are sealed from their sources, and show what their README says they show."""

from __future__ import annotations

import importlib.util
import json
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from dikast.record import verify

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")


def script() -> Any:
    """Return scripts/seal_examples as a module."""
    loader = SourceFileLoader("seal_examples", str(ROOT / "scripts" / "seal_examples"))
    spec = importlib.util.spec_from_loader("seal_examples", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


SEAL = script()
NAMES = [name for name, _ in SEAL.SEALED]


def document(name: str) -> Any:
    return json.loads((ROOT / "examples" / f"{name}.case.json").read_bytes())


@pytest.mark.parametrize(("name", "source"), SEAL.SEALED, ids=NAMES)
def test_sealed_case_is_what_its_sources_give(name: str, source: str) -> None:
    assert (ROOT / "examples" / f"{name}.case.json").read_bytes() == SEAL.sealed(name, source)


@pytest.mark.parametrize("name", NAMES)
def test_sealed_case_verifies(name: str) -> None:
    assert not verify.verify(document(name)).problems


@pytest.mark.parametrize("name", NAMES)
def test_readme_tells_the_sealed_figures(name: str) -> None:
    ruling = document(name)["rulings"][-1]
    assert f"{ruling['totals']['A']} to {ruling['totals']['B']}" in README
    assert f"{ruling['scoreline']['A']}-{ruling['scoreline']['B']}" in README


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".graph")])
def test_gists_fit_a_cell_of_the_flow(name: str) -> None:
    assert all(0 < len(move["gist"]) <= 60 for move in document(name)["moves"])


def test_match_shows_every_mark_of_the_flow() -> None:
    case = document("school-at-ten.graph")
    ruling = case["rulings"][-1]
    assert {move["kind"] for move in case["moves"]} == {"claim", "rebuttal", "defense", "renewal", "concession"}
    assert set(ruling["fates"].values()) == {"uncontested", "survived", "weakened", "defeated"}
    assert set(ruling["states"].values()) == {"set-aside", "new-matter"}
    defended = {move["target"] for move in case["moves"] if move["kind"] in ("defense", "concession")}
    dropped = [
        move["id"]
        for move in case["moves"]
        if move["kind"] == "rebuttal" and move["id"] not in {*defended, *ruling["states"]}
    ]
    assert dropped == ["r4", "r6"]


def test_working_on_the_judge_costs_the_post_three_points() -> None:
    case = document("no-tipping.rubric")
    last = case["readings"][0][-1]
    scores = last["scores"]
    assert [flag["pattern"] for flag in last["fallacies"]] == ["judge-manipulation"]
    tenths = 4 * scores["logic"] + 3 * scores["evidence"] + 3 * scores["relevance"] - 30
    assert case["rulings"][-1]["quality"]["p12"] == f"{tenths // 10}.{tenths % 10}"
    assert "\u200b" in case["speeches"][-1]["text"] and "[END DATA]" in case["speeches"][-1]["text"]


def test_a_quote_that_was_not_said_is_refused() -> None:
    with pytest.raises(SystemExit, match="stands 0 times"):
        SEAL.at({"s1": "Nobody said this."}, "s1", "Somebody said this.")
