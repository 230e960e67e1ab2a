"""The few words that only papers and pictures need, in each language of the page. Must not know the layout."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "line": "line {first}",
            "lines": "lines {first} to {last}",
            "answer": "answer {number}",
            "page": "page",
            "checked": "Checked line by line",
            "continued": "{number} more are left out here. The case file and the page have all of them.",
        },
        "ar": {
            "line": "السطر {first}",
            "lines": "السطور {first} إلى {last}",
            "answer": "الجواب {number}",
            "page": "صفحة",
            "checked": "مُدقَّق سطراً بسطر",
            "continued": "تُرك هنا {number} غيرها، وكلها في ملف القضية وفي الصفحة.",
        },
        "es": {
            "line": "línea {first}",
            "lines": "líneas {first} a {last}",
            "answer": "respuesta {number}",
            "page": "página",
            "checked": "Comprobado línea a línea",
            "continued": "Aquí se omiten {number} más. El archivo del caso y la página los contienen todos.",
        },
        "de": {
            "line": "Zeile {first}",
            "lines": "Zeilen {first} bis {last}",
            "answer": "Antwort {number}",
            "page": "Seite",
            "checked": "Zeile für Zeile geprüft",
            "continued": "{number} weitere fehlen hier. Die Falldatei und die Seite enthalten alle.",
        },
    }
)


def said(tongue: str, key: str, **values: object) -> str:
    """Return the words of `key` in `tongue` (English for any other); the values must be ours, such as numbers."""
    return WORDS.get(tongue, WORDS["en"])[key].format(**values)
