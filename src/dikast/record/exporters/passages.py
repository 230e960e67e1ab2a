"""A speech cut where quoted words begin and end, and quotes in their context. Must not know why words are quoted."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

#: Characters of context shown on either side of a quote.
CONTEXT: Final = 160


@dataclass(frozen=True, slots=True)
class Ref:
    """One reason why words are marked: a label that leads back to `back`; `anchor` names the words themselves."""

    start: int
    end: int
    label: str
    anchor: str
    back: str
    fallacy: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text under the same marks; `opens` are the marks that begin with it, `closes` those that end."""

    text: str
    marked: bool
    fallacy: bool
    opens: tuple[Ref, ...]
    closes: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote with the words around it; `found` is false where it is not in the speech (or the text is absent)."""

    before: str
    words: str
    after: str
    found: bool


def pieces(text: str, refs: Sequence[Ref]) -> tuple[Piece, ...]:
    """Cut `text` at the bounds of `refs` (code points, within the text); the pieces join to the text again."""
    if not text:
        return ()
    starts: dict[int, list[Ref]] = {}
    ends: dict[int, list[Ref]] = {}
    for ref in refs:
        starts.setdefault(ref.start, []).append(ref)
        ends.setdefault(ref.end, []).append(ref)
    bounds = sorted({0, len(text), *starts, *ends})
    cut: list[Piece] = []
    open_marks = open_fallacies = 0
    for start, end in itertools.pairwise(bounds):
        for ref in starts.get(start, ()):
            open_fallacies += ref.fallacy
            open_marks += not ref.fallacy
        cut.append(
            Piece(
                text[start:end],
                open_marks > 0,
                open_fallacies > 0,
                tuple(starts.get(start, ())),
                tuple(ends.get(end, ())),
            )
        )
        for ref in ends.get(end, ()):
            open_fallacies -= ref.fallacy
            open_marks -= not ref.fallacy
    return tuple(cut)


def quoted(text: str, at: tuple[int, int] | None, quote: str) -> Quoted:
    """Return the quote at `at` with up to `CONTEXT` characters of its own paragraph on either side, whole words."""
    if at is None:
        return Quoted("", quote, "", False)
    start, end = at
    before = text[max(0, start - CONTEXT) : start].rpartition("\n")[2]
    after = text[end : end + CONTEXT].partition("\n")[0]
    if len(before) == CONTEXT and start > CONTEXT:
        before = "… " + (before.partition(" ")[2] or before)
    if len(after) == CONTEXT and end + CONTEXT < len(text):
        after = (after.rpartition(" ")[0] or after) + " …"
    return Quoted(before, text[start:end], after, True)
