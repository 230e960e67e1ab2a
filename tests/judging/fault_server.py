"""A provider on the loopback address that answers sanely and fails by a plan, on both wires.

Its sane answer follows from what was asked alone (see `truth`). With most faults comes another whole and plausible
answer (see `poison`), so that a fault that is taken for an answer shows. Must not know debates.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.judging import fault_wires
from tests.judging.fault_plan import Plan
from tests.judging.fault_wires import Asked, Said
from tests.judging.plausible import reply_to

from dikast.perception.providers.chat import SEED

_STATUS = {"rate-limit": 429, "rate-limit-wait": 429, "rate-limit-absurd-wait": 429,
           "error-500": 500, "error-503": 503, "error-529": 529}  # fmt: skip
#: What ``Retry-After`` asks for where it is meant, in seconds.
WAIT = "1"


def truth(user: str, schema: Mapping[str, Any]) -> str:
    """Return the sane answer to a request, whichever try it is: the plausible judge's second, always usable."""
    return reply_to(user, schema, SEED + 1)


def poison(user: str, schema: Mapping[str, Any]) -> str:
    """Return another answer that fits the schema."""
    sane = truth(user, schema)
    others = (reply_to(user, schema, SEED + n) for n in range(2, 50))
    return next(other for other in others if other != sane)


@dataclass
class FaultServer:
    """A running server.

    Attributes:
        base: its address, without a path.
        plan: what goes wrong.
        hang: seconds for which it says nothing when it hangs.
        calls: how often each body came.
        faults: how often each thing went wrong.
        answers: how often the sane answer was sent, by body.
    """

    base: str
    plan: Plan
    hang: float
    calls: Counter[bytes] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    answers: Counter[bytes] = field(default_factory=Counter)

    def settings(self) -> dict[str, str]:
        """Return the settings that lead judges here."""
        return {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": f"{self.base}/v1",
                "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": self.base}  # fmt: skip

    @property
    def spec(self) -> str:
        """How a user names it as a server given by URL."""
        return f"{self.base}#tiny"


@contextmanager
def failing(plan: Plan, hang: float = 2.0) -> Iterator[FaultServer]:
    """Serve until the block ends."""
    lock, over = threading.Lock(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return
            with lock:
                state.calls[body] += 1
                nth = state.calls[body]
                kind = state.plan.fault(body, nth)
                state.faults.update([kind] if kind else [])
            try:
                self._play(kind, fault_wires.asked(self.path, body), body, nth)
            except OSError:  # whoever asked has gone away
                self.close_connection = True

        def _play(self, kind: str, call: Asked, body: bytes, nth: int) -> None:
            wrong = poison(call.user, call.schema)
            if kind in _STATUS:
                status = _STATUS[kind]
                wait = {"rate-limit-wait": WAIT, "rate-limit-absurd-wait": state.plan.absurd_wait(body, nth)}.get(kind)
                self._send(fault_wires.error(call.wire, status), status, **({"Retry-After": wait} if wait else {}))
                return
            match kind:
                case "":
                    with lock:
                        state.answers[body] += 1
                    self._say(call, Said(truth(call.user, call.schema), call.model))
                case "overload-in-stream":
                    self._send(fault_wires.broken_stream(call, Said(wrong, call.model)), kind="text/event-stream")
                case "overload-in-body":
                    self._send(fault_wires.error(call.wire, 529))
                case "cut-body" | "reset":
                    self._cut(fault_wires.response(call, Said(wrong, call.model)), kind == "reset")
                case "html":
                    self._send(b"<html><body>The gateway is busy.</body></html>", kind="text/html")
                case "not-utf8":
                    whole = fault_wires.response(call, Said(wrong, call.model))
                    self._send(whole.replace(b'"id": "', b'"id": "\xff\xfe', 1))
                case "hang":
                    over.wait(state.hang)
                case "drip":
                    self._drip()
                case _:
                    self._say(call, _unusable(kind, call, wrong))

        def _say(self, call: Asked, said: Said) -> None:
            self._send(fault_wires.response(call, said))

        def _head(self, status: int, kind: str, length: int, more: Mapping[str, str]) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(length))
            for name, value in more.items():
                self.send_header(name, value)
            self.end_headers()

        def _send(self, data: bytes, status: int = 200, *, kind: str = "application/json", **more: str) -> None:
            self._head(status, kind, len(data), more)
            self.wfile.write(data)

        def _cut(self, data: bytes, reset: bool) -> None:
            self._head(200, "application/json", len(data), {})
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            if reset:  # with no time to linger, closing sends a reset
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True

        def _drip(self) -> None:
            """Send blanks, which JSON may begin with, each before anybody's patience with silence ends."""
            self._head(200, "application/json", 10_000, {})
            until = time.monotonic() + state.hang
            while time.monotonic() < until and not over.is_set():
                self.wfile.write(b" ")
                self.wfile.flush()
                over.wait(0.05)
            self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = _Server(("127.0.0.1", 0), Handler)
    state = FaultServer(f"http://127.0.0.1:{server.server_address[1]}", plan, hang)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        over.set()
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def shutdown_request(self, request: Any) -> None:
        """Close without the orderly farewell, so that a reset stays one."""
        self.close_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: connections that break are what it is for."""


def _unusable(kind: str, call: Asked, wrong: str) -> Said:
    """Return a reply that is no answer."""
    match kind:
        case "token-limit":
            return Said(wrong, call.model, stop="length")
        case "refusal":
            return Said(wrong, call.model, stop="refusal")
        case "empty":
            return Said("", call.model)
        case "null":
            return Said(None, call.model)
        case "nan":
            return Said(with_nan(wrong), call.model)
        case "two-objects" if call.tool:
            return Said(wrong, call.model, tools=((fault_wires.TOOL, truth(call.user, call.schema)),))
        case "two-objects":
            return Said(wrong + truth(call.user, call.schema), call.model)
        case "wrong-tool" if call.tool:
            return Said("", call.model, tools=(("search", wrong),))
        case "wrong-tool":
            return Said(wrong, call.model, tools=(("search", wrong),))
        case "prose":
            return Said(wrong if call.tool else f"Here is my answer: {wrong}", call.model, plain=True)
        case "wrong-model":
            return Said(wrong, "another-model-9")
    raise ValueError(kind)


def with_nan(raw: str) -> str:
    """Return an answer with NaN in place of its first number or null, or else of its first value."""
    data = json.loads(raw)
    if not _spoil(data):
        data[next(iter(data))] = float("nan")
    return json.dumps(data)


def _spoil(value: Any) -> bool:
    places = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for place, inner in places:
        if inner is None or type(inner) is int:
            value[place] = float("nan")
            return True
        if isinstance(inner, (dict, list)) and _spoil(inner):
            return True
    return False
