"""The rubric method in sentences, every figure from the constants that count. Must not hold a figure of its own."""

from __future__ import annotations

from dikast.core import rubric
from dikast.core.ledger import decimal
from dikast.judging.method_words import Rule, Sentence, Term, Weighted, terms
from dikast.judging.method_words import gettext_noop as _


def rules() -> tuple[Rule, ...]:
    """Return the rules of `rubric/1` in the order of a debate, without those it shares (see `method_text`)."""
    minor, major = (decimal(rubric.FALLACY_COST[severity]) for severity in ("minor", "major"))
    weights = Weighted(tuple((decimal(weight), Term("criterion", name)) for name, weight in rubric.WEIGHTS.items()))
    rest = [name for name in rubric.CLASSES if name not in rubric.SUBSTANTIVE]
    return (
        Rule(
            _("What is perceived"),
            (
                Sentence(
                    _("Of each post: its class. Substantive: %(substantive)s. Not substantive: %(rest)s."),
                    {"substantive": terms("class", rubric.SUBSTANTIVE), "rest": terms("class", rest)},
                ),
                Sentence(
                    _("For substantive posts whole scores from 0 to %(top)s, each with its reason, for: %(criteria)s."),
                    {"top": rubric.TOP_SCORE, "criteria": terms("criterion", rubric.CRITERIA)},
                ),
                Sentence(
                    _(
                        "Fallacies, of %(patterns)s patterns, only with words that are in the post, minor or major; "
                        "and whether an answer engages what it names, with the words that do."
                    ),
                    {"patterns": len(rubric.PATTERNS)},
                ),
                Sentence(
                    _(
                        "The judge may decline a sensitive post: nobody is penalised, and the point it answered "
                        "counts as answered, and so does its own."
                    )
                ),
            ),
        ),
        Rule(
            _("The quality of a post"),
            (
                Sentence(
                    _(
                        "%(weights)s − %(minor)s for each minor fallacy − %(major)s for each major one − %(judge)s "
                        "once if it addresses the judge − %(civility)s for each point of civility below %(floor)s."
                    ),
                    {
                        "weights": weights,
                        "minor": minor,
                        "major": major,
                        "judge": decimal(rubric.JUDGE_COST),
                        "civility": decimal(rubric.CIVILITY_COST),
                        "floor": rubric.CIVILITY_FLOOR,
                    },
                ),
                Sentence(_("0 if the post is not substantive, declined or a concession.")),
                Sentence(_("There is no floor: a quality can be negative, and its bonuses then are too.")),
            ),
        ),
        Rule(
            _("The life of a point"),
            (
                Sentence(
                    _("A post of one of these classes opens a point: %(opening)s."),
                    {"opening": terms("class", rubric.OPENING)},
                ),
                Sentence(
                    _(
                        "It is answered by a substantive, engaging post of the other side that names it, or a "
                        "declined one; conceded by the other side’s formal concession, or by an engaging answer that "
                        "is classed as a concession. The formal act binds whatever class the post gets."
                    )
                ),
                Sentence(
                    _(
                        "The first closing event decides, and a closed point never reopens. Dismissive, off-topic, "
                        "abusive or non-engaging replies leave it open."
                    )
                ),
                Sentence(
                    _(
                        "Open at the close, it stands if the other side had a turn after it, posted or yielded; if "
                        "not, it is unanswerable and neither answered nor standing."
                    )
                ),
            ),
        ),
        Rule(
            _("A side’s total"),
            (
                Sentence(
                    _(
                        "The quality of its posts, plus %(conceded)s × the quality of its points that were conceded, "
                        "plus %(standing)s × the quality of its points left standing."
                    ),
                    {"conceded": decimal(rubric.CONCEDED_BONUS), "standing": decimal(rubric.STANDING_BONUS)},
                ),
            ),
        ),
        Rule(
            _("The finding"),
            (
                Sentence(_("The side ahead on the scoreline; equal shares are a tie.")),
                Sentence(
                    _(
                        "At the close the whole record is read once more for scores by side, decisive clashes, "
                        "advice and the judge’s own finding. That text can move no number; if its finding differs, "
                        "the ruling says so."
                    )
                ),
            ),
        ),
    )
