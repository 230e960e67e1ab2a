"""Whether a quote is in a speech word for word, and where.

A quote counts when it equals a passage after folding (`core.text`): a changed digit, letter or "not" fails. It may
not begin or end within a word, so that ``do`` is not found in ``don't`` nor ``5`` in ``15``. Offsets are code
points of the speech as stored. Must not know questions or models.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property

from dikast.core.text import fold
from dikast.perception.neutral import Seen, neutral, seen

#: What a writer may leave off, or add, at either end of a quote without changing its words.
_EDGES = " '.,;:!?-\u2026\u061f\u060c\u061b\u3002\uff0c\uff01\uff1f"
#: Scripts written without blanks between words: there, any place is the edge of a word.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_]+(?:['\u2019.,][^\W_]+)*")
#: Passages in quotation marks, at most this many characters long, or lines that Markdown marks as quoted.
_QUOTED = re.compile(
    "\u201c[^\u201c\u201d\n]{1,4000}\u201d|\u201e[^\u201e\u201c\u201d\n]{1,4000}[\u201c\u201d]"
    '|\u00ab[^\u00ab\u00bb\n]{1,4000}\u00bb|\u300c[^\u300c\u300d\n]{1,4000}\u300d|"[^"\n]{1,4000}"'
    r"|(?<!\w)['\u2018][^'\u2018\u2019\n]{12,4000}['\u2019](?!\w)|(?m:^[ \t]*>.*$)"
)


class Passages:
    """One speech, prepared for many quotes. Quotes are matched against what the model was shown."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._seen: Seen = seen(text)
        self._folded, self._starts = fold(self._seen.text)

    def find(self, quote: str, start: int = 0) -> tuple[int, int] | None:
        """Return the offsets of the first passage at or after offset `start` that is `quote` word for word.

        Marks of punctuation at the quote's ends may be missing or added; words may not. None if there is none.
        """
        for wanted in _spellings(quote):
            span = self._search(wanted, start)
            if span is not None:
                return span
        return None

    def resolve(self, quote: str, start: int = 0) -> tuple[int, int] | None:
        """Return the passage at or after `start`, or else the first one in the speech: repeats resolve in order."""
        return self.find(quote, start) or (self.find(quote) if start else None)

    def is_quotation(self, span: tuple[int, int]) -> bool:
        """Return whether the passage at `span` lies within quotation marks or a quoted line of this speech."""
        begin, end = span
        return any(left <= begin and end <= right for left, right in self._quotations)

    @cached_property
    def _quotations(self) -> Sequence[tuple[int, int]]:
        return [match.span() for match in _QUOTED.finditer(self.text)]

    def _search(self, wanted: str, start: int) -> tuple[int, int] | None:
        place = self._folded.find(wanted)
        while place >= 0:
            end = place + len(wanted)
            if not (_splits_word(self._folded, place) or _splits_word(self._folded, end)):
                span = self._seen.span(self._starts[place], self._starts[end])
                if span[0] >= start:
                    return span
            place = self._folded.find(wanted, place + 1)
        return None


def find(text: str, quote: str, start: int = 0) -> tuple[int, int] | None:
    """Return the code-point offsets of `quote` in `text` at or after `start`, or None if it is not there.

    The rule is the same as `Passages.find`; use that for several quotes of one text.
    """
    return Passages(text).find(quote, start)


def words(text: str) -> int:
    """Return how many words `text` has; in scripts without blanks each character counts."""
    return sum(1 for _ in _WORD.finditer(text))


def _spellings(quote: str) -> list[str]:
    """Return the folded forms a quote may have in the text, strictest first, without repeats or empty ones."""
    strict = fold(quote)[0].strip(" ")
    plain = fold(neutral(quote))[0].strip(" ")
    forms = (strict, plain, plain.strip(_EDGES))
    return [form for form in dict.fromkeys(forms) if form.strip(_EDGES)]


def _splits_word(text: str, place: int) -> bool:
    """Return whether `place` lies within a word of folded `text`."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if _UNSPACED.match(before) or _UNSPACED.match(after):
        return False
    if _in_word(before) and _in_word(after):
        return True
    left = text[place - 2] if place > 1 else " "
    right = text[place + 1] if place + 1 < len(text) else " "
    if after == "'":
        return before.isalpha() and right.isalpha()
    if before == "'":
        return left.isalpha() and after.isalpha()
    if after in ".,":
        return before.isdigit() and right.isdigit()
    return before in ".," and left.isdigit() and after.isdigit()


def _in_word(char: str) -> bool:
    """Return whether `char` is part of a word: a letter, digit or combining mark."""
    return char.isalnum() or (not char.isascii() and unicodedata.category(char)[0] == "M")
