"""Asks one judge the questions of one reading and writes down what was asked and answered.

Ids are given when a question is put, in the order of the debate, so that they do not depend on which answer
comes first. Must not know what a question means, nor any number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from dikast.perception.budget import Budget
from dikast.perception.calls import Answer
from dikast.perception.leaks import masked
from dikast.perception.port import Fault, Judge, Rejection, Request

Result = TypeVar("Result")
Accept = Callable[[Mapping[str, Any]], tuple[Result, tuple[Rejection, ...]]]
Accepted = TypeVar("Accepted")


class Calls(Protocol):
    """Where answers come from: the call ledger, or what stands before it."""

    async def ask(
        self,
        judge: Judge,
        request: Request,
        reading: int = 1,
        *,
        accept: Callable[[Mapping[str, Any]], Accepted],
        budget: Budget | None = None,
    ) -> Answer[Accepted]:
        """Return the judge's answer to a request. See `CallLedger.ask`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question that was settled, for whoever shows progress.

    Attributes:
        question: id with version.
        about: the speeches, moves or posts it is about.
        reading: number of the reading, from 1.
        cached: whether the answer was there already.
        fault: what went wrong, or None.
    """

    question: str
    about: tuple[str, ...]
    reading: int
    cached: bool
    fault: str | None


@dataclass
class Spent:
    """What the calls of this run took; stored answers cost nothing.

    Attributes:
        calls: questions answered by a new call.
        cached: questions whose answer was stored.
        tokens_in: input tokens of the answers used, stored ones included.
        tokens_out: output tokens likewise.
    """

    calls: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass
class Asker:
    """One judge for one reading.

    Args:
        judge: who is asked.
        calls: where answers are stored.
        budget: what all questions of the run share.
        reading: the reading's number, from 1.
        prefix: what its perceptions' ids begin with.
        progress: told of every question settled.
    """

    judge: Judge
    calls: Calls
    budget: Budget
    reading: int
    prefix: str
    progress: Callable[[Asked], None]
    spent: Spent
    perceptions: dict[str, dict[str, Any] | None] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    faults: list[dict[str, Any]] = field(default_factory=list)

    def number(self) -> str:
        """Return the id of the next perception; call it in the debate's order, before asking."""
        ident = f"{self.prefix}{len(self.perceptions) + 1}"
        self.perceptions[ident] = None
        return ident

    async def ask(
        self, ident: str, request: Request, accept: Accept[Result], about: Sequence[str], *, needed: bool = True
    ) -> Result | None:
        """Ask, write the perception down under `ident`, and return what `accept` made of the answer.

        None if nobody could answer: then the fault is written down if the ruling `needed` the answer.
        """
        try:
            answer = await self.calls.ask(self.judge, request, self.reading, accept=accept, budget=self.budget)
        except Fault as fault:
            self.progress(Asked(request.question, tuple(about), self.reading, False, fault.message))
            if needed:
                self.faults.append(
                    {
                        "question": request.question,
                        "about": list(about),
                        "reading": self.reading,
                        "judge": self.judge.name,
                        "kind": fault.kind,
                        "message": masked(fault.message),
                    }
                )
            return None
        result, rejections = answer.value
        reply = answer.reply
        prompt = "sha256:" + hashlib.sha256(request.system.encode()).hexdigest()
        self.prompts[prompt] = request.system
        self.perceptions[ident] = {
            "id": ident,
            "question": request.question,
            "about": list(about),
            "reading": self.reading,
            "judge": self.judge.name,
            "model": reply.model or self.judge.model,
            "parameters": dict(self.judge.parameters),
            "key": answer.key,
            "prompt": prompt,
            "input": request.user,
            "reply": reply.raw,
            "tokens": {"in": reply.tokens_in, "out": reply.tokens_out},
            "cost": reply.cost,
            "tries": answer.tries,
            "confidence": reply.data.get("confidence"),
            "rejected": [{"code": r.code, "what": r.what, "value": r.value} for r in rejections],
        }
        self.spent.calls += not answer.cached
        self.spent.cached += answer.cached
        self.spent.tokens_in += reply.tokens_in or 0
        self.spent.tokens_out += reply.tokens_out or 0
        self.progress(Asked(request.question, tuple(about), self.reading, answer.cached, None))
        return result

    def written(self) -> list[dict[str, Any]]:
        """Return the perceptions so far, in the order of their ids."""
        return [perception for perception in self.perceptions.values() if perception is not None]
