"""Counts judged cases again from their stored perceptions. Must not know files, tables or models."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from dikast.core.problems import InputError, Problem
from dikast.judging import fingerprint
from dikast.record import case as cases
from dikast.record.case import Case
from dikast.record.derive import sealed_ruling
from dikast.record.seal import seal
from dikast.record.verify import intact


@dataclass(frozen=True, slots=True)
class Recount:
    """What came of counting a case again.

    Attributes:
        same: whether the ruling is the one it had; False also where it could not be counted.
        document: the case with its new ruling, None where it is the same or could not be counted.
        reason: why it could not be counted (a problem's code and words), "".
    """

    same: bool
    document: dict[str, Any] | None = None
    reason: str = ""


def recount(text: bytes, place: str, method: str) -> Recount:
    """Count a case again that is given as JSON; made for processes of a pool.

    Args:
        text: the case.
        place: what to call it.
        method: the method version to count by.
    """
    try:
        document, same = counted_again(cases.read(text, place), method)
    except InputError as error:
        return Recount(False, None, f"{error.problems[0].code}: {error.problems[0].message}")
    except json.JSONDecodeError as error:
        return Recount(False, None, f"case.unreadable: {error}")
    return Recount(same, None if same else document)


def counted_again(case: Case, method: str) -> tuple[dict[str, Any], bool]:
    """Return the case with its current ruling counted anew, and whether that ruling is the one it had.

    Raises:
        InputError: it holds another method's perceptions, another version's, or is not intact.
    """
    if case.method not in (None, method):  # a debate that nobody judged fails below, with words of its own
        raise InputError(
            Problem(
                "rescore.method",
                f"{case.place}: method",
                f"holds perceptions for {case.method}, and {method} asks other questions",
                f"Have the debate judged: dikast judge {case.place} --method {method}",
            )
        )
    pinned = case.document.get("fingerprint")
    if pinned not in (None, fingerprint(method)):
        raise InputError(
            Problem(
                "method.fingerprint",
                f"{case.place}: fingerprint",
                f"was judged under {method} with fingerprint {pinned}, and this Dikast has {fingerprint(method)}",
                "Count it with the version of Dikast that judged it.",
            )
        )
    problems = intact(case.document, case.place)
    if problems:
        raise InputError(problems)
    earlier = case.document.get("rulings") or []
    ruling = sealed_ruling(case, max(len(earlier), 1))
    if earlier and earlier[-1] == ruling:
        return dict(case.document), True
    document = case.document | {"rulings": [*earlier[:-1], ruling]}
    if earlier:
        document["superseded"] = [*case.document.get("superseded", []), earlier[-1]]
    return seal(document), False
