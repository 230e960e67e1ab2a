"""``second-look/1`` (graph, blind): an unanswered attack's reach, and whether a later move quietly answers it.

The input has masked text and nothing else (the method, §4.1, 4). Must not know who spoke or when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from dikast.perception import frame
from dikast.perception.blinding import Blinded
from dikast.perception.leaks import said
from dikast.perception.port import Rejection, Request
from dikast.perception.questions.question import Question
from dikast.perception.questions.resolution import BECAUSE
from dikast.perception.questions.wording import prompt
from dikast.perception.schema import CONFIDENCE, Schema, choice, record, require, text

ID = "second-look/1"
REACHES = ("whole", "part", "none")


@dataclass(frozen=True, slots=True)
class SecondLookInput:
    """An unanswered attack.

    Attributes:
        claim, attack: their words.
        later: the later moves of the claim's side, in the order made; may be empty.
    """

    claim: Blinded
    attack: Blinded
    later: tuple[Blinded, ...] = ()


class SecondLook(NamedTuple):
    """What the second look found. `answer` is an index into the input's `later`, from 0, or None."""

    reach: Literal["whole", "part", "none"]
    answer: int | None
    because: str
    confidence: str


def request(asked: SecondLookInput) -> Request:
    """Return the blind request for one unanswered attack."""
    content = {
        "claim": asked.claim.text,
        "attack": asked.attack.text,
        "later": [{"number": at, "says": move.text} for at, move in enumerate(asked.later, 1)],
    }
    return Request(ID, prompt(ID), frame.data(content), _schema(len(asked.later)), blind=True, max_tokens=500)


def accept(asked: SecondLookInput, answer: Mapping[str, Any]) -> tuple[SecondLook, tuple[Rejection, ...]]:
    """Return reach and answer; nothing in this answer can be rejected by itself."""
    require(answer, _schema(len(asked.later)))
    number = answer["answer"]
    found = SecondLook(
        answer["reach"],
        None if number is None else number - 1,
        said(answer["because"], BECAUSE),
        answer["confidence"],
    )
    return found, ()


def _schema(later: int) -> Schema:
    number: Schema = {"type": ["integer", "null"], "enum": [None, *range(1, later + 1)]}
    return record(because=text(BECAUSE), reach=choice(REACHES), answer=number, confidence=choice(CONFIDENCE))


QUESTION = Question(ID, True, _schema(1), request, accept)
