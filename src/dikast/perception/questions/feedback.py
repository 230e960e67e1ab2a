"""``feedback/1`` (graph): advice to both sides, from the finished ledger in words. It can change nothing.

Must not know the speeches beyond what the ledger says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from dikast.perception import frame
from dikast.perception.leaks import refuse
from dikast.perception.neutral import neutral
from dikast.perception.port import Fault, Rejection, Request
from dikast.perception.questions.question import Question
from dikast.perception.questions.stand import gives_verdict, takes_stand
from dikast.perception.questions.wording import prompt
from dikast.perception.schema import boolean, clip, record, require, text

ID = "feedback/1"
#: The most characters of one side's advice that are kept; the prompt asks for at most 80 words.
ADVICE = 900

_SCHEMA = record(A=text(ADVICE), B=text(ADVICE), takes_stand=boolean())


@dataclass(frozen=True, slots=True)
class FeedbackInput:
    """The motion, and what became of each claim and rebuttal, one line each, in words."""

    motion: str
    ledger: tuple[str, ...]


class Feedback(NamedTuple):
    """Advice to each side."""

    A: str
    B: str


def request(asked: FeedbackInput) -> Request:
    """Return the request for advice on a finished ledger."""
    content = {"motion": neutral(asked.motion), "ledger": [neutral(line) for line in asked.ledger]}
    return Request(ID, prompt(ID), frame.data(content), _SCHEMA, blind=False, max_tokens=700)


def accept(asked: FeedbackInput, answer: Mapping[str, Any]) -> tuple[Feedback, tuple[Rejection, ...]]:
    """Return the advice, or raise ``Fault("invalid", …)``.

    It may take no stand, give no verdict and repeat nothing of the instructions.
    """
    require(answer, _SCHEMA)
    if answer["takes_stand"]:
        raise Fault("invalid", "the advice takes a stand on the motion, by its own account")
    for side in ("A", "B"):
        advice = neutral(answer[side])
        if not advice.strip():
            raise Fault("invalid", f"no advice to {side}")
        refuse(advice, f"the advice to {side}")
        sentence = takes_stand(advice, asked.motion)
        if sentence is not None:
            raise Fault("invalid", f"the advice to {side} takes a stand on the motion: {clip(sentence, 200)}")
        sentence = gives_verdict(advice)
        if sentence is not None:
            raise Fault("invalid", f"the advice to {side} gives a verdict: {clip(sentence, 200)}")
    return Feedback(clip(neutral(answer["A"]), ADVICE), clip(neutral(answer["B"]), ADVICE)), ()


QUESTION = Question(ID, False, _SCHEMA, request, accept)
