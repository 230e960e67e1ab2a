"""Debates of a corpus, one JSON object a line: motion, turns by side, and what came of it.

Fields: ``id``, ``src`` and ``lang``; ``format``, the corpus' own words; ``motion``, which may be missing; ``turns``,
each with ``side``, ``text`` and perhaps ``speaker``; ``positions``, what A and B each stand for; ``outcome``. The
outcome is kept aside for comparing and must not reach a judge, nor may what moderators, audiences and judges said.
"""

from __future__ import annotations

from typing import Any

from dikast.core.problems import InputError, Problem
from dikast.record.case import Document
from dikast.record.form import VERSION
from dikast.record.parse import shown

#: A turn's side → the debate's side.
SIDES = {"pro": "A", "con": "B", "A": "A", "B": "B"}
#: Roles of those who take part without being judged.
UNJUDGED = ("moderator", "audience", "judge")


def convert(debate: dict[str, Any], place: str) -> tuple[Document, list[Problem]]:
    """Return the debate in one line's object as a case document, and warnings (``debates.empty-turn``).

    Consecutive turns of one side stay separate speeches; turns without words are left out. Raises `InputError` with
    every problem: ``debates.type``, ``debates.side``, ``debates.no-speech``. Whether texts are sound is for the case's
    own check to say.
    """
    problems: list[Problem] = []
    turns = debate["turns"]
    if not isinstance(turns, list):
        raise InputError(_type(f"{place}: turns", turns, "a list"))
    names = {"A": "A", "B": "B"}
    speeches: list[dict[str, Any]] = []
    unjudged: list[dict[str, Any]] = []
    empty: list[int] = []
    for i, turn in enumerate(turns):
        where = f"{place}: turns[{i}]"
        if not isinstance(turn, dict):
            problems.append(_type(where, turn, "an object"))
            continue
        side, text, speaker = turn.get("side"), turn.get("text"), turn.get("speaker")
        if not isinstance(text, str):
            problems.append(_type(f"{where}.text", text, "a string"))
        elif not isinstance(side, str) or (side not in SIDES and side not in UNJUDGED):
            problems.append(
                Problem(
                    "debates.side",
                    f"{where}.side",
                    f"is {shown(side)}, which is no known side",
                    f"Use one of: {', '.join((*SIDES, *UNJUDGED))}.",
                )
            )
        elif not text.strip():
            empty.append(i)
        elif side in UNJUDGED:
            unjudged.append(
                {"after": speeches[-1]["id"] if speeches else None, "role": side, "speaker": speaker, "text": text}
            )
        else:
            if side not in ("A", "B"):
                names = {"A": "Proposition", "B": "Opposition"}
            speeches.append({"id": f"s{len(speeches) + 1}", "side": SIDES[side], "speaker": speaker, "text": text})
    if not speeches and not problems:
        problems.append(Problem("debates.no-speech", f"{place}: turns", "holds no turn of either side"))
    if problems:
        raise InputError(problems)
    warnings = (
        [
            Problem(
                "debates.empty-turn",
                f"{place}: turns",
                f"{len(empty)} turns without words were left out: "
                f"{', '.join(map(str, empty[:10]))}{' …' if len(empty) > 10 else ''}",
                level="warning",
            )
        ]
        if empty
        else []
    )
    sides: dict[str, Any] = {side: {"name": name} for side, name in names.items()}
    positions = debate.get("positions")
    if isinstance(positions, list) and len(positions) == 2:
        for side, position in zip(("A", "B"), positions, strict=True):
            sides[side]["position"] = position
    document: Document = {
        "dikast": VERSION,
        "format": None,
        "motion": debate.get("motion"),
        "lang": debate.get("lang"),
        "sides": sides,
        "speeches": speeches,
    }
    if unjudged:
        document["unjudged"] = unjudged
    document["source"] = {key: debate[key] for key in ("id", "src", "format", "outcome") if key in debate}
    return document, warnings


def _type(where: str, value: object, wanted: str) -> Problem:
    return Problem("debates.type", where, f"is {shown(value)}, but must be {wanted}")
