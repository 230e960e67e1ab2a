"""The two wires of providers: what a call asks, and what a model says as the body of a response.

OpenAI's chat completions and Anthropic's messages, each with native structured output or a forced tool, as the call
asks for it. Must not know which calls go wrong.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
TOOL = "answer"
_BOUNDS = re.compile(r"\{((?:\w+: \d+(?:, )?)+)\}")


@dataclass(frozen=True)
class Asked:
    """A call.

    Attributes:
        wire: ``openai`` or ``anthropic``.
        model: the model asked for.
        user: the framed data.
        schema: what the answer must fit.
        tool: whether the answer is to be the input of a tool.
        shown: characters that were sent.
    """

    wire: str
    model: str
    user: str
    schema: Json
    tool: bool
    shown: int


@dataclass(frozen=True)
class Said:
    """What a model says, in words of neither wire.

    Attributes:
        text: its answer, None for a null.
        stop: ``stop``, ``length`` or ``refusal``.
        model: who says it.
        tools: names and inputs of tools that it calls besides.
        plain: whether the answer is plain text where a tool was to be called.
    """

    text: str | None
    model: str
    stop: str = "stop"
    tools: tuple[tuple[str, str], ...] = ()
    plain: bool = False


def asked(path: str, body: bytes) -> Asked:
    """Read a call."""
    sent = json.loads(body)
    if "/messages" in path:
        user = sent["messages"][-1]["content"]
        user = user if isinstance(user, str) else "".join(block["text"] for block in user)
        native = sent.get("output_config", {}).get("format", {})
        schema = native["schema"] if native else sent["tools"][0]["input_schema"]
        return Asked("anthropic", sent["model"], user, _bounded(schema), bool(sent.get("tools")), len(body))
    user = sent["messages"][-1]["content"]
    if sent.get("tools"):
        schema = sent["tools"][0]["function"]["parameters"]
    else:
        schema = sent["response_format"]["json_schema"]["schema"]
    return Asked("openai", sent["model"], user, schema, bool(sent.get("tools")), len(body))


def _bounded(schema: Any) -> Any:
    """Return a schema with the bounds that a client has moved into descriptions, where the wire has none."""
    if isinstance(schema, list):
        return [_bounded(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _bounded(value) for key, value in schema.items()}
    told = schema.get("description")
    if isinstance(told, str) and (bounds := _BOUNDS.fullmatch(told)):
        del found["description"]
        found |= {name: int(value) for name, value in (one.split(": ") for one in bounds[1].split(", "))}
    return found


def response(call: Asked, said: Said) -> bytes:
    """Return the response's body."""
    wire = _anthropic if call.wire == "anthropic" else _openai
    return json.dumps(wire(call, said)).encode()


def _openai(call: Asked, said: Said) -> Json:
    tools = list(said.tools)
    text = said.text
    if call.tool and text and not said.plain:
        tools, text = [(TOOL, text), *tools], None
    message: Json = {"role": "assistant", "content": text}
    if said.stop == "refusal":
        message["refusal"] = "I would rather not judge this."
    if tools:
        message["tool_calls"] = [
            {"id": f"t{n}", "type": "function", "function": {"name": name, "arguments": given}}
            for n, (name, given) in enumerate(tools)
        ]
    stop = {"refusal": "stop"}.get(said.stop, said.stop)
    return {
        "id": "1", "object": "chat.completion", "created": 1, "model": said.model,
        "choices": [{"index": 0, "finish_reason": stop, "message": message}],
        "usage": {"prompt_tokens": call.shown // 4, "completion_tokens": len(said.text or "") // 4,
                  "total_tokens": (call.shown + len(said.text or "")) // 4},
    }  # fmt: skip


def _anthropic(call: Asked, said: Said) -> Json:
    tools = list(said.tools)
    content: list[Json] | None = []
    if said.text is None:
        content = None
    elif said.text and call.tool and not said.plain:
        tools.insert(0, (TOOL, said.text))
    elif said.text:
        content = [{"type": "text", "text": said.text}]
    for n, (name, given) in enumerate(tools):
        content = [*(content or []), {"type": "tool_use", "id": f"t{n}", "name": name, "input": json.loads(given)}]
    stops = {"stop": "tool_use" if tools else "end_turn", "length": "max_tokens", "refusal": "refusal"}
    return {
        "id": "m1", "type": "message", "role": "assistant", "model": said.model, "content": content,
        "stop_reason": stops[said.stop], "stop_sequence": None,
        "usage": {"input_tokens": call.shown // 4, "output_tokens": len(said.text or "") // 4},
    }  # fmt: skip


def error(wire: str, status: int) -> bytes:
    """Return the body with which a provider tells of an error."""
    kind, message = _ERRORS.get(status, ("api_error", "Something went wrong."))
    if wire == "anthropic":
        return json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()
    return json.dumps({"error": {"message": message, "type": kind, "param": None, "code": None}}).encode()


_ERRORS = {429: ("rate_limit_error", "Too many requests."), 529: ("overloaded_error", "Overloaded.")}


def broken_stream(call: Asked, said: Said) -> bytes:
    """Return a stream of events that begins with an answer and then tells of an overload."""
    overload = error(call.wire, 529).decode()
    if call.wire == "openai":
        piece = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": said.model,
                 "choices": [{"index": 0, "delta": {"role": "assistant", "content": said.text}}]}  # fmt: skip
        return f"data: {json.dumps(piece)}\n\ndata: {overload}\n\n".encode()
    begun = _anthropic(call, said) | {"content": [], "stop_reason": None}
    events = [
        ("message_start", json.dumps({"type": "message_start", "message": begun})),
        ("content_block_start",
         json.dumps({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})),
        ("content_block_delta",
         json.dumps({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": said.text}})),
        ("error", overload),
    ]  # fmt: skip
    return "".join(f"event: {name}\ndata: {data}\n\n" for name, data in events).encode()
