"""The geometry of the momentum chart: A's share after each speech, from 0 to 100. Must not know words or colours."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

from dikast.core.debate import Side
from dikast.core.scoreline import TOO_CLOSE
from dikast.record.exporters.fields import Entry, child, children, text, whole
from dikast.record.exporters.source import Source, Turn

#: Bounds of the band in which a result is too close to call, as shares.
BAND: Final = (50 - TOO_CLOSE // 2, 50 + TOO_CLOSE // 2)
#: With more stops than this only the first, the last, the key moment's and the extremes carry their value.
LABELLED: Final = 14


@dataclass(frozen=True, slots=True)
class Point:
    """One stop: A's share after a speech, where it stands, and where its value is written (None: not written)."""

    turn: Turn
    share: int
    x: int
    y: int
    label_y: int | None


@dataclass(frozen=True, slots=True)
class Segment:
    """The line between two stops; `faint` until both sides have spoken, `key` for the key moment."""

    x1: int
    y1: int
    x2: int
    y2: int
    faint: bool
    key: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """One drawing for one width, all in its own units; `swing` stands beside the key moment's segment.

    `near` is the axis end at which time begins, `far` the other; on a right-to-left page `near` is on the right.
    """

    name: str
    rtl: bool
    width: int
    height: int
    near: int
    far: int
    top: int
    middle: int
    bottom: int
    band_top: int
    band_bottom: int
    points: tuple[Point, ...]
    segments: tuple[Segment, ...]
    key_x: int | None
    swing: str
    swing_x: int
    swing_y: int


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """The speech that moved the line most, its decisive move (`label`, "" if none), what that is aimed at, and by how
    many points it moved the margin (None if the ruling does not say)."""

    turn: Turn
    before: int
    after: int
    label: str
    against: str
    margin: int | None
    quote: str
    side: Side


@dataclass(frozen=True, slots=True)
class Momentum:
    """The line for wide and for narrow pages, its values in order, and the key moment."""

    charts: tuple[Chart, ...]
    values: tuple[tuple[Turn, int], ...]
    key: KeyMoment | None


def momentum(source: Source, rtl: bool = False) -> Momentum | None:
    """Draw a ruling's momentum; None where the ruling holds fewer than two points of it. Time runs as the flow runs."""
    ruling: Entry = source.ruling or {}
    values: list[tuple[Turn, int]] = []
    for entry in children(ruling, "momentum"):
        share, turn = whole(child(entry, "scoreline"), "A"), source.turn.get(text(entry, "speech"))
        if share is not None and turn is not None:
            values.append((turn, min(max(share, 0), 100)))
    if len(values) < 2:
        return None
    key = _key(source, child(ruling, "key_moment"), values)
    charts = (_chart("wide", 720, 260, rtl, values, key), _chart("narrow", 354, 220, rtl, values, key))
    return Momentum(charts, tuple(values), key)


def _key(source: Source, entry: Entry, values: list[tuple[Turn, int]]) -> KeyMoment | None:
    place = next((place for place, (turn, _) in enumerate(values) if turn.id == text(entry, "speech")), 0)
    if place == 0:
        return None
    turn, after = values[place]
    step = source.step.get(text(entry, "move"))
    shift = whole(entry, "shift")
    return KeyMoment(
        turn,
        values[place - 1][1],
        after,
        step.label if step is not None else "",
        source.label(step.target) if step is not None and step.target else "",
        abs(shift) if shift is not None else None,
        text(entry, "quote") or (step.quote if step is not None else ""),
        step.turn.side if step is not None else turn.side,
    )


def _chart(
    name: str, width: int, height: int, rtl: bool, values: list[tuple[Turn, int]], key: KeyMoment | None
) -> Chart:
    left, right, top, bottom = 44, width - 16, 28, height - 32
    step = (right - left - 24) / (len(values) - 1)
    shares = [share for _, share in values]
    first_both = next((place for place, (turn, _) in enumerate(values) if turn.side != values[0][0].side), len(values))
    spoken = [turn.number for turn, _ in values]
    key_place = spoken.index(key.turn.number) if key is not None else None
    named = {0, len(values) - 1, shares.index(max(shares)), shares.index(min(shares)), key_place}

    def y(share: int) -> int:
        return round(bottom - (bottom - top) * share / 100)

    def x(value: float) -> int:
        return round(width - value if rtl else value)

    points = []
    for place, (turn, share) in enumerate(values):
        dips = (place > 0 and shares[place - 1] > share) or (place + 1 < len(shares) and shares[place + 1] > share)
        below = share > 88 or (dips and share > 12)
        labelled = len(values) <= LABELLED or place in named
        label_y = y(share) + (24 if below else -14) if labelled else None
        points.append(Point(turn, share, x(left + 12 + step * place), y(share), label_y))
    segments = tuple(
        Segment(a.x, a.y, b.x, b.y, place < first_both, place + 1 == key_place)
        for place, (a, b) in enumerate(itertools.pairwise(points))
    )
    swing, swing_x, swing_y = "", 0, 0
    if key is not None and key_place is not None:
        change = key.after - key.before
        swing = f"+{change}" if change > 0 else f"\N{MINUS SIGN}{-change}"
        here, there = points[key_place - 1], points[key_place]
        swing_x = (here.x + there.x) // 2 + (22 if rtl else -22)
        swing_y = (here.y + there.y) // 2 + (-8 if change > 0 else 20)
    return Chart(
        name,
        rtl,
        width,
        height,
        x(left),
        x(right),
        top,
        y(50),
        bottom,
        y(BAND[1]),
        y(BAND[0]),
        tuple(points),
        segments,
        points[key_place].x if key_place is not None else None,
        swing,
        swing_x,
        swing_y,
    )
