"""Strangers' text made safe and visible: escaped, isolated from its surroundings' direction, nothing hidden.

Characters that a reader cannot see but that change what he sees (controls, direction marks, zero-width signs)
appear as a small named sign. Must not know debates.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal

from markupsafe import Markup, escape

Direction = Literal["ltr", "rtl"]

#: Languages written from right to left in their usual script.
RTL_LANGUAGES: Final = frozenset(
    {
        "ar",
        "arc",
        "azb",
        "bal",
        "ckb",
        "dv",
        "fa",
        "he",
        "iw",
        "khw",
        "ks",
        "ku-arab",
        "mzn",
        "nqo",
        "pnb",
        "ps",
        "sd",
        "syr",
        "ug",
        "ur",
        "yi",
    }
)
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}")
_JOINERS: Final = "\u200c\u200d"
_SELECTORS: Final = "\ufe0e\ufe0f"
_LINE_BREAKS: Final = re.compile(r"\r\n?|\u0085|\u2028|\u2029")
#: Signs of category Lo, So or Mn that print nothing.
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")

#: Blanks and selectors that count as printable; where a text has none and is printable, nothing in it is hidden.
_ODD: Final = re.compile(f"[{''.join(sorted(_BLANKS))}\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def _hidden(char: str) -> bool:
    if char == "\n":
        return False
    kind = unicodedata.category(char)
    if kind in ("Cc", "Cf", "Cs", "Co", "Cn") or char in _BLANKS:
        return True
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _belongs(text: str, place: int) -> bool:
    """Say whether the joiner or emoji selector at `place` does its ordinary work there."""
    char, before = text[place], text[place - 1] if place else ""
    after = text[place + 1] if place + 1 < len(text) else ""
    if char in _JOINERS:
        return (
            before > "\u00ff"
            and after > "\u00ff"
            and not _hidden(after)
            and (not _hidden(before) or before in _SELECTORS)
        )
    return char in _SELECTORS and bool(before) and unicodedata.category(before) in ("So", "Sm", "Nd", "Po", "Sk")


def clean(text: str) -> list[tuple[str, bool]]:
    """Split `text` into pieces, each with whether it is the name of a hidden character (``U+202E``).

    Line breaks of every kind become ``\\n``, a tab a space; a lone surrogate is named like any hidden character.
    """
    text = _LINE_BREAKS.sub("\n", text).replace("\t", " ")
    if text.replace("\n", "").isprintable() and not _ODD.search(text):
        return [(text, False)] if text else []
    pieces: list[tuple[str, bool]] = []
    start = 0
    for place, char in enumerate(text):
        if char < "\u007f" and char >= " ":
            continue
        if _hidden(char) and not _belongs(text, place):
            if place > start:
                pieces.append((text[start:place], False))
            pieces.append((f"U+{ord(char):04X}", True))
            start = place + 1
    if start < len(text):
        pieces.append((text[start:], False))
    return pieces


def plain(text: str) -> str:
    """Return `text` on one line for places that hold no markup (title, SVG description), hidden signs named."""
    return " ".join("".join(f"[{piece}]" if hidden else piece for piece, hidden in clean(text)).split())


def shown(text: str) -> Markup:
    """Return `text` as escaped markup in which each hidden character is a visible sign with its name."""
    return Markup("").join(
        Markup('<span class="hidden-char" dir="ltr">{}</span>').format(piece) if hidden else escape(piece)
        for piece, hidden in clean(text)
    )


def isolated(text: str) -> Markup:
    """Return `text` as markup whose direction cannot reach its neighbours: for names and ids inside a sentence."""
    return Markup("<bdi>{}</bdi>").format(shown(text))


def language(tag: str) -> str:
    """Return `tag` if it has the shape of a language tag, else ``""``."""
    return tag if _LANGUAGE.fullmatch(tag) else ""


def direction(tag: str, *texts: str) -> Direction:
    """Return the writing direction of a debate: by its language `tag`, or without one by most letters of `texts`."""
    if language(tag):
        first, low = tag.lower().split("-")[0], tag.lower()
        return "rtl" if first in RTL_LANGUAGES or low in RTL_LANGUAGES or "-arab" in low or "-hebr" in low else "ltr"
    right = left = 0
    for text in texts:
        for char in text[:2000]:
            kind = unicodedata.bidirectional(char)
            right += kind in ("R", "AL")
            left += kind == "L"
    return "rtl" if right > left else "ltr"
