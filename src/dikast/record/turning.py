"""What a ruling turns on, as the record spells it. Must not know how it is computed."""

from __future__ import annotations

from typing import Any

from dikast.core.debate import SIDES
from dikast.core.ledger import decimal
from dikast.core.moves import GraphReading
from dikast.core.robustness import Change, Turns
from dikast.core.robustness_graph import turns_on_graph
from dikast.core.robustness_rubric import turns_on_rubric
from dikast.record.case import Case


def turns_on(case: Case, shown: int) -> dict[str, Any]:
    """Return the smallest sets of perceptions of reading `shown` (from 1) that would change its finding.

    ``smallest`` is how many perceptions that takes, null if none do; ``count`` how many such sets there are, ``sets``
    the first of them and ``results`` what each would lead to. Where not all sets were counted, ``all_counted`` is
    false and ``count`` the least there are; where the number was not found exactly, ``computed`` is false.
    """
    reading = case.readings[shown - 1]
    if isinstance(reading, GraphReading):
        return _spelled(turns_on_graph(case.debate, reading), whole=True)
    turns = turns_on_rubric(case.debate, reading)
    return _spelled(turns, whole=False) | ({} if turns.computed else {"computed": False})


def _spelled(turns: Turns, *, whole: bool) -> dict[str, Any]:
    found = {
        "smallest": turns.smallest,
        "count": turns.count,
        "sets": [[_change(change) for change in changes] for changes in turns.sets],
        "results": [
            {
                "finding": result.finding,
                "totals": {
                    side: int(total) if whole else decimal(total)
                    for side, total in zip(SIDES, result.totals, strict=True)
                },
            }
            for result in turns.results
        ],
    }
    return found if turns.all_counted else found | {"all_counted": False}


def _change(change: Change) -> dict[str, str]:
    named = {"kind": change.kind, "ref": change.ref, "before": change.before, "after": change.after}
    return named | {"field": change.field} if change.field else named
