"""What a language brings to the page: its words, the plural of a number, and small numbers in words.

A word is a string, or one string for each plural that the language tells apart (named as in Unicode's CLDR), chosen by
the value called ``number``. Placeholders are named; ``{counted}`` and ``{Counted}`` are that number in words, small or
with a capital. Must not know which words there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from dikast.record.exporters.shown import Direction

#: The names of plurals.
Plural = Literal["zero", "one", "two", "few", "many", "other"]
#: The words under one key; `other` is there wherever there are several.
Words = str | Mapping[Plural, str]


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language of the page.

    Attributes:
        code: its language tag.
        direction: in which it is written.
        table: its words by key.
        numbers: the numbers from 0 in words, as far as the language writes them so; later ones are figures.
        plural: which plural goes with a whole number.
    """

    code: str
    direction: Direction
    table: Mapping[str, Words]
    numbers: tuple[str, ...]
    plural: Callable[[int], Plural]


def one_or_other(number: int) -> Plural:
    """Return the plural of languages that tell only one from many."""
    return "one" if number == 1 else "other"
