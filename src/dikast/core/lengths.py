"""How long a text is, in words and in graphemes. Knows no limit and no format.

A grapheme is what a reader sees as one character: the extended grapheme cluster of Unicode's annex 29
(rules GB3 to GB13). The standard library has no property table for it, so the classes come from general
categories and the few ranges below. What differs from the full tables: a code point newer than this
Python's `unicodedata`, and which symbols count as pictographic after a zero-width joiner.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_ZWJ: Final = 0x200D
#: Marks that break although their category (Mc) says they join: Myanmar, Tai Tham, Ahom.
_BREAKING_MARKS: Final = frozenset(
    map(chr, (*range(0x1062, 0x1065), *range(0x1067, 0x106E), *range(0x1087, 0x108D), *range(0x109A, 0x109D)))
) | frozenset("\u102b\u102c\u1038\u1083\u108f\u1a61\u1a63\u1a64\uaa7b\uaa7d\U00011720\U00011721")
#: Format characters that join to what follows: number and verse signs of Arabic, Syriac and Kaithi.
_PREPEND: Final = frozenset([*range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x0D4E, 0x110BD, 0x110CD])
#: The viramas that join two consonants into one cluster (rule GB9c).
_LINKERS: Final = frozenset([0x094D, 0x09CD, 0x0ACD, 0x0B4D, 0x0C4D, 0x0D4D])
#: Consonants of the scripts that have such a virama: first and last of each run.
_CONSONANTS: Final = (
    (0x0915, 0x0939), (0x0958, 0x095F), (0x0978, 0x097F), (0x0995, 0x09B9), (0x09DC, 0x09DF), (0x09F0, 0x09F1),
    (0x0A95, 0x0AB9), (0x0AF9, 0x0AF9), (0x0B15, 0x0B39), (0x0B5C, 0x0B5F), (0x0B71, 0x0B71), (0x0C15, 0x0C39),
    (0x0C58, 0x0C5A), (0x0D15, 0x0D3A),
)  # fmt: skip
#: Symbols that a zero-width joiner can bind into one picture.
_PICTOGRAPHS: Final = (
    (0x00A9, 0x00A9), (0x00AE, 0x00AE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139),
    (0x2194, 0x2199), (0x21A9, 0x21AA), (0x231A, 0x231B), (0x2328, 0x2328), (0x23E9, 0x23F3), (0x23F8, 0x23FA),
    (0x25AA, 0x25AB), (0x25B6, 0x25B6), (0x25C0, 0x25C0), (0x25FB, 0x25FE), (0x2600, 0x2604), (0x260E, 0x260E),
    (0x2611, 0x2611), (0x2614, 0x2615), (0x2618, 0x2618), (0x261D, 0x261D), (0x2620, 0x2620), (0x2622, 0x2623),
    (0x2626, 0x2626), (0x262A, 0x262A), (0x262E, 0x262F), (0x2638, 0x263A), (0x2640, 0x2640), (0x2642, 0x2642),
    (0x2648, 0x2653), (0x265F, 0x2660), (0x2663, 0x2663), (0x2665, 0x2666), (0x2668, 0x2668), (0x267B, 0x267B),
    (0x267E, 0x267F), (0x2692, 0x2697), (0x2699, 0x2699), (0x269B, 0x269C), (0x26A0, 0x26A1), (0x26A7, 0x26A7),
    (0x26AA, 0x26AB), (0x26B0, 0x26B1), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26C8, 0x26C8), (0x26CE, 0x26CF),
    (0x26D1, 0x26D1), (0x26D3, 0x26D4), (0x26E9, 0x26EA), (0x26F0, 0x26F5), (0x26F7, 0x26FA), (0x26FD, 0x26FD),
    (0x2702, 0x2702), (0x2705, 0x2705), (0x2708, 0x270D), (0x270F, 0x270F), (0x2712, 0x2712), (0x2714, 0x2714),
    (0x2716, 0x2716), (0x271D, 0x271D), (0x2721, 0x2721), (0x2728, 0x2728), (0x2733, 0x2734), (0x2744, 0x2744),
    (0x2747, 0x2747), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757), (0x2763, 0x2764),
    (0x2795, 0x2797), (0x27A1, 0x27A1), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2934, 0x2935), (0x2B05, 0x2B07),
    (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x3030, 0x3030), (0x303D, 0x303D), (0x3297, 0x3297),
    (0x3299, 0x3299), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F170, 0x1F171), (0x1F17E, 0x1F17F),
    (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F201, 0x1F20F), (0x1F21A, 0x1F21A), (0x1F22F, 0x1F22F),
    (0x1F232, 0x1F23A), (0x1F249, 0x1F3FA), (0x1F400, 0x1F53D), (0x1F546, 0x1F64F), (0x1F680, 0x1F6FF),
    (0x1F7D5, 0x1F7FF), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1FAFF), (0x1FC00, 0x1FFFD),
)  # fmt: skip
#: Scripts written without spaces: each cluster counts as a word, as Unicode's default word rule has it.
_UNSPACED: Final = (
    r"\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF"
    r"\U00020000-\U0003FFFF"
)
#: An apostrophe or point between letters, a comma between digits and an invisible joiner end no word.
_INSIDE: Final = r"[\w\u00AD\u200C\u200D]|['\u2019.](?=\w)|(?<=\d),(?=\d)"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W_](?:(?![{_UNSPACED}])(?:{_INSIDE}))*")


def words(text: str) -> int:
    """Return the number of words in `text`.

    A word is a run of letters, marks and digits, with the apostrophes and points inside it (``don't``, ``3.5``);
    a hyphen ends it; in scripts written without spaces (Han, kana, Thai, Lao, Khmer, Burmese) each letter
    counts as one. Punctuation, symbols and invisible characters alone are no word.
    """
    return sum(1 for _ in _WORD.finditer(_without_marks(text)))


def graphemes(text: str) -> int:
    """Return the number of graphemes in `text`, spaces and line breaks included; CR LF is one."""
    if text.isascii():
        return len(text) - text.count("\r\n")
    count = 0
    before = ""
    picture = ""  # "seen" after a pictograph and its marks, "joined" after their zero-width joiner
    conjunct = ""  # "open" after a consonant and its marks, "linked" once a virama was among them
    flags = 0  # regional indicators in a row
    for char in text:
        kind = _kind(char)
        if not _joined(before, kind, picture == "joined", conjunct == "linked", flags):
            count += 1
        flags = flags + 1 if kind == "flag" else 0
        if kind == "pictograph":
            picture = "seen"
        elif kind == "zwj":
            picture = "joined" if picture == "seen" else ""
        elif kind not in ("extend", "linker") or picture == "joined":
            picture = ""
        if kind == "consonant":
            conjunct = "open"
        elif kind == "linker":
            conjunct = conjunct and "linked"
        elif kind not in ("extend", "zwj"):
            conjunct = ""
        before = kind
    return count


def _joined(before: str, kind: str, picture: bool, conjunct: bool, flags: int) -> bool:
    """Return whether no boundary lies between a code point of class `before` and one of class `kind`."""
    if before == "cr":
        return kind == "lf"
    if before in ("", "lf", "control") or kind in ("cr", "lf", "control"):
        return False
    if kind in ("extend", "linker", "zwj", "spacing") or before == "prepend":
        return True
    if kind in ("L", "V", "LV", "LVT", "T"):
        follows = {"L": ("L", "V", "LV", "LVT"), "LV": ("V", "T"), "V": ("V", "T"), "LVT": ("T",), "T": ("T",)}
        return kind in follows.get(before, ())
    if kind == "flag":
        return flags % 2 == 1
    return (kind == "pictograph" and picture and before == "zwj") or (kind == "consonant" and conjunct)


@lru_cache(maxsize=4096)
def _kind(char: str) -> str:
    """Return the grapheme class of one code point."""
    code = ord(char)
    category = unicodedata.category(char)
    if code in (0x0D, 0x0A):
        return "cr" if code == 0x0D else "lf"
    if code == _ZWJ:
        return "zwj"
    if code in _LINKERS:
        return "linker"
    if code in _PREPEND:
        return "prepend"
    if code == 0x200C or 0x1F3FB <= code <= 0x1F3FF or 0xE0020 <= code <= 0xE007F or category in ("Mn", "Me"):
        return "extend"
    if code in (0x0E33, 0x0EB3) or (category == "Mc" and char not in _BREAKING_MARKS):
        return "spacing"
    if category in ("Cc", "Cf", "Zl", "Zp", "Cs"):
        return "control"
    if 0x1F1E6 <= code <= 0x1F1FF:
        return "flag"
    if 0xAC00 <= code <= 0xD7A3:
        return "LV" if (code - 0xAC00) % 28 == 0 else "LVT"
    return _jamo(code) or _listed(code, category)


def _jamo(code: int) -> str:
    """Return the class of a Hangul jamo, or an empty string."""
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    return "T" if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB else ""


def _listed(code: int, category: str) -> str:
    """Return the class that the range tables give: a consonant, a pictograph or anything else."""
    if category == "Lo" and any(first <= code <= last for first, last in _CONSONANTS):
        return "consonant"
    return "pictograph" if any(first <= code <= last for first, last in _PICTOGRAPHS) else "other"


def _without_marks(text: str) -> str:
    """Return `text` without combining marks, which belong to the letter before them."""
    if text.isascii():
        return text
    return "".join(char for char in text if unicodedata.category(char) not in ("Mn", "Me", "Mc"))
