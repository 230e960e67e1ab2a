"""A second, deliberately plain implementation of `rubric/1`, and random records to compare the two on.

Works on case files as plain dictionaries, looks everything up from scratch for every post, and shares no code
with the package.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from random import Random
from typing import Any

Record = dict[str, Any]

PATTERNS = ["ad-hominem", "straw-man", "false-dilemma", "slippery-slope", "appeal-to-authority", "appeal-to-emotion",
            "appeal-to-popularity", "circular-reasoning", "hasty-generalisation", "false-cause", "whataboutism",
            "moving-the-goalposts", "shifting-the-burden", "equivocation", "cherry-picking", "non-sequitur",
            "tu-quoque", "judge-manipulation"]  # fmt: skip
CLASSES = ["argument", "evidence", "clarification", "concession", "dismissive", "off-topic", "abusive"]


def plain(number: Fraction) -> str:
    """Decimal notation by long division in `decimal`, trailing zeros cut off."""
    with localcontext() as context:
        context.prec = 60
        text = f"{Decimal(number.numerator) / Decimal(number.denominator):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def quality(mark: Record) -> Fraction:
    if mark["declined"] or mark["class"] in ("concession", "dismissive", "off-topic", "abusive"):
        return Fraction(0)
    scores = mark["scores"]
    total = Fraction("0.4") * scores["logic"]
    total += Fraction("0.3") * scores["evidence"]
    total += Fraction("0.3") * scores["relevance"]
    to_judge = False
    for fallacy in mark["fallacies"]:
        if fallacy["pattern"] == "judge-manipulation":
            to_judge = True
        elif fallacy["severity"] == "minor":
            total -= Fraction("0.5")
        else:
            total -= Fraction("1.5")
    if to_judge:
        total -= 3
    for level in (0, 1, 2, 3):
        if scores["civility"] <= level:
            total -= Fraction("0.5")
    return total


def state(case: Record, marks: dict[str, Record], index: int) -> str | None:
    """How the post at `index` ended, from the posts after it alone."""
    post = case["speeches"][index]
    mark = marks[post["id"]]
    if mark["class"] not in ("argument", "evidence"):
        return None
    if mark["declined"]:
        return "answered"
    later_by_other = [p for p in case["speeches"][index + 1 :] if p["side"] != post["side"]]
    for reply in later_by_other:
        if reply["concedes"] == post["id"]:
            return "conceded"
        if post["id"] in reply["answers"]:
            its = marks[reply["id"]]
            if its["declined"]:
                return "answered"
            if its["engages"] and its["class"] == "concession":
                return "conceded"
            if its["engages"] and its["class"] in ("argument", "evidence", "clarification"):
                return "answered"
    opponent = "B" if post["side"] == "A" else "A"
    if later_by_other or opponent in case["yielded"]:
        return "open"
    return "unanswerable"


def one(case: Record, reading: list[Record]) -> Record:
    """The result of one reading, exact."""
    marks = {mark["post"]: mark for mark in reading}
    sums = {"A": Fraction(0), "B": Fraction(0)}
    qualities, points = {}, {}
    for index, post in enumerate(case["speeches"]):
        qualities[post["id"]] = worth = quality(marks[post["id"]])
        points[post["id"]] = state(case, marks, index)
        factor = {"open": Fraction("1.5"), "conceded": Fraction(2)}.get(points[post["id"]] or "", Fraction(1))
        sums[post["side"]] += worth * factor
    a, b = max(sums["A"], Fraction(0)), max(sums["B"], Fraction(0))
    if a == b:
        line = {"A": 50, "B": 50}
    else:
        low = int(min(a, b) / (a + b) * 100 + Fraction(1, 2))
        line = {"A": low, "B": 100 - low} if a < b else {"A": 100 - low, "B": low}
    finding = "A" if line["A"] > line["B"] else "B" if line["B"] > line["A"] else "tie"
    return {"totals": sums, "scoreline": line, "finding": finding, "quality": qualities, "points": points,
            "margin": sums["A"] - sums["B"]}  # fmt: skip


def ruling(case: Record) -> Record:
    """The published ruling over all readings of the case."""
    results = [one(case, reading) for reading in case["readings"]]
    found = [result["finding"] for result in results]
    most = max(found, key=found.count)
    margins = sorted(result["margin"] for result in results)
    middle = margins[len(margins) // 2] if len(margins) % 2 else margins[len(margins) // 2 - 1]
    shown = next(result for result in results if result["margin"] == middle)
    return {
        "totals": {side: plain(total) for side, total in shown["totals"].items()},
        "scoreline": shown["scoreline"],
        "finding": most if found.count(most) > len(found) / 2 else "tie",
        "quality": {post: plain(worth) for post, worth in shown["quality"].items()},
        "points": shown["points"],
        "agreement": {"readings": len(found), "agree": found.count(most)},
    }


def random_marks(rng: Random, posts: list[Record], level: int) -> list[Record]:
    """One reading, its assessments shuffled; `level` skews the scores so that close and negative totals occur."""
    marks: list[Record] = []
    for post in posts:
        kind = rng.choices(CLASSES, [8, 4, 3, 1, 1, 1, 1])[0]
        names = ("logic", "evidence", "relevance", "civility")
        scores = {name: min(10, rng.randrange(level + 1) + rng.randrange(2)) for name in names}
        flags = [{"pattern": rng.choice([*PATTERNS, "judge-manipulation"]), "severity": rng.choice(["minor", "major"]),
                  "quote": ""} for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 4]))]  # fmt: skip
        needs_scores = kind in CLASSES[:3] or rng.random() < 0.5
        marks.append({"post": post["id"], "class": kind, "engages": rng.random() < 0.8, "declined": rng.random() < 0.06,
                      "scores": scores if needs_scores else None, "fallacies": flags})  # fmt: skip
    rng.shuffle(marks)
    return marks


def random_case(rng: Random, most_posts: int = 10, readings: tuple[int, ...] = (1, 1, 3, 2, 5)) -> Record:
    """A valid rubric case: answers to one or several posts, formal concessions, runs of one side, yielded floors."""
    posts: list[Record] = []
    imported = rng.random() < 0.4
    for number in range(rng.randrange(most_posts + 1)):
        side = rng.choice("AB") if imported else "AB"[number % 2]
        post: Record = {"id": f"p{number + 1}", "side": side, "answers": [], "concedes": None, "clarifies": None}
        theirs = [p["id"] for p in posts if p["side"] != side]
        own = [p["id"] for p in posts if p["side"] == side]
        act = rng.random()
        if theirs and act < 0.65:
            post["answers"] = rng.sample(theirs, min(len(theirs), rng.choice([1, 2, 3]) if imported else 1))
        elif theirs and act < 0.75:
            post["concedes"] = rng.choice(theirs)
        elif own and act < 0.85:
            post["clarifies"] = rng.choice(own)
        posts.append(post)
    level = rng.choice([1, 3, 9, 9, 9])
    marks = [random_marks(rng, posts, level) for _ in range(rng.choice(readings))]
    return {"dikast": 1, "method": "rubric/1", "motion": "", "sides": {"A": {"name": "A"}, "B": {"name": "B"}},
            "speeches": posts, "yielded": rng.choice([[], ["A"], ["B"], ["A", "B"]]), "readings": marks}  # fmt: skip
