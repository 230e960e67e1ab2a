"""A judge without a model: answers that fit the schema and quote what was really said, fixed by the request alone.

What it says is neither clever nor just, but it leads to real clashes, and the same request always gets the same
answer, over HTTP (`loopback`) as in this process. Must not know what an answer is worth.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dikast.perception.port import Fault, Reply, Request
from dikast.perception.providers.chat import SEED, sampling

Json = dict[str, Any]
#: What a test makes this judge say: data in place of its own, a fault, or None for its own answer.
Override = Callable[[Request, Json], Json | Fault | None]

#: Kind of move → how often it is chosen where it can be.
_KINDS = {"claim": 3.0, "rebuttal": 5.0, "defense": 3.5, "renewal": 1.0, "concession": 0.4}
#: The most moves of one speech.
_MOST_MOVES = 8
#: One first try in so many is unusable, so that second tries are part of every judging.
_UNUSABLE_IN = 9
_SAID = (
    "The answer takes up what was attacked and gives a ground for it.",
    "Part of the attack is met and part of it is left.",
    "The words speak of something else than the claim does.",
    "Say sooner which of the claims carries the case.",
)
_SENTENCE = re.compile(r"(?<=[.!?\u061f])\s+|\n+")


def data_of(user: str) -> Json:
    """Return what a request shows, from between its markers."""
    data: Json = json.loads(user.split("\n")[1])
    return data


def reply_to(user: str, schema: Mapping[str, Any], seed: int) -> str:
    """Return the answer to a request, as JSON. Another wording of the prompt gets the same one.

    Args:
        user: the framed data.
        schema: what the answer must fit.
        seed: the try's seed on the wire; another one gives another answer.
    """
    digest = hashlib.sha256(json.dumps([user, seed]).encode()).digest()
    dice = random.Random(int.from_bytes(digest, "big"))
    first_try = (seed - SEED) % 1000 == 0
    if first_try and digest[0] % _UNUSABLE_IN == 0:
        return json.dumps({"moved": "on"})
    data = data_of(user)
    if "moves" in schema["properties"]:
        return json.dumps(_moves(data, schema, dice))
    return json.dumps(_value("", schema, dice, _sentences(data.get("post", ""))))


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in _SENTENCE.split(text) if len(sentence.split()) >= 3]


def _moves(data: Json, schema: Mapping[str, Any], dice: random.Random) -> Json:
    items = schema["properties"]["moves"]["items"]
    options = items.get("anyOf", [items])
    by_kind = {option["properties"]["kind"]["enum"][0]: option for option in options}
    kinds = list(by_kind)
    sentences = _sentences(data["speech"])
    chosen = sorted(dice.sample(range(len(sentences)), min(len(sentences), dice.randint(4, _MOST_MOVES))))
    made = []
    for at in chosen:
        (kind,) = dice.choices(kinds, [_KINDS[kind] for kind in kinds])
        move = _value("", by_kind[kind], dice, [sentences[at]])
        made.append(move | {"quote": sentences[at]})
    return {"moves": made}


def _value(name: str, schema: Mapping[str, Any], dice: random.Random, sentences: list[str]) -> Any:
    if name == "takes_stand":
        return False
    if name == "class":
        return dice.choice([*schema["enum"][:2], *schema["enum"][:2], *schema["enum"]])
    if "anyOf" in schema:
        return _value(name, schema["anyOf"][0], dice, sentences)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    match schema["type"]:
        case "object":
            return {key: _value(key, part, dice, sentences) for key, part in schema["properties"].items()}
        case "array":
            most = min(2, schema.get("maxItems", 2))
            return [_value(name, schema["items"], dice, sentences) for _ in range(dice.randint(0, most))]
        case "integer":
            return dice.randint(schema["minimum"], schema["maximum"])
        case "boolean":
            return dice.random() < (0.85 if name == "engages" else 0.1)
    if "quote" in name:
        return dice.choice(sentences) if sentences else ""
    return dice.choice(_SAID)[: schema.get("maxLength", 400)]


@dataclass(eq=False)
class PlausibleJudge:
    """The judge in this process; it keeps every request that reaches it.

    Args:
        name: how a user would name it.
        override: what it is made to say instead.
        delay: seconds before an answer, asked anew for each call.
        concurrency: calls under way at once.
    """

    name: str = "plausible"
    override: Override = lambda request, data: None
    delay: Callable[[], float] = lambda: 0.0
    concurrency: int = 8
    model: str = "plausible"
    asked: list[Request] = field(default_factory=list)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """As the judges have them that it stands in for."""
        return {"seed": SEED}

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        """Answer by the request alone."""
        self.asked.append(request)
        await asyncio.sleep(self.delay())
        ordered = self.override(request, data_of(request.user))
        if isinstance(ordered, Fault):
            raise ordered
        if ordered is None:
            raw = reply_to(request.user, request.schema, sampling(reading, attempt)[1])
        else:
            raw = json.dumps(ordered)
        return Reply(raw, json.loads(raw), len(request.user) // 4, len(raw) // 4, "0", self.model)

    async def close(self) -> None:
        """Nothing is held."""

    def about(self, question: str) -> list[Json]:
        """Return what was shown with a question, in the order asked, repeats included."""
        return [data_of(request.user) for request in self.asked if request.question == question]
