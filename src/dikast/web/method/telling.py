"""The text of a method in the reader's language, its terms as in every ruling. Must not know a rule or a figure."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from markupsafe import Markup

from dikast.judging.method_words import Rule, Term, spoken
from dikast.record.exporters.words import Voice


@dataclass(frozen=True, slots=True)
class Told:
    """One rule as it is shown: heading, sentences, and a table's heads and rows (both empty where it has none)."""

    heading: str
    text: tuple[Markup, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def told(rule: Rule, voice: Voice) -> Told:
    """Return a rule in the language in force.

    Args:
        rule: as `judging.method_text` has it.
        voice: says the terms in the same language.
    """

    def say(term: Term) -> str:
        return voice.plain(f"{term.family}.{term.name}") if voice.knows(term.family, term.name) else term.name

    # Translators: what stands between the words of a list.
    comma = _(", ")
    sentences = tuple(
        Markup(_(one.message)) % {name: spoken(value, say, comma) for name, value in one.values.items()}
        for one in rule.text
    )
    table = rule.table
    return Told(
        _(rule.heading),
        sentences,
        tuple(_(head) for head in table.head) if table else (),
        tuple(tuple(spoken(value, say, comma) for value in row) for row in table.rows) if table else (),
    )
