"""Finds debates by words of their motions and speeches, in any language. Must not know pages.

Every text has one row in a table of folded words: case, accents and Arabic vowel signs taken away, as readers search.
A word is found by its beginning. SQLite has the table in FTS5, PostgreSQL as a column with a text-search index.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from dikast.web.account.models import Person
from dikast.web.debates.models import Debate
from dikast.web.debates.sight import visible_to

_WORD = re.compile(r"\w+")
#: Letters that Arabic readers take for each other.
_ALIKE = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه", "ؤ": "و", "ئ": "ي", "ـ": ""})
#: Words of a query that count.
MOST_WORDS = 8
#: Characters of a passage around a hit.
PASSAGE = 160


@dataclass(frozen=True, slots=True)
class Hit:
    """A debate that was found, with the passage as it was written, and the hit's place in it."""

    debate: Debate
    passage: tuple[str, str, str]


def folded(text: str) -> str:
    """Return `text` as it is searched: lower case, without accents and vowel signs, its words apart."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char)).translate(_ALIKE)
    return " ".join(_WORD.findall(plain))


def index(debate: int, place: int, text: str) -> None:
    """Make a text findable: the motion as place 0, a post by its number. A text indexed before is replaced."""
    words = folded(text)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM debates_words WHERE debate = %s AND place = %s", [debate, place])
        cursor.execute(
            "INSERT INTO debates_words (debate, place, words) VALUES (%s, %s, %s)",
            [debate, place, words],
        )


def index_all(debate: Debate) -> None:
    """Make a debate that came as a document findable, motion and speeches."""
    index(debate.pk, 0, debate.motion)
    for number, speech in enumerate((debate.document or {}).get("speeches", ()), 1):
        index(debate.pk, number, speech.get("text") or "")


def holding(query: str) -> dict[int, int]:
    """Return the debates with a text that holds every word of `query`, each with the place of its first such text.

    Anything is a query; nothing in it is an instruction. Only the latest thousand debates are returned.
    """
    words = _words(query)
    if not words:
        return {}
    if connection.vendor == "postgresql":
        condition = "to_tsvector('simple', words) @@ to_tsquery('simple', %s)"
        value = " & ".join(f"'{word}':*" for word in words)
    else:
        condition, value = "debates_words MATCH %s", " ".join(f'"{word}"*' for word in words)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT debate, min(place) FROM debates_words WHERE {condition} GROUP BY debate"
            " ORDER BY debate DESC LIMIT 1000",
            [value],
        )
        return dict(cursor.fetchall())


def _words(query: str) -> list[str]:
    return folded(query).split()[:MOST_WORDS]


def find(query: str, person: Person | None, most: int) -> list[Hit]:
    """Return debates as `holding` has them, the latest first, each once.

    Args:
        query: as typed.
        person: who searches; only what he may find in lists is found.
        most: how many debates at most.
    """
    places, words = holding(query), _words(query)
    visible = visible_to(person).filter(pk__in=places).order_by("-active_at", "-pk")[:most]
    return [Hit(debate, passage(_text(debate, places[debate.pk]), words)) for debate in visible]


def _text(debate: Debate, place: int) -> str:
    if place == 0:
        return debate.motion
    if debate.document is not None:
        return str(debate.document["speeches"][place - 1].get("text") or "")
    return debate.posts.values_list("text", flat=True).get(number=place)


def passage(text: str, words: Sequence[str]) -> tuple[str, str, str]:
    """Return the surroundings of the first word of `text` that begins with one of `words`: before, hit, after."""
    for found in _WORD.finditer(text):
        if any(folded(found.group()).startswith(word) for word in words):
            start, end = max(0, found.start() - PASSAGE // 2), min(len(text), found.end() + PASSAGE // 2)
            before = ("… " if start else "") + text[start : found.start()]
            return before, found.group(), text[found.end() : end] + (" …" if end < len(text) else "")
    return text[:PASSAGE], "", ""
