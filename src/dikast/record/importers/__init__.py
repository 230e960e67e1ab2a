"""From whatever a debate was written down in to case documents. Must not know how a debate is judged.

A file is recognised by its content, never by its name: a case (one JSON document), JSON Lines of cases or of debates in
the corpus schema (`debates_jsonl`), otherwise a plain transcript (`transcript`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dikast.core import formats
from dikast.core.problems import InputError, Problem
from dikast.record import parse
from dikast.record.case import Document, from_document
from dikast.record.importers import debates_jsonl, transcript

__all__ = ["assume_answers", "load"]


def load(
    data: bytes,
    place: str,
    report: Callable[[Problem], None] | None = None,
    speakers: Mapping[str, str] | None = None,
) -> list[Document]:
    """Return the debates in a file's bytes, as case documents ready to be judged, in their order.

    `place` names the source in messages. Without `report` every error is raised as one `InputError` and warnings are
    left out; with it, each problem is reported and the debates that have no error are returned, so that one bad line
    does not stop the others. `speakers` says what the labels of a plain transcript mean (see `transcript.parse`).
    Codes: ``json.…``, ``case.…``, ``transcript.…``, ``debates.…``, ``input.…``.
    """
    documents: list[Document] = []
    problems: list[Problem] = []
    for where, read in _sources(data, place, speakers):
        try:
            document, warnings = read()
            warnings = [*warnings, *from_document(document, where).warnings, *_format(document, where)]
            problems += _judgeable(document, where, warnings)
            documents.append(document)
        except InputError as error:
            problems += error.problems
    errors = [problem for problem in problems if problem.level == "error"]
    if report is None:
        if errors:
            raise InputError(errors)
    else:
        for problem in problems:
            report(problem)
    return documents


def assume_answers(document: Document) -> Document:
    """Return a rubric document in which the posts say what they answer, assumed where the source does not tell.

    If no post answers, concedes or clarifies anything, each is taken to answer every post that the other side made
    since its own side last spoke, and ``answers_assumed`` is set. Otherwise the document is returned as it is.
    """
    speeches = document["speeches"]
    if any(speech.get(act) for speech in speeches for act in ("answers", "concedes", "clarifies")):
        return document
    since: dict[str, list[str]] = {"A": [], "B": []}
    answering = []
    for speech in speeches:
        side = speech["side"]
        answering.append({**speech, "answers": since[side]})
        since[side] = []
        since["B" if side == "A" else "A"].append(speech["id"])
    return {**document, "speeches": answering, "answers_assumed": True}


_Read = Callable[[], tuple[Document, list[Problem]]]


def _sources(data: bytes, place: str, speakers: Mapping[str, str] | None) -> list[tuple[str, _Read]]:
    """Return for each debate in the file how messages call it, and what reads it."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith((b"{", b"[{", b"[\n", b"[\r")):
        return [(place, lambda: transcript.parse(data, place, speakers))]
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    if len(lines) == 1 or not all(line.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{") for _, line in lines):
        return [(place, lambda: _from_json(data, place))]

    def reader(line: bytes, where: str) -> _Read:
        return lambda: _from_json(line, where)

    return [(f"{place}, line {number}", reader(line, f"{place}, line {number}")) for number, line in lines]


def _from_json(data: bytes, place: str) -> tuple[Document, list[Problem]]:
    value: Any = parse.value(data, place)
    if isinstance(value, dict) and "turns" in value and "dikast" not in value:
        return debates_jsonl.convert(value, place)
    if isinstance(value, list):
        raise InputError(
            Problem(
                "input.list",
                place,
                f"is {parse.shown(value)}, not one debate",
                "Put one JSON object on each line instead.",
            )
        )
    if isinstance(value, dict) and "dikast" not in value:
        raise InputError(
            Problem(
                "input.unknown",
                place,
                'has neither "dikast" nor "turns"',
                'A case has "dikast": 1, a debate of a corpus has "turns".',
            )
        )
    return from_document(value, place).document, []


def _format(document: Document, place: str) -> list[Problem]:
    named = document.get("format")
    if named is None or named in formats.ids():
        return []
    return [
        Problem(
            "case.format",
            f"{place}: format",
            f"is {parse.shown(named)}, a format that Dikast does not ship",
            f"Its rules are not checked. Known formats: {', '.join(formats.ids())}.",
            "warning",
        )
    ]


def _judgeable(document: Document, place: str, warnings: list[Problem]) -> list[Problem]:
    """Return the warnings; raise where a speech has no words that a judge could read."""
    wordless = [
        Problem(
            "case.no-text",
            f"{place}: speeches[{i}] ({parse.shown(speech['id'])[1:-1]})",
            "has no text",
            "A debate is judged by its words; give every speech its text.",
        )
        for i, speech in enumerate(document["speeches"])
        if speech.get("text") is None
    ]
    wordless += [
        Problem(problem.code, problem.place, problem.message, problem.hint)
        for problem in warnings
        if problem.code == "case.empty-speech"
    ]
    if not document["speeches"]:
        wordless.append(Problem("case.no-speech", place, "holds no speech", "A debate needs at least one."))
    if wordless:
        raise InputError([*wordless, *(problem for problem in warnings if problem.code != "case.empty-speech")])
    return warnings
