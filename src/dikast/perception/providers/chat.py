"""Judge: any server that speaks OpenAI's chat completions (Ollama, vLLM, llama.cpp, our own local one) by URL.

Spoken directly over HTTP and not through pydantic-ai, so that what the ledger records is what was sent: that library
breaks up chat markup inside messages for some models, reads a missing stop reason as a good one, and takes seconds to
import. Must not know questions or where the server came from.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import httpx2

from dikast.core.problems import InputError, Problem
from dikast.perception.port import Fault, FaultKind, Reply, Request
from dikast.perception.providers.replies import Heard, body_of

SEED = 1
"""Seed of the first try of the first reading."""

_STATUS: Mapping[int, tuple[FaultKind, bool]] = {
    401: ("auth", False),
    402: ("auth", False),
    403: ("auth", False),
    404: ("unavailable", False),
    408: ("timeout", True),
    413: ("too-long", False),
    429: ("rate-limited", True),
}
_TOO_LONG = ("exceed_context_size", "context_length_exceeded", "context length", "context size", "maximum context")


def sampling(reading: int, attempt: int) -> tuple[float, int]:
    """Temperature and seed of a try.

    The first try of the first reading is greedy. An identical repeat of a greedy call would bring the same reply, so
    each further try is a little warmer, and each further reading is warm enough to differ.

    Args:
        reading: from 1.
        attempt: from 1.

    Returns:
        Temperature from 0 to 1 and a seed.
    """
    warmth = (0.0 if reading == 1 else 0.6) + 0.3 * (attempt - 1)
    return round(min(warmth, 1.0), 1), SEED + 1000 * (reading - 1) + (attempt - 1)


def response_format(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that hold any server of this wire to a JSON schema."""
    named = {"name": "answer", "schema": schema, "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


class ChatJudge:
    """A judge behind ``{base}/chat/completions``.

    Args:
        name: how the user named the judge.
        base: the address up to and including ``/v1``.
        model: the model's name on the server.
        identity: the exact model as it is recorded; `model` by default.
        key: bearer key, empty for none.
        concurrency: calls under way at once.
        timeout: seconds one call may take.
        check_model: whether a reply of another model than `model` is a fault.
        constraint: from the answer's schema to the body's fields that hold the server to it.
    """

    def __init__(
        self,
        name: str,
        base: str,
        model: str,
        *,
        identity: str = "",
        key: str = "",
        concurrency: int = 8,
        timeout: float = 600.0,
        check_model: bool = True,
        constraint: Callable[[Mapping[str, Any]], Mapping[str, Any]] = response_format,
    ) -> None:
        self._name, self._model, self._identity = name, model, identity or model
        self._concurrency, self._check, self._constraint = concurrency, check_model, constraint
        self._timeout = timeout
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx2.AsyncClient(
            base_url=base,
            headers=headers,
            timeout=httpx2.Timeout(timeout, connect=min(timeout, 15.0)),
            limits=httpx2.Limits(max_connections=concurrency),
        )

    @property
    def name(self) -> str:
        """How a user names it."""
        return self._name

    @property
    def model(self) -> str:
        """The exact model asked for."""
        return self._identity

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The sampling of the first try; see `sampling` for the rest."""
        return {"temperature": "0", "seed": SEED, "sampling": 1}

    @property
    def concurrency(self) -> int:
        """Calls under way at once."""
        return self._concurrency

    def _body(self, request: Request, reading: int, attempt: int) -> dict[str, Any]:
        temperature, seed = sampling(reading, attempt)
        return {
            "model": self._model,
            "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
            "temperature": temperature,
            "seed": seed,
            "max_tokens": request.max_tokens,
            "stream": False,
            **self._constraint(request.schema),
        }

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        """Ask once. Raises `Fault` for everything that is not a whole, valid answer."""
        content = json.dumps(self._body(request, reading, attempt), ensure_ascii=False).encode("utf-8", "replace")
        try:
            # The client's own patience begins anew with every byte.
            async with asyncio.timeout(self._timeout):
                response = await self._client.post(
                    "/chat/completions", content=content, headers={"Content-Type": "application/json"}
                )
        except (httpx2.TimeoutException, TimeoutError):
            raise Fault("timeout", f"no answer within {self._timeout:g} s") from None
        except httpx2.HTTPError as error:
            raise Fault("network", f"the model server cannot be reached: {error or type(error).__name__}") from None
        if response.status_code != 200:
            raise _refusal(response)
        return self._reply(response, request)

    def _reply(self, response: httpx2.Response, request: Request) -> Reply:
        body = body_of(response.content)
        try:
            choice, usage = body["choices"][0], body.get("usage") or {}
            message = choice["message"]
            heard = Heard(
                _text(message.get("content")),
                _text(choice.get("finish_reason")),
                _text(body.get("model")),
                _text(message.get("refusal")),
                usage.get("prompt_tokens"),
                usage.get("completion_tokens"),
                stray="a call of a tool" if message.get("tool_calls") else "",
            )
        except (LookupError, TypeError, AttributeError):
            text = response.text[:200]
            raise Fault("invalid", f"the server's response is no chat completion: {text!r}", raw=text) from None
        return heard.reply(request, self._model if self._check else None)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


def _text(value: object) -> str:
    if value is not None and not isinstance(value, str):
        raise TypeError
    return value or ""


def _refusal(response: httpx2.Response) -> Fault:
    status, text = response.status_code, response.text[:500]
    kind, retryable = _STATUS.get(status, ("overloaded", True) if status >= 500 else ("unavailable", False))
    if status == 400 and any(mark in text.lower() for mark in _TOO_LONG):
        kind = "too-long"
    return Fault(
        kind,
        f"the model server answered {status}: {text}",
        retryable=retryable,
        retry_after=wait_asked(response.headers.get("retry-after")),
    )


def wait_asked(value: str | None) -> float | None:
    """Seconds that a ``Retry-After`` of whole or decimal seconds asks for; None for its absence and for a date."""
    try:
        seconds = float(value or "")
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


def only_model(base: str, key: str, timeout: float = 15.0) -> str:
    """The one model that the server at `base` has.

    Raises:
        InputError: ``judge.model-not-named`` when it has none or several, ``judge.unreachable`` when it is silent.
    """
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        body = httpx2.get(f"{base}/models", headers=headers, timeout=timeout).raise_for_status().json()
        names = [str(entry["id"]) for entry in body["data"]]
    except (httpx2.HTTPError, ValueError, LookupError, TypeError) as error:
        message = f"the server at {base} does not list its models: {error or type(error).__name__}"
        raise InputError(
            Problem("judge.unreachable", "judge", message, "Check the address, or name the model after a # sign.")
        ) from None
    if len(names) != 1:
        message = f"the server at {base} has {len(names)} models: {', '.join(names[:10]) or 'none'}"
        raise InputError(Problem("judge.model-not-named", "judge", message, f"Name one: {base}#MODEL"))
    return names[0]
