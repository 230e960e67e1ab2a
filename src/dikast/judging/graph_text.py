"""The graph method in sentences, every figure from the constants that count. Must not hold a figure of its own."""

from __future__ import annotations

from dikast.core import graph
from dikast.judging.method_words import Rule, Sentence, Table, Term, terms
from dikast.judging.method_words import gettext_noop as _


def rules() -> tuple[Rule, ...]:
    """Return the rules of `graph/1` in the order of a debate, without those it shares (see `method_text`)."""
    base = graph.BASE
    return (
        Rule(
            _("What is perceived"),
            (
                Sentence(
                    _(
                        "The moves of each speech in order, each with its verbatim quote: claims, rebuttals, "
                        "defenses, renewals, concessions."
                    )
                ),
                Sentence(
                    _("A claim’s weight: %(weights)s; framing is what changes how the whole motion must be decided."),
                    {"weights": terms("weight", list(base))},
                ),
                Sentence(
                    _(
                        "The outcome of each answered rebuttal, from its whole thread, asked blind: the text and "
                        "nothing else."
                    )
                ),
                Sentence(
                    _(
                        "A second look, blind too, at each unanswered rebuttal: what it would undo if true (with "
                        "nothing, it is set aside and the claim is as if it had not been made), and whether a later "
                        "move quietly answers it (then that is a defense, and is resolved). Only then is it dropped."
                    )
                ),
                Sentence(_("A quote that is not in the speech word for word is refused, and so is its move.")),
            ),
        ),
        Rule(
            _("The last word answers, it does not open"),
            (
                Sentence(
                    _(
                        "In a closing speech new claims are new matter, and so is a new rebuttal, unless its claim "
                        "was made after the rebutter’s side last spoke. New matter is shown and worth nothing; what "
                        "is aimed at it counts for nothing either."
                    )
                ),
                Sentence(
                    _(
                        "Formats mark their closing speeches; where nothing is marked, the last speech is closing if "
                        "its side has spoken before."
                    )
                ),
            ),
        ),
        Rule(
            _("The fate of a claim"),
            (
                Sentence(
                    _("Never attacked: %(fate)s. Otherwise the worst outcome among its rebuttals decides."),
                    {"fate": Term("fate", "uncontested")},
                ),
                Sentence(
                    _(
                        "A conceded claim is %(fate)s; the rebuttal that the concession names, or the first on the "
                        "claim, counts as %(outcome)s. With no rebuttal nobody earns credit for it."
                    ),
                    {"fate": Term("fate", "defeated"), "outcome": Term("mark", "broke")},
                ),
                Sentence(
                    _(
                        "All answers to one rebuttal are one thread with one outcome; a rebuttal that was granted "
                        "counts as %(outcome)s whatever was said in its defense."
                    ),
                    {"outcome": Term("mark", "broke")},
                ),
            ),
            Table(
                (_("Worst outcome"), _("makes the claim")),
                tuple((Term("mark", outcome), Term("fate", fate)) for outcome, fate in graph.FATE_OF.items()),
            ),
        ),
        Rule(
            _("What a claim is worth"),
            (
                Sentence(
                    _(
                        "Out of %(substantive)s points for a substantive claim and %(framing)s for a framing one. "
                        "Whole points, half rounded up."
                    ),
                    dict(base),
                ),
            ),
            Table(
                (_("Fate"), _("keeps"), _("substantive"), _("framing")),
                tuple(
                    (
                        Term("fate", fate),
                        f"{graph.KEEPS[fate]}%",
                        graph.points("substantive", fate),
                        graph.points("framing", fate),
                    )
                    for fate in graph.FATES
                ),
            ),
        ),
        Rule(
            _("What a rebuttal earns"),
            (
                Sentence(
                    _(
                        "The damage it did, divided by %(divisor)s, half rounded up. Several rebuttals on one claim "
                        "share one damage: in the order made, each earns the figure of the worst outcome so far less "
                        "what the earlier ones earned, never below 0."
                    ),
                    {"divisor": graph.CREDIT_DIVISOR},
                ),
            ),
            Table(
                (_("The claim was"), _("substantive"), _("framing")),
                tuple(
                    (Term("fate", fate), graph.credit("substantive", fate), graph.credit("framing", fate))
                    for fate in graph.FATES
                    if fate != "uncontested"
                ),
            ),
        ),
        Rule(
            _("Totals and who is ahead"),
            (
                Sentence(
                    _(
                        "A side’s total is the points of its claims and the credit of its rebuttals. The higher "
                        "total is ahead; equal totals are a draw."
                    )
                ),
            ),
        ),
        Rule(
            _("Momentum and key moment"),
            (
                Sentence(
                    _(
                        "After each speech the graph so far is scored; an attack not answered yet counts as dropped, "
                        "one answered by its recorded outcome."
                    )
                ),
                Sentence(
                    _(
                        "The key moment is the speech with the largest change of A’s share from one point to the "
                        "next, of those that follow a point at which both sides have spoken; the earliest if "
                        "several. It is shown with the move of that speech that moved the margin most, either way."
                    )
                ),
            ),
        ),
    )
