"""Folding: when two pieces of text count as the same words.

A quote is word for word when it equals its passage after folding Unicode NFC, quote marks, dashes, white space
and soft hyphens, and nothing else: a changed digit, letter or "not" stays different. Must not know who quotes
whom, or why.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

#: Single and double quote marks of all scripts count as one: writers and models swap them freely.
QUOTE_MARKS = (
    "'\"\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u2032\u2033"
    "\u300c\u300d\u300e\u300f\u301d\u301e\u301f\uff02\uff07"
)
#: Hyphens, dashes and the minus sign.
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
#: White space; a run of it counts as one blank.
WHITE_SPACE = (
    " \t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
SOFT_HYPHEN = "\u00ad"
#: Marks after one base character that are composed with it; more (no language has them) are cut into groups,
#: because composing takes time quadratic in their number. The number is that of Unicode's Stream-Safe Format.
MARKS_PER_BASE = 30

_TYPOGRAPHY = dict.fromkeys(QUOTE_MARKS, "'") | dict.fromkeys(DASHES, "-") | dict.fromkeys(WHITE_SPACE, " ")
_BLANKS = re.compile(f"[ {SOFT_HYPHEN}]{{2,}}|{SOFT_HYPHEN}")
#: Hangul vowels and final consonants, which compose with what stands before them without being marks.
_JAMO = (0x1160, 0x11FF)


def fold(text: str) -> tuple[str, Sequence[int]]:
    """Return `text` folded, and where each folded character comes from.

    The second value has one entry more than the folded text has characters: entry ``i`` is the code-point offset
    in `text` where folded character ``i`` begins, and the last is ``len(text)``. A match ``folded[i:j]`` is
    ``text[starts[i]:starts[j]]``. Folding is idempotent and keeps leading and trailing blanks (as one blank).
    Takes time linear in the text.
    """
    folded = text
    for char in sorted(_TYPOGRAPHY.keys() & set(text)):  # a few passes in C: ten times faster than str.translate
        folded = folded.replace(char, _TYPOGRAPHY[char])
    starts: Sequence[int] = range(len(text) + 1)
    if SOFT_HYPHEN in folded or "  " in folded:
        folded, starts = _replace(folded, starts, _BLANKS.finditer(folded), lambda run: " " if " " in run else "")
    if not folded.isascii():
        pattern = _composing(folded)
        if pattern is not None:
            compose: dict[str, str] = {}

            def composed(part: str) -> str:
                if part not in compose:
                    compose[part] = unicodedata.normalize("NFC", part)
                return compose[part]

            folded, starts = _replace(folded, starts, pattern.finditer(folded), composed)
    return folded, starts


def same_words(passage: str, quote: str) -> bool:
    """Return whether `quote` is `passage` word for word, blanks at either end aside."""
    return passage == quote or fold(passage)[0].strip(" ") == fold(quote)[0].strip(" ")


def _composing(text: str) -> re.Pattern[str] | None:
    """Return a pattern for the stretches of `text` that NFC may change, or None if there can be none.

    NFC works on a base character with the marks after it, so each stretch can be composed by itself.
    """
    marks, singles = [], []
    for char in sorted(set(text)):
        if char < "\u00c0":
            continue
        if unicodedata.category(char)[0] == "M" or _JAMO[0] <= ord(char) <= _JAMO[1]:
            marks.append(char)
        elif unicodedata.normalize("NFC", char) != char:
            singles.append(char)
    if not marks and not singles:
        return None
    parts = []
    if marks:
        mark = "[" + "".join(marks) + "]"
        if not re.search(f"{mark}{{{MARKS_PER_BASE + 1}}}", text) and unicodedata.is_normalized("NFC", text):
            return None
        parts.append(f"(?s:.){mark}{{1,{MARKS_PER_BASE}}}|^{mark}{{1,{MARKS_PER_BASE}}}|{mark}")
    if singles:
        parts.append("[" + "".join(singles) + "]")
    return re.compile("|".join(parts))


def _replace(
    text: str, starts: Sequence[int], matches: Iterator[re.Match[str]], change: Callable[[str], str]
) -> tuple[str, Sequence[int]]:
    """Return `text` with every match changed, and `starts` carried over to the result."""
    parts: list[str] = []
    kept: list[int] = []
    done = 0
    for match in matches:
        old = match.group()
        new = change(old)
        if new == old:
            continue
        begin, end = match.span()
        parts += (text[done:begin], new)
        kept += starts[done:begin]
        kept += starts[begin : begin + len(new)] if len(new) <= len(old) else _stretched(starts[begin:end], len(new))
        done = end
    if not parts:
        return text, starts
    parts.append(text[done:])
    kept += starts[done:]
    return "".join(parts), kept


def _stretched(starts: Sequence[int], length: int) -> Sequence[int]:
    """Return `starts` for a longer replacement: its surplus characters belong to the last original one."""
    return [*starts, *([starts[-1]] * (length - len(starts)))]
