"""The line of A's share after each speech, and the key moment, built in one pass. Must not know the tables.

The method, §4.5. Choices where it is silent:

- A change is counted once both sides had spoken *before* the speech that makes it: the opening speech of the
  second side always swings the line, and says nothing about the debate.
- The move shown is the one that moved the raw margin (A's total minus B's) most at the time it was made, whichever
  way; the earliest wins a tie.
- No speech that qualifies, or none that changed the share: there is no key moment.
"""

from __future__ import annotations

from typing import NamedTuple

from dikast.core.debate import Side
from dikast.core.moves import Move
from dikast.core.scoreline import scoreline


class Point(NamedTuple):
    """The score after one speech.

    Attributes:
        speech: id of the speech.
        totals: A's and B's raw totals.
        shares: the scoreline.
    """

    speech: str
    totals: tuple[int, int]
    shares: tuple[int, int]


class KeyMoment(NamedTuple):
    """The speech that moved the line most.

    Attributes:
        speech: its id.
        swing: the signed change of A's share, -100 to 100, never 0.
        move: id of the move that moved the margin most.
        quote: that move's words.
        shift: the signed change of A's total minus B's that this move made.
    """

    speech: str
    swing: int
    move: str
    quote: str
    shift: int


class Momentum:
    """The line in the making: told of every speech once, in order.

    Attributes:
        points: one a speech so far.
        key_moment: the largest swing so far, or None.
    """

    __slots__ = ("_heard", "_share", "key_moment", "points")

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.key_moment: KeyMoment | None = None
        self._heard = ""
        self._share = 50

    def close(self, speech: str, side: Side, a: int, b: int, mover: Move | None, shift: int) -> None:
        """Record that `speech` of `side` has ended.

        Arguments: `a` and `b`, the totals now; `mover`, the move of the speech that moved the margin most, the
        earliest of several, with `shift`, by how much (towards A positive); None and 0 where none did.
        """
        shares = scoreline(a, b)
        self.points.append(Point(speech, (a, b), shares))
        swing = shares[0] - self._share
        self._share = shares[0]
        if len(self._heard) < 2:
            if side not in self._heard:
                self._heard += side
            return
        if abs(swing) <= (abs(self.key_moment.swing) if self.key_moment else 0):
            return
        if mover is not None:
            self.key_moment = KeyMoment(speech, swing, mover.id, mover.quote, shift)
