"""Both methods in full sentences, every figure taken from the constants that count.

Must not hold a figure of its own: what stands here cannot drift from what is counted.
"""

from __future__ import annotations

from collections.abc import Mapping

from dikast.core import graph, rubric
from dikast.core.ledger import decimal
from dikast.core.scoreline import TOO_CLOSE


def rules(method: str) -> Mapping[str, str]:
    """Return the rules of a method by heading, in the order of a debate."""
    return (_graph() if method == graph.METHOD else _rubric()) | _shared(method)


def _graph() -> dict[str, str]:
    base, keeps = graph.BASE, graph.KEEPS
    table = "\n".join(
        f"{fate}: keeps {keeps[fate]}%, {graph.points('substantive', fate)} of {base['substantive']}; "
        f"framing {graph.points('framing', fate)} of {base['framing']}"
        for fate in graph.FATES
    )
    credit = "\n".join(
        f"claim {fate}: {graph.credit('substantive', fate)}; framing {graph.credit('framing', fate)}"
        for fate in graph.FATES
        if fate != "uncontested"
    )
    fates = ", ".join(f"{outcome} makes it {fate}" for outcome, fate in graph.FATE_OF.items())
    return {
        "What is perceived": (
            "The moves of each speech in order, each with its verbatim quote: claims, rebuttals, defenses, renewals, "
            "concessions. A claim's weight (substantive or framing). The outcome of each answered rebuttal, from its "
            "whole thread, asked blind: the text and nothing else. A second look, blind too, at each unanswered "
            "rebuttal: what it would undo if true (with nothing, it is set aside and the claim is as if it had not "
            "been made), and whether a later move quietly answers it (then that is a defense, and is resolved). "
            "Only then is it dropped. A quote that is not in the speech word for word is refused, and so is its move."
        ),
        "The last word answers, it does not open": (
            "In a closing speech new claims are new matter, and so is a new rebuttal, unless its claim was made after "
            "the rebutter's side last spoke. New matter is shown and worth nothing; what is aimed at it counts for "
            "nothing either. Formats mark their closing speeches; where nothing is marked, the last speech is closing "
            "if its side has spoken before."
        ),
        "The fate of a claim": (
            f"Never attacked: uncontested. Otherwise the worst outcome among its rebuttals decides: {fates}. A "
            "conceded claim is defeated; the rebuttal that the concession names, or the first on the claim, counts as "
            "broke. With no rebuttal nobody earns credit for it. All answers to one rebuttal are "
            "one thread with one outcome; a rebuttal that was granted counts as broke whatever was said in its defense."
        ),
        "What a claim is worth": f"Whole points, half rounded up.\n{table}",
        "What a rebuttal earns": (
            f"The damage it did, divided by {graph.CREDIT_DIVISOR}, half rounded up. Several rebuttals on one claim "
            "share one damage: in the order made, each earns the figure of the worst outcome so far less what the "
            f"earlier ones earned, never below 0.\n{credit}"
        ),
        "Totals and winner": (
            "A side's total is the points of its claims and the credit of its rebuttals. The higher raw total is "
            "ahead; equal totals are a draw."
        ),
        "Momentum and key moment": (
            "After each speech the graph so far is scored; an attack not answered yet counts as dropped, one answered "
            "by its recorded outcome. The key moment is the speech with the largest change of A's share from one "
            "point to the next, of those that follow a point at which both sides have spoken; the earliest if "
            "several. It is shown with the move of that speech that moved the margin most, either way."
        ),
    }


def _rubric() -> dict[str, str]:
    weights = " + ".join(f"{decimal(weight)} × {name}" for name, weight in rubric.WEIGHTS.items())
    minor, major = (decimal(rubric.FALLACY_COST[severity]) for severity in ("minor", "major"))
    opening, substantive = " or ".join(rubric.OPENING), ", ".join(rubric.SUBSTANTIVE)
    rest = ", ".join(name for name in rubric.CLASSES if name not in rubric.SUBSTANTIVE)
    return {
        "What is perceived": (
            f"Of each post: its class (substantive: {substantive}; not substantive: {rest}); for substantive posts "
            f"whole scores from 0 to {rubric.TOP_SCORE} for {', '.join(rubric.CRITERIA)}, each with its reason; "
            f"fallacies, of {len(rubric.PATTERNS)} patterns, only with words that are in the post, minor or major; "
            "whether an answer engages what it names, with the words that do. The judge may decline a sensitive post: "
            "nobody is penalised, and the point it answered counts as answered, and so does its own."
        ),
        "The quality of a post": (
            f"{weights} − {minor} for each minor fallacy − {major} for each major one − {decimal(rubric.JUDGE_COST)} "
            f"once if it addresses the judge ({rubric.JUDGE}) − {decimal(rubric.CIVILITY_COST)} for each point of "
            f"civility below {rubric.CIVILITY_FLOOR}. 0 if it is not substantive, declined or a concession. There is "
            "no floor: a quality can be negative, and its bonuses then are too."
        ),
        "The life of a point": (
            f"A post of class {opening} opens a point. It is answered by a substantive, engaging post of the other "
            "side that names it, or a declined one; conceded by the other side's formal concession, or by an engaging "
            "answer that is classed as a concession. The formal act binds whatever class the post gets. "
            "The first closing event wins, and a closed point never reopens. "
            "Dismissive, off-topic, abusive or non-engaging replies leave it open. Open at the close, it stands if "
            "the other side had a turn after it, posted or yielded; if not, it is unanswerable and neither answered "
            "nor standing."
        ),
        "A side's total": (
            f"The quality of its posts, plus {decimal(rubric.CONCEDED_BONUS)} × the quality of its points that were "
            f"conceded, plus {decimal(rubric.STANDING_BONUS)} × the quality of its points left standing."
        ),
        "The finding": (
            "The side ahead on the scoreline; equal shares are a tie. At the close the whole record is read once more "
            "for scores by side, decisive clashes, advice and the judge's own finding. That text can move no number; "
            "if its finding differs, the ruling says so."
        ),
    }


def _shared(method: str) -> dict[str, str]:
    none = "a draw" if method == graph.METHOD else "a tie"
    close = f", too close to call when they are {TOO_CLOSE} or fewer apart" if method == graph.METHOD else ""
    return {
        "The scoreline": (
            "Each side's share of the sum of both totals, negatives counted as 0, out of 100: the smaller share is "
            f"rounded half up and the other is the rest{close}. Equal totals, or nobody scored: 50–50."
        ),
        "Several readings": (
            "Each is a complete, independent set of perceptions, by one judge or a panel; featured debates get "
            f"three. The finding is the majority's, {none} where there is none; the numbers shown are those of the "
            "reading with the median margin (of an even number the lower of the two middle ones, of equal margins the "
            "earlier reading)."
        ),
        "What it turns on": (
            "The fewest perceptions that would have to be different for the finding to change, found exactly: "
            + (
                "one rebuttal's outcome or one claim's weight each."
                if method == graph.METHOD
                else "one class, one score, one fallacy flag or one engagement each."
            )
        ),
        "Limits": (
            "It judges how a case was argued from what is written, checks no source, and never says whose values are "
            "right. It can misread irony and special fields; every perception shows its quote and can be corrected."
        ),
    }
