"""The judge of `plausible` as a server with OpenAI's wire, on a free port of the loopback address.

It keeps the body of every call that reached it, so that calls can be counted where they cost money. Must not know
debates.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.judging.plausible import reply_to


@dataclass
class Loopback:
    """A running server.

    Attributes:
        spec: how a user names it as a judge.
        latency: seconds that a call takes on average; each one takes between half and one and a half times that.
        bodies: the body of every call, in the order they came.
        spans: when each call was answered: its beginning and its end, in seconds of a clock that only goes forward.
    """

    spec: str
    latency: float
    bodies: list[bytes] = field(default_factory=list)
    spans: list[tuple[float, float]] = field(default_factory=list)

    def times(self) -> Counter[bytes]:
        """Return how often each body was asked."""
        return Counter(self.bodies)

    def forget(self) -> None:
        """Start counting anew."""
        self.bodies, self.spans = [], []


@contextmanager
def serving(latency: float = 0.0, dice: random.Random | None = None, host: str = "127.0.0.1") -> Iterator[Loopback]:
    """Serve until the block ends, on an address of this machine; `dice` spread the latency."""
    spread, lock = dice or random.Random(1), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            began = time.monotonic()
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:  # whoever asked was killed before he had said what
                return
            with lock:
                state.bodies.append(body)
                wait = state.latency * spread.uniform(0.5, 1.5)
            asked = json.loads(body)
            system, user = (message["content"] for message in asked["messages"])
            text = reply_to(user, asked["response_format"]["json_schema"]["schema"], asked["seed"])
            time.sleep(wait)
            self._send(json.dumps(_completion(asked["model"], text, len(system) + len(user))).encode())
            with lock:
                state.spans.append((began, time.monotonic()))

        def _send(self, data: bytes) -> None:
            try:
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except ConnectionError:
                pass

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer((host, 0), Handler)
    server.daemon_threads = True
    state = Loopback(f"http://{host}:{server.server_address[1]}#fake", latency)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


def _completion(model: str, text: str, shown: int) -> dict[str, Any]:
    return {
        "id": "1", "object": "chat.completion", "created": 1, "model": model,
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": shown // 4, "completion_tokens": len(text) // 4},
    }  # fmt: skip
