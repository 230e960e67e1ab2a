"""What a ruling turns on, as the case file spells it. Must not know how the smallest changes are found.

Of several readings it is about the one whose numbers are shown.
"""

from __future__ import annotations

from typing import Any

from dikast.core.debate import Debate
from dikast.core.ledger import decimal
from dikast.core.moves import GraphReading
from dikast.core.robustness_graph import turns_on_graph
from dikast.core.robustness_rubric import turns_on_rubric
from dikast.core.rubric import RubricReading


def turns_on(debate: Debate, reading: GraphReading | RubricReading) -> dict[str, Any]:
    """Return the smallest sets of perceptions that would have to differ for the finding to change.

    ``smallest`` is their size, null where no set does it (or, with ``computed`` false, where finding it would take
    too long); ``sets`` lists some with what they would bring (``results``); ``count`` is how many there are, or at
    least that many where ``all_counted`` is false.
    """
    graph = isinstance(reading, GraphReading)
    turns = turns_on_graph(debate, reading) if isinstance(reading, GraphReading) else turns_on_rubric(debate, reading)
    found: dict[str, Any] = {
        "smallest": turns.smallest,
        "count": turns.count,
        "all_counted": turns.all_counted,
        "sets": [
            [
                {"kind": change.kind, "ref": change.ref, "before": change.before, "after": change.after}
                | ({"field": change.field} if change.field else {})
                for change in changes
            ]
            for changes in turns.sets
        ],
        "results": [
            {"finding": result.finding, "totals": {
                side: total if graph and isinstance(total, int) else decimal(total)
                for side, total in zip("AB", result.totals, strict=True)
            }}
            for result in turns.results
        ],
    }
    if not getattr(turns, "computed", True):
        found["computed"] = False
    return found
