"""Judge: a GGUF file on this machine, served by a child process of ours and asked over the loopback address.

The child keeps a crash of the model out of our process and gives the same wire that every other server has. Must not
know questions.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from dikast.perception.port import Fault, Reply, Request
from dikast.perception.providers.chat import SEED, ChatJudge


def grammar(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that hold our server to a JSON schema, by the grammar engine it is built with.

    The plain ``response_format`` would allow free white space, with which small models like to fill their answer.
    """
    compact = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
    rule = json.dumps({**schema, "x-guidance": compact}, ensure_ascii=True)
    return {"grammar": f"%llguidance {{}}\nstart: %json {rule}", "cache_prompt": True}


class LocalServer:
    """The child process. `start` it, then use `base` and `key`; `stop` it at the end.

    Args:
        file: the GGUF file.
        name: the model's name on the wire.
        context: tokens of context.
        threads: threads, at least 1.
        timeout: seconds the model may take to load.
    """

    def __init__(self, file: Path, name: str, *, context: int, threads: int, timeout: float) -> None:
        self.key = secrets.token_urlsafe(24)
        self.base = ""
        self._orders = {"file": str(file), "name": name, "context": context, "threads": threads, "key": self.key}
        self._timeout = timeout
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """Whether the child is alive."""
        return self._child is not None and self._child.poll() is None

    @property
    def pid(self) -> int:
        """The child's process id, 0 when there is none."""
        return self._child.pid if self._child else 0

    async def start(self) -> None:
        """Start the child and wait until the model is loaded.

        Raises:
            Fault: ``unavailable`` with the end of what the child wrote, when it ends or is not ready in time.
        """
        with tempfile.TemporaryFile() as log:
            child = self._child = subprocess.Popen(
                [sys.executable, "-m", "dikast.perception.providers.local_server"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
            assert child.stdin and child.stdout
            try:
                child.stdin.write(json.dumps(self._orders).encode() + b"\n")
                child.stdin.flush()
                line = await asyncio.wait_for(asyncio.to_thread(child.stdout.readline), self._timeout)
                self.base = json.loads(line)["address"] + "/v1"
            except (TimeoutError, ValueError, OSError, asyncio.CancelledError) as error:
                self.stop()
                if isinstance(error, asyncio.CancelledError):
                    raise
                raise Fault("unavailable", self._why(error, log), retryable=False) from None

    def _why(self, error: Exception, log: Any) -> str:
        if isinstance(error, TimeoutError):
            return f"the local model was not loaded within {self._timeout:g} s (DIKAST_START_TIMEOUT)"
        log.seek(max(0, log.seek(0, os.SEEK_END) - 2000))
        said = log.read().decode("utf-8", "replace").strip().splitlines()
        return f"the local model server ended while loading {self._orders['file']}: {' | '.join(said[-3:]) or 'silent'}"

    def stop(self) -> None:
        """End the child and wait for its end."""
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe:
                pipe.close()


class LocalJudge:
    """The local model as a judge; the server starts with the first question and again if it dies.

    Args:
        name: how the user named it.
        file: the GGUF file.
        identity: the exact model as it is recorded (name and digest).
        context: tokens of context.
        threads: threads, at least 1.
        start_timeout: seconds the model may take to load.
        timeout: seconds one call may take.

    Attributes:
        server: the child process.
    """

    def __init__(
        self, name: str, file: Path, identity: str, *, context: int, threads: int, start_timeout: float, timeout: float
    ) -> None:
        self._name, self._identity, self._timeout, self._context = name, identity, timeout, context
        self._wire_name = file.stem
        self.server = LocalServer(file, self._wire_name, context=context, threads=threads, timeout=start_timeout)
        self._chat: ChatJudge | None = None
        self._starting = asyncio.Lock()

    @property
    def name(self) -> str:
        """How a user names it."""
        return self._name

    @property
    def model(self) -> str:
        """The model's name and digest."""
        return self._identity

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The sampling of the first try and the context, past which an answer cannot reach."""
        return {"temperature": "0", "seed": SEED, "sampling": 1, "context": self._context}

    @property
    def concurrency(self) -> int:
        """One: a second call at once would only share the same cores."""
        return 1

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        """Ask the local model once. Raises `Fault` as every judge does."""
        chat = await self._ready()
        held = request if request.tight is None else replace(request, schema=request.tight)
        reply = await chat.answer(held, reading=reading, attempt=attempt)
        return Reply(reply.raw, reply.data, reply.tokens_in, reply.tokens_out, "0", self._identity)

    async def _ready(self) -> ChatJudge:
        async with self._starting:
            if self._chat is None or not self.server.running:
                await self.close()
                await self.server.start()
                self._chat = ChatJudge(
                    self._name,
                    self.server.base,
                    self._wire_name,
                    key=self.server.key,
                    concurrency=1,
                    timeout=self._timeout,
                    check_model=False,
                    constraint=grammar,
                )
            return self._chat

    async def close(self) -> None:
        """End the server."""
        self.server.stop()
        if self._chat is not None:
            await self._chat.close()
            self._chat = None
