"""Every word of the page that is not a debater's, said in one of the page's languages.

Placeholders are filled with escaped, direction-isolated text. Must not know how the words are laid out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from dikast.record.exporters.shown import Direction, isolated
from dikast.record.exporters.words.arabic import ARABIC
from dikast.record.exporters.words.english import ENGLISH
from dikast.record.exporters.words.german import GERMAN
from dikast.record.exporters.words.roles import ROLES
from dikast.record.exporters.words.spanish import SPANISH
from dikast.record.exporters.words.tongue import Tongue, Words

#: Languages in which the words are there.
TONGUES: Final = ("en", "ar", "es", "de")
_SPOKEN: Final[Mapping[str, Tongue]] = MappingProxyType({one.code: one for one in (ENGLISH, ARABIC, SPANISH, GERMAN)})


def tongue_of(tag: str) -> str:
    """Return the language of a debate with the tag `tag`, if it is one of `TONGUES`, else English."""
    code = tag.lower().split("-")[0]
    return code if code in TONGUES else "en"


def spoken(code: str) -> Tongue:
    """Return one of `TONGUES` with everything that it brings; any other is English."""
    return _SPOKEN.get(code, ENGLISH)


class Voice:
    """Says the words of one language in a page of one direction.

    Attributes:
        tongue: the language, one of `TONGUES`.
        foreign: whether the page runs the other way, so that the words carry their own language and direction.
    """

    def __init__(self, tongue: str = "en", page: Direction | None = None) -> None:
        self._spoken = spoken(tongue)
        self.tongue = self._spoken.code
        self.foreign = page is not None and page != self._spoken.direction

    @property
    def direction(self) -> Direction:
        """The direction in which the language is written."""
        return self._spoken.direction

    def __call__(self, key: str, **values: object) -> Markup:
        """Return the words of `key` as markup; strings among `values` are escaped and isolated.

        A whole number called ``number`` chooses the plural.
        """
        filled = Markup(self._words(key, values)).format(
            **{
                name: isolated(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
                for name, value in values.items()
            },
            **self._counted(values),
        )
        return Markup("<span{}>{}</span>").format(self.run, filled) if self.foreign else filled

    @property
    def run(self) -> Markup:
        """Attributes for an element that holds several of the table's words in a row, to keep their order."""
        if not self.foreign:
            return Markup("")
        return Markup(' lang="{}" dir="{}"').format(self.tongue, self.direction)

    @property
    def comma(self) -> str:
        """What stands between the members of a list."""
        return self.plain("comma")

    def of(self, family: str, name: str) -> Markup:
        """Return the word for `name` in a family (``fate``, ``class``), or the name itself where it is none of ours."""
        key = f"{family}.{name}"
        return self(key) if key in self._spoken.table else isolated(name)

    def knows(self, family: str, name: str) -> bool:
        """Say whether the family has a word for `name`."""
        return f"{family}.{name}" in self._spoken.table

    def role(self, name: str) -> Markup:
        """Return what a speech is called, in this language where a format calls it so."""
        known = ROLES.get(name)
        if known is None or self.tongue == "en":
            return isolated(name)
        said = Markup(getattr(known, self.tongue))
        return Markup("<span{}>{}</span>").format(self.run, said) if self.foreign else said

    def plain(self, key: str, **values: object) -> str:
        """Return the words of `key` for places that hold no markup; the values must be plain already."""
        return self._words(key, values).format(**values, **self._counted(values))

    def count(self, number: int) -> str:
        """Return a small number in words where the language writes it so, else in figures."""
        numbers = self._spoken.numbers
        return numbers[number] if 0 <= number < len(numbers) else str(number)

    def _words(self, key: str, values: Mapping[str, object]) -> str:
        words: Words = self._spoken.table[key]
        if isinstance(words, str):
            return words
        number = values["number"]
        assert isinstance(number, int)
        return words.get(self._spoken.plural(number), words["other"])

    def _counted(self, values: Mapping[str, object]) -> dict[str, Markup]:
        number = values.get("number")
        if not isinstance(number, int):
            return {}
        counted = self.count(number)
        return {"counted": Markup(counted), "Counted": Markup(counted[:1].upper() + counted[1:])}
