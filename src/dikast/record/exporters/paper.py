"""A ruling laid out for paper, as HTML that a printer of papers turns into pages.

Unlike the page it has nothing to open: the whole ledger stands open, and speeches have line numbers that the ledger
names. Must not know who turns it into pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Final

from jinja2 import Environment
from markupsafe import Markup, escape

from dikast.record.exporters import html, palette, paper_signs
from dikast.record.exporters.chart import Chart
from dikast.record.exporters.flow import Row, Stop
from dikast.record.exporters.grounds import Ground
from dikast.record.exporters.numbered import NumberedLine, numbered, places
from dikast.record.exporters.paper_words import said
from dikast.record.exporters.shown import clean, direction, language, shown
from dikast.record.exporters.source import Source, Turn, shorten

#: With more speeches than this the flow lies across the page.
UPRIGHT: Final = 4
#: With more speeches than this the flow has no columns: each claim is a list of its moves.
WIDEST: Final = 10
#: The most rows of a side in the flow, lines of the ledger, and lines of speeches that are printed, and the most lines
#: of the ledger and answers that stand open: a printer of pages takes a quarter of a second for each.
MOST_ROWS: Final = 100
MOST_LINES: Final = 500
MOST_OPENED: Final = 100
MOST_SPOKEN: Final = 2500
#: The most characters of a side's name, which stands in every row.
MOST_NAME: Final = 120
#: The most hidden characters of one line that are shown as signs of their own.
MOST_SIGNS: Final = 4


@dataclass(frozen=True, slots=True)
class Cell:
    """Columns of a claim's row: moves with the thread after them, or none; `thread` is ``solid``, ``dots`` or ""."""

    span: int
    stops: tuple[Stop, ...]
    thread: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """One speech or post in numbered lines; `turn` None for words that are not judged."""

    turn: Turn | None
    speaker: str
    role: str
    lines: tuple[NumberedLine, ...]


def paper(document: Mapping[str, object], tongue: str = "", address: str = "") -> str:
    """Return the ruling of a case as HTML for paper.

    Args:
        document: a case that has been read and checked before.
        tongue: the language of the apparatus, by default the debate's own as on the page.
        address: where the ruling can be read, for the foot of every page; "" leaves it out.
    """
    source = Source(document)
    source.names = {side: shorten(name, MOST_NAME) for side, name in source.names.items()}
    view, voice = html.build(source, tongue)
    spoken = _spoken(view)
    where = {anchor: lines for one in spoken for anchor, lines in places(one.lines).items()}
    fit, left = _bounded(spoken)
    return (
        _environment()
        .get_template("paper.html.j2")
        .render(
            view=view,
            w=voice,
            said=lambda key, **values: said(voice.tongue, key, **values),
            cells=cells,
            where=lambda ground: _where(ground, where, voice.tongue),
            spoken=fit,
            spoken_left=left,
            rows=MOST_ROWS,
            lines=MOST_LINES,
            opened=MOST_OPENED,
            across=view.flow is not None and UPRIGHT < view.flow.columns <= WIDEST,
            listed=view.flow is not None and view.flow.columns > WIDEST,
            chart=_chart(view),
            colour=palette.LIGHT,
            style=Markup(_style(view, address, voice.tongue)),
        )
    )


def cells(row: Row, columns: int) -> tuple[Cell, ...]:
    """Return a claim's row as the cells of a table of `columns` speeches."""
    found: list[Cell] = []
    at = 1
    for column, group in groupby(row.stops, key=lambda stop: stop.column):
        stops = tuple(group)
        head = stops[-1]
        if column > at:
            found.append(Cell(column - at, (), ""))
        span = max(min(head.span, columns + 1 - column), 1)
        solid = "dots" if head.dotted else "solid"
        if head.end and span > 1:
            found += [Cell(1, stops, solid), Cell(span - 1, (), "dots")]
        else:
            found.append(Cell(span, stops, solid))
        at = column + span
    return tuple(found)


def _spoken(view: html.View) -> tuple[Spoken, ...]:
    """Return every speech in full; of a rubric debate the posts, then what was said between them."""
    posts = view.floor.posts if view.floor is not None else ()
    return tuple(Spoken(post.turn, post.turn.speaker, "", numbered(post.pieces)) for post in posts) + tuple(
        Spoken(one.turn, one.speaker, one.role, numbered(one.pieces)) for one in view.said
    )


def _bounded(spoken: Sequence[Spoken]) -> tuple[tuple[Spoken, ...], int]:
    """Return the speeches up to `MOST_SPOKEN` lines, and how many lines are left out."""
    room, left = MOST_SPOKEN, 0
    kept = []
    for one in spoken:
        fit = one.lines[:room]
        room, left = room - len(fit), left + len(one.lines) - len(fit)
        kept.append(Spoken(one.turn, one.speaker, one.role, fit))
    return tuple(kept), left


def _where(ground: Ground, where: Mapping[str, tuple[int, int]], tongue: str) -> str:
    """Return the numbered lines in which a quote stands, in words, or "" where it stands in none."""
    if ground.words not in where:
        return ""
    first, last = where[ground.words]
    return said(tongue, "line" if first == last else "lines", first=first, last=last)


def _chart(view: html.View) -> Chart | None:
    return view.momentum.charts[0] if view.momentum is not None else None


def _dir(view: html.View, words: str) -> Markup:
    """Return the attributes of an element that holds the debate's own words."""
    tag = language(view.lang)
    own = Markup(' lang="{}"').format(tag) if tag else Markup("")
    return Markup(' dir="{}"').format(direction("", words)) + own


def _shown(words: str) -> Markup:
    """Return `words` as the page shows them; where many characters are hidden their names stand in brackets, for every
    sign of its own costs a printer of pages as much as a line."""
    parts = clean(words)
    if sum(hidden for _, hidden in parts) <= MOST_SIGNS:
        return shown(words)
    return escape("".join(f"[{part}]" if hidden else part for part, hidden in parts))


@cache
def _environment() -> Environment:
    made = html.environment().overlay()
    made.filters = made.filters | {"shown": _shown}
    made.globals = {**made.globals, "facing": _dir}
    return made


@cache
def _sheet() -> str:
    return files("dikast.record.exporters").joinpath("paper.css").read_text(encoding="utf-8")


def _style(view: html.View, address: str, tongue: str) -> str:
    tokens = "".join(f"--{name}:{value};" for name, value in palette.LIGHT.items())
    rules = [f":root{{{tokens}}}", paper_signs.sheet(view.dir == "rtl"), _sheet()]
    bar = view.head.bar
    if bar is not None and bar.kind != "none":
        rules.append(f".bar{{background-image:{paper_signs.bar(bar.kind, bar.a, rtl=view.dir == 'rtl')}}}")
    if view.flow is not None:
        columns = view.flow.columns
        rules += [f".of-{span}{{width:{100 // span}%}}" for span in range(2, columns + 1)]
    foot = "\\a ".join(_quoted(line) for line in (address, view.annals.seal) if line)
    page = _quoted(said(tongue, "page"))
    rules.append(
        f'@page{{@bottom-left{{content:"{foot}"}}@bottom-right{{content:"{page} " counter(page) "/" counter(pages)}}}}'
    )
    return "\n".join(rules)


def _quoted(words: str) -> str:
    """Return `words` for a string in a style sheet: whatever is no letter or digit as its number."""
    return "".join(char if char.isascii() and char.isalnum() else f"\\{ord(char):x} " for char in words[:200])
