"""Scoring many cases fast: JSON in, ruling out, one line each. Must not differ from the careful way in any byte.

Most cases are sound. They take a quick path that reads only what scoring needs and gives up at the first thing out of
the ordinary; whatever it gives up on is read again by `dikast.record.case`, which finds the words for what is wrong
or, where nothing is, the ruling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import orjson

from dikast.core import graph
from dikast.core.debate import Debate, Speech
from dikast.core.moves import BEARINGS, KINDS, OUTCOMES, REACHES, WEIGHTS, GraphReading, Move
from dikast.core.problems import InputError, Problem
from dikast.record.case import read
from dikast.record.derive import graph_ruling, ruling
from dikast.record.form import MAX_LABEL, MAX_SPEECH
from dikast.record.parse import MAX_WHOLE

#: Control characters as they may be escaped, or stand in UTF-8 beyond ASCII.
_ESCAPED = re.compile(rb"\\(?:[bf]|u00(?:0[0-8bcef]|1|7f|8[0-46-9a-f]|9))", re.IGNORECASE)
_C1 = re.compile(b"\xc2[\x80-\x84\x86-\x9f]")
_MOVE_KEYS = frozenset(("id", "speech", "kind", "target", "quote", "weight", "reach", "bearing", "set_aside", "at"))
#: Words to themselves: a move keeps these instead of copies of its own.
_KINDS = {kind: kind for kind in KINDS}
_WEIGHTS = {weight: weight for weight in WEIGHTS}
_REACHES = frozenset((*REACHES, None))
_BEARINGS = frozenset((*BEARINGS, None))
_OUTCOMES = {outcome: outcome for outcome in OUTCOMES}
_STRINGS = frozenset((str, type(None)))
_FLAGS = frozenset((bool, type(None)))
#: Blanks between a key and its colon.
_SPACED = re.compile(rb'" +:')
#: Fields of a document that the quick path reads or may pass over: text, for people only.
_TOP = frozenset({"dikast", "method", "motion", "sides", "speeches", "moves", "resolutions"})
#: By a speech's id: the id, kept instead of each move's copy, and the length of the text.
_Held: TypeAlias = dict[str, tuple[str, int]]
#: Stands in a list for an item that has been read and let go.
_READ_ALREADY: dict[str, Any] = {}


class _Odd(Exception):
    """Something out of the ordinary: take the careful path."""


def score_line(line: bytes, place: str) -> bytes | list[Problem]:
    """Return the ruling of the case in `line` as one line of JSON without a newline, or what is wrong with it.

    `place` names the case in the problems. The bytes are the JSON of `dikast.record.derive.ruling`.
    """
    try:
        found = _quick(line)
    except (_Odd, orjson.JSONDecodeError, InputError, LookupError, TypeError, ValueError, AttributeError):
        try:
            found = ruling(read(line, place))
        except InputError as error:
            return list(error.problems)
    return orjson.dumps(found)


def score_stream(lines: Iterable[bytes], place: str) -> Iterator[bytes | list[Problem]]:
    """Yield for each line of JSON Lines what `score_line` gives, in order; blank lines are passed over.

    `place` names the source; the problems name its lines, from 1.
    """
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if line:
            yield score_line(line, f"{place}, line {number}")


def _quick(line: bytes) -> dict[str, Any]:
    """Return the ruling of an ordinary graph case of one reading; raise for anything else or out of the ordinary."""
    if b"\\" in line and _ESCAPED.search(line):
        raise _Odd  # an escaped control character; half a character orjson refuses
    if b"\t" in line or b"\r" in line or b"\n" in line:
        raise _Odd  # perhaps white space between a key and its colon
    if b"\x7f" in line or (b"\xc2" in line and _C1.search(line)):
        raise _Odd
    document = orjson.loads(line)
    if type(document) is not dict or document["method"] != graph.METHOD or not document.keys() <= _TOP:
        raise _Odd
    if type(document["dikast"]) is not int or document["dikast"] != 1:
        raise _Odd
    compact = len(orjson.dumps(document)) == len(line)
    speeches, held, keys = _speeches(document["speeches"])
    keys += len(document)
    motion = document.get("motion")
    if type(motion) not in _STRINGS or (motion is not None and len(motion) > MAX_SPEECH):
        raise _Odd
    if "sides" in document:
        a, b = document["sides"]["A"], document["sides"]["B"]
        if len(document["sides"]) != 2 or len(a) != 1 or len(b) != 1:
            raise _Odd
        if type(a["name"]) is not str or type(b["name"]) is not str or max(len(a["name"]), len(b["name"])) > MAX_LABEL:
            raise _Odd
        keys += 4
    moves, more = _moves(document["moves"], held)
    outcomes = {}
    resolutions = document.get("resolutions", ())
    for item in resolutions:
        rebuttal, outcome = item["rebuttal"], item["outcome"]
        if len(item) != 2 or type(rebuttal) is not str:
            raise _Odd
        outcomes[rebuttal] = _OUTCOMES[outcome]
    if len(outcomes) != len(resolutions):
        raise _Odd
    # Written compactly the document is as long as the text unless a key occurred twice or the text has blanks. Then the
    # keys are counted: each makes one '":' in the text, but for those with a blank before the colon.
    if not compact and (
        keys + more + 2 * len(outcomes) != line.count(b'":') or (b" :" in line and _SPACED.search(line))
    ):
        raise _Odd
    return graph_ruling(graph.score(Debate("", ("", ""), speeches), GraphReading(moves, outcomes)))


def _speeches(items: list[dict[str, Any]]) -> tuple[tuple[Speech, ...], _Held, int]:
    """Return the speeches, what moves need of them, and how many keys they have."""
    speeches, held, keys = [], {}, 0
    for item in items:
        name, side, text, speaker = item["id"], item["side"], item.get("text"), item.get("speaker")
        closing = item.get("closing")
        known = 2 + ("text" in item) + ("speaker" in item) + ("closing" in item)
        if (
            len(item) != known
            or type(name) is not str
            or not 0 < len(name) <= MAX_LABEL
            or name.isspace()
            or (side != "A" and side != "B")
            or type(closing) not in _FLAGS
            or type(speaker) not in _STRINGS
            or (speaker is not None and len(speaker) > MAX_LABEL)
        ):
            raise _Odd
        held[name] = name, MAX_WHOLE
        if text is not None:
            if type(text) is not str or len(text) > MAX_SPEECH:
                raise _Odd
            held[name] = name, len(text)
        keys += known
        speeches.append(Speech(name, side, None, "", "", closing))
    return tuple(speeches), held, keys


def _moves(items: list[dict[str, Any]], held: _Held) -> tuple[tuple[Move, ...], int]:
    """Return the moves, and how many keys they have. The items are let go one by one, to hold a debate once."""
    make = tuple.__new__  # skips the call by name; the arguments stand in the order of Move's fields
    moves, keys = [], 0
    for index, item in enumerate(items):
        items[index] = _READ_ALREADY
        get = item.get
        name, speech, kind = item["id"], item["speech"], item["kind"]
        target, quote, weight = get("target"), get("quote"), get("weight")
        known = 3
        if type(name) is not str or not 0 < len(name) <= MAX_LABEL or name.isspace():
            raise _Odd
        speech, kind = held[speech][0], _KINDS[kind]
        if target is not None:
            if type(target) is not str:
                raise _Odd
            known += 1
        if quote is None:
            quote = ""
        elif type(quote) is not str or len(quote) > MAX_SPEECH:
            raise _Odd
        else:
            known += 1
        if weight is None:
            weight = "substantive"
        else:
            weight = _WEIGHTS[weight]
            known += 1
        if known == len(item):
            keys += known
            moves.append(make(Move, (name, speech, kind, target, quote, weight, None, None, False)))
        else:
            keys += len(item)
            moves.append(make(Move, (name, speech, kind, target, quote, weight, *_more(item, held))))
    return tuple(moves), keys


def _more(item: dict[str, Any], held: _Held) -> tuple[str | None, str | None, bool]:
    """Return a move's reach, bearing and whether it was set aside, having checked its offsets."""
    reach, bearing, set_aside, at = item.get("reach"), item.get("bearing"), item.get("set_aside"), item.get("at")
    if not item.keys() <= _MOVE_KEYS or reach not in _REACHES or bearing not in _BEARINGS:
        raise _Odd
    if type(set_aside) not in _FLAGS:
        raise _Odd
    if at is not None:
        start, end = at
        if type(at) is not list or type(start) is not int or type(end) is not int:
            raise _Odd
        if not 0 <= start <= end <= held[item["speech"]][1]:
            raise _Odd
    return reach, bearing, bool(set_aside)
