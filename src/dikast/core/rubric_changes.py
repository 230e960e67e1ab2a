"""The single changes of a rubric reading: which perceptions could be read differently, and a reading so changed.

Must not know what a change does to the finding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dikast.core.debate import Speech
from dikast.core.robustness import Change
from dikast.core.rubric import CLASSES, CRITERIA, JUDGE, SCORED, TOP_SCORE, Assessment, quality_units

#: `Change.after` of a flag that is taken away.
NO_FLAG = "none"


class Key(NamedTuple):
    """The perception that a change is about: a post, the kind of change, and the part of it."""

    ref: str
    kind: str
    field: str


def key_of(change: Change) -> Key:
    """Return the perception that `change` is about."""
    return Key(change.ref, change.kind, change.field)


def flag_names(assessment: Assessment) -> list[str]:
    """Return a name for each flag of a post: its pattern, numbered from the second of the same pattern on."""
    names: list[str] = []
    for place, flag in enumerate(assessment.fallacies):
        same = sum(other.pattern == flag.pattern for other in assessment.fallacies[:place])
        names.append(f"{flag.pattern} ({same + 1})" if same else flag.pattern)
    return names


def altered(assessment: Assessment, changes: Iterable[Change]) -> Assessment:
    """Return `assessment` with `changes`, all of them about its post and each about another perception."""
    names = flag_names(assessment)
    flags = dict(zip(names, assessment.fallacies, strict=True))
    result = assessment
    for change in changes:
        if change.kind == "class":
            result = result._replace(cls=change.after)
        elif change.kind == "engagement":
            result = result._replace(engages=change.after == "true")
        elif change.kind == "score" and result.scores is not None:
            scores = list(result.scores)
            scores[CRITERIA.index(change.field)] = int(change.after)
            result = result._replace(scores=(scores[0], scores[1], scores[2], scores[3]))
        elif change.after == NO_FLAG:
            del flags[change.field]
        else:
            flags[change.field] = flags[change.field]._replace(severity=change.after)
    return result._replace(fallacies=tuple(flags.values()))


def class_changes(assessment: Assessment) -> list[Change]:
    """Return the other classes that the post could have been given."""
    if assessment.declined:
        return []
    return [
        Change("class", assessment.post, assessment.cls, cls)
        for cls in CLASSES
        if cls != assessment.cls and (cls not in SCORED or assessment.scores is not None)
    ]


def engagement_changes(speech: Speech, assessment: Assessment) -> list[Change]:
    """Return the other reading of the post's engagement, if it answers anything."""
    if assessment.declined or not speech.answers:
        return []
    before, after = ("true", "false") if assessment.engages else ("false", "true")
    return [Change("engagement", assessment.post, before, after)]


def score_changes(assessment: Assessment, direction: int) -> list[list[Change]]:
    """Return, for each criterion that can move the quality up (1) or down (-1), its changes from mild to extreme."""
    if assessment.declined or assessment.scores is None:
        return []
    result = []
    for name, value in zip(CRITERIA, assessment.scores, strict=True):
        values = range(value + 1, TOP_SCORE + 1) if direction > 0 else range(value - 1, -1, -1)
        if values:
            result.append([Change("score", assessment.post, str(value), str(other), name) for other in values])
    return result


def flag_changes(assessment: Assessment, direction: int) -> list[list[Change]]:
    """Return, for each flag that can move the quality up (1) or down (-1), its changes from mild to extreme."""
    if assessment.declined:
        return []
    result = []
    for name, flag in zip(flag_names(assessment), assessment.fallacies, strict=True):
        afters: list[str] = []
        if flag.pattern != JUDGE and flag.severity == ("major" if direction > 0 else "minor"):
            afters.append("minor" if direction > 0 else "major")
        if direction > 0:
            afters.append(NO_FLAG)
        if afters:
            result.append([Change("fallacy", assessment.post, flag.severity, after, name) for after in afters])
    return result


class Gain(NamedTuple):
    """Changes of a post's quality that only help together, and how much they help in the direction asked for."""

    amount: int
    changes: tuple[Change, ...]


def gains(assessment: Assessment, direction: int) -> list[Gain]:
    """Return everything that can move a post's quality up (1) or down (-1), were it of a class that has one.

    Each criterion and each flag helps by itself, taken to its extreme; several flags for addressing the judge, which
    cost once, help only when all are taken away. Amounts are in twentieths (`rubric.UNITS`), above 0.
    """
    scored = assessment._replace(cls=SCORED[0])
    if assessment.scores is None or assessment.declined:
        return []
    now = quality_units(scored)
    steps = [ladder[-1] for ladder in score_changes(assessment, direction) + flag_changes(assessment, direction)]
    to_judge = tuple(step for step in steps if step.kind == "fallacy" and step.field.startswith(JUDGE))
    alone = [(step,) for step in steps if step not in to_judge]
    candidates = [*alone, to_judge] if to_judge else alone
    amounts = [direction * (quality_units(altered(scored, changes)) - now) for changes in candidates]
    return [Gain(amount, changes) for amount, changes in zip(amounts, candidates, strict=True) if amount > 0]
