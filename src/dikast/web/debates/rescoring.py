"""Cases in the database, for counting them again: read in order, filed under the locks of judging. Must not count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from dikast.web.debates.happenings import locked
from dikast.web.debates.models import Judging
from dikast.web.debates.summaries import summary

#: Rows in memory at once, some MB.
CHUNK = 100


def chunks(method: str, after: int) -> Iterator[list[tuple[int, str, str, str]]]:
    """Yield ruled cases of a method as (number, debate's address, text, seal), in chunks, from above number `after`."""
    while True:
        found = Judging.objects.filter(method=method, ruled=True, pk__gt=after).order_by("pk")
        rows = list(found.values_list("pk", "debate__slug", "document", "seal")[:CHUNK])
        if not rows:
            return
        yield rows
        after = rows[-1][0]


def number(method: str, after: int) -> int:
    """Return how many ruled cases of a method there are above number `after`."""
    return Judging.objects.filter(method=method, ruled=True, pk__gt=after).count()


def file(pk: int, seal: str, case: dict[str, Any]) -> bool:
    """Put a case counted again in the place of the one it was made of; False if that is no longer the one there."""
    text = json.dumps(case, ensure_ascii=False, separators=(",", ":"))
    with transaction.atomic():
        debate_id = Judging.objects.filter(pk=pk).values_list("debate_id", flat=True).first()
        if debate_id is None:
            return False
        debate = locked(debate_id)
        judging = Judging.objects.select_for_update().get(pk=pk)
        if judging.seal != seal or not judging.ruled:
            return False
        judging.document, judging.seal = text, case.get("seal", "")
        judging.save(update_fields=["document", "seal"])
        if judging.method == debate.method:
            debate.summary = summary(case)
            debate.save(update_fields=["summary"])
    return True
