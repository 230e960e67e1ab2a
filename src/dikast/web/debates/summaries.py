"""What lists and live bars show of a case: shares, finding, and how little would change it. Must not know words."""

from __future__ import annotations

from typing import Any

from dikast.core.scoreline import call as called


def summary(case: dict[str, Any]) -> dict[str, Any]:
    """Return what is shown of a case where there is room for a line.

    Args:
        case: a sealed case document; one without a ruling gives ``{}``.

    Returns:
        ``finding`` (A, B or draw), ``call`` (``stable``, ``too_close``, ``draw`` or ``none`` for no points), ``a`` and
        ``b`` (whole shares), ``totals`` (as text), ``turns_on`` (how many answers, None if no set would do), ``named``
        (the ids in the first such set), ``agree`` and ``readings``, and ``contested`` (whether the judge's own view
        of the whole differs).
    """
    if not case.get("rulings"):
        return {}
    ruling = case["rulings"][-1]
    finding = ruling.get("winner") or ruling.get("finding")
    finding = "draw" if finding == "tie" else finding
    totals = {side: str(value) for side, value in ruling["totals"].items()}
    turning = ruling.get("turns_on") or {}
    sets = turning.get("sets") or [[]]
    agreement = ruling.get("agreement") or {}
    own = (case.get("closing_view") or {}).get("finding")
    scored = any(value != "0" for value in totals.values())
    call = ruling.get("call") or called((ruling["scoreline"]["A"], ruling["scoreline"]["B"]))
    return {
        "finding": finding,
        "call": "none" if not scored else "draw" if finding == "draw" else call,
        "a": ruling["scoreline"]["A"],
        "b": ruling["scoreline"]["B"],
        "totals": totals,
        "turns_on": turning.get("smallest"),
        "named": [change["ref"] for change in sets[0]],
        "agree": agreement.get("agree", 1),
        "readings": agreement.get("readings", 1),
        "contested": own is not None and ("draw" if own == "tie" else own) != finding,
    }
