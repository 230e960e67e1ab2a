"""The smallest sets of changed perceptions by trying them all, on plain dictionaries and the plain implementation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from tests.plain.rubric_plain import CLASSES, one

#: post, kind, field
Key = tuple[str, str, str]


def alternatives(case: dict[str, Any], every_score: bool) -> dict[Key, list[Any]]:
    """All values that each perception could have instead; of the scores all, or only 0 and 10."""
    posts = {post["id"]: post for post in case["speeches"]}
    found: dict[Key, list[Any]] = {}
    for mark in case["readings"][0]:
        name = mark["post"]
        if mark["declined"]:
            continue
        usable = CLASSES if mark["scores"] is not None else CLASSES[3:]
        found[name, "class", ""] = [kind for kind in usable if kind != mark["class"]]
        if posts[name]["answers"]:
            found[name, "engagement", ""] = [not mark["engages"]]
        for criterion, score in (mark["scores"] or {}).items():
            values = range(11) if every_score else {0, 10}
            found[name, "score", criterion] = [value for value in values if value != score]
        for place, flag in enumerate(mark["fallacies"]):
            earlier = sum(other["pattern"] == flag["pattern"] for other in mark["fallacies"][:place])
            label = flag["pattern"] + (f" ({earlier + 1})" if earlier else "")
            found[name, "fallacy", label] = [None, "minor" if flag["severity"] == "major" else "major"]
    return found


def changed(case: dict[str, Any], changes: dict[Key, Any]) -> list[dict[str, Any]]:
    """The reading of `case` with `changes` made."""
    touched = {post for post, _, _ in changes}
    reading: list[dict[str, Any]] = []
    for original in case["readings"][0]:
        if original["post"] not in touched:
            reading.append(original)
            continue
        mark = {**original, "scores": original["scores"] and dict(original["scores"])}
        reading.append(mark)
        flags = []
        for place, flag in enumerate(mark["fallacies"]):
            earlier = sum(other["pattern"] == flag["pattern"] for other in mark["fallacies"][:place])
            label = flag["pattern"] + (f" ({earlier + 1})" if earlier else "")
            severity = changes.get((mark["post"], "fallacy", label), flag["severity"])
            if severity is not None:
                flags.append({**flag, "severity": severity})
        mark["fallacies"] = flags
        for (post, kind, field), value in changes.items():
            if post == mark["post"] and kind == "class":
                mark["class"] = value
            elif post == mark["post"] and kind == "engagement":
                mark["engages"] = value
            elif post == mark["post"] and kind == "score":
                mark["scores"][field] = value
    return reading


def sets_of(case: dict[str, Any], size: int, every_score: bool) -> Iterator[frozenset[Key]]:
    """Every set of `size` perceptions that, read some other way, change the finding."""
    now = one(case, case["readings"][0])["finding"]
    options = alternatives(case, every_score)
    for keys in combinations(options, size):
        for values in product(*(options[key] for key in keys)):
            if one(case, changed(case, dict(zip(keys, values, strict=True))))["finding"] != now:
                yield frozenset(keys)
                break
