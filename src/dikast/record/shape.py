"""The shape of a case: every field checked for its type and limits. Must not know a method's rules.

An unknown field is left alone; whether a move may attack the move it names is for the method to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dikast.core.problems import Problem
from dikast.record.form import (
    ASSESSMENT,
    FALLACY,
    KEPT,
    LABEL,
    LIST,
    METHODS,
    MOVE,
    RESOLUTION,
    SCORES,
    SPEECH,
    TOP,
    UNJUDGED,
    VERSION,
    Field,
    optional,
)
from dikast.record.parse import shown, step


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
    for field, fields in KEPT.items():
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
