"""A speech cut into numbered lines of even length, as a printed record has them.

A line's number is the same on every printout, because lines are counted by characters and not by a printer's widths.
Must not know why words are marked, nor how a line looks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dikast.record.exporters.passages import Piece

#: Columns of a line; a wide character takes two, a combining one none.
COLUMNS: Final = 84
_PARAGRAPH: Final = re.compile(r"\r\n?|[\n\u0085\u2028\u2029]")
_WORD: Final = re.compile(r"\S+\s*|\s+")
_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """One line: its number (from 1), its text in pieces, and whether it begins a paragraph."""

    number: int
    pieces: tuple[Piece, ...]
    begins: bool


def numbered(pieces: Sequence[Piece], columns: int = COLUMNS) -> tuple[NumberedLine, ...]:
    """Cut a speech, given in its pieces, into lines of at most `columns`; empty paragraphs have no line."""
    text = "".join(piece.text for piece in pieces)
    bounds = list(_bounds(text, columns))
    lines: list[NumberedLine] = []
    place, start = 0, 0
    for number, (first, last, begins) in enumerate(bounds, 1):
        cut: list[Piece] = []
        while place < len(pieces):
            piece = pieces[place]
            end = start + len(piece.text)
            if start >= last:
                break
            if end > first:
                low, high = max(first, start), min(last, end)
                cut.append(
                    Piece(
                        text[low:high],
                        piece.marked,
                        piece.fallacy,
                        piece.opens if _first(bounds, number - 1, start) else (),
                        piece.closes if end <= last or _between(bounds, number - 1, end) else (),
                    )
                )
            if end > last:
                break
            place, start = place + 1, end
        lines.append(NumberedLine(number, tuple(cut), begins))
    return tuple(lines)


def _first(bounds: Sequence[tuple[int, int, bool]], line: int, start: int) -> bool:
    """Say whether what starts at `start` starts in this line, or in the break before it."""
    before = bounds[line - 1][1] if line else 0
    return before <= start


def _between(bounds: Sequence[tuple[int, int, bool]], line: int, end: int) -> bool:
    """Say whether `end` lies in the break after this line."""
    return line + 1 >= len(bounds) or end <= bounds[line + 1][0]


def places(lines: Sequence[NumberedLine]) -> Mapping[str, tuple[int, int]]:
    """Return, by the anchor of each mark, the first and the last line of its words."""
    opened: dict[str, int] = {}
    found: dict[str, tuple[int, int]] = {}
    for line in lines:
        for piece in line.pieces:
            for ref in piece.opens:
                opened.setdefault(ref.anchor, line.number)
            for ref in piece.closes:
                found.setdefault(ref.anchor, (opened.get(ref.anchor, line.number), line.number))
    return found


def _bounds(text: str, columns: int) -> Iterator[tuple[int, int, bool]]:
    """Yield where each line begins and ends, and whether it is the first of its paragraph."""
    start = 0
    for end in [*(found.start() for found in _PARAGRAPH.finditer(text)), len(text)]:
        begins = True
        for first, last in _folded(text, start, end, columns):
            yield first, last, begins
            begins = False
        start = end + (2 if text[end : end + 2] == "\r\n" else 1)


def _folded(text: str, start: int, end: int, columns: int) -> Iterator[tuple[int, int]]:
    """Yield the lines of one paragraph; a word longer than a line is cut."""
    if not text[start:end].strip():
        return
    first, taken = start, 0
    for word in _WORD.finditer(text, start, end):
        bare = sum(map(_width, word.group().rstrip()))
        if taken and taken + bare > columns:
            yield first, word.start()
            first, taken = word.start(), 0
        if bare <= columns:
            taken += bare + len(word.group()) - len(word.group().rstrip())
            continue
        for place in range(word.start(), word.end()):
            width = _width(text[place])
            if taken and taken + width > columns:
                yield first, place
                first, taken = place, 0
            taken += width
    if first < end:
        yield first, end


def _width(char: str) -> int:
    """Return the columns of `char`; a hidden one is printed as its name."""
    if char.isascii() and char.isprintable():
        return 1
    kind = unicodedata.category(char)
    if kind in ("Mn", "Me"):
        return 0
    if kind in _HIDDEN and not char.isspace():
        return 7
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
