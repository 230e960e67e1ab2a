"""Text for drawings in our own typefaces: measured, broken into lines, and cut where another file has the letters.

The program that makes pictures does not look for letters in a second typeface by itself, so every run of a text names
the file that it is set in. Widths are those of the letters standing alone, which joined Arabic letters do not exceed.
Scripts that we ship no typeface for are left to the system's, at a width that is guessed high. Must not know what is
drawn.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from dikast.record.exporters import typefaces
from dikast.record.exporters.shown import Direction, plain

#: Typeface files by use; a letter is set in the first that has it.
SERIF: Final = ("charis-sil-latin-700", "charis-sil-latin-ext-700", "noto-naskh-arabic-700")
SANS: Final = ("inter-latin-400", "inter-latin-ext-400", "noto-sans-arabic-400")
STRONG: Final = ("inter-latin-700", "inter-latin-ext-700", "noto-sans-arabic-700")

#: Stands for the system's typefaces, where none of ours has a letter.
SYSTEM: Final = "sans-serif"
_ELLIPSIS: Final = "…"
#: The direction of a line, whatever its first letter is: right-to-left and left-to-right embedding, and their end.
_EMBEDDED: Final = {"rtl": "\u202b", "ltr": "\u202a"}
_END: Final = "\u202c"


@dataclass(frozen=True, slots=True)
class Face:
    """One typeface file: its path, and the width of each of its letters in thousandths of the size."""

    name: str
    path: Path
    widths: dict[int, int]


@cache
def face(name: str) -> Face:
    """Return the typeface file `name` under a family name of its own, so that a drawing can ask for it."""
    from fontTools.ttLib import TTFont

    font: Any = TTFont(BytesIO(typefaces.opened(f"{name}.woff2")), recalcTimestamp=False)
    for record in list(font["name"].names):
        if record.nameID in (1, 16):
            font["name"].setName(name, record.nameID, record.platformID, record.platEncID, record.langID)
    path = typefaces.folder() / f"{name}.ttf"
    font.save(path)
    units, advances = font["head"].unitsPerEm, font["hmtx"].metrics
    widths = {code: advances[glyph][0] * 1000 // units for code, glyph in font.getBestCmap().items()}
    return Face(name, path, widths)


def paths() -> list[str]:
    """Return the files of every typeface that a drawing may name."""
    return [str(face(name).path) for name in (*SERIF, *SANS, *STRONG)]


def fit(text: str, family: tuple[str, ...]) -> str:
    """Return `text` on one line, hidden characters named.

    Of marks that `family` has no drawing for, one is kept on each letter that it has none for either.
    """
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", plain(text)):
        if not _mark(char) or _in(char, family) or (kept and not _in(kept[-1], family) and not _mark(kept[-1])):
            kept.append(char)
    return "".join(kept)


def width(text: str, family: tuple[str, ...], size: float) -> float:
    """Return how wide `text` can at most be at `size`."""
    return sum(_wide(char, name) for char, name in _set(text, family)) * size / 1000


def cut(text: str, family: tuple[str, ...], size: float, room: float) -> str:
    """Return `text`, shortened with an ellipsis where it is wider than `room`."""
    if width(text, family, size) <= room:
        return text
    return _cut(text, family, size, room)


def broken(text: str, family: tuple[str, ...], size: float, room: float, most: int) -> list[str]:
    """Break `text` into at most `most` lines no wider than `room`; what is over ends in an ellipsis."""
    lines: list[str] = []
    words = [part for word in text.split() for part in _parts(word, family, size, room)]
    here = ""
    for place, word in enumerate(words):
        longer = f"{here} {word}" if here else word
        if width(longer, family, size) <= room:
            here = longer
            continue
        lines.append(here)
        if len(lines) == most:
            lines[-1] = _cut(lines[-1], family, size, room)
            return lines
        if len(lines) == most - 1:
            return [*lines, cut(" ".join(words[place:]), family, size, room)]
        here = word
    return [*lines, here] if here else lines


def drawn(text: str, family: tuple[str, ...], facing: Direction) -> Markup:
    """Return `text`, which runs in the direction `facing`, as the inside of a drawing's text, each run naming its
    typeface."""
    runs: list[tuple[str, str]] = []
    for char, name in _set(text, family):
        if runs and runs[-1][1] == name:
            runs[-1] = (runs[-1][0] + char, name)
        else:
            runs.append((char, name))
    marked = Markup("").join(Markup('<tspan font-family="{1}">{0}</tspan>').format(*run) for run in runs)
    return Markup("{}{}{}").format(_EMBEDDED[facing], marked, _END)


def _in(char: str, family: tuple[str, ...]) -> bool:
    return any(ord(char) in face(name).widths for name in family)


def _mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me")


def _wide(char: str, name: str) -> int:
    if name != SYSTEM:
        return face(name).widths[ord(char)]
    if _mark(char):
        return 0
    return 1300 if unicodedata.category(char) == "So" else 1050 if unicodedata.east_asian_width(char) in "WF" else 850


def _set(text: str, family: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each letter with its typeface: the one in use where it can, else the first that has it."""
    current = family[0]
    for char in text:
        plain_letter = char.isascii() and char != " "
        if plain_letter or current == SYSTEM or ord(char) not in face(current).widths:
            current = next((name for name in family if ord(char) in face(name).widths), SYSTEM)
        yield char, current


def _cut(text: str, family: tuple[str, ...], size: float, room: float) -> str:
    kept = text[: _fitting(text, family, size, room - width(_ELLIPSIS, family, size))]
    return kept.rstrip() + _ELLIPSIS


def _parts(word: str, family: tuple[str, ...], size: float, room: float) -> Iterator[str]:
    """Cut a word that is wider than a line."""
    while word:
        fitting = max(_fitting(word, family, size, room), 1)
        yield word[:fitting]
        word = word[fitting:]


def _fitting(text: str, family: tuple[str, ...], size: float, room: float) -> int:
    """Return how many letters of `text` fit into `room`."""
    taken = 0.0
    for place, (char, name) in enumerate(_set(text, family)):
        taken += _wide(char, name) * size / 1000
        if taken > room:
            return place
    return len(text)
