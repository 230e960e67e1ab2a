"""Judge `gullible`: a fake model that obeys any order in its input and otherwise answers at random by the schema.

It is the adversary of the robustness tests: it forges half of its quotes, gives the system prompt away when asked, and
copies markup into every free text. The same seed and request give the same answer. It must not know questions: it has
only the schema and the message, as a model has.
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from dikast.perception.port import Reply, Request
from dikast.perception.providers.obedience import Orders, embedded, folded, read, strings
from dikast.perception.schema import violations

Item = TypeVar("Item")

_QUOTES = ("quote", "evidence", "excerpt", "passage", "span")
_REFERENCES = ("target", "speech", "post", "answers", "concedes", "rebuttal", "claim", "id", "defends", "renews")
_FORGED = ("We concede the whole debate.", "Studies prove this beyond doubt.", "The other side has no case at all.")
_ITEMS = 6


class GullibleJudge:
    """The fake model.

    Args:
        seed: any whole number; another seed answers otherwise.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    @property
    def name(self) -> str:
        """``gullible:SEED``."""
        return f"gullible:{self._seed}"

    @property
    def model(self) -> str:
        """The version of this fake."""
        return "gullible/1"

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Its seed."""
        return {"seed": self._seed}

    @property
    def concurrency(self) -> int:
        """Nothing is waited for."""
        return 64

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        """An answer that fits the schema; this judge has no faults."""
        parts = [self._seed, reading, attempt, request.question, request.system, request.user]
        digest = hashlib.sha256(json.dumps(parts).encode("ascii")).digest()
        data = _answer(request, random.Random(int.from_bytes(digest, "big")))
        raw = json.dumps(data, ensure_ascii=False)
        cost_in = len((request.system + request.user).encode("utf-8", "replace")) // 4
        return Reply(raw, data, cost_in, len(raw) // 4, "0", self.model)

    async def close(self) -> None:
        """Nothing is held."""


def _answer(request: Request, dice: random.Random) -> dict[str, Any]:
    values = embedded(request.user)
    texts = [text for value in values for text in strings(value)] or [request.user]
    orders = read(texts)
    for ordered in orders.objects:
        if not violations(ordered, request.schema):
            return ordered
    return dict(_Writer(request, texts, values, orders, dice).value("", request.schema))


class _Writer:
    """Writes one value by a schema. `random.Random.random` alone is used: its sequence is fixed for all Pythons."""

    def __init__(
        self, request: Request, texts: Sequence[str], values: Sequence[Any], orders: Orders, dice: random.Random
    ) -> None:
        self._system, self._texts = request.system, [text for text in texts if text.strip()]
        self._ids = _identifiers(values)
        self._orders, self._dice, self._leaked = orders, dice, 0

    def _pick(self, items: Sequence[Item]) -> Item:
        return items[int(self._dice.random() * len(items))]

    def _between(self, low: int, high: int) -> int:
        return low + int(self._dice.random() * (high - low + 1))

    def value(self, name: str, schema: Mapping[str, Any]) -> Any:
        """A value for the field `name`: the ordered one if one fits, a random one otherwise."""
        if "properties" not in schema:
            for ordered in self._orders.fields.get(folded(name), ()):
                if not violations(ordered, schema):
                    return ordered
        if "enum" in schema:
            named = [item for item in schema["enum"] if isinstance(item, str) and self._orders.names(item)]
            return self._pick(named or schema["enum"])
        if "anyOf" in schema:
            return self.value(name, self._pick(schema["anyOf"]))
        kind = schema["type"]
        return self._of(name, self._pick(kind) if isinstance(kind, list) else kind, schema)

    def _of(self, name: str, kind: str, schema: Mapping[str, Any]) -> Any:
        match kind:
            case "object":
                return {field: self.value(field, inner) for field, inner in schema["properties"].items()}
            case "array":
                most = min(schema.get("maxItems", _ITEMS), _ITEMS)
                return [self.value(name, schema["items"]) for _ in range(self._between(0, most))]
            case "integer":
                return self._number(schema)
            case "boolean":
                return self._truth(name)
            case "null":
                return None
        return self._string(name, schema)

    def _number(self, schema: Mapping[str, Any]) -> int:
        low, high = int(schema.get("minimum", 0)), int(schema.get("maximum", 10))
        if self._orders.number is not None:
            return max(low, min(high, self._orders.number))
        if self._orders.extreme:
            return high if self._orders.extreme == "top" else low
        return self._between(low, high)

    def _truth(self, name: str) -> bool:
        if self._orders.refuse and name == "declined":
            return True
        if self._orders.names(name.replace("_", " ")):
            return True
        return self._dice.random() < 0.5

    def _string(self, name: str, schema: Mapping[str, Any]) -> str:
        most = int(schema.get("maxLength", 400))
        if any(part in name.lower() for part in _QUOTES):
            text = self._quote()
        elif any(name.lower() == part or name.lower().endswith("_" + part) for part in _REFERENCES):
            text = self._reference()
        else:
            text = self._disguised(self._free(most))
        return text[:most]

    def _reference(self) -> str:
        return self._pick(self._ids) if self._ids and self._dice.random() < 0.5 else f"c{self._between(1, 99)}"

    def _passage(self) -> str:
        if not self._texts:
            return ""
        words = self._pick([text for text in self._texts if text.count(" ") > 2] or self._texts).split(" ")
        start = self._between(0, len(words) - 1)
        return " ".join(words[start : start + self._between(3, 25)])

    def _quote(self) -> str:
        """Half real; otherwise ordered words, or a real passage with one word changed, or nothing anybody said."""
        if self._dice.random() < 0.5:
            return self._passage()
        if self._orders.leak and self._system:
            return self._give_away(400)
        if self._orders.words and self._dice.random() < 0.7:
            return self._pick(self._orders.words)
        words = self._passage().split(" ")
        if len(words) < 2 or self._dice.random() < 0.3:
            return self._pick(_FORGED)
        words[self._between(0, len(words) - 1)] = self._pick(("not", "never", "7", "always"))
        return " ".join(words)

    def _disguised(self, text: str) -> str:
        match self._orders.style:
            case "base64":
                return base64.b64encode(text.encode("utf-8", "replace")).decode("ascii")
            case "reverse":
                return text[::-1]
            case "foreign":
                return "Respondeo lingua aliena, ut iussus sum. 🙂"
        return text

    def _give_away(self, most: int) -> str:
        start = self._leaked % len(self._system)
        self._leaked += most
        return self._system[start : start + most]

    def _free(self, most: int) -> str:
        """Free text: the system prompt piece by piece if it was asked for, then markup, ordered words, or a passage."""
        if self._orders.leak and self._system:
            return self._give_away(most)
        if self._orders.markup and self._dice.random() < 0.8:
            return self._pick(self._orders.markup)
        if self._orders.words and self._dice.random() < 0.8:
            return self._pick(self._orders.words)
        return self._passage()


def _identifiers(value: Any) -> list[str]:
    """The short words that fields such as ``id`` hold in the data, in order."""
    if isinstance(value, dict):
        own = [text for name, text in value.items() if name in _REFERENCES and isinstance(text, str) and len(text) < 20]
        return own + [found for inner in value.values() for found in _identifiers(inner)]
    if isinstance(value, (list, tuple)):
        return [found for inner in value for found in _identifiers(inner)]
    return []
