"""Amendments: a person changes a perception, with who, when and why. Must not know how to change a number.

What is amended is what was perceived, never what follows from it: the ruling is derived again and appended as a new
version, and earlier versions stay. An amendment keeps the value it replaced, so that every earlier state of the
perceptions can be had back exactly.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from dikast.core.moves import BEARINGS, OUTCOMES, REACHES, WEIGHTS
from dikast.core.problems import InputError, Problem
from dikast.core.rubric import CLASSES, CRITERIA, TOP_SCORE
from dikast.record.case import Document, from_document
from dikast.record.derive import sealed_ruling
from dikast.record.history import TARGETS, find, named
from dikast.record.parse import shown
from dikast.record.seal import seal
from dikast.record.verify import intact

#: What an amendment's time looks like: UTC, to the second.
_WHEN = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")


class Change(NamedTuple):
    """One perception read differently.

    Attributes:
        kind: ``resolution``, ``move`` or ``assessment``.
        of: the rebuttal's, move's or post's id.
        field: ``outcome``; ``weight``, ``bearing``, ``reach`` or ``set_aside``; ``class``, ``engages``, ``declined``,
            ``scores`` or one of its four criteria as ``scores.logic``, or ``fallacies`` (the flags that remain).
        to: the new value.
        reading: which reading, from 1.
    """

    kind: str
    of: str
    field: str
    to: Any
    reading: int = 1


def _among(*values: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in values


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_score(value: Any) -> bool:
    return type(value) is int and 0 <= value <= TOP_SCORE


#: What may be changed of each kind of target, and to what.
_FIELDS: Mapping[str, Mapping[str, Callable[[Any], bool]]] = {
    "resolution": {"outcome": _among(*OUTCOMES)},
    "move": {
        "weight": _among(*WEIGHTS),
        "bearing": _among(*BEARINGS),
        "reach": _among(*REACHES),
        "set_aside": _is_flag,
    },
    "assessment": {
        "class": _among(*CLASSES),
        "engages": _is_flag,
        "declined": _is_flag,
        "fallacies": lambda value: isinstance(value, list),
        "scores": lambda value: isinstance(value, dict),
        **{f"scores.{criterion}": _is_score for criterion in CRITERIA},
    },
}


def amend(document: Mapping[str, Any], change: Change, who: str, when: str, why: str) -> Document:
    """Return a sealed copy of a judged case with one perception changed and a new version of its ruling.

    Args:
        document: a case with at least one ruling.
        change: what to read differently.
        who: the person who amends.
        when: the time in UTC, ``2026-05-03T10:00:00Z``.
        why: the reason, shown with the ruling.

    Raises `InputError` (codes ``amend.…``, or those of the method if what follows cannot be scored).
    """
    from_document(document, "case")
    problems = [*_occasion(document, who, when, why), *_permitted(change)] or [*intact(document, "case")]
    if problems:
        raise InputError(problems)
    amended: Document = copy.deepcopy(dict(document))
    target = {"kind": change.kind, TARGETS[change.kind][0]: change.of, "reading": change.reading}
    amendment: dict[str, Any] = {
        "id": f"a{len(amended.get('amendments', ())) + 1}",
        "target": target,
        "field": change.field,
    }
    holder, key = find(amended, target, change.field)
    if key in holder:
        amendment["from"] = holder[key]
    if "from" in amendment and amendment["from"] == change.to and type(amendment["from"]) is type(change.to):
        raise InputError(Problem("amend.same", named(target), f"{change.field} already is {shown(change.to)}"))
    if change.field == "fallacies" and any(flag not in amendment.get("from", ()) for flag in change.to):
        raise InputError(
            Problem(
                "amend.value",
                named(target),
                "a flag can be removed, not added or changed",
                "Give the flags that remain, as they are.",
            )
        )
    holder[key] = copy.deepcopy(change.to)
    amendment |= {"to": copy.deepcopy(change.to), "who": who, "when": when, "why": why}
    amended.setdefault("amendments", []).append(amendment)
    case = from_document(amended, "case")
    amended["rulings"] = [*amended["rulings"], sealed_ruling(case, len(amended["rulings"]) + 1)]
    return seal(amended)


def _occasion(document: Mapping[str, Any], who: str, when: str, why: str) -> list[Problem]:
    problems = []
    if not document.get("rulings"):
        problems.append(Problem("amend.no-ruling", "rulings", "the case has no ruling to amend", "Judge it first."))
    problems += [
        Problem("amend.reason", name, f"is empty: an amendment needs {name}")
        for name, value in (("who", who), ("why", why))
        if not value.strip()
    ]
    if not _WHEN.fullmatch(when):
        problems.append(
            Problem(
                "amend.when",
                "when",
                f"is {shown(when)}, but must be a time in UTC",
                "Write it as 2026-05-03T10:00:00Z.",
            )
        )
    return problems


def _permitted(change: Change) -> list[Problem]:
    if change.kind not in _FIELDS:
        return [
            Problem(
                "amend.target",
                "target",
                f"{shown(change.kind)} cannot be amended",
                f"Amend one of: {', '.join(_FIELDS)}.",
            )
        ]
    test = _FIELDS[change.kind].get(change.field)
    if test is None:
        return [
            Problem(
                "amend.field",
                change.of,
                f"{shown(change.field)} of a {change.kind} cannot be amended",
                f"Amend one of: {', '.join(_FIELDS[change.kind])}.",
            )
        ]
    if not test(change.to):
        return [Problem("amend.value", change.of, f"{shown(change.to)} is no value for {change.field}")]
    return []
