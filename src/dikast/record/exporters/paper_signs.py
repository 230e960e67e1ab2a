"""The page's signs and the scoreline bar as pictures behind empty elements of a style sheet.

A word always stands beside them, so that whoever has the paper read aloud hears the words alone.
Must not know debates.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from typing import Final

from dikast.record.exporters.html import environment
from dikast.record.exporters.palette import LIGHT

_SIGNS: Final = (
    *((kind, side, tone) for kind in ("claim", "attack", "renewal", "conceded", "move", "defense")
      for side, tone in (("A", "a"), ("B", "b"))),
    ("held", "A", "held"),
    ("survived", "A", "held"),
    ("dented", "A", "dented"),
    ("weakened", "A", "dented"),
    ("broke", "A", "broke"),
    ("defeated", "A", "broke"),
    ("dropped", "A", "broke"),
    ("trouble", "A", "broke"),
    ("set-aside", "A", "ink-2"),
    ("new-matter", "A", "ink-2"),
    ("unanswerable", "A", "ink-2"),
    ("uncontested", "A", "ink"),
    ("open", "A", "ink"),
    ("answered", "A", "held"),
)  # fmt: skip
#: Signs that point back along the line.
_POINTING: Final = frozenset(("attack", "renewal"))
_OPEN: Final = re.compile(r"<svg\b[^>]*>")


def picture(svg: str) -> str:
    """Return `svg` as the value of a style sheet's image."""
    return f'url("data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}")'


@cache
def sheet(rtl: bool) -> str:
    """Return the rules of every sign, pointing the other way where the page runs from right to left."""
    return "".join(_rules(rtl))


def _rules(rtl: bool) -> Iterator[str]:
    macros = environment().get_template("marks.html.j2").module
    for kind, side, tone in _SIGNS:
        drawn = str(macros.mark(kind, side))  # type: ignore[attr-defined]
        inner = _OPEN.sub("", drawn).replace("</svg>", "").strip()
        inner = inner.replace("currentColor", LIGHT[tone])
        inner = inner.replace('class="paper-line"', 'stroke="#fff"').replace('class="paper-fill"', 'fill="#fff"')
        if rtl and kind in _POINTING:
            inner = f'<g transform="matrix(-1 0 0 1 16 0)">{inner}</g>'
        name = f"{kind}-{side.lower()}" if tone in ("a", "b") else kind
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">{inner}</svg>'
        yield f".s-{name}{{background-image:{picture(svg)}}}\n"
    for name, length, tone in (("solid", 5, "ink-2"), ("dots", 2, "control")):
        path = f'<path d="M0 1h{length}" stroke="{LIGHT[tone]}" stroke-width="1.5"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="5" height="2">{path}</svg>'
        yield f".{name}{{background-image:{picture(svg)}}}\n"


def bar(kind: str, a: int, *, rtl: bool) -> str:
    """Return the scoreline bar (the look's §7) as a style sheet's image; `a` is A's share, `kind` the bar's."""
    width, height = 1000, 36
    if kind == "level":
        inside = (
            f'<rect x="470" y="0" width="60" height="{height}" fill="{LIGHT["ink-2"]}"/>'
            f'<rect x="1.5" y="1.5" width="{width - 3}" height="{height - 3}" fill="none" stroke="{LIGHT["ink-2"]}"'
            ' stroke-width="3"/>'
        )
    else:
        cut = a * 10
        hatch = "".join(
            f'<path d="M{x} {height}l{height} {-height}" stroke="{LIGHT["b"]}" stroke-width="3.2"/>'
            for x in range(cut - height, width, 10)
        )
        inside = (
            f'<clipPath id="b"><rect x="{cut}" y="0" width="{width - cut}" height="{height}"/></clipPath>'
            f'<rect x="{cut}" y="0" width="{width - cut}" height="{height}" fill="{LIGHT["b-tint"]}"/>'
            f'<g clip-path="url(#b)">{hatch}</g>'
            f'<rect x="{cut + 1.5}" y="1.5" width="{max(width - cut - 3, 0)}" height="{height - 3}" fill="none"'
            f' stroke="{LIGHT["b"]}" stroke-width="3"/>'
            f'<rect x="0" y="0" width="{cut}" height="{height}" fill="{LIGHT["a"]}"/>'
            f'<rect x="{max(cut - 4, 0)}" y="0" width="4" height="{height}" fill="#fff"/>'
            f'<path d="M470 {height + 4}v7h60v-7M500 {height + 11}v8" fill="none" stroke="{LIGHT["ink-2"]}"'
            ' stroke-width="2"/>'
        )
    if rtl:
        inside = f'<g transform="matrix(-1 0 0 1 {width} 0)">{inside}</g>'
    return picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 20}">{inside}</svg>')
