"""Replay: the recorded answer for exactly the recorded request, and a fault for anything else."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from tests.perception.servers import GOOD, request

from dikast.perception.port import Fault, Reply
from dikast.perception.providers import open_judge
from dikast.perception.providers.recorded import RecordedJudge
from dikast.settings import Settings

ENTRY: dict[str, Any] = {
    "id": "q1",
    "question": "resolution/1",
    "reading": 1,
    "judge": "local",
    "model": "m@1",
    "prompt": "sha256:1",
    "parameters": {"seed": 4},
    "input": request().user,
    "reply": GOOD,
    "tokens": {"in": 3, "out": 2},
    "cost": "0.5",
}
PROMPTS = {"sha256:1": request().system}


def play(judge: RecordedJudge, **other: Any) -> Reply:
    reading = other.pop("reading", 1)
    return asyncio.run(judge.answer(replace(request(), **other), reading=reading, attempt=2))


def test_the_recorded_reply_comes_back_byte_for_byte_with_its_figures() -> None:
    case = {"perceptions": [ENTRY], "prompts": PROMPTS}
    judge = open_judge("recorded:a.case.json", Settings({}), recorded=case)
    reply = asyncio.run(judge.answer(request(), reading=1, attempt=1))
    assert (reply.raw, reply.tokens_in, reply.tokens_out, reply.cost, reply.model) == (GOOD, 3, 2, "0.5", "m@1")
    assert (judge.model, judge.parameters) == ("m@1", {"seed": 4})


@pytest.mark.parametrize("other", [{"user": "x"}, {"system": "x"}, {"question": "moves/1"}, {"reading": 2}], ids=str)
def test_any_other_request_is_a_fault(other: dict[str, Any]) -> None:
    with pytest.raises(Fault) as caught:
        play(RecordedJudge([ENTRY], PROMPTS), **other)
    assert (caught.value.kind, caught.value.retryable) == ("unavailable", False)


def test_of_a_panel_s_answers_one_judge_s_are_replayed() -> None:
    other = {**ENTRY, "judge": "openai:x", "model": "x", "reply": GOOD.replace("held", "broke")}
    assert play(RecordedJudge([ENTRY, other], PROMPTS, judge="openai:x")).data["outcome"] == "broke"
    assert play(RecordedJudge([ENTRY, other], PROMPTS, judge="local")).data["outcome"] == "held"


def test_a_recorded_reply_that_is_no_answer_is_a_fault() -> None:
    with pytest.raises(Fault) as caught:
        play(RecordedJudge([{**ENTRY, "reply": "held"}], PROMPTS))
    assert caught.value.kind == "invalid"
