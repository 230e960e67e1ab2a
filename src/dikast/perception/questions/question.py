"""What a question is: id, version, prompt, answer schema, and how an answer is accepted. Must not know methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dikast.perception.port import Rejection, Request
from dikast.perception.schema import Schema


@dataclass(frozen=True, slots=True)
class Question:
    """One question that can be put to a judge.

    Attributes:
        id: name with version, e.g. ``moves/1``.
        blind: whether its input holds nothing but masked text.
        schema: the answer's schema with placeholders where a request lists the ids it offers; for the fingerprint.
        request: makes the request from the question's input.
        accept: checks an answer against the input it was asked for; returns the usable part and what was rejected,
            or raises ``Fault("invalid", …)`` when nothing can be used. Pure.
    """

    id: str
    blind: bool
    schema: Schema
    request: Callable[[Any], Request]
    accept: Callable[[Any, Any], tuple[Any, tuple[Rejection, ...]]]
