"""Two cases of our own, as judging would leave them, for the tests of sealing, amending and verifying."""

from __future__ import annotations

from typing import Any

from dikast.record.case import Document, from_document
from dikast.record.derive import sealed_ruling
from dikast.record.seal import seal

TEXTS = (
    "Buses should be free, because a fare keeps poor riders at home. Other towns saw \u201cfuller buses\u201d at once.",
    "Free buses draw walkers \u2014 not drivers. And the town cannot pay for them.",
    "Walkers who ride are not lost: drivers followed within a year, as the count of March shows.",
    "The count of March was in a holiday week. The money is still missing.",
)
GRAPH_MOVES: tuple[tuple[str, int, str, str | None, str], ...] = (
    ("c1", 0, "claim", None, "Buses should be free, because a fare keeps poor riders at home."),
    ("r1", 1, "rebuttal", "c1", "Free buses draw walkers \u2014 not drivers."),
    ("c2", 1, "claim", None, "And the town cannot pay for them."),
    ("d1", 2, "defense", "r1", "drivers followed within a year"),
    ("n1", 3, "renewal", "r1", "The count of March was in a holiday week."),
)


def _speeches(prefix: str) -> list[dict[str, Any]]:
    names = ("Ada Quill", "Ben Osei", "Ada Quill", "Ben Osei")
    return [
        {"id": f"{prefix}{i + 1}", "side": "AB"[i % 2], "speaker": names[i], "text": text}
        for i, text in enumerate(TEXTS)
    ]


def _head(method: str, prefix: str, calls: int) -> Document:
    return {
        "dikast": 1,
        "method": method,
        "fingerprint": "sha256:00",
        "format": None,
        "motion": "Buses should be free",
        "lang": "en",
        "sides": {"A": {"name": "Riders"}, "B": {"name": "Payers"}},
        "speeches": _speeches(prefix),
        "unjudged": [{"after": None, "role": "moderator", "speaker": "Cy", "text": "Welcome."}],
        "prompts": {"sha256:aa": "Find the moves.", "sha256:bb": "Did the answer hold?"},
        "perceptions": [
            {
                "id": f"q{i + 1}",
                "question": "moves/1",
                "about": [f"{prefix}{i % 4 + 1}"],
                "reading": 1,
                "judge": "local",
                "model": "m",
                "parameters": {"temperature": 0.0, "seed": 7},
                "prompt": "sha256:aa",
                "input": f"in {i}",
                "reply": f'{{"n": {i}}}',
                "tokens": {"in": 10 + i, "out": 3},
                "cost": None,
                "tries": 1,
                "confidence": "high",
                "rejected": [],
            }
            for i in range(calls)
        ],
    }


def _graph_reading(outcome: str, weight: str) -> dict[str, Any]:
    moves = []
    for name, speech, kind, target, quote in GRAPH_MOVES:
        at = TEXTS[speech].index(quote)
        move: dict[str, Any] = {
            "id": name,
            "speech": f"s{speech + 1}",
            "kind": kind,
            "quote": quote,
            "at": [at, at + len(quote)],
            "gist": quote[:20],
            "perception": f"q{speech + 1}",
        }
        moves.append(move | ({"target": target} if target else {"weight": weight, "bearing": "major"}))
    return {
        "moves": moves,
        "resolutions": [
            {
                "rebuttal": "r1",
                "outcome": outcome,
                "because": "It met the point.",
                "confidence": "low",
                "perception": "q5",
            }
        ],
    }


def graph_case() -> Document:
    """Return a sealed graph case of one reading."""
    return judged(
        _head("graph/1", "s", 5)
        | _graph_reading("held", "substantive")
        | {"feedback": {"perception": "q5", "A": "Count cars.", "B": "Name a sum."}}
    )


def panel_case() -> Document:
    """Return a sealed graph case of three readings that do not agree."""
    readings = [
        _graph_reading(outcome, weight) | {"judge": f"j{i}"}
        for i, (outcome, weight) in enumerate(
            [("held", "substantive"), ("dented", "framing"), ("broke", "substantive")]
        )
    ]
    return judged(_head("graph/1", "s", 5) | {"readings": readings})


def rubric_case() -> Document:
    """Return a sealed rubric case of three readings."""
    head = _head("rubric/1", "p", 4)
    for i, speech in enumerate(head["speeches"]):
        speech |= {"answers": [f"p{i}"] if i else [], "concedes": None, "clarifies": None}
    flag = "Free buses draw walkers"
    readings = [
        [
            {
                "post": f"p{i + 1}",
                "class": "evidence" if i == 2 else "argument",
                "engages": True,
                "declined": False,
                "scores": {"logic": 7 - i + n, "evidence": 5 + n, "relevance": 8 - n, "civility": 9},
                "reasons": {"logic": "Holds.", "evidence": "Thin.", "relevance": "On it.", "civility": "Fair."},
                "fallacies": [
                    {
                        "pattern": "straw-man",
                        "severity": "minor",
                        "quote": flag,
                        "at": [0, len(flag)],
                        "reason": "Nobody said so.",
                    }
                ]
                if i == 1
                else [],
                "confidence": "medium",
                "perception": f"q{i + 1}",
            }
            for i in range(4)
        ]
        for n in range(3)
    ]
    return judged(head | {"yielded": ["A", "B"], "readings": readings})


def judged(document: Document) -> Document:
    """Return a document with its first ruling and its seal."""
    return seal(document | {"rulings": [sealed_ruling(from_document(document, "case"), 1)]})
