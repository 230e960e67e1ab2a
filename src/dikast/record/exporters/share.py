"""A ruling as a picture of 1200 by 630, for the places where links are shared; the same bytes for the same case as long
as our own typefaces have its letters.

Motion, scoreline, finding, and how it was judged. Must not know how to score, nor who shows the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from markupsafe import Markup

from dikast.core.debate import Side
from dikast.core.problems import InputError, Problem
from dikast.record.exporters import html, lettering
from dikast.record.exporters.head import Bar
from dikast.record.exporters.palette import LIGHT
from dikast.record.exporters.paper_words import said
from dikast.record.exporters.shown import direction
from dikast.record.exporters.source import Source

WIDTH: Final = 1200
HEIGHT: Final = 630
_EDGE: Final = 64
_ROOM: Final = WIDTH - 2 * _EDGE
#: Sizes of the motion, the largest first, each with the lines that fit; the smallest may end in an ellipsis.
_MOTION: Final = ((62, 2), (50, 3))
#: Characters of a text that are looked at; more never fits.
_READ: Final = 600
_BAR: Final = (396, 44)


def png(document: Mapping[str, object], tongue: str = "") -> bytes:
    """Return the picture of a case, judged or not, as PNG.

    Args:
        document: a case that has been read and checked before.
        tongue: the language of the apparatus, by default the debate's own as on the page.

    Raises:
        InputError: where the packages that make pictures are not installed.
    """
    try:
        import resvg_py

        files = lettering.paths()
    except ImportError as error:
        hint = "Install Dikast with its platform: pip install 'dikast[web]'"
        raise InputError(Problem("export.no-package", "png", f"pictures need {error.name}", hint)) from error
    svg = drawing(document, tongue)
    ours = f'"{lettering.SYSTEM}"' not in svg
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=ours, font_files=files))


def drawing(document: Mapping[str, object], tongue: str = "") -> str:
    """Return the picture as SVG that names our own typefaces; see `png`."""
    view, voice = html.build(Source(document), tongue)
    sheet = Sheet(rtl=view.dir == "rtl")
    parts = [
        *_wordmark(sheet),
        *_motion(sheet, view.motion),
        *_scoreline(sheet, view),
        *_finding(sheet, view, tongue),
        *_foot(sheet, view, voice.tongue),
    ]
    return str(
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">'
            '<clipPath id="page"><rect width="{0}" height="{1}"/></clipPath>'
            '<rect width="{0}" height="{1}" fill="{2}"/><g clip-path="url(#page)">{3}</g></svg>'
        ).format(WIDTH, HEIGHT, LIGHT["paper"], Markup("\n").join(parts))
    )


class Sheet:
    """Where things stand: every place counts from the edge at which reading starts."""

    def __init__(self, *, rtl: bool) -> None:
        self.rtl = rtl

    def x(self, start: float, width: float = 0) -> float:
        """Return the left edge of something `width` wide that begins at `start`."""
        return WIDTH - start - width if self.rtl else start

    def text(
        self,
        words: str,
        at: tuple[float, float],
        family: tuple[str, ...],
        size: float,
        colour: str,
        *,
        end: bool = False,
        tongue: str = "",
    ) -> Markup:
        """Return `words`, which must fit, with their beginning (or their `end`) at a place.

        They run as `tongue` does, or without one as most of their letters do.
        """
        strong = family is not lettering.SANS
        return Markup(
            '<text x="{}" y="{}" font-size="{}" font-weight="{}" fill="{}" text-anchor="{}">{}</text>'
        ).format(
            self.x(at[0]),
            at[1],
            size,
            700 if strong else 400,
            LIGHT[colour],
            "end" if end != self.rtl else "start",
            lettering.drawn(words, family, direction(tongue, words)),
        )

    def ballot(self, side: Side, start: float, y: float, radius: float) -> Markup:
        """Return a side's ballot, its middle at a place."""
        x, colour = self.x(start), LIGHT[side.lower()]
        if side == "A":
            return Markup('<circle cx="{}" cy="{}" r="{}" fill="{}"/>').format(x, y, radius, colour)
        return _ring(x, y, radius, colour)


def _ring(x: float, y: float, radius: float, colour: str) -> Markup:
    stroke = radius * 0.29
    return Markup(
        '<circle cx="{0}" cy="{1}" r="{2}" fill="{5}" stroke="{3}" stroke-width="{4}"/>'
        '<circle cx="{0}" cy="{1}" r="{6}" fill="{3}"/>'
    ).format(x, y, radius - stroke / 2, colour, stroke, LIGHT["paper"], radius * 0.26)


def _wordmark(sheet: Sheet) -> Iterator[Markup]:
    x, y, radius = sheet.x(_EDGE, 67), 72, 18
    yield Markup('<circle cx="{}" cy="{}" r="{}" fill="{}"/>').format(x + radius, y, radius, LIGHT["ink"])
    yield Markup('<circle cx="{}" cy="{}" r="{}" fill="{}"/>').format(x + 49, y, radius + 2.5, LIGHT["paper"])
    yield _ring(x + 49, y, radius, LIGHT["ink"])
    yield sheet.text("Dikast", (_EDGE + 80, y + 12), lettering.SERIF, 36, "ink")
    yield Markup('<rect x="{}" y="108" width="{}" height="2" fill="{}"/>').format(_EDGE, _ROOM, LIGHT["ink"])


def _motion(sheet: Sheet, motion: str) -> Iterator[Markup]:
    """The motion at the size in which it fits, its side decided by its own direction."""
    words = lettering.fit(motion[:_READ], lettering.SERIF)
    rtl = direction("", words) == "rtl"
    own = Sheet(rtl=rtl)
    for size, most in _MOTION:
        lines = lettering.broken(words, lettering.SERIF, size, _ROOM, most + 1)
        if len(lines) <= most or size == _MOTION[-1][0]:
            break
    lines = lettering.broken(words, lettering.SERIF, size, _ROOM, most)
    step = size * (1.32 if rtl else 1.2)
    for number, line in enumerate(lines):
        yield own.text(
            line, (_EDGE, 122 + size * (1.12 if rtl else 1.05) + number * step), lettering.SERIF, size, "ink"
        )


def _scoreline(sheet: Sheet, view: html.View) -> Iterator[Markup]:
    bar = view.head.bar
    top, height = _BAR
    if bar is None or bar.kind == "none":
        for number, side in enumerate(("A", "B")):
            yield from _named(
                sheet, view, "B" if side == "B" else "A", top - 14, end=bool(number), figure="", ink=False
            )
        return
    level = bar.kind == "level"
    yield from _named(sheet, view, "A", top - 14, end=False, figure=str(bar.a), ink=level)
    yield from _named(sheet, view, "B", top - 14, end=True, figure=str(bar.b), ink=level)
    yield from _level(top, height) if level else _ahead(sheet, bar, top, height)


def _named(
    sheet: Sheet, view: html.View, side: Side, y: float, *, end: bool, figure: str, ink: bool
) -> Iterator[Markup]:
    """A side's ballot, name and figure at the start or the end of a line."""
    room = _ROOM / 2 - 130
    name = lettering.cut(lettering.fit(view.names[side][:_READ], lettering.STRONG), lettering.STRONG, 27, room)
    long = lettering.width(name, lettering.STRONG, 27)
    place = (WIDTH - _EDGE - 14 if end else _EDGE + 14), y - 9
    yield sheet.ballot(side, place[0], place[1], 14)
    start = WIDTH - _EDGE - 40 if end else _EDGE + 40
    yield sheet.text(name, (start, y), lettering.STRONG, 27, side.lower(), end=end)
    if figure:
        beyond = start - long - 14 if end else start + long + 14
        yield sheet.text(figure, (beyond, y), lettering.SERIF, 54, "ink" if ink else side.lower(), end=end)


def _ahead(sheet: Sheet, bar: Bar, top: int, height: int) -> Iterator[Markup]:
    a = round(_ROOM * bar.a / 100)
    b = _ROOM - a
    yield Markup(
        '<defs><pattern id="hatch" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="11" height="11" fill="{}"/><rect width="4" height="11" fill="{}"/></pattern></defs>'
    ).format(LIGHT["b-tint"], LIGHT["b"])
    if a:
        yield _box(sheet.x(_EDGE, a), top, a, height, LIGHT["a"])
    if b > 8:
        yield Markup(
            '<rect x="{}" y="{}" width="{}" height="{}" fill="url(#hatch)" stroke="{}" stroke-width="4"/>'
        ).format(sheet.x(_EDGE + a + 2, b - 4), top + 2, b - 4, height - 4, LIGHT["b"])
    if a and b:
        yield _box(sheet.x(_EDGE + a - 5, 5), top, 5, height, LIGHT["paper"])
    left, right, foot = _EDGE + _ROOM * 0.47, _EDGE + _ROOM * 0.53, top + height + 5
    yield Markup('<path d="M{0} {2}v8h{3}v-8M{1} {4}v9" fill="none" stroke="{5}" stroke-width="2.5"/>').format(
        left, (left + right) / 2, foot, right - left, foot + 8, LIGHT["ink-2"]
    )


def _level(top: int, height: int) -> Iterator[Markup]:
    yield _box(_EDGE + _ROOM * 0.47, top, _ROOM * 0.06, height, LIGHT["ink-2"])
    yield Markup('<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{}" stroke-width="4"/>').format(
        _EDGE + 2, top + 2, _ROOM - 4, height - 4, LIGHT["ink-2"]
    )


def _box(x: float, y: float, width: float, height: float, colour: str) -> Markup:
    return Markup('<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>').format(x, y, width, height, colour)


def _finding(sheet: Sheet, view: html.View, tongue: str) -> Iterator[Markup]:
    words = lettering.fit(Markup(view.head.finding).striptags()[:_READ], lettering.SERIF)
    start = _EDGE
    if not view.head.judged:
        x = sheet.x(_EDGE, 40)
        yield Markup(
            '<path transform="translate({} 489) scale(2.5)" d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5Z" fill="{}"/>'
        ).format(x, LIGHT["broke"])
        yield Markup(
            '<path transform="translate({} 489) scale(2.5)" d="M8 4v5M8 11v1.6" stroke="{}" stroke-width="2"/>'
        ).format(x, LIGHT["paper"])
        start += 56
    room = WIDTH - _EDGE - start
    if lettering.width(words, lettering.SERIF, 42) <= room:
        yield sheet.text(words, (start, 524), lettering.SERIF, 42, "ink", tongue=tongue)
        return
    for number, line in enumerate(lettering.broken(words, lettering.SERIF, 30, room, 2)):
        yield sheet.text(line, (start, 502 + number * 38), lettering.SERIF, 30, "ink", tongue=tongue)


def _foot(sheet: Sheet, view: html.View, tongue: str) -> Iterator[Markup]:
    """How it was judged."""
    method = lettering.fit(view.method[:40], lettering.SANS)
    words = f"{said(tongue, 'checked')} · {method}" if view.head.judged else method
    yield sheet.text(
        lettering.cut(words, lettering.SANS, 23, _ROOM), (_EDGE, 584), lettering.SANS, 23, "ink-2", tongue=tongue
    )
