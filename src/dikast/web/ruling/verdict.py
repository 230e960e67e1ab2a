"""A ruling in one plain sentence, for titles, share pictures and lists. Must not know pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dikast.record.exporters.shown import plain
from dikast.record.exporters.words import Voice


def verdict(summary: Mapping[str, Any], names: Mapping[str, str], voice: Voice) -> str:
    """Return the finding of a case as plain text, "" where there is no ruling.

    Args:
        summary: of the case (`debates.summaries`).
        names: the sides' names by side.
        voice: says the words in the reader's language.
    """
    if not summary:
        return ""
    call, shares = summary["call"], voice.plain("pair", a=summary["a"], b=summary["b"])
    if call == "none":
        return voice.plain("finding.none")
    if call == "draw" and summary["totals"]["A"] == summary["totals"]["B"]:
        return voice.plain("finding.draw", points=summary["totals"]["A"])
    if call == "draw" and summary["readings"] > 1:
        return voice.plain("finding.split")
    if call in ("draw", "too_close"):
        return voice.plain("finding.close", shares=shares)
    return voice.plain("finding.ahead", side=plain(names[summary["finding"]]), shares=shares)
