"""What happened to the record: faults, amendments, versions, and the method and models that it was made with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dikast.record.exporters.fields import Entry, child, decimal, pair, strings, text, whole
from dikast.record.exporters.grounds import Asked
from dikast.record.exporters.head import finding_of
from dikast.record.exporters.source import Source


@dataclass(frozen=True, slots=True)
class Trouble:
    """One question that no judge answered usably."""

    question: str
    about: tuple[str, ...]
    kind: str
    message: str
    tries: int


@dataclass(frozen=True, slots=True)
class Change:
    """One amended answer."""

    what: str
    field: str
    before: str
    after: str
    who: str
    when: str
    why: str


@dataclass(frozen=True, slots=True)
class Version:
    """One ruling of this record, by number, with its finding, shares and totals."""

    number: int
    finding: str
    a: int | None
    b: int | None
    totals: tuple[str, str]
    current: bool


@dataclass(frozen=True, slots=True)
class Annals:
    """The record's own story."""

    troubles: tuple[Trouble, ...]
    changes: tuple[Change, ...]
    versions: tuple[Version, ...]
    method: str
    fingerprint: str
    models: tuple[str, ...]
    questions: tuple[str, ...]
    rejected: int
    tokens_in: int
    tokens_out: int
    seal: str


def annals(source: Source, answers: Mapping[str, Asked]) -> Annals:
    """Return the record's story for the foot of the page."""
    document = source.document
    changes = [one for one in document.get("amendments") or () if isinstance(one, Mapping)]
    rulings = [*source.earlier, *([source.ruling] if source.ruling is not None else [])]
    return Annals(
        tuple(
            Trouble(
                text(one, "question"),
                strings(one, "about"),
                text(one, "kind"),
                text(one, "message"),
                whole(one, "tries") or 1,
            )
            for one in source.faults
        ),
        tuple(
            Change(
                _target(source, child(one, "target")),
                text(one, "field"),
                _value(one, "from"),
                _value(one, "to"),
                text(one, "who"),
                text(one, "when"),
                text(one, "why"),
            )
            for one in changes
        ),
        tuple(_version(number, one, one is source.ruling) for number, one in enumerate(rulings, 1)),
        source.method,
        text(document, "fingerprint"),
        tuple(dict.fromkeys(one.model for one in answers.values() if one.model)),
        tuple(dict.fromkeys(one.question for one in answers.values() if one.question)),
        sum(len(one.rejected) for one in answers.values()),
        sum(one.tokens_in or 0 for one in answers.values()),
        sum(one.tokens_out or 0 for one in answers.values()),
        text(document, "seal"),
    )


def _target(source: Source, target: Entry) -> str:
    ref = text(target, "rebuttal") or text(target, "move") or text(target, "post") or text(target, "id")
    return f"{text(target, 'kind')} {source.label(ref)}".strip()


def _value(entry: Entry, key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else "" if value is None else str(value)


def _version(number: int, ruling: Entry, current: bool) -> Version:
    line, totals = child(ruling, "scoreline"), pair(ruling, "totals")
    return Version(
        whole(ruling, "version") or number,
        finding_of(ruling),
        whole(line, "A"),
        whole(line, "B"),
        (decimal(totals[0]), decimal(totals[1])),
        current,
    )
