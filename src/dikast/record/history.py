"""Amended perceptions as they were: undoing amendments, exactly. Must not know why anything was amended.

An amendment names an object by its kind, its id and its reading, a field of it, and the values before and after.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from dikast.core.problems import InputError, Problem
from dikast.record.case import Document
from dikast.record.parse import shown

#: Per kind of target: the field of the amendment that names it, the list of a reading that holds it ("" where the
#: reading is the list), and the field of an item that has its name.
TARGETS = {
    "resolution": ("rebuttal", "resolutions", "rebuttal"),
    "move": ("move", "moves", "id"),
    "assessment": ("post", "", "post"),
}
#: Fields that hold perceptions which can be amended.
PERCEIVED = ("moves", "resolutions", "readings")


def before(document: Mapping[str, Any], kept: int) -> Document:
    """Return a copy of a case document in which only the first `kept` amendments have been made to the perceptions;
    0 gives the perceptions as they were first made.

    Raises `InputError` (``amend.mismatch``) where an amendment does not fit the perceptions: its target is missing,
    or does not have the value that the amendment gave it.
    """
    amendments = document.get("amendments", [])
    if len(amendments) <= kept:
        return dict(document)
    undone: Document = {
        field: copy.deepcopy(value) if field in PERCEIVED else value for field, value in document.items()
    }
    for i in range(len(amendments) - 1, kept - 1, -1):
        amendment = amendments[i]
        holder, key = find(undone, amendment["target"], amendment["field"])
        if key not in holder or holder[key] != amendment.get("to"):
            raise InputError(
                Problem(
                    "amend.mismatch",
                    f"amendments[{i}]",
                    f"gave {named(amendment['target'])} the {key} {shown(amendment.get('to'))}, "
                    f"but it is {shown(holder.get(key))}",
                )
            )
        if "from" in amendment:
            holder[key] = amendment["from"]
        else:
            del holder[key]
    return undone


def find(document: Mapping[str, Any], target: Mapping[str, Any], field: Any) -> tuple[dict[str, Any], str]:
    """Return the object that an amendment's `target` and `field` mean (itself, not a copy), and the key within it.

    Raises `InputError` (``amend.target``) where there is no such object.
    """
    kind = target.get("kind")
    number = target.get("reading", 1)
    if not isinstance(kind, str) or kind not in TARGETS or type(number) is not int or not isinstance(field, str):
        raise InputError(
            Problem(
                "amend.target", named(target), "is nothing that can be amended", f"Amend one of: {', '.join(TARGETS)}."
            )
        )
    readings = document.get("readings", [document] if "moves" in document else [])
    if not 1 <= number <= len(readings):
        raise InputError(Problem("amend.target", named(target), f"there is no reading {number}"))
    reading = readings[number - 1]
    label, where, name = TARGETS[kind]
    if isinstance(reading, dict) != bool(where):
        raise InputError(Problem("amend.target", named(target), f"the case's method has no {kind}"))
    outer, _, inner = field.partition(".")
    for item in reading.get(where, ()) if where else reading:
        if item.get(name) == target.get(label):
            holder = item.get(outer) if inner else item
            if isinstance(holder, dict):
                return holder, inner or outer
    raise InputError(Problem("amend.target", named(target), f"does not exist, or has no {outer}"))


def named(target: Mapping[str, Any]) -> str:
    """Return an amendment's target in words: ``resolution r1 of reading 1``."""
    kind = target.get("kind")
    label = TARGETS[kind][0] if isinstance(kind, str) and kind in TARGETS else ""
    return f"{shown(kind)[1:-1]} {shown(target.get(label))[1:-1]} of reading {shown(target.get('reading', 1))}"
