"""A strict reader of one format's TOML: every value is asked for by name, and what nobody asked for is a problem.

It collects all problems of a file before it refuses the file. Must not know what a format means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from dikast.core.problems import InputError, Problem

T = TypeVar("T")
Choice = TypeVar("Choice", bound=str)


class Table:
    """One TOML table under reading.

    A missing or wrong value gets a stand-in so that reading goes on; the file is refused in the end all the same.
    """

    def __init__(self, data: Mapping[str, Any], place: str, problems: list[Problem]) -> None:
        self._data = data
        self._place = place
        self._problems = problems
        self._read: set[str] = set()
        self._children: list[Table] = []

    def refuse(self, code: str, key: str, message: str, hint: str = "") -> None:
        """Add a problem at `key` of this table."""
        self._problems.append(Problem(code, f"{self._place}: {key}" if key else self._place, message, hint))

    def has(self, key: str) -> bool:
        """Return whether the table gives `key`."""
        return key in self._data

    def text(self, key: str) -> str:
        """Return the non-empty string at `key`."""
        value = self._value(key, str, "a text")
        if value == "":
            self.refuse("format.bad-value", key, "the text is empty")
        return value or ""

    def choice(self, key: str, allowed: Sequence[Choice]) -> Choice:
        """Return the string at `key`, which must be one of `allowed`."""
        value = self._value(key, str, "a text")
        for option in allowed:
            if option == value:
                return option
        if value is not None:
            self.refuse("format.bad-value", key, f"{value!r} is none of {', '.join(allowed)}")
        return allowed[0]

    def whole(self, key: str, least: int, default: int | None = None) -> int:
        """Return the whole number at `key`, at least `least`; `default` if the key is absent."""
        if default is not None and key not in self._data:
            return default
        value = self._value(key, int, "a whole number")
        if value is not None and value < least:
            self.refuse("format.bad-value", key, f"{value} is below {least}")
        return least if value is None else max(value, least)

    def flag(self, key: str, default: bool) -> bool:
        """Return the boolean at `key`; `default` if the key is absent."""
        value = self._value(key, bool, "true or false") if key in self._data else default
        return default if value is None else value

    def table(self, key: str) -> Table:
        """Return the table at `key`."""
        value = self._value(key, dict, "a table")
        return Table({}, "", []) if value is None else self._child(value, key)

    def tables(self, key: str, least: int = 1) -> list[Table]:
        """Return the array of tables at `key`, with at least `least` of them; none where it may be absent."""
        if least == 0 and key not in self._data:
            return []
        items = self._value(key, list, "an array of tables")
        if items is not None and len(items) < least:
            self.refuse("format.bad-value", key, f"{len(items)} entries are fewer than {least}")
        found = []
        for index, item in enumerate(items or []):
            if isinstance(item, dict):
                found.append(self._child(item, f"{key}[{index}]"))
            else:
                self.refuse("format.wrong-type", f"{key}[{index}]", f"{item!r} is not a table")
        return found

    def unread(self) -> None:
        """Make a problem of every key that nobody asked for, here and below."""
        for key in self._data:
            if key not in self._read:
                known = ", ".join(sorted(self._read))
                self.refuse("format.unknown-key", key, f"there is no key {key!r} here", f"known here: {known}")
        for child in self._children:
            child.unread()

    def _child(self, data: Mapping[str, Any], key: str) -> Table:
        child = Table(data, f"{self._place}: {key}", self._problems)
        self._children.append(child)
        return child

    def _value(self, key: str, kind: type, called: str) -> Any:
        """Return the value at `key` if it has the type `kind`, else None with a problem."""
        self._read.add(key)
        if key not in self._data:
            self.refuse("format.missing-key", key, f"{key} is missing; it must be {called}")
            return None
        value = self._data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.refuse("format.wrong-type", key, f"{value!r} is not {called}")
            return None
        return value


def parse(data: Mapping[str, Any], place: str, build: Callable[[Table], T]) -> T:
    """Return what `build` makes of `data`, or raise `InputError` with every problem found on the way."""
    problems: list[Problem] = []
    table = Table(data, place, problems)
    built = build(table)
    table.unread()
    if problems:
        raise InputError(problems)
    return built
