"""A fingerprint moves with every constant, schema and prompt, and with nothing else."""

from __future__ import annotations

import pytest

from dikast.perception import fingerprint as module
from dikast.perception.fingerprint import fingerprint
from dikast.perception.questions import OF_METHOD

GRAPH = OF_METHOD["graph/1"]


def test_order_does_not_matter() -> None:
    assert fingerprint({"a": 1, "b": [2]}, GRAPH) == fingerprint({"b": [2], "a": 1}, tuple(reversed(GRAPH)))


def test_a_constant_or_a_question_matters() -> None:
    base = fingerprint({"a": 1}, GRAPH)
    assert base != fingerprint({"a": 2}, GRAPH)
    assert base != fingerprint({"a": 1}, GRAPH[:-1])
    assert base != fingerprint({"a": 1}, OF_METHOD["rubric/1"])


def test_a_prompts_wording_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    base = fingerprint({}, GRAPH)
    monkeypatch.setattr(module, "prompt", lambda name: "other words")
    assert base != fingerprint({}, GRAPH)
