"""Over both wires, through the real providers: a whole valid answer is a reply and everything else is a fault."""

from __future__ import annotations

import asyncio

import pytest
from tests.perception.servers import GOOD, Act, Scripted, request, scripted

from dikast.core.problems import InputError
from dikast.perception.port import Fault, Judge, Reply
from dikast.perception.providers import open_judge
from dikast.settings import Settings

WIRES = ("http", "openai:gpt-5.4", "openai:gpt-3.5-turbo", "anthropic:claude-sonnet-4-5", "anthropic:claude-3-haiku")


def judge_at(server: Scripted, wire: str, timeout: str = "20") -> Judge:
    settings = Settings(
        {
            "OPENAI_API_KEY": "k",
            "OPENAI_BASE_URL": server.base + "/v1",
            "ANTHROPIC_API_KEY": "k",
            "ANTHROPIC_BASE_URL": server.base,
            "DIKAST_TIMEOUT": timeout,
        }
    )
    return open_judge(f"{server.base}#tiny" if wire == "http" else wire, settings)


async def _ask(server: Scripted, wire: str, timeout: str) -> Reply:
    judge = judge_at(server, wire, timeout)
    try:
        return await judge.answer(request(), reading=1, attempt=1)
    finally:
        await judge.close()


def ask(wire: str, *acts: Act, timeout: str = "20") -> Reply:
    with scripted(*acts) as server:
        return asyncio.run(_ask(server, wire, timeout))


def fault(wire: str, act: Act, timeout: str = "20") -> Fault:
    with pytest.raises(Fault) as caught:
        ask(wire, act, timeout=timeout)
    return caught.value


@pytest.mark.parametrize("wire", WIRES)
def test_a_whole_answer_is_a_reply_with_its_figures(wire: str) -> None:
    reply = ask(wire, Act())
    assert reply.data == {"outcome": "held", "because": "it is met"}
    assert (reply.tokens_in, reply.tokens_out) == (11, 7)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (Act(stop="length"), "cut-off"),
        (Act(text="", refusal="I would rather not."), "refused"),
        (Act(text=""), "empty"),
        (Act(text='{"outcome": "won", "because": "x"}'), "invalid"),
        (Act(text='{"outcome": "held"}'), "invalid"),
        (Act(model="another-model-9"), "wrong-model"),
        (Act(status=500), "overloaded"),
        (Act(status=529), "overloaded"),
        (Act(status=429, headers={"Retry-After": "7"}), "rate-limited"),
        (Act(status=401), "auth"),
        (Act(body='{"hello": "world"}'), "invalid"),
        (Act(body="<html>busy</html>"), "network"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_everything_else_is_a_fault_of_its_kind(wire: str, act: Act, kind: str) -> None:
    found = fault(wire, act)
    assert found.kind == kind, found.message
    if kind == "rate-limited":
        assert found.retry_after == 7
    if kind == "cut-off":
        assert (found.tokens_in, found.tokens_out) == (11, 7)


@pytest.mark.parametrize("wire", ["http", "openai:gpt-5.4", "anthropic:claude-sonnet-4-5"])
@pytest.mark.parametrize(
    "text",
    [
        "held",
        f"Here it is: {GOOD}",
        GOOD + GOOD,
        f"```json\n{GOOD}\n```",
        '{"outcome": NaN, "because": "x"}',
        '{"outcome": "held", "outcome": "broke", "because": "x"}',
        f"[{GOOD}]",
        '{"outcome": "held", "because": "\\ud800"}',
    ],
)
def test_no_answer_is_searched_for_in_prose(wire: str, text: str) -> None:
    assert fault(wire, Act(text=text)).kind == "invalid"


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('{"error": {"message": "busy", "code": 429}}', "rate-limited"),
        ('{"error": {"message": "slow down", "type": "rate_limit_error"}}', "rate-limited"),
        ('{"error": "upstream is gone"}', "overloaded"),
        ('event: error\ndata: {"type": "error", "error": {"type": "overloaded_error"}}\n\n', "overloaded"),
        ("event: ping\ndata: {}\n\n", "network"),
        ("data: [DONE]\n\n", "network"),
        ("[" * 100_000, "network"),
        ("", "network"),
    ],
)
def test_a_success_that_is_none_is_a_fault(wire: str, body: str, kind: str) -> None:
    found = fault(wire, Act(body=body or " "))
    assert found.kind == kind and found.retryable, found.message


@pytest.mark.parametrize("wire", ["http", "openai:gpt-5.4", "anthropic:claude-sonnet-4-5"])
def test_a_silent_server_is_a_timeout_and_a_missing_one_a_network_fault(wire: str) -> None:
    assert fault(wire, Act(wait=1.5), timeout="0.3").kind == "timeout"
    with scripted() as server:
        gone = Scripted(server.base, [])
    with pytest.raises(Fault) as caught:
        asyncio.run(_ask(gone, wire, "5"))
    assert caught.value.kind == "network"


@pytest.mark.parametrize("wire", WIRES)
def test_one_ask_is_one_call_and_carries_system_user_and_schema(wire: str) -> None:
    with scripted(Act(status=500)) as server:
        with pytest.raises(Fault):
            asyncio.run(_ask(server, wire, "20"))
        assert len(server.asked) == 1
        sent = str(server.asked[0])
    for part in ("Say how the claim fared.", "Trains are quick.", "dented"):
        assert part in sent


def test_a_filtered_answer_is_a_fault() -> None:
    for wire in ("http", "openai:gpt-5.4"):
        assert fault(wire, Act(stop="content_filter")).kind == "filtered"


def test_a_context_too_small_is_a_fault_that_is_not_tried_again() -> None:
    body = '{"error": {"message": "the request exceeds the available context size", "type": "exceed_context_size"}}'
    found = fault("http", Act(status=400, body=body))
    assert (found.kind, found.retryable) == ("too-long", False)


def test_a_server_with_one_model_need_not_be_told_its_name() -> None:
    with scripted(Act()) as server:
        judge = open_judge(server.base, Settings({}))
        assert judge.model == "only"
        asyncio.run(judge.close())


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("oracle", "judge.unknown"),
        ("openai:", "judge.unknown"),
        ("gullible:x", "judge.unknown"),
        ("recorded:x.case.json", "judge.unknown"),
        ("http://", "judge.unknown"),
        ("http://user:pass@127.0.0.1#m", "judge.unknown"),
        ("http://127.0.0.1:9", "judge.unreachable"),
        ("openai:gpt-5.4", "judge.no-key"),
        ("local:/nowhere/x.gguf", "judge.no-model"),
    ],
)
def test_a_judge_that_cannot_be_opened_says_why(spec: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        open_judge(spec, Settings({}))
    assert caught.value.problems[0].code == code
    assert caught.value.problems[0].hint
