"""Every word of the page that is not a debater's, one table for each language of the page, and the voice that says it.

Placeholders are filled with escaped, direction-isolated text. Must not know how the words are laid out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from dikast.record.exporters.shown import Direction, direction, isolated
from dikast.record.exporters.words.english import ENGLISH
from dikast.record.exporters.words.english import NUMBERS as ENGLISH_NUMBERS

#: Languages of the page.
TONGUES: Final = ("en", "ar", "es", "de")

#: The words of each language; every table has the same keys, and a key that is missing is an error.
TABLES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({"en": ENGLISH})

#: Small numbers in words, from 0; a language without them says figures.
NUMBERS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"en": ENGLISH_NUMBERS})


def count(number: int, tongue: str = "en") -> str:
    """Return a small number in words, a larger one in figures."""
    numbers = NUMBERS.get(tongue, ())
    return numbers[number] if 0 <= number < len(numbers) else str(number)


class Voice:
    """Says one language's words in a page of one direction."""

    def __init__(self, tongue: str = "en", page: Direction = "ltr") -> None:
        self.tongue = tongue if tongue in TABLES else "en"
        self.table = TABLES[self.tongue]
        self.facing = direction(self.tongue)
        self.foreign = page != self.facing

    def __call__(self, key: str, **values: object) -> Markup:
        """Return the words of `key` as markup; strings among `values` are escaped and isolated.

        On a page of the other direction the words carry their own language and direction.
        """
        filled = Markup(self.table[key]).format(
            **{
                name: isolated(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
                for name, value in values.items()
            }
        )
        return Markup("<span{}>{}</span>").format(self.run, filled) if self.foreign else filled

    @property
    def run(self) -> Markup:
        """Attributes for an element that holds several of the table's words in a row, to keep their order."""
        return Markup(' lang="{}" dir="{}"').format(self.tongue, self.facing) if self.foreign else Markup("")

    def of(self, family: str, name: str) -> Markup:
        """Return the word for `name` in a family (``fate``, ``class``), or the name itself where it is none of ours."""
        key = f"{family}.{name}"
        return self(key) if key in self.table else isolated(name)

    def knows(self, family: str, name: str) -> bool:
        """Say whether the family has a word for `name`."""
        return f"{family}.{name}" in self.table

    def plain(self, key: str, **values: object) -> str:
        """Return the words of `key` for places that hold no markup; the values must be plain already."""
        return self.table[key].format(**values)

    def count(self, number: int, *, first: bool = False) -> Markup:
        """Return a small number in words, a larger one in figures; `first` where it begins a sentence."""
        word = count(number, self.tongue)
        return Markup(word.capitalize() if first else word)
