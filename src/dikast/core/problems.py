"""Problems a person can act on, and the two roots of all exceptions.

Expected problems are values (`Problem`); `InputError` carries them where a result is impossible.
Must not know how a problem is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, for the person who must act.

    Attributes:
        code: stable dotted id, listed in the documentation (``graph.dangling-target``).
        place: where it is, in the reader's terms (``moves[3] (r2)``, ``line 12``, ``speech s4``).
        message: what is wrong, with the offending value and the rule.
        hint: what to do about it.
        level: an ``error`` makes a result impossible; a ``warning`` does not.
    """

    code: str
    place: str
    message: str
    hint: str = ""
    level: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} ({self.code})" + (f" Hint: {self.hint}" if self.hint else "")


class InputError(Exception):
    """What the user gave cannot be used; `problems` says where and why. Root of correctable errors."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class DikastBug(Exception):
    """An invariant of ours does not hold. Root of errors that the user cannot correct."""
