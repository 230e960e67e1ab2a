"""From bytes to a JSON value, with every fault of the text named and located. Must not know what a case is.

The standard parser takes duplicate keys, NaN and lone surrogates without a word, stops at the first syntax fault
and answers deep nesting with a `RecursionError`; a record that people rely on can have none of that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from dikast.core.problems import InputError, Problem

#: Objects and lists may be nested this deep; a case needs 8.
MAX_DEPTH = 64
#: Whole numbers lie within ±(2^53 - 1), which every JSON reader can hold.
MAX_WHOLE = 2**53 - 1
#: A value in a message is cut to this many characters.
SHOWN = 60

#: Where an item lies: its container's trail and its key in it. Spelled out as a path only when something is wrong.
_Trail: TypeAlias = "tuple[_Trail, str | int] | None"

_SURROGATE = re.compile("[\ud800-\udfff]")


class _NoNumber:
    """Stands for a number that JSON or we cannot hold, until its place is known."""

    def __init__(self, spelling: str) -> None:
        self.spelling = spelling


class _Repeated(dict[str, Any]):
    """An object in whose text some keys occur more than once."""

    repeated: list[str]


def value(data: bytes, place: str) -> Any:
    """Return the JSON value in `data`, UTF-8 with or without a byte order mark.

    `place` names the source in messages. Raises `InputError` with every problem found: ``json.utf8``,
    ``json.syntax``, ``json.depth``, ``json.duplicate-key``, ``json.number``, ``json.surrogate``.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_NoNumber, parse_int=_whole)
    try:
        parsed = decoder.decode(decoded(data, place).removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise InputError(_syntax(error, place)) from None
    except RecursionError:
        raise InputError(_too_deep(place, "")) from None
    problems = list(_faults(parsed, place))
    if problems:
        raise InputError(problems)
    return parsed


def decoded(data: bytes, place: str) -> str:
    """Return `data` as text, or raise `InputError` naming the first byte that is not UTF-8 (``json.utf8``)."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            Problem(
                "json.utf8",
                f"{place}: line {line}, byte {error.start}",
                f"is not UTF-8: {shown(data[error.start : error.start + 4])}",
                "Save the file as UTF-8.",
            )
        ) from None


def shown(item: object) -> str:
    """Return `item` for a message: as JSON where it can be, shortened, with nothing that cannot be printed."""
    if isinstance(item, _NoNumber):
        text = item.spelling[: SHOWN + 1]
    elif isinstance(item, str):
        text = '"' + item[:SHOWN] + ("…" if len(item) > SHOWN else "") + '"'
    elif isinstance(item, (dict, list)):
        text = f"an object of {len(item)} fields" if isinstance(item, dict) else f"a list of {len(item)} items"
    elif isinstance(item, (bool, type(None))):
        text = {True: "true", False: "false", None: "null"}[item]
    else:
        text = repr(item)
    if len(text) > SHOWN + 3:
        text = text[:SHOWN] + "…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def step(path: str, key: str | int) -> str:
    """Return the JSON path `path` extended by an object's key or a list's index."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    name = key if key.isidentifier() and len(key) <= SHOWN else f"[{shown(key)}]"
    return name if not path else path + name if name[0] == "[" else f"{path}.{name}"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    keys = [key for key, _ in pairs]
    repeated = _Repeated(found)
    repeated.repeated = sorted({key for key in keys if keys.count(key) > 1}) if len(keys) < 1000 else ["(many)"]
    return repeated


def _whole(spelling: str) -> int | _NoNumber:
    if len(spelling) > 17:
        return _NoNumber(spelling)
    number = int(spelling)
    return number if -MAX_WHOLE <= number <= MAX_WHOLE else _NoNumber(spelling)


def _faults(parsed: Any, place: str) -> Iterator[Problem]:
    """Yield what is wrong with a parsed value, in the order of the text."""
    stack: list[tuple[_Trail, Any, int]] = [(None, parsed, 0)]
    while stack:
        trail, item, depth = stack.pop()
        if isinstance(item, str):
            if _SURROGATE.search(item):
                yield _surrogate(_where(place, trail), item)
        elif isinstance(item, (dict, list)):
            if depth >= MAX_DEPTH:
                yield _too_deep(place, _path(trail))
                return
            if isinstance(item, list):
                stack.extend(((trail, i), item[i], depth + 1) for i in range(len(item) - 1, -1, -1))
                continue
            for key in getattr(item, "repeated", ()):
                yield Problem(
                    "json.duplicate-key",
                    _where(place, trail),
                    f"the key {shown(key)} occurs more than once in one object",
                    "Keep one of them; which one was meant cannot be known.",
                )
            for key in item:
                if _SURROGATE.search(key):
                    yield _surrogate(_where(place, trail), key)
            stack.extend(((trail, key), item[key], depth + 1) for key in reversed(item))
        elif isinstance(item, _NoNumber) or (isinstance(item, float) and item in _INFINITE):
            yield Problem(
                "json.number",
                _where(place, trail),
                f"is {shown(item)}, which is not a number this file can hold",
                f"Use a finite number; whole numbers up to {MAX_WHOLE}.",
            )


def _path(trail: _Trail) -> str:
    keys: list[str | int] = []
    while trail is not None:
        trail, key = trail
        keys.append(key)
    path = ""
    for key in reversed(keys):
        path = step(path, key)
    return path


def _where(place: str, trail: _Trail) -> str:
    return f"{place}: {_path(trail)}" if trail is not None else place


_INFINITE: Final = (float("inf"), float("-inf"))


def _syntax(error: json.JSONDecodeError, place: str) -> Problem:
    where = f"{place}: line {error.lineno}, column {error.colno}"
    if not error.doc.strip():
        return Problem("json.syntax", where, "the file is empty", "A case is one JSON object.")
    if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string"):
        return Problem(
            "json.syntax", where, f"the JSON breaks off: {error.msg}", "The file was cut short; get a whole copy of it."
        )
    return Problem(
        "json.syntax",
        where,
        f"is not JSON: {error.msg} at {shown(error.doc[error.pos : error.pos + 20])}",
        "Correct the JSON at this place.",
    )


def _too_deep(place: str, path: str) -> Problem:
    shorter = path if len(path) <= SHOWN else path[:SHOWN] + "…"
    return Problem(
        "json.depth",
        f"{place}: {shorter}" if path else place,
        f"objects and lists are nested more than {MAX_DEPTH} deep",
        "Flatten the value; a case needs 8.",
    )


def _surrogate(where: str, text: str) -> Problem:
    return Problem(
        "json.surrogate",
        where,
        f"holds half a character (a lone surrogate): {shown(text)}",
        "Write the whole character, or leave it out.",
    )
