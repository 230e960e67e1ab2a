"""Whatever a provider does wrong, on either wire, is a fault of its kind, tried again if it should be, no answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.judging.debates import GRAPH, RUBRIC, example, judged
from tests.judging.fault_plan import KINDS, OF_A_REPLY, Plan
from tests.judging.fault_server import FaultServer, failing, poison, truth
from tests.judging.plausible import PlausibleJudge, data_of

from dikast import judging
from dikast.perception import frame
from dikast.perception.budget import Limits
from dikast.perception.calls import Answer, CallLedger
from dikast.perception.port import Fault, Judge, Reply, Request
from dikast.perception.providers import open_judge
from dikast.settings import Settings

WIRES = ("http", "openai:gpt-5.4", "anthropic:claude-sonnet-4-5", "anthropic:claude-3-haiku")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "answer": {"type": ["integer", "null"], "enum": [None, 1, 2, 3, 4]},
        "score": {"type": "integer", "minimum": 0, "maximum": 10},
        "outcome": {"type": "string", "enum": ["held", "dented", "broke"]},
        "because": {"type": "string", "maxLength": 60},
    },
    "required": ["answer", "score", "outcome", "because"],
    "additionalProperties": False,
}
REQUEST = Request("clash/1", "Say how the claim fared.", frame.data({"claim": "Trains are quick."}), SCHEMA, True, 120)
TRUTH = json.loads(truth(REQUEST.user, SCHEMA))
#: Seconds of patience where a provider does not hang: a busy machine may be slow.
PATIENT = "20"


def judge_at(server: FaultServer, wire: str, timeout: str = PATIENT) -> Judge:
    settings = Settings(server.settings() | {"DIKAST_TIMEOUT": timeout})
    return open_judge(server.spec if wire == "http" else wire, settings)


def patience(kind: str) -> str:
    return "0.8" if kind in ("hang", "drip") else PATIENT


async def once(server: FaultServer, wire: str, timeout: str) -> Reply:
    judge = judge_at(server, wire, timeout)
    try:
        return await judge.answer(REQUEST, reading=1, attempt=1)
    finally:
        await judge.close()


class Waits:
    """Stands in for sleeping, and remembers."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


class Mended:
    """A judge whose provider works again after the first call."""

    def __init__(self, judge: Judge, server: FaultServer) -> None:
        self._judge, self._server = judge, server

    def __getattr__(self, name: str) -> Any:
        return getattr(self._judge, name)

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        try:
            return await self._judge.answer(request, reading=reading, attempt=attempt)
        finally:
            self._server.plan = Plan()


async def settled(
    server: FaultServer, wire: str, timeout: str, waits: Waits
) -> tuple[Answer[dict[str, Any]], list[tuple[str, str, str, bool]]]:
    judge, ledger = Mended(judge_at(server, wire, timeout), server), CallLedger(None, sleep=waits, jitter=lambda: 0.0)
    try:
        return await ledger.ask(judge, REQUEST, accept=dict), await ledger.faults()
    finally:
        await judge.close()
        await ledger.close()


@pytest.mark.parametrize("wire", WIRES)
def test_a_sane_provider_gives_the_sane_answer(wire: str) -> None:
    with failing(Plan()) as server:
        assert asyncio.run(once(server, wire, PATIENT)).data == TRUTH
        assert sum(server.calls.values()) == sum(server.answers.values()) == 1 and not server.faults
    assert json.loads(poison(REQUEST.user, SCHEMA)) != TRUTH


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_goes_wrong_is_a_fault_of_its_kind(kind: str, wire: str) -> None:
    with failing(Plan(rate=1.0, kinds=(kind,))) as server:
        with pytest.raises(Fault) as caught:
            asyncio.run(once(server, wire, patience(kind)))
        assert dict(server.faults) == {kind: 1}
    assert caught.value.kind in KINDS[kind], caught.value.message
    assert caught.value.retryable and caught.value.message
    if kind == "rate-limit-wait":
        assert caught.value.retry_after == 1


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_tried_again_and_then_the_answer_is_the_sane_one(kind: str, wire: str) -> None:
    waits = Waits()
    with failing(Plan(rate=1.0, kinds=(kind,))) as server:
        answer, faults = asyncio.run(settled(server, wire, patience(kind), waits))
        assert (sum(server.calls.values()), dict(server.faults)) == (2, {kind: 1})
        assert sum(server.answers.values()) == 1
    assert json.loads(answer.reply.raw) == TRUTH and answer.value == TRUTH
    if kind in OF_A_REPLY:
        assert (answer.tries, waits.seconds, faults) == (2, [], [])
    else:
        assert (answer.tries, len(waits.seconds), len(faults)) == (1, 1, 1)
        assert waits.seconds == [1.0 if kind == "rate-limit-wait" else 0.5] and not faults[0][3]


@given(st.integers(0, 9), st.lists(st.binary(max_size=4), min_size=1, max_size=30), st.randoms())
def test_a_plan_does_not_depend_on_the_order_of_calls(seed: int, bodies: list[bytes], dice: Any) -> None:
    plan, calls = Plan(seed, 0.5), [(body, bodies[:at].count(body) + 1) for at, body in enumerate(bodies)]
    planned = {call: plan.fault(*call) for call in calls}
    dice.shuffle(calls)
    assert {call: Plan(seed, 0.5).fault(*call) for call in calls} == planned


def test_a_plan_has_the_rate_it_is_given_and_every_kind_as_often_as_the_others() -> None:
    found = [Plan(seed, 0.3).fault(str(n).encode(), 1) for seed in range(4) for n in range(5_000)]
    assert 0.29 < sum(map(bool, found)) / len(found) < 0.31
    assert {kind for kind in found if kind} == set(KINDS)
    assert max(map(found.count, KINDS)) < 1.5 * min(map(found.count, KINDS))


async def judged_by(server: FaultServer, wire: str, method: str) -> judging.Judged:
    judge, ledger = judge_at(server, wire), CallLedger(None, Limits(tries=20, retries=20, first_wait=0.0))
    try:
        return await judging.judge(example(), [judge], ledger, method=method)
    finally:
        await judge.close()
        await ledger.close()


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
def test_a_whole_judging_among_faults_ends_as_one_without(method: str, wire: str) -> None:
    """Perceptions are compared by what was asked and answered: tries are part of the record, and differ."""
    sane = PlausibleJudge(override=lambda asked, _: json.loads(truth(asked.user, asked.schema)))
    whole = judged(example(), sane, method=method)
    kinds = tuple(kind for kind in KINDS if kind not in ("hang", "drip", "rate-limit-wait"))  # they take long
    with failing(Plan(seed=3, rate=0.5, kinds=kinds)) as server:
        done = asyncio.run(judged_by(server, wire, method))
        assert server.faults and sum(server.answers.values()) == len(sane.asked)
        assert sum(server.calls.values()) == len(sane.asked) + sum(server.faults.values())
    assert done.ruling == whole.ruling and done.ruling is not None
    assert _said(done.document) == _said(whole.document)


def _said(case: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(one["question"], data_of(one["input"]), json.loads(one["reply"])) for one in case["perceptions"]]
