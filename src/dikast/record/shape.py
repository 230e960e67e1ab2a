"""The shape of a case: which fields there are, of what type, within what limits. Must not know a method's rules.

The names are those of the case format. An unknown field is left alone; whether a move may attack the move it
names is for the method to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from dikast.core.moves import BEARINGS, KINDS, OUTCOMES, REACHES, WEIGHTS
from dikast.core.problems import Problem
from dikast.core.rubric import CLASSES, CRITERIA, FALLACY_COST, TOP_SCORE
from dikast.record.parse import shown, step

#: The file version this code reads and writes.
VERSION = 1
#: A speech has at most this many characters (code points): four hours of talk.
MAX_SPEECH = 200_000
#: Ids, names and other labels have at most this many characters.
MAX_LABEL = 1_000

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
_KEPT = {
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


class Findings:
    """Collects the problems of one document."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.problems: list[Problem] = []

    def add(self, code: str, path: str, message: str, hint: str = "", name: str = "", *, warning: bool = False) -> None:
        """Add a problem at the JSON path `path` of the item named `name`."""
        where = f"{self.place}: {path}" if path else self.place
        self.problems.append(
            Problem(
                code,
                f"{where} ({shown(name)[1:-1]})" if name else where,
                message,
                hint,
                "warning" if warning else "error",
            )
        )

    def fields(self, item: Any, path: str, fields: Mapping[str, Field], key: str = "id") -> bool:
        """Check an object's known fields; return whether all of them are right."""
        if not isinstance(item, dict):
            self.add("case.type", path, f"is {shown(item)}, but must be an object")
            return False
        before = len(self.problems)
        label = item.get(key)
        name = label if isinstance(label, str) else ""
        for field, (rules, required) in fields.items():
            if field not in item:
                if required:
                    self.add("case.missing", path, f'has no "{field}", which must be {rules[0].says}', "", name)
                continue
            for rule in rules:
                if not rule.test(item[field]):
                    self.add(
                        rule.code,
                        step(path, field),
                        f"is {shown(item[field])}, but must be {rule.says}",
                        rule.hint,
                        name,
                    )
                    break
        return len(self.problems) == before

    def each(self, items: Any, path: str, fields: Mapping[str, Field], key: str = "id") -> None:
        """Check every object of a list."""
        if not isinstance(items, list):
            self.add("case.type", path, f"is {shown(items)}, but must be a list")
            return
        for i, item in enumerate(items):
            self.fields(item, step(path, i), fields, key)


def check(document: Any, place: str) -> list[Problem]:
    """Return everything wrong with the shape of a case document, `place` naming its source in the messages."""
    found = Findings(place)
    if not isinstance(document, dict):
        found.add("case.type", "", f"is {shown(document)}, but a case is one JSON object")
        return found.problems
    if not _version(document, found):
        return found.problems
    found.fields(document, "", TOP)
    _sides(document, found)
    _speeches(document, found)
    if isinstance(document.get("unjudged"), list):
        found.each(document["unjudged"], "unjudged", UNJUDGED, "role")
    for field, fields in _KEPT.items():
        if isinstance(document.get(field), list):
            found.each(document[field], field, fields)
    _readings(document, found)
    return found.problems


def _version(document: Mapping[str, Any], found: Findings) -> bool:
    if "dikast" not in document:
        found.add(
            "case.missing",
            "",
            f'has no "dikast", the file version, which must be {VERSION}',
            f'Add "dikast": {VERSION} if this is a case.',
        )
        return False
    version = document["dikast"]
    if type(version) is not int or version < 1:
        found.add("case.version", "dikast", f"is {shown(version)}, but must be {VERSION}")
        return False
    if version > VERSION:
        found.add(
            "case.version",
            "dikast",
            f"is {version}, a newer file version than {VERSION}, the newest read here",
            "Update Dikast, or export the case in the older version.",
        )
        return False
    return True


def _sides(document: Mapping[str, Any], found: Findings) -> None:
    sides = document.get("sides")
    if isinstance(sides, dict):
        for side in ("A", "B"):
            if side not in sides:
                found.add(
                    "case.side", "sides", f'has no side "{side}"', 'Name both: {"A": {"name": …}, "B": {"name": …}}.'
                )
        for side, about in sides.items():
            if side not in ("A", "B"):
                found.add("case.side", step("sides", side), f"is an unknown side {shown(side)}", "There are A and B.")
            else:
                found.fields(about, step("sides", side), {"name": Field(LABEL, True)}, "name")
    yielded = document.get("yielded")
    if isinstance(yielded, list):
        for i, side in enumerate(yielded):
            if side not in ("A", "B"):
                found.add("case.side", step("yielded", i), f'is {shown(side)}, but must be "A" or "B"')


def _speeches(document: Mapping[str, Any], found: Findings) -> None:
    speeches = document.get("speeches")
    if not isinstance(speeches, list):
        return
    found.each(speeches, "speeches", SPEECH)
    known: dict[str, int] = {}
    for i, speech in enumerate(speeches):
        name = speech.get("id") if isinstance(speech, dict) else None
        if not isinstance(name, str):
            continue
        if name in known:
            found.add(
                "case.duplicate-id",
                step(step("speeches", i), "id"),
                f"is the id of speeches[{known[name]}] too",
                "Give every speech its own id.",
                name,
            )
        known.setdefault(name, i)
        text = speech.get("text")
        if isinstance(text, str) and not _visible(text):
            found.add(
                "case.empty-speech",
                step(step("speeches", i), "text"),
                f"is empty: {shown(text)}",
                "Leave the speech out, or the text if it is not known.",
                name,
                warning=True,
            )
    for i, speech in enumerate(speeches if "readings" not in document else ()):  # a judged case's method checks them
        if isinstance(speech, dict):
            _references(speech, i, known, found)


def _references(speech: Mapping[str, Any], index: int, known: Mapping[str, int], found: Findings) -> None:
    for field in ("answers", "concedes", "clarifies"):
        ids = speech.get(field)
        path = step(step("speeches", index), field)
        for target in ids if isinstance(ids, list) else [ids]:
            if isinstance(target, str) and known.get(target, index) >= index:
                why = "which does not exist" if target not in known else "which is not an earlier one"
                found.add(
                    "case.dangling",
                    path,
                    f"names the speech {shown(target)}, {why}",
                    "Name the id of an earlier speech.",
                    str(speech.get("id", "")),
                )


def _visible(text: str) -> bool:
    return any(char.isprintable() and not char.isspace() for char in text)


def _readings(document: Mapping[str, Any], found: Findings) -> None:
    method, readings = document.get("method"), document.get("readings")
    held = [field for field in ("moves", "resolutions", "readings") if field in document]
    if held and method is None:
        found.add(
            "case.missing", "", f'has no "method", but perceptions in "{held[0]}"', f"Name one of {', '.join(METHODS)}."
        )
        return
    if "readings" in document and len(held) > 1:
        found.add(
            "case.readings",
            "readings",
            f'stands beside "{held[0]}"; perceptions go into one or the other',
            "Put each reading's moves and resolutions into its own item of readings.",
        )
    if method == "graph/1":
        _graph_reading(document, "", found)
        for i, reading in enumerate(readings if isinstance(readings, list) else ()):
            if found.fields(
                reading,
                step("readings", i),
                {"moves": Field(LIST, True), "resolutions": Field(LIST), "judge": Field(optional(LABEL))},
            ):
                _graph_reading(reading, step("readings", i), found)
    elif method == "rubric/1":
        for field in held:
            if field != "readings":
                found.add("case.readings", field, "belongs to the graph method, but the method is rubric/1")
        for i, reading in enumerate(readings if isinstance(readings, list) else ()):
            _rubric_reading(reading, step("readings", i), found)
    if isinstance(readings, list) and not readings:
        found.add("case.readings", "readings", "is empty", "Give at least one reading, or leave the field out.")


def _graph_reading(reading: Mapping[str, Any], path: str, found: Findings) -> None:
    for field, fields, key in (("moves", MOVE, "id"), ("resolutions", RESOLUTION, "rebuttal")):
        if isinstance(reading.get(field), list):
            found.each(reading[field], step(path, field), fields, key)
    resolutions = reading.get("resolutions")
    seen: set[str] = set()
    for i, resolution in enumerate(resolutions if isinstance(resolutions, list) else ()):
        rebuttal = resolution.get("rebuttal") if isinstance(resolution, dict) else None
        if isinstance(rebuttal, str):
            if rebuttal in seen:
                found.add(
                    "case.duplicate-id",
                    step(step(path, "resolutions"), i),
                    "resolves a rebuttal that is already resolved",
                    "Keep one outcome a rebuttal.",
                    rebuttal,
                )
            seen.add(rebuttal)


def _rubric_reading(reading: Any, path: str, found: Findings) -> None:
    found.each(reading, path, ASSESSMENT, "post")
    for i, assessment in enumerate(reading if isinstance(reading, list) else ()):
        if not isinstance(assessment, dict):
            continue
        where = step(path, i)
        if isinstance(assessment.get("scores"), dict):
            found.fields(assessment["scores"], step(where, "scores"), SCORES)
        if isinstance(assessment.get("fallacies"), list):
            found.each(assessment["fallacies"], step(where, "fallacies"), FALLACY, "pattern")


def quotes(document: Mapping[str, Any]) -> Iterable[tuple[str, str, Mapping[str, Any], str, str]]:
    """Yield path, speech id, holder, and the names of its quote and offset fields, for every quote of a case."""
    readings = document.get("readings") or []
    if document.get("method") == "graph/1":
        sets = [("", document), *((f"readings[{i}]", reading) for i, reading in enumerate(readings))]
        for path, reading in sets:
            for i, move in enumerate(reading.get("moves") or ()):
                yield step(step(path, "moves"), i), move["speech"], move, "quote", "at"
        return
    for i, reading in enumerate(readings):
        for j, assessment in enumerate(reading):
            path = f"readings[{i}][{j}]"
            yield path, assessment["post"], assessment, "engagement_quote", "engagement_at"
            for k, fallacy in enumerate(assessment.get("fallacies") or ()):
                yield f"{path}.fallacies[{k}]", assessment["post"], fallacy, "quote", "at"
