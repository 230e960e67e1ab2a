"""Three invented cases for the page's tests: a graph debate with every mark, an open floor, and an Arabic debate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dikast.record import case, derive

Document = dict[str, Any]


def _speech(number: int, role: str, sentences: Sequence[str]) -> Document:
    side = "A" if number % 2 else "B"
    return {
        "id": f"s{number}",
        "side": side,
        "speaker": "Mara Lindqvist" if side == "A" else "Tomás Aguiar",
        "role": role,
        "closing": role == "closing",
        "text": " ".join(sentences),
    }


_DATA = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
#: id, speech, kind, target, gist, quote; the quotes make up the speeches.
_MOVES = _DATA["moves"]
_ROLES = ("opening", "opening", "rebuttal", "rebuttal", "closing", "closing")
_OUTCOMES = (("r1", "held"), ("r2", "held"), ("r3", "dented"), ("r6", "held"), ("r8", "dented"))


def graph_case() -> Document:
    """Return a sealed-looking six-speech case whose flow shows all ten marks, with its derived ruling."""
    speeches = [
        _speech(number, role, [quote for _, speech, _, _, _, quote in _MOVES if speech == number])
        for number, role in enumerate(_ROLES, 1)
    ]
    texts = {speech["id"]: speech["text"] for speech in speeches}
    moves = []
    for ident, speech, kind, target, gist, quote in _MOVES:
        start = texts[f"s{speech}"].index(quote)
        move = {
            "id": ident,
            "speech": f"s{speech}",
            "kind": kind,
            "quote": quote,
            "gist": gist,
            "at": [start, start + len(quote)],
            "confidence": "high",
            "perception": f"q{speech}",
        }
        if target:
            move["target"] = target
        if kind == "claim":
            move |= {"weight": "framing" if ident == "c1" else "substantive", "bearing": "major"}
        if ident in ("r4", "r5"):
            move |= {"second_look": "q7", "reach": "whole" if ident == "r4" else "none", "set_aside": ident == "r5"}
        moves.append(move)
    perceptions = [_asked(f"q{n}", "moves/1", [f"s{n}"], '{"moves": ["…"]}', "moves") for n in range(1, 7)]
    perceptions.append(_asked("q7", "second-look/1", ["r4"], '{"reach": "whole", "answered": false}', "second"))
    resolutions = []
    for number, (rebuttal, outcome) in enumerate(_OUTCOMES, 8):
        reply = f'{{"outcome": "{outcome}", "because": "The answer meets what was attacked."}}'
        perceptions.append(_asked(f"q{number}", "resolution/1", [rebuttal], reply, "resolution"))
        resolutions.append(
            {
                "rebuttal": rebuttal,
                "outcome": outcome,
                "perception": f"q{number}",
                "because": "The answer meets what was attacked.",
                "confidence": "medium",
            }
        )
    perceptions[1]["rejected"] = [{"code": "quote.not-found", "what": "moves[4]", "value": "shelves are never empty"}]
    document: Document = {
        "dikast": 1,
        "method": "graph/1",
        "fingerprint": "sha256:" + "7a" * 32,
        "format": "six-speech",
        "motion": "This town should close its high street to cars",
        "lang": "en",
        "sides": {"A": {"name": "Proposition"}, "B": {"name": "Opposition"}},
        "speeches": speeches,
        "unjudged": [
            {"after": None, "role": "moderator", "speaker": "Chair", "text": "Six speeches, please be brief."}
        ],
        "prompts": {"moves": "List the moves.", "resolution": "Read the thread.", "second": "Look again."},
        "perceptions": perceptions,
        "moves": moves,
        "resolutions": resolutions,
        "feedback": {
            "perception": "q6",
            "A": "Bring the bus forward sooner.",
            "B": "Say what the ring road can carry.",
        },
        "seal": "sha256:" + "b7e241c9" * 8,
    }
    return ruled(document)


def ruled(document: Document) -> Document:
    """Return `document` with the sealed ruling that its perceptions give."""
    return {**document, "rulings": [derive.sealed_ruling(case.from_document(document, "test"), 1)]}


def _asked(ident: str, question: str, about: Sequence[str], reply: str, prompt: str) -> Document:
    return {
        "id": ident,
        "question": question,
        "about": list(about),
        "reading": 1,
        "judge": "local",
        "model": "Qwen 1.5B",
        "parameters": {"temperature": 0},
        "prompt": prompt,
        "input": '{"text": "…"}',
        "reply": reply,
        "tokens": {"in": 212, "out": 41},
        "cost": None,
        "tries": 1,
        "confidence": "high",
        "rejected": [],
    }


#: side, act, class, scores, text
_POSTS = _DATA["posts"]


def floor_case() -> Document:
    """Return a judged open floor with a fallacy, an unengaging answer, a concession and a differing own finding."""
    speeches, assessments, perceptions = [], [], []
    for number, (side, acts, kind, scores, words) in enumerate(_POSTS, 1):
        speeches.append(
            {
                "id": f"p{number}",
                "side": side,
                "speaker": "Ada Brandt" if side == "A" else "Jon Sayegh",
                "text": words,
                **acts,
            }
        )
        names = ("logic", "evidence", "relevance", "civility")
        assessments.append(
            {
                "post": f"p{number}",
                "class": kind,
                "engages": number != 3,
                "declined": False,
                "scores": dict(zip(names, scores, strict=True)),
                "reasons": {"logic": "The step from one to the other is given."},
                "fallacies": [],
                "confidence": "high",
                "perception": f"q{number}",
            }
        )
        perceptions.append(_asked(f"q{number}", "post/1", [f"p{number}"], '{"class": "' + kind + '"}', "post"))
    flawed = "So working people plainly manage."
    start = _POSTS[3][4].index(flawed)
    assessments[3]["fallacies"] = [
        {
            "pattern": "hasty-generalisation",
            "severity": "minor",
            "quote": flawed,
            "at": [start, start + len(flawed)],
            "reason": "Two cousins stand for all who work.",
        }
    ]
    perceptions.append(_asked("q8", "ruling/1", ["p1"], '{"finding": "A"}', "ruling"))
    return ruled(
        {
            "dikast": 1,
            "method": "rubric/1",
            "format": "open-floor",
            "motion": "Public libraries should open on Sundays",
            "lang": "en",
            "sides": {"A": {"name": "For"}, "B": {"name": "Against"}},
            "speeches": speeches,
            "readings": [assessments],
            "yielded": ["A", "B"],
            "prompts": {"post": "Assess the post."},
            "perceptions": perceptions,
            "closing_view": {
                "perception": "q8",
                "finding": "A",
                "reason": "The trial was the best evidence on the floor.",
                "scores": {side: {"logic": 7, "evidence": 6, "relevance": 8, "civility": 8} for side in "AB"},
                "clashes": [{"posts": ["p5", "p6"], "text": "Whether the Sunday visitors were new or only moved."}],
                "advice": {"A": "Answer the Monday closures.", "B": "Give the Saturday figures in full."},
            },
            "seal": "sha256:" + "0c" * 32,
        }
    )


#: id, speech, kind, target, quote
_ARABIC = _DATA["arabic"]


def arabic_case() -> Document:
    """Return a four-speech debate in Arabic with a Latin speaker's name, judged."""
    speeches = [
        {
            "id": f"s{n}",
            "side": "A" if n % 2 else "B",
            "speaker": "ليلى منصور" if n % 2 else "Karim Naji",
            "role": "خطبة",
            "closing": n > 2,
            "text": " ".join(quote for _, speech, _, _, quote in _ARABIC if speech == n),
        }
        for n in range(1, 5)
    ]
    moves = [
        {
            "id": ident,
            "speech": f"s{speech}",
            "kind": kind,
            "quote": quote,
            **({"target": target} if target else {"weight": "framing" if ident == "c1" else "substantive"}),
        }
        for ident, speech, kind, target, quote in _ARABIC
    ]
    return ruled(
        {
            "dikast": 1,
            "method": "graph/1",
            "motion": "على هذه البلدة أن تغلق شارعها الرئيس أمام السيارات",
            "lang": "ar",
            "sides": {"A": {"name": "المؤيد"}, "B": {"name": "المعارض"}},
            "speeches": speeches,
            "moves": moves,
            "resolutions": [{"rebuttal": "r1", "outcome": "held"}, {"rebuttal": "r2", "outcome": "dented"}],
        }
    )
