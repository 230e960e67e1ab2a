"""A side's total broken down by speaker, for team formats. Knows ledger lines and speeches, no method.

Every line belongs to the speech it is about, and so to that speech's speaker: a bonus goes to whoever made the
point, not to whoever spoke when it was conceded. The sums over a side's speakers are therefore the side's total.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from dikast.core.debate import Debate, Side
from dikast.core.ledger import Line


class SpeakerPoints(NamedTuple):
    """What one speaker brought to a side.

    Attributes:
        side: the speaker's side. One name on both sides is two speakers.
        speaker: the name, "" for all unattributed speeches of the side.
        speeches: ids of the speeches, in order.
        points: the sum of the lines about them.
        by_rule: the same sum by ledger rule, in the order in which the ledger first uses each.
    """

    side: Side
    speaker: str
    speeches: tuple[str, ...]
    points: int | Fraction
    by_rule: tuple[tuple[str, int | Fraction], ...]


def by_speaker(
    debate: Debate, lines: Iterable[Line], speech_of: Mapping[str, str] | None = None
) -> tuple[SpeakerPoints, ...]:
    """Return every speaker's points, in the order in which they first spoke; who earned nothing has 0.

    Args:
        debate: the debate that the lines are about.
        lines: its ledger.
        speech_of: the speech of each move that a line names (graph); None where lines name posts (rubric).
    """
    speaker_of = {speech.id: (speech.side, speech.speaker) for speech in debate.speeches}
    speeches: dict[tuple[Side, str], list[str]] = {}
    for speech in debate.speeches:
        speeches.setdefault((speech.side, speech.speaker), []).append(speech.id)
    rules: dict[tuple[Side, str], dict[str, int | Fraction]] = {who: {} for who in speeches}
    for line in lines:
        earned = rules[speaker_of[line.ref if speech_of is None else speech_of[line.ref]]]
        earned[line.rule] = earned.get(line.rule, 0) + line.amount
    return tuple(
        SpeakerPoints(*who, tuple(ids), sum(rules[who].values()), tuple(rules[who].items()))
        for who, ids in speeches.items()
    )
