"""Whether a quote that an answer gives may be credited to a speech's speaker. Must not know what it is quoted for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dikast.perception.neutral import HIDDEN
from dikast.perception.port import Rejection
from dikast.perception.quotes import Passages, words
from dikast.perception.schema import HELD_QUOTE, clip

#: A quote shorter than this shows nothing (unless it is the whole text), a longer one is no quote.
LEAST_WORDS, MOST_WORDS = 3, 80


class Quote(NamedTuple):
    """An accepted quote: `text` is exactly ``speech[at[0]:at[1]]``."""

    text: str
    at: tuple[int, int]


class Evidence:
    """Checks quotes against one speech (or a part of it), and knows what the other side said before."""

    def __init__(self, speech: str, part: tuple[int, int] | None = None, opponent: Sequence[str] = ()) -> None:
        self._begin, end = part or (0, len(speech))
        self._passages = Passages(speech[self._begin : end])
        self._opponent = opponent
        self._earlier: list[Passages] | None = None

    def check(self, quote: str, what: str, start: int = 0) -> Quote | Rejection:
        """Return the quote with its offsets in the whole speech, or why it is rejected.

        Args:
            quote: as the answer gives it.
            what: the place in the answer, for the rejection.
            start: offset in the speech where the search begins; if nothing is found after it, the first passage counts.
        """
        if len(quote) == HELD_QUOTE and " " in quote:
            quote = quote[: quote.rindex(" ")]
        count = words(quote)
        if count > MOST_WORDS:
            return Rejection("quote.too-long", what, clip(quote, 200))
        if count < LEAST_WORDS and count < words(self._passages.text):
            return Rejection("quote.too-short", what, clip(quote, 200))
        span = self._passages.resolve(quote, max(0, start - self._begin))
        if span is None:
            return Rejection("quote.not-found", what, clip(quote, 400))
        text = self._passages.text[span[0] : span[1]]
        if HIDDEN in quote:
            return Rejection("quote.hidden", what, clip(text, 400))
        if self._passages.is_quotation(span) and self._was_said_before(quote):
            return Rejection("quote.opponents-words", what, clip(text, 400))
        return Quote(text, (span[0] + self._begin, span[1] + self._begin))

    def _was_said_before(self, quote: str) -> bool:
        if self._earlier is None:
            self._earlier = [Passages(text) for text in self._opponent]
        return any(earlier.find(quote) for earlier in self._earlier)
