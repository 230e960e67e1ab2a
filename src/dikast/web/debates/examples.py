"""Puts the example debates with their rulings into an empty database, so that a first visitor has something to read.

Must not know how they were judged.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from dikast.web.debates import finding
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.summaries import summary


def load(folder: Path) -> int:
    """Put the cases of `folder` into the database if it holds no debate yet; return how many debates came in.

    Cases whose files have the same name before the first dot are one debate, judged by several methods.
    """
    if Debate.objects.exists():
        return 0
    debates: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(folder.glob("*.case.json")):
        debates.setdefault(file.name.split(".")[0], []).append(json.loads(file.read_text("utf-8")))
    with transaction.atomic():
        for place, cases in enumerate(debates.values()):
            at = timezone.now() - timedelta(days=place)
            debate = _debate(cases[0], at, featured=place == len(debates) - 1)
            finding.index_all(debate)
            for case in cases:
                _judging(debate, case, at)
    return len(debates)


def _debate(case: dict[str, Any], at: datetime, *, featured: bool) -> Debate:
    debate = Debate.objects.create(
        motion=case["motion"],
        lang=case.get("lang") or "",
        format=case.get("format") or "",
        method=case["method"],
        fingerprint=case.get("fingerprint") or "",
        judge=_judge(case),
        name_a=case["sides"]["A"]["name"],
        name_b=case["sides"]["B"]["name"],
        origin="transcript",
        state="ruled",
        closed_by="turns",
        posts_count=len(case["speeches"]),
        events_count=0,
        summary=summary(case),
        featured_at=at if featured else None,
        document=case,
        opened_at=at,
        closed_at=at,
        ruled_at=at,
    )
    Debate.objects.filter(pk=debate.pk).update(active_at=at)
    return debate


def _judging(debate: Debate, case: dict[str, Any], at: datetime) -> None:
    Judging.objects.create(
        debate=debate,
        method=case["method"],
        judge=_judge(case),
        readings=len(case.get("readings") or [1]),
        wanted=debate.posts_count,
        whole=True,
        done=debate.posts_count,
        ruled=True,
        live=False,
        wanted_at=at,
        document=json.dumps(case, ensure_ascii=False, separators=(",", ":")),
        seal=case.get("seal", ""),
    )


def _judge(case: dict[str, Any]) -> str:
    perceptions = case.get("perceptions") or [{}]
    return str(perceptions[0].get("judge", ""))
