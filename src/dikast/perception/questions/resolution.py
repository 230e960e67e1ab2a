"""``resolution/1`` (graph, blind): did the claim hold against an answered attack? (the method, §4.1, 3)

The input has masked text and nothing else. Must not know who spoke, when, or about what motion.
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
from dikast.perception.questions.wording import prompt
from dikast.perception.schema import CONFIDENCE, choice, record, require, text

ID = "resolution/1"
OUTCOMES = ("held", "dented", "broke")
#: The most characters of an explanation that are kept.
BECAUSE = 600

_SCHEMA = record(because=text(BECAUSE), outcome=choice(OUTCOMES), confidence=choice(CONFIDENCE))


class Turn(NamedTuple):
    """One answer of the claim's owner, or one renewal by the attacker."""

    by: Literal["owner", "attacker"]
    text: Blinded


@dataclass(frozen=True, slots=True)
class ResolutionInput:
    """A clash: the claim, the attack, and everything said in its thread, in order. At least one answer."""

    claim: Blinded
    attack: Blinded
    thread: tuple[Turn, ...]


class Resolution(NamedTuple):
    """How the clash came out, and why."""

    outcome: Literal["held", "dented", "broke"]
    because: str
    confidence: str


def request(asked: ResolutionInput) -> Request:
    """Return the blind request for one clash."""
    content = {
        "claim": asked.claim.text,
        "attack": asked.attack.text,
        "thread": [{"by": turn.by, "says": turn.text.text} for turn in asked.thread],
    }
    return Request(ID, prompt(ID), frame.data(content), _SCHEMA, blind=True, max_tokens=500)


def accept(asked: ResolutionInput, answer: Mapping[str, Any]) -> tuple[Resolution, tuple[Rejection, ...]]:
    """Return the outcome; nothing in this answer can be rejected by itself."""
    require(answer, _SCHEMA)
    return Resolution(answer["outcome"], said(answer["because"], BECAUSE), answer["confidence"]), ()


QUESTION = Question(ID, True, _SCHEMA, request, accept)
