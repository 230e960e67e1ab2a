"""Three invented cases for the page's tests: a graph debate with every mark, an open floor, and an Arabic debate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dikast.record import case, derive

Document = dict[str, Any]


def _speech(number: int, role: str, sentences: Sequence[str]) -> Document:
    side = "A" if number % 2 else "B"
    return {"id": f"s{number}", "side": side, "speaker": "Mara Lindqvist" if side == "A" else "Tomás Aguiar",
            "role": role, "closing": role == "closing", "text": " ".join(sentences)}


#: id, speech, kind, target, gist, quote; the quotes make up the speeches.
_MOVES = (
    ("c1", 1, "claim", None, "Judge a street by who can use it", "A street should be judged by how many people can use it, because it belongs to all of them."),
    ("c2", 1, "claim", None, "Cars keep the old indoors", "Traffic keeps old people indoors: the clinic counted forty who no longer walk to it."),
    ("c3", 1, "claim", None, "Shops gain from people on foot", "Shops gain from people on foot, who came back twice as often when the market closed the road."),
    ("r1", 2, "rebuttal", "c1", "A street nobody reaches serves no one", "Use by whom? A street that the villages cannot reach serves nobody but its neighbours."),
    ("r2", 2, "rebuttal", "c3", "Deliveries would stop", "Without lorries at the door the shelves are empty by noon."),
    ("c4", 2, "claim", None, "The ring road cannot carry it", "The ring road cannot carry the cars, since it already stands still at eight."),
    ("c5", 2, "claim", None, "Traffic only moves next door", "The cars only move to Mill Lane, which has a school on it."),
    ("c6", 2, "claim", None, "A night closure does it for less", "Closing at night alone would bring the quiet for a tenth of the money."),
    ("d1", 3, "defense", "r1", "The bus stops at both ends", "The village bus stops at both ends of the street and would run every ten minutes."),
    ("d2", 3, "defense", "r2", "Lorries come before ten", "Lorries still come before ten, as they do in the market now."),
    ("r3", 3, "rebuttal", "c4", "A third of the cars go nowhere", "A third of those cars only circle for a place to park, so they would not be on the ring road."),
    ("r4", 3, "rebuttal", "c5", "Mill Lane gets a bollard", "Mill Lane gets a bollard in the same plan."),
    ("r5", 3, "rebuttal", "c6", "Every council promises that", "Every council promises something cheaper."),
    ("c7", 3, "claim", None, "Clean air pays for the paving", "Clean air pays for the paving within nine years, by the hospital's own figures."),
    ("n1", 4, "renewal", "r1", "A bus every ten minutes is not funded", "The bus every ten minutes is not in anybody's budget."),
    ("r6", 4, "rebuttal", "c2", "The clinic moved that year", "The clinic moved across town in the year of that count."),
    ("d3", 4, "defense", "r3", "Half of a third still blocks it", "Half of that third would still use it, and it blocks at far fewer."),
    ("r7", 4, "rebuttal", "c7", "The figures count another town", "The hospital's figures are for a town with a steelworks."),
    ("c8", 4, "claim", None, "The paving floods", "The paving plan floods the cellars, because it seals the last open ground."),
    ("d4", 5, "defense", "r1", "The county has paid for the bus", "The county signed for the bus in May."),
    ("d5", 5, "defense", "r6", "The count came after the move", "The count was made a year after the clinic moved."),
    ("k1", 5, "concession", "r7", "I give up the nine years", "I accept that the nine years were another town's, and I give the point up."),
    ("r8", 5, "rebuttal", "c8", "The plan lays gravel", "The plan lays gravel under the stones, which drains better than tar."),
    ("r9", 5, "rebuttal", "c6", "Nobody walks at night", "And at night there is nobody there to enjoy it."),
    ("d6", 6, "defense", "r8", "Gravel only at the lower end", "Gravel is drawn at the lower end only; the upper cellars stay at risk."),
    ("c9", 6, "claim", None, "A closed street never reopens", "A street once closed is never opened again, whatever it turns out to cost."),
)
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
        move = {"id": ident, "speech": f"s{speech}", "kind": kind, "quote": quote, "gist": gist,
                "at": [start, start + len(quote)], "confidence": "high", "perception": f"q{speech}"}
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
        resolutions.append({"rebuttal": rebuttal, "outcome": outcome, "perception": f"q{number}",
                            "because": "The answer meets what was attacked.", "confidence": "medium"})
    perceptions[1]["rejected"] = [{"code": "quote.not-found", "what": "moves[4]", "value": "shelves are never empty"}]
    document: Document = {
        "dikast": 1, "method": "graph/1", "fingerprint": "sha256:" + "7a" * 32, "format": "six-speech",
        "motion": "This town should close its high street to cars", "lang": "en",
        "sides": {"A": {"name": "Proposition"}, "B": {"name": "Opposition"}}, "speeches": speeches,
        "unjudged": [{"after": None, "role": "moderator", "speaker": "Chair", "text": "Six speeches, please be brief."}],
        "prompts": {"moves": "List the moves.", "resolution": "Read the thread.", "second": "Look again."},
        "perceptions": perceptions, "moves": moves, "resolutions": resolutions,
        "feedback": {"perception": "q6", "A": "Bring the bus forward sooner.", "B": "Say what the ring road can carry."},
        "seal": "sha256:" + "b7e241c9" * 8,
    }
    return ruled(document, turns={
        "smallest": 1, "count": 3, "sets": [[{"kind": "outcome", "ref": "r1", "before": "held", "after": "broke", "field": ""}],
                                            [{"kind": "outcome", "ref": "r6", "before": "held", "after": "broke", "field": ""}],
                                            [{"kind": "weight", "ref": "c1", "before": "framing", "after": "substantive", "field": ""}]],
        "results": [{"finding": "B", "totals": {"A": 59, "B": 64}}] * 3})


def ruled(document: Document, turns: Document | None = None) -> Document:
    """Return `document` with the ruling that its perceptions give."""
    ruling = {"version": 1, **derive.ruling(case.from_document(document, "test"))}
    return {**document, "rulings": [{**ruling, "turns_on": turns} if turns else ruling]}


def _asked(ident: str, question: str, about: Sequence[str], reply: str, prompt: str) -> Document:
    return {"id": ident, "question": question, "about": list(about), "reading": 1, "judge": "local",
            "model": "Qwen 1.5B", "parameters": {"temperature": 0}, "prompt": prompt, "input": '{"text": "…"}',
            "reply": reply, "tokens": {"in": 212, "out": 41}, "cost": None, "tries": 1, "confidence": "high",
            "rejected": []}


#: side, act, class, scores, text
_POSTS = (
    ("A", {}, "argument", (7, 5, 9, 8), "Libraries should open on Sundays, since that is when people who work all week can come. A shut door teaches a town that reading is for the idle."),
    ("B", {}, "argument", (7, 6, 9, 8), "Sunday opening takes its hours from somewhere: two branches would close on Mondays to pay for it."),
    ("A", {"answers": ["p2"]}, "argument", (6, 4, 5, 6), "Libraries are the heart of a town and always were."),
    ("B", {"answers": ["p1"]}, "argument", (6, 4, 8, 7), "My two cousins work all week and borrow at lunch. So working people plainly manage. A late Thursday would serve the rest."),
    ("A", {}, "evidence", (7, 8, 9, 9), "The county tried Sundays for a year: four in ten visitors had never held a card before."),
    ("B", {"answers": ["p5"]}, "evidence", (8, 7, 8, 9), "The same year Saturday fell by almost as much, so most of them had only moved."),
    ("A", {"concedes": "p4"}, "concession", (5, 5, 5, 8), "I grant that a late Thursday would serve many. I rest on the trial."),
)


def floor_case() -> Document:
    """Return a judged open floor with a fallacy, an unengaging answer, a concession and a differing own finding."""
    speeches, assessments, perceptions = [], [], []
    for number, (side, acts, kind, scores, words) in enumerate(_POSTS, 1):
        speeches.append({"id": f"p{number}", "side": side, "speaker": "Ada Brandt" if side == "A" else "Jon Sayegh",
                         "text": words, **acts})
        names = ("logic", "evidence", "relevance", "civility")
        assessments.append({
            "post": f"p{number}", "class": kind, "engages": number != 3, "declined": False,
            "scores": dict(zip(names, scores, strict=True)), "reasons": {"logic": "The step from one to the other is given."},
            "fallacies": [], "confidence": "high", "perception": f"q{number}"})
        perceptions.append(_asked(f"q{number}", "post/1", [f"p{number}"], '{"class": "' + kind + '"}', "post"))
    flawed = "So working people plainly manage."
    start = _POSTS[3][4].index(flawed)
    assessments[3]["fallacies"] = [{"pattern": "hasty-generalisation", "severity": "minor", "quote": flawed,
                                    "at": [start, start + len(flawed)], "reason": "Two cousins stand for all who work."}]
    perceptions.append(_asked("q8", "ruling/1", ["p1"], '{"finding": "A"}', "ruling"))
    return ruled({
        "dikast": 1, "method": "rubric/1", "format": "open-floor", "motion": "Public libraries should open on Sundays",
        "lang": "en", "sides": {"A": {"name": "For"}, "B": {"name": "Against"}}, "speeches": speeches,
        "readings": [assessments], "yielded": ["A", "B"], "prompts": {"post": "Assess the post."}, "perceptions": perceptions,
        "closing_view": {
            "perception": "q8", "finding": "A", "reason": "The trial was the best evidence on the floor.",
            "scores": {side: {"logic": 7, "evidence": 6, "relevance": 8, "civility": 8} for side in "AB"},
            "clashes": [{"posts": ["p5", "p6"], "text": "Whether the Sunday visitors were new or only moved."}],
            "advice": {"A": "Answer the Monday closures.", "B": "Give the Saturday figures in full."}},
        "seal": "sha256:" + "0c" * 32,
    })


#: id, speech, kind, target, gist and quote at once
_ARABIC = (
    ("c1", 1, "claim", None, "يُقاس الطريق بعدد من يستطيعون استعماله لأنه ملك لهم جميعًا."),
    ("c2", 1, "claim", None, "تكسب الدكاكين من المشاة الذين يعودون مرتين في الأسبوع."),
    ("r1", 2, "rebuttal", "c1", "طريق لا تصل إليه القرى لا يخدم إلا جيرانه."),
    ("c3", 2, "claim", None, "لا يحتمل الطريق الدائري سيارات أخرى لأنه يقف في الثامنة."),
    ("d1", 3, "defense", "r1", "حافلة القرى تقف عند طرفي الشارع كل عشر دقائق."),
    ("r2", 3, "rebuttal", "c3", "ثلث تلك السيارات يبحث عن موقف فقط فلن يسلك الطريق الدائري."),
    ("d2", 4, "defense", "r2", "نصف ذلك الثلث يكفي ليقف الطريق."),
)


def arabic_case() -> Document:
    """Return a four-speech debate in Arabic with a Latin speaker's name, judged."""
    speeches = [
        {"id": f"s{n}", "side": "A" if n % 2 else "B", "speaker": "ليلى منصور" if n % 2 else "Karim Naji", "role": "خطبة",
         "closing": n > 2, "text": " ".join(quote for _, speech, _, _, quote in _ARABIC if speech == n)}
        for n in range(1, 5)
    ]
    moves = [
        {"id": ident, "speech": f"s{speech}", "kind": kind, "quote": quote,
         **({"target": target} if target else {"weight": "framing" if ident == "c1" else "substantive"})}
        for ident, speech, kind, target, quote in _ARABIC
    ]
    return ruled({
        "dikast": 1, "method": "graph/1", "motion": "على هذه البلدة أن تغلق شارعها الرئيس أمام السيارات", "lang": "ar",
        "sides": {"A": {"name": "المؤيد"}, "B": {"name": "المعارض"}}, "speeches": speeches, "moves": moves,
        "resolutions": [{"rebuttal": "r1", "outcome": "held"}, {"rebuttal": "r2", "outcome": "dented"}]})
