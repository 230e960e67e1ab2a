"""The case file: one debate with its perceptions, read and written. Must not know how perceptions become points.

A `Case` keeps the whole document beside what was understood of it, so that a field unknown here survives a round
trip.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import orjson

from dikast.core.debate import Debate, Speech
from dikast.core.moves import GraphReading, Move
from dikast.core.problems import InputError, Problem
from dikast.core.rubric import CRITERIA, Assessment, Fallacy, RubricReading
from dikast.record import parse, shape

Document: TypeAlias = dict[str, Any]
Reading: TypeAlias = GraphReading | RubricReading


@dataclass(frozen=True, slots=True)
class Case:
    """A case as read.

    Attributes:
        document: the whole JSON document, unknown fields included. Not to be changed in place.
        debate: motion, sides and speeches.
        method: ``graph/1`` or ``rubric/1``, None in a debate that nobody has judged.
        readings: the perceptions, one item per reading; empty in a debate that nobody has judged.
        several: whether the document lists its readings (and its ruling therefore tells their agreement).
        place: what messages call the source.
        warnings: what is odd but stops nothing.
    """

    document: Document
    debate: Debate
    method: str | None
    readings: tuple[Reading, ...]
    several: bool
    place: str
    warnings: tuple[Problem, ...] = ()


def read(data: bytes, place: str) -> Case:
    """Return the case in `data`, one JSON document in UTF-8.

    `place` names the source in messages. Raises `InputError` with every problem of the text (codes ``json.…``) or
    else of its fields (codes ``case.…``).
    """
    return from_document(parse.value(data, place), place)


def from_document(document: Any, place: str) -> Case:
    """Return the case in a parsed JSON document, which is kept, not copied. Problems as in `read`."""
    problems = shape.check(document, place)
    errors = [problem for problem in problems if problem.level == "error"]
    if not errors:
        errors = _offsets(document, place)
    if errors:
        raise InputError(errors)
    return Case(
        document,
        debate_of(document),
        document.get("method"),
        _readings(document),
        "readings" in document,
        place,
        tuple(problems),
    )


def write(document: Mapping[str, Any]) -> bytes:
    """Return a case document as a file for people: indented, keys in the document's order, UTF-8, a final newline."""
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def debate_of(document: Mapping[str, Any]) -> Debate:
    """Return the debate in a document of sound shape."""
    sides = document.get("sides") or {}
    return Debate(
        document.get("motion") or "",
        (sides["A"]["name"], sides["B"]["name"]) if sides else ("A", "B"),
        tuple(_speech(speech) for speech in document["speeches"]),
        document.get("format"),
        tuple(document.get("yielded") or ()),
    )


def _speech(item: Mapping[str, Any]) -> Speech:
    answers = item.get("answers") or ()
    return Speech(
        item["id"],
        item["side"],
        item.get("text"),
        item.get("speaker") or "",
        item.get("role") or "",
        item.get("closing"),
        (answers,) if isinstance(answers, str) else tuple(answers),
        item.get("concedes"),
        item.get("clarifies"),
    )


def _readings(document: Mapping[str, Any]) -> tuple[Reading, ...]:
    if document.get("method") == "rubric/1":
        return tuple(rubric_reading(reading) for reading in document.get("readings", ()))
    if "readings" in document:
        return tuple(graph_reading(reading) for reading in document["readings"])
    return (graph_reading(document),) if "moves" in document else ()


def graph_reading(item: Mapping[str, Any]) -> GraphReading:
    """Return one graph reading from an object of sound shape with ``moves`` and ``resolutions``."""
    return GraphReading(
        tuple(
            Move(
                move["id"],
                move["speech"],
                move["kind"],
                move.get("target"),
                move.get("quote") or "",
                move.get("weight") or "substantive",
                move.get("reach"),
                move.get("bearing"),
                bool(move.get("set_aside")),
            )
            for move in item["moves"]
        ),
        {resolution["rebuttal"]: resolution["outcome"] for resolution in item.get("resolutions", ())},
        item.get("judge") or "",
    )


def rubric_reading(items: list[Mapping[str, Any]]) -> RubricReading:
    """Return one rubric reading from a list of sound shape."""
    return RubricReading(tuple(_assessment(item) for item in items))


def _assessment(item: Mapping[str, Any]) -> Assessment:
    scores, engages = item.get("scores"), item.get("engages")
    logic, evidence, relevance, civility = CRITERIA
    return Assessment(
        item["post"],
        item.get("class") or "",
        True if engages is None else engages,
        bool(item.get("declined")),
        None if scores is None else (scores[logic], scores[evidence], scores[relevance], scores[civility]),
        tuple(
            Fallacy(flag["pattern"], flag["severity"], flag.get("quote") or "") for flag in item.get("fallacies") or ()
        ),
    )


def _offsets(document: Mapping[str, Any], place: str) -> list[Problem]:
    """Return a problem for every offset that lies outside its speech's text."""
    texts = {speech["id"]: speech.get("text") for speech in document["speeches"]}
    found = []
    for path, speech, holder, _, field in shape.quotes(document):
        at, text = holder.get(field), texts.get(speech)
        if at is not None and text is not None and at[1] > len(text):
            found.append(
                Problem(
                    "case.offset",
                    f"{place}: {path}.{field}",
                    f"ends at {at[1]}, but the text of {parse.shown(speech)} has {len(text)} characters",
                    "Offsets count characters (code points) of the speech's text, from 0.",
                )
            )
    return found
