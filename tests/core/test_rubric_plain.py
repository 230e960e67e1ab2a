"""The rubric agrees with the plain second implementation on 10,000 random records, featured ones included."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tests.plain.rubric_cases import debate_of, reading_of
from tests.plain.rubric_plain import random_case, ruling

from dikast.core.ledger import decimal
from dikast.core.readings import combine
from dikast.core.rubric import score


def published(case: dict[str, Any]) -> dict[str, Any]:
    debate = debate_of(case)
    scores = [score(debate, reading_of(marks)) for marks in case["readings"]]
    verdict = combine([s.finding for s in scores], [s.totals[0] - s.totals[1] for s in scores], "tie")
    shown = scores[verdict.shown]
    return {
        "totals": {"A": decimal(shown.totals[0]), "B": decimal(shown.totals[1])},
        "scoreline": {"A": shown.shares[0], "B": shown.shares[1]},
        "finding": verdict.finding,
        "quality": {post: decimal(quality) for post, quality in shown.quality.items()},
        "points": dict(shown.points),
        "agreement": {"readings": verdict.readings, "agree": verdict.agree},
    }


def test_agrees_with_the_plain_implementation_on_ten_thousand_records() -> None:
    rng = Random(20_240_601)
    seen: Counter[str] = Counter()
    for _ in range(10_000):
        case = random_case(rng)
        expected = ruling(case)
        assert published(case) == expected, case
        seen[expected["finding"]] += 1
        seen.update(str(state) for state in expected["points"].values())
        seen["featured"] += len(case["readings"]) == 3
        seen["split"] += expected["agreement"]["agree"] * 2 <= expected["agreement"]["readings"]
        seen["negative"] += expected["totals"]["A"].startswith("-")
    kinds = ["A", "B", "tie", "open", "answered", "conceded", "unanswerable", "None", "featured", "split", "negative"]
    assert min(seen[kind] for kind in kinds) > 200, seen
