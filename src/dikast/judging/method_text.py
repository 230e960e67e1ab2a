"""Both methods in full sentences, every figure taken from the constants that count.

What stands here cannot drift from what is counted. Must not hold a figure of its own, nor know where it is shown.
"""

from __future__ import annotations

from dikast.core import graph
from dikast.core.scoreline import TOO_CLOSE
from dikast.judging import graph_text, rubric_text
from dikast.judging.method_words import Rule, Sentence
from dikast.judging.method_words import gettext_noop as _


def rules(method: str) -> tuple[Rule, ...]:
    """Return the rules of a method, in the order of a debate.

    Args:
        method: ``graph/1`` or ``rubric/1``.
    """
    own = graph_text.rules() if method == graph.METHOD else rubric_text.rules()
    return (*own, *_shared(method == graph.METHOD))


def _shared(of_graph: bool) -> tuple[Rule, ...]:
    shares = [
        Sentence(
            _(
                "Each side’s share of the sum of both totals, negatives counted as 0, out of 100: the smaller share "
                "is rounded half up and the other is the rest. Equal totals, or nobody scored: 50–50."
            )
        )
    ]
    if of_graph:
        shares.append(
            Sentence(_("Shares that are %(apart)s or fewer apart are too close to call."), {"apart": TOO_CLOSE})
        )
    return (
        Rule(_("The scoreline"), tuple(shares)),
        Rule(
            _("Several readings"),
            (
                Sentence(
                    _(
                        "Each is a complete, independent set of perceptions, by one judge or a panel; featured "
                        "debates get three. The finding is the majority’s, a draw where there is none."
                    )
                ),
                Sentence(
                    _(
                        "The numbers shown are those of the reading with the median margin (of an even number the "
                        "lower of the two middle ones, of equal margins the earlier reading)."
                    )
                ),
            ),
        ),
        Rule(
            _("What it turns on"),
            (
                Sentence(
                    _(
                        "The fewest perceptions that would have to be different for the finding to change, found "
                        "exactly: one rebuttal’s outcome or one claim’s weight each."
                    )
                    if of_graph
                    else _(
                        "The fewest perceptions that would have to be different for the finding to change, found "
                        "exactly: one class, one score, one fallacy flag or one engagement each."
                    )
                ),
            ),
        ),
        Rule(
            _("Limits"),
            (
                Sentence(
                    _(
                        "It judges how a case was argued from what is written, checks no source, and never says "
                        "whose values are right. It can misread irony and special fields; every perception shows its "
                        "quote and can be corrected."
                    )
                ),
            ),
        ),
    )
