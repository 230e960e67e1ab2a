"""What `graph/1` perceives: moves and resolutions, with the words they may use. Must not know points.

Names and values are those of the case file; the meaning of each kind is the method's, §4.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

KINDS = ("claim", "rebuttal", "defense", "renewal", "concession")
WEIGHTS = ("substantive", "framing")
REACHES = ("whole", "part", "none")
BEARINGS = ("major", "minor")
#: From best to worst for the claim attacked; the last two are equally bad.
OUTCOMES = ("held", "dented", "broke", "dropped")
#: Why a move scores nothing (the method, §4.1).
IDLE = ("set-aside", "new-matter", "moot")


class Move(NamedTuple):
    """One thing a speech does, with its verbatim quote.

    Attributes:
        id: unique among the reading's moves.
        speech: id of the speech it was made in.
        kind: one of `KINDS`.
        target: what it is aimed at: a claim (rebuttal), a rebuttal (defense, renewal), either (concession);
            None for a claim.
        quote: the words, "" where a hand-made case leaves them out.
        weight: one of `WEIGHTS`; read of claims only.
        reach: one of `REACHES` or None; what the second look found of an unanswered rebuttal.
        bearing: one of `BEARINGS` or None; recorded of claims, unused by `graph/1`.
        set_aside: whether the second look found that this rebuttal does not count against its claim.
    """

    id: str
    speech: str
    kind: str
    target: str | None = None
    quote: str = ""
    weight: str = "substantive"
    reach: str | None = None
    bearing: str | None = None
    set_aside: bool = False


class GraphReading(NamedTuple):
    """One complete, independent set of graph perceptions of a debate.

    Attributes:
        moves: in the order made within each speech; the speeches themselves give the order between them.
        outcomes: rebuttal id to one of `OUTCOMES`; an unanswered rebuttal needs none.
        judge: who perceived, "" if unsaid.
    """

    moves: tuple[Move, ...]
    outcomes: Mapping[str, str]
    judge: str = ""
