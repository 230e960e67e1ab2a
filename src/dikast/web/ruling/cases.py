"""Which case a ruling's page is about, and its parts as the exporters lay them out, kept for a while.

A case never changes under its seal, so what was made of it is found again by seal and language. Must not know requests.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import Any

from django.core.cache import caches
from markupsafe import Markup

from dikast.record.exporters.parts import Parts, parts
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.summaries import summary
from dikast.web.pages import url


@dataclass(frozen=True, slots=True)
class Shown:
    """A case ready to be shown in one language: its parts, and what lists show of it (`summaries`)."""

    parts: Parts
    summary: dict[str, Any]


def judgings(debate: Debate) -> list[Judging]:
    """Return the debate's judgings without their cases, the one by its own method first."""
    rows = list(debate.judgings.defer("document").order_by("pk"))
    return sorted(rows, key=lambda row: row.method != debate.method)


def chosen(rows: list[Judging], method: str) -> Judging | None:
    """Return the judging that a reader asked for (``graph`` or ``graph/1``), else the debate's own.

    Args:
        rows: as `judgings` gives them.
        method: as it stands in the address; one that is not there is as good as none.
    """
    asked = [row for row in rows if method and method in (row.method, row.method.split("/")[0])]
    return next(iter(asked or rows), None)


def document(judging: Judging) -> dict[str, Any]:
    """Return the case of a judging, {} before the first."""
    text = judging.document
    case: dict[str, Any] = json.loads(text) if text else {}
    return case


def query(debate: Debate, judging: Judging) -> str:
    """Return what an address needs behind it to keep to this judging, "" for the debate's own method."""
    return "" if judging.method == debate.method else f"?method={judging.method}"


def shown(judging: Judging, tongue: str) -> Shown | None:
    """Return the case of a judging ready to be shown in the language `tongue`, None before the first.

    The questions and answers have a page of their own, and whatever leads to one of them leads there.
    """
    if not judging.done:
        return None
    key = f"{judging.pk}|{judging.seal or judging.done}|{judging.ruled}|{tongue}"
    kept: Shown | None = caches["rulings"].get(key)
    if kept is None:
        case = document(judging)
        asked = url("asked", slug=judging.debate.slug) + query(judging.debate, judging)
        kept = Shown(_leading_to(asked, parts(case, tongue, running=not judging.ruled)), summary(case))
        caches["rulings"].set(key, kept)
    return kept


def _leading_to(asked: str, made: Parts) -> Parts:
    """Return the parts with every link to a question leading to its page; no text of a debater holds such a link."""
    found = {field.name: str(getattr(made, field.name)) for field in fields(made)}
    links = {name: Markup(text.replace('href="#asked-', f'href="{asked}#asked-')) for name, text in found.items()}
    return replace(made, **links)
