"""What may be asked of a provider: the rules of DIKAST_LIMITS, read strictly. Must not know what has been used of them.

``anthropic:*: at_once=20, dollars_per_day=50; openai:gpt-x: per_minute=500``: rules apart by semicolons, each a judge's
name, a colon, and its limits. A name that ends in ``*`` means all judges whose names begin so, counted together; every
rule that fits a judge holds for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Final

from dikast.core.problems import InputError, Problem

#: What the names of judges begin with; another beginning is a slip that would leave a judge without its limits.
KINDS: Final = ("anthropic", "gullible", "http", "https", "local", "openai", "recorded")
_FORM: Final = "Write NAME: LIMIT=NUMBER, LIMIT=NUMBER; NAME: … with "


@dataclass(frozen=True, slots=True)
class Rule:
    """The limits of one judge, or of several together. None is no limit.

    Attributes:
        name: the judge's name, or its beginning and ``*``.
        at_once: calls under way at the same time, at least 1.
        per_minute: calls started within any 60 seconds, at least 1.
        tokens_per_minute: tokens, in and out, of calls started within any 60 seconds, at least 1. A call that alone
            takes more is made when no other was started in 60 seconds.
        dollars_per_day: US dollars from midnight to midnight UTC, above 0.
    """

    name: str
    at_once: int | None = None
    per_minute: int | None = None
    tokens_per_minute: int | None = None
    dollars_per_day: Decimal | None = None

    @property
    def beginning(self) -> str | None:
        """What the names it is for begin with; None where it is for one judge."""
        return self.name[:-1] if self.name.endswith("*") else None

    def fits(self, judge: str) -> bool:
        """Whether it holds for the judge of this name."""
        return judge == self.name if self.beginning is None else judge.startswith(self.beginning)


_LIMITS: Final = tuple(field.name for field in fields(Rule) if field.name != "name")


def rules(text: str) -> tuple[Rule, ...]:
    """Return the rules that `text` states, none for an empty one.

    Raises:
        InputError: ``settings.limits``, with everything that is wrong.
    """
    found: dict[str, Rule] = {}
    wrong: list[Problem] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        # Names have colons of their own, limits have none.
        name, colon, limits = (piece.strip() for piece in part.rpartition(":"))
        if not colon or not name or "=" in name:
            wrong.append(_problem(f"{part!r} is no judge's name, a colon and its limits"))
            continue
        if re.match(r"[a-z]*", name)[0] not in KINDS or "*" in name[:-1]:  # type: ignore[index]  # it always matches
            wrong.append(_problem(f"{name!r} is no judge's name; they begin with {', '.join(KINDS)}"))
        elif name in found:
            wrong.append(_problem(f"{name!r} is given twice"))
        values = _values(name, limits, wrong)
        found[name] = Rule(name, **values)  # type: ignore[arg-type]  # each of its own kind, see `_value`
    if wrong:
        raise InputError(wrong)
    return tuple(found.values())


def _values(name: str, limits: str, wrong: list[Problem]) -> dict[str, int | Decimal]:
    values: dict[str, int | Decimal] = {}
    for limit in limits.split(","):
        key, _, number = (piece.strip() for piece in limit.partition("="))
        if key not in _LIMITS:
            wrong.append(_problem(f"{name}: {limit.strip()!r} is none of {', '.join(_LIMITS)} with = and a number"))
        elif key in values:
            wrong.append(_problem(f"{name}: {key} is given twice"))
        else:
            value = _value(key, number)
            if value:
                values[key] = value
            else:
                kind = "an amount of US dollars above 0" if key == "dollars_per_day" else "a whole number of at least 1"
                wrong.append(_problem(f"{name}: {key} is {number!r}, not {kind}"))
    return values


def _value(key: str, number: str) -> int | Decimal | None:
    if key == "dollars_per_day":
        return Decimal(number) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", number) else None
    return int(number) if re.fullmatch(r"[0-9]{1,12}", number) else None


def _problem(message: str) -> Problem:
    return Problem("settings.limits", "DIKAST_LIMITS", message, _FORM + ", ".join(_LIMITS) + ".")
