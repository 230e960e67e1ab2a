"""The debate as it was held: motion, sides, speeches. Must not know perceptions or scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Side = Literal["A", "B"]
SIDES: tuple[Side, Side] = ("A", "B")


def other(side: Side) -> Side:
    """Return the side opposite `side`."""
    return "B" if side == "A" else "A"


class Speech(NamedTuple):
    """One turn (a speech of a match, or a post of an open floor), immutable once accepted.

    Attributes:
        id: unique within the debate.
        side: who spoke.
        text: the words as given, or None where a hand-made case leaves them out.
        speaker: the participant's name, "" if unattributed.
        role: the format's name for this turn (``opening``), "" if none.
        closing: whether the format marks it as a closing speech; None if it does not say.
        answers: posts this one claims to answer (rubric); one on an open floor, several in an imported debate.
        concedes: the post of the other side that this one formally concedes (rubric), or None.
        clarifies: the post of its own side that this one clarifies (rubric), or None.
    """

    id: str
    side: Side
    text: str | None = None
    speaker: str = ""
    role: str = ""
    closing: bool | None = None
    answers: tuple[str, ...] = ()
    concedes: str | None = None
    clarifies: str | None = None


@dataclass(frozen=True, slots=True)
class Debate:
    """A motion, two sides and the ordered speeches.

    Attributes:
        motion: what is debated, "" where the source does not say.
        names: the sides' own names, A's first.
        speeches: in the order made.
        format: id of the format, or None.
        yielded: sides that yielded the floor after the last post (rubric).
    """

    motion: str
    names: tuple[str, str]
    speeches: tuple[Speech, ...]
    format: str | None = None
    yielded: tuple[Side, ...] = ()


def closing_speeches(speeches: Sequence[Speech]) -> frozenset[str]:
    """Return the ids of the closing speeches (method.md §4.1).

    Marks win; where no speech carries one, the last speech is closing if its side has spoken before.
    """
    if any(speech.closing is not None for speech in speeches):
        return frozenset(speech.id for speech in speeches if speech.closing)
    if speeches and any(speech.side == speeches[-1].side for speech in speeches[:-1]):
        return frozenset({speeches[-1].id})
    return frozenset()
