"""The fields of a case: their names, types and limits, as data. Must not know how they are checked or told.

The names are those of the case format, the words they may hold those of the methods.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from dikast.core.moves import BEARINGS, KINDS, OUTCOMES, REACHES, WEIGHTS
from dikast.core.rubric import CLASSES, CRITERIA, FALLACY_COST, TOP_SCORE

#: The file version this code reads and writes.
VERSION = 1
#: A speech has at most this many characters (code points): four hours of talk.
MAX_SPEECH = 200_000
#: Ids, names and other labels have at most this many characters.
MAX_LABEL = 1_000

#: The methods there are.
METHODS = ("graph/1", "rubric/1")

#: Control characters with no place in a text: all but tab, line feed, carriage return and next line.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")


class Rule(NamedTuple):
    """One rule for a value: the code of the problem, what the value must be, the test, and what to do."""

    code: str
    says: str
    test: Callable[[Any], bool]
    hint: str = ""


class Field(NamedTuple):
    """The rules for a field, tried in order, and whether it must be there."""

    rules: tuple[Rule, ...]
    required: bool = False


def one_of(*values: str) -> tuple[Rule, ...]:
    """Return the rule that a value is one of `values`."""
    spelled = ", ".join(f'"{item}"' for item in values)
    return (Rule("case.choice", f"one of {spelled}", lambda item: isinstance(item, str) and item in values),)


def _whole(low: int, high: int) -> tuple[Rule, ...]:
    return (
        Rule(
            "case.number",
            f"a whole number from {low} to {high}",
            lambda item: type(item) is int and low <= item <= high,
        ),
    )


def _text(limit: int, what: str = "a string") -> tuple[Rule, ...]:
    return (
        Rule("case.type", what, lambda item: isinstance(item, str)),
        Rule(
            "case.control",
            "free of control characters",
            lambda item: not CONTROL.search(item),
            "Remove the control characters; a wrong character set when the file was made often causes them.",
        ),
        Rule(
            "case.length", f"at most {limit:,} characters long", lambda item: len(item) <= limit, "Split or shorten it."
        ),
    )


def optional(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Return `rules`, null allowed."""
    return tuple(
        rule._replace(says=f"{rule.says}, or null" if i == 0 else rule.says, test=_or_none(rule.test))
        for i, rule in enumerate(rules)
    )


def _or_none(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda item: item is None or test(item)


def _is_ids(item: object) -> bool:
    return (
        item is None
        or isinstance(item, str)
        or (isinstance(item, list) and all(isinstance(entry, str) for entry in item))
    )


def _is_span(item: object) -> bool:
    return (
        isinstance(item, list) and len(item) == 2 and all(type(end) is int for end in item) and 0 <= item[0] <= item[1]
    )


LABEL = _text(MAX_LABEL)
ID = (*LABEL, Rule("case.id", "a name of at least one character", lambda item: bool(item.strip())))
SIDE = (one_of("A", "B")[0]._replace(code="case.side", hint="There are the sides A and B."),)
FLAG = (Rule("case.type", "true or false", lambda item: isinstance(item, bool)),)
LIST = (Rule("case.type", "a list", lambda item: isinstance(item, list)),)
OBJECT = (Rule("case.type", "an object", lambda item: isinstance(item, dict)),)
STRING = (Rule("case.type", "a string", lambda item: isinstance(item, str)),)
WORDS = _text(MAX_SPEECH)
SPAN = (Rule("case.offset", "two whole numbers [start, end] with 0 ≤ start ≤ end", _is_span),)

SPEECH = {
    "id": Field(ID, True),
    "side": Field(SIDE, True),
    "text": Field(optional(WORDS)),
    "speaker": Field(optional(LABEL)),
    "role": Field(optional(LABEL)),
    "closing": Field(optional(FLAG)),
    "answers": Field((Rule("case.type", "an id, a list of ids, or null", _is_ids),)),
    "concedes": Field(optional(ID)),
    "clarifies": Field(optional(ID)),
}
UNJUDGED = {
    "after": Field(optional(ID)),
    "role": Field(LABEL, True),
    "speaker": Field(optional(LABEL)),
    "text": Field(WORDS, True),
}
MOVE = {
    "id": Field(ID, True),
    "speech": Field(ID, True),
    "kind": Field(one_of(*KINDS), True),
    "target": Field(optional(ID)),
    "quote": Field(optional(WORDS)),
    "weight": Field(optional(one_of(*WEIGHTS))),
    "reach": Field(optional(one_of(*REACHES))),
    "bearing": Field(optional(one_of(*BEARINGS))),
    "set_aside": Field(optional(FLAG)),
    "at": Field(optional(SPAN)),
    "perception": Field(optional(ID)),
    "second_look": Field(optional(ID)),
}
RESOLUTION = {
    "rebuttal": Field(ID, True),
    "outcome": Field(one_of(*OUTCOMES), True),
    "perception": Field(optional(ID)),
}
ASSESSMENT = {
    "post": Field(ID, True),
    "class": Field(one_of(*CLASSES)),
    "engages": Field(optional(FLAG)),
    "declined": Field(optional(FLAG)),
    "scores": Field(optional(OBJECT)),
    "fallacies": Field(optional(LIST)),
    "engagement_quote": Field(optional(WORDS)),
    "engagement_at": Field(optional(SPAN)),
    "perception": Field(optional(ID)),
}
SCORES = {criterion: Field(_whole(0, TOP_SCORE), True) for criterion in CRITERIA}
FALLACY = {
    "pattern": Field(ID, True),
    "severity": Field(one_of(*FALLACY_COST), True),
    "quote": Field(optional(WORDS)),
    "at": Field(optional(SPAN)),
}
TOP = {
    "method": Field(optional(one_of(*METHODS))),
    "format": Field(optional(LABEL)),
    "motion": Field(optional(WORDS)),
    "lang": Field(optional(LABEL)),
    "sides": Field(OBJECT),
    "speeches": Field(LIST, True),
    "yielded": Field(LIST),
    "unjudged": Field(LIST),
    "moves": Field(LIST),
    "resolutions": Field(LIST),
    "readings": Field(LIST),
    "perceptions": Field(LIST),
    "prompts": Field(OBJECT),
    "amendments": Field(LIST),
    "rulings": Field(LIST),
    "record": Field(LIST),
    "faults": Field(LIST),
    "seal": Field(STRING),
    "fingerprint": Field(optional(STRING)),
}
#: Lists of objects that the record keeps beside what scoring reads.
KEPT = {
    "perceptions": {
        "id": Field(ID, True),
        "prompt": Field(optional(STRING)),
        "input": Field(optional(STRING)),
        "reply": Field(optional(STRING)),
    },
    "amendments": {
        "id": Field(ID, True),
        "target": Field(OBJECT, True),
        "field": Field(STRING, True),
        "who": Field(LABEL, True),
        "when": Field(LABEL, True),
        "why": Field(WORDS, True),
    },
    "rulings": {"version": Field(_whole(1, 1_000_000), True)},
    "record": {
        "kind": Field(STRING, True),
        "id": Field(STRING, True),
        "content": Field(STRING, True),
        "parent": Field(optional(STRING), True),
        "hash": Field(STRING, True),
    },
    "faults": {},
}
