"""Debate formats: whose turn it is, how long a turn may be, which speeches close. Data, one TOML file each.

The files beside this module are read as package data, which is part of the code and no input of a debate.
Must not know a debate's texts or how a ruling is made.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple

from dikast.core.debate import SIDES, Debate, Side
from dikast.core.formats.reader import Table, parse
from dikast.core.problems import InputError, Problem

Kind = Literal["match", "open-floor"]
Method = Literal["graph/1", "rubric/1"]
KINDS: Final[tuple[Kind, ...]] = ("match", "open-floor")
METHODS: Final[tuple[Method, ...]] = ("graph/1", "rubric/1")


class Length(NamedTuple):
    """The limits of one turn's text, all inclusive."""

    min_words: int
    max_words: int
    min_graphemes: int
    max_graphemes: int


class Turn(NamedTuple):
    """One judged turn of a match.

    Attributes:
        side: who speaks.
        role: the format's name for it.
        speaker: position in the team, from 1.
        minutes: how long it lasts aloud, or None where the format sets no time.
        closing: whether it is a closing speech (the method, §4.1).
        length: limits of its text.
    """

    side: Side
    role: str
    speaker: int
    minutes: int | None
    closing: bool
    length: Length


class Unjudged(NamedTuple):
    """A part of the debate that is held but not judged: crossfire, cross-examination, a moderated discussion.

    Attributes:
        after: how many turns have been held before it.
        role: the format's name for it.
        minutes: how long it lasts.
    """

    after: int
    role: str
    minutes: int


class Floor(NamedTuple):
    """The rules of an open floor: who opens it and after how many posts it closes."""

    opens: Side
    post_limit: int


@dataclass(frozen=True, slots=True)
class Format:
    """One debate format.

    Attributes:
        id: stable id, the name of its file.
        name: as debaters call it.
        kind: a ``match`` has a fixed order of turns; an ``open-floor`` alternates until it closes.
        method: the method used unless the debate names another.
        about: one sentence for people choosing a format.
        source: where order, times and closing speeches come from, in words.
        names: the sides' names unless the debate gives its own, A's first.
        length: limits of a turn that sets none of its own.
        turns: in order; empty on an open floor.
        unjudged: parts that are held and not judged.
        preparation: minutes before the debate, and minutes a side may take during it.
        floor: the open floor's rules, None for a match.
    """

    id: str
    name: str
    kind: Kind
    method: Method
    about: str
    source: str
    names: tuple[str, str]
    length: Length
    turns: tuple[Turn, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    preparation: tuple[int, int] = (0, 0)
    floor: Floor | None = None


@cache
def ids() -> tuple[str, ...]:
    """Return the ids of the formats that Dikast ships, sorted."""
    names = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def get(id: str) -> Format:
    """Return the shipped format called `id`; an unknown one is an `InputError` that suggests the nearest."""
    if id not in ids():
        near = get_close_matches(id, ids(), n=1)
        hint = f"did you mean {near[0]}?" if near else "`dikast formats` lists them"
        raise InputError(Problem("format.unknown", "format", f"there is no format {id!r}", hint))
    return load(files(__name__).joinpath(f"{id}.toml").read_text(encoding="utf-8"), f"{id}.toml")


def load(text: str, place: str) -> Format:
    """Return the format that the TOML `text` describes.

    `place` names the file in problems. Every problem found is in the `InputError` raised: no TOML, an unknown or
    missing key, a wrong type, a value out of range, limits or turns in the wrong order.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(Problem("format.not-toml", place, f"this is not TOML: {error}")) from None
    return parse(data, place, _format)


def mark(debate: Debate, fmt: Format) -> Debate:
    """Return `debate` with the roles and closing marks of `fmt` on its speeches.

    Marks that the debate carries win. A debate that is still going on is marked as far as it has come. One whose
    sides do not follow the format's order is returned as it is, since it would be unknown which turn a speech was.
    """
    turns = fmt.turns[: len(debate.speeches)]
    if tuple(speech.side for speech in debate.speeches) != tuple(turn.side for turn in turns):
        return debate
    marked = any(speech.closing is not None for speech in debate.speeches)
    pairs = zip(debate.speeches, turns, strict=True)
    speeches = tuple(
        speech._replace(role=speech.role or turn.role, closing=speech.closing if marked else turn.closing)
        for speech, turn in pairs
    )
    return replace(debate, speeches=speeches)


def _format(table: Table) -> Format:
    """Build a format from a checked table."""
    kind = table.choice("kind", KINDS)
    length = _length(table.table("length"), None)
    match = kind == "match"
    turns = tuple(_turn(item, length) for item in table.tables("turns")) if match else ()
    if match and {turn.side for turn in turns} != set(SIDES):
        table.refuse("format.one-sided", "turns", "both sides need a turn")
    preparation = table.table("preparation") if match else None
    floor = None if match else table.table("floor")
    return Format(
        id=table.text("id"),
        name=table.text("name"),
        kind=kind,
        method=table.choice("method", METHODS),
        about=table.text("about"),
        source=table.text("source"),
        names=_names(table.table("sides")),
        length=length,
        turns=turns,
        unjudged=_unjudged(table, len(turns)) if match else (),
        preparation=(preparation.whole("before", 0), preparation.whole("during", 0)) if preparation else (0, 0),
        floor=Floor(floor.choice("opens", SIDES), floor.whole("post_limit", 2)) if floor else None,
    )


def _names(table: Table) -> tuple[str, str]:
    return table.text("A"), table.text("B")


def _length(table: Table, default: Length | None) -> Length:
    """Read four limits, each `default`'s where it is absent; a minimum above its maximum is a problem."""
    least: Mapping[str, int] = {"min_words": 1, "max_words": 1, "min_graphemes": 1, "max_graphemes": 1}
    given: dict[str, Any] = {
        key: table.whole(key, low, None if default is None else getattr(default, key)) for key, low in least.items()
    }
    length = Length(**given)
    for low, high in (("min_words", "max_words"), ("min_graphemes", "max_graphemes")):
        if given[low] > given[high]:
            table.refuse("format.limits-crossed", low, f"{low} {given[low]} is above {high} {given[high]}")
    return length


def _turn(table: Table, length: Length) -> Turn:
    return Turn(
        side=table.choice("side", SIDES),
        role=table.text("role"),
        speaker=table.whole("speaker", 1),
        minutes=table.whole("minutes", 1) if table.has("minutes") else None,
        closing=table.flag("closing", False),
        length=_length(table, length),
    )


def _unjudged(table: Table, turns: int) -> tuple[Unjudged, ...]:
    """Read the unjudged parts, which stand in the order held."""
    parts = tuple(
        Unjudged(item.whole("after", 0), item.text("role"), item.whole("minutes", 1))
        for item in table.tables("unjudged", least=0)
    )
    places = [part.after for part in parts]
    if places != sorted(places) or any(place > turns for place in places):
        table.refuse(
            "format.wrong-order", "unjudged", f"parts after turns {places} do not follow {turns} turns in order"
        )
    return parts
