"""Verification: does a case hold together? Must not know who made it, and asks nobody.

Checked are the seal over the whole, the chain of the record, every piece against its entry, the order of the
pieces, every quote word for word at its offset, every reference to a perception, and every version of the ruling,
derived again from the perceptions as they were then. What cannot be checked is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dikast.core.problems import InputError, Problem
from dikast.core.text import fold, same_words
from dikast.record import shape
from dikast.record.canonical import digest
from dikast.record.case import Case, from_document, read
from dikast.record.derive import ruling, sealed_ruling
from dikast.record.history import before
from dikast.record.parse import shown, step
from dikast.record.seal import Piece, pieces

_ENTRY = {"kind", "id", "content", "parent", "hash"}


@dataclass(frozen=True, slots=True)
class Verification:
    """What verification found.

    Attributes:
        problems: everything that does not hold; empty if all that could be checked does.
        unchecked: in words, what could not be checked because the case does not hold it.
        checked: how many entries of the record, quotes and rulings were checked.
    """

    problems: tuple[Problem, ...]
    unchecked: tuple[str, ...]
    checked: Mapping[str, int]

    @property
    def ok(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.problems


def verify(source: bytes | Mapping[str, Any], place: str = "case") -> Verification:
    """Return what holds and what does not in a case, given as a file's bytes or a parsed document.

    `place` names the source in the problems (codes ``verify.…``, or those of reading where it cannot be read).
    Nothing is raised: a case that cannot be read is one more thing found wrong.
    """
    try:
        case = read(source, place) if isinstance(source, bytes) else from_document(source, place)
    except InputError as error:
        return Verification(error.problems, ("everything else: the case cannot be read",), {})
    problems: list[Problem] = []
    unchecked: list[str] = [f"what is odd: {warning}" for warning in case.warnings]
    checked = {
        "entries": _record(case, problems, unchecked),
        "quotes": _quotes(case, problems, unchecked),
        "rulings": _rulings(case, problems, unchecked),
    }
    problems += _citations(case)
    return Verification(tuple(problems), tuple(unchecked), checked)


def intact(document: Mapping[str, Any], place: str) -> tuple[Problem, ...]:
    """Return why a sealed case must not be sealed anew: everything that does not hold in it. An unsealed one may."""
    if "seal" not in document and "record" not in document:
        return ()
    return verify(document, place).problems


def _record(case: Case, problems: list[Problem], unchecked: list[str]) -> int:
    document, place = case.document, case.place
    if "record" not in document and "seal" not in document:
        unchecked.append("whether anything was changed: the case is not sealed")
        return 0
    for field, code in (("record", "verify.record"), ("seal", "verify.seal")):
        if field not in document:
            problems.append(
                Problem(code, place, f"the case is sealed, but its {field} is gone", "Get an unchanged copy.")
            )
    if "seal" in document:
        whole = digest({field: value for field, value in document.items() if field != "seal"})
        if document["seal"] != whole:
            problems.append(
                Problem(
                    "verify.seal",
                    f"{place}: seal",
                    f"is {shown(document['seal'])}, but the case's hash is {shown(whole)}: something in it was changed",
                    "Get an unchanged copy.",
                )
            )
    record = document.get("record", [])
    problems += _chain(record, place)
    try:
        first: Mapping[str, Any] = before(document, 0)
    except InputError as error:
        problems += [_under(problem, place) for problem in error.problems]
        first = document
    if "record" in document:
        problems += _contents(list(pieces(document, first)), record, place)
    return len(record)


def _chain(record: list[Mapping[str, Any]], place: str) -> Iterator[Problem]:
    parent = None
    for i, entry in enumerate(record):
        where = f"{place}: record[{i}] ({shown(entry['kind'])[1:-1]} {shown(entry['id'])[1:-1]})"
        for field in sorted(entry.keys() - _ENTRY):
            yield Problem("verify.chain", where, f"has a field {shown(field)} that no entry has")
        if entry["parent"] != parent:
            yield Problem(
                "verify.chain",
                where,
                f"names the parent {shown(entry['parent'])}, but the entry before it is {shown(parent)}",
                "Entries were moved, added or taken away here, or one was changed.",
            )
        made = digest({field: entry[field] for field in sorted(_ENTRY - {"hash"})})
        if entry["hash"] != made:
            yield Problem(
                "verify.chain",
                where,
                f"has the hash {shown(entry['hash'])}, but its content's is {shown(made)}",
                "The entry was changed.",
            )
        parent = entry["hash"]


def _contents(found: list[Piece], record: list[Mapping[str, Any]], place: str) -> Iterator[Problem]:
    """Compare the pieces of a case with the entries of its record: content, presence and order."""
    entries: dict[tuple[str, str], list[int]] = {}
    for i, entry in enumerate(record):
        entries.setdefault((entry["kind"], entry["id"]), []).append(i)
    places: list[tuple[int, Piece]] = []
    for piece in found:
        left = entries.get((piece.kind, piece.id))
        where = f"{place}: {piece.path} ({piece.kind} {shown(piece.id)[1:-1]})"
        if not left:
            yield Problem(
                "verify.content",
                where,
                "is not in the record",
                "It was added, its id changed, or its entry was taken away.",
            )
            continue
        index = left.pop(0)
        places.append((index, piece))
        if record[index]["content"] != digest(piece.content):
            yield Problem(
                "verify.content",
                where,
                f"is not what was recorded as record[{index}]",
                "It was changed after it was sealed, or its entry was.",
            )
    for (kind, name), left in entries.items():
        for index in left:
            yield Problem(
                "verify.content",
                f"{place}: {_home(kind)} ({shown(kind)[1:-1]} {shown(name)[1:-1]})",
                f"is in the record as record[{index}], but not in the case",
                "It was taken away, or its id changed.",
            )
    for (index, piece), (following, after) in pairwise(places):
        if index > following:
            yield Problem(
                "verify.order",
                f"{place}: {piece.path} and {after.path}",
                f"stand in the other order in the record (record[{index}], record[{following}])",
            )


def _home(kind: str) -> str:
    return {
        "speech": "speeches",
        "prompt": "prompts",
        "perception": "perceptions",
        "move": "moves",
        "resolution": "resolutions",
        "assessment": "readings",
        "reading": "readings",
        "amendment": "amendments",
        "ruling": "rulings",
    }.get(kind, "case")


def _quotes(case: Case, problems: list[Problem], unchecked: list[str]) -> int:
    texts = {speech.id: speech.text for speech in case.debate.speeches}
    without = {"quote": 0, "text": 0, "offset": 0}
    checked = 0
    for path, speech, holder, name, offset in shape.quotes(case.document):
        quote, text, at = holder.get(name), texts.get(speech), holder.get(offset)
        if not quote:
            without["quote"] += name == "quote"
        elif text is None:
            without["text"] += 1
        elif at is None:
            without["offset"] += 1
            if fold(quote)[0].strip() not in fold(text)[0]:
                problems.append(
                    Problem(
                        "verify.quote",
                        f"{case.place}: {path}.{name}",
                        f"{shown(quote)} is not in the speech {shown(speech)}",
                    )
                )
        else:
            checked += 1
            passage = text[at[0] : at[1]]
            if not same_words(passage, quote):
                problems.append(
                    Problem(
                        "verify.quote",
                        f"{case.place}: {path}.{name}",
                        f"{shown(quote)} is not what the speech {shown(speech)} says at {at[0]} to "
                        f"{at[1]}, which is {shown(passage)}",
                    )
                )
    for lacking, count in without.items():
        if count:
            unchecked.append(
                {
                    "quote": f"{count} moves or flags without a quote",
                    "text": f"{count} quotes from speeches whose text the case does not hold",
                    "offset": f"where {count} quotes stand: they have no offset",
                }[lacking]
            )
    return checked


def _citations(case: Case) -> Iterator[Problem]:
    """Check that every perception which a move, resolution or assessment names is in the case."""
    if "perceptions" not in case.document:
        return
    known = {perception["id"] for perception in case.document["perceptions"]}
    for piece in pieces(case.document, case.document):
        if piece.kind in ("move", "resolution", "assessment"):
            for field in ("perception", "second_look"):
                named = piece.content.get(field)
                if named is not None and named not in known:
                    yield Problem(
                        "verify.perception",
                        f"{case.place}: {step(piece.path, field)}",
                        f"names the perception {shown(named)}, which the case does not hold",
                    )


def _rulings(case: Case, problems: list[Problem], unchecked: list[str]) -> int:
    rulings, amendments = case.document.get("rulings", []), case.document.get("amendments", [])
    if not rulings:
        unchecked.append("a ruling: the case holds none")
        if case.readings and not case.document.get("faults"):
            try:
                ruling(case)
            except InputError as error:
                problems += error.problems
        return 0
    if len(rulings) != len(amendments) + 1:
        problems.append(
            Problem(
                "verify.versions",
                f"{case.place}: rulings",
                f"there are {len(rulings)} rulings and "
                f"{len(amendments)} amendments; each amendment makes one ruling more",
            )
        )
    for i, stored in enumerate(rulings):
        path = f"rulings[{i}]"
        try:
            then = from_document(before(case.document, i), case.place)
            derived = sealed_ruling(then, i + 1)
        except InputError as error:
            problems += [
                Problem("verify.ruling", f"{case.place}: {path}", f"cannot be derived again: {problem}")
                for problem in error.problems
            ]
            continue
        for where, should, is_ in _differences(derived, stored, path):
            problems.append(
                Problem("verify.ruling", f"{case.place}: {where}", f"is {is_}, but the perceptions give {should}")
            )
    return len(rulings)


def _differences(should: Any, stored: Any, path: str) -> Iterator[tuple[str, str, str]]:
    """Yield path, derived and stored value of everything that differs, as deep as the two are alike."""
    if isinstance(should, dict) and isinstance(stored, dict):
        for key in [*should, *(key for key in stored if key not in should)]:
            where = step(path, key)
            if key not in stored:
                yield where, shown(should[key]), "missing"
            elif key not in should:
                yield where, "nothing of that name", shown(stored[key])
            else:
                yield from _differences(should[key], stored[key], where)
    elif isinstance(should, list) and isinstance(stored, list) and len(should) == len(stored):
        for i, (one, other) in enumerate(zip(should, stored, strict=True)):
            yield from _differences(one, other, step(path, i))
    elif type(should) is not type(stored) or should != stored:
        yield path, shown(should), shown(stored)


def _under(problem: Problem, place: str) -> Problem:
    return Problem(problem.code, f"{place}: {problem.place}", problem.message, problem.hint, problem.level)
