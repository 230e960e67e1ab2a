"""From a response's body to the object the schema demands, or a fault; and whether the right model answered.

Nothing is searched for in prose: the whole reply is one JSON object of the right schema or it is no answer. Must not
know providers or questions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from dikast.perception.port import Fault, FaultKind, Reply, Request
from dikast.perception.schema import require

LONGEST_REPLY = 2_000_000
"""Characters of a reply that are looked at; a longer one is a fault."""

_SUFFIX = re.compile(r"(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-\d{3,4}|-latest|:latest|@[\w.-]+)")


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large a number")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"field {twice!r} is given twice")
    return fields


def body_of(content: bytes) -> Any:
    """The body of a response that was said to be a success, parsed.

    Some gateways say so before they know: then the body is their page, or an error, by itself or at the end of a
    stream of events that nobody asked for.

    Raises:
        Fault: ``network`` for what is no JSON; ``rate-limited`` or ``overloaded`` for an error.
    """
    text = content.decode("utf-8", "replace")
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        events = [line.removeprefix("data:") for line in text.splitlines() if line.startswith("data:")]
        body = next((event for event in map(_event, events) if _error_in(event)), None)
        if body is None:
            raise Fault("network", f"the server's response is no JSON: {text[:200]!r}") from None
    error = _error_in(body)
    if error:
        told = json.dumps(error)[:300]
        kind: FaultKind = "rate-limited" if "rate_limit" in told or "429" in told else "overloaded"
        raise Fault(kind, f"the server answered with an error after all: {told}")
    return body


def _event(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _error_in(body: Any) -> Any:
    return body.get("error") if isinstance(body, dict) else None


def parse(raw: str, request: Request) -> Mapping[str, Any]:
    """The reply's data.

    Args:
        raw: the reply's whole text.
        request: the question asked; its schema decides.

    Returns:
        The one JSON object that `raw` is.

    Raises:
        Fault: ``empty``, or ``invalid`` with what is wrong (no JSON, a second object, a field given twice, NaN, a
            lone surrogate, or against the schema).
    """
    if not raw.strip():
        raise Fault("empty", "the model answered nothing", raw=raw)
    if len(raw) > LONGEST_REPLY:
        raise Fault("invalid", f"the answer has {len(raw)} characters, more than {LONGEST_REPLY}")
    try:
        data = json.loads(raw, parse_constant=_reject_constant, parse_float=_finite, object_pairs_hook=_unique)
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Fault("invalid", f"the answer is not one JSON object: {error}", raw=raw) from None
    if not isinstance(data, dict):
        raise Fault("invalid", f"the answer is a JSON {type(data).__name__}, not an object", raw=raw)
    require(data, request.schema)
    return data


def same_model(asked: str, reported: str) -> bool:
    """Whether a provider's report names the model that was asked for.

    An alias may be reported as the version it stands for and the other way round: letter case, a folder in front,
    ``.gguf``, and one ending such as ``-20250929``, ``-2024-08-06``, ``-0613``, ``-latest``, ``:latest`` or
    ``@version`` make no difference. An empty report is no difference either: the server did not say.
    """
    if not reported:
        return True
    one, other = (_SUFFIX.sub("", name.lower().rsplit("/", 1)[-1].removesuffix(".gguf")) for name in (asked, reported))
    exact = _dated(asked), _dated(reported)
    return one == other and (not all(exact) or exact[0] == exact[1])


def _dated(name: str) -> str:
    found = _SUFFIX.search(name.lower())
    ending = found.group() if found else ""
    return "" if ending.endswith("latest") else ending


@dataclass(frozen=True, slots=True)
class Heard:
    """What came back from a provider, before it is known to be an answer.

    Attributes:
        raw: the answer's text, or the arguments of the forced tool.
        stop: why the model stopped: ``stop`` for a whole answer, ``length``, ``content_filter``, or the provider's
            own word.
        model: the model that the provider says answered, empty if it did not say.
        refusal: the model's words of refusal, empty if it did not refuse.
        tokens_in: input tokens, None if unknown.
        tokens_out: output tokens likewise.
        cost: US dollars as a decimal string, None if unknown.
        stray: what came beside the answer or in its place and was not asked for; empty if nothing did.
    """

    raw: str
    stop: str
    model: str = ""
    refusal: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: str | None = None
    stray: str = ""

    def fault(self, kind: FaultKind, message: str) -> Fault:
        """The fault that this reply is, with what it cost."""
        return Fault(kind, message, raw=self.raw, tokens_in=self.tokens_in or 0, tokens_out=self.tokens_out or 0)

    def reply(self, request: Request, asked: str | None) -> Reply:
        """The answer, once everything that can be wrong with it is ruled out.

        Args:
            request: the question.
            asked: the model that had to answer; None where the server's name for it does not matter.

        Raises:
            Fault: ``refused``, ``filtered``, ``cut-off``, ``wrong-model``, ``empty`` or ``invalid``.
        """
        if self.refusal:
            raise self.fault("refused", f"the model refused: {self.refusal[:300]}")
        if self.stop == "content_filter":
            raise self.fault("filtered", "the provider's filter stopped the answer")
        if self.stop == "length":
            raise self.fault("cut-off", f"the answer was cut off after {self.tokens_out or request.max_tokens} tokens")
        if self.stop != "stop":
            raise self.fault("invalid", f"the answer ended for the reason {self.stop!r}, not 'stop'")
        if asked is not None and not same_model(asked, self.model):
            raise self.fault("wrong-model", f"{self.model!r} answered in place of {asked!r}")
        if self.stray:
            raise self.fault("invalid", f"the model gave {self.stray}, which it was not asked for")
        try:
            data = parse(self.raw, request)
        except Fault as fault:
            raise self.fault(fault.kind, fault.message) from None
        return Reply(self.raw, data, self.tokens_in, self.tokens_out, self.cost, self.model)
