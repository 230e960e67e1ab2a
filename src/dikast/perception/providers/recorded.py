"""Judge: replays the answers stored with a case. Must not know the case file's other fields, or the record package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dikast.perception.port import Fault, Reply, Request
from dikast.perception.providers.replies import parse


class RecordedJudge:
    """Gives each request the reply that is on record for it, byte for byte.

    A request is known by question, system text, user message and reading; its answer is the recorded one whatever the
    attempt. Anything else is a fault, never a guess.

    Args:
        perceptions: a case's ``perceptions`` (``question``, ``prompt``, ``input``, ``reading``, ``reply``, ``model``…).
        prompts: a case's ``prompts``: digest to system text.
        judge: keep only the perceptions of the judge of this name; empty for all.
        name: how the user named this judge.
    """

    def __init__(
        self,
        perceptions: Iterable[Mapping[str, Any]],
        prompts: Mapping[str, str],
        *,
        judge: str = "",
        name: str = "recorded",
    ) -> None:
        self._name = judge or name
        whole = [entry for entry in perceptions if {"question", "prompt", "input", "reply"} <= entry.keys()]
        kept = [entry for entry in whole if not judge or entry.get("judge") == judge]
        self._replies = {
            (entry["question"], prompts.get(entry["prompt"], ""), entry["input"], entry.get("reading", 1)): entry
            for entry in kept
        }
        models = list(dict.fromkeys(str(entry.get("model", "")) for entry in kept))
        self._model = models[0] if len(models) == 1 else "recorded"
        self._parameters: Mapping[str, Any] = kept[0].get("parameters") or {} if kept else {}

    @property
    def name(self) -> str:
        """The recorded judge's name where one was chosen, else how the user named this one."""
        return self._name

    @property
    def model(self) -> str:
        """The recorded model, or ``recorded`` when several answered."""
        return self._model

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The recorded parameters of the first answer."""
        return self._parameters

    @property
    def concurrency(self) -> int:
        """Nothing is waited for, so any number would do."""
        return 64

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        """The recorded reply. Raises `Fault`: ``unavailable`` when there is none."""
        entry = self._replies.get((request.question, request.system, request.user, reading))
        if entry is None:
            raise Fault("unavailable", f"no recorded answer to this {request.question}", retryable=False)
        tokens = entry.get("tokens") or {}
        raw = entry["reply"]
        return Reply(raw, parse(raw, request), tokens.get("in"), tokens.get("out"), entry.get("cost"), self._model)

    async def close(self) -> None:
        """Nothing is held."""
