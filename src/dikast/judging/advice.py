"""Advice to both sides from the finished ledger (the method, §4.1, last). It can change nothing.

Must not know the speeches beyond the gists of the moves.
"""

from __future__ import annotations

from typing import Any

from dikast.core.graph import score
from dikast.core.moves import GraphReading
from dikast.judging.asking import Asker
from dikast.perception.questions import feedback
from dikast.record.case import Case

#: The most lines that are put to the judge; claims come with the attacks on them, in the order made.
MOST_LINES = 120


async def advise(case: Case, ruling: dict[str, Any], asker: Asker) -> dict[str, Any] | None:
    """Ask for advice on the finished ledger of the reading shown; None if it had to be left out."""
    lines = in_words(case, ruling)
    if not lines:
        return None
    asked = feedback.FeedbackInput(case.debate.motion, tuple(lines[:MOST_LINES]))
    ident = asker.number()
    text = await asker.ask(
        ident, feedback.request(asked), lambda data: feedback.accept(asked, data), ["ledger"], needed=False
    )
    return None if text is None else {"perception": ident, "A": text.A, "B": text.B}


def in_words(case: Case, ruling: dict[str, Any]) -> list[str]:
    """Return what became of every claim and rebuttal of the reading shown, one line each."""
    number = ruling.get("shown", 1) - 1
    held = case.document["readings"][number] if case.several else case.document
    reading = case.readings[number]
    if not isinstance(reading, GraphReading):
        return []
    scored = score(case.debate, reading)
    side = {speech.id: speech.side for speech in case.debate.speeches}
    words = {move["id"]: move.get("gist") or move.get("quote") or move["id"] for move in held["moves"]}
    lines = []
    for move in reading.moves:
        who, state = side[move.speech], scored.states.get(move.id)
        if move.kind == "claim":
            fate = scored.fates.get(move.id, state or "not scored")
            lines.append(f"{who} claimed: {words[move.id]} [{fate}]")
        elif move.kind == "rebuttal" and move.target is not None:
            outcome = state or _OUTCOME_WORDS[scored.outcomes[move.id]]
            lines.append(f"{who} attacked \u201c{words[move.target]}\u201d: {words[move.id]} [{outcome}]")
    return lines


_OUTCOME_WORDS = {
    "held": "answered, the claim held",
    "dented": "answered, the claim was dented",
    "broke": "the claim broke",
    "dropped": "never answered",
}
