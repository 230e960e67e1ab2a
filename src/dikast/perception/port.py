"""The port between questions and whoever answers them (a model, a recording, a person).

A `Judge` gets a `Request` and gives a `Reply` or raises a `Fault`. Must not know methods or scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

FaultKind = Literal[
    "cut-off",
    "refused",
    "empty",
    "filtered",
    "invalid",
    "wrong-model",
    "rate-limited",
    "overloaded",
    "timeout",
    "network",
    "auth",
    "too-long",
    "budget",
    "unavailable",
]


class Fault(Exception):
    """A model or network failed to answer. Never a result, never a zero, never a loss for a side.

    Attributes:
        kind: what went wrong.
        message: for the person who must act.
        retry_after: seconds the provider asks to wait, or None.
        retryable: whether trying again can help.
        raw: the unusable reply's text, empty if there was none.
        tokens_in: input tokens that the failed call cost, 0 if unknown.
        tokens_out: output tokens likewise.
    """

    def __init__(
        self,
        kind: FaultKind,
        message: str,
        *,
        retry_after: float | None = None,
        retryable: bool = True,
        raw: str = "",
        tokens_in: int = 0,
        tokens_out: int = 0,
    ) -> None:
        super().__init__(message)
        self.kind: FaultKind = kind
        self.message = message
        self.retry_after = retry_after
        self.retryable = retryable
        self.raw = raw
        self.tokens_in = tokens_in
        self.tokens_out = tokens_out


class JudgeBusy(Exception):
    """The judge may not be asked now, and no reply came. It is no fault and no attempt: the question waits.

    Attributes:
        provider: whose judge it is, as in its name: ``anthropic``, ``http://127.0.0.1:8000``.
        until: when asking again may help, in UTC.
        reason: what closes the way, for the person who runs the platform.
        seconds: until then, by the clock that `until` was made with.
    """

    def __init__(self, provider: str, until: datetime, reason: str, seconds: float) -> None:
        super().__init__(f"{provider} is busy until {until:%Y-%m-%d %H:%M:%S} UTC: {reason}")
        self.provider, self.until, self.reason, self.seconds = provider, until, reason, seconds


@dataclass(frozen=True, slots=True)
class Request:
    """One question, ready to be sent.

    Attributes:
        question: id with version, e.g. ``resolution/1``.
        system: the prompt template's text, the same for every request of this question (cacheable prefix).
        user: the debate's text as JSON between nonce markers.
        schema: JSON Schema that the answer must satisfy.
        blind: whether the request was built from blind input.
        max_tokens: the most tokens an answer may take.
        tight: a narrower schema for a small model held to a grammar, which takes the shortest way out that it is
            given; None where `schema` will do. Every answer that fits it fits `schema`.
    """

    question: str
    system: str
    user: str
    schema: Mapping[str, Any]
    blind: bool
    max_tokens: int
    tight: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer that parsed as one JSON object of the right schema.

    Attributes:
        raw: the reply's text, byte for byte.
        data: `raw` parsed.
        tokens_in: input tokens as the provider counted them; None if it did not say.
        tokens_out: output tokens likewise.
        cost: money in US dollars as a decimal string, or None if unknown.
        model: the model the provider says answered.
    """

    raw: str
    data: Mapping[str, Any]
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: str | None = None
    model: str = ""


class Judge(Protocol):
    """Whoever answers questions."""

    @property
    def name(self) -> str:
        """How a user names it: ``local``, ``anthropic:claude-…``."""

    @property
    def model(self) -> str:
        """The exact model asked for."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Everything besides the request that can change an answer (temperature, seed …)."""

    @property
    def concurrency(self) -> int:
        """How many requests may be under way at once, at least 1."""

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        """Answer `request`, or raise `Fault`. `reading` and `attempt` count from 1."""

    async def close(self) -> None:
        """Release what the judge holds (connections, a model server)."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Part of an answer that was not accepted, kept for the record.

    Attributes:
        code: why, e.g. ``quote.not-found``.
        what: which part (``fallacies[0]``, ``moves[3]``).
        value: the offending text.
    """

    code: str
    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Sums over calls."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
