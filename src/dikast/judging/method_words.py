"""What the text of a method is made of: sentences with named gaps, and the terms and figures that fill them.

A sentence is a message for translation, so that the command line prints it in English and the platform says it in the
reader's language. Must not know a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the method's own: `name` as in the case file, of a family (``fate``, ``class``, ``criterion``, …)."""

    family: str
    name: str


@dataclass(frozen=True, slots=True)
class Weighted:
    """A sum of terms, each with its factor."""

    parts: tuple[tuple[str, Term], ...]


Value: TypeAlias = str | int | Term | tuple[Term, ...] | Weighted


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message with the values of its named gaps."""

    message: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under headings that are messages; the first of a row names it."""

    head: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a method.

    Attributes:
        heading: a message.
        text: its sentences, in order.
        table: its figures, None where it has none.
    """

    heading: str
    text: tuple[Sentence, ...]
    table: Table | None = None


def gettext_noop(message: str) -> str:
    """Mark a message for translation where it stands; it is translated where it is shown."""
    return message


def terms(family: str, names: tuple[str, ...] | list[str]) -> tuple[Term, ...]:
    """Return the terms of a family by their names."""
    return tuple(Term(family, name) for name in names)


def spoken(value: Value, say: Callable[[Term], str], comma: str = ", ") -> str:
    """Return a value in words.

    Args:
        value: what fills a gap.
        say: puts one term in words.
        comma: what stands between the terms of a list.
    """
    if isinstance(value, Term):
        return say(value)
    if isinstance(value, Weighted):
        return " + ".join(f"{factor} \N{MULTIPLICATION SIGN} {say(term)}" for factor, term in value.parts)
    if isinstance(value, tuple):
        return comma.join(say(term) for term in value)
    return str(value)


def in_english(rule: Rule) -> str:
    """Return a rule's text in English with terms as in the case file, its table as lines."""

    def say(term: Term) -> str:
        return term.name

    lines = [
        " ".join(
            sentence.message % {name: spoken(value, say) for name, value in sentence.values.items()}
            for sentence in rule.text
        )
    ]
    if rule.table is not None:
        for first, *rest in rule.table.rows:
            cells = (f"{head} {spoken(value, say)}" for head, value in zip(rule.table.head[1:], rest, strict=True))
            lines.append(f"{spoken(first, say)}: {', '.join(cells)}")
    return "\n".join(line for line in lines if line)
